import Diagnostics
import Publishing
import Rendering

/// A comparison of the addresses that a catalog has now with those that earlier builds gave.
struct AddressReview {
  /// The maximum number of moved pages that are reported one by one.
  private static let limit = 5

  /// The notes to keep for the next build, by name: only those that differ from the previous ones.
  private(set) var notes: [String: [UInt8]] = [:]
  /// The bytes to append to existing notes, by name.
  private(set) var appendedNotes: [String: [UInt8]] = [:]
  /// One warning for each page that moved without a redirect from its former address; beyond a limit, they are only
  /// counted.
  private(set) var warnings: [Diagnostic] = []

  /// Compares the addresses of a catalog with those that earlier builds gave.
  ///
  /// - Parameter note: Returns the note that an earlier build left under a name.
  /// - Complexity: O(*n*) in the number of objects. Only the addresses between the first and the last difference are
  ///   compared one by one.
  init(_ catalog: Catalog, after note: (String) -> [UInt8]?) {
    let document = catalog.document
    let present = AddressTable.bytes(count: document.numberOfObjects, document.forEachAddress)
    let noted = note(AddressTable.present)
    // Nearly all builds end here.
    if noted == present { return }
    notes[AddressTable.present] = present
    // In the first build, no address was given before.
    guard let noted else { return }

    let (before, gone) = AddressTable.settled(noted)
    let (old, new) = AddressTable.differences(before, present)
    let answers = Dictionary(new.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let pages = Dictionary(
      new.lazy.filter { !$0.isRedirect }.map { ($0.object, $0.path) }, uniquingKeysWith: { first, _ in first })
    let decided = Set(catalog.addresses.lines.map(\.entry.path))
    var moved: [(from: AssignedAddress, to: PagePath)] = []
    var former = gone
    for given in old where answers[given.path]?.object != given.object {
      former.append(given)
      let isAnswered = answers[given.path]?.isRedirect == true || decided.contains(given.path)
      if !given.isRedirect, !isAnswered, let path = pages[given.object] { moved.append((given, path)) }
    }
    warnings = Self.warnings(moved, catalog)

    // Addresses that the file decides need not be remembered.
    let past = note(AddressTable.past)
    var seen: Set<AssignedAddress> = []
    let remembered = AddressTable.bytes(
      (AddressTable.addresses(past ?? []) + former).filter { !decided.contains($0.path) && seen.insert($0).inserted })
    if remembered != past ?? [] { notes[AddressTable.past] = remembered }
  }

  /// Records the address changes of a followed catalog.
  ///
  /// - Parameter note: Returns the note that the last build left under a name.
  /// - Complexity: O(*k* log *n*) for *k* changed pages. If pages may have moved, that of the full comparison.
  init(_ catalog: Catalog, after changes: DocumentChanges, _ note: (String) -> [UInt8]?) {
    if changes.movesPages {
      self.init(catalog, after: note)
      return
    }
    self.init()
    guard changes.mayMoveObjects else { return }
    let given = (changes.created + changes.updated).compactMap(catalog.document.assignedAddress)
    appendedNotes[AddressTable.present] = AddressTable.bytes(given: given, removed: changes.deleted)
  }

  private init() {}

  private static func warnings(_ moved: [(from: AssignedAddress, to: PagePath)], _ catalog: Catalog) -> [Diagnostic] {
    let hint =
      catalog.mayHaveAddresses
      ? "Run `pomona addresses`, and the page stays where it was\(catalog.hasPatterns ? "; with --move, what stood there leads on" : "")."
      : "In a folder with a catalog.yml, `pomona addresses` keeps pages where they were."
    var warnings = moved.prefix(limit).map { move in
      let object = move.from.object
      return Diagnostic(
        .warning, code: "addresses/moved",
        "the page of “\(object.key)” is now at \(move.to.address), and no longer at \(move.from.path.address)",
        at: .init(file: catalog.datasets.first { $0.name == object.collection }?.file), hint: hint)
    }
    let rest = moved.count - warnings.count
    if rest > 0 {
      warnings.append(
        Diagnostic(
          .warning, code: "addresses/moved", "and \(rest) more \(rest == 1 ? "page has" : "pages have") moved",
          hint: hint))
    }
    return warnings
  }
}
