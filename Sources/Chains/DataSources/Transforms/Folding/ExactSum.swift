/// An exact sum of floating-point numbers, which is rounded only when it is read.
///
/// Every finite `Double` is an integer times 2⁻¹⁰⁷⁴, the smallest positive number. The sum of these integers is stored
/// with as many digits as it may need. So a number that was added can be subtracted again without any residue.
///
///     digit      33            …    1            0
///     bits       2175 … 2112   …    127 … 64     63 … 0        bit 0 has the value 2⁻¹⁰⁷⁴
///
/// A number is added to the two adjacent digits that its 53 significant bits overlap, and a carry is propagated
/// upwards.
///
/// Sources: Malcolm, “On accurate floating-point summation”, 1971; Kulisch and Miranker, “The arithmetic of the digital
/// computer”, 1986.
struct ExactSum {
  /// The digits in base 2⁶⁴, in two's complement, the least significant first. A number has less than 2098 bits, which
  /// leaves room for a sign and for 2⁶³ numbers.
  private var digits = [UInt64](repeating: 0, count: 34)
  private var infinities = 0
  private var negativeInfinities = 0
  private var nans = 0

  mutating func add(_ number: Double) { add(number, times: 1) }

  mutating func remove(_ number: Double) { add(number, times: -1) }

  private mutating func add(_ number: Double, times factor: Int) {
    switch number {
    case _ where number.isNaN: nans += factor
    case .infinity: infinities += factor
    case -.infinity: negativeInfinities += factor
    default:
      // Subnormal numbers have no hidden bit, and the exponent of the smallest normal ones.
      let exponent = Int(number.exponentBitPattern)
      let significand = number.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
      add(significand, at: max(exponent, 1) - 1, isNegative: (number.sign == .minus) != (factor < 0))
    }
  }

  /// Adds a positive or negative integer, multiplied by a power of 2.
  private mutating func add(_ integer: UInt64, at bit: Int, isNegative: Bool) {
    var place = bit / 64
    // A shift by 64 results in 0, so `high` is 0 if the number lies in a single digit.
    let (low, high) = (integer << (bit % 64), integer >> (64 - bit % 64))
    var carry = step(at: place, by: low, isNegative: isNegative)
    place += 1
    // The upper part of 53 bits is small, so adding the carry cannot overflow.
    carry = step(at: place, by: high + (carry ? 1 : 0), isNegative: isNegative)
    // In two's complement, a carry out of the last digit is dropped.
    while carry, place + 1 < digits.count {
      place += 1
      carry = step(at: place, by: 1, isNegative: isNegative)
    }
  }

  /// Adds to a digit, or subtracts from it.
  ///
  /// - Returns: Whether a carry is left.
  private mutating func step(at place: Int, by amount: UInt64, isNegative: Bool) -> Bool {
    let result =
      isNegative
      ? digits[place].subtractingReportingOverflow(amount) : digits[place].addingReportingOverflow(amount)
    digits[place] = result.partialValue
    return result.overflow
  }

  /// Returns the sum divided by a number, rounded to nearest, ties to even, as if all its digits were known.
  ///
  /// - Parameter divisor: A number other than 0.
  func quotient(by divisor: UInt64) -> Double {
    if nans > 0 || (infinities > 0 && negativeInfinities > 0) { return .nan }
    if infinities > 0 { return .infinity }
    if negativeInfinities > 0 { return -.infinity }
    var (magnitude, isNegative) = magnitude
    var remainder: UInt64 = 0
    // Long division, from the most significant digit on. Each remainder is below the divisor, so each quotient is one
    // digit.
    for place in magnitude.indices.reversed() {
      (magnitude[place], remainder) = divisor.dividingFullWidth((remainder, magnitude[place]))
    }
    let quotient = Double(bitPattern: pattern(magnitude, and: remainder, of: divisor))
    return isNegative ? -quotient : quotient
  }

  private var magnitude: (digits: [UInt64], isNegative: Bool) {
    guard let last = digits.last, last >> 63 == 1 else { return (digits, false) }
    var carry = true
    let negated = digits.map { digit in
      let (sum, overflow) = (~digit).addingReportingOverflow(carry ? 1 : 0)
      carry = overflow
      return sum
    }
    return (negated, true)
  }

  /// Returns the bit pattern of an integer plus a fraction, times 2⁻¹⁰⁷⁴, rounded.
  private func pattern(_ integer: [UInt64], and remainder: UInt64, of divisor: UInt64) -> UInt64 {
    let top = integer.lastIndex { $0 != 0 } ?? 0
    let bitCount = top * 64 + 64 - integer[top].leadingZeroBitCount
    // A `Double` has a significand of 53 bits.
    let dropped = max(0, bitCount - 53)
    guard dropped < 2046 else { return Double.infinity.bitPattern }
    let place = dropped / 64
    let shift = dropped % 64
    let next = place < top ? integer[place + 1] << (64 - shift) : 0
    let significand = integer[place] >> shift | next

    let (isHalfOrMore, isMoreOrLess): (Bool, Bool)
    // The integer is exact, and the remainder is a fraction of it: compared with one half, without an overflow.
    // Otherwise the highest dropped bit is one half, and all that is below it breaks a tie.
    if dropped == 0 {
      let rest = divisor - remainder
      isHalfOrMore = remainder >= rest
      isMoreOrLess = remainder != rest
    } else {
      let place = (dropped - 1) / 64
      let bit = UInt64(1) << ((dropped - 1) % 64)
      isHalfOrMore = integer[place] & bit != 0
      isMoreOrLess = remainder != 0 || integer[place] & (bit - 1) != 0 || integer[..<place].contains { $0 != 0 }
    }
    let roundsUp = isHalfOrMore && (isMoreOrLess || significand % 2 == 1)
    // The hidden bit, and a carry of rounding up, increment the exponent.
    return UInt64(dropped) << 52 + significand + (roundsUp ? 1 : 0)
  }
}
