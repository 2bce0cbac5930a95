import Fingerprints

/// The slugs of things that have names, such as the objects of a folder. It is updated as things are inserted and
/// removed. All slugs are distinct in every file system, regardless of how it compares names.
///
/// A thing is called an *owner*, and is represented by its number. The owners whose names have the same plain slug form
/// a group. If this slug is usable and not reserved, one owner of the group gets it: the only one, or the one that the
/// table's ``Preference`` names. All others get slugs that end in a digest of their names.
///
/// An owner that is inserted or removed affects only the slugs of its own group, with one exception: a slug with a
/// digest may be equal to the plain slug of another group. The table records for each slug with a digest which groups
/// have tried it, and settles these groups again when a group with that plain slug appears or disappears.
struct SlugTable: Sendable {
  /// Which of several owners with the same plain slug gets it.
  enum Preference {
    /// The owner whose name is equal to the plain slug, if there is one. So a slug follows from the names of its group,
    /// and depends on their order only if names are equal.
    case namesake
    /// The first owner in the order in which they precede each other.
    case first
  }

  struct Name {
    let text: String
    let slug: String

    init(_ text: String, slug: String) { (self.text, self.slug) = (text, slug) }

    init(_ text: String) { self.init(text, slug: Slug.plain(text)) }
  }

  /// The owners that have something in common, such as the plain slug of their names. There is at least one.
  enum Owners: Sendable {
    case one(Int32)
    case several([Int32])

    var all: [Int32] {
      switch self {
      case .one(let owner): [owner]
      case .several(let owners): owners
      }
    }

    func adding(_ owner: Int32) -> Owners { .several(all + [owner]) }

    /// Returns the owners without one, or `nil` if none is left.
    func removing(_ owner: Int32) -> Owners? {
      let rest = all.filter { $0 != owner }
      return rest.count > 1 ? .several(rest) : rest.first.map(Owners.one)
    }
  }

  /// The groups of owners, by the hash of their plain slug.
  private var owners: [UInt64: Owners] = [:]
  /// The owners of the slugs with digests, by slug.
  private var ownersByDigestSlug: [String: Int32] = [:]
  /// The slugs with digests, by owner: the inverse of `ownersByDigestSlug`.
  private var digestSlugsByOwner: [Int32: String] = [:]
  /// The groups that have tried a slug with a digest, by the hash of this slug. A group is represented by the hash of
  /// its plain slug.
  private var groupsByTriedSlug: [UInt64: Set<UInt64>] = [:]
  /// The hashes of the plain slugs of the groups whose slugs have to be determined again.
  private var touched: Set<UInt64> = []
  /// The slugs that are taken by other things than the owners.
  private(set) var reserved: Set<String>

  private let preference: Preference

  init(except reserved: Set<String> = [], preference: Preference = .namesake) {
    self.reserved = reserved
    self.preference = preference
  }

  static func hash(_ slug: String) -> UInt64 { Fingerprint(slug).low }

  /// Inserts an owner. It has its plain slug, unless ``settle(name:precedes:)`` returns another one.
  ///
  /// - Complexity: O(1) on average; O(*k*) if *k* other owners share the plain slug.
  mutating func insert(_ owner: Int32, _ slug: String, _ hash: UInt64) {
    if let others = owners[hash] {
      owners[hash] = others.adding(owner)
      touched.insert(hash)
      return
    }
    owners[hash] = .one(owner)
    if !Slug.isUsable(slug) || reserved.contains(slug) { touched.insert(hash) }
    if !groupsByTriedSlug.isEmpty, let groups = groupsByTriedSlug[hash] { touched.formUnion(groups) }
  }

  /// Removes an owner. The hash is that of its plain slug.
  ///
  /// - Complexity: O(1) on average; O(*k*) if *k* other owners share the plain slug.
  mutating func remove(_ owner: Int32, _ hash: UInt64) {
    release(owner)
    owners[hash] = owners[hash]?.removing(owner)
    if owners[hash] != nil {
      touched.insert(hash)
    } else if !groupsByTriedSlug.isEmpty {
      touched.formUnion(groupsByTriedSlug[hash] ?? [])
    }
  }

  private mutating func release(_ owner: Int32) {
    guard !digestSlugsByOwner.isEmpty, let slug = digestSlugsByOwner.removeValue(forKey: owner) else { return }
    if ownersByDigestSlug[slug] == owner { ownersByDigestSlug[slug] = nil }
  }

  /// Records that the order of a group's owners may have changed.
  mutating func touch(_ hash: UInt64) { if case .several = owners[hash] { touched.insert(hash) } }

  /// Records whether a slug is taken by something other than an owner.
  mutating func reserve(_ slug: String, _ isTaken: Bool) {
    guard reserved.contains(slug) != isTaken else { return }
    if isTaken { reserved.insert(slug) } else { reserved.remove(slug) }
    let hash = Self.hash(slug)
    touched.insert(hash)
    touched.formUnion(groupsByTriedSlug[hash] ?? [])
  }

  var ownersOfDigestSlugs: some Collection<Int32> { digestSlugsByOwner.keys }

  /// Whether all slugs are up to date.
  var isSettled: Bool { touched.isEmpty }

  /// Determines the slugs of all groups that may have changed.
  ///
  /// - Returns: All owners of these groups with their slugs, including those whose slugs are the same as before.
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of owners in these groups.
  mutating func settle(name: (Int32) -> Name, precedes: (Int32, Int32) -> Bool) -> [(owner: Int32, slug: String)] {
    var found: [Int32: String] = [:]
    while let hash = touched.popFirst() {
      guard let all = owners[hash]?.all else { continue }
      let members = all.count > 1 ? all.sorted(by: precedes) : all
      let names = members.map(name)
      let plain = names[0].slug
      members.forEach { release($0) }
      let isFree = Slug.isUsable(plain) && !reserved.contains(plain)
      let keeper: Int? =
        if !isFree { nil } else if members.count == 1 || preference == .first { 0 } else {
          names.firstIndex { $0.text == plain }
        }
      for (index, owner) in members.enumerated() {
        found[owner] = index == keeper ? plain : addDigest(owner, names[index], hash, name)
      }
    }
    return found.map { ($0.key, $0.value) }
  }

  /// Returns a free slug with a digest for an owner, and records it.
  ///
  /// If a slug is taken, the digest is computed again from the name and an additional null character.
  private mutating func addDigest(_ owner: Int32, _ name: Name, _ hash: UInt64, _ nameOf: (Int32) -> Name) -> String {
    var salt = ""
    while true {
      let slug = Slug.marked(name.slug, with: name.text + salt)
      let slugHash = Self.hash(slug)
      groupsByTriedSlug[slugHash, default: []].insert(hash)
      salt += "\u{0}"
      if owners[slugHash] != nil || reserved.contains(slug) { continue }
      if let other = ownersByDigestSlug[slug] {
        // Owners of the same group are processed in order, so that the first of them keeps the slug. Owners of
        // different groups rarely want the same slug: their shortened plain slugs have to be equal, and so have their
        // digests, which is so for one of 2³² pairs. Then the lesser name gets the slug, and the other group is settled
        // again.
        let otherName = nameOf(other)
        let otherHash = Self.hash(otherName.slug)
        guard otherHash != hash, name.text.precedesByBytes(otherName.text) else { continue }
        touched.insert(otherHash)
      }
      ownersByDigestSlug[slug] = owner
      digestSlugsByOwner[owner] = slug
      return slug
    }
  }

  /// Returns the owner that has a slug, or `nil` if there is none.
  func owner(of wanted: String, slug: (Int32) -> String) -> Int32? {
    if let owner = ownersByDigestSlug[wanted] { return owner }
    return owners[Self.hash(wanted)]?.all.first { slug($0) == wanted }
  }

  /// Returns the owners whose names have a plain slug, whatever slugs they have themselves.
  func owners(ofPlain slug: String) -> [Int32] { owners[Self.hash(slug)]?.all ?? [] }
}
