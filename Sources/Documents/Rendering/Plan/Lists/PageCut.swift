/// The rule by which a list is cut into pages.
struct PageCut: Equatable, Sendable {
  /// The maximum number of entries on a page. A stable page may have more if too few of its entries have a rank.
  let size: Int
  let pagination: PageLayout.Pagination

  /// The number of entries on either side of an entry that determine whether a page ends after it.
  var reach: Int { max(1, size / 4) }
}

/// Stable pages: the entries determine where a list is cut, and not the number of entries before them.
///
/// Every entry has a rank that follows from its identity alone. A page ends after an entry if and only if the entry has
/// the highest rank within *w* = size / 4 entries on either side. Near the ends of the list, where there are fewer than
/// *w* entries on a side, no page ends. So a border depends only on the 2*w* entries around it, and an entry that is
/// inserted or removed can only move borders among the *w* entries on either side of it:
///
///     ranks       3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4          w = 3
///                 └── none ──┘│             │        └─ none
///                             9 is highest  9 is highest among the three before it and the three after it
///
/// Two borders are more than *w* entries apart, and about 2*w* + 1 on average. A run of entries between two borders
/// that is longer than a page is cut inside, after its highest rank, and both parts in the same way. Such cuts depend
/// on the run alone.
///
/// The invariant is that the pages of a list depend on its entries alone, and not on the edits that led to them.
/// ``PageList`` maintains it when it cuts only the stretches around edits again.
///
/// Sources: cutting at local maxima is Bjørner, Blass, Gurevich, “Content-dependent chunking for differential
/// compression, the local maximum approach”, Journal of Computer and System Sciences 76, 2010. The cuts inside a run
/// form a treap (Seidel, Aragon, “Randomized search trees”, Algorithmica 16, 1996), whose shape does not depend on the
/// order of edits.
extension PageCut {
  /// A part of a list that becomes a page.
  struct Piece: Equatable {
    var items: Range<Int>
    /// Whether the page ends at a border or at the end of the list, and not at a cut inside a run.
    var endsAtBorder: Bool
  }

  /// Cuts a stretch of a list into pages. The stretch begins after a border or at the beginning of the list, and ends
  /// at a border or at the end of the list.
  ///
  /// - Parameters:
  ///   - items: The indices of the stretch's entries in `ranks`.
  ///   - ranks: The ranks of these entries and of at least ``reach`` entries on either side, or of all entries there
  ///     are on that side. No page ends after an entry without a rank.
  /// - Returns: The pages, in order. Their indices are those of `ranks`.
  /// - Complexity: O(*n*) on average, *n* being the number of ranks, and O(*n* · ``reach``) in the worst case; in
  ///   addition, O(*r* log *r*) on average for each run of *r* entries that is longer than a page.
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

  /// Returns the indices of the entries that are borders: those with the highest rank within ``reach`` entries on
  /// either side.
  private func borders(in items: Range<Int>, among ranks: [UInt64?]) -> [Int] {
    var borders: [Int] = []
    var index = max(items.lowerBound, reach)
    let end = min(items.upperBound, ranks.count - reach)
    while index < end {
      guard let rank = ranks[index] else {
        index += 1
        continue
      }
      // No entry between this one and the first higher one after it is a border, because this one is near it and not
      // lower. Of equal ranks, the first counts as the highest.
      if let higher = (index + 1...index + reach).first(where: { ranks[$0].map { $0 > rank } ?? false }) {
        index = higher
        continue
      }
      if (index - reach..<index).allSatisfy({ ranks[$0].map { $0 < rank } ?? true }) { borders.append(index) }
      index += reach + 1
    }
    return borders
  }

  /// Returns the parts of a run, which is cut if it is longer than a page.
  private func parts(of run: Range<Int>, _ ranks: [UInt64?]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    // The parts that may still be too long, the first one last.
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

  /// Returns the index at which a run is cut: after the entry with the highest rank, or `nil` if no entry before the
  /// last has a rank. Both parts have at least an eighth of a page if there is an entry with a rank that allows it.
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
