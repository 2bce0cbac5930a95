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
