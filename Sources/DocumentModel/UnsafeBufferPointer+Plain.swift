extension UnsafeBufferPointer<UInt8> {
  /// Where the printable ASCII from an index on ends that means nothing in HTML, or a little before: within eight bytes.
  ///
  /// Most of what is written is such text, and eight bytes are looked at together.
  @inline(__always)
  func endOfPlain(from index: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = index
    // Each time all eight bytes are within the buffer.
    while index + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).isPlain { index += 8 }
    return index
  }
}

extension UInt64 {
  /// Whether all eight bytes are printable ASCII, and none of `&`, `<`, `>` and `"`.
  ///
  /// Bytes beyond ASCII have the highest bit. Where there are none, taking a limit off each byte leaves that bit at the first byte that is
  /// below the limit, and at no byte if none is. Of a byte that is a sign, combining it with the sign makes 0, which is below 1.
  fileprivate var isPlain: Bool {
    let found =
      self | subtracting(0x20) | combined(with: 0x7F).subtracting(1) | combined(with: UInt8(ascii: "&")).subtracting(1)
      | combined(with: UInt8(ascii: "<")).subtracting(1) | combined(with: UInt8(ascii: ">")).subtracting(1)
      | combined(with: UInt8(ascii: "\"")).subtracting(1)
    return found & 0x8080_8080_8080_8080 == 0
  }

  /// The number with a byte taken off each of its bytes.
  private func subtracting(_ byte: UInt8) -> UInt64 { self &- UInt64(byte) * 0x0101_0101_0101_0101 }

  /// The number with each of its bytes combined with a byte.
  private func combined(with byte: UInt8) -> UInt64 { self ^ (UInt64(byte) * 0x0101_0101_0101_0101) }
}
