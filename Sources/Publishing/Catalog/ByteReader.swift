import Fingerprints

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

  /// The next number; nothing if there are not as many bytes.
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

  /// The next fingerprint; nothing if there are not as many bytes.
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

  /// The bytes before the next zero byte, which is taken, too; nothing if there is none.
  mutating func path() -> ArraySlice<UInt8>? {
    guard let zero = rest.firstIndex(of: 0) else { return nil }
    defer { position = zero + 1 }
    return bytes[position..<zero]
  }
}
