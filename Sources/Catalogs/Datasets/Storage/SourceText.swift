import Diagnostics

/// The bytes of a data file in UTF-8, and the places in it. Lines and columns are counted only when a message needs
/// them.
struct SourceText {
  /// The name of the file, for messages.
  let file: String
  let format: DatasetFormat
  /// The whole text, in UTF-8.
  let bytes: [UInt8]
  /// The offset at which the text begins, after a byte-order mark.
  let start: Int
  /// The encoding of the file.
  let form: TextForm
  /// The position of the first byte that is not valid UTF-8.
  let firstInvalidByte: Int?
  /// The offsets of the characters U+FFFD that replaced invalid bytes.
  let replacements: [Int]
  /// The places in the file from which the bytes were written, if they are not the file's own.
  private let written: WrittenText?
  private let lines = LineCounter()

  /// Creates a text from the bytes of a file, in the detected or chosen encoding.
  ///
  /// - Parameters:
  ///   - encoding: The encoding that a person chose, if any. A byte-order mark takes precedence.
  ///   - replacesInvalidBytes: Whether bytes that are not valid UTF-8 are replaced.
  /// - Throws: An error if the bytes are not text: they contain a NUL, or are invalid in their encoding.
  init(
    _ bytes: [UInt8], file: String, format: DatasetFormat, encoding: TextEncoding? = nil,
    replacesInvalidBytes: Bool = false
  ) throws(DiagnosticsError) {
    self.file = file
    self.format = format
    written = nil
    let invalid = bytes.withUnsafeBufferPointer { $0.firstInvalidByte() }
    form = TextForm(of: bytes, chosen: encoding, isUTF8: invalid == nil)
    let (text, damage) = form.utf8(bytes)
    start = form == .utf8 && bytes.starts(with: TextForm.utf8.mark) ? 3 : 0
    // Other encodings have no invalid bytes at this point: they were decoded up to their first damage.
    let isDamaged = form == .utf8 && invalid != nil
    (self.bytes, replacements) =
      isDamaged && replacesInvalidBytes ? text.withUnsafeBufferPointer(\.replacingInvalidBytes) : (text, [])
    firstInvalidByte = isDamaged && !replacesInvalidBytes ? invalid : nil
    // The error needs a location, which needs all properties. So it is thrown only now.
    if let damage {
      throw DiagnosticsError(
        code: "text/invalid-encoding", "the file is \(form.name), and \(damage.message)",
        at: location(row: nil, offset: damage.offset, isExact: true, field: nil),
        hint: "Save it with the encoding UTF-8.")
    }
    // The decoded text is searched, as UTF-16 has a zero byte in each ASCII character.
    if let offset = self.bytes.withUnsafeBufferPointer({ $0.first(0) }) {
      throw DiagnosticsError(
        code: "text/nul", "the file holds a NUL byte: it is damaged, or UTF-16 text without a byte-order mark",
        at: location(row: nil, offset: offset, isExact: true),
        hint: "Copy it again from where it comes from, or save it with the encoding UTF-8.")
    }
  }

  /// Creates a placeholder for a file that is not text.
  init(file: String, format: DatasetFormat) {
    self.file = file
    self.format = format
    bytes = []
    start = 0
    form = .utf8
    firstInvalidByte = nil
    replacements = []
    written = nil
  }

  /// Whether the bytes are JSON that was written from a file of another format.
  var isWritten: Bool { written != nil }

  /// Creates a text that replaces another one: the same in another spelling with the same lines, or JSON.
  ///
  /// - Parameter written: The places in the file that the JSON came from.
  init(_ source: SourceText, rewritten bytes: [UInt8], _ written: WrittenText? = nil) {
    file = source.file
    format = source.format
    form = source.form
    start = written == nil ? source.start : 0
    self.written = written
    self.bytes = bytes
    firstInvalidByte = source.firstInvalidByte == nil ? nil : bytes.withUnsafeBufferPointer { $0.firstInvalidByte() }
    replacements = []
  }

  /// Returns the line and the column of a byte, as an editor counts them: from 1, in characters. LF, CR and CRLF end a
  /// line.
  ///
  /// - Complexity: O(*n*) in the number of bytes since the line of the last call, or in the offset if it is before that
  ///   line; and in the column.
  func place(at offset: Int) -> (line: Int, column: Int) {
    if let written { return written.place(at: offset) }
    let lineStart = lineStart(of: offset)
    let lineEnds = lines.count(upTo: lineStart, in: bytes)
    return (lineEnds + 1, String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1)
  }

  /// Whether a byte ends a line. Of a CRLF, only the LF does.
  func endsLine(at offset: Int) -> Bool { bytes.withUnsafeBufferPointer { $0.endsLine(at: offset) } }

  /// Returns the offset of the first byte of the line that a byte is in.
  func lineStart(of offset: Int) -> Int {
    let lineEnd = bytes[..<offset].lastIndex { $0 == .lineFeed || $0 == .carriageReturn }
    return lineEnd.map { $0 + 1 } ?? start
  }
}

/// Counts the lines before a byte, continuing from the previous call: findings mostly come in the order of the text,
/// and up to a thousand of them are located.
private final class LineCounter {
  private var last = (offset: 0, count: 0)

  func count(upTo offset: Int, in bytes: [UInt8]) -> Int {
    if offset < last.offset { last = (0, 0) }
    last = (offset, last.count + bytes.withUnsafeBufferPointer { $0.lineEndCount(last.offset..<offset) })
    return last.count
  }
}

extension Bytes {
  /// Whether a byte ends a line. Of a CRLF, only the LF does.
  fileprivate func endsLine(at offset: Int) -> Bool {
    self[offset] == .lineFeed
      || self[offset] == .carriageReturn && (offset + 1 == count || self[offset + 1] != .lineFeed)
  }

  fileprivate func lineEndCount(_ range: Range<Int>) -> Int {
    var ends = 0, position = range.lowerBound
    while let end = first(.lineFeed, from: position), end < range.upperBound { (ends, position) = (ends + 1, end + 1) }
    // Most files have no CR. Only if there is one is each byte looked at.
    guard part(range.lowerBound, range.upperBound).first(.carriageReturn) != nil else { return ends }
    return ends + range.count { self[$0] == .carriageReturn && endsLine(at: $0) }
  }
}
