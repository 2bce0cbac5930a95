/// The addresses of a document's objects. An address follows from the key of its object, as in `fruits/lemon`, or from
/// a pattern, or it is pinned by the history. All addresses that follow from keys of the same collection are in one
/// folder.
///
/// An address that is not pinned depends only on the preferred addresses of the objects in the same folder, which
/// mostly follow from their keys. So sorting and grouping the objects does not change it, unless keys are equal. In
/// folders whose pages have folders of their own, the pages of listings take precedence over those of objects, unless
/// these are pinned.
///
/// To find the address of an object:
///
///     object 17 ─▶ pinned?      ── yes ─▶ the pinned address
///                    │ no
///                    ▼
///                  its folder   ─▶ SlugTable of the folder ─▶ slug, with a digest if it conflicts
struct PlannedAddresses: Sendable {
  /// A folder of pages, as the value that identifies it.
  private struct Place: Hashable, Sendable {
    /// The folders. An array is stored, so that no address has to create one.
    var path: [String]
    /// Whether each page in the folder has a folder of its own.
    var hasFolders: Bool

    init(of path: PagePath) { self.init(path.outerFolders, hasFolders: path.isIndex) }

    init(_ path: [String], hasFolders: Bool) { (self.path, self.hasFolders) = (path, hasFolders) }

    func page(named name: String) -> PagePath {
      hasFolders ? PagePath(path + [name], PagePath.index) : PagePath(path, name)
    }
  }

  /// The address that an object has if no other one has it: where it is looked for when it changes, in a few bytes.
  struct Preference: Equatable, Sendable {
    /// The number of the object's group: of the objects whose identities name the same collection.
    let group: Int32
    let folder: Int32
    let slugHash: UInt64
  }

  private struct Folder: Sendable {
    let place: Place
    var slugs: SlugTable
  }

  /// The objects whose identities name the same collection.
  private struct IdentityGroup: Sendable {
    let folder: String
    /// The number of the folder for addresses that follow from keys; `nil` until there is such an address.
    var plainFolder: Int32?
    var count = 0
    /// The objects that lack a value that the pattern of their addresses requires.
    var incomplete: Set<ObjectNumber> = []
  }

  private var folders: [Folder] = []
  private var numbers: [Place: Int32] = [:]
  private var groups: [IdentityGroup] = []
  private var groupNumbers: [String: Int32] = [:]
  /// The pinned addresses, by identity.
  private let pins: [ObjectID: PagePath]
  private var pinned: [ObjectNumber: PagePath] = [:]
  /// The objects in the document by their pinned addresses: the inverse of `pinned`.
  private var objectsOfPins: [PagePath: ObjectNumber] = [:]
  /// The names in each folder that only pinned pages, listings and other files of the catalog may have.
  private var taken: [Place: Set<String>] = [:]
  /// The names of the folders of pinned pages, by the folders around them. No section may have these folders.
  let decidedFolders: [[String]: Set<String>]

  /// - Parameters:
  ///   - names: The collections that the identities of the objects name.
  ///   - homes: The addresses of the listings' home pages. Entries of the history that pin a page to one of them are
  ///     ignored.
  ///   - isInDocument: Returns whether an object with a pinned address is in the document. Other pins take no address
  ///     from any object.
  init(
    _ history: AddressHistory, collections names: Set<String>, besides homes: Set<PagePath>,
    decidedFor isInDocument: (ObjectID) -> Bool
  ) {
    pins = Self.pins(history, besides: homes)
    for (_, path) in pins.filter({ isInDocument($0.key) }) { taken[Place(of: path), default: []].insert(path.ownName) }
    decidedFolders = Dictionary(uniqueKeysWithValues: taken.filter(\.key.hasFolders).map { ($0.key.path, $0.value) })
    taken[Place([], hasFolders: false), default: []].formUnion(PagePath.namesAtRoot)
    let names = names.sorted()
    for (name, folder) in zip(names, Slug.unique(names)) {
      groupNumbers[name] = Int32(groups.count)
      groups.append(IdentityGroup(folder: folder))
    }
  }

  /// Returns the pinned address of each object that has one. All addresses are distinct.
  private static func pins(_ history: AddressHistory, besides homes: Set<PagePath>) -> [ObjectID: PagePath] {
    var pins: [ObjectID: PagePath] = [:]
    var taken = homes
    // Entries for pages take precedence over entries for removed objects.
    for isPage in [true, false] {
      for entry in history.entries where entry.isPinned && (entry.state == .page) == isPage {
        guard let object = entry.object, pins[object] == nil, taken.insert(entry.path).inserted else { continue }
        pins[object] = entry.path
      }
    }
    return pins
  }

  /// Returns whether the addresses have to be planned from the beginning if an object is inserted: if its address is
  /// pinned, or if its identity is the first that names its collection.
  func requiresReplanning(inserting id: ObjectID) -> Bool { pins[id] != nil || groupNumbers[id.collection] == nil }

  /// Returns whether the addresses have to be planned from the beginning after an object was removed: if its address is
  /// pinned, or if it was the last one whose identity names its collection.
  func requiresReplanning(removing object: ObjectNumber, of group: Int32) -> Bool {
    pinned[object] != nil || groups[Int(group)].count == 0
  }

  /// Returns the number of the group of a collection, or `nil` if no object's identity named the collection when the
  /// plan was made.
  func group(of collection: String) -> Int32? { groupNumbers[collection] }

  /// Returns a preferred address in the form in which it is stored. Its folder is added if necessary.
  mutating func preference(for address: ObjectAddress, slugHash: UInt64, in group: Int32) -> Preference {
    Preference(group: group, folder: folder(of: address, in: group), slugHash: slugHash)
  }

  private mutating func folder(of address: ObjectAddress, in group: Int32) -> Int32 {
    // A shortcut, because most addresses follow from keys.
    if address.folders == nil, !address.hasFolder, let known = groups[Int(group)].plainFolder { return known }
    let place = place(of: address, in: group)
    let number = numbers[place] ?? Int32(folders.count)
    if number == folders.count {
      numbers[place] = number
      folders.append(Folder(place: place, slugs: SlugTable(except: taken[place] ?? [])))
    }
    if address.folders == nil, !address.hasFolder { groups[Int(group)].plainFolder = number }
    return number
  }

  private func place(of address: ObjectAddress, in group: Int32) -> Place {
    Place(address.folders ?? [groups[Int(group)].folder], hasFolders: address.hasFolder)
  }

  /// Inserts an object. The preference is its preferred address in the form in which it is stored.
  mutating func insert(_ object: ObjectNumber, _ id: ObjectID, at address: ObjectAddress, _ preference: Preference) {
    folders[Int(preference.folder)].slugs.insert(object, address.slug, preference.slugHash)
    groups[Int(preference.group)].count += 1
    note(object, address, of: preference.group)
    if !pins.isEmpty, let path = pins[id] { (pinned[object], objectsOfPins[path]) = (path, object) }
  }

  /// Records whether an object lacks a value that the pattern of its address requires.
  mutating func note(_ object: ObjectNumber, _ address: ObjectAddress, of group: Int32) {
    if address.origin == .incompletePattern {
      groups[Int(group)].incomplete.insert(object)
    } else if !groups[Int(group)].incomplete.isEmpty {
      groups[Int(group)].incomplete.remove(object)
    }
  }

  /// Removes an object. Pins are not removed: the plan is created again if a pinned object is removed.
  mutating func remove(_ object: ObjectNumber, _ preference: Preference) {
    folders[Int(preference.folder)].slugs.remove(object, preference.slugHash)
    let group = Int(preference.group)
    groups[group].count -= 1
    if !groups[group].incomplete.isEmpty { groups[group].incomplete.remove(object) }
  }

  /// Records that the position of an object has changed, which decides between equal keys.
  mutating func touch(_ preference: Preference) { folders[Int(preference.folder)].slugs.touch(preference.slugHash) }

  /// Records whether a listing has a page in the given folders. The page of an object with its own folder cannot be
  /// there, unless its address is pinned.
  mutating func reserve(_ path: [String], _ isTaken: Bool) {
    guard let name = path.last, decidedFolders[path.dropLast()]?.contains(name) != true else { return }
    let place = Place(path.dropLast(), hasFolders: true)
    if isTaken { taken[place, default: []].insert(name) } else { taken[place]?.remove(name) }
    if let folder = numbers[place] { folders[Int(folder)].slugs.reserve(name, isTaken) }
  }

  /// Determines the names of the pages in all folders that have changed.
  ///
  /// - Parameter name: Returns the name of an object, and the plain slug of its preferred address.
  /// - Returns: The objects that may have other names, with their names.
  mutating func settle(
    name: (ObjectNumber) -> SlugTable.Name, precedes: (ObjectNumber, ObjectNumber) -> Bool
  ) -> [(owner: ObjectNumber, slug: String)] {
    var changed: [(owner: ObjectNumber, slug: String)] = []
    for folder in folders.indices where !folders[folder].slugs.isSettled {
      changed += folders[folder].slugs.settle(name: name, precedes: precedes)
    }
    return changed
  }

  /// Returns the address of an object. The folder is that of its preferred address.
  func path(of object: ObjectNumber, in folder: Int32, named name: String) -> PagePath {
    // A fast path, because most documents have no pinned addresses.
    if !pinned.isEmpty, let path = pinned[object] { return path }
    return folders[Int(folder)].place.page(named: name)
  }

  /// Returns the object whose page is at an address, or `nil` if there is none.
  func object(at path: PagePath, name: (ObjectNumber) -> String) -> ObjectNumber? {
    if let object = objectsOfPins[path] { return object }
    guard path != .home, let folder = numbers[Place(of: path)],
      let object = folders[Int(folder)].slugs.owner(of: path.ownName, slug: name)
    else { return nil }
    return pinned[object] == nil ? object : nil
  }

  /// Returns the objects that may have an identity: those in its folder whose keys have the same slug. This requires
  /// that all addresses follow from keys.
  func candidates(for id: ObjectID) -> [ObjectNumber] {
    guard let group = groupNumbers[id.collection], let folder = groups[Int(group)].plainFolder else { return [] }
    return folders[Int(folder)].slugs.owners(ofPlain: Slug.plain(id.key))
  }

  /// Returns the address that an object had under a former identity: the pinned address, or the preferred one if it is
  /// usable. The actual address may have been another one because of a conflict. Returns `nil` if no object's identity
  /// names the collection.
  func formerAddress(of id: ObjectID, _ address: ObjectAddress) -> PagePath? {
    if let pin = pins[id] { return pin }
    guard let group = groupNumbers[id.collection] else { return nil }
    let name = Slug.isUsable(address.slug) ? address.slug : Slug.marked(address.slug, with: id.key)
    return place(of: address, in: group).page(named: name)
  }

  func isDecided(for id: ObjectID) -> Bool { pins[id] != nil }

  /// The objects that lack values that the patterns of their addresses require, in a set for each collection that has
  /// such objects.
  var incomplete: [Set<ObjectNumber>] { groups.map(\.incomplete).filter { !$0.isEmpty } }

  /// The objects whose addresses end in digests. Pinned addresses are excluded.
  var marked: [ObjectNumber] { folders.flatMap { $0.slugs.ownersOfDigestSlugs.filter { pinned[$0] == nil } } }
}
