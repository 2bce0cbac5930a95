import Fingerprints

/// The slugs of things that have names, all different however a file system compares them; it goes with the things as they come and go.
///
/// A name has its plain slug unless it shares it with another name: then only the name that already is the slug keeps it, and the others end
/// in a digest of their own. So a slug follows from the names that share it, and from their order only where names are equal: a name that
/// comes or goes can change the slugs of those alone that it shares one with. What a digest spells out may be another name's plain slug; the
/// table remembers who has looked at such a slug, and looks again when that name comes or goes.
struct SlugTable: Sendable {
  /// What a thing is called, and the plain slug of that.
  struct Name {
    let text: String
    let slug: String

    init(_ text: String, slug: String) { (self.text, self.slug) = (text, slug) }

    /// A name with its own slug.
    init(_ text: String) { self.init(text, slug: Slug.plain(text)) }
  }

  /// Those whose names have one plain slug, or something else in common.
  enum Owners: Sendable {
    case one(Int32)
    case several([Int32])

    /// Nil for none.
    private init?(_ owners: [Int32]) {
      guard let first = owners.first else { return nil }
      self = owners.count > 1 ? .several(owners) : .one(first)
    }

    var all: [Int32] {
      switch self {
      case .one(let owner): [owner]
      case .several(let owners): owners
      }
    }

    /// These, and another one.
    func adding(_ owner: Int32) -> Owners { .several(all + [owner]) }

    /// These without one; nil where no other is left.
    func removing(_ owner: Int32) -> Owners? { Owners(all.filter { $0 != owner }) }
  }

  /// By the hash of their plain slugs.
  private var owners: [UInt64: Owners] = [:]
  /// The owners of slugs with digests, and their slugs.
  private var marks: [String: Int32] = [:]
  private var marksOfOwners: [Int32: String] = [:]
  /// For the hash of each slug with a digest that was considered, the hashes of the plain slugs whose owners considered it.
  private var interests: [UInt64: Set<UInt64>] = [:]
  /// The hashes of the plain slugs whose owners may need other slugs.
  private var touched: Set<UInt64> = []
  /// Slugs that are taken by something else.
  private(set) var reserved: Set<String>

  init(except reserved: Set<String> = []) { self.reserved = reserved }

  static func hash(_ slug: String) -> UInt64 { Fingerprint(slug).low }

  /// Adds a thing, which has its plain slug unless ``settle(name:precedes:)`` says otherwise.
  ///
  /// - Parameters:
  ///   - owner: The thing.
  ///   - slug: The plain slug of its name.
  ///   - hash: That of the slug.
  /// - Complexity: O(1) on average.
  mutating func insert(_ owner: Int32, _ slug: String, _ hash: UInt64) {
    if let others = owners[hash] {
      owners[hash] = others.adding(owner)
      touched.insert(hash)
      return
    }
    owners[hash] = .one(owner)
    if !Slug.isUsable(slug) || reserved.contains(slug) { touched.insert(hash) }
    if !interests.isEmpty, let groups = interests[hash] { touched.formUnion(groups) }
  }

  /// Takes a thing out.
  ///
  /// - Parameters:
  ///   - owner: The thing.
  ///   - hash: That of the plain slug of its name.
  mutating func remove(_ owner: Int32, _ hash: UInt64) {
    release(owner)
    owners[hash] = owners[hash]?.removing(owner)
    if owners[hash] != nil {
      touched.insert(hash)
    } else if !interests.isEmpty {
      touched.formUnion(interests[hash] ?? [])
    }
  }

  private mutating func release(_ owner: Int32) {
    guard !marksOfOwners.isEmpty, let mark = marksOfOwners.removeValue(forKey: owner) else { return }
    if marks[mark] == owner { marks[mark] = nil }
  }

  /// Says that things may stand in another order, which decides between equal names.
  mutating func touch(_ hash: UInt64) {
    if case .several = owners[hash] { touched.insert(hash) }
  }

  /// Says whether a slug is taken by something else.
  mutating func reserve(_ slug: String, _ isTaken: Bool) {
    guard reserved.contains(slug) != isTaken else { return }
    if isTaken { reserved.insert(slug) } else { reserved.remove(slug) }
    let hash = Self.hash(slug)
    touched.insert(hash)
    touched.formUnion(interests[hash] ?? [])
  }

  /// The things that have slugs with digests.
  var markedOwners: some Collection<Int32> { marksOfOwners.keys }

  /// Whether anything may have to have another slug.
  var isSettled: Bool { touched.isEmpty }

  /// Finds the slugs of those that may have to have others.
  ///
  /// - Parameters:
  ///   - name: Returns the name of a thing.
  ///   - precedes: Whether a thing stands before another.
  /// - Complexity: O(*k* log *k*) on average for *k* things that share their plain slugs with one that came or went.
  mutating func settle(
    name: (Int32) -> Name, precedes: (Int32, Int32) -> Bool
  ) -> [(owner: Int32, slug: String)] {
    var found: [Int32: String] = [:]
    while let hash = touched.popFirst() {
      guard let all = owners[hash]?.all else { continue }
      let members = all.count > 1 ? all.sorted(by: precedes) : all
      let names = members.map(name)
      let plain = names[0].slug
      members.forEach { release($0) }
      let isFree = Slug.isUsable(plain) && !reserved.contains(plain)
      let keeper = isFree ? (members.count == 1 ? 0 : names.firstIndex { $0.text == plain }) : nil
      for (index, owner) in members.enumerated() {
        found[owner] = index == keeper ? plain : mark(owner, names[index], hash, name)
      }
    }
    return found.map { ($0.key, $0.value) }
  }

  /// Finds a slug with a digest.
  private mutating func mark(
    _ owner: Int32, _ name: Name, _ hash: UInt64, _ nameOf: (Int32) -> Name
  ) -> String {
    var salt = ""
    while true {
      let slug = Slug.marked(name.slug, with: name.text + salt)
      let slugHash = Self.hash(slug)
      interests[slugHash, default: []].insert(hash)
      salt += "\u{0}"
      if owners[slugHash] != nil || reserved.contains(slug) { continue }
      if let other = marks[slug] {
        // Of equal names the first has it; of different ones, which have the same digest once in four thousand million pairs, the lesser.
        let otherName = nameOf(other)
        let otherHash = Self.hash(otherName.slug)
        guard otherHash != hash, name.text.precedesByBytes(otherName.text) else { continue }
        touched.insert(otherHash)
      }
      marks[slug] = owner
      marksOfOwners[owner] = slug
      return slug
    }
  }

  /// The thing that has a slug.
  ///
  /// - Parameter slug: Returns the slug of a thing.
  func owner(of wanted: String, slug: (Int32) -> String) -> Int32? {
    if let owner = marks[wanted] { return owner }
    return owners[Self.hash(wanted)]?.all.first { slug($0) == wanted }
  }

  /// The things whose names have a plain slug.
  func owners(ofPlain slug: String) -> [Int32] { owners[Self.hash(slug)]?.all ?? [] }
}
