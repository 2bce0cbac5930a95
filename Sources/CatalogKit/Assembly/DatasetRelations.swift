import DataSources
import Datasets
import Diagnostics
import Rendering

/// The relations between the data sets of a catalog, from what is said of fields: references, the way back from each, and joins.
///
///     works.artist ─── refers ──▶ artists
///     works        ◀── works ──── artists        the way back, by the name of the data set
struct DatasetRelations {
  /// A relation of a data set to another one, or to itself.
  struct Relation {
    let relation: RecordRelation
    /// The name of the other data set.
    let other: String
    /// The field by which the other rows are sorted; as their data set has them where it is nil.
    let order: SortStep.Field?
    /// What people call the field.
    let label: String?
    /// The field of the other data set that refers to this one, on the way back.
    let referringField: String?
  }

  /// For each data set, its relations.
  private(set) var relations: [String: [Relation]] = [:]
  /// What is wrong with them.
  private(set) var diagnostics: [Diagnostic] = []
  private let leaves: [OpenDataset]

  init(_ leaves: [OpenDataset]) {
    self.leaves = leaves
    for leaf in leaves {
      addReferences(of: leaf)
      addJoins(of: leaf)
    }
    for leaf in leaves { addWaysBack(to: leaf) }
  }

  /// The relations of a data set.
  func relations(of leaf: OpenDataset) -> [Relation] { relations[leaf.name] ?? [] }

  private func leaf(named name: CatalogConfiguration.Name) -> OpenDataset? { leaves.first { $0.name == name.text } }

  private mutating func addReferences(of leaf: OpenDataset) {
    for entry in leaf.entry.fields {
      guard let reference = entry.reference, let other = self.leaf(named: reference.dataset),
        leaf.source.schema.index(of: entry.field.text) != nil,
        reference.field.map({ check($0, in: other.source.schema) }) ?? true,
        reference.order.map({ check($0.name, in: leaf.source.schema) }) ?? true
      else { continue }
      let name = entry.field.text
      relations[leaf.name, default: []].append(
        Relation(
          relation: RecordRelation(
            name, .reference, own: .field(name), other: reference.key, members: other.source.schema.fields),
          other: other.name, order: nil, label: Label(name).withoutIdentifier, referringField: nil))
    }
  }

  private mutating func addJoins(of leaf: OpenDataset) {
    for entry in leaf.entry.joins {
      guard let other = self.leaf(named: entry.match.dataset) else { continue }
      let areKnown = [
        check(entry.match.on, in: leaf.source.schema), check(entry.match.equals, in: other.source.schema),
      ]
      guard areKnown == [true, true], isFree(entry.name, in: leaf, hint: "Give the joined rows another name.") else {
        continue
      }
      relations[leaf.name, default: []].append(
        Relation(
          relation: RecordRelation(
            entry.name.text, .join, own: .field(entry.match.on.text), other: .field(entry.match.equals.text),
            members: other.source.schema.fields),
          other: other.name, order: nil, label: nil, referringField: nil))
    }
  }

  /// Adds to a data set the rows that refer to its own.
  private mutating func addWaysBack(to leaf: OpenDataset) {
    for other in leaves {
      let references = relations(of: other).filter { $0.other == leaf.name && $0.relation.kind == .reference }
      for reference in references {
        guard let field = other.entry.fields.first(where: { $0.field.text == reference.relation.name }),
          let entry = field.reference, entry.hasBack
        else { continue }
        // What several fields refer by is told apart by these; and so are the rows of one data set.
        let isOnly = references.count == 1 && other.name != leaf.name
        let plain = isOnly ? other.name : "\(other.name)_\(field.field.text)"
        let label = field.label ?? reference.label ?? field.field.text
        let name = entry.back ?? CatalogConfiguration.Name(plain, at: field.field.location)
        guard isFree(name, in: leaf, hint: "Choose another one: back: …") else { continue }
        relations[leaf.name, default: []].append(
          Relation(
            relation: RecordRelation(
              name.text, .backReference(limit: entry.limit), own: reference.relation.other,
              other: reference.relation.own, members: other.source.schema.fields),
            other: other.name, order: entry.order,
            label: entry.label ?? (isOnly ? other.title : "\(other.title) (\(label))"),
            referringField: field.field.text))
      }
    }
  }

  /// Whether a field exists; reports it if not.
  private mutating func check(_ field: CatalogConfiguration.Name, in schema: Schema) -> Bool {
    if schema.path(of: field.text) != nil { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/unknown-field", "there is no field “\(field.text)”", at: field.location,
        hint: field.text.suggestion(from: schema.names)))
    return false
  }

  /// Whether no field of a data set has a name; reports it if one does.
  private mutating func isFree(_ name: CatalogConfiguration.Name, in leaf: OpenDataset, hint: String) -> Bool {
    let taken = leaf.source.schema.fields.map(\.name) + relations(of: leaf).map(\.relation.name)
    guard taken.contains(name.text) else { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/duplicate-field", "there is already a field “\(name.text)” in the data set “\(leaf.name)”",
        at: name.location, hint: hint))
    return false
  }
}

extension DatasetRelations {
  /// The data sets with the records that go with theirs.
  ///
  /// Nobody reads what another data set's relations add: so two of them may refer to each other.
  ///
  /// - Parameters:
  ///   - numbers: How the language of the catalog writes numbers.
  ///   - names: Returns what is read of records that go with others, where the fields of all data sets are known.
  func related(numbers: NumberStyle, reading names: ([RecordChain.Leaf]) -> ReadNames) -> [RelatedLeaf] {
    let fields = leaves.map { leaf in
      (
        name: leaf.name, source: leaf.source as any DataSource<Record>,
        schema: RelatedLeaf.schema(of: leaf, relations(of: leaf))
      )
    }
    let names = relations.isEmpty ? nil : names(fields)
    // What is read in the same way is read once.
    var projections: [Projection: any DataSource<Record>] = [:]
    return leaves.map { leaf in
      RelatedLeaf(
        leaf, relations(of: leaf),
        others: { relation in
          guard let other = leaves.first(where: { $0.name == relation.other }), relation.relation.kind != .join else {
            return leaves.first { $0.name == relation.other }?.source ?? leaf.source
          }
          var read = names?.fields(among: other.source.schema.fields) ?? []
          if case .field(let key) = relation.relation.other, !read.contains(key) { read.append(key) }
          let projection = Projection(dataset: other.name, fields: read, order: relation.order)
          let source = projections[projection] ?? projection.source(of: other)
          projections[projection] = source
          return source
        }, numbers: numbers)
    }
  }

  /// What is read of a data set by those who refer to it.
  private struct Projection: Hashable {
    let dataset: String
    let fields: [String]
    let order: SortStep.Field?

    func source(of leaf: OpenDataset) -> any DataSource<Record> {
      let sorted = order.map { SortStep([$0]).sorted(leaf.source) } ?? leaf.source
      return Transform(of: [sorted], by: RecordProjection(fields: fields)).named("read of \(dataset)")
    }
  }
}

extension ReferenceEntry {
  /// What the rows are found by to which values refer.
  fileprivate var key: RecordRelation.Key { field.map { .field($0.text) } ?? .key }
}

extension Label {
  /// The label of a field that holds what tells other rows apart, without saying so: “Artist” of `artist_id`.
  fileprivate var withoutIdentifier: String? {
    var words = text.split(separator: " ")
    while words.count > 1, ["id", "ids", "key", "code", "no", "uuid"].contains(words[words.count - 1].lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
