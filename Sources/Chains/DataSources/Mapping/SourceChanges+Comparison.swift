public import Changesets

extension SourceChanges {
  /// Returns the changes of a transform, found by comparing the mapping before with the mapping after.
  ///
  /// Items are identified by their source paths. The mapping's own items are always treated as new. Sections that show
  /// no section of a source are identified by their names. Retained items are updated if their source reports an
  /// update, or if the mapping does: see ``Mapping/changedItems(among:since:by:)``.
  ///
  /// - Parameters:
  ///   - old: The mapping before.
  ///   - new: The mapping after.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items
  ///   out of order.
  public func batch<M: Mapping>(from old: M, to new: M) -> UpdateBatch where M.SourceItem == Item {
    batch(from: old, to: new) { _ in true }
  }

  /// Returns the same batch, for callers that already know of some items whether they changed.
  ///
  /// - Parameter isInQuestion: Returns whether the mapping determines if a retained item changed, given the item's path
  ///   before.
  private func batch<M: Mapping>(
    from old: M, to new: M, isInQuestion: @escaping (ItemPath) -> Bool
  ) -> UpdateBatch where M.SourceItem == Item {
    var batch = difference(from: old, to: new)
    if batch.isReload { return batch }
    let map = PathMap(batch)
    // Lazy, because most mappings ask for none of these pairs.
    let retained = (0..<old.numberOfSections).lazy.flatMap { section in
      (0..<old.numberOfItems(inSection: section)).lazy.compactMap { item -> PlacePair<ItemPath>? in
        let place = ItemPath(section: section, item: item)
        guard let target = map.newPath(of: place), isInQuestion(place) else { return nil }
        return PlacePair(place, target)
      }
    }
    let changed = new.changedItems(among: retained, since: old, by: self)
    if !changed.isEmpty { batch.items.updates = EditList(Set(batch.items.updates).union(changed).sorted()) }
    return batch
  }

  /// Returns the changes that follow from the positions and origins of items, and from the updates that the sources
  /// report.
  private func difference<M: Mapping>(from old: M, to new: M) -> UpdateBatch where M.SourceItem == Item {
    // Both states are labelled with what is the same in both: the origin of an item before the batches of the
    // sources. So the batches are followed back from the state after.
    let maps = sources.indices.map { PathMap(batches[$0].inverted()) }
    func former(_ place: SourcePath) -> SourcePath? {
      guard let source = origin(ofSource: place.source) else { return nil }
      return maps[place.source].newPath(of: place.path).map { SourcePath(source: source, path: $0) }
    }
    func former(_ place: SourceSection) -> SourceSection? {
      guard let source = origin(ofSource: place.source) else { return nil }
      return maps[place.source].newIndex(ofSection: place.section).map { SourceSection(source: source, section: $0) }
    }
    var before = old.labels(section: { .from($0) }, item: { .from($0) }, own: { .before($0) })
    var after = new.labels(
      section: { place in former(place).map { .from($0) } ?? .new(place) },
      item: { place in former(place).map { .from($0) } ?? .new(place) }, own: { .after($0) })
    // Items with equal labels could be paired across sections. An appearance is paired in its own section.
    if M.self is any RepeatingMapping.Type {
      let repeated = before.repeatedItems.union(after.repeatedItems)
      before.distinguish(repeated)
      after.distinguish(repeated)
    }
    var changedItems: Set<ItemLabel> = []
    var changedSections: Set<SectionLabel> = []
    for source in sources.indices {
      guard let origin = origin(ofSource: source) else { continue }
      let batch = batches[source]
      changedItems.formUnion(batch.items.updates.map { .from(SourcePath(source: origin, path: $0.before)) })
      changedSections.formUnion(batch.sections.updates.map { .from(SourceSection(source: origin, section: $0.before)) })
    }
    return diff(
      from: before, to: after,
      sections: ClosureMatching(id: { $0.value }, content: { old, _ in !changedSections.contains(old.value) }),
      items: \.items,
      matching: ClosureMatching(id: { $0 }, content: { old, _ in !changedItems.contains(old.item) }))
  }

  /// Returns a batch that was found in several steps without pairs of edits that cancel each other: an item that was
  /// hidden in one step and shown again in another is retained or moved. The mapping determines whether its contents
  /// changed, because no step has reported that.
  ///
  /// - Parameter batch: The composed result of the sources' changes and of changes of the mapping.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(1) if the batch has no deletions or no insertions, else that of ``batch(from:to:)`` and O(*n*) to
  ///   search for items of the mapping's own.
  @usableFromInline func withoutCancelingEdits<M: Mapping>(
    _ batch: UpdateBatch, from old: M, to new: M
  ) -> UpdateBatch where M.SourceItem == Item {
    let comesAndGoes =
      !(batch.items.deletes.isEmpty && batch.sections.deletes.isEmpty)
      && !(batch.items.inserts.isEmpty && batch.sections.inserts.isEmpty)
    // Reloaded items and the mapping's own items cannot be identified by their origins.
    guard comesAndGoes, !sources.indices.contains(where: { batches[$0].isReload }), !old.hasOwnItems, !new.hasOwnItems
    else { return batch }
    // Items that the batch retains are out of question: it has their updates, which are added below.
    let steps = PathMap(batch)
    var changes = self
    changes.mappingMayDiffer = true
    var exact = changes.batch(from: old, to: new) { steps.newPath(of: $0) == nil }
    exact.items.updates += batch.items.updates
    exact.sections.updates += batch.sections.updates
    return exact.normalized()
  }
}

/// The identity of a section in a comparison.
enum SectionLabel: Hashable {
  /// A section that shows a section that the source had before.
  case from(SourceSection)
  /// A section that shows a new section of a source.
  case new(SourceSection)
  /// One of the mapping's own sections, identified by its name and the number of preceding sections with that name.
  case own(String?, Int)
}

/// The identity of an item in a comparison.
indirect enum ItemLabel: Hashable {
  /// An item that the source had before, identified by its former path.
  case from(SourcePath)
  /// A new item of a source.
  case new(SourcePath)
  /// One of the mapping's own items, in the state before.
  case before(ItemPath)
  /// One of the mapping's own items, in the state after.
  case after(ItemPath)
  /// One of several appearances of an item, identified by its section and the number of preceding appearances there.
  case appearance(of: ItemLabel, SectionLabel, Int)

  /// The identity of the item, regardless of the appearance.
  var item: ItemLabel {
    if case .appearance(let item, _, _) = self { return item }
    return self
  }
}

extension [SectionState<SectionLabel, ItemLabel>] {
  /// The items that are shown several times.
  fileprivate var repeatedItems: Set<ItemLabel> {
    var known: Set<ItemLabel> = []
    return Set(lazy.flatMap(\.items).filter { !known.insert($0).inserted })
  }

  /// Replaces the labels of some items with those of their appearances.
  fileprivate mutating func distinguish(_ repeated: Set<ItemLabel>) {
    for section in indices {
      var counts: [ItemLabel: Int] = [:]
      for (index, item) in self[section].items.enumerated() where repeated.contains(item) {
        self[section].items[index] = .appearance(of: item, self[section].value, counts[item, default: 0])
        counts[item, default: 0] += 1
      }
    }
  }
}

extension Mapping {
  /// Whether any item comes from no source.
  fileprivate var hasOwnItems: Bool {
    (0..<numberOfSections).contains { section in
      (0..<numberOfItems(inSection: section)).contains { sourcePath(for: ItemPath(section: section, item: $0)) == nil }
    }
  }

  /// Returns the identities of all sections and items.
  fileprivate func labels(
    section: (SourceSection) -> SectionLabel, item: (SourcePath) -> ItemLabel, own: (ItemPath) -> ItemLabel
  ) -> [SectionState<SectionLabel, ItemLabel>] {
    var namesakes: [String?: Int] = [:]
    return (0..<numberOfSections).map { index in
      let label: SectionLabel
      if let origin = sourceSection(for: index) {
        label = section(origin)
      } else {
        let name = name(ofSection: index)
        label = .own(name, namesakes[name, default: 0])
        namesakes[name, default: 0] += 1
      }
      let items = (0..<numberOfItems(inSection: index)).map { position in
        let path = ItemPath(section: index, item: position)
        return sourcePath(for: path).map(item) ?? own(path)
      }
      return SectionState(label, items: items)
    }
  }
}
