import DataSources

/// Sums of decimal numbers as they are written, without what binary fractions add: 0.1 and 0.2 are 0.3.
///
/// A number is a whole number of the last decimal that any of them has. What has more digits than a whole number can have, some 38, is computed
/// with floating-point numbers instead. Neither depends on the order of the numbers.
enum DecimalSum {
  /// How many decimals a mean may have beyond those of the numbers.
  private static let furtherDecimals = 2

  /// The sum of some numbers, with as many decimals as the one that has most of them; nil of none.
  static func total(of numbers: [Number]) -> Number? {
    guard !numbers.isEmpty else { return nil }
    if let sum = WholeSum(numbers), let total = Number(sum.total.text(decimals: sum.decimals)) { return total }
    var sum = FloatingPointSum()
    for number in numbers { sum.add(number.value) }
    return Number(sum.value)
  }

  /// The mean of some numbers, rounded to two decimals more than the number has that has most of them; nil of none.
  static func mean(of numbers: [Number]) -> Number? {
    guard !numbers.isEmpty else { return nil }
    if let sum = WholeSum(numbers), let mean = sum.mean(furtherDecimals: furtherDecimals) { return Number(mean) }
    var mean = Mean()
    for number in numbers { mean.add(number.value) }
    return mean.value.flatMap { Number($0) }
  }
}

/// A sum as a whole number of its last decimal.
private struct WholeSum {
  let total: Int128
  let decimals: Int
  let count: Int128

  /// Nil where the numbers have too many digits, whichever of them are added first.
  init?(_ numbers: [Number]) {
    let parts = numbers.compactMap { WholeNumber($0.text) }
    guard parts.count == numbers.count else { return nil }
    let decimals = parts.reduce(0) { max($0, $1.decimals) }
    var (total, magnitude): (Int128, Int128) = (0, 0)
    for part in parts {
      guard let value = part.value.shifted(by: decimals - part.decimals), let size = Int128(exactly: value.magnitude),
        case let sum = magnitude.addingReportingOverflow(size), !sum.overflow
      else { return nil }
      magnitude = sum.partialValue
      total += value
    }
    (self.total, self.decimals, count) = (total, decimals, Int128(numbers.count))
  }

  /// The mean, without zeros at its end where it has more decimals than the numbers; nil where it has too many digits. Halves are rounded away
  /// from zero.
  func mean(furtherDecimals: Int) -> String? {
    guard let shifted = total.shifted(by: furtherDecimals) else { return nil }
    var (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: count)
    if remainder.magnitude >= count.magnitude - remainder.magnitude { quotient += remainder < 0 ? -1 : 1 }
    var decimals = decimals + furtherDecimals
    while decimals > self.decimals, quotient.isMultiple(of: 10) { (quotient, decimals) = (quotient / 10, decimals - 1) }
    return quotient.text(decimals: decimals)
  }
}

/// A number as a whole number of its last decimal.
private struct WholeNumber {
  let value: Int128
  let decimals: Int

  /// Nil where it has too many digits.
  init?(_ text: String) {
    if let integer = Int64(text) {
      (value, decimals) = (Int128(integer), 0)
      return
    }
    let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = mantissa.count > 1 ? mantissa[1] : ""[...].utf8
    let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0
    guard let exponent, exponent.magnitude < 100,
      let digits = Int128(String(Substring(mantissa[0])) + String(Substring(fraction))),
      let value = digits.shifted(by: max(0, exponent - fraction.count))
    else { return nil }
    (self.value, decimals) = (value, max(0, fraction.count - exponent))
  }
}

extension Int128 {
  /// The number with so many zeros behind it; nil where there is no room for them.
  fileprivate func shifted(by zeros: Int) -> Int128? {
    if self == 0 { return 0 }
    var result = self
    for _ in 0..<zeros {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
    }
    return result
  }

  /// The digits, with a point before the last of them.
  fileprivate func text(decimals: Int) -> String {
    var digits = String(magnitude)
    if decimals > 0 {
      digits = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return (self < 0 ? "-" : "") + digits
  }
}
