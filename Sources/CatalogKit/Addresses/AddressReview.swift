import Diagnostics
import Publishing
import Rendering

/// What becomes of the addresses that were given, if a catalog is published as it is now.
struct AddressReview {
  /// The number of moved pages that are named one by one.
  private static let limit = 5

  /// The notes that the next build finds, as far as they are others than before.
  private(set) var notes: [String: [UInt8]] = [:]
  /// What is put behind the notes that there are.
  private(set) var appendedNotes: [String: [UInt8]] = [:]
  /// One for each page that stands elsewhere than before, where nothing leads from there to it.
  private(set) var warnings: [Diagnostic] = []

  /// Compares the addresses of a catalog with those that were given.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - note: What a build before has left under a name.
  /// - Complexity: O(*n*) in the number of objects; only addresses that may be others are looked at one by one.
  init(_ catalog: Catalog, after note: (String) -> [UInt8]?) {
    let document = catalog.document
    let present = AddressTable.bytes(count: document.numberOfObjects, document.forEachAddress)
    let noted = note(AddressTable.present)
    if noted == present { return }
    notes[AddressTable.present] = present
    guard let noted else { return }

    let (before, gone) = AddressTable.settled(noted)
    let (old, new) = AddressTable.differences(before, present)
    let answers = Dictionary(new.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let pages = Dictionary(
      new.lazy.filter { !$0.isRedirect }.map { ($0.object, $0.path) }, uniquingKeysWith: { first, _ in first })
    let decided = Set(catalog.addresses.lines.map(\.entry.path))
    var moved: [(from: GivenAddress, to: PagePath)] = []
    var former = gone
    for given in old where answers[given.path]?.object != given.object {
      former.append(given)
      let isAnswered = answers[given.path]?.isRedirect == true || decided.contains(given.path)
      if !given.isRedirect, !isAnswered, let path = pages[given.object] { moved.append((given, path)) }
    }
    warnings = Self.warnings(moved, catalog)

    // What the file says need not be remembered.
    let past = note(AddressTable.past)
    var seen: Set<GivenAddress> = []
    let remembered = AddressTable.bytes(
      (AddressTable.addresses(past ?? []) + former).filter {
        !decided.contains($0.path) && seen.insert($0).inserted
      })
    if remembered != past ?? [] { notes[AddressTable.past] = remembered }
  }

  /// Notes what has become of the addresses of a catalog that is followed.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - changes: What has become of the pages since the last build.
  ///   - note: What that has left under a name.
  /// - Complexity: O(*k* log *n*) for *k* pages; as above where a page stands elsewhere than before.
  init(_ catalog: Catalog, after changes: DocumentChanges, _ note: (String) -> [UInt8]?) {
    if changes.movesPages || changes.isReplanned {
      self.init(catalog, after: note)
      return
    }
    self.init()
    guard changes.mayMoveObjects else { return }
    let given = (changes.createdPages + changes.updatedPages).compactMap(catalog.document.givenAddress)
    appendedNotes[AddressTable.present] = AddressTable.bytes(given: given, removed: changes.deleted)
  }

  private init() {}

  private static func warnings(_ moved: [(from: GivenAddress, to: PagePath)], _ catalog: Catalog) -> [Diagnostic] {
    let hint =
      catalog.mayHaveAddresses
      ? "Run `pomona addresses`, and the page stays where it was\(catalog.hasPatterns ? "; with --move, what stood there leads on" : "")."
      : "In a folder with a catalog.yml, `pomona addresses` keeps pages where they were."
    var warnings = moved.prefix(limit).map { move in
      let object = move.from.object
      return Diagnostic(
        .warning, code: "addresses/moved",
        "the page of “\(object.key)” stands at \(move.to.address), and no more at \(move.from.path.address)",
        at: .init(file: catalog.leaves.first { $0.name == object.collection }?.file), hint: hint)
    }
    let rest = moved.count - warnings.count
    if rest > 0 {
      warnings.append(
        Diagnostic(
          .warning, code: "addresses/moved", "and \(rest) more \(rest == 1 ? "page stands" : "pages stand") elsewhere",
          hint: hint))
    }
    return warnings
  }
}
