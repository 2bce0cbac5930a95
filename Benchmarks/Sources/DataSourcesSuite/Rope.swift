import _RopeModule

/// The baseline: a rope of numbers from swift-collections.
struct NumberRope {
  struct Number: RopeElement {
    struct Index: Comparable {
      static func < (lhs: Self, rhs: Self) -> Bool { false }
    }

    struct Summary: RopeSummary {
      var count: Int

      static var zero: Summary { Summary(count: 0) }
      static var maxNodeSize: Int { 64 }
      var isZero: Bool { count == 0 }
      mutating func add(_ other: Summary) { count += other.count }
      mutating func subtract(_ other: Summary) { count -= other.count }
    }

    struct Metric: RopeMetric {
      typealias Element = Number
      func size(of summary: Summary) -> Int { summary.count }
      func index(at offset: Int, in element: Number) -> Index { Index() }
    }

    var value: Int
    var summary: Summary { Summary(count: 1) }
    var isEmpty: Bool { false }
    var isUndersized: Bool { false }
    func invariantCheck() {}
    mutating func rebalance(nextNeighbor right: inout Number) -> Bool { false }
    mutating func rebalance(prevNeighbor left: inout Number) -> Bool { false }
    mutating func split(at index: Index) -> Number { self }
  }

  private var rope: Rope<Number>

  init(count: Int) {
    rope = Rope((0..<count).map { Number(value: $0) })
  }

  mutating func insertAndRemove(_ value: Int, at position: Int, removing other: Int) {
    rope.insert(Number(value: value), at: position, in: Number.Metric())
    _ = rope.remove(at: other, in: Number.Metric())
  }
}
