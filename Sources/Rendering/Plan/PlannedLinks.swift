import Fingerprints

/// Where the links in the cells of objects lead, and which objects have links there: so that a page that comes, goes, moves or is called
/// otherwise is looked at with all that lead to it, and with no other.
///
///     links of objects      targets                          places
///     a work    ──┬──────▶  artists/blake   referrers: 2  ─▶ object 17
///     another   ──┘  ┌───▶  kinds: engraving           1  ─▶ section 3 of listing 2
///               ─────┘      artists/nobody             1  ─▶ none: shown as text
struct PlannedLinks: Sendable {
  /// What stands where a link leads.
  enum Place: Hashable, Sendable {
    case object(Int32)
    case section(listing: Int, PlannedListing.Handle)
    case branch(listing: Int, SectionTree.Path)
  }

  /// What a link leads to, whether it is there or not.
  private struct Target: Sendable {
    let identity: Fingerprint
    let target: PageTarget
    let destination: String
    var place: Place?
    /// The fingerprint of what a link shows: the title and the address; that of nothing where nothing is there.
    var link = Fingerprint.none
    /// The objects with cells that lead there.
    var referrers: [Int32] = []
    /// The objects that are parts of it.
    var parts: [Int32] = []
  }

  /// A link in the cells of an object.
  private struct Link: Equatable, Sendable {
    /// The number of its target.
    let target: Int32
    /// Whether cards have it, and not only the page of the object.
    let isOnCards: Bool
  }

  /// What an object's cells lead to, before it has a number.
  struct Draft: Sendable {
    fileprivate typealias Target = (identity: Fingerprint, target: PageTarget)

    fileprivate let targets: [(target: Target, isOnCards: Bool)]
    fileprivate let whole: Target?

    static let none = Draft(nil, partOf: nil)

    init(_ links: ObjectLinks?, partOf whole: ObjectID?) {
      var known: Set<Fingerprint> = []
      func newTargets(_ targets: [PageTarget], isOnCards: Bool) -> [(target: Target, isOnCards: Bool)] {
        targets.map { (($0.identity, $0), isOnCards) }.filter { known.insert($0.target.identity).inserted }
      }
      targets =
        newTargets(links?.inAllCells ?? [], isOnCards: true) + newTargets(links?.onItsPage ?? [], isOnCards: false)
      self.whole = whole.map { PageTarget.object($0) }.map { ($0.identity, $0) }
    }
  }

  private var targets: [Target?] = []
  private var free: [Int32] = []
  private var numbers: [Fingerprint: Int32] = [:]
  /// The links of each object.
  private var links: [[Link]] = []
  /// The number of the target that each object is a part of; -1 for one that is a part of none.
  private var wholes: [Int32] = []
  /// The targets whose links may show something else.
  private var outdated: [Int32] = []
  /// The objects that are parts of something else than before.
  private var regrouped: Set<Int32> = []

  /// Whether no object has links.
  var isEmpty: Bool { numbers.isEmpty }

  /// Notes where the links of an object lead, in the place of those that it had.
  ///
  /// What stands there is found out when all is ``settle(place:link:)``d.
  mutating func set(_ draft: Draft, of object: Int32) {
    let old = links(of: object), oldWhole = whole(of: object)
    if old.isEmpty, oldWhole < 0, draft.targets.isEmpty, draft.whole == nil { return }
    grow(to: object)
    let new = draft.targets.map { Link(target: number(of: $0.target), isOnCards: $0.isOnCards) }
    let whole = draft.whole.map { number(of: $0) } ?? -1
    // Mostly an object that is updated has the links that it had.
    if new != old {
      let (oldTargets, newTargets) = (old.map(\.target), new.map(\.target))
      for number in newTargets where !oldTargets.contains(number) { targets[Int(number)]?.referrers.append(object) }
      links[Int(object)] = new
      for number in oldTargets where !newTargets.contains(number) { targets[Int(number)]?.referrers.remove(object) }
    }
    if whole != oldWhole {
      if whole >= 0 { targets[Int(whole)]?.parts.append(object) }
      wholes[Int(object)] = whole
      regrouped.insert(object)
      if oldWhole >= 0 { targets[Int(oldWhole)]?.parts.remove(object) }
    }
    for number in old.map(\.target) + [oldWhole] where number >= 0 { release(number) }
  }

  /// Notes that an object has gone.
  mutating func remove(_ object: Int32) { set(.none, of: object) }

  private func links(of object: Int32) -> [Link] { Int(object) < links.count ? links[Int(object)] : [] }

  private func whole(of object: Int32) -> Int32 { Int(object) < wholes.count ? wholes[Int(object)] : -1 }

  private mutating func grow(to object: Int32) {
    let missing = Int(object) + 1 - links.count
    guard missing > 0 else { return }
    links += Array(repeating: [], count: missing)
    wholes += Array(repeating: -1, count: missing)
  }

  /// The number of a target, which gets one if it has none.
  private mutating func number(of target: (identity: Fingerprint, target: PageTarget)) -> Int32 {
    if let number = numbers[target.identity] { return number }
    let new = Target(identity: target.identity, target: target.target, destination: target.target.destination)
    let number = free.popLast() ?? Int32(targets.count)
    if Int(number) < targets.count { targets[Int(number)] = new } else { targets.append(new) }
    outdated.append(number)
    numbers[target.identity] = number
    return number
  }

  /// Forgets a target to which no link leads.
  private mutating func release(_ number: Int32) {
    guard let target = targets[Int(number)], target.referrers.isEmpty, target.parts.isEmpty else { return }
    numbers[target.identity] = nil
    targets[Int(number)] = nil
    free.append(number)
  }
}

// MARK: - Places

extension PlannedLinks {
  /// Notes that something has come or gone to which links may lead, or may have another title, address or place among those of its name.
  mutating func outdate(_ identity: Fingerprint) {
    if let number = numbers[identity] { outdated.append(number) }
  }

  /// Finds out what stands where links lead, and what they show.
  ///
  /// - Parameters:
  ///   - place: Returns what stands there; nil if there is no such page.
  ///   - link: Returns the fingerprint of its title and address; nil for what has no page.
  /// - Returns: The identities of what links show otherwise than before.
  mutating func settle(place: (PageTarget) -> Place?, link: (Place) -> Fingerprint?) -> Set<Fingerprint> {
    var changed: Set<Fingerprint> = []
    for number in outdated {
      guard let target = targets[Int(number)] else { continue }
      let new = place(target.target)
      let shown = new.flatMap(link) ?? .none
      if shown != target.link || new != target.place { changed.insert(target.identity) }
      targets[Int(number)]?.place = new
      targets[Int(number)]?.link = shown
    }
    outdated = []
    return changed
  }

  /// The links in a cell of an object.
  ///
  /// - Parameter isCard: Whether it is one of those in listings.
  private func links(of object: Int32, onCard isCard: Bool) -> some Collection<Link> {
    links(of: object).lazy.filter { $0.isOnCards || !isCard }
  }

  /// The fingerprint of a cell of an object with what its links show.
  ///
  /// - Parameters:
  ///   - content: The fingerprint of the rest.
  ///   - isCard: Whether the cell is one of those in listings.
  func fingerprint(_ content: Fingerprint, withLinksOf object: Int32, onCard isCard: Bool) -> Fingerprint {
    let links = links(of: object, onCard: isCard)
    if links.isEmpty { return content }
    var parts = Fingerprinter()
    parts.combine(content)
    for link in links { parts.combine(targets[Int(link.target)]?.link ?? .none) }
    return parts.finish()
  }

  /// What is there where the links in a cell of an object lead.
  ///
  /// - Parameter isCard: Whether the cell is one of those in listings.
  func places(of object: Int32, onCard isCard: Bool) -> [(destination: String, place: Place)] {
    links(of: object, onCard: isCard).compactMap { link in
      targets[Int(link.target)].flatMap { target in target.place.map { (target.destination, $0) } }
    }
  }

  /// The objects with cells that have links to something, and whether cards have them, too.
  func referrers(to identity: Fingerprint) -> [(object: Int32, isOnCards: Bool)] {
    guard let number = numbers[identity], let referrers = targets[Int(number)]?.referrers else { return [] }
    return referrers.map { object in
      (object, links(of: object, onCard: true).contains { $0.target == number })
    }
  }

  /// The objects that an object is a part of, the outermost first. Those that are parts of each other are named once.
  func wholes(around object: Int32) -> [Int32] {
    var found: [Int32] = []
    var inner = object
    while case let number = whole(of: inner), number >= 0, case .object(let outer)? = targets[Int(number)]?.place,
      outer != object, !found.contains(outer)
    {
      found.append(outer)
      inner = outer
    }
    return found.reversed()
  }

  /// Returns the objects that are parts of something else since it was asked last.
  mutating func takeRegrouped() -> Set<Int32> {
    defer { regrouped = [] }
    return regrouped
  }

  /// The objects that are parts of something, at any depth.
  ///
  /// - Parameter identity: Returns the identity of an object.
  func parts(of whole: Fingerprint, identity: (Int32) -> Fingerprint) -> [Int32] {
    if isEmpty { return [] }
    var found: [Int32] = []
    var known: Set<Int32> = []
    var rest = [whole]
    while let next = rest.popLast() {
      for part in numbers[next].flatMap({ targets[Int($0)]?.parts }) ?? [] where known.insert(part).inserted {
        found.append(part)
        rest.append(identity(part))
      }
    }
    return found
  }
}

extension [Int32] {
  fileprivate mutating func remove(_ number: Int32) {
    if let index = firstIndex(of: number) { remove(at: index) }
  }
}
