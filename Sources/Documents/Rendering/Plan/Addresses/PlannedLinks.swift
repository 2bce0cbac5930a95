import Fingerprints

/// The links in the cells of objects, with the pages that they lead to. When a page is added, removed, moved or
/// renamed, the links determine the objects whose cells link to it, so that only the pages with these cells are
/// described again.
///
/// A *target* is what a link leads to, whether there is such a page or not. It records the objects with links to it,
/// its *referrers*, and is removed with the last of them:
///
///     links of objects      targets                          places
///     a work    ──┬──────▶  artists/blake   referrers: 2  ─▶ object 17
///     another   ──┘  ┌───▶  kinds: engraving           1  ─▶ section 3 of listing 2
///               ─────┘      artists/nobody             1  ─▶ none: shown as text
///
/// An update has two steps: edits mark targets as outdated, and ``settle(place:link:)`` looks up the places of the
/// outdated targets and reports those whose links show something else.
///
/// A target may also be a *whole*: an object that other objects are parts of, such as a series of works. The
/// breadcrumbs of a part lead through its wholes. A target with parts is not removed either.
struct PlannedLinks: Sendable {
  /// The page that a link leads to.
  enum Place: Hashable, Sendable {
    case object(ObjectNumber)
    case section(SectionReference)
    case branch(listing: Int, SectionTree.Path)
  }

  /// A target of links, whether there is such a page or not.
  private struct Target: Sendable {
    let identity: Fingerprint
    let target: PageTarget
    let destination: String
    var place: Place?
    /// The fingerprint of what a link shows: the title and the address of the page; ``Fingerprint/none`` if there is no
    /// page.
    var link = Fingerprint.none
    /// The objects with cells that link to the target.
    var referrers: Set<ObjectNumber> = []
    var parts: Set<ObjectNumber> = []
  }

  private struct Link: Equatable, Sendable {
    let target: Int32
    /// Whether the object's cards have the link, and not only the object's page.
    let isOnCards: Bool
  }

  /// The targets of an object's links, before the object has a number.
  struct Draft: Sendable {
    fileprivate typealias Target = (identity: Fingerprint, target: PageTarget)

    fileprivate let targets: [(target: Target, isOnCards: Bool)]
    fileprivate let whole: Target?

    static let none = Draft()

    private init() { (targets, whole) = ([], nil) }

    init(_ links: ObjectLinks, partOf whole: ObjectID?, _ parts: inout Fingerprinter) {
      var targets: [(target: Target, isOnCards: Bool)] = []
      var known = Set<Fingerprint>(minimumCapacity: links.inAllCells.count + links.onItsPage.count)
      for (pages, isOnCards) in [(links.inAllCells, true), (links.onItsPage, false)] {
        for page in pages {
          let identity = page.identity(&parts)
          if known.insert(identity).inserted { targets.append(((identity, page), isOnCards)) }
        }
      }
      self.targets = targets
      self.whole = whole.map { PageTarget.object($0) }.map { ($0.identity(&parts), $0) }
    }
  }

  private var targets: [Target?] = []
  private var free: [Int32] = []
  private var numbers: [Fingerprint: Int32] = [:]
  /// The links of each object, by its number.
  private var links: [[Link]] = []
  /// The number of the target that each object is a part of, or -1.
  private var wholes: [Int32] = []
  /// The targets that have to be looked up again.
  private var outdated: [Int32] = []
  /// The objects that have become part of another target, or of none.
  private var regrouped: Set<ObjectNumber> = []

  /// Whether there are no targets: no object has links or is a part of another one.
  var isEmpty: Bool { numbers.isEmpty }

  /// Replaces the links of an object.
  ///
  /// New targets have no places until ``settle(place:link:)`` looks these up.
  mutating func set(_ draft: Draft, of object: ObjectNumber) {
    let old = links(of: object), oldWhole = whole(of: object)
    if old.isEmpty, oldWhole == nil, draft.targets.isEmpty, draft.whole == nil { return }
    grow(to: object)
    let new = draft.targets.map { Link(target: number(of: $0.target), isOnCards: $0.isOnCards) }
    let whole = draft.whole.map { number(of: $0) }
    // An object that is updated mostly has the same links as before.
    if new != old {
      let (oldTargets, newTargets) = (old.map(\.target), new.map(\.target))
      for number in newTargets where !oldTargets.contains(number) { targets[Int(number)]?.referrers.insert(object) }
      links[Int(object)] = new
      for number in oldTargets where !newTargets.contains(number) { targets[Int(number)]?.referrers.remove(object) }
    }
    if whole != oldWhole {
      if let whole { targets[Int(whole)]?.parts.insert(object) }
      wholes[Int(object)] = whole ?? -1
      regrouped.insert(object)
      if let oldWhole { targets[Int(oldWhole)]?.parts.remove(object) }
    }
    for link in old { release(link.target) }
    if let oldWhole { release(oldWhole) }
  }

  mutating func remove(_ object: ObjectNumber) { set(.none, of: object) }

  private func links(of object: ObjectNumber) -> [Link] { Int(object) < links.count ? links[Int(object)] : [] }

  private func whole(of object: ObjectNumber) -> Int32? {
    Int(object) < wholes.count && wholes[Int(object)] >= 0 ? wholes[Int(object)] : nil
  }

  private mutating func grow(to object: ObjectNumber) {
    let missing = Int(object) + 1 - links.count
    guard missing > 0 else { return }
    links += Array(repeating: [], count: missing)
    wholes += Array(repeating: -1, count: missing)
  }

  /// Returns the number of a target, which is added if necessary.
  private mutating func number(of target: (identity: Fingerprint, target: PageTarget)) -> Int32 {
    if let number = numbers[target.identity] { return number }
    let new = Target(identity: target.identity, target: target.target, destination: target.target.destination)
    let number = free.popLast() ?? Int32(targets.count)
    if Int(number) < targets.count { targets[Int(number)] = new } else { targets.append(new) }
    outdated.append(number)
    numbers[target.identity] = number
    return number
  }

  /// Removes a target if it has neither referrers nor parts.
  private mutating func release(_ number: Int32) {
    guard let target = targets[Int(number)], target.referrers.isEmpty, target.parts.isEmpty else { return }
    numbers[target.identity] = nil
    targets[Int(number)] = nil
    free.append(number)
  }
}

// MARK: - Places

extension PlannedLinks {
  /// Records that a page to which links may lead was inserted, removed, moved or renamed, or that the order of the
  /// objects with this identity has changed.
  mutating func outdate(_ identity: Fingerprint) { if let number = numbers[identity] { outdated.append(number) } }

  /// Looks up the places of the outdated targets, and what links to them show.
  ///
  /// - Parameters:
  ///   - place: Returns the place of a target, or `nil` if there is no such page.
  ///   - link: Returns the fingerprint of the title and the address of a place, or `nil` if it has no page.
  /// - Returns: The identities of the targets whose places, titles or addresses have changed.
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

  private func links(of object: ObjectNumber, onCard isCard: Bool) -> some Collection<Link> {
    links(of: object).lazy.filter { $0.isOnCards || !isCard }
  }

  /// Returns the fingerprint of a cell of an object, including what its links show.
  func fingerprint(
    _ content: Fingerprint, withLinksOf object: ObjectNumber, onCard isCard: Bool, _ parts: inout Fingerprinter
  ) -> Fingerprint {
    let links = links(of: object, onCard: isCard)
    if links.isEmpty { return content }
    parts.combine(content)
    for link in links { parts.combine(targets[Int(link.target)]?.link ?? .none) }
    return parts.finish()
  }

  /// Returns the places to which the links in a cell of an object lead. Links without a page are left out.
  func places(of object: ObjectNumber, onCard isCard: Bool) -> [(destination: String, place: Place)] {
    links(of: object, onCard: isCard).compactMap { link in
      targets[Int(link.target)].flatMap { target in target.place.map { (target.destination, $0) } }
    }
  }

  /// Returns the objects whose cells link to a target, and whether their cards have such links.
  func referrers(to identity: Fingerprint) -> [(object: ObjectNumber, isOnCards: Bool)] {
    guard let number = numbers[identity], let referrers = targets[Int(number)]?.referrers else { return [] }
    return referrers.map { object in (object, links(of: object, onCard: true).contains { $0.target == number }) }
  }

  /// Returns the objects that an object is a part of, the outermost first. If objects are parts of each other, the
  /// search ends before it would return to one that it has found.
  func wholes(around object: ObjectNumber) -> [ObjectNumber] {
    if isEmpty { return [] }
    var found: [ObjectNumber] = []
    var known: Set = [object]
    var inner = object
    while let number = whole(of: inner), case .object(let outer)? = targets[Int(number)]?.place,
      known.insert(outer).inserted
    {
      found.append(outer)
      inner = outer
    }
    return found.reversed()
  }

  /// Returns the objects that have become part of another target since the last call, and resets them.
  mutating func takeRegrouped() -> Set<ObjectNumber> {
    defer { regrouped = [] }
    return regrouped
  }

  /// Returns the objects that are parts of a target, at any depth.
  func parts(of whole: Fingerprint, identity: (ObjectNumber) -> Fingerprint) -> Set<ObjectNumber> {
    if isEmpty { return [] }
    var found: Set<ObjectNumber> = []
    var rest = [whole]
    while let next = rest.popLast() {
      for part in numbers[next].flatMap({ targets[Int($0)]?.parts }) ?? [] where found.insert(part).inserted {
        rest.append(identity(part))
      }
    }
    return found
  }
}
