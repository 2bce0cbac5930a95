package import Cells
import Changesets
package import DataSources
import OrderedTrees

extension Document {
  /// Returns a page with its cells, and the names of its parts.
  ///
  /// - Parameters:
  ///   - page: One of the ``plannedPages`` of the current state.
  ///   - attributes: Returns the attributes that the element of a part gets beside its name, each after a space.
  ///     `nil` if there are none.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func livePage(_ page: PlannedPage, attributes: ((ListingPlace) -> String)? = nil) -> LivePage {
    var parts: [PlannedPart] = []
    let filled = snapshot.read { plan in
      var names = PartNames()
      return plan.page(plan.knownPage(at: page.path)) { plan, planned in
        let cell = cell(planned, in: plan)
        parts.append(part(planned, identifier: cell.identifier, in: plan, &names, isPlaced: attributes != nil))
        return cell
      }
    }
    let cells = parts.map { part in
      LivePage.Part(name: part.name, attributes: part.place.flatMap { attributes?($0) } ?? "")
    }
    let sections = zip(filled.sectionNames, sectionPlaces(of: filled, parts)).map { name, place in
      LivePage.Part(name: name, attributes: place.flatMap { attributes?($0) } ?? "")
    }
    return LivePage(page: filled, cells: cells, sections: sections)
  }

  private struct PlannedPart {
    let name: String
    let place: ListingPlace?
  }

  private func part(
    _ planned: PlannedCell, identifier: CellIdentifier, in plan: DocumentPlan, _ names: inout PartNames, isPlaced: Bool
  ) -> PlannedPart {
    var folders: [String] = []
    if case .card(let listing, let path) = planned.place, let section = plan.section(at: path.section, of: listing) {
      folders = plan[section].folders
    }
    let object = planned.object.map { documentObject(self.object($0, in: plan)).objectID }
    names.append(folders: folders, object: object, identifier: identifier.rawValue)
    return PlannedPart(name: names.names[names.names.count - 1], place: isPlaced ? place(of: planned, in: plan) : nil)
  }

  /// Returns where a listing has what a cell shows: at the cell itself, or at the first card of the object that the
  /// cell shows elsewhere.
  private func place(of planned: PlannedCell, in plan: DocumentPlan) -> ListingPlace? {
    if case .card(let listing, let path) = planned.place { return ListingPlace(listing, path) }
    return planned.object.flatMap { place(of: $0, in: plan) }
  }

  private func place(of object: ObjectNumber, in plan: DocumentPlan) -> ListingPlace? {
    let listing = plan.mainListing(of: object)
    return pathOfFirstCard(of: object, in: listing, plan).map { ListingPlace(listing, $0) }
  }

  /// Returns the places of a page's sections, which are those of their cells; `nil` for sections that are none of a
  /// listing.
  private func sectionPlaces(of page: Page, _ parts: [PlannedPart]) -> [ListingPlace?] {
    var rest = parts[...]
    return page.sections.map { section in
      let place = section.cells.isEmpty ? nil : rest.first?.place
      rest = rest.dropFirst(section.cells.count)
      // A section of chosen objects has cells of several places.
      guard let place, !section.path.folders.isEmpty || page.sections.count == 1 else { return nil }
      return ListingPlace(listing: place.listing, section: place.section, item: nil)
    }
  }

  // MARK: - Finding parts

  /// A part of a page, as it is found again by its name.
  package struct FoundPart {
    /// Where a listing has the part.
    package let place: ListingPlace
    /// The kind of the cell.
    package let identifier: CellIdentifier
    /// The object that the part shows; `nil` if it shows none.
    package let object: Object?
  }

  /// Returns the cell with a name on a page.
  ///
  /// If the page has the cell no more, because it has moved or its section has another name, the object that the name
  /// contains is looked for.
  ///
  /// - Parameters:
  ///   - name: The name of a cell, as ``livePage(_:attributes:)`` gives it.
  ///   - page: The page's address.
  /// - Returns: The cell; `nil` if neither the page nor its listing shows it.
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func cell(named name: String, on page: PagePath) -> FoundPart? {
    snapshot.read { plan in
      var found: FoundPart?
      if let reference = plan.page(at: page) {
        var names = PartNames()
        _ = plan.page(reference) { plan, planned in
          let identifier = planned.object == nil ? identifier(of: planned) : ""
          let part = part(planned, identifier: identifier, in: plan, &names, isPlaced: false)
          if part.name == name, let place = place(of: planned, in: plan) {
            found = FoundPart(
              place: place, identifier: cell(planned, in: plan).identifier,
              object: planned.object.map { object($0, in: plan) })
          }
          return Page.Cell(identifier: "", title: "", body: [])
        }
      }
      if let found { return found }
      guard let id = PartNames.object(in: name), let number = plan.objects.number(of: id),
        let place = place(of: number, in: plan)
      else { return nil }
      let kind = place.path.map { listings[place.listing].cells.reading($0) { $0.identifier } }
      return FoundPart(place: place, identifier: kind ?? "", object: object(number, in: plan))
    }
  }

  /// Returns the section with a name on a page; `nil` if the page does not show it.
  ///
  /// - Complexity: O(*k*), *k* being the number of cells on the page.
  package func section(named name: String, on page: PagePath) -> ListingPlace? {
    snapshot.read { plan in
      guard let reference = plan.page(at: page) else { return nil }
      var parts: [PlannedPart] = []
      let page = plan.page(reference) { plan, planned in
        parts.append(PlannedPart(name: "", place: place(of: planned, in: plan)))
        return Page.Cell(identifier: "", title: "", body: [])
      }
      return zip(page.sectionNames, sectionPlaces(of: page, parts)).first { $0.0 == name }?.1
    }
  }

  /// Returns the address of an object's page, or `nil` if it has none.
  package func path(ofPageOf object: ObjectID) -> PagePath? { snapshot.read { $0.address(of: object) } }

  /// Returns the number of the listing that a page shows; that of the home page, if it shows none.
  package func listing(of page: PagePath) -> Int {
    var listing: Int?
    snapshot.read { plan in
      guard let reference = plan.page(at: page) else { return }
      _ = plan.page(reference) { plan, planned in
        if listing == nil { listing = place(of: planned, in: plan)?.listing }
        return Page.Cell(identifier: "", title: "", body: [])
      }
    }
    return listing ?? 0
  }

  /// The kind of a cell that shows no object, whose name contains it.
  private func identifier(of planned: PlannedCell) -> CellIdentifier {
    guard case .card(let listing, let path) = planned.place else { return "" }
    return listings[listing].cells.reading(path) { $0.identifier }
  }
}

extension ListingPlace {
  init(_ listing: Int, _ path: ItemPath) { self.init(listing: listing, section: path.section, item: path.item) }
}

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
  /// - Parameter attributes: As for ``livePage(_:attributes:)``.
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
            cells: cells, hasMore: false, view: plan.listings[arrangement.listing].view,
            titleLabel: plan.listings[arrangement.listing].titleLabel))
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
          return FoundPart(place: ListingPlace(arrangement.listing, path), identifier: identifier(), object: object)
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
