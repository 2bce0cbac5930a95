import DataSources
import Datasets
import Rendering

/// References between data sets that no schema states, but names and values suggest, for a person to review.
///
/// A field refers to another data set if nearly all of its values are keys there, or values of another field that is
/// different in every row, and if its name says so: `artist_id` or `artist` for `artists`, or the name of the key
/// itself. Without a fitting name there is no proposal: small numbers are keys everywhere, and so are codes of
/// countries.
struct InferredReferences {
  /// A field that refers to another data set, or to rows of its own that its rows are parts of.
  struct Proposal {
    let field: String
    /// The name of the other data set; `nil` for a field that names the row which a row is part of.
    let dataset: String?
    /// The field of the other data set with the same values; `nil` for its key.
    let otherField: String?
    /// Whether names and values leave no doubt.
    let isClear: Bool
    /// What was counted.
    let reason: String
  }

  private var proposals: [String: [Proposal]] = [:]
  private let tables: [Table]
  /// The rows with each key or value of a field, as far as they were needed.
  private var values: [Target: Set<String>] = [:]

  /// Compares the data sets.
  ///
  /// - Complexity: O(*f* · *r*) for *f* fields and *r* rows, of which about two thousand of each data set are examined;
  ///   and O(*n*) in the number of rows of data sets that a name or a value points to.
  init(between datasets: [OpenDataset], besides relations: DatasetRelations) {
    let names = datasets.map { ReferenceName($0.name) }
    tables = datasets.map { Table($0, among: names, besides: relations) }
    for table in tables { proposals[table.data.name] = table.columns.compactMap { proposal(for: $0, in: table) } }
  }

  subscript(dataset: OpenDataset) -> [Proposal] { proposals[dataset.name] ?? [] }

  /// Whether rows of a data set will be referred to that are not yet.
  func refer(to dataset: OpenDataset) -> Bool {
    self[dataset].contains { $0.dataset == nil && $0.isClear }
      || proposals.values.joined().contains { $0.dataset == dataset.name && $0.isClear }
  }

  /// Returns the fields by which the rows of a data set will be called, if these are references; otherwise `nil`.
  func titles(of dataset: OpenDataset, in relations: DatasetRelations) -> [String]? {
    let proposed = self[dataset].filter { $0.dataset != nil && $0.isClear }.map(\.field)
    return relations.titles(
      of: dataset, referringAlsoBy: proposed,
      isReferredTo: proposals.values.joined().contains { $0.dataset == dataset.name && $0.isClear })
  }

  // MARK: - Candidates

  /// A data set, with what is known about its fields.
  fileprivate struct Table {
    let data: OpenDataset
    let name: ReferenceName
    /// The fields that may refer to something.
    let columns: [Column]
    /// The fields that may be referred to: the key first.
    let targets: [(target: Target, name: ReferenceName)]
    let isSample: Bool
  }

  /// A field with those of its values that were examined.
  fileprivate struct Column {
    let field: String
    let name: ReferenceName
    let values: Set<String>
    let isKey: Bool
    /// Whether every row has another value.
    let areDifferent: Bool
  }

  /// A key, or a field with different values.
  fileprivate struct Target: Hashable {
    let dataset: String
    let field: String?
  }

  // MARK: - Proposals

  private mutating func proposal(for column: Column, in table: Table) -> Proposal? {
    if let parent = parent(column, in: table) { return parent }
    var fitting: [(fit: Int, share: Double, proposal: Proposal)] = []
    for other in tables where other.data !== table.data {
      for (target, name) in other.targets {
        guard let fit = column.fit(to: other.name, name, isKey: target.field == nil) else { continue }
        let noun = target.field.map { "in \($0) of" } ?? "keys of"
        guard let (share, counted) = share(of: column, in: table, among: target, of: other, "\(noun) \(target.dataset)")
        else { continue }
        let isClear = share >= Self.clearShare
        let proposal = Proposal(
          field: column.field, dataset: target.dataset, otherField: target.field, isClear: isClear,
          reason: isClear ? counted : "only \(counted)")
        fitting.append((fit, share, proposal))
      }
    }
    // The first of those that fit equally well, as `max` would return the last one.
    let best = fitting.min { one, two in
      one.proposal.isClear == two.proposal.isClear
        ? (one.fit, -one.share) < (two.fit, -two.share) : one.proposal.isClear
    }
    return best?.proposal
  }

  /// Returns the proposal that a field names the row which a row is part of.
  private mutating func parent(_ column: Column, in table: Table) -> Proposal? {
    guard column.name.isOfParent, let key = table.targets.first?.target, key.field == nil, !column.isKey,
      !table.columns.contains(where: { $0.field == "parts" }),
      table.columns.first(where: \.name.isOfParent)?.field == column.field
    else { return nil }
    guard let (share, counted) = share(of: column, in: table, among: key, of: table, "keys of the same rows") else {
      return nil
    }
    let parents = Dictionary(
      table.data.rows.items.compactMap { row in row[column.field]?.keyTexts.first.map { (row.id.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    let hasCycles = parents.hasCycles
    let isClear = share >= Self.clearShare && !hasCycles
    return Proposal(
      field: column.field, dataset: nil, otherField: nil, isClear: isClear,
      reason: hasCycles ? "\(counted), but some rows are parts of themselves" : isClear ? counted : "only \(counted)")
  }

  /// The share of values that leaves no doubt.
  private static let clearShare = 0.95
  private static let numbers = NumberStyle(language: "en")

  /// Returns the share of a field's values that a target has, and what was counted; `nil` if it has less than half.
  private mutating func share(
    of column: Column, in table: Table, among target: Target, of other: Table, _ noun: String
  ) -> (Double, counted: String)? {
    let all = values(of: target, in: other.data)
    let (count, total) = (column.values.count(where: all.contains), column.values.count)
    guard count * 2 >= total else { return nil }
    let (few, many) = (Self.numbers.text(count), Self.numbers.text(total))
    return (
      Double(count) / Double(total),
      "\(few) of \(many) different values\(table.isSample ? " in a sample" : "") are \(noun)"
    )
  }

  private mutating func values(of target: Target, in data: OpenDataset) -> Set<String> {
    if let known = values[target] { return known }
    let rows = data.rows.items
    let found: Set<String>
    if let index = target.field.flatMap(data.schema.index(of:)) {
      let texts = rows.map { $0.value(at: index).keyTexts.first ?? "" }
      let different = Set(texts)
      // What looked different in a sample need not be.
      found = different.count == texts.count && !different.contains("") ? different : []
    } else {
      found = Set(rows.map(\.id.key))
    }
    values[target] = found
    return found
  }
}

extension InferredReferences.Table {
  /// The number of fields of a data set that are examined.
  private static let maximumFields = 200

  init(_ data: OpenDataset, among names: [ReferenceName], besides relations: DatasetRelations) {
    self.data = data
    name = ReferenceName(data.name)
    let rows = data.rows.items
    let sample = FieldSurvey.rows(among: rows.count)
    isSample = sample.count < rows.count
    let taken = Set(
      relations.relations(of: data).filter { $0.relation.kind == .reference }.flatMap(\.relation.own.fields))
    let keys = data.source.keyFields
    let fields = data.schema.fields.indices.prefix(Self.maximumFields).filter { index in
      let field = data.schema.fields[index]
      guard field.type == .number else { return field.type == .text }
      // Most numbers are amounts.
      let name = ReferenceName(field.name)
      return keys == [field.name] || field.isIdentifier || name.isOfParent || names.contains(where: name.ends)
    }
    var texts = fields.map { _ in [String]() }
    for row in sample {
      for (place, value) in rows[row].values(at: fields).enumerated() {
        if let text = value.keyTexts.first { texts[place].append(text) }
      }
    }
    var columns: [InferredReferences.Column] = []
    var targets: [(target: InferredReferences.Target, name: ReferenceName)] = []
    // What names its row refers to no other.
    let ownNames = data.hasNames ? data.titleFields : []
    for (place, index) in fields.enumerated() {
      let field = data.schema.fields[index]
      let values = Set(texts[place])
      let areNumbers = values.allSatisfy(\.isWholeNumber)
      let areTexts = field.type == .text && !values.contains(where: \.isWholeNumber)
      let average = texts[place].reduce(0) { $0 + $1.utf8.count } / max(1, texts[place].count)
      guard !values.isEmpty, areNumbers || field.type == .text, average <= 60, !Label(field.name).isOfYears else {
        continue
      }
      let areDifferent = values.count == rows.count || values.count == sample.count
      let name = ReferenceName(field.name)
      if keys == [field.name] {
        if !data.source.hasNumberedKeys { targets.insert((.init(dataset: data.name, field: nil), name), at: 0) }
      } else if areDifferent, field.isIdentifier || areTexts && data.titleFields == [field.name] {
        targets.append((.init(dataset: data.name, field: field.name), name))
      }
      guard !taken.contains(field.name), !ownNames.contains(field.name) || keys == [field.name],
        data.folderOfMarkdown == nil
      else { continue }
      columns.append(
        .init(field: field.name, name: name, values: values, isKey: keys == [field.name], areDifferent: areDifferent))
    }
    self.columns = columns
    self.targets = targets
  }
}

extension InferredReferences.Column {
  /// Returns how well the name fits a field of a data set, from 0 for the best, or `nil` if it does not.
  func fit(to dataset: ReferenceName, _ other: ReferenceName, isKey isOtherKey: Bool) -> Int? {
    if name.words == dataset.words { return isOtherKey ? 0 : 2 }
    // A name that any field may have says nothing. Where all rows have other values, nothing refers to anything.
    if name.whole == other.whole, !name.isGeneral, !areDifferent { return isOtherKey ? 1 : 3 }
    if isKey { return nil }
    if name.ends(with: dataset) { return isOtherKey ? 4 : 6 }
    guard name.isOfKey, isOtherKey else { return nil }
    // `team_id` for `baseball_teams`; `parentobjectid` for `objects`.
    if name.words.count == 1, name.words.last == dataset.words.last { return 5 }
    return dataset.stem.utf8.count > 3 && name.stem.hasSuffix(dataset.stem) ? 7 : nil
  }
}

/// The name of a field or of a data set, for comparison with others.
private struct ReferenceName {
  /// The letters and digits, in lower case.
  let whole: String
  /// The words in the form that singular and plural have in common, without those at the end that mean a key.
  let words: [String]
  /// Whether there were such words.
  let isOfKey: Bool

  private static let keys: Set = ["id", "ids", "key", "code", "no", "nr", "number", "uuid", "guid", "ref", "fk"]
  /// Words at the end of the name of a file that say nothing about its rows: `artist_data`.
  private static let ofFiles: Set = ["data", "dataset", "export", "list", "table"]
  private static let general = Set(
    (["name", "title", "label", "slug", "index", "rank", "type", "value", "url"] + keys).map(\.stem))

  init(_ name: String) {
    let label = Label(name)
    whole = name.lowercased().filter { $0.isLetter || $0.isNumber }
    var words = label.words
    while words.count > 1, Self.ofFiles.contains(words[words.count - 1]) { words.removeLast() }
    let count = words.count
    while words.count > 1, Self.keys.contains(words[words.count - 1]) { words.removeLast() }
    var isOfKey = words.count < count
    // `constituentid`
    if !isOfKey, let last = words.last, last.hasSuffix("id"), last.utf8.count > 4, label.isOfIdentifiers {
      words[words.count - 1] = String(last.dropLast(2))
      isOfKey = true
    }
    self.words = words.map(\.stem)
    self.isOfKey = isOfKey
  }

  var stem: String { words.joined() }

  /// Whether the last words are those of the name of a data set.
  func ends(with dataset: ReferenceName) -> Bool {
    !dataset.words.isEmpty && words.suffix(dataset.words.count) == dataset.words[...]
  }

  /// Whether the name is that of the row which a row is part of.
  var isOfParent: Bool {
    ["parent", "broader", "partof", "manager", "supervisor", "superior", "reportto"].contains(stem)
  }

  /// Whether a field of any data set may have the name.
  var isGeneral: Bool { words.allSatisfy(Self.general.contains) }
}

extension String {
  /// A form of an English word that the singular and the plural have in common: `hous` for both `house` and `houses`.
  var stem: String {
    if hasSuffix("ies"), utf8.count > 4 { return dropLast(3) + "y" }
    let isPlural = hasSuffix("s") && !["ss", "us", "is"].contains(where: hasSuffix) && utf8.count > 3
    let word = isPlural ? dropLast() : self[...]
    if word.hasSuffix("ie") { return word.dropLast(2) + "y" }
    return String(word.hasSuffix("e") && word.utf8.count > 3 ? word.dropLast() : word)
  }

  fileprivate var isWholeNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension [String: String] {
  /// Whether following the values as keys leads back to a key on the way.
  fileprivate var hasCycles: Bool {
    var ended: Set<String> = []
    for start in keys {
      var way: Set<String> = [], next: String? = start
      while let key = next, !ended.contains(key) {
        guard way.insert(key).inserted else { return true }
        next = self[key]
      }
      ended.formUnion(way)
    }
    return false
  }
}
