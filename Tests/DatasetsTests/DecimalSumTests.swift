import TestKit
import Testing

@testable import Datasets

/// Sums and means of numbers as they are written.
@Suite struct DecimalSumTests {
  private func numbers(_ text: String) -> [Number] { text.split(separator: " ").compactMap { Number(String($0)) } }

  @Test(arguments: [
    ("0.1 0.2", "0.3"), ("1 2 3", "6"), ("1.50 2.5", "4.00"), ("-3 3", "0"), ("-0.5 0.25", "-0.25"),
    ("0.07 -0.05", "0.02"),
    ("1e3 0.5", "1000.5"), ("2.5e-3 1", "1.0025"), ("1e300 1", "1e+300"), ("+5 007", "12"), (".5 .5", "1.0"),
    ("99999999999999999999999999999999999999 1", "100000000000000000000000000000000000000"),
    ("9999999999999999999 0.0000000000000000001", "9999999999999999999.0000000000000000001"),
    ("99999999999999999999 0.0000000000000000001", "1e+20"),
  ])
  func sums(written: String, sum: String) {
    #expect(DecimalSum.total(of: numbers(written))?.text == sum)
    #expect(DecimalSum.total(of: numbers(written).reversed())?.text == sum)
  }

  @Test(arguments: [
    ("1 2", "1.5"), ("1 1 2", "1.33"), ("1 2 2", "1.67"), ("-1 -2 -2", "-1.67"), ("3 3", "3"), ("1.50 2.50", "2.00"),
    ("1.50 2.55", "2.025"), ("0.1 0.2 0.2", "0.167"), ("1 0 0 0 0 0 0 0", "0.13"), ("-1 0 0 0 0 0 0 0", "-0.13"),
    ("1850 1851", "1850.5"), ("1e300 1e300", "1e+300"),
  ])
  func means(written: String, mean: String) {
    #expect(DecimalSum.mean(of: numbers(written))?.text == mean)
    #expect(DecimalSum.mean(of: numbers(written).reversed())?.text == mean)
  }

  @Test func `of no numbers there is neither`() {
    #expect(DecimalSum.total(of: []) == nil)
    #expect(DecimalSum.mean(of: []) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `cents add up`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cents = (0..<50).map { _ in Int.random(in: -100_000...100_000, using: &random) }
    let written = cents.compactMap { cents in
      Number(
        "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(cents.magnitude % 100 < 10 ? "0" : "")\(cents.magnitude % 100)"
      )
    }
    let sum = cents.reduce(0, +)
    #expect(written.count == 50)
    #expect(DecimalSum.total(of: written).map { $0.text.filter { $0 != "." } }.flatMap(Int.init) == sum, "seed \(seed)")
  }
}
