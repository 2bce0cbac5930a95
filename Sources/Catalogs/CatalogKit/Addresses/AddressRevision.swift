import Datasets
package import Diagnostics
package import Publishing
import Rendering

/// The changes to a catalog's `addresses.csv` that keep every address valid that was ever given.
package struct AddressRevision: Encodable, Sendable {
  /// A line of the file that is new or has changed.
  package struct Line: Encodable, Hashable, Sendable {
    /// The purpose of a line.
    package enum Kind: String, Encodable, Sendable {
      /// The page of the row stays at the address, whatever its key is.
      case page
      /// The address redirects to another page.
      case moved
      /// A page at the address says that the entry has been removed.
      case gone
    }

    /// The purpose of the line.
    package var kind: Kind
    /// The data set of the row.
    package var dataset: String
    /// The key of the row.
    package var key: String
    /// The address, without an ending.
    package var address: String
    /// The address that it redirects to, if it does.
    package var destination: String?
  }

  /// The path of the file.
  package let file: String
  /// The lines that are new or have changed.
  package let lines: [Line]
  private let revised: AddressFile

  fileprivate init(_ revision: Revision) {
    file = revision.file.path
    lines = revision.changed
    revised = revision.file
  }

  private enum CodingKeys: CodingKey { case file, lines }

  /// Whether every address is valid already, so that nothing has to be written.
  package var isEmpty: Bool { lines.isEmpty }

  /// Writes the file atomically, unless there are no changes.
  ///
  /// - Throws: `DiagnosticsError` if it cannot be written. The file is unchanged then.
  package func write() throws(DiagnosticsError) { if !isEmpty { try revised.write() } }
}

extension Catalog {
  /// Returns the lines to write to `addresses.csv` so that every address stays valid that builds into a folder have
  /// given: as the address of the page that stood there first, as a redirect to that page, or as a page that says that
  /// the entry has been removed.
  ///
  /// A row whose key yields its address needs no line. Existing lines keep their contents and their order; a line
  /// changes only where its row has been removed or has come back. The successor of a removed row is never guessed.
  ///
  /// If pages are to move, because their addresses are made in another way now, they keep their present addresses, and
  /// their former addresses redirect there.
  ///
  /// - Parameters:
  ///   - output: The folder that the catalog was built into.
  ///   - state: The folder for the state of the catalog; `nil` for a hidden folder in the output.
  ///   - movesPages: Whether pages that have moved stay at their new addresses.
  ///   - onWait: Called once if another process holds the folder, before waiting for it, with that process as far as it
  ///     is known.
  /// - Throws: `DiagnosticsError` if the catalog cannot have such a file, or no build into the folder is known.
  /// - Complexity: O(*n*) in the number of objects and of addresses that were given, for each time that the document is
  ///   planned again.
  package func addressRevision(
    after output: String, state: String? = nil, movingPages movesPages: Bool = false,
    onWait: (FolderHolder?) -> Void = { _ in }
  ) throws(DiagnosticsError) -> AddressRevision {
    try checkAddressFile()
    let folder = try PublishedFolder(output, state: state, adopting: true, for: .check, onWait: onWait)
    defer { folder.close() }
    guard let present = folder.note(AddressTable.present) else {
      throw DiagnosticsError(
        code: "addresses/no-build", "no addresses are known, since the catalog was not built there",
        at: .init(file: output), hint: "Run `pomona build` first, or name the folder with --output.")
    }
    let past = folder.note(AddressTable.past) ?? []
    var revision = Revision(addresses, document, given: AddressTable.addresses(past) + AddressTable.addresses(present))
    // The present lines come first, as they decide where pages stand. Then pages are pinned or followed. What is left
    // over are addresses without a page, and only then is it known which.
    revision.mendLines()
    if movesPages { revision.followPages() } else { revision.keepPages() }
    revision.answerOthers()
    return AddressRevision(revision)
  }

  private func checkAddressFile() throws(DiagnosticsError) {
    guard !mayHaveAddresses else { return }
    if let dataset = datasets.first(where: { $0.files.contains(addresses.path) }) {
      throw DiagnosticsError(
        code: "addresses/data-file", "the file is part of the data set “\(dataset.name)”",
        at: .init(file: addresses.path), hint: "Give that file another name.")
    }
    throw DiagnosticsError(
      code: "addresses/no-configuration", "a data file without a catalog folder has no \(AddressFile.name)",
      at: .init(file: datasets.first?.file),
      hint: "Put it into a folder with a \(CatalogConfiguration.fileName); `pomona init` writes an example.")
  }
}

/// A file of addresses while its lines are being revised.
///
/// `places` is the plan that follows from the lines of `file`: a change of lines that may move a page is followed by a
/// new plan.
private struct Revision {
  private(set) var file: AddressFile
  private(set) var changed: [AddressRevision.Line] = []
  private let document: Document<Record>
  /// The addresses that were given, the earliest first.
  private let given: [AssignedAddress]
  private var places: ReplannedAddresses

  init(_ file: AddressFile, _ document: Document<Record>, given: [AssignedAddress]) {
    self.file = file
    self.document = document
    self.given = given
    places = document.addresses(after: file.history)
  }

  /// Pins pages to the first address that each was given, unless that address already redirects to the present one.
  ///
  /// Each pass pins the pages that stand elsewhere, and plans again: a pinned page displaces the page that took its
  /// address in the meantime, so that the next pass may have to pin that one, too. The loop ends because an address and
  /// an object are each pinned at most once.
  mutating func keepPages() {
    var first: [ObjectID: PagePath] = [:]
    for given in given where !given.isRedirect && first[given.object] == nil { first[given.object] = given.path }
    var decided = Set(file.lines.map(\.entry.path))
    var pinned = Set(file.lines.lazy.filter(\.entry.isPinned).compactMap(\.entry.object))
    var order: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for given in given where seen.insert(given.object).inserted { order.append(given.object) }
    while true {
      var new: [AddressHistory.Entry] = []
      for object in order {
        guard let wanted = first[object], let page = places.pages[object], page != wanted, !pinned.contains(object),
          places.redirects[wanted] != page, wanted.canBelongToObject, decided.insert(wanted).inserted
        else { continue }
        pinned.insert(object)
        new.append(AddressHistory.Entry(wanted, of: object, .page))
      }
      if new.isEmpty { return }
      add(new)
    }
  }

  /// Updates the lines to pages that have moved: redirects to a page lead to its present address, and an address at
  /// which a page stands again does not redirect any more.
  mutating func followPages() {
    let former = Set(given.map { AssignedAddress($0.path, of: $0.object) })
    let objects = Dictionary(places.pages.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [AddressFile.Line] = []
    for var line in file.lines {
      if case .moved(let destination) = line.entry.state {
        // A page stands at the address again. The line would lead away from it, and is dropped.
        if let object = objects[line.entry.path] {
          changed.append(AddressRevision.Line(AddressHistory.Entry(line.entry.path, of: object, .page)))
          continue
        }
        if let object = line.entry.object, let page = places.pages[object], page != destination,
          former.contains(AssignedAddress(destination, of: object))
        {
          line.entry.state = .moved(to: page)
          changed.append(AddressRevision.Line(line.entry))
        }
      }
      lines.append(line)
    }
    file.lines = lines
    places = document.addresses(after: file.history)
  }

  /// Adds a line for every other address that was given: a redirect, or a page that says that the entry has been
  /// removed.
  mutating func answerOthers() {
    var answered = places.answered
    let new = given.compactMap { given -> AddressHistory.Entry? in
      guard answered.insert(given.path).inserted else { return nil }
      let page = places.pages[given.object] ?? places.successors[given.object]
      return AddressHistory.Entry(given.path, of: given.object, page.map { .moved(to: $0) } ?? .gone(reason: ""))
    }
    add(new)
  }

  /// Updates the lines of rows that have been removed, or have come back.
  mutating func mendLines() {
    for index in file.lines.indices {
      let entry = file.lines[index].entry
      guard let object = entry.object else { continue }
      let isThere = places.pages[object] != nil
      switch entry.state {
      case .page where !isThere && places.successors[object] == nil: file.lines[index].entry.state = .gone(reason: "")
      case .gone where isThere && places.pages[object] == entry.path: file.lines[index].entry.state = .page
      default: continue
      }
      changed.append(AddressRevision.Line(file.lines[index].entry))
    }
  }

  private mutating func add(_ entries: [AddressHistory.Entry]) {
    // The order of new lines must not depend on the order of the rows.
    let entries = entries.sorted { $0.path.address.precedesByBytes($1.path.address) }
    file.lines += entries.map { AddressFile.Line(entry: $0) }
    changed += entries.map(AddressRevision.Line.init)
    places = document.addresses(after: file.history)
  }
}

extension AddressRevision.Line {
  fileprivate init(_ entry: AddressHistory.Entry) {
    dataset = entry.object?.collection ?? ""
    key = entry.object?.key ?? ""
    address = entry.path.address
    switch entry.state {
    case .page: kind = .page
    case .moved(let path): (kind, destination) = (.moved, path.address)
    case .gone: kind = .gone
    }
  }
}
