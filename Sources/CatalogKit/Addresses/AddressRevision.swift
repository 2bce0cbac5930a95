import Datasets
package import Diagnostics
package import Publishing
import Rendering

/// What has to be written to a catalog's `addresses.csv`, so that every address that was given is answered.
package struct AddressRevision: Encodable, Sendable {
  /// A line of the file that is new, or says something else than before.
  package struct Line: Encodable, Hashable, Sendable {
    /// What the line is for.
    package enum Kind: String, Encodable, Sendable {
      /// The page of the row stands at the address, whatever its key says.
      case page
      /// What stands at the address leads to another page.
      case moved
      /// A page at the address says that the entry is gone.
      case gone
    }

    /// What the line is for.
    package var kind: Kind
    /// The data set of the row.
    package var dataset: String
    /// The key of the row.
    package var key: String
    /// The address, without an ending.
    package var address: String
    /// Where it leads to, if it does.
    package var destination: String?
  }

  /// The path of the file.
  package let file: String
  /// The lines that are new, or others than before.
  package let lines: [Line]
  private let revised: AddressFile

  fileprivate init(_ revision: Revision) {
    (file, lines, revised) = (revision.file.path, revision.changed, revision.file)
  }

  private enum CodingKeys: CodingKey {
    case file, lines
  }

  /// Whether every address is answered as it is.
  package var isEmpty: Bool { lines.isEmpty }

  /// Writes the file, in one step, unless there is nothing to add.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if it cannot be written. It is as it was then.
  package func write() throws(DiagnosticsError) {
    if !isEmpty { try revised.write() }
  }
}

extension Catalog {
  /// Finds out what has to be written to `addresses.csv`, so that every address is answered that builds into a folder have given: by the page
  /// that stood there first, by one that leads to it, or by one that says that the entry is gone.
  ///
  /// Rows that get an address of their own by their keys need no line. Lines that are there stay as they are, in their order; only where a
  /// row has gone or come back its line says so. What became of a row that has gone is never guessed.
  ///
  /// Where pages are to move, since their addresses are made in another way now, they stay where they are now, and what stood at their
  /// addresses before leads there.
  ///
  /// - Parameters:
  ///   - output: The folder that the catalog was built into.
  ///   - state: The folder for what is known of the catalog; nil for a hidden one in the output.
  ///   - movesPages: Whether pages that stand elsewhere than before stay there.
  ///   - onWait: Is called once if a build has the folder, which is waited for, with that process as far as it is known.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the catalog cannot have such a file, or no build into the folder is known.
  /// - Complexity: O(*n*) in the number of objects and of addresses that were given.
  package func addressRevision(
    after output: String, state: String? = nil, movingPages movesPages: Bool = false,
    onWait: (FolderHolder?) -> Void = { _ in }
  ) throws(DiagnosticsError) -> AddressRevision {
    try checkAddressFile()
    let folder = try PublishedFolder(output, state: state, adopting: true, for: .check, onWait: onWait)
    defer { folder.close() }
    guard let present = folder.note(AddressTable.present) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "addresses/no-build", "no addresses are known, since the catalog was not built there",
          at: .init(file: output),
          hint: "Run `pomona build` first, or name the folder with --output."))
    }
    let past = folder.note(AddressTable.past) ?? []
    var revision = Revision(addresses, document, given: AddressTable.addresses(past) + AddressTable.addresses(present))
    revision.mendLines()
    if movesPages { revision.followPages() } else { revision.keepPages() }
    revision.answerOthers()
    return AddressRevision(revision)
  }

  private func checkAddressFile() throws(DiagnosticsError) {
    guard !mayHaveAddresses else { return }
    if let leaf = leaves.first(where: { $0.files.contains(addresses.path) }) {
      throw DiagnosticsError(
        Diagnostic(
          code: "addresses/data-file", "the file is part of the data set “\(leaf.name)”",
          at: .init(file: addresses.path),
          hint: "Give that file another name."))
    }
    throw DiagnosticsError(
      Diagnostic(
        code: "addresses/no-configuration", "a data file that stands alone has no \(AddressFile.name)",
        at: .init(file: leaves.first?.file),
        hint: "Put it into a folder with a \(CatalogConfiguration.fileName); `pomona init` writes an example."))
  }
}

/// A file of addresses on its way to what it should say.
private struct Revision {
  private(set) var file: AddressFile
  private(set) var changed: [AddressRevision.Line] = []
  private let document: Document<Record>
  /// The addresses that were given, from the earliest on.
  private let given: [GivenAddress]
  private var places: ReplannedAddresses

  init(_ file: AddressFile, _ document: Document<Record>, given: [GivenAddress]) {
    (self.file, self.document, self.given) = (file, document, given)
    places = document.addresses(after: file.history)
  }

  /// Has pages stay at the first address that they had, or go back to it.
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

  /// Has the lines follow pages that stand elsewhere: what led to a page leads to where it is now, and where a page stands again nothing leads
  /// away.
  mutating func followPages() {
    let former = Set(given.map { GivenAddress($0.path, of: $0.object) })
    let objects = Dictionary(places.pages.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [AddressFile.Line] = []
    for var line in file.lines {
      if case .moved(let destination) = line.entry.state {
        if let object = objects[line.entry.path] {
          changed.append(AddressRevision.Line(AddressHistory.Entry(line.entry.path, of: object, .page)))
          continue
        }
        if let object = line.entry.object, let page = places.pages[object], page != destination,
          former.contains(GivenAddress(destination, of: object))
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

  /// Has something stand at every other address.
  mutating func answerOthers() {
    var answered = places.answered
    let new = given.compactMap { given -> AddressHistory.Entry? in
      guard answered.insert(given.path).inserted else { return nil }
      let page = places.pages[given.object] ?? places.successors[given.object]
      return AddressHistory.Entry(given.path, of: given.object, page.map { .moved(to: $0) } ?? .gone(reason: ""))
    }
    add(new)
  }

  /// Has lines say of their rows whether they are there.
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
    // Their order does not depend on that of the rows.
    let entries = entries.sorted { $0.path.address.precedesByBytes($1.path.address) }
    file.lines += entries.map { AddressFile.Line(entry: $0) }
    changed += entries.map(AddressRevision.Line.init)
    places = document.addresses(after: file.history)
  }
}

extension AddressRevision.Line {
  fileprivate init(_ entry: AddressHistory.Entry) {
    (dataset, key) = (entry.object?.collection ?? "", entry.object?.key ?? "")
    address = entry.path.address
    switch entry.state {
    case .page: kind = .page
    case .moved(let path): (kind, destination) = (.moved, path.address)
    case .gone: kind = .gone
    }
  }
}
