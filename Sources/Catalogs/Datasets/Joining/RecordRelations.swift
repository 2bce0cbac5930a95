package import Changesets
public import DataSources

/// A mapping that adds related records to records. Its first source has the records; the others have the related
/// records, one source for each relation.
///
/// An index stores which records belong together. The values are added to a record, as an overlay, only when it is
/// requested.
///
///     works ────┐
///     artists ──┤ relations ──▶ works with their artists and subjects
///     subjects ─┘
///
/// The other sources must not depend on these relations. When two data sets refer to each other, each therefore reads
/// the sources below the relations. Only back references read records with references of their own, which read the
/// sources below all relations in turn:
///
///     artists ──────────────────────────┐ back reference
///     works ─────┐ references           │
///     museums ───┴──▶ works, museums ───┴──▶ artists with their works, and the museums of these
package struct RecordRelations: IncrementalMapping, SectionPreservingMapping {
  /// The relations, each with its own source.
  let relations: [RecordRelation]
  private var index: JoinIndex<String>
  private let overlays: RecordOverlays
  private let ownKeys: RelationKeys

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - relations: The relations.
  ///   - titles: The names of the fields that form the titles, some of which refer to the records that a record is
  ///     called by; `nil` if records keep their own titles.
  package init(_ relations: [RecordRelation], titles: [String]? = nil) {
    self.relations = relations
    index = JoinIndex(relations: relations.count)
    overlays = RecordOverlays(relations.flatMap(\.fields), titles: titles)
    ownKeys = RelationKeys(relations.map(\.own))
  }

  package mutating func refresh(from sources: [any DataSource<Record>]) {
    // Copies: the closure must not read `self` while the index, a part of it, changes.
    let relations = relations
    let ownKeys = ownKeys
    index.refresh(from: sources, leftKeys: ownKeys.all) { record, relation in record.keys(relations[relation].other) }
  }

  package mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    // Copies, as in `refresh`.
    let relations = relations
    let ownKeys = ownKeys
    index.apply(changes, leftKeys: ownKeys.all) { record, relation in record.keys(relations[relation].other) }
    return UpdateBatch()
  }

  package mutating func settle(over sources: [any DataSource<Record>]) -> UpdateBatch { index.settle() }

  package func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: RecordRelations, by changes: SourceChanges<Record>
  ) -> [PlacePair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }

  package func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    related(sources[0].item(at: path), at: path, sources)
  }

  package func items(inSection section: Int, from sources: [any DataSource<Record>]) -> [Record] {
    sources[0].items(inSection: section).enumerated().map { item, record in
      related(record, at: ItemPath(section: section, item: item), sources)
    }
  }

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
      // A key of several fields has no field whose value could be replaced. Its records are in a field of their own.
      let value = if case .field(let field) = relation.own { record[field] ?? .missing } else { Value.missing }
      let found = index.firstMatches(for: path, in: number).map { $0.map { others.item(at: $0) } }
      return [value.referring(to: found)]
    case .backReference(let limit):
      let (count, places) = index.firstMatches(for: path, in: number, limit: limit)
      let records = places.map { others.item(at: $0) }
      return [records.isEmpty ? .missing : .records(records), .count(count)]
    case .folds(let folds) where folds.allSatisfy { $0.member == nil }:
      // Records need not be read to be counted.
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
  /// Returns the value with records in the place of their keys.
  ///
  /// - Parameter records: For each different text of ``keyTexts``, in order, the record with that key, if any.
  fileprivate func referring(to records: [Record?]) -> Value {
    guard case .list(let elements, _) = self else { return records.first.flatMap(\.self).map(Value.record) ?? self }
    if records.allSatisfy({ $0 == nil }) { return self }
    var found = records.makeIterator()
    var known: Set<String> = []
    // A key that occurs twice in a list is kept once, as both refer to the same record.
    return .list(
      elements.filter { !$0.isBlank && known.insert($0.text.trimmed).inserted }.map { element in
        found.next().flatMap(\.self).map(Value.record) ?? element
      })
  }
}

extension DataSource<Record> {
  /// Adds to each record a field with the records of another source that have the same text in a field.
  ///
  /// ```swift
  /// let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "ingredients")
  /// let value = joined.item(at: path)["recipes"]   // the recipes with the fruit among their ingredients
  /// ```
  ///
  /// If a field is a list, the text of each element counts. The value is missing if no record matches. Items and
  /// sections are those of this source; an item is updated when its matching records change.
  ///
  /// A misspelled name of a field is no error: the records have no text in it, so none of them match.
  ///
  /// - Parameters:
  ///   - right: The records to add.
  ///   - name: The name of the new field. It replaces a field of the same name.
  ///   - leftField: The field of these records that is compared.
  ///   - rightField: The field of the other records that is compared.
  /// - Complexity: O(*n*) on average, *n* being the number of records of both sources; updates cost as with
  ///   ``Mappings/Join``.
  public func joined(
    with right: any DataSource<Record>, as name: String, on leftField: String, equals rightField: String
  ) -> some DataSource<Record> {
    Transform(
      of: [self, right],
      by: RecordRelations([RecordRelation(name, .join, own: .field(leftField), other: .field(rightField))]))
  }
}
