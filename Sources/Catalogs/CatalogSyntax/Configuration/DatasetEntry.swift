package import Datasets
import Diagnostics

extension CatalogConfiguration {
  /// The configuration of a data set: its files, how they are read, and which cells show its records.
  package struct DatasetEntry: Sendable {
    /// The kinds of the cells that the default layout shows, unless there are templates with their names.
    package static let defaultCells = [defaultCard, defaultPage]
    private static let defaultCard = "card"
    private static let defaultPage = "page"

    /// The name by which the rest of the configuration refers to the data set.
    package var name: LocatedText
    /// The files that form the data set, relative to the catalog's folder: paths, patterns with `*` and `?`, or a
    /// folder of Markdown files. Never empty.
    package var files: [LocatedText]
    /// The options for reading the files, which override what is inferred from them.
    package var reading = ReadingOptions()
    /// The title of the data set; derived from its name unless given.
    package var title: String?
    /// The fields that form the keys; inferred if empty.
    package var key: [LocatedText] = []
    /// The fields that form the titles; inferred if empty.
    package var titleFields: [LocatedText] = []
    /// The fields whose types are given, and not inferred.
    package var types: [TypedField] = []
    /// The fields that are computed from other fields of their row.
    package var derived: [DerivedEntry] = []
    /// The fields that are computed from the rows related to a row.
    package var folds: [FoldEntry] = []
    /// The fields with the former keys of a record. The addresses that follow from them redirect to the record's page.
    package var aliases: [LocatedText] = []
    /// The pattern of the addresses of the records' pages; `nil` if they follow from the keys.
    package var address: AddressPattern?
    /// The field that names the record of which a record is a part.
    package var parent: LocatedText?
    /// The records of other data sets to attach to each record.
    package var joins: [JoinEntry] = []
    /// The rules that assign cells to records. The first rule that matches wins.
    package var cells: [CellRule] = []
    /// The kind of the cells that show records in listings, unless a rule assigns another one.
    package var card = LocatedText(Self.defaultCard)
    /// The kind of the cells that show records on their own pages, unless a rule assigns another one.
    package var page = LocatedText(Self.defaultPage)
    /// Whether the default layout shows the records, unless there are templates with its names.
    package var usesDefaultLayout: Bool { Self.defaultCells.contains { $0 == card.text || $0 == page.text } }
    /// Whether nothing is said about the records' own pages.
    package var hasDefaultPage: Bool {
      page.text == Self.defaultPage && cells.isEmpty && address == nil && aliases.isEmpty
    }
    /// The fields that are prose in cells without a template, the leading one first; `nil` if the values decide.
    package var prose: [LocatedText]?
    /// The fields that are facts on cards without a template, in order; `nil` if the values decide.
    package var facts: [LocatedText]?
    /// The configuration of single fields.
    package var fields: [FieldEntry] = []
    /// The field with the colour of a record's cells.
    package var accent: LocatedText?
    /// The collection of a data set with its own chain; `nil` if the catalog's chain lists its records.
    package var collection: CollectionEntry?
    /// Whether there is no mistake in what says how the files are read.
    package private(set) var isReadable = true
    /// The handlers of events about the records in live pages.
    var handlers: [ConfiguredHandler] = []

    /// Creates an entry for which everything is inferred.
    ///
    /// - Parameters:
    ///   - name: The name of the data set.
    ///   - files: At least one file.
    package init(name: LocatedText, files: [LocatedText]) { (self.name, self.files) = (name, files) }
  }

  /// A field with a given type.
  package struct TypedField: Hashable, Sendable {
    /// The field.
    package var field: LocatedText
    /// The type, and its form if that is given, too.
    package var type: FieldReading

    /// Creates a field with its type.
    package init(field: LocatedText, type: FieldReading) { (self.field, self.type) = (field, type) }
  }

  /// A field whose values are computed from other fields of its row.
  package struct DerivedEntry: Hashable, Sendable {
    /// The name of the new field.
    package var name: LocatedText
    /// The SQL expression that computes its values.
    package var expression: LocatedText
  }

  /// Records of another data set that are attached to the records of a data set.
  ///
  /// They are attached as they are read, without the records that are attached to them.
  package struct JoinEntry: Hashable, Sendable {
    /// The name of the new field, which holds the attached records.
    package var name: LocatedText
    /// The criterion for attaching a record.
    package var match: DatasetMatch
  }
}

extension CatalogConfiguration.DatasetEntry {
  private static let readingKeys = [
    "file", "files", "format", "encoding", "delimiter", "header", "continued", "families", "none", "path", "table",
    "query", "limits", "problems",
  ]

  private static let keys: [String] =
    readingKeys + [
      "title", "key", "titles", "types", "fields", "derive", "fold", "aliases", "address", "parent", "join", "cells",
      "card", "page", "prose", "facts", "accent", "on",
    ] + CatalogConfiguration.CollectionEntry.keys

  /// Reads a file, `fruits: fruits.csv`, or a mapping after `fruits:`.
  init?(name: LocatedText, value: YAMLNode, pages: Pagination) {
    self.init(name: name, files: [])
    if value.isMapping {
      readKeys(of: value, pages)
    } else if let file = value.name {
      files = [file]
    } else {
      return nil
    }
    guard !files.isEmpty, !files.contains(where: { $0.text.isEmpty }) else {
      if value.isSpeltWell || !value.isMapping {
        value.report(
          "catalog/no-file", "the data set “\(name.text)” has no file",
          hint: "Write the name of a data file after `file:`.")
      }
      return nil
    }
  }

  private mutating func readKeys(of node: YAMLNode, _ pages: Pagination) {
    // A misspelt key may be any of those that it resembles.
    isReadable = !node.keys.contains { name in
      !Self.keys.contains(name) && name.closest(in: Self.keys).map(Self.readingKeys.contains) == true
    }
    let values = node.mapping(Self.keys)
    let reported = node.findings.diagnostics.count
    files = (values["file"]?.name.map { [$0] } ?? []) + (values["files"]?.names ?? [])
    reading.read(values)
    if node.findings.diagnostics.count > reported { isReadable = false }
    title = values["title"]?.string
    key = values["key"]?.names ?? []
    titleFields = values["titles"]?.names ?? []
    types = values["types"]?.mapping().compactMap(CatalogConfiguration.TypedField.init) ?? []
    folds = values["fold"]?.mapping().compactMap(FoldEntry.init) ?? []
    aliases = values["aliases"]?.names ?? []
    address = values["address"].flatMap(AddressPattern.init)
    parent = values["parent"]?.name
    joins = values["join"]?.mapping().compactMap(CatalogConfiguration.JoinEntry.init) ?? []
    cells = values["cells"]?.elements.compactMap(CellRule.init) ?? []
    card = values["card"]?.name ?? card
    page = values["page"]?.name ?? page
    prose = values["prose"]?.names
    facts = values["facts"]?.names
    accent = values["accent"]?.name
    handlers = values["on"].map { ConfiguredHandler.read($0, dataset: name.text) } ?? []
    // Fields are read after `types`, because the type of a field is compared with the one given there.
    for (name, value) in values["fields"]?.mapping() ?? [] {
      fields.append(FieldEntry(field: name, value: value) { setType($0, of: name, at: $1) })
    }
    collection = CatalogConfiguration.CollectionEntry(values, pages: pages, labels: fields.labels)
    if let node = values["derive"] { readDerived(of: node) }
    // A value need not be of a type that is only one of two, or not known.
    let codes = node.findings.diagnostics[reported...].map(\.code)
    if codes.contains("catalog/two-types") || codes.contains("catalog/unknown-type") { isReadable = false }
    if let node = values["key"], let name = key.first(where: { name in derived.contains { $0.name.text == name.text } })
    {
      node.report(
        "catalog/derived-key", "“\(name.text)” cannot be the key, because it is derived",
        hint: "Choose fields of the data, or @row.")
    }
    for pair in [("file", "files"), ("table", "query")] {
      let both = values.filter { $0.key.text == pair.0 || $0.key.text == pair.1 }
      guard both.count > 1 else { continue }
      both[1].value.report(
        "catalog/one-of-two", "“\(pair.0)” and “\(pair.1)” cannot be combined", hint: "Keep one of them.")
    }
    reading.checkFormat(values)
  }

  private mutating func readDerived(of node: YAMLNode) {
    for (name, value) in node.mapping() {
      let values = value.shorthand(["sql", "type"])
      if let value = values["type"], let type = FieldReading(value) { setType(type, of: name, at: value) }
      if let expression = value.required(values["sql"]?.name, "sql") {
        derived.append(.init(name: name, expression: expression))
      }
    }
  }

  /// Sets the type of a field. Reports a different type that was given elsewhere.
  private mutating func setType(_ type: FieldReading, of field: LocatedText, at node: YAMLNode) {
    if let other = types.first(where: { $0.field.text == field.text }) {
      guard other.type != type else { return }
      node.report(
        "catalog/two-types",
        "the field “\(field.text)” is of type \(type.rawValue) here, and of type \(other.type.rawValue) elsewhere",
        hint: "Keep one of them; a field with a separator is a list.")
    } else {
      types.append(.init(field: field, type: type))
    }
  }
}

extension ReadingOptions {
  private static let formats: [String: [DatasetFormat]] = [
    "delimiter": [.csv, .tsv], "header": [.csv, .tsv], "continued": [.csv, .tsv], "families": [.csv, .tsv, .sqlite],
    "path": [.json, .yaml, .toml], "table": [.sqlite], "query": [.sqlite],
  ]

  fileprivate mutating func read(_ values: [(key: LocatedText, value: YAMLNode)]) {
    if let value = values["format"] { format = value.choice(DatasetFormat.self) == nil ? nil : value.name }
    if let value = values["delimiter"] {
      delimiter = value.name
      if let delimiter, Self.separator(delimiter.text) == nil {
        value.report(
          "catalog/delimiter", "“\(delimiter.text)” cannot separate values",
          hint: "Write one character, such as \";\", or tab, comma, semicolon, bar or space.")
      }
    }
    header = values["header"]?.boolean
    continued = values["continued"]?.name
    families = values["families"]?.names
    none = values["none"]?.names
    if let value = values["encoding"] {
      encoding = value.string.flatMap(TextEncoding.init(name:))
      if encoding == nil {
        value.report(
          "yaml/choice", "\(TextEncoding.names.alternatives) is expected here",
          hint: value.string?.closest(in: TextEncoding.names).map { "Did you mean “\($0)”?" })
      }
    }
    problems = values["problems"]?.choice()
    path = values["path"]?.name
    table = values["table"]?.name
    query = values["query"]?.name
    for (key, value) in values["limits"]?.mapping(ReadingLimits.Kind.allCases.map(\.rawValue)) ?? [] {
      guard let kind = ReadingLimits.Kind(rawValue: key.text), let amount = value.amount(of: kind) else { continue }
      limits.append(Limit(kind, amount))
    }
  }

  fileprivate func checkFormat(_ values: [(key: LocatedText, value: YAMLNode)]) {
    guard let format = format.flatMap({ DatasetFormat(rawValue: $0.text) }) else { return }
    for (key, value) in values {
      guard let formats = Self.formats[key.text], !formats.contains(format) else { continue }
      value.report(
        "catalog/option-of-format", "“\(key.text)” does not apply to \(format.rawValue)",
        hint: "It is for \(formats.map(\.rawValue).joined(separator: ", ")).")
    }
  }
}

extension CatalogConfiguration.TypedField {
  fileprivate init?(field: LocatedText, value: YAMLNode) {
    guard let type = FieldReading(value) else { return nil }
    self.init(field: field, type: type)
  }
}

extension CatalogConfiguration.JoinEntry {
  fileprivate init?(name: LocatedText, value: YAMLNode) {
    guard let match = DatasetMatch(value) else { return nil }
    self.init(name: name, match: match)
  }
}
