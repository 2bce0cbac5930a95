import OrderedTrees

/// A page of a document on which an object is met.
package struct Appearance: Hashable, Sendable {
  /// What the page has of the object.
  package enum Kind: String, Hashable, Sendable {
    /// The page is the object's own.
    case article
    /// The object's card stands on a page of a section.
    case card
    /// The object's card stands on the home page, or on that of its collection.
    case preview
    /// The object's card stands on the home page among those that were chosen, or that are the newest.
    case highlight
    /// The page stands at an address that the object had before, and leads to its own.
    case redirect
  }

  /// A place in a section.
  package struct Place: Hashable, Sendable {
    /// The section's title, if it has one.
    package var title: String?
    /// The cell's index in the section.
    package var item: Int
    /// How many cells the section has.
    package var count: Int
  }

  /// What the page has of the object.
  package var kind: Kind
  /// The page.
  package var path: PagePath
  /// Where the card stands; nothing where there is no card.
  package var place: Place?
  /// Which of a section's pages it is; nothing where there is only one, or where pages are not numbered.
  package var position: Page.Position?
  /// From where to where the page of a section goes; nothing where there is only one, or where pages are numbered.
  package var guide: Page.Guide?
  /// Whether the address of the object's own page was decided, and does not follow from its key.
  package var isDecided = false
}

extension PlannedListing {
  /// The page of the sections that stand within one, or the one that all sections begin on.
  fileprivate func page(of path: SectionTree.Path, in tree: SectionTree) -> PagePath {
    path.isEmpty ? home : PagePath(tree[path].folders, PagePath.index)
  }
}

extension Document {
  /// The pages on which an object is met: its own, the home page if it is shown there by itself, then for each listing those with its card, then
  /// those that lead to it.
  ///
  /// - Parameter id: The identity of an object; one that is not in the document is met nowhere.
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
          found += appearances(of: number, on: page, section, index, of: listing, in: plan)
        }
      }
    }
    found += plan.former.redirects.filter { $0.to == .object(number) }
      .map { Appearance(kind: .redirect, path: $0.from) }
    return found
  }

  private func appearances(
    of object: Int32, on page: PageList.Handle, _ section: PlannedListing.Handle, _ index: Int, of number: Int,
    in plan: DocumentPlan
  ) -> [Appearance] {
    let listing = plan.listings[number]
    let list = listing[section].list
    return list[page].entries.enumerated().filter { listing.object(of: $1) == object }.flatMap { offset, _ in
      let place = Appearance.Place(
        title: listing[section].name.map(SectionName.wholeTitle),
        item: list.start(of: page) + offset,
        count: list.count)
      let card = Appearance(
        kind: .card, path: listing.path(of: page, in: section), place: place, position: list.position(of: page),
        guide: list[page].guide)
      let before = listing.order.prefix(index).reduce(place.item) { $0 + listing[$1].list.count }
      var previews: [PagePath] = []
      if !listing.isIndex {
        if number > 0, before < listing.homePreviewSize { previews.append(.home) }
        if listing.tree == nil, listing.hasSections, place.item < listing.previewSize { previews.append(listing.home) }
      }
      if let tree = listing.tree {
        let outer = [[]] + listing.branches(around: section)
        for (index, path) in outer.enumerated() where !path.isEmpty || !listing.isIndex {
          // The section itself, or the one around it, stands there with the first cells of all that it has.
          let shown = index + 1 < outer.count ? tree[outer[index + 1]].sections : [section]
          let before = shown.prefix { $0 != section }.reduce(place.item) { $0 + listing[$1].list.count }
          if before < listing.previewSize {
            previews.append(listing.page(of: path, in: tree))
          }
        }
      }
      return previews.map { Appearance(kind: .preview, path: $0, place: place) } + [card]
    }
  }
}
