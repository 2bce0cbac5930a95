import Fingerprints

/// Where the links in the objects' cells lead, from what happens to objects and sections.
extension DocumentPlan {
  /// Notes the links of all objects, which are numbered in order.
  mutating func loadLinks(_ newcomers: some Sequence<PlannedObjects.Newcomer>) {
    for (number, newcomer) in newcomers.enumerated() {
      // What is there is looked for once all are known.
      links.set(newcomer.links, of: Int32(number)) { _ in nil }
    }
    if links.isEmpty { return }
    for number in objects.numbers { links.setPlace(.object(number), of: objects[number].identity) }
  }

  /// Notes where the links of an object lead.
  mutating func setLinks(_ draft: PlannedLinks.Draft, of object: Int32) {
    links.set(draft, of: object) { target in
      switch target {
      case .object(let id): objects.number(of: id).map { .object($0) }
      case .section(let name, let folders):
        listings.firstIndex { $0.root == folders }.flatMap { listing in
          listings[listing].section(named: name).map { .section(listing: listing, $0) }
        }
      }
    }
  }

  /// Notes that something is there to which links may lead.
  mutating func setTarget(_ place: PlannedLinks.Place, of identity: Fingerprint) {
    links.setPlace(place, of: identity)
    touchTarget(identity)
  }

  /// Notes that something has gone to which links may lead.
  mutating func removeTarget(_ place: PlannedLinks.Place, of identity: Fingerprint) {
    links.removePlace(place, of: identity)
    touchTarget(identity)
  }

  /// What links to a section know it by; nil for one without a title.
  func target(_ section: PlannedListing.Handle, of listing: Int) -> Fingerprint? {
    if links.isEmpty { return nil }
    return listings[listing][section].name.map { PageTarget.section($0, inFolders: listings[listing].root) }
  }

  mutating func setTarget(_ section: PlannedListing.Handle, of listing: Int) {
    if let target = target(section, of: listing) { setTarget(.section(listing: listing, section), of: target) }
  }

  mutating func removeTarget(_ section: PlannedListing.Handle, of listing: Int) {
    if let target = target(section, of: listing) { removeTarget(.section(listing: listing, section), of: target) }
  }

  /// Finds out what links to pages show, now that it is known where these are.
  mutating func settleLinks() {
    if links.isEmpty { return }
    // Taken out, so that it is not copied when it changes.
    var links = PlannedLinks()
    swap(&links, &self.links)
    var parts = Fingerprinter()
    links.settle { place in
      guard let link = link(to: place) else { return nil }
      parts.combine(link)
      return parts.finish()
    }
    swap(&links, &self.links)
  }

  /// A link to what stands at a place; nil for what has no page.
  private func link(to place: PlannedLinks.Place) -> Page.Link? {
    switch place {
    case .object(let object): hasObjectPages ? link(to: object) : nil
    case .section(let listing, let section):
      Page.Link(
        title: listings[listing][section].title ?? listings[listing].title,
        path: listings[listing].path(of: section))
    }
  }

  /// The pages that the links in an object's cells lead to, as far as there are any.
  func references(of object: Int32) -> [Page.Reference] {
    if links.isEmpty { return [] }
    return links.places(of: object).compactMap { destination, place in
      link(to: place).map { Page.Reference(destination: destination, link: $0) }
    }
  }

  /// The fingerprint of what a cell of an object shows, with where its links lead.
  ///
  /// - Parameter content: The fingerprint of the rest.
  func fingerprint(ofCellWith content: Fingerprint, of object: Int32?) -> Fingerprint {
    guard let object, !links.isEmpty else { return content }
    var parts = Fingerprinter()
    parts.combine(content)
    links.combine(linksOf: object, into: &parts)
    return parts.finish()
  }
}
