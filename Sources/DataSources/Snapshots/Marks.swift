/// Identifiers that were marked, in the order of marking.
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  /// For each identifier, when it was marked.
  private var ticks: [Identifier: Int] = [:]
  private var next = 0

  /// The identifiers, in the order of marking.
  ///
  /// - Complexity: O(*m* log *m*), *m* being the number of marks.
  var identifiers: [Identifier] { ticks.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ identifier: Identifier) -> Bool { ticks[identifier] != nil }

  /// Marks an identifier; one that is marked stays where it is.
  mutating func insert(_ identifier: Identifier) {
    guard ticks[identifier] == nil else { return }
    ticks[identifier] = next
    next &+= 1
  }

  mutating func remove(_ identifier: Identifier) { ticks.removeValue(forKey: identifier) }

  mutating func removeAll() { ticks.removeAll() }
}

extension Marks: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ticks.count == rhs.ticks.count && lhs.identifiers == rhs.identifiers
  }
}
