public import Changesets

extension SourceChanges {
  /// What became of the changes by a mapping, found by comparing the mapping before with the mapping after.
  ///
  /// Items are told apart by where they come from. Items that are the mapping's own are new every time; sections without a source's
  /// section behind them are told apart by their names. Items that stay are updated where their source says so, and where the mapping
  /// does: see ``Mapping/changedItems(among:since:by:)``.
  ///
  /// - Parameters:
  ///   - old: The mapping before.
  ///   - new: The mapping after.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(*n*) on average, *n* being the number of items before and after, and O(*m* log *m*) for *m* items out of order.
  public func batch<M: Mapping>(from old: M, to new: M) -> UpdateBatch where M.SourceItem == Item {
    batch(from: old, to: new) { _ in true }
  }

  /// The same, for callers that know of some items already whether they changed.
  ///
  /// - Parameter isInQuestion: Whether the mapping is asked about an item that stays, given its place before.
  private func batch<M: Mapping>(
    from old: M, to new: M, isInQuestion: @escaping (ItemPath) -> Bool
  ) -> UpdateBatch where M.SourceItem == Item {
    var batch = difference(from: old, to: new)
    if batch.isReload { return batch }
    let map = PathMap(batch)
    let retained = (0..<old.numberOfSections).lazy.flatMap { section in
      (0..<old.numberOfItems(inSection: section)).lazy.compactMap { item -> Pair<ItemPath>? in
        let place = ItemPath(section: section, item: item)
        guard let target = map.path(after: place), isInQuestion(place) else { return nil }
        return Pair(place, target)
      }
    }
    let changed = new.changedItems(among: retained, since: old, by: self)
    if !changed.isEmpty { batch.items.updates = EditList(Set(batch.items.updates).union(changed).sorted()) }
    return batch
  }

  /// What became of the changes, by the places that items have and come from, and by what the sources say of them.
  private func difference<M: Mapping>(from old: M, to new: M) -> UpdateBatch where M.SourceItem == Item {
    let maps = sources.indices.map { PathMap(batches[$0].inverted()) }
    func former(_ place: SourcePath) -> SourcePath? {
      guard let source = origin(ofSource: place.source) else { return nil }
      return maps[place.source].path(after: place.path).map { SourcePath(source: source, path: $0) }
    }
    func former(_ place: SourceSection) -> SourceSection? {
      guard let source = origin(ofSource: place.source) else { return nil }
      return maps[place.source].section(after: place.section).map { SourceSection(source: source, section: $0) }
    }
    var before = old.labels(section: { .from($0) }, item: { .from($0) }, own: { .before($0) })
    var after = new.labels(
      section: { place in former(place).map { .from($0) } ?? .new(place) },
      item: { place in former(place).map { .from($0) } ?? .new(place) }, own: { .after($0) })
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
}

extension SourceChanges {
  /// A batch that was found in several steps, without what was hidden in one of them and shown again in another: that stays, or moves, and
  /// the mapping is asked whether it shows something else now. No step has told of that.
  ///
  /// - Parameters:
  ///   - batch: What became of the changes and of changes of the mapping, step by step.
  ///   - old: The mapping before.
  ///   - new: The mapping after.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(1) where the batch has no deletes or no inserts, else that of ``batch(from:to:)``.
  @usableFromInline func exactly<M: Mapping>(
    _ batch: UpdateBatch, from old: M, to new: M
  ) -> UpdateBatch where M.SourceItem == Item {
    let comesAndGoes =
      !(batch.items.deletes.isEmpty && batch.sections.deletes.isEmpty)
      && !(batch.items.inserts.isEmpty && batch.sections.inserts.isEmpty)
    // What is reloaded, and what is a mapping's own, is not told apart by where it comes from.
    guard comesAndGoes, !sources.indices.contains(where: { batches[$0].isReload }), !old.hasOwnItems, !new.hasOwnItems
    else { return batch }
    let steps = PathMap(batch)
    var changes = self
    changes.mappingMayDiffer = true
    var exact = changes.batch(from: old, to: new) { steps.path(after: $0) == nil }
    exact.items.updates += batch.items.updates
    exact.sections.updates += batch.sections.updates
    return exact.normalised()
  }
}

/// What a section is told apart by.
enum SectionLabel: Hashable {
  /// The image of a section that was there before.
  case from(SourceSection)
  /// The image of a section that was not there before.
  case new(SourceSection)
  /// One of the mapping's own, by its name and how many of that name stand before it.
  case own(String?, Int)
}

/// What an item is told apart by.
indirect enum ItemLabel: Hashable {
  /// One that was there before, by its place then.
  case from(SourcePath)
  /// One that was not there before.
  case new(SourcePath)
  /// One of the mapping's own, in the state before.
  case before(ItemPath)
  /// One of the mapping's own, in the state after.
  case after(ItemPath)
  /// One of the places of an item that is shown several times, by its section and how many of them stand there before it.
  case appearance(of: ItemLabel, SectionLabel, Int)

  /// What the item is told apart by, wherever it is shown.
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

  /// Tells the places of some items apart.
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
  /// Whether there are items that come from no source.
  fileprivate var hasOwnItems: Bool {
    (0..<numberOfSections).contains { section in
      (0..<numberOfItems(inSection: section)).contains { sourcePath(for: ItemPath(section: section, item: $0)) == nil }
    }
  }

  /// What tells sections and items apart, place by place.
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
