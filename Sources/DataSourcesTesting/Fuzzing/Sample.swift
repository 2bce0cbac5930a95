/// An item to try chains with: it knows itself, has a rank that it may share with others, and changes by versions.
public struct Sample: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// What tells it from all others.
  public let id: Int
  /// Something to filter, sort and group by: one of few.
  public var rank: Int
  /// How often it was updated.
  public var version: Int

  /// The ranks that there are.
  public static let ranks = 0..<5

  /// Makes a sample.
  public init(id: Int, rank: Int, version: Int = 0) {
    self.id = id
    self.rank = rank
    self.version = version
  }

  /// `id/rankversion`, as in `12/3v0`.
  public var description: String { "\(id)/\(rank)v\(version)" }
}
