import Cells
import Changesets
package import DataSources
import OrderedTrees

/// Pages that show a listing as a reader arranged it: without a plan, and without addresses of their own.
extension Document {
  /// The cells of a listing as a reader arranged them.
  package struct Arrangement {
    /// The number of the listing among those of the document.
    package let listing: Int
    /// The cells, in sections.
    package let cells: any DataSource<DocumentCell>
    /// The number of cells that are shown at most.
    private let limit: Int

    /// Creates an arrangement, of which a page shows the beginning.
    package init(ofListing listing: Int, _ cells: any DataSource<DocumentCell>, showing limit: Int = 200) {
      (self.listing, self.cells, self.limit) = (listing, cells, limit)
    }

    /// The paths of the shown cells, by sections.
    fileprivate var paths: [Range<Int>] {
      var rest = limit
      return (0..<cells.numberOfSections).map { section in
        let count = min(rest, cells.numberOfItems(inSection: section))
        rest -= count
        return 0..<count
      }
    }
  }

  /// Returns the numbers of the collection, and of its main listing, whose first page has an address; `nil` if there is
  /// none.
  package func collection(beginningAt path: PagePath) -> (collection: Int, listing: Int)? {
    snapshot.read { plan in
      plan.collections.enumerated().lazy.map { (collection: $0, listing: $1.lowerBound) }
        .first { plan.listings[$0.listing].home == path }
    }
  }

  /// Returns the first page of a listing, with its cells as a reader arranged them.
  ///
  /// Sections and cells have the names that they have on the page without the arrangement, so that a browser knows them
  /// again.
  ///
  /// - Parameters:
  ///   - page: The first page of the listing.
  ///   - arrangement: The arranged cells.
  ///   - attributes: As for ``livePage(_:attributes:)``.
  /// - Complexity: O(*k* + *s*), *k* being the number of shown cells, and *s* that of the listing's sections.
  package func livePage(
    _ page: PlannedPage, arranged arrangement: Arrangement, attributes: ((ListingPlace) -> String)? = nil
  ) -> LivePage {
    var names = PartNames()
    var attributesOfCells: [String] = []
    var attributesOfSections: [String] = []
    let shown = snapshot.read { plan in
      var shown = plan.page(plan.knownPage(at: page.path)) { _, _ in Page.Cell(identifier: "", title: "", body: []) }
      (shown.sections, shown.parts, shown.position, shown.next) = ([], [], nil, nil)
      shown.entryCount = 0
      let folders = sectionFolders(of: arrangement, in: plan)
      for (section, items) in arrangement.paths.enumerated() {
        var count = arrangement.cells.numberOfItems(inSection: section)
        let cells = items.map { item in
          let path = ItemPath(section: section, item: item)
          let object = object(at: path, of: arrangement)
          let number = object.flatMap { plan.objects.number(of: documentObject($0).objectID) }
          // Banners and placeholders are no entries. Of what is not shown, it is not known, and few are among it.
          if object == nil { count -= 1 }
          let planned = PlannedCell(
            place: .card(listing: arrangement.listing, path: path), object: number,
            kind: plan.listings[arrangement.listing].kind, origin: nil)
          let cell = arrangement.cells.reading(path) { cell in
            Page.Cell(
              cell, path: cell.target.flatMap { plan.address(of: $0, guess: number) },
              references: plan.references(of: planned))
          }
          names.append(
            folders: folders[section], object: object.map { documentObject($0).objectID },
            identifier: cell.identifier.rawValue)
          attributesOfCells.append(attributes?(ListingPlace(arrangement.listing, path)) ?? "")
          return cell
        }
        shown.entryCount = (shown.entryCount ?? 0) + count
        if cells.isEmpty { continue }
        attributesOfSections.append(
          attributes?(ListingPlace(listing: arrangement.listing, section: section, item: nil)) ?? "")
        shown.sections.append(
          Page.Section(
            title: arrangement.cells.name(ofSection: section).map(SectionName.wholeTitle),
            path: folders[section].isEmpty ? page.path : PagePath(folders[section], PagePath.index), count: count,
            cells: cells, hasMore: false, view: plan.listings[arrangement.listing].view))
      }
      shown.sectionCount = shown.sections.count
      return shown
    }
    return LivePage(
      page: shown, cells: zip(names.names, attributesOfCells).map { LivePage.Part(name: $0, attributes: $1) },
      sections: zip(shown.sectionNames, attributesOfSections).map { LivePage.Part(name: $0, attributes: $1) })
  }

  /// Returns the cell with a name on an arranged page; `nil` if the page does not show it.
  ///
  /// - Complexity: O(*k* + *s*), *k* being the number of shown cells, and *s* that of the listing's sections.
  package func cell(named name: String, in arrangement: Arrangement) -> FoundPart? {
    var names = PartNames()
    let folders = snapshot.read { sectionFolders(of: arrangement, in: $0) }
    for (section, items) in arrangement.paths.enumerated() {
      for item in items {
        let path = ItemPath(section: section, item: item)
        let object = object(at: path, of: arrangement)
        func identifier() -> CellIdentifier { arrangement.cells.reading(path) { $0.identifier } }
        names.append(
          folders: folders[section], object: object.map { documentObject($0).objectID },
          identifier: object == nil ? identifier().rawValue : "")
        if names.names.last == name {
          return FoundPart(
            place: ListingPlace(arrangement.listing, path), identifier: identifier(), object: object)
        }
      }
    }
    return nil
  }

  /// Returns the section with a name on an arranged page; `nil` if the page does not show it.
  package func section(named name: String, in arrangement: Arrangement) -> ListingPlace? {
    let folders = snapshot.read { sectionFolders(of: arrangement, in: $0) }
    return zip(folders, arrangement.paths).enumerated()
      .first { !$1.1.isEmpty && $1.0.joined(separator: "/").percentEncodedPath == name }
      .map { ListingPlace(listing: arrangement.listing, section: $0.offset, item: nil) }
  }

  /// Returns the folders that the sections with the names of the arranged ones have.
  private func sectionFolders(of arrangement: Arrangement, in plan: DocumentPlan) -> [[String]] {
    let listing = plan.listings[arrangement.listing]
    let folders = Dictionary(
      listing.order.map { (listing[$0].name, listing[$0].folders) }, uniquingKeysWith: { first, _ in first })
    return (0..<arrangement.cells.numberOfSections).map { folders[arrangement.cells.name(ofSection: $0)] ?? [] }
  }

  private func object(at path: ItemPath, of arrangement: Arrangement) -> Object? {
    var kinds = SourceKinds<Object>()
    let (kind, path) = kinds.owner(of: path, in: arrangement.cells)
    if case .objects(let cells) = kind { return cells.object(at: path) }
    return nil
  }
}
