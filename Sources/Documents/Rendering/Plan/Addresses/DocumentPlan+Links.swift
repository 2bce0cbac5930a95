import Fingerprints

/// The resolution of the links in the objects' cells, as objects and sections change.
extension DocumentPlan {
  /// Stores the links of all objects of a new plan, in which objects are numbered in order.
  mutating func loadLinks(_ newcomers: [[[PlannedObjects.Newcomer]]]) {
    var number: ObjectNumber = 0
    for section in newcomers.joined() {
      for index in section.indices {
        links.set(section[index].links, of: number)
        number += 1
      }
    }
  }

  /// Returns the identity by which links refer to a section, or nil if it has no name or the document has no links.
  private func target(_ section: SectionReference) -> Fingerprint? {
    if links.isEmpty { return nil }
    return self[section].name.map { PageTarget.section($0, inFolders: listings[section.listing].root).identity }
  }

  /// Records that an object was inserted, or is removed or moved, or that its title or address has changed, so that
  /// what leads to its identity is determined again: links, and former addresses.
  mutating func outdate(_ object: ObjectNumber) {
    let identity = objects[object].identity
    links.outdate(identity)
    if former.names(identity) || formerIDs[object] != nil { touched.formerAddressesChanged = true }
  }

  /// Records that a section was inserted or is removed, or that its name or folder changes, so that links to it are
  /// resolved again. A change of the name or folder is recorded before and after it.
  mutating func outdate(_ section: SectionReference) {
    if !touched.isAll { touched.folders.insert(self[section].folders) }
    if let target = target(section) { links.outdate(target) }
  }

  /// Resolves the outdated links again, after sections and objects have got their addresses.
  ///
  /// - Returns: The identities of the targets to which links have changed: their places, titles or addresses.
  mutating func settleLinks() -> Set<Fingerprint> {
    if links.isEmpty { return [] }
    // The links are moved out of the plan, which the closures read: otherwise the mutation would copy them.
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

  /// Touches the pages with links to some targets, whose titles or addresses have changed: the pages with cells that
  /// have such links, and the pages of the targets' parts, whose breadcrumbs lead there.
  mutating func touchReferrers(to targets: Set<Fingerprint>, _ reader: ObjectReader) {
    let regrouped = links.takeRegrouped()
    if touched.isAll { return }
    for identity in targets {
      for (object, isOnCards) in links.referrers(to: identity) { touchCells(of: object, reader, onCards: isOnCards) }
      touchParts(of: identity)
    }
    for object in regrouped where objects.contains(object) { touchParts(of: objects[object].identity) }
  }

  /// Touches the pages of all parts of an object, at any depth: their breadcrumbs have changed.
  private mutating func touchParts(of whole: Fingerprint) {
    for part in links.parts(of: whole, identity: { objects[$0].identity }) { touched.pages.insert(.object(part)) }
  }

  /// Returns the object, section or outer section that a link refers to, or nil if there is none.
  private func place(of target: PageTarget) -> PlannedLinks.Place? {
    switch target {
    case .object(let id): objects.number(of: id).map { .object($0) }
    case .section(let name, let folders):
      listings.firstIndex { $0.root == folders }.flatMap { listing in
        if let section = listings[listing].section(named: name) {
          return .section(SectionReference(listing: listing, handle: section))
        }
        let path = SectionName.components(name)
        return contains(.branch(listing: listing, path: path)) ? .branch(listing: listing, path) : nil
      }
    }
  }

  private func link(to place: PlannedLinks.Place) -> Page.Link? {
    switch place {
    case .object(let object): hasObjectPages ? link(to: object) : nil
    case .section(let section):
      Page.Link(title: self[section].title ?? listings[section.listing].title, path: path(of: section))
    case .branch(let listing, let path): link(toBranch: path, of: listing)
    }
  }

  /// Returns the resolutions of the links in a cell. Links to missing pages are left out.
  func references(of cell: PlannedCell) -> [Page.Reference] {
    guard let object = cell.object, !links.isEmpty else { return [] }
    return links.places(of: object, onCard: cell.isCard).compactMap { destination, place in
      link(to: place).map { Page.Reference(destination: destination, link: $0) }
    }
  }

  /// Returns the fingerprint of what a cell shows, including the titles and addresses that its links show.
  ///
  /// - Parameter content: The fingerprint of everything else that the cell shows.
  func fingerprint(of cell: PlannedCell, showing content: Fingerprint, _ parts: inout Fingerprinter) -> Fingerprint {
    guard let object = cell.object, !links.isEmpty else { return content }
    return links.fingerprint(content, withLinksOf: object, onCard: cell.isCard, &parts)
  }
}
