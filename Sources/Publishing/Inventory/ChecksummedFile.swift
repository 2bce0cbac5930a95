import Fingerprints

/// The envelope of the catalog's own files: a name and a version in front, and behind a fingerprint of all, so that what is cut short,
/// damaged or somebody else's is known as such.
enum ChecksummedFile {
  /// What is inside. Raise the digit when its form changes.
  enum Kind: String {
    case manifest = "pomona manifest 2\n"
    case store = "pomona store 4\n"
    case changes = "pomona changes 2\n"
    case note = "pomona note 1\n"
    case undelivered = "pomona undelivered 1\n"
  }

  private static let sealLength = 16

  /// Whether a file is of a kind, and was written by another version.
  static func isOfAnotherVersion(_ kind: Kind, _ bytes: [UInt8]) -> Bool {
    // The name, without its digits and the end of its line.
    let name = kind.rawValue.utf8.prefix { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
    guard bytes.starts(with: name), !bytes.starts(with: kind.rawValue.utf8) else { return false }
    let digits = bytes.dropFirst(name.count).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return !digits.isEmpty && bytes.dropFirst(name.count + digits.count).first == UInt8(ascii: "\n")
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - kind: What is inside.
  ///   - length: The number of bytes inside.
  ///   - write: Puts as many.
  /// - Complexity: O(*n*) in the length.
  static func bytes(_ kind: Kind, length: Int, write: (inout ByteWriter) -> Void) -> [UInt8] {
    var name = kind.rawValue
    return [UInt8](unsafeUninitializedCapacity: name.utf8.count + length + sealLength) { buffer, count in
      var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      name.withUTF8 { writer.put(UnsafeRawBufferPointer($0)) }
      write(&writer)
      writer.put(Fingerprint(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<writer.count])))
      count = writer.count
    }
  }

  /// The content of a file; nil if the file is not whole, or of another kind or version.
  ///
  /// - Complexity: O(*n*) in its length.
  static func content(_ kind: Kind, of bytes: [UInt8]) -> ByteReader? {
    let start = kind.rawValue.utf8.count
    guard bytes.count >= start + sealLength, bytes.starts(with: kind.rawValue.utf8),
      bytes.withUnsafeBytes({ Fingerprint(UnsafeRawBufferPointer(rebasing: $0.dropLast(sealLength))) })
        == seal(of: bytes)
    else { return nil }
    return ByteReader(bytes, in: start..<bytes.count - sealLength)
  }

  /// The fingerprint at the end of a file, which tells it from any other.
  static func seal(of bytes: [UInt8]) -> Fingerprint? {
    var end = ByteReader(bytes, in: max(bytes.count - sealLength, 0)..<bytes.count)
    return end.fingerprint()
  }
}

/// Puts numbers and paths into a buffer, front to back; the other side of ``ByteReader``.
struct ByteWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  /// How many bytes were put.
  private(set) var count = 0

  /// Writes into a buffer, which has to outlive the writer.
  init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  /// Puts a number, its lowest byte first.
  mutating func put(_ number: UInt64) {
    precondition(buffer.count - count >= 8)
    // There is room, as was just seen, and an unaligned store may begin anywhere.
    buffer.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  /// Puts a number.
  mutating func put(_ number: Int) { put(UInt64(truncatingIfNeeded: number)) }

  /// Puts a fingerprint.
  mutating func put(_ fingerprint: Fingerprint) {
    put(fingerprint.high)
    put(fingerprint.low)
  }

  /// Puts bytes as they are.
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    precondition(buffer.count - count >= bytes.count)
    // There is room, as was just seen.
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Puts a path, and a zero byte behind it.
  mutating func put(path: UnsafeBufferPointer<UInt8>) {
    put(UnsafeRawBufferPointer(path))
    put(byte: 0)
  }

  /// Puts a byte.
  mutating func put(byte: UInt8) { withUnsafeBytes(of: byte) { put($0) } }
}

/// Takes numbers and paths from bytes, front to back. Numbers have their lowest byte first.
struct ByteReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Reads a part of some bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// What was not taken yet.
  var rest: ArraySlice<UInt8> { bytes[position..<end] }

  /// The next number; nil if there are not as many bytes.
  mutating func number() -> UInt64? {
    guard end - position >= 8 else { return nil }
    defer { position += 8 }
    // There are eight bytes at least, and an unaligned load may begin anywhere.
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  /// The next number, as it was before it was written.
  mutating func integer() -> Int? { number().map { Int(truncatingIfNeeded: $0) } }

  /// The next fingerprint; nil if there are not as many bytes.
  mutating func fingerprint() -> Fingerprint? {
    guard let high = number(), let low = number() else { return nil }
    return Fingerprint(high: high, low: low)
  }

  /// The next bytes; nil if there are not as many.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard end - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// The bytes before the next zero byte, which is taken, too; nil if there is none.
  mutating func path() -> ArraySlice<UInt8>? {
    guard let zero = rest.firstIndex(of: 0) else { return nil }
    defer { position = zero + 1 }
    return bytes[position..<zero]
  }
}
