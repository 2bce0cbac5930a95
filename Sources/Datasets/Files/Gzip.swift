import CZlib
import Diagnostics

extension [UInt8] {
  /// What gzip compressed, if these bytes begin as that does (RFC 1952); else the bytes. Several members are one text.
  ///
  /// Of what has a NUL, and so is no text in UTF-8, the rest may be left out.
  ///
  /// - Parameters:
  ///   - file: The name of the file, for messages.
  ///   - limits: How much there may be.
  /// - Throws: That the bytes are damaged or end early, or that there are too many.
  /// - Complexity: O(*n*) in the size of the text, or in the limit where it is larger.
  func decompressed(file: String, limits: ReadingLimits) throws(DiagnosticsError) -> [UInt8] {
    guard withUnsafeBufferPointer(\.isCompressed) else { return self }
    do {
      return try inflated(limit: limits.size)
    } catch {
      if error == .tooLarge { throw DiagnosticsError(limits.excess(.size, at: .init(file: file))) }
      throw DiagnosticsError(
        Diagnostic(
          code: .init(rawValue: "gzip/\(error.rawValue)"),
          error == .truncated ? "the compressed file ends early" : "the compressed file is damaged",
          at: .init(file: file), hint: "Compress it again, or copy it again from where it comes."))
    }
  }

  private enum Damage: String, Error {
    case truncated, corrupt
    /// There is more than the limit.
    case tooLarge
  }

  private func inflated(limit: Int) throws(Damage) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the gzip format.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .corrupt
    }
    defer { inflateEnd(&stream) }
    var text: [UInt8] = []
    text.reserveCapacity(Swift.min(expectedSize, limit))
    var block = [UInt8](repeating: 0, count: 1 << 17)
    let outcome = withUnsafeBufferPointer { input -> Damage? in
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
        if text.withUnsafeBufferPointer({ $0.isNoText(from: text.count - length) }) { return nil }
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
