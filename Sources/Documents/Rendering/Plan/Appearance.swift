import OrderedTrees

/// An occurrence of an object on a page of a document.
package struct Appearance: Hashable, Sendable {
  /// The form in which an object occurs on a page.
  package enum Kind: String, Hashable, Sendable {
    /// The object's own page.
    case article
    /// A card on a page of a section.
    case card
    /// A card among the first cells of a section, an outer section or a collection: on the home page of the document or
    /// of a listing, or on the page of an outer section.
    case preview
    /// A card on the home page, in a section of chosen or newest objects.
    case highlight
    /// A page at a former address of the object, which leads to its own page.
    case redirect
  }

  /// The place of a card in a section.
  package struct Place: Hashable, Sendable {
    /// The section's title, or nil if it has none.
    package var title: String?
    /// The card's index in the section.
    package var item: Int
    /// The number of the section's cells.
    package var count: Int
  }

  /// The form in which the object occurs.
  package var kind: Kind
  /// The address of the page.
  package var path: PagePath
  /// The place of the card in its section, also if the page shows only the beginning of the section; nil if there is no
  /// card.
  package var place: Place?
  /// The position of the page among a section's numbered pages; nil for previews, for a single page, and for pages with
  /// guides.
  package var position: Page.Position?
  /// The range of entries on the page of a section; nil for previews, for a single page, and for numbered pages.
  package var guide: Page.GuideWords?
  /// Whether the address of the object's own page was decided, and does not follow from its key or a pattern.
  package var isDecided = false
}

extension Document {
  /// Returns the occurrences of an object: its own page; the highlights of the home page; for each listing the previews
  /// and the pages with its card; the redirects to it.
  ///
  /// - Parameter id: The identity of the object. If the document does not contain it, the result is empty.
  /// - Complexity: O(*n*), *n* being the number of objects and of the listings' cells.
  package func appearances(of id: ObjectID) -> [Appearance] {
    let plan = plan
    guard let number = plan.objects.number(of: id) else { return [] }
    var found: [Appearance] = []
    if hasObjectPages {
      found.append(
        Appearance(
          kind: .article, path: plan.objects.path(ofPage: number), isDecided: plan.objects.addresses.isDecided(for: id))
      )
    }
    for highlight in plan.highlights {
      let shown = plan.objects(in: highlight)
      guard let item = shown.firstIndex(of: number) else { continue }
      let place = Appearance.Place(title: highlight.title, item: item, count: shown.count)
      found.append(Appearance(kind: .highlight, path: .home, place: place))
    }
    for listing in plan.listings.indices where plan.listings[listing].count(of: number) > 0 {
      for (index, section) in plan.listings[listing].order.enumerated() {
        for page in plan.listings[listing][section].list.pages {
          found += appearances(of: number, on: page, of: section, at: index, in: listing, plan)
        }
      }
    }
    found += plan.former.redirects.filter { $0.to == .object(number) }
      .map { Appearance(kind: .redirect, path: $0.from) }
    return found
  }

  private func appearances(
    of object: ObjectNumber, on page: PageHandle, of section: PlannedListing.Handle, at index: Int, in number: Int,
    _ plan: DocumentPlan
  ) -> [Appearance] {
    let listing = plan.listings[number]
    let list = listing[section].list
    return list[page].entries.enumerated().filter { listing.object(of: $1) == object }.flatMap { offset, _ in
      let place = Appearance.Place(
        title: listing[section].name.map(SectionName.wholeTitle), item: list.start(of: page) + offset,
        count: list.count)
      let card = Appearance(
        kind: .card, path: PagePath(listing[section].folders, list[page].name), place: place,
        position: list.position(of: page), guide: list[page].guide)
      let before = listing.order.prefix(index).reduce(place.item) { $0 + listing[$1].list.count }
      var previews: [PagePath] = []
      if !listing.isIndex {
        if number > 0, before < listing.homePreviewSize, !plan.hasTooManySections(0) { previews.append(.home) }
        if listing.tree == nil, listing.hasSections, place.item < plan.previewSize(of: number) {
          previews.append(listing.home)
        }
      }
      if let tree = listing.tree {
        let outer = [[]] + listing.branches(around: section)
        for (index, path) in outer.enumerated() where !path.isEmpty || !listing.isIndex {
          // The page of an outer section shows each of its children with the first cells of all sections in the child.
          // The child here is the section itself, or an outer section around it.
          let shown = index + 1 < outer.count ? tree[outer[index + 1]].sections : [section]
          let before = shown.prefix { $0 != section }.reduce(place.item) { $0 + listing[$1].list.count }
          if before < plan.previewSize(of: number, under: path) {
            previews.append(path.isEmpty ? listing.home : PagePath(tree[path].folders, PagePath.index))
          }
        }
      }
      return previews.map { Appearance(kind: .preview, path: $0, place: place) } + [card]
    }
  }
}
