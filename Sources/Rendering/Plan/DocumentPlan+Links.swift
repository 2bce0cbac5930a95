import Fingerprints

/// Where the links in the objects' cells lead, from what happens to objects and sections.
extension DocumentPlan {
  /// Notes the links of all objects, which are numbered in order.
  mutating func loadLinks(_ newcomers: some Sequence<PlannedObjects.Newcomer>) {
    for (number, newcomer) in newcomers.enumerated() { links.set(newcomer.links, of: Int32(number)) }
  }

  /// What links to a section know it by; nil for one without a name.
  private func target(_ section: PlannedListing.Handle, of listing: Int) -> Fingerprint? {
    if links.isEmpty { return nil }
    return listings[listing][section].name.map { PageTarget.section($0, inFolders: listings[listing].root) }
  }

  /// Notes that a section has come or gone, or stands elsewhere.
  mutating func outdate(_ section: PlannedListing.Handle, of listing: Int) {
    if !touched.isAll { touched.folders.insert(listings[listing][section].folders) }
    if let target = target(section, of: listing) { links.outdate(target) }
  }

  /// Finds out where links lead, now that it is known what there is and where.
  ///
  /// - Returns: The identities of what links show otherwise than before.
  mutating func settleLinks() -> Set<Fingerprint> {
    if links.isEmpty { return [] }
    // Taken out, so that it is not copied when it changes.
    var links = PlannedLinks()
    swap(&links, &self.links)
    var parts = Fingerprinter()
    let changed = links.settle(place: place) { place in
      guard let link = link(to: place) else { return nil }
      parts.combine(link)
      return parts.finish()
    }
    swap(&links, &self.links)
    return changed
  }

  /// What stands where a link leads; nil if there is no such page.
  private func place(of target: PageTarget) -> PlannedLinks.Place? {
    switch target {
    case .object(let id): objects.number(of: id).map { .object($0) }
    case .section(let name, let folders):
      listings.firstIndex { $0.root == folders }.flatMap { listing in
        if let section = listings[listing].section(named: name) { return .section(listing: listing, section) }
        let path = SectionName.components(name)
        return contains(.branch(listing: listing, path: path)) ? .branch(listing: listing, path) : nil
      }
    }
  }

  /// A link to what stands at a place; nil for what has no page.
  private func link(to place: PlannedLinks.Place) -> Page.Link? {
    switch place {
    case .object(let object): hasObjectPages ? link(to: object) : nil
    case .section(let listing, let section):
      Page.Link(
        title: listings[listing][section].title ?? listings[listing].title,
        path: listings[listing].path(of: section))
    case .branch(let listing, let path): link(toBranch: path, of: listing)
    }
  }

  /// The pages that the links in a cell lead to, as far as there are any.
  func references(of cell: PlannedCell) -> [Page.Reference] {
    guard let object = cell.object, !links.isEmpty else { return [] }
    return links.places(of: object, onCard: cell.isCard).compactMap { destination, place in
      link(to: place).map { Page.Reference(destination: destination, link: $0) }
    }
  }

  /// The fingerprint of what a cell shows, with where its links lead.
  ///
  /// - Parameter content: The fingerprint of the rest.
  func fingerprint(of cell: PlannedCell, showing content: Fingerprint) -> Fingerprint {
    cell.object.map { links.fingerprint(content, withLinksOf: $0, onCard: cell.isCard) } ?? content
  }
}
