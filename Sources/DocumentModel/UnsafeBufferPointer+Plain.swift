extension UnsafeBufferPointer<UInt8> {
  /// Returns the end of a run of bytes that HTML need not escape: printable ASCII other than `&`, `<`, `>` and `"`. The run is examined
  /// eight bytes at a time, so that the result may be up to seven bytes before the actual end.
  @inline(__always)
  func endOfPlain(from index: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var index = index
    // All eight bytes of a load are within the buffer.
    while index + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).isPlain { index += 8 }
    return index
  }
}

extension UInt64 {
  /// Whether all eight bytes are printable ASCII, and none of `&`, `<`, `>` and `"`.
  ///
  /// The highest bit of a byte marks it as unsuitable. Bytes beyond ASCII have that bit. If there are none, subtracting a limit from each
  /// byte sets the bit of the first byte that is less than the limit, and of no byte if all are at least the limit. A byte that equals an
  /// excluded character becomes 0 by an exclusive or with that character, which is less than 1.
  fileprivate var isPlain: Bool {
    let found =
      self | subtracting(0x20) | combined(with: 0x7F).subtracting(1) | combined(with: UInt8(ascii: "&")).subtracting(1)
      | combined(with: UInt8(ascii: "<")).subtracting(1) | combined(with: UInt8(ascii: ">")).subtracting(1)
      | combined(with: UInt8(ascii: "\"")).subtracting(1)
    return found & 0x8080_8080_8080_8080 == 0
  }

  /// Returns the number after subtracting a byte from each of its bytes.
  private func subtracting(_ byte: UInt8) -> UInt64 { self &- UInt64(byte) * 0x0101_0101_0101_0101 }

  /// Returns the exclusive or of each byte of the number with a byte.
  private func combined(with byte: UInt8) -> UInt64 { self ^ (UInt64(byte) * 0x0101_0101_0101_0101) }
}
