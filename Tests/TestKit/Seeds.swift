import Foundation

/// The seeds of random cases.
///
/// A test tries fixed seeds, so that a case that failed once is always repeated, and fresh ones, which change with each
/// commit, so that many are tried over time. `make test` names the commit in `POMONA_SEED`; without it, there are no
/// fresh ones. `make fuzz` multiplies both numbers by `POMONA_EFFORT`. A failure prints its seed: `POMONA_SEEDS="17
/// 42"` tries only those that it lists.
public enum Seeds {
  /// Returns a number of fixed seeds, which are 0, 1, 2 …, and a number of fresh ones.
  public static func fixed(_ count: Int, fresh: Int) -> [UInt64] {
    fixed(Array(0..<UInt64(count * effort)), fresh: fresh)
  }

  /// Returns fixed seeds, and a number of fresh ones.
  public static func fixed(_ seeds: [UInt64], fresh: Int) -> [UInt64] {
    if let listed { return listed }
    guard let commit else { return seeds }
    var random = SeededGenerator(seed: commit)
    // Seeds are printed, and tests calculate with them: so they have nine digits.
    return seeds + (0..<fresh * effort).map { _ in UInt64.random(in: 100_000_000..<1_000_000_000, using: &random) }
  }

  /// Returns random numbers that a seed determines, for tests that see no declaration of the package's own.
  public static func generator(_ seed: UInt64) -> some RandomNumberGenerator { SeededGenerator(seed: seed) }

  /// Whether cases are tried that take more time than the tests have.
  public static var isThorough: Bool { effort > 1 }

  private static let environment = ProcessInfo.processInfo.environment
  private static let effort = environment["POMONA_EFFORT"].flatMap(Int.init) ?? 1
  private static let listed = environment["POMONA_SEEDS"].map { $0.split(separator: " ").compactMap { UInt64($0) } }
  /// The beginning of the commit's hash, as a number.
  private static let commit = environment["POMONA_SEED"].flatMap { UInt64($0.prefix(15), radix: 16) }
}
