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
      case .section(let title, let folders):
        listings.firstIndex { $0.root == folders }.flatMap { listing in
          listings[listing].section(titled: title).map { .section(listing: listing, $0) }
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
    return listings[listing][section].title.map { PageTarget.section($0, inFolders: listings[listing].root) }
  }

  mutating func setTarget(_ section: PlannedListing.Handle, of listing: Int) {
    if let target = target(section, of: listing) { setTarget(.section(listing: listing, section), of: target) }
  }

  mutating func removeTarget(_ section: PlannedListing.Handle, of listing: Int) {
    if let target = target(section, of: listing) { removeTarget(.section(listing: listing, section), of: target) }
  }

  /// The pages that the links in an object's cells lead to, as far as there are any.
  func references(of object: Int32) -> [Page.Reference] {
    if links.isEmpty { return [] }
    return links.places(of: object).compactMap { destination, place in
      switch place {
      case .object(let other):
        hasObjectPages
          ? Page.Reference(destination: destination, link: link(to: other)) : nil
      case .section(let listing, let section):
        Page.Reference(
          destination: destination,
          link: Page.Link(
            title: listings[listing][section].title ?? listings[listing].title,
            path: listings[listing].path(of: section)))
      }
    }
  }
}
