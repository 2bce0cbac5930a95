import Diagnostics

/// A recorder of the end of a plugin's standard error and the beginning of its standard output, in bounded memory.
struct LastWordsRecorder {
  private static let lineCount = 20
  private static let lineLength = 500
  private static let startLength = 200

  /// The last complete lines.
  private var lines: [String] = []
  /// The incomplete line, up to one byte beyond the limit, which shows that the line is truncated.
  private var line: [UInt8] = []
  /// The first bytes of the output.
  private var start: [UInt8] = []

  /// Records bytes of the standard error.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
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

  mutating func recordOutput(_ bytes: UnsafeRawBufferPointer) {
    start += bytes.prefix(Self.startLength - start.count)
  }

  /// The recorded output.
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
