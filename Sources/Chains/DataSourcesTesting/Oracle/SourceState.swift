import Changesets
import DataSources

/// The state of a source, as an oracle stores it.
struct SourceState: Equatable {
  var sections: [SectionState<SectionDigest, ItemDigest>]
}

extension SourceState {
  /// Reads the state of a source.
  ///
  /// - Complexity: O(*n*) calls of the source, *n* being the number of sections and items.
  init<Item>(of source: any DataSource<Item>, _ reader: ItemReader<Item>) {
    sections = (0..<source.numberOfSections).map { section in
      let name = source.name(ofSection: section)
      return SectionState(
        SectionDigest(id: .name(reader.sectionID(name)), name: name),
        items: (0..<source.numberOfItems(inSection: section)).map {
          reader.digest(source.item(at: ItemPath(section: section, item: $0)))
        })
    }
  }

  /// Creates a state from labelled items.
  ///
  /// - Complexity: O(*n*), *n* being the number of sections and items.
  init(_ sections: [SectionState<String?, LabeledItem>]) {
    self.sections = sections.map { section in
      SectionState(
        SectionDigest(id: .name(section.value), name: section.value),
        items: section.items.map { ItemDigest(id: $0.id, content: $0.content, item: $0) })
    }
  }

  var counts: [Int] { sections.map(\.items.count) }

  /// Whether the identities of all items, and of all sections, are unique.
  var isUnambiguous: Bool {
    var items: Set<AnyHashable> = [], names: Set<SectionIdentity> = []
    return sections.allSatisfy { section in
      names.insert(section.value.id).inserted && section.items.allSatisfy { items.insert($0.id).inserted }
    }
  }

  /// Returns the state as one line of text.
  func text(_ describe: (Any) -> String) -> String {
    if sections.isEmpty { return "no sections" }
    return sections.map { section in
      "\(section.value.name ?? "-"): [\(section.items.map { describe($0.item) }.joined(separator: ", "))]"
    }.joined(separator: "; ")
  }
}
