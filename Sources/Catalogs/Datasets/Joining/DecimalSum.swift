import DataSources

/// An exact sum of decimal numbers, without the rounding errors of binary fractions: the sum of 0.1 and 0.2 is 0.3.
///
/// Numbers with the same number of decimals are added as integers, scaled by a power of ten. The resulting sums are
/// combined when the value is requested:
///
///     12.50 + 0.25 + 3  →  two decimals: 1250 + 25,  none: 3  →  15.75
///
/// For that reason, a number can be removed again, and the order of additions does not matter. A number with more than
/// 27 digits, written out without an exponent, is added as a floating-point number instead.
struct DecimalSum: Aggregate {
  // `Value` is the type of the result here.
  typealias Number = Datasets.Value.Number

  /// The number of decimals that a mean may have in addition to those of the numbers.
  private static let furtherDecimals = 2

  /// The sums of the numbers, by their number of decimals.
  private var sums: [Int: WholeSum] = [:]
  /// The sum of the numbers with too many digits.
  private var others: FloatingPointSum?
  /// The number of the numbers with too many digits.
  private var otherCount = 0

  private struct WholeSum {
    var total: Int128 = 0
    var count = 0
  }

  mutating func add(_ number: Number) { add(number, isTakenOut: false) }
  mutating func remove(_ number: Number) { add(number, isTakenOut: true) }

  private mutating func add(_ number: Number, isTakenOut: Bool) {
    let step = isTakenOut ? -1 : 1
    guard let whole = WholeNumber(number.text) else {
      var sum = others ?? FloatingPointSum()
      if isTakenOut { sum.remove(number.value) } else { sum.add(number.value) }
      otherCount += step
      others = otherCount > 0 ? sum : nil
      return
    }
    // A sum has room for a hundred thousand million numbers of 27 digits.
    sums[whole.decimals, default: WholeSum()].total += isTakenOut ? -whole.value : whole.value
    sums[whole.decimals, default: WholeSum()].count += step
    if sums[whole.decimals]?.count == 0 { sums[whole.decimals] = nil }
  }

  private var count: Int { sums.values.reduce(otherCount) { $0 + $1.count } }

  /// The sum, with the largest number of decimals of any number; `nil` if there are no numbers.
  var value: Number? {
    if count == 0 { return nil }
    guard let (total, decimals) = whole else { return Number(inexact) }
    return Number(total.text(decimals: decimals))
  }

  /// The mean, or `nil` if there are no numbers.
  ///
  /// It is rounded to two decimals more than the largest number of decimals of any number, without trailing zeros among
  /// these two. Halves are rounded away from zero.
  var mean: Number? {
    if count == 0 { return nil }
    guard let (total, own) = whole, let shifted = total.shifted(by: Self.furtherDecimals) else {
      return Number(inexact / Double(count))
    }
    let count = Int128(count)
    var (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: count)
    // The same as 2 × remainder ≥ count, without an overflow.
    if remainder.magnitude >= count.magnitude - remainder.magnitude { quotient += remainder < 0 ? -1 : 1 }
    var decimals = own + Self.furtherDecimals
    while decimals > own, quotient.isMultiple(of: 10) { (quotient, decimals) = (quotient / 10, decimals - 1) }
    return Number(quotient.text(decimals: decimals))
  }

  /// The sum, scaled by a power of ten to an integer; `nil` if it has too many digits.
  private var whole: (total: Int128, decimals: Int)? {
    guard otherCount == 0 else { return nil }
    let decimals = sums.keys.max() ?? 0
    var total: Int128 = 0
    // In a fixed order, so that an overflow in between does not depend on that of the dictionary.
    for (own, sum) in sums.sorted(by: { $0.key < $1.key }) {
      guard let shifted = sum.total.shifted(by: decimals - own),
        case let (result, overflow) = total.addingReportingOverflow(shifted), !overflow
      else { return nil }
      total = result
    }
    return (total, decimals)
  }

  /// The sum as a floating-point number.
  private var inexact: Double {
    var result = others ?? FloatingPointSum()
    for (decimals, sum) in sums { result.add(Number(sum.total.text(decimals: decimals))?.value ?? 0) }
    return result.value
  }
}

/// A decimal number, scaled by a power of ten to an integer.
private struct WholeNumber {
  private static let maximumDigits = 27
  private static let largest = Int128(1).shifted(by: maximumDigits) ?? .max

  let value: Int128
  let decimals: Int

  /// Parses the text of a number; `nil` if it has too many digits.
  init?(_ text: String) {
    if let integer = Int64(text) {
      value = Int128(integer)
      decimals = 0
      return
    }
    let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    // `-12.50e1` is the integer -1250 with 2 − 1 decimals. Without a point, there is no fraction.
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = mantissa.count > 1 ? mantissa[1] : ""[...].utf8
    let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0
    guard let exponent, exponent.magnitude <= Self.maximumDigits, fraction.count <= Self.maximumDigits,
      let digits = Int128(String(Substring(mantissa[0])) + String(Substring(fraction))),
      let value = digits.shifted(by: max(0, exponent - fraction.count)), value.magnitude < Self.largest
    else { return nil }
    self.value = value
    decimals = max(0, fraction.count - exponent)
  }
}

extension Int128 {
  /// Returns the number multiplied by a power of ten, or `nil` if that overflows.
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

  /// Returns the number divided by a power of ten, in decimal notation.
  fileprivate func text(decimals: Int) -> String {
    var digits = String(magnitude)
    if decimals > 0 {
      digits = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return (self < 0 ? "-" : "") + digits
  }
}
