import Fingerprints

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

  /// The next numbers; nil if there are not as many.
  ///
  /// - Parameter body: Makes something of them, which it gets by their places.
  mutating func numbers<Result>(_ count: Int, _ body: ((Int) -> UInt64) -> Result) -> Result? {
    guard end - position >= 8 * count else { return nil }
    defer { position += 8 * count }
    return bytes.withUnsafeBytes { bytes in
      body { index in
        precondition(index >= 0 && index < count)
        // There are as many, and an unaligned load may begin anywhere.
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8 * index, as: UInt64.self))
      }
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
    guard count >= 0, end - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A reader of the next bytes; nil if there are not as many.
  mutating func part(_ count: Int) -> ByteReader? {
    guard count >= 0, end - position >= count else { return nil }
    defer { position += count }
    return ByteReader(bytes, in: position..<position + count)
  }

  /// The bytes before the next zero byte, which is taken, too; nil if there is none.
  mutating func path() -> ArraySlice<UInt8>? {
    guard let zero = rest.firstIndex(of: 0) else { return nil }
    defer { position = zero + 1 }
    return bytes[position..<zero]
  }
}
