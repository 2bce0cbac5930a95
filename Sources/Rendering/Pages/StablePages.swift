/// Cuts a section where its objects say so, and not where a page happens to be full.
///
/// Every object has a rank that follows from its identity alone. A run of cells that is too long for a page is cut after the object of
/// the highest rank in it, and both parts in the same way. So a boundary is there because of the objects around it: one that comes or
/// goes changes the page that it is on, and splits or joins that page at the most, save in rare cases one or two around it.
///
/// Source: the ranks make a treap of the section (Seidel, Aragon, “Randomized search trees”, 1996), whose shape does not depend on the
/// order of edits; cutting by content is known from rsync-like chunking (Eshghi, Tang, “A framework for analyzing and improving
/// content-based chunking algorithms”, 2005).
enum StablePages {
  /// The pages of a section.
  ///
  /// - Parameters:
  ///   - ranks: The rank of each cell's object; nothing for a cell without one, after which nothing is cut.
  ///   - size: How many cells a page has at the most. Where too few objects are among them, a page may have more.
  /// - Returns: The items of each page, in order; a single empty page for an empty section.
  /// - Complexity: O(*n* log *n*) on average, *n* being the number of cells.
  static func cut(_ ranks: [UInt64?], size: Int) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    // The parts that are still to be cut, the first on top.
    var rest = [ranks.startIndex..<ranks.endIndex]
    while let run = rest.popLast() {
      if run.count > size, let boundary = boundary(in: run, ranks, size: size) {
        rest.append(boundary..<run.upperBound)
        rest.append(run.lowerBound..<boundary)
      } else {
        pages.append(run)
      }
    }
    return pages
  }

  /// Where a run is cut: behind its highest rank. Both parts have an eighth of a page at least, if there is an object that allows it.
  private static func boundary(in run: Range<Int>, _ ranks: [UInt64?], size: Int) -> Int? {
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
