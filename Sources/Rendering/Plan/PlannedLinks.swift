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
  }

  /// What a link leads to, whether it is there or not.
  private struct Target: Sendable {
    let identity: Fingerprint
    let destination: String
    var place: Place?
    /// The fingerprint of what a link shows: the title and the address; that of nothing where nothing is there.
    var link = Fingerprint.none
    /// The objects whose cells lead there.
    var referrers: [Int32] = []
    /// The objects that are parts of it.
    var parts: [Int32] = []
  }

  /// What an object's cells lead to, before it has a number.
  struct Draft: Sendable {
    fileprivate let targets: [(identity: Fingerprint, target: PageTarget)]
    fileprivate let whole: (identity: Fingerprint, target: PageTarget)?

    static let none = Draft([], partOf: nil)

    init(_ targets: [PageTarget], partOf whole: ObjectID?) {
      var known: Set<Fingerprint> = []
      self.targets = targets.map { ($0.identity, $0) }.filter { known.insert($0.0).inserted }
      self.whole = whole.map { PageTarget.object($0) }.map { ($0.identity, $0) }
    }
  }

  private var targets: [Target?] = []
  private var free: [Int32] = []
  private var numbers: [Fingerprint: Int32] = [:]
  /// The numbers of the targets of each object's links.
  private var links: [[Int32]] = []
  /// The number of the target that each object is a part of; -1 for one that is a part of none.
  private var wholes: [Int32] = []
  /// The targets whose links may show something else.
  private var outdated: [Int32] = []

  /// Whether no object has links.
  var isEmpty: Bool { numbers.isEmpty }

  /// Notes where the links of an object lead, in the place of those that it had.
  ///
  /// - Parameter place: Returns what stands where a link leads that no other one did.
  mutating func set(_ draft: Draft, of object: Int32, place: (PageTarget) -> Place?) {
    let old = links(of: object), oldWhole = whole(of: object)
    if old.isEmpty, oldWhole < 0, draft.targets.isEmpty, draft.whole == nil { return }
    grow(to: object)
    let new = draft.targets.map { number(of: $0, place) }
    let whole = draft.whole.map { number(of: $0, place) } ?? -1
    // Mostly an object that is updated has the links that it had.
    if new != old {
      for number in new where !old.contains(number) { targets[Int(number)]?.referrers.append(object) }
      links[Int(object)] = new
      for number in old where !new.contains(number) { targets[Int(number)]?.referrers.remove(object) }
    }
    if whole != oldWhole {
      if whole >= 0 { targets[Int(whole)]?.parts.append(object) }
      wholes[Int(object)] = whole
      if oldWhole >= 0 { targets[Int(oldWhole)]?.parts.remove(object) }
    }
    for number in old + [oldWhole] where number >= 0 { release(number) }
  }

  /// Notes that an object has gone.
  mutating func remove(_ object: Int32) { set(.none, of: object) { _ in nil } }

  private func links(of object: Int32) -> [Int32] { Int(object) < links.count ? links[Int(object)] : [] }

  private func whole(of object: Int32) -> Int32 { Int(object) < wholes.count ? wholes[Int(object)] : -1 }

  private mutating func grow(to object: Int32) {
    let missing = Int(object) + 1 - links.count
    guard missing > 0 else { return }
    links += Array(repeating: [], count: missing)
    wholes += Array(repeating: -1, count: missing)
  }

  /// The number of a target, which gets one if it has none.
  private mutating func number(
    of target: (identity: Fingerprint, target: PageTarget), _ place: (PageTarget) -> Place?
  ) -> Int32 {
    if let number = numbers[target.identity] { return number }
    let new = Target(identity: target.identity, destination: target.target.destination, place: place(target.target))
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
  /// Notes what stands where links lead, if any do.
  mutating func setPlace(_ place: Place, of identity: Fingerprint) {
    guard let number = numbers[identity] else { return }
    targets[Int(number)]?.place = place
    outdated.append(number)
  }

  /// Notes that something has gone to which links lead.
  mutating func removePlace(_ place: Place, of identity: Fingerprint) {
    guard let number = numbers[identity], targets[Int(number)]?.place == place else { return }
    targets[Int(number)]?.place = nil
    outdated.append(number)
  }

  /// Notes that what links lead to may have another title or address.
  mutating func outdate(_ identity: Fingerprint) {
    if let number = numbers[identity] { outdated.append(number) }
  }

  /// Finds out what links show.
  ///
  /// - Parameter link: Returns the fingerprint of the title and the address of what is there; nil for what has no page.
  mutating func settle(link: (Place) -> Fingerprint?) {
    for number in outdated {
      let place = targets[Int(number)]?.place
      targets[Int(number)]?.link = place.flatMap(link) ?? .none
    }
    outdated = []
  }

  /// Adds what the links of an object show.
  func combine(linksOf object: Int32, into parts: inout Fingerprinter) {
    let links = links(of: object)
    parts.combine(links.count)
    for number in links { parts.combine(targets[Int(number)]?.link ?? .none) }
  }

  /// What is there where the links of an object lead.
  func places(of object: Int32) -> [(destination: String, place: Place)] {
    links(of: object).compactMap { number in
      targets[Int(number)].flatMap { target in target.place.map { (target.destination, $0) } }
    }
  }

  /// The objects whose cells have links to something.
  func referrers(to identity: Fingerprint) -> [Int32] {
    numbers[identity].flatMap { targets[Int($0)]?.referrers } ?? []
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
