extension UnsafeBufferPointer<UInt8> {
  /// Returns the end of the plain text from an index, or an index up to seven bytes before it.
  ///
  /// Plain text is printable ASCII without the characters that HTML reserves. Most output consists of it, so eight bytes are tested at a
  /// time: the search stops at the first group of eight that is not entirely plain. The last group overlaps with the one before it. In fewer
  /// than eight bytes, nothing is found.
  @inline(__always)
  func endOfPlain(from index: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = index
    // All eight bytes that are loaded are within the buffer.
    while index + 8 <= bytes.count {
      if !bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).isPlain { return index }
      index += 8
    }
    let last = bytes.count - 8
    if last >= 0, index < bytes.count, bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self).isPlain {
      return bytes.count
    }
    return index
  }
}

extension UInt64 {
  /// Whether all eight bytes are printable ASCII, and none of `&`, `<`, `>` and `"`.
  ///
  /// All conditions are tested on the eight bytes at once, and each is reduced to the highest bit of a byte:
  /// - A byte beyond ASCII has its highest bit set.
  /// - Without such bytes, subtracting a limit from each byte sets the highest bit of the first byte below the limit, which wraps around.
  ///   If no byte is below the limit, no highest bit is set.
  /// - The exclusive or of a byte and a reserved character is 0 if they are equal, and 0 is below the limit 1.
  fileprivate var isPlain: Bool {
    let found =
      self | subtracting(0x20) | combined(with: 0x7F).subtracting(1) | combined(with: UInt8(ascii: "&")).subtracting(1)
      | combined(with: UInt8(ascii: "<")).subtracting(1) | combined(with: UInt8(ascii: ">")).subtracting(1)
      | combined(with: UInt8(ascii: "\"")).subtracting(1)
    return found & 0x8080_8080_8080_8080 == 0
  }

  /// Subtracts a byte from each of the eight bytes.
  private func subtracting(_ byte: UInt8) -> UInt64 { self &- UInt64(byte) * 0x0101_0101_0101_0101 }

  /// Returns the exclusive or of each of the eight bytes and a byte.
  private func combined(with byte: UInt8) -> UInt64 { self ^ (UInt64(byte) * 0x0101_0101_0101_0101) }
}
