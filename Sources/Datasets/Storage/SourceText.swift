/// The bytes of a data file, and where in them something is; lines and columns are counted only when somebody has to be told.
struct SourceText {
  /// The name of the file, for messages.
  let file: String
  let format: DatasetFormat
  /// The whole file.
  let bytes: [UInt8]
  /// Where the text begins: behind a byte order mark.
  let start: Int

  init(_ bytes: [UInt8], file: String, format: DatasetFormat) {
    self.file = file
    self.format = format
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Finds the line and the column of a byte, as an editor counts them: from 1, in characters. LF, CR and CRLF end a line.
  ///
  /// - Complexity: O(*n*) in the offset.
  func place(at offset: Int) -> (line: Int, column: Int) {
    let lineStart = lineStart(of: offset)
    let lineEnds = bytes[..<lineStart].indices.count { index in
      // The CR of a CRLF leaves the counting to its LF.
      bytes[index] == .lineFeed
        || bytes[index] == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .lineFeed)
    }
    return (lineEnds + 1, String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1)
  }

  /// Finds the first byte of the line that a byte is in.
  func lineStart(of offset: Int) -> Int {
    let lineEnd = bytes[..<offset].lastIndex { $0 == .lineFeed || $0 == .carriageReturn }
    return lineEnd.map { $0 + 1 } ?? start
  }
}
