package import DataSources

/// Objects that the home page of a document shows beside its sections, in a section of their own: those that somebody has chosen, or the
/// newest.
package struct Highlight<Object: Sendable> {
  /// Which objects these are.
  package enum Objects {
    /// Those of some identities, in their order; one that the document does not have is left out.
    case chosen([ObjectID])
    /// Those that a source has.
    case all(any DataSource<Object>)
  }

  /// What people call the section.
  let title: String
  let objects: Objects
  /// Whether it stands before the sections of the document.
  let comesFirst: Bool

  /// Describes a section.
  ///
  /// - Parameters:
  ///   - title: What people call it.
  ///   - objects: The objects that it shows.
  ///   - comesFirst: Whether it stands before the sections of the document.
  package init(_ title: String, _ objects: Objects, comesFirst: Bool = true) {
    (self.title, self.objects, self.comesFirst) = (title, objects, comesFirst)
  }

  /// The source of the objects, if there is one.
  var source: (any DataSource<Object>)? { if case .all(let source) = objects { source } else { nil } }
}

/// A section of the home page that shows objects of any collection.
struct PlannedHighlight: Equatable, Sendable {
  let title: String
  let ids: [ObjectID]
  let comesFirst: Bool
}

extension Document {
  /// What the home page shows beside its sections at present.
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
  /// The objects that a section of the home page shows: those that are in the main listing of their collection.
  func objects(in highlight: PlannedHighlight) -> [Int32] {
    highlight.ids.compactMap(objects.number(of:)).filter { listings[mainListing(of: $0)].count(of: $0) > 0 }
  }

  /// The sections of the home page that show objects of any collection, those before its other sections or those after them.
  ///
  /// - Parameter cell: Returns what stands at a place.
  func highlights(comingFirst isFirst: Bool, on home: PagePath, cell: PlacedCell) -> [Page.Section] {
    highlights.filter { $0.comesFirst == isFirst }.compactMap { highlight in
      let shown = objects(in: highlight)
      guard !shown.isEmpty else { return nil }
      let views = Set(shown.map { listings[mainListing(of: $0)].view })
      return Page.Section(
        title: highlight.title, path: home, count: shown.count, cells: shown.map { cell(self, .highlight($0)) },
        hasMore: false, view: views.count == 1 ? views.first ?? .cards : .cards)
    }
  }
}
