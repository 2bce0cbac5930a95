/// An item to test chains with: it has an identity, a rank that it may share with others, and a version that changes by
/// updates.
public struct SampleItem: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity of the sample.
  public let id: Int
  /// A value to filter, sort and group by, one of ``ranks``.
  public var rank: Int
  /// The number of updates.
  public var version: Int

  /// All possible ranks.
  public static let ranks = 0..<5

  /// Creates a sample.
  public init(id: Int, rank: Int, version: Int = 0) {
    self.id = id
    self.rank = rank
    self.version = version
  }

  /// `id/rankversion`, as in `12/3v0`.
  public var description: String { "\(id)/\(rank)v\(version)" }
}
