import CZlib

/// What is wrong with compressed bytes.
package enum GzipError: Error {
  /// They end early.
  case truncated
  /// They are no gzip, or were changed.
  case corrupt
  /// There is more than the limit.
  case tooLarge
}

extension [UInt8] {
  /// Returns what gzip compressed to these bytes (RFC 1952). Several members are one text, and zeros may follow the last.
  ///
  /// - Parameters:
  ///   - limit: How many bytes there may be.
  ///   - isEnough: Is called after each part with the bytes so far and the number of those before it, and returns whether the rest may be
  ///     left out.
  /// - Complexity: O(*n*) in the number of bytes that there are, or in the limit where it is larger.
  package func gunzipped(
    limit: Int, until isEnough: (UnsafeBufferPointer<UInt8>, Int) -> Bool
  ) throws(GzipError) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the gzip format.
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
        // zlib reads the `avail_in` bytes at `next_in` and writes none of them; more than it counts in 32 bits it is given in parts.
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
          // Zeros fill up the last block of a tape.
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

  /// The size that the file says its text has, if deflate can reach it at all.
  private var expectedSize: Int {
    guard count >= 18 else { return 0 }
    let size = suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return size / 1032 <= count ? size : 0
  }
}
