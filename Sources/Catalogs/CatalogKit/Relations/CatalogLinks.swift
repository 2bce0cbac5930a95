import Datasets
import Rendering

/// The links that the cells of a catalog's records may contain.
struct CatalogLinks: Sendable {
  private let datasets: [String: RecordLinks]

  init(_ plans: [DatasetPlan], terms: TermPlaces, names: RecordNames) {
    let links = plans.map { ($0.name, RecordLinks($0, terms: terms, names: names)) }
    datasets = Dictionary(uniqueKeysWithValues: links.filter { !$0.1.isEmpty })
  }

  /// Returns a function from a record to the pages that its cells may link to, or `nil` if no cell links anywhere.
  ///
  /// - Parameter shown: For each data set, the fields that cards show.
  func targets(onCards shown: [String: Set<Int>]) -> (@Sendable (Record) -> ObjectLinks)? {
    if datasets.isEmpty { return nil }
    let datasets = Dictionary(
      uniqueKeysWithValues: datasets.map { name, links in
        (name, (links, links.fieldsWithLinks(among: shown[name] ?? [])))
      })
    return { record in
      datasets[record.dataset].map { links, shown in links.targets(of: record, onCards: shown) }
        ?? ObjectLinks(inAllCells: [])
    }
  }

  /// A function from a record to the record that it is a part of; `nil` if no data set has parts.
  var wholes: (@Sendable (Record) -> ObjectID?)? {
    guard datasets.values.contains(where: \.hasParent) else { return nil }
    return { [datasets] in datasets[$0.dataset]?.whole(of: $0) }
  }
}

/// The links that the cells of a data set's records may contain.
///
/// It is a class so that a function of records holds a single reference instead of one for each property.
private final class RecordLinks: Sendable {
  private let fields: [Int]
  /// The fields whose values name sections, and the places of these sections.
  private let terms: [(field: Int, place: TermPlaces.Place)]
  /// For each list of referring records: the field with the first of them, the field with their number, the number that
  /// is listed at most, and the place of the section that lists all of them.
  private let listings: [(records: Int, count: Int, limit: Int, place: TermPlaces.Place)]
  /// The field that holds the record of which a record is a part.
  private let parent: Int?
  /// The fields of Markdown, in which rows may be named.
  private let texts: [Int]
  /// The fields that hold the records to whose files these texts link.
  private let linked: [Int]
  private let names: RecordNames

  var isEmpty: Bool { fields.isEmpty && terms.isEmpty && texts.isEmpty }
  var hasParent: Bool { parent != nil }

  init(_ plan: DatasetPlan, terms: TermPlaces, names: RecordNames) {
    let schema = plan.schema
    self.names = names
    texts = schema.fields.indices.filter { schema.fields[$0].type == .markdown }
    fields = schema.fields.indices.filter { schema.fields[$0].type == .records }
    linked = plan.relations.compactMap { relation in
      guard case .linkedFiles = relation.relation.own else { return nil }
      return schema.index(of: relation.relation.name)
    }
    self.terms = schema.fields.enumerated().compactMap { index, field in
      field.type == .records ? nil : terms[field.name, in: plan.name].map { (index, $0) }
    }
    listings = plan.relations.compactMap { relation in
      guard let limit = relation.relation.kind.limit, let field = relation.referringField,
        let place = terms[field, in: relation.other], let records = schema.index(of: relation.relation.name),
        let count = schema.index(of: RecordRelation.countName(of: relation.relation.name))
      else { return nil }
      return (records, count, limit, place)
    }
    parent = plan.entry.parent.flatMap { schema.index(of: $0.text) }
  }

  /// Returns the fields whose links appear where some fields are shown: these fields, and those that their texts link
  /// to.
  func fieldsWithLinks(among shown: Set<Int>) -> Set<Int> {
    shown.isDisjoint(with: texts) ? shown : shown.union(linked)
  }

  /// Returns the pages that the cells of a record may link to.
  func targets(of record: Record, onCards shown: Set<Int>) -> ObjectLinks {
    var onCards: [PageTarget] = []
    var others: [PageTarget] = []
    func add(_ targets: [PageTarget], of field: Int) {
      if shown.contains(field) { onCards += targets } else { others += targets }
    }
    for (value, field) in zip(record.values(at: fields), fields) {
      let records = value.allRecords
      add(records.map { .object($0.objectID) }, of: field)
      // A way back shows the rows that its rows refer to. The records of a field share a schema.
      let members = records.first?.schema.fields ?? []
      let references = members.indices.filter { members[$0].reading == .reference }
      if references.isEmpty { continue }
      let others = records.flatMap { $0.values(at: references).flatMap(\.allRecords) }
      add(others.map { .object($0.objectID) }, of: field)
    }
    for (value, term) in zip(record.values(at: terms.map(\.field)), terms) {
      add(value.terms.map(term.place.section), of: term.field)
    }
    for (text, field) in record.textsWithBrackets(of: texts) {
      add(names.identities(in: text).map(PageTarget.object), of: field)
    }
    for (value, listing) in zip(record.values(at: listings.map(\.count)), listings) {
      if case .number(let count) = value, Int(count.value) > listing.limit {
        add([listing.place.section(ofRecordsReferringTo: record)], of: listing.records)
      }
    }
    return ObjectLinks(inAllCells: onCards, onItsPage: others)
  }

  func whole(of record: Record) -> ObjectID? { parent.flatMap { record.value(at: $0).allRecords.first?.objectID } }
}

extension Record {
  /// Returns the texts of some fields that contain two opening brackets. Few texts do, and only these are created as
  /// strings.
  fileprivate func textsWithBrackets(of fields: [Int]) -> [(text: String, field: Int)] {
    if fields.isEmpty || writtenRow(with: fields, \.mayNameRows) == false { return [] }
    var place = 0
    var found: [Int] = []
    forEachText(of: fields) { bytes in
      if bytes.mayNameRows { found.append(fields[place]) }
      place += 1
    }
    return zip(values(at: found), found).map { ($0.text, $1) }
  }
}

/// The places of the sections in indexes that the values of a field name, so that a value can link to its section.
struct TermPlaces: Sendable {
  /// The place of the sections of an index.
  struct Place: Hashable, Sendable {
    /// The folders of the index, from the catalog's root.
    let folders: [String]
    /// Whether the sections distinguish records with the same title.
    let isByRecord: Bool

    func section(of term: String) -> PageTarget { .section(term, inFolders: folders) }

    func section(ofRecordsReferringTo record: Record) -> PageTarget {
      section(of: isByRecord ? record.sectionName : record.title)
    }
  }

  private var places: [String: [String: Place]] = [:]

  init(_ configuration: CatalogConfiguration, datasets: [String]) {
    let ownFolders = configuration.collectionFolders(of: datasets)
    for dataset in datasets {
      let entry = configuration.collection(of: dataset)
      let folder = ownFolders[dataset]
      let taken = folder == nil ? configuration.foldersBesideIndexes(of: datasets) : []
      for (index, name) in zip(entry.indexes, entry.indexFolders(besides: taken)) {
        guard let field = index.termField, places[dataset]?[field.text] == nil else { continue }
        places[dataset, default: [:]][field.text] = Place(
          folders: (folder.map { [$0] } ?? []) + [name], isByRecord: index.distinguishesRecords)
      }
    }
  }

  /// Returns the place of the index by the values of a field, or `nil` if there is none.
  subscript(field: String, in dataset: String) -> Place? { places[dataset]?[field] }
}
