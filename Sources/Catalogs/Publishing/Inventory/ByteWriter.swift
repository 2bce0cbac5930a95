import Fingerprints

/// A writer of numbers and paths to a buffer, from front to back; the counterpart of ``ByteReader``.
struct ByteWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  /// The number of bytes that were written.
  private(set) var count = 0

  /// Creates a writer to a buffer, which has to outlive the writer.
  init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  /// Writes a number in little-endian byte order.
  mutating func put(_ number: UInt64) {
    precondition(buffer.count - count >= 8)
    // The precondition has checked the room, and an unaligned store may begin anywhere.
    buffer.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
    count += 8
  }

  mutating func put(_ number: Int) { put(UInt64(truncatingIfNeeded: number)) }

  mutating func put(_ fingerprint: Fingerprint) {
    put(fingerprint.high)
    put(fingerprint.low)
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    precondition(buffer.count - count >= bytes.count)
    // The precondition has checked the room.
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  /// Writes a path and a zero byte.
  mutating func put(path: UnsafeBufferPointer<UInt8>) {
    put(UnsafeRawBufferPointer(path))
    put(byte: 0)
  }

  mutating func put(byte: UInt8) { withUnsafeBytes(of: byte) { put($0) } }
}

/// A reader of numbers and paths from bytes, from front to back. Numbers are little-endian.
struct ByteReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Creates a reader of a range of the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The bytes that were not read yet.
  var rest: ArraySlice<UInt8> { bytes[position..<end] }

  /// Reads a number, or returns `nil` if there are not enough bytes.
  mutating func number() -> UInt64? {
    guard end - position >= 8 else { return nil }
    defer { position += 8 }
    // At least eight bytes are left, and an unaligned load may begin anywhere.
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  /// Reads some numbers, or returns `nil` if there are not enough bytes.
  ///
  /// - Parameter body: A closure that returns a result for the numbers, which it reads by index.
  mutating func numbers<Result>(_ count: Int, _ body: ((Int) -> UInt64) -> Result) -> Result? {
    guard end - position >= 8 * count else { return nil }
    defer { position += 8 * count }
    return bytes.withUnsafeBytes { bytes in
      body { index in
        precondition(index >= 0 && index < count)
        // All numbers are within the bytes, and an unaligned load may begin anywhere.
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8 * index, as: UInt64.self))
      }
    }
  }

  /// Reads a signed number, or returns `nil` if there are not enough bytes.
  mutating func integer() -> Int? { number().map { Int(truncatingIfNeeded: $0) } }

  /// Reads a fingerprint, or returns `nil` if there are not enough bytes.
  mutating func fingerprint() -> Fingerprint? {
    guard let high = number(), let low = number() else { return nil }
    return Fingerprint(high: high, low: low)
  }

  /// Reads bytes, or returns `nil` if there are not enough.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, end - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Skips some bytes and returns a reader of them, or `nil` if there are not enough.
  mutating func part(_ count: Int) -> ByteReader? { bytes(count).map { ByteReader(bytes, in: $0.indices) } }

  /// Reads the bytes up to the next zero byte, which is skipped, or returns `nil` if there is none.
  mutating func path() -> ArraySlice<UInt8>? {
    guard let zero = rest.firstIndex(of: 0) else { return nil }
    defer { position = zero + 1 }
    return bytes[position..<zero]
  }
}
