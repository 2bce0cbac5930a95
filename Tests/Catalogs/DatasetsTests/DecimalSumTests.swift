import TestKit
import Testing

@testable import Datasets

/// Sums and means of numbers in decimal notation.
@Suite struct DecimalSumTests {
  private func sum(_ numbers: [Value.Number]) -> DecimalSum {
    var sum = DecimalSum()
    numbers.forEach { sum.add($0) }
    return sum
  }

  private func numbers(_ text: String) -> [Value.Number] {
    text.split(separator: " ").compactMap { Value.Number(String($0)) }
  }

  @Test(arguments: [
    ("0.1 0.2", "0.3"), ("1 2 3", "6"), ("1.50 2.5", "4.00"), ("-3 3", "0"), ("-0.5 0.25", "-0.25"),
    ("0.07 -0.05", "0.02"),
    ("1e3 0.5", "1000.5"), ("2.5e-3 1", "1.0025"), ("1e300 1", "1e+300"), ("+5 007", "12"), (".5 .5", "1.0"),
    ("999999999999999999999999999 1", "1000000000000000000000000000"),
    ("9999999999999999999999999999 1", "1e+28"),
    ("9999999999999999999 0.0000000000000000001", "9999999999999999999.0000000000000000001"),
    ("99999999999999999999 0.0000000000000000001", "1e+20"),
  ])
  func sums(written: String, sum: String) {
    #expect(self.sum(numbers(written)).value?.text == sum)
    #expect(self.sum(numbers(written).reversed()).value?.text == sum)
    // Removed numbers leave no trace.
    var other = self.sum(numbers(written + " 0.001 1e99 12345678901234567890123456789"))
    numbers("1e99 0.001 12345678901234567890123456789").forEach { other.remove($0) }
    #expect(other.value?.text == sum)
  }

  @Test(arguments: [
    ("1 2", "1.5"), ("1 1 2", "1.33"), ("1 2 2", "1.67"), ("-1 -2 -2", "-1.67"), ("3 3", "3"), ("1.50 2.50", "2.00"),
    ("1.50 2.55", "2.025"), ("0.1 0.2 0.2", "0.167"), ("1 0 0 0 0 0 0 0", "0.13"), ("-1 0 0 0 0 0 0 0", "-0.13"),
    ("1850 1851", "1850.5"), ("1e300 1e300", "1e+300"),
  ])
  func means(written: String, mean: String) {
    #expect(sum(numbers(written)).mean?.text == mean)
    #expect(sum(numbers(written).reversed()).mean?.text == mean)
  }

  @Test func `of no numbers there is neither`() {
    #expect(DecimalSum().value == nil && DecimalSum().mean == nil)
  }

  @Test(arguments: Seeds.fixed(2, fresh: 2)) func `cents add up`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cents = (0..<50).map { _ in Int.random(in: -100_000...100_000, using: &random) }
    let written = cents.compactMap { cents in
      Value.Number(
        """
        \(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(cents.magnitude % 100 < 10 ? "0" : "")\(cents.magnitude % 100)
        """
      )
    }
    let sum = cents.reduce(0, +)
    #expect(written.count == 50)
    #expect(self.sum(written).value.map { $0.text.filter { $0 != "." } }.flatMap(Int.init) == sum, "seed \(seed)")
  }
}
