package import Diagnostics
import Foundation
import JSONValues
import Yams

/// What a file says about data files beside it: a data package of Frictionless, or metadata of CSV on the Web, which is
/// also the form of CLDF.
///
/// Nothing in it is more than advice: what the data contradicts does not hold.
package struct DataDescription: Sendable {
  /// The title of all files together.
  package private(set) var title: String?
  /// The files, and what is said about each of them.
  package private(set) var tables: [Table] = []
  /// Warnings about what cannot be used.
  package private(set) var warnings: [Diagnostic] = []

  /// What is said about a file.
  package struct Table: Sendable {
    /// The path of the description, for messages.
    package let source: String
    /// The paths of the file, and of others with further rows of the same table.
    package let files: [String]
    /// The title of the rows.
    package let title: String?
    /// The columns.
    package var columns: [Column] = []
    /// The columns that identify the rows.
    package var key: [String] = []
    /// The texts that stand for no value in every column that does not say so itself.
    var none: [String]?
    /// The columns with the values of columns of other files.
    package var references: [Reference] = []
  }

  /// What is said about a column.
  package struct Column: Sendable {
    /// The name in the description, and others that the column may have in the file.
    package let names: [String]
    /// What people call the column, the preferred text first.
    let labels: [String]
    /// What its values are.
    package let help: String?
    /// How its values are read. A text is no number, whatever it looks like.
    package fileprivate(set) var reading: FieldReading?
    /// What stands between the elements of a list.
    let separator: String?
    /// The texts that stand for no value.
    var none: [String]?
  }

  /// A statement that columns have the values of columns of another file.
  package struct Reference: Sendable {
    package let columns: [String]
    package let file: String
    package let otherColumns: [String]
  }

  private static let fileNames = [
    "datapackage.json", "datapackage.yaml", "datapackage.yml", "csv-metadata.json", commonName,
  ]
  private static let ending = "-metadata.json"
  /// The size in bytes beyond which a file describes nothing, and is data.
  private static let sizeLimit = 16_000_000

  /// Returns the names that a description may have, the more specific ones first.
  ///
  /// - Parameters:
  ///   - files: The names of data files in the same folder.
  ///   - names: The names of all files there.
  package static func names(besides files: [String], among names: [String]) -> [String] {
    let own = files.map { $0 + ending }
    let known = own + fileNames
    return known + names.filter { $0.hasSuffix(ending) && !known.contains($0) }
  }

  /// Whether a file of this name may be a description.
  package static func isName(_ name: String) -> Bool { fileNames.contains(name) || name.hasSuffix(ending) }

  /// The name that other files have, too, which may be data.
  private static let commonName = "metadata.json"

  /// Reads a description.
  ///
  /// - Parameters:
  ///   - path: The path of its file, which exists.
  ///   - folder: The path of its folder, which precedes the paths of the files that are described.
  ///   - note: Called with the path of each other file before it is read.
  package init(at path: String, in folder: String, noting note: (String) -> Void = { _ in }) {
    let root: JSONValue
    do throws(DiagnosticsError) {
      root = try Self.document(at: path)
    } catch {
      let isCertain = path != Self.commonName && !path.hasSuffix("/" + Self.commonName)
      guard isCertain else { return }
      warnings = error.diagnostics
      for index in warnings.indices {
        warnings[index].severity = .warning
        warnings[index].message += "; what the file says about data is not used"
      }
      return
    }
    var parser = Parser(source: path, folder: folder)
    func schema(_ value: JSONValue?) -> JSONValue? {
      guard let name = value?.string else { return value }
      guard let file = parser.path(name) else { return nil }
      let place = path.folderPrefix + file.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1)
      note(place)
      return try? Self.document(at: place)
    }
    if let resources = root["resources"]?.array {
      let names = Dictionary(
        resources.compactMap { resource in resource["name"]?.string.map { ($0, resource) } },
        uniquingKeysWith: { first, _ in first })
      for resource in resources {
        parser.addResource(resource, schema: schema(resource["schema"])) {
          names[$0].flatMap { Parser.files(of: $0).first }
        }
      }
      title = root["title"]?.phrase
    } else {
      for table in root["tables"]?.array ?? (root["tableSchema"] == nil ? [] : [root]) {
        parser.addTable(table, schema: schema(table["tableSchema"] ?? root["tableSchema"]))
      }
      if root["tables"] != nil { title = root.dublinCore("title") }
    }
    tables = parser.tables
    warnings = parser.warnings
  }

  private static func document(at path: String) throws(DiagnosticsError) -> JSONValue {
    let file = DataFile(path, file: path, format: try DatasetFormat(path: path))
    var options = Dataset.Options()
    options.limits[.size] = sizeLimit
    let source = try file.text(options)
    if source.format == .yaml {
      let text = String(decoding: source.bytes[source.start...], as: UTF8.self)
      var count = 0
      return try DatasetReader(name: "", options: options).node(text, source).map { JSONValue($0, &count) } ?? .null
    }
    do {
      return try JSONValue(parsing: Array(source.bytes[source.start...]))
    } catch {
      throw DiagnosticsError(
        Diagnostic(
          code: source.code("syntax"), error.message,
          at: source.location(row: nil, offset: source.start + error.offset, isExact: true), hint: error.hint))
    }
  }
}

// MARK: - Parsing

/// Reads the tables of a description.
private struct Parser {
  let source: String
  let folder: String
  var tables: [DataDescription.Table] = []
  var warnings: [Diagnostic] = []

  init(source: String, folder: String) { (self.source, self.folder) = (source, folder) }

  /// Returns the path of a file in the folder of the description, or `nil` for a file elsewhere, which is reported
  /// unless it is on the web.
  mutating func path(_ text: String) -> String? {
    if text.contains("://") { return nil }
    let parts = text.split(separator: "/").filter { $0 != "." }
    guard !text.hasPrefix("/"), !parts.isEmpty, !parts.contains("..") else {
      warnings.append(
        Diagnostic(
          .warning, code: "description/path", "“\(text)” is no file in the folder of the description, and is not read",
          at: .init(file: source), hint: "Name files by their paths in this folder."))
      return nil
    }
    return ((folder.isEmpty ? [] : [folder[...]]) + parts).joined(separator: "/")
  }

  static func files(of resource: JSONValue) -> [String] { resource["path"]?.texts ?? [] }

  /// Adds a resource of a data package.
  mutating func addResource(_ resource: JSONValue, schema: JSONValue?, file: (_ resource: String) -> String?) {
    let columns = (schema?["fields"]?.array ?? []).compactMap { field -> DataDescription.Column? in
      guard let name = field["name"]?.string else { return nil }
      let type = field["type"]?.string
      return DataDescription.Column(
        names: [name], labels: field["title"]?.phrase.map { [$0] } ?? [], help: field["description"]?.phrase,
        reading: reading(type, format: field["format"]?.string, decimal: field["decimalChar"]?.string),
        separator: type == "list" ? field["delimiter"]?.string ?? "," : nil, none: nones(field["missingValues"]))
    }
    let files = Self.files(of: resource)
    add(files, title: resource["title"]?.phrase, columns, schema, keyColumns: "fields") { name in
      name.isEmpty ? files.first : file(name)
    }
  }

  /// Adds a table of CSV on the Web.
  mutating func addTable(_ value: JSONValue, schema: JSONValue?) {
    let columns = (schema?["columns"]?.array ?? []).compactMap { column -> DataDescription.Column? in
      let titles = column["titles"]?.phrases ?? []
      let names = (column["name"]?.string.map { [$0] } ?? []) + titles
      if names.isEmpty || column["virtual"] == true { return nil }
      let (type, format) = (column["datatype"], column["datatype"]?["format"])
      return DataDescription.Column(
        names: names, labels: titles, help: column.dublinCore("description") ?? column["rdfs:comment"]?.phrase,
        reading: reading(
          type?.string ?? type?["base"]?.string, format: format?.string, decimal: format?["decimalChar"]?.string),
        separator: column["separator"]?.string, none: nones(column["null"]))
    }
    func file(_ url: String) -> String? { url.isEmpty ? nil : url.removingPercentEncoding ?? url }
    let files = value["url"]?.string.flatMap(file).map { [$0] } ?? []
    add(files, title: value.dublinCore("title"), columns, schema, keyColumns: "columnReference", file: file)
  }

  /// Adds a table with its keys, which both vocabularies state alike.
  ///
  /// - Parameters:
  ///   - name: The name for the columns of a key.
  ///   - file: Returns the file with the columns that a key refers to.
  private mutating func add(
    _ files: [String], title: String?, _ columns: [DataDescription.Column], _ schema: JSONValue?,
    keyColumns name: String, file: (_ resource: String) -> String?
  ) {
    var table = DataDescription.Table(source: source, files: files.compactMap { path($0) }, title: title)
    if table.files.isEmpty { return }
    table.columns = columns
    table.none = nones(schema?["missingValues"] ?? schema?["null"])
    table.key = schema?["primaryKey"]?.texts ?? []
    for key in schema?["foreignKeys"]?.array ?? [] {
      let other = key["reference"]
      guard let columns = key[name]?.texts, let others = other?[name]?.texts, !columns.isEmpty,
        columns.count == others.count, let file = file(other?["resource"]?.string ?? "").flatMap({ path($0) })
      else { continue }
      table.references.append(.init(columns: columns, file: file, otherColumns: others))
    }
    // The numbers of keys may be written with zeros before them, or not: they are what the values are.
    let keys = Set(table.key + table.references.flatMap(\.columns))
    for index in table.columns.indices where !keys.isDisjoint(with: table.columns[index].names) {
      if table.columns[index].reading != .text { table.columns[index].reading = nil }
    }
    tables.append(table)
  }

  /// Returns the texts that stand for no value besides the empty one, which may have labels; `nil` if there are none.
  private func nones(_ value: JSONValue?) -> [String]? {
    let texts = value?.string.map { [$0] } ?? value?.array?.compactMap { $0.string ?? $0["value"]?.string } ?? []
    let others = texts.filter { !$0.trimmed.isEmpty }
    return others.isEmpty ? nil : others
  }

  /// Returns how values of a type of either vocabulary are read; `nil` if their values say as much.
  private func reading(_ type: String?, format: String?, decimal: String?) -> FieldReading? {
    switch type {
    case "string", "normalizedString", "token": return .text
    case "boolean": return .boolean
    case "number", "decimal", "double", "float": return decimal == "," ? .decimalCommaNumber : .number
    case "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt",
      "unsignedLong", "unsignedShort", "unsignedByte":
      return .number
    case "date", "year", "yearmonth", "gYear", "gYearMonth":
      // `%d/%m/%Y`, `dd/MM/yyyy`: the order of days and months.
      let format = format?.lowercased() ?? ""
      guard let day = format.firstIndex(of: "d"), let month = format.firstIndex(of: "m"),
        format.firstIndex(of: "y").map({ $0 > day || $0 > month }) ?? true
      else { return .date }
      return day < month ? .dayFirstDate : .monthFirstDate
    default: return nil
    }
  }
}

extension JSONValue {
  /// Creates the value of a node of YAML, in which every scalar is a text.
  ///
  /// - Parameter count: The number of nodes so far. It is limited, since aliases can repeat a few of them very often.
  fileprivate init(_ node: Node, _ count: inout Int) {
    count += 1
    switch node {
    case _ where count > 100_000: self = .null
    case .mapping(let mapping):
      var object = JSONObject()
      for (key, value) in mapping { object[key.string ?? ""] = JSONValue(value, &count) }
      self = .object(object)
    case .sequence(let sequence): self = .array(sequence.map { JSONValue($0, &count) })
    case .scalar(let scalar): self = .string(scalar.string)
    case .alias: self = .null
    }
  }

  fileprivate var texts: [String]? { string.map { [$0] } ?? array?.compactMap(\.string) }

  /// The texts for people: a text, several, or those of languages.
  fileprivate var phrases: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.phrases)
    case .object(let object): (self["@value"] ?? self["en"] ?? object.members.first?.value)?.phrases ?? []
    default: []
    }
  }

  /// The first text for people, on one line.
  fileprivate var phrase: String? {
    let text = phrases.first?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text?.isEmpty == false ? text : nil
  }

  fileprivate func dublinCore(_ name: String) -> String? { (self["dc:\(name)"] ?? self["dcterms:\(name)"])?.phrase }
}

extension String {
  /// The path of the folder of a file with a slash at its end, or an empty text.
  fileprivate var folderPrefix: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}

// MARK: - Comparing with data

extension DataDescription.Table {
  /// Returns the field of a column, by the name that the description uses.
  package func field(ofColumn name: String, in schema: Schema) -> Field? {
    let column = columns.first { $0.names.first == name } ?? columns.first { $0.names.contains(name) }
    return (column?.names ?? [name]).lazy.compactMap(schema.field(named:)).first
  }

  /// Returns the columns that are fields, each with its field.
  package func fields(in schema: Schema) -> [(field: Field, column: DataDescription.Column)] {
    columns.compactMap { column in
      column.names.lazy.compactMap(schema.field(named:)).first.map { ($0, column) }
    }
  }

  /// The columns of which there is no field.
  package func unknownColumns(in schema: Schema) -> [String] {
    columns.compactMap { column in
      column.names.contains { schema.field(named: $0) != nil } ? nil : column.names.first
    }
  }

  /// The readings by names of fields; those of texts are no numbers.
  var readings: [String: FieldReading] { byName { $0.separator == nil ? $0.reading : nil } }

  /// The separators of lists by names of fields.
  var separators: [String: String] { byName(\.separator) }

  /// The texts that stand for no value by names of fields.
  var nones: [String: [String]] { byName(\.none) }

  private func byName<Value>(_ value: (DataDescription.Column) -> Value?) -> [String: Value] {
    let pairs = columns.flatMap { column in
      value(column).map { value in column.names.map { ($0, value) } } ?? []
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Leaves the types of some fields to their values.
  mutating func forgetTypes(ofFields names: Set<String>) {
    for index in columns.indices where !names.isDisjoint(with: columns[index].names) { columns[index].reading = nil }
  }
}

extension DataDescription.Column {
  /// Returns what people call the field, unless that is its name.
  package func label(of field: Field) -> String? { labels.first { $0 != field.name } }
}
