import Diagnostics

/// The bytes of a data file, and where in them something is; lines and columns are counted only when somebody has to be told.
struct SourceText {
  /// The name of the file, for messages.
  let file: String
  let format: DatasetFormat
  /// The whole text, in UTF-8.
  let bytes: [UInt8]
  /// Where the text begins: behind a byte order mark.
  let start: Int

  /// Takes the bytes of a file, in UTF-8, or in UTF-16 or UTF-32 if a byte order mark says so.
  ///
  /// - Throws: That it is no text: that it has a NUL, or what its encoding does not have.
  init(_ bytes: [UInt8], file: String, format: DatasetFormat) throws(DiagnosticsError) {
    self.file = file
    self.format = format
    let encoding = TextEncoding(of: bytes)
    let (text, damage) = encoding.utf8(bytes)
    self.bytes = text
    start = encoding == .utf8 && bytes.starts(with: TextEncoding.utf8.mark) ? 3 : 0
    if let damage {
      throw DiagnosticsError(
        Diagnostic(
          code: "text/invalid-encoding", "the file is \(encoding.name), and \(damage.message)",
          at: location(row: nil, offset: damage.offset, isExact: true, field: nil),
          hint: "Save it with the encoding UTF-8."))
    }
    if let offset = text.withUnsafeBufferPointer(\.firstNUL) { throw DiagnosticsError(nul(at: offset)) }
  }

  /// A stand-in for what is no text.
  init(file: String, format: DatasetFormat) {
    (self.file, self.format, bytes, start) = (file, format, [], 0)
  }

  private func nul(at offset: Int) -> Diagnostic {
    let location = location(row: nil, offset: offset, isExact: true, field: nil)
    if TextEncoding.looksLikeUTF16(bytes) {
      return Diagnostic(
        code: "text/utf-16", "the file looks like UTF-16, but has no byte-order mark", at: location,
        hint: "Save it with the encoding UTF-8.")
    }
    return Diagnostic(
      code: "text/nul", "the file holds a NUL byte: it is damaged, or UTF-16 text without a byte-order mark",
      at: location,
      hint: "Copy it again from where it comes from, or save it with the encoding UTF-8.")
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
