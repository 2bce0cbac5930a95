package import DataSources

/// A section of the home page with chosen objects or the newest ones, which is shown beside the sections of the
/// listing.
package struct Highlight<Object: Sendable> {
  /// The objects of a section.
  package enum Objects {
    /// The objects with these identities, in this order. Identities of which the document has no object are ignored.
    case chosen([ObjectID])
    /// All objects of a source.
    case all(any DataSource<Object>)
  }

  let title: String
  let objects: Objects
  let comesFirst: Bool

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - title: The title of the section.
  ///   - objects: The objects that it shows.
  ///   - comesFirst: Whether it precedes the sections of the listing.
  package init(_ title: String, _ objects: Objects, comesFirst: Bool = true) {
    self.title = title
    self.objects = objects
    self.comesFirst = comesFirst
  }

  var source: (any DataSource<Object>)? { if case .all(let source) = objects { source } else { nil } }
}

/// A section of the home page with objects of any collection, in one state of the document.
struct PlannedHighlight: Equatable, Sendable {
  let title: String
  let ids: [ObjectID]
  let comesFirst: Bool
}

extension Document {
  /// The additional sections of the home page in the current state.
  var plannedHighlights: [PlannedHighlight] {
    highlights.map { highlight in
      let ids =
        switch highlight.objects {
        case .chosen(let ids): ids
        case .all(let source): source.items.map { documentObject($0).objectID }
        }
      return PlannedHighlight(title: highlight.title, ids: ids, comesFirst: highlight.comesFirst)
    }
  }
}

extension DocumentPlan {
  /// Returns the objects that a section of the home page shows: those that the main listing of their collection shows,
  /// too.
  func objects(in highlight: PlannedHighlight) -> [ObjectNumber] {
    highlight.ids.compactMap(objects.number(of:)).filter { listings[mainListing(of: $0)].count(of: $0) > 0 }
  }

  /// Returns the additional sections of the home page, either those before the sections of the listing or those after
  /// them. Sections without objects are left out.
  func highlights(comingFirst isFirst: Bool, on home: PagePath, cell: CellReader) -> [Page.Section] {
    highlights.filter { $0.comesFirst == isFirst }.compactMap { highlight in
      let shown = objects(in: highlight)
      guard !shown.isEmpty else { return nil }
      let views = Set(shown.map { listings[mainListing(of: $0)].view })
      return Page.Section(
        title: highlight.title, path: home, count: shown.count, cells: shown.map { cell(self, self.highlight(of: $0)) },
        hasMore: false, view: views.count == 1 ? views.first ?? .cards : .cards)
    }
  }
}
