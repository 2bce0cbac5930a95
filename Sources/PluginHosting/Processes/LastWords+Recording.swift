import Diagnostics

/// Keeps what a plugin says last on its standard error, and what it says first on its standard output, in bounded memory.
struct LastWordsRecorder {
  private static let lineCount = 20
  private static let lineLength = 500
  private static let startLength = 200

  /// The last lines that have ended.
  private var lines: [String] = []
  /// The line that has not ended: one byte more than is kept of it, which shows that it is cut.
  private var line: [UInt8] = []
  /// The first bytes of the output.
  private var start: [UInt8] = []

  /// Adds bytes of the standard error.
  ///
  /// - Complexity: O(*n*) in their number.
  mutating func recordErrors(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: lineFeed) {
      extendLine(by: rest[..<end])
      rest = rest[(end + 1)...]
      if lines.count == Self.lineCount { lines.removeFirst() }
      lines.append(lineText)
      line.removeAll(keepingCapacity: true)
    }
    extendLine(by: rest)
  }

  /// Adds bytes of the standard output.
  mutating func recordOutput(_ bytes: UnsafeRawBufferPointer) {
    start += bytes.prefix(Self.startLength - start.count)
  }

  /// What was kept.
  var lastWords: LastWords {
    let all = line.isEmpty ? lines : lines + [lineText]
    return LastWords(
      errorLines: all.suffix(Self.lineCount), outputStart: String(decoding: start, as: UTF8.self).printable)
  }

  private mutating func extendLine(by bytes: Slice<UnsafeRawBufferPointer>) {
    line += bytes.prefix(Self.lineLength + 1 - line.count)
  }

  private var lineText: String {
    let text = String(decoding: line.prefix(Self.lineLength), as: UTF8.self).printable
    return line.count > Self.lineLength ? text + "…" : text
  }
}
