/// Where a list is cut into pages.
struct PageCut: Equatable, Sendable {
  /// The number of entries that a page has at the most. Where too few entries have a rank, a stable page may have more.
  let size: Int
  let pagination: PageLayout.Pagination

  /// The number of entries on either side of another that say whether a page ends behind that one.
  var reach: Int { max(1, size / 4) }
}

/// Stable pages: a list is cut where its entries say so, and not where a page happens to be full.
///
/// Every entry has a rank that follows from its identity alone. A page ends behind an entry if and only if its rank is the highest within
/// *w* = size / 4 entries on either side; near the ends of the list, where there are not as many, none does. So a border is there because
/// of the 2*w* entries around it, and an entry that comes or goes can only move borders among its *w* neighbours on either side:
///
///     ranks       3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4          w = 3
///                 └── none ──┘│             │        └─ none
///                             9 is highest  9 is highest among the three before it and the three behind it
///
/// Two borders are more than *w* entries apart, and about 2*w* + 1 on average. A run between two of them that is longer than a page is
/// cut inside, behind its highest rank, and both parts in the same way: such a cut follows from the run alone.
///
/// Sources: cutting at local maxima is Bjørner, Blass, Gurevich, “Content-dependent chunking for differential compression, the local
/// maximum approach”, Journal of Computer and System Sciences 76, 2010. The cuts inside make a treap of the run (Seidel, Aragon,
/// “Randomized search trees”, Algorithmica 16, 1996), whose shape does not depend on the order of edits.
extension PageCut {
  /// A page of a list.
  struct Piece: Equatable {
    var items: Range<Int>
    /// Whether the page ends because of the entries around its end: at a border, or where the list ends, and not by a cut inside a run.
    var endsAtBorder: Bool
  }

  /// Cuts some neighbours in a list, the first of which stands behind a border or at the beginning, and the last at a border or at the end.
  ///
  /// - Parameters:
  ///   - items: Where they stand among the ranks.
  ///   - ranks: Theirs, and those of at least ``reach`` entries on either side, or of all that there are. An entry without a rank ends no page.
  /// - Complexity: O(*n*) on average, *n* being the number of ranks; O(*n* · ``reach``) at the most, and O(*r* log *r*) for runs of *r*
  ///   entries that are longer than a page.
  func pieces(of items: Range<Int>, among ranks: [UInt64?]) -> [Piece] {
    var pieces: [Piece] = []
    var start = items.lowerBound
    func add(_ run: Range<Int>) {
      for part in parts(of: run, ranks) {
        pieces.append(Piece(items: part, endsAtBorder: part.upperBound == run.upperBound))
      }
    }
    for border in borders(in: items, among: ranks) where border + 1 < items.upperBound {
      add(start..<border + 1)
      start = border + 1
    }
    add(start..<items.upperBound)
    return pieces
  }

  /// The entries that a page ends behind.
  private func borders(in items: Range<Int>, among ranks: [UInt64?]) -> [Int] {
    var borders: [Int] = []
    var index = max(items.lowerBound, reach)
    let end = min(items.upperBound, ranks.count - reach)
    while index < end {
      guard let rank = ranks[index] else {
        index += 1
        continue
      }
      // What stands between an entry and the first higher one behind it has that entry near enough to be no border. Of equal ranks the
      // first is the higher one.
      if let higher = (index + 1...index + reach).first(where: { ranks[$0].map { $0 > rank } ?? false }) {
        index = higher
        continue
      }
      if (index - reach..<index).allSatisfy({ ranks[$0].map { $0 < rank } ?? true }) { borders.append(index) }
      index += reach + 1
    }
    return borders
  }

  /// A run, cut where it is longer than a page.
  private func parts(of run: Range<Int>, _ ranks: [UInt64?]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    // Those that are still to be cut, the first on top.
    var rest = [run]
    while let run = rest.popLast() {
      if run.count > size, let boundary = boundary(in: run, ranks) {
        rest.append(boundary..<run.upperBound)
        rest.append(run.lowerBound..<boundary)
      } else {
        parts.append(run)
      }
    }
    return parts
  }

  /// Where a run is cut: behind its highest rank. Both parts have an eighth of a page at least, if there is an entry that allows it.
  private func boundary(in run: Range<Int>, _ ranks: [UInt64?]) -> Int? {
    let least = max(1, size / 8)
    func highest(in items: Range<Int>) -> Int? {
      var best: (index: Int, rank: UInt64)?
      for index in items {
        if let rank = ranks[index], best.map({ rank > $0.rank }) ?? true { best = (index, rank) }
      }
      return best?.index
    }
    let inner = run.lowerBound + least - 1..<run.upperBound - least
    return (highest(in: inner) ?? highest(in: run.lowerBound..<run.upperBound - 1)).map { $0 + 1 }
  }
}
