import Fingerprints

/// The format of the state files: a name with a version, followed by chunks, each with its length and a seal.
///
/// A seal is the fingerprint of the previous seal, and of the length and the bytes of the chunk, so that the seals form
/// a hash chain:
///
///     "pomona store 5\n" │ length, seal₁, bytes │ length, seal₂, bytes │ …
///     seal₀ = hash(name)   seal₁ = hash(seal₀, length, bytes)
///
/// A chunk that is truncated, damaged or foreign is detected. A complete chunk counts only after the chunks that it was
/// written after: the rest of an older, longer log is never mistaken for the end of a newer one, and no chunk counts
/// twice. Everything after the last valid chunk is torn: it is ignored, and the next chunk is written over it.
enum SealedLog {
  /// The kind of a log. Increase the digit when the format of its content changes.
  enum Kind: String {
    case store = "pomona store 5\n"
    case note = "pomona note 2\n"
    case changes = "pomona changes 3\n"
  }

  /// The end of a log, after which the next chunk is written.
  struct Position: Equatable, Sendable {
    /// The offset in bytes.
    var offset: Int
    /// The seal of the last chunk.
    var seal: Fingerprint
  }

  /// Bytes that are appended to a log, or begin a new one.
  struct Chunk: Sendable {
    var offset: Int
    var bytes: [UInt8]
    var seal: Fingerprint
    /// The end of the log after the chunk.
    var end: Position { Position(offset: offset + bytes.count, seal: seal) }
  }

  /// The valid chunks of a log.
  struct Content {
    let bytes: [UInt8]
    /// The range of each chunk's content.
    var chunks: [Range<Int>] = []
    var seals: [Fingerprint] = []
    var end: Position
    /// Whether the name is damaged, or invalid bytes follow the last valid chunk.
    var isTorn = false

    /// Returns a reader of a chunk's content.
    func reader(of chunk: Range<Int>) -> ByteReader { ByteReader(bytes, in: chunk) }
  }

  /// The size of a chunk's length and seal.
  private static let headLength = 24

  /// Creates a chunk.
  ///
  /// - Parameters:
  ///   - end: The end of the log; `nil` for a chunk that begins a new log.
  ///   - write: A closure that writes exactly `length` bytes.
  /// - Complexity: O(*n*) in the length.
  static func chunk(
    _ kind: Kind, after end: Position?, length: Int, write: (inout ByteWriter) -> Void
  ) -> Chunk {
    let start = end ?? beginning(of: kind)
    var name = end == nil ? kind.rawValue : ""
    var seal = start.seal
    let bytes = [UInt8](unsafeUninitializedCapacity: name.utf8.count + headLength + length) { buffer, count in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      let inside = name.utf8.count + headLength
      var content = ByteWriter(UnsafeMutableRawBufferPointer(rebasing: buffer[inside...]))
      write(&content)
      precondition(content.count == length)
      seal = Self.seal(of: UnsafeRawBufferPointer(rebasing: buffer[inside...]), after: seal)
      // The head is written last, as the seal follows from the content.
      var head = ByteWriter(buffer)
      name.withUTF8 { head.put(UnsafeRawBufferPointer($0)) }
      head.put(length)
      head.put(seal)
      count = buffer.count
    }
    return Chunk(offset: end?.offset ?? 0, bytes: bytes, seal: seal)
  }

  static func chunk(_ kind: Kind, after end: Position? = nil, _ content: [UInt8]) -> Chunk {
    chunk(kind, after: end, length: content.count) { writer in content.withUnsafeBytes { writer.put($0) } }
  }

  /// Reads the valid chunks of a log.
  ///
  /// - Returns: The chunks, or `nil` if the file is of another kind or version.
  /// - Complexity: O(*n*) in the length of the log.
  static func read(_ kind: Kind, _ bytes: [UInt8]) -> Content? {
    let isNamed = bytes.starts(with: kind.rawValue.utf8)
    var content = Content(bytes: bytes, end: beginning(of: kind))
    while let next = end(ofChunkIn: bytes, at: content.end) {
      content.chunks.append(content.end.offset + headLength..<next.offset)
      content.seals.append(next.seal)
      content.end = next
    }
    // The seals follow from the name. If they are right, it was the right name.
    guard isNamed || !content.chunks.isEmpty else { return nil }
    content.isTorn = !isNamed || content.end.offset < bytes.count
    return content
  }

  /// Returns whether a chunk was written to follow the given end of a log.
  static func continues(_ end: Position, _ chunk: Chunk) -> Bool {
    chunk.offset == end.offset
      && Self.end(ofChunkIn: chunk.bytes, at: Position(offset: 0, seal: end.seal))?.offset == chunk.bytes.count
  }

  /// Returns a reader of the content of a chunk that does not begin a log.
  static func reader(of chunk: Chunk) -> ByteReader {
    ByteReader(chunk.bytes, in: min(headLength, chunk.bytes.count)..<chunk.bytes.count)
  }

  /// Returns whether a file is a log of the given kind in the format of another version.
  static func isOfAnotherVersion(_ kind: Kind, _ bytes: [UInt8]) -> Bool {
    // The name without the version and the line feed.
    let name = kind.rawValue.utf8.prefix { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
    guard bytes.starts(with: name), !bytes.starts(with: kind.rawValue.utf8) else { return false }
    let digits = bytes.dropFirst(name.count).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return !digits.isEmpty && bytes.dropFirst(name.count + digits.count).first == UInt8(ascii: "\n")
  }

  private static func beginning(of kind: Kind) -> Position {
    Position(offset: kind.rawValue.utf8.count, seal: Fingerprint(kind.rawValue))
  }

  private static func end(ofChunkIn bytes: [UInt8], at start: Position) -> Position? {
    guard start.offset <= bytes.count else { return nil }
    var head = ByteReader(bytes, in: start.offset..<bytes.count)
    guard let length = head.integer(), let expected = head.fingerprint(), length >= 0, length <= head.rest.count else {
      return nil
    }
    let inside = start.offset + headLength
    let seal = bytes.withUnsafeBytes { bytes in
      Self.seal(of: UnsafeRawBufferPointer(rebasing: bytes[inside..<inside + length]), after: start.seal)
    }
    return seal == expected ? Position(offset: inside + length, seal: seal) : nil
  }

  private static func seal(of content: UnsafeRawBufferPointer, after seal: Fingerprint) -> Fingerprint {
    var parts = Fingerprinter()
    parts.combine(seal)
    parts.combine(content.count)
    parts.combine(Fingerprint(content))
    return parts.finish()
  }
}
