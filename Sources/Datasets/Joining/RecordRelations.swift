package import Changesets
package import DataSources

/// Gives records the records of others that go with them: sources are the records, then those of each relation.
///
/// Which records go together is what the index knows; what they are is laid over a record when somebody asks for it.
///
///     works ────┐
///     artists ──┤ relations ──▶ works with their artists and subjects
///     subjects ─┘
///
/// What the other sources provide must not depend on these relations: so that two data sets can refer to each other, both read what is below.
package struct RecordRelations: IncrementalMapping, SectionPreservingMapping {
  /// The relations, each with a source of its own.
  let relations: [RecordRelation]
  private var index: JoinIndex<String>
  private let overlays: RecordOverlays
  private let ownKeys: RelationKeys

  package init(_ relations: [RecordRelation]) {
    self.relations = relations
    index = JoinIndex(relations: relations.count)
    overlays = RecordOverlays(relations.flatMap(\.fields))
    ownKeys = RelationKeys(relations.map(\.own))
  }

  package mutating func refresh(from sources: [any DataSource<Record>]) {
    let (relations, ownKeys) = (relations, ownKeys)
    index.refresh(from: sources, leftKeys: ownKeys.all) { record, relation in record.keys(relations[relation].other) }
  }

  package mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    let (relations, ownKeys) = (relations, ownKeys)
    index.apply(changes, leftKeys: ownKeys.all) { record, relation in record.keys(relations[relation].other) }
    return UpdateBatch()
  }

  package mutating func settle(over sources: [any DataSource<Record>]) -> UpdateBatch { index.settle() }

  package func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: RecordRelations, by changes: SourceChanges<Record>
  ) -> [Pair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }

  package func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    related(sources[0].item(at: path), at: path, sources)
  }

  package func items(inSection section: Int, from sources: [any DataSource<Record>]) -> [Record] {
    sources[0].items(inSection: section).enumerated().map { item, record in
      related(record, at: ItemPath(section: section, item: item), sources)
    }
  }

  /// A record with what goes with it.
  private func related(_ record: Record, at path: ItemPath, _ sources: [any DataSource<Record>]) -> Record {
    let values = relations.enumerated().flatMap { number, relation in
      relatedValues(of: relation, number, record, at: path, sources[number + 1])
    }
    return Record(record, under: overlays.overlay(over: record.schema), values: values)
  }

  private func relatedValues(
    of relation: RecordRelation, _ number: Int, _ record: Record, at path: ItemPath, _ others: any DataSource<Record>
  ) -> [Value] {
    switch relation.kind {
    case .join, .links:
      let matches = index.matches(for: path, in: number)
      return [matches.isEmpty ? .missing : .records(matches.map { others.item(at: $0) })]
    case .reference:
      let value = if case .field(let field) = relation.own { record[field] ?? .missing } else { Value.missing }
      let found = index.firstMatches(for: path, in: number).map { $0.map { others.item(at: $0) } }
      return [value.referring(to: found)]
    case .backReference(let limit):
      let (count, places) = index.firstMatches(for: path, in: number, limit: limit)
      let records = places.map { others.item(at: $0) }
      return [records.isEmpty ? .missing : .records(records), .count(count)]
    case .folds(let folds) where folds.allSatisfy { $0.member == nil }:
      // To be counted, records need not be read.
      let count = index.firstMatches(for: path, in: number, limit: 0).count
      return folds.map { _ in .count(count) }
    case .folds(let folds):
      let records = index.matches(for: path, in: number).map { others.item(at: $0) }
      return folds.map { $0.value(of: records) }
    }
  }

  package var numberOfSections: Int { index.numberOfSections }
  package func numberOfItems(inSection section: Int) -> Int { index.numberOfItems(inSection: section) }
  package func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    index.sourceIndex(ofItem: item, inSection: section)
  }
  package func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    index.index(ofSourceItem: item, inSection: section)
  }
}

extension Value {
  /// The value with records in the place of their keys.
  ///
  /// - Parameter records: For each of the ``keyTexts`` that are different, in their order, the record that it is the key of.
  fileprivate func referring(to records: [Record?]) -> Value {
    guard case .list(let elements, _) = self else {
      return records.first.flatMap(\.self).map(Value.record) ?? self
    }
    if records.allSatisfy({ $0 == nil }) { return self }
    var found = records.makeIterator()
    var known: Set<String> = []
    // What stands twice in a list refers to the same record.
    return .list(
      elements.filter { !$0.isBlank && known.insert($0.text.trimmed).inserted }.map { element in
        found.next().flatMap(\.self).map(Value.record) ?? element
      })
  }
}
