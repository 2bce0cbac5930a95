/// Words as a sequence of bits. Bit addresses start at the lowest bit of the first word.
extension [UInt64] {
  /// Returns up to 64 bits, in the lowest bits of a word.
  @inline(__always)
  func bits(at address: Int, count: Int) -> UInt64 {
    let (word, shift) = (address >> 6, address & 63)
    var bits = self[word] >> UInt64(shift)
    // Only bits that cross the end of the word are in the next one. `shift` is then not 0, so 64 - `shift` is a valid
    // shift.
    if shift + count > 64 { bits |= self[word + 1] << UInt64(64 - shift) }
    return bits & Self.mask(count)
  }

  /// Writes up to 64 bits, given as the lowest bits of a word.
  @inline(__always)
  mutating func setBits(_ bits: UInt64, at address: Int, count: Int) {
    let (word, shift) = (address >> 6, address & 63)
    let mask = Self.mask(count)
    self[word] = self[word] & ~(mask << UInt64(shift)) | (bits & mask) << UInt64(shift)
    guard shift + count > 64 else { return }
    self[word + 1] = self[word + 1] & ~(mask >> UInt64(64 - shift)) | (bits & mask) >> UInt64(64 - shift)
  }

  /// Copies bits to another address. The two ranges may overlap.
  mutating func copyBits(_ range: Range<Int>, to target: Int) {
    let count = range.count
    if target < range.lowerBound {
      for offset in stride(from: 0, to: count, by: 64) {
        let size = Swift.min(64, count - offset)
        setBits(bits(at: range.lowerBound + offset, count: size), at: target + offset, count: size)
      }
    } else if target > range.lowerBound {
      // From the end, so that no bit is overwritten before it is read.
      for end in stride(from: count, to: 0, by: -64) {
        let size = Swift.min(64, end)
        setBits(bits(at: range.lowerBound + end - size, count: size), at: target + end - size, count: size)
      }
    }
  }

  mutating func fillBits(_ range: Range<Int>, with bit: Bool) {
    for address in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      setBits(bit ? .max : 0, at: address, count: Swift.min(64, range.upperBound - address))
    }
  }

  func ones(in range: Range<Int>) -> Int {
    var sum = 0
    for address in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      sum += bits(at: address, count: Swift.min(64, range.upperBound - address)).nonzeroBitCount
    }
    return sum
  }

  /// Returns the address of the one that is preceded by `rank` ones from `start` on. It has to exist.
  func address(ofOne rank: Int, from start: Int) -> Int {
    var rest = rank
    var address = start
    while true {
      // `start` is the start of a word, and so is every address here: no word after the last one is read. Bits behind
      // the end of a chunk may be counted, but come after the one that is searched for.
      var word = bits(at: address, count: 64)
      let ones = word.nonzeroBitCount
      if rest < ones {
        // Each step clears the lowest one.
        for _ in 0..<rest { word &= word - 1 }
        return address + word.trailingZeroBitCount
      }
      rest = rest - ones
      address = address + 64
    }
  }

  /// Returns a word whose lowest `count` bits are ones.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { count == 64 ? .max : (1 << UInt64(count)) - 1 }
}
