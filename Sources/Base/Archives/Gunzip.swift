import CZlib

/// An error in compressed bytes.
package enum GzipError: Error {
  /// The bytes end early.
  case truncated
  /// The bytes are not in gzip format, or were damaged.
  case corrupt
  /// The decompressed text exceeds the limit.
  case tooLarge
}

extension [UInt8] {
  /// Returns the text that gzip compressed to these bytes (RFC 1952). Several members are concatenated, and zeros may
  /// follow the last one.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of the text.
  ///   - isEnough: Called after each part, with the bytes so far and the number of bytes before this part. Returns
  ///     whether the rest may be left out.
  /// - Complexity: O(*n*), *n* being the number of compressed bytes and of those of the text, which are at most
  ///   `limit`.
  package func gunzipped(
    limit: Int, until isEnough: (UnsafeBufferPointer<UInt8>, Int) -> Bool
  ) throws(GzipError) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, plus 16 for the gzip format.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .corrupt
    }
    defer { inflateEnd(&stream) }
    var text: [UInt8] = []
    text.reserveCapacity(Swift.min(expectedSize, limit))
    var block = [UInt8](repeating: 0, count: 1 << 17)
    let outcome = withUnsafeBufferPointer { input -> GzipError? in
      var position = 0
      while true {
        // zlib reads the `avail_in` bytes at `next_in` and does not write them. It has 32-bit counters, so larger
        // inputs are passed in parts.
        let size = Swift.min(input.count - position, 1 << 30)
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + position })
        stream.avail_in = UInt32(size)
        let (status, length) = block.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, output.count - Int(stream.avail_out))
        }
        position += size - Int(stream.avail_in)
        guard text.count + length <= limit else { return .tooLarge }
        text.append(contentsOf: block[..<length])
        if text.withUnsafeBufferPointer({ isEnough($0, text.count - length) }) { return nil }
        switch status {
        case Z_STREAM_END:
          // Archives on tape are padded with zeros.
          if input[position...].allSatisfy({ $0 == 0 }) { return nil }
          guard inflateReset(&stream) == Z_OK else { return .corrupt }
        case Z_OK: if length == 0, position == input.count { return .truncated }
        case Z_BUF_ERROR: return .truncated
        default: return .corrupt
        }
      }
    }
    if let outcome { throw outcome }
    return text
  }

  /// The size of the text according to the file, or 0 if deflate cannot compress that much into these bytes.
  private var expectedSize: Int {
    guard count >= 18 else { return 0 }
    let size = suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return size / 1032 <= count ? size : 0
  }
}
