import Cells

/// The addresses of the objects of a document: `fruits/lemon`, in a folder for all whose identities name the same collection.
///
/// An address follows from the keys of the folder's objects alone, so that sorting and regrouping leave it as it is; unless it is
/// decided.
struct PlannedAddresses: Sendable {
  /// The pages of the objects whose identities name the same collection.
  private struct Folder: Sendable {
    /// The folder, in an array that no address has to make.
    let path: [String]
    var slugs: SlugTable
    var count = 0
  }

  private var folders: [Folder] = []
  private var numbers: [String: Int32] = [:]
  /// The addresses that are decided.
  private let pins: [ObjectID: PagePath]
  /// The decided addresses of the objects that are there.
  private var pinned: [Int32: PagePath] = [:]

  /// Creates the addresses of no object.
  ///
  /// - Parameters:
  ///   - history: What is decided about addresses.
  ///   - names: The names of all collections that there are.
  ///   - isThere: Returns whether there is an object with a decided address. What is decided for one takes its address from others, and
  ///     leaves those of all others alone.
  init(_ history: AddressHistory, collections names: Set<String>, decidedFor isThere: (ObjectID) -> Bool) {
    pins = Self.pins(history)
    let taken = Dictionary(grouping: pins.filter { isThere($0.key) }.map(\.value), by: \.folders)
    let names = names.sorted()
    for (name, folder) in zip(names, Slug.unique(names)) {
      numbers[name] = Int32(folders.count)
      folders.append(Folder(path: [folder], slugs: SlugTable(except: Set((taken[[folder]] ?? []).map(\.name)))))
    }
  }

  /// The decided address of each object that has one: none twice.
  private static func pins(_ history: AddressHistory) -> [ObjectID: PagePath] {
    var pins: [ObjectID: PagePath] = [:]
    var taken: Set<PagePath> = []
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
  /// in its folder.
  func areOthers(with id: ObjectID) -> Bool { pins[id] != nil || numbers[id.collection] == nil }

  /// Whether all addresses have to be found anew after an object has gone.
  func areOthers(without object: Int32, in folder: Int32) -> Bool {
    pinned[object] != nil || folders[Int(folder)].count == 0
  }

  /// The number of the folder for the objects of a collection.
  func folder(of collection: String) -> Int32? { numbers[collection] }

  /// Adds an object.
  ///
  /// - Parameters:
  ///   - object: The number of the object.
  ///   - id: Its identity.
  ///   - slug: The plain slug of its key.
  ///   - hash: That of the slug.
  mutating func insert(_ object: Int32, _ id: ObjectID, _ slug: String, _ hash: UInt64) {
    guard let folder = numbers[id.collection] else { return }
    folders[Int(folder)].slugs.insert(object, slug, hash)
    folders[Int(folder)].count += 1
    if !pins.isEmpty, let path = pins[id] { pinned[object] = path }
  }

  /// Takes an object out.
  mutating func remove(_ object: Int32, in folder: Int32, _ hash: UInt64) {
    folders[Int(folder)].slugs.remove(object, hash)
    folders[Int(folder)].count -= 1
  }

  /// Says that an object stands elsewhere, which decides between equal keys.
  mutating func touch(in folder: Int32, _ hash: UInt64) { folders[Int(folder)].slugs.touch(hash) }

  /// Finds the names of the pages that may have to have others.
  mutating func settle(
    key: (Int32) -> String, precedes: (Int32, Int32) -> Bool
  ) -> [(owner: Int32, slug: String)] {
    var changed: [(owner: Int32, slug: String)] = []
    for folder in folders.indices where !folders[folder].slugs.isSettled {
      changed += folders[folder].slugs.settle(name: key, precedes: precedes)
    }
    return changed
  }

  /// The address of an object.
  func path(of object: Int32, in folder: Int32, named name: String) -> PagePath {
    // Most often nothing is decided.
    if !pinned.isEmpty, let path = pinned[object] { return path }
    return PagePath(folders[Int(folder)].path, name)
  }

  /// The object whose page stands at an address.
  func object(at path: PagePath, name: (Int32) -> String) -> Int32? {
    if let pin = pinned.first(where: { $0.value == path }) { return pin.key }
    guard let folder = folders.first(where: { $0.path == path.folders }),
      let object = folder.slugs.owner(of: path.name, slug: name)
    else { return nil }
    return pinned[object] == nil ? object : nil
  }

  /// The objects that may have an identity: those in its folder whose keys have the same slug.
  func candidates(for id: ObjectID) -> [Int32] {
    numbers[id.collection].map { folders[Int($0)].slugs.owners(ofPlain: Slug.plain(id.key)) } ?? []
  }

  /// The address that an object had, or would have if no other one had it.
  ///
  /// - Parameter id: The identity of an object that is not in the document, whose folder is.
  func formerAddress(of id: ObjectID) -> PagePath? {
    pins[id] ?? numbers[id.collection].map { PagePath(folders[Int($0)].path, Slug.unique([id.key])[0]) }
  }

  /// Whether the address of an object is decided, and does not follow from its key.
  func isDecided(for id: ObjectID) -> Bool { pins[id] != nil }
}
