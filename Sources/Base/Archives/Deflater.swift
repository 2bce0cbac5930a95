import CZlib

/// Compresses arrays of bytes, one after the other, in the format of RFC 1951.
///
/// It keeps the working memory of zlib, 256 KB: its setup costs more than the compression of a small page.
final class Deflater {
  /// Allocated separately, because zlib's state has a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A negative number of window bits selects raw data, without header and checksum.
    let status = deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory, or is another version than that of its header")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the compressed bytes, or `nil` if they are not fewer.
  func deflate(_ content: [UInt8]) -> [UInt8]? {
    guard content.count > 1 else { return nil }
    deflateReset(stream)
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: content.count - 1) { output, count in
      content.withUnsafeBufferPointer { input in
        var position = 0
        repeat {
          // zlib reads the `avail_in` bytes at `next_in`, writes at most `avail_out` at `next_out`, and has 32-bit
          // counters, so larger contents are passed in parts.
          let size = Swift.min(input.count - position, 1 << 30)
          let room = Swift.min(output.count - count, 1 << 30)
          stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + position) }
          stream.pointee.avail_in = UInt32(size)
          stream.pointee.next_out = output.baseAddress.map { $0 + count }
          stream.pointee.avail_out = UInt32(room)
          isDone = CZlib.deflate(stream, position + size == input.count ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_END
          position += size - Int(stream.pointee.avail_in)
          count += room - Int(stream.pointee.avail_out)
        } while !isDone && count < output.count
      }
    }
    return isDone ? bytes : nil
  }
}

extension [UInt8] {
  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    withUnsafeBufferPointer { UInt32(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
