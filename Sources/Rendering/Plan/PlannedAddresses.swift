import Cells

/// The addresses of the objects of a document: `fruits/lemon`, in a folder for all whose identities name the same collection, or what
/// their patterns say.
///
/// An address follows from what the objects of its folder are called alone, most often their keys, so that sorting and regrouping leave it as it
/// is; unless it is decided. Where pages have folders of their own, they give way to listings.
struct PlannedAddresses: Sendable {
  /// A folder of pages.
  private struct Place: Hashable, Sendable {
    /// The folders, in an array that no address has to make.
    var path: [String]
    /// Whether each page has a folder of its own there.
    var hasFolders: Bool

    /// Where the page of an object stands.
    init(of path: PagePath) { self.init(path.outerFolders, hasFolders: path.isIndex) }

    init(_ path: [String], hasFolders: Bool) { (self.path, self.hasFolders) = (path, hasFolders) }

    func page(named name: String) -> PagePath {
      hasFolders ? PagePath(path + [name], PagePath.index) : PagePath(path, name)
    }
  }

  private struct Folder: Sendable {
    let place: Place
    var slugs: SlugTable
  }

  /// The objects whose identities name the same collection.
  private struct Kin: Sendable {
    let folder: String
    /// The number of the folder in which the pages are that follow from keys alone.
    var plainFolder: Int32?
    var count = 0
    /// Those that lack what their patterns ask for.
    var incomplete: Set<Int32> = []
  }

  private var folders: [Folder] = []
  private var numbers: [Place: Int32] = [:]
  private var kin: [Kin] = []
  private var numbersOfKin: [String: Int32] = [:]
  /// The addresses that are decided.
  private let pins: [ObjectID: PagePath]
  /// The decided addresses of the objects that are there.
  private var pinned: [Int32: PagePath] = [:]
  /// The objects that are there by their decided addresses.
  private var objectsOfPins: [PagePath: Int32] = [:]
  /// The names that are taken in each folder.
  private var taken: [Place: Set<String>] = [:]
  /// The folders of pages that are decided, by the folders around them: no section has them.
  let decidedFolders: [[String]: Set<String>]

  /// Creates the addresses of no object.
  ///
  /// - Parameters:
  ///   - history: What is decided about addresses.
  ///   - names: The names of all collections that there are.
  ///   - homes: The pages that listings begin on: what is decided for these is not followed.
  ///   - isThere: Returns whether there is an object with a decided address. What is decided for one takes its address from others, and
  ///     leaves those of all others alone.
  init(
    _ history: AddressHistory, collections names: Set<String>, besides homes: Set<PagePath>,
    decidedFor isThere: (ObjectID) -> Bool
  ) {
    pins = Self.pins(history, besides: homes)
    for (_, path) in pins.filter({ isThere($0.key) }) { taken[Place(of: path), default: []].insert(path.ownName) }
    decidedFolders = Dictionary(uniqueKeysWithValues: taken.filter(\.key.hasFolders).map { ($0.key.path, $0.value) })
    taken[Place([], hasFolders: false), default: []].formUnion(PagePath.namesAtRoot)
    let names = names.sorted()
    for (name, folder) in zip(names, Slug.unique(names)) {
      numbersOfKin[name] = Int32(kin.count)
      kin.append(Kin(folder: folder))
    }
  }

  /// The decided address of each object that has one: none twice.
  private static func pins(_ history: AddressHistory, besides homes: Set<PagePath>) -> [ObjectID: PagePath] {
    var pins: [ObjectID: PagePath] = [:]
    var taken = homes
    // A page that is there comes before one that was.
    for isPage in [true, false] {
      for entry in history.entries where entry.isPinned && (entry.state == .page) == isPage {
        guard let object = entry.object, pins[object] == nil, taken.insert(entry.path).inserted else { continue }
        pins[object] = entry.path
      }
    }
    return pins
  }

  /// Whether all addresses have to be found anew if an object comes or goes: it is decided for it, or it is the first or the last
  /// whose identity names its collection.
  func areOthers(with id: ObjectID) -> Bool { pins[id] != nil || numbersOfKin[id.collection] == nil }

  /// Whether all addresses have to be found anew after an object has gone.
  func areOthers(without object: Int32, of kin: Int32) -> Bool {
    pinned[object] != nil || self.kin[Int(kin)].count == 0
  }

  /// The number of a collection that identities name.
  func kin(of collection: String) -> Int32? { numbersOfKin[collection] }

  /// The number of the folder of an address.
  mutating func folder(of address: ObjectAddress, _ kin: Int32) -> Int32 {
    // Most addresses follow from keys.
    if address.folders == nil, !address.hasFolder, let known = self.kin[Int(kin)].plainFolder { return known }
    let place = place(of: address, kin)
    let number = numbers[place] ?? Int32(folders.count)
    if number == folders.count {
      numbers[place] = number
      folders.append(Folder(place: place, slugs: SlugTable(except: taken[place] ?? [])))
    }
    if address.folders == nil, !address.hasFolder { self.kin[Int(kin)].plainFolder = number }
    return number
  }

  private func place(of address: ObjectAddress, _ kin: Int32) -> Place {
    Place(address.folders ?? [self.kin[Int(kin)].folder], hasFolders: address.hasFolder)
  }

  /// Adds an object.
  ///
  /// - Parameters:
  ///   - object: The number of the object.
  ///   - id: Its identity.
  ///   - address: The address that it has if no other one has it.
  ///   - folder: The number of the folder of that.
  ///   - hash: That of its slug.
  mutating func insert(
    _ object: Int32, _ id: ObjectID, at address: ObjectAddress, in folder: Int32, _ kin: Int32, _ hash: UInt64
  ) {
    folders[Int(folder)].slugs.insert(object, address.slug, hash)
    self.kin[Int(kin)].count += 1
    note(object, address, of: kin)
    if !pins.isEmpty, let path = pins[id] { (pinned[object], objectsOfPins[path]) = (path, object) }
  }

  /// Notes whether an object lacks what its pattern asks for.
  mutating func note(_ object: Int32, _ address: ObjectAddress, of kin: Int32) {
    if address.origin == .incompletePattern {
      self.kin[Int(kin)].incomplete.insert(object)
    } else if !self.kin[Int(kin)].incomplete.isEmpty {
      self.kin[Int(kin)].incomplete.remove(object)
    }
  }

  /// Takes an object out.
  mutating func remove(_ object: Int32, in folder: Int32, _ kin: Int32, _ hash: UInt64) {
    folders[Int(folder)].slugs.remove(object, hash)
    self.kin[Int(kin)].count -= 1
    if !self.kin[Int(kin)].incomplete.isEmpty { self.kin[Int(kin)].incomplete.remove(object) }
  }

  /// Says that an object stands elsewhere, which decides between equal keys.
  mutating func touch(in folder: Int32, _ hash: UInt64) { folders[Int(folder)].slugs.touch(hash) }

  /// Says whether a listing has a page in some folders, to which the page of an object gives way that has a folder of its own.
  mutating func reserve(_ path: [String], _ isTaken: Bool) {
    guard let name = path.last, decidedFolders[path.dropLast()]?.contains(name) != true else { return }
    let place = Place(path.dropLast(), hasFolders: true)
    if isTaken { taken[place, default: []].insert(name) } else { taken[place]?.remove(name) }
    if let folder = numbers[place] { folders[Int(folder)].slugs.reserve(name, isTaken) }
  }

  /// Finds the names of the pages that may have to have others.
  mutating func settle(
    name: (Int32) -> SlugTable.Name, precedes: (Int32, Int32) -> Bool
  ) -> [(owner: Int32, slug: String)] {
    var changed: [(owner: Int32, slug: String)] = []
    for folder in folders.indices where !folders[folder].slugs.isSettled {
      changed += folders[folder].slugs.settle(name: name, precedes: precedes)
    }
    return changed
  }

  /// The address of an object.
  func path(of object: Int32, in folder: Int32, named name: String) -> PagePath {
    // Most often nothing is decided.
    if !pinned.isEmpty, let path = pinned[object] { return path }
    return folders[Int(folder)].place.page(named: name)
  }

  /// The object whose page stands at an address.
  func object(at path: PagePath, name: (Int32) -> String) -> Int32? {
    if let object = objectsOfPins[path] { return object }
    guard path != .home, let folder = numbers[Place(of: path)],
      let object = folders[Int(folder)].slugs.owner(of: path.ownName, slug: name)
    else { return nil }
    return pinned[object] == nil ? object : nil
  }

  /// The objects that may have an identity, as long as all addresses follow from keys: those in its folder whose keys have the same slug.
  func candidates(for id: ObjectID) -> [Int32] {
    guard let kin = numbersOfKin[id.collection], let folder = self.kin[Int(kin)].plainFolder else { return [] }
    return folders[Int(folder)].slugs.owners(ofPlain: Slug.plain(id.key))
  }

  /// The address that an object had, or would have if no other one had it.
  ///
  /// - Parameters:
  ///   - id: The identity of an object that is not in the document, while others are that name its collection.
  ///   - address: The address that follows from its key.
  func formerAddress(of id: ObjectID, _ address: ObjectAddress) -> PagePath? {
    if let pin = pins[id] { return pin }
    guard let kin = numbersOfKin[id.collection] else { return nil }
    let name = Slug.isUsable(address.slug) ? address.slug : Slug.marked(address.slug, with: id.key)
    return place(of: address, kin).page(named: name)
  }

  /// Whether the address of an object is decided, and does not follow from its key.
  func isDecided(for id: ObjectID) -> Bool { pins[id] != nil }

  /// The objects that lack what their patterns ask for, for each collection that has some.
  var incomplete: [Set<Int32>] { kin.map(\.incomplete).filter { !$0.isEmpty } }

  /// The objects whose addresses end in digests, and follow from these.
  var marked: [Int32] { folders.flatMap { $0.slugs.markedOwners.filter { pinned[$0] == nil } } }
}
