package import Changesets

/// The climb of an item's place from a link to those upstream, one after the other. It holds nothing on its way, which would cost more than
/// the way itself; so it is not to be kept while code of others runs.
package struct Climb {
  // Safe: the first link is held by whoever climbs, and each holds its ascent, which holds those upstream of it, until an epoch changes them. There
  // is none while places are converted: conversions change nothing.
  private var link: Unmanaged<Link>
  /// The item's place, in the space of the source that is reached.
  package private(set) var path: ItemPath
  /// How many items before that one take the same way up to here. -1 where that is not known.
  package private(set) var before: Int
  /// How many items after that one take the same way up to here.
  package private(set) var after: Int

  /// Begins at a link.
  ///
  /// - Parameter count: How many items the path's section has.
  package init(_ path: ItemPath, from link: Link, count: Int) {
    self.path = path
    self.link = Unmanaged.passUnretained(link)
    before = path.item
    after = count - 1 - path.item
  }

  /// Begins at a link, without looking at neighbours.
  package init(_ path: ItemPath, from link: Link) {
    self.init(path, from: link, count: 0)
    before = -1
  }

  /// Whether a link is the one that is reached.
  func isAt(_ other: Link) -> Bool { link.toOpaque() == Unmanaged.passUnretained(other).toOpaque() }

  /// What answers messages at the link that is reached.
  package var responder: Unmanaged<AnyObject>? { link._withUnsafeGuaranteedRef { $0.unretainedResponder } }

  /// Goes to the link that the item comes from.
  ///
  /// - Returns: Whether there is one.
  package mutating func next() -> Bool {
    guard let ascent = link._withUnsafeGuaranteedRef({ $0.ascent.map { Unmanaged.passUnretained($0) } }),
      let origin = ascent._withUnsafeGuaranteedRef({ $0.sourcePath(path) })
    else { return false }
    if before >= 0 {
      let run = ascent._withUnsafeGuaranteedRef { $0.source()?.run(around: path) } ?? path.item..<path.item
      before = run.isEmpty ? -1 : min(before, path.item - run.lowerBound)
      after = min(after, run.upperBound - 1 - path.item)
    }
    guard let next = ascent._withUnsafeGuaranteedRef({ $0.link(origin.source).map { Unmanaged.passUnretained($0) } })
    else { return false }
    (link, path) = (next, origin.path)
    return true
  }
}
