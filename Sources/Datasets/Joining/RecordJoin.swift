import Changesets
public import DataSources

extension DataSource<Record> {
  /// Attaches to each record the records of another source that have the same text in a field.
  ///
  /// ```swift
  /// let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "ingredients")
  /// let value = joined.item(at: path)["recipes"]   // the recipes with the fruit among their ingredients
  /// ```
  ///
  /// A field that is a list has the text of each of its elements. Where no record goes with one, its value is missing. Places and
  /// sections are those of this source; where what goes with a record changes, it is updated.
  ///
  /// - Parameters:
  ///   - right: The records that are attached.
  ///   - name: The name of the field. It stands in the place of one that has the same name.
  ///   - leftField: The field of these records that is compared.
  ///   - rightField: The field of the other records that is compared.
  /// - Complexity: O(*n*) on average, *n* being the number of records of both sources; updates cost as with ``Mappings/Join``.
  public func joined(
    with right: any DataSource<Record>, as name: String, on leftField: String, equals rightField: String
  ) -> some DataSource<Record> {
    Transform(of: [self, right], by: RecordJoin(name: name, leftField: leftField, rightField: rightField))
  }
}

/// Attaches to each record of the left source the records of the right one that have the same text in a field: sources are
/// `[left, right]`.
///
/// Lists have each of their elements, so that a record may have many keys. Which records go together is what the index knows; a joined
/// record is made when somebody asks for it.
struct RecordJoin: IncrementalMapping, SectionPreservingMapping {
  let leftField: String
  let rightField: String
  private var index = JoinIndex<String>()
  private let overlays: RecordOverlays

  init(name: String, leftField: String, rightField: String) {
    self.leftField = leftField
    self.rightField = rightField
    overlays = RecordOverlays([Field(name: name, type: .records)])
  }

  mutating func refresh(from sources: [any DataSource<Record>]) {
    let (leftField, rightField) = (leftField, rightField)
    index.refresh(from: sources, leftKeys: { $0.joinKeys(leftField) }, rightKeys: { $0.joinKeys(rightField) })
  }

  mutating func apply(_ changes: SourceChanges<Record>) -> UpdateBatch {
    let (leftField, rightField) = (leftField, rightField)
    index.apply(changes, leftKeys: { $0.joinKeys(leftField) }, rightKeys: { $0.joinKeys(rightField) })
    return UpdateBatch()
  }

  mutating func settle(over sources: [any DataSource<Record>]) -> UpdateBatch { index.settle() }

  func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: RecordJoin, by changes: SourceChanges<Record>
  ) -> [Pair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }

  func item(at path: ItemPath, from sources: [any DataSource<Record>]) -> Record {
    joined(sources[0].item(at: path), at: path, sources[1])
  }

  func items(inSection section: Int, from sources: [any DataSource<Record>]) -> [Record] {
    let right = sources[1]
    return sources[0].items(inSection: section).enumerated().map { item, record in
      joined(record, at: ItemPath(section: section, item: item), right)
    }
  }

  /// A record of the left source, with what goes with it.
  private func joined(_ record: Record, at path: ItemPath, _ right: any DataSource<Record>) -> Record {
    let others = index.matches(for: path).map { right.item(at: $0) }
    return Record(
      record, under: overlays.overlay(over: record.schema), values: [others.isEmpty ? .missing : .records(others)])
  }

  var numberOfSections: Int { index.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int { index.numberOfItems(inSection: section) }
  func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    index.sourceIndex(ofItem: item, inSection: section)
  }
  func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    index.index(ofSourceItem: item, inSection: section)
  }
}

extension Record {
  /// What the record is joined by: the elements of a list, the text of any other value, the keys of records.
  fileprivate func joinKeys(_ field: String) -> [String] {
    switch self[field] {
    case nil, .missing: []
    case .list(let elements, _): elements.map(\.text).filter { !$0.isBlank }
    case .records(let records): records.map(\.id.key)
    case .some(let value): [value.text.trimmed]
    }
  }
}
