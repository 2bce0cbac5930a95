import CatalogKit
package import CatalogSyntax
import Datasets
package import Diagnostics
import SystemPackage

/// Writes a Swift type for each data set of a catalog: a ``DatasetRow`` with a property for each field.
///
/// The names of the properties and their types follow from the data. A type is `String`; `Double`, or `Int` if no
/// number has a fraction or an exponent; `Bool`; or `[String]`. If a row lacks a value, the type is optional; a missing
/// list is empty instead. A repeated name gets a number. Names in the data can be any text: they are reduced to letters
/// and digits in identifiers, and escaped in literals.
package struct RowTypes {
  /// The data sets for which types are written.
  package enum Selection {
    /// All data sets of the catalog.
    case all
    /// The data set with this name.
    case dataset(String)
    /// The data sets whose first file is this one. For `catalog.yml`, the data sets whose first file is a folder or
    /// outside of the catalog's folder.
    case file(String)
  }

  /// The text of the Swift file.
  package let text: String
  /// The files and folders from which it was made.
  package let inputs: Set<String>
  /// The warnings about the data.
  package let warnings: [Diagnostic]

  /// Reads the data and writes the types.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - selection: The data sets for which types are written.
  ///   - type: The name of the type, if a single data set is selected.
  /// - Throws: `DiagnosticsError` with all errors in the configuration or the data.
  package init(
    at path: String, _ selection: Selection = .all, type: String? = nil, options: CatalogOptions = CatalogOptions()
  ) throws(DiagnosticsError) {
    let log = InputManifest()
    let found = try FoundConfiguration(at: path, options: options, log: log)
    let entries = found.configuration.applying(options).datasets
    let folder = InputFolder(found.folder)
    let names = Self.typeNames(entries.map(\.name.text))
    let selected = try Self.select(selection, of: entries, in: folder)
    if let type { try Self.check(type, isForOne: selected.count == 1) }
    var findings: [Diagnostic] = []
    let opened = OpenDatasets(selected, found: found.datasets, in: folder, log: log, findings: &findings)
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    let types = opened.datasets.map { RowType(name: type ?? names[$0.name] ?? "Row", $0).text }
    text = ([Self.head, "import PomonaKit"] + types).joined(separator: "\n\n") + "\n"
    inputs = log.paths
    warnings = opened.leftOut.map(\.warning) + opened.datasets.flatMap(\.source.warnings)
  }

  private static let head = """
    // Written by `pomona types`; what is changed here is lost when it is written again.
    // swift-format-ignore-file
    """

  /// Returns the name of each data set's type. The names depend on all data sets, so that they do not change with the
  /// selection.
  private static func typeNames(_ datasets: [String]) -> [String: String] {
    var taken: Set<String> = []
    return Dictionary(datasets.map { ($0, taken.add(SwiftName.type($0))) }, uniquingKeysWith: { first, _ in first })
  }

  private static func select(
    _ selection: Selection, of entries: [CatalogConfiguration.DatasetEntry], in folder: InputFolder
  ) throws(DiagnosticsError) -> [CatalogConfiguration.DatasetEntry] {
    switch selection {
    case .all: return entries
    case .dataset(let name):
      let selected = entries.filter { $0.name.text == name }
      if selected.isEmpty {
        throw DiagnosticsError(
          code: "types/unknown-dataset", "there is no data set “\(name)”", at: .init(file: "--dataset"),
          hint: name.suggestion(from: entries.map(\.name.text)))
      }
      return selected
    case .file(let file):
      let isRest = FilePath(file).lastComponent?.string == CatalogConfiguration.fileName
      let place = FilePath(file).resolved
      return entries.filter { entry in
        let first = entry.files.first.flatMap { folder.matches($0.text, log: InputManifest()).first }
        guard let first = first.flatMap({ folder.place(of: $0).resolved }), !first.isFolder,
          let root = folder.path.resolved, first.isWithin(root)
        else { return isRest }
        return first == place
      }
    }
  }

  private static func check(_ type: String, isForOne: Bool) throws(DiagnosticsError) {
    let isType = SwiftName.isType(type)
    if isType, isForOne { return }
    throw DiagnosticsError(
      code: "types/name", isType ? "there is more than one data set" : "“\(type)” cannot be the name of a type",
      at: .init(file: "--type"),
      hint: isForOne
        ? "Choose a name of letters and digits that the code does not use itself, such as Fruit."
        : "Choose one with --dataset.")
  }
}

private struct RowType {
  private struct Property {
    let name: String
    let field: Field
    let type: String

    var declaration: String {
      let what: String? =
        switch field.type {
        case .markdown: "in Markdown"
        case .date: "a date as it is written"
        case .url: "a web address"
        case .image: "the address of a picture"
        case .object: "an object, as a text"
        case .text, .number, .boolean, .list, .records: nil
        }
      return """
          /// The field \(SwiftName.literal(field.name))\(what.map { ", \($0)" } ?? "").
          let \(SwiftName.escaped(name)): \(type)
        """
    }
  }

  private let name: String
  private let dataset: OpenDataset
  private let properties: [Property]

  init(name: String, _ dataset: OpenDataset) {
    self.name = name
    self.dataset = dataset
    var traits = dataset.source.schema.fields.map { _ in FieldTraits() }
    for record in dataset.source.items {
      for (index, value) in record.values.enumerated() { traits[index].note(value) }
    }
    let source = dataset.source
    var taken = SwiftName.usedMembers
    properties = zip(source.schema.fields, traits).compactMap { field, traits in
      let name = SwiftName.property(field.name)
      // The properties `id` and `title` have these values already.
      if name == "id", [field.name] == source.keyFields { return nil }
      if name == "title", [field.name] == source.titleFields { return nil }
      return Property(name: taken.add(name), field: field, type: traits.type(of: field))
    }
  }

  var text: String {
    """
    /// A row of the data set \(SwiftName.literal(dataset.name)).
    struct \(name): DatasetRow {
      /// The key, which no other row has.
      let id: String
      /// What people call the row.
      let title: String
    \(properties.map(\.declaration).joined(separator: "\n"))

      static let dataset = \(SwiftName.literal(dataset.name))

      static let options = Dataset.Options(
    \(options.map { "    \($0)" }.joined(separator: ",\n")))

      var fieldValues: [any FieldValue] {
        [
    \(properties.map { "      \(SwiftName.escaped($0.name))" }.joined(separator: ",\n"))
        ]
      }
    }

    extension \(name) {
      init(_ record: Record) throws(DiagnosticsError) {
        let row = RecordDecoder(record)
        self.id = record.id.key
        self.title = record.title
    \(properties.map { "    self.\($0.name) = try row.decode(\(SwiftName.literal($0.field.name)))" }.joined(separator: "\n"))
      }
    }
    """
  }

  /// The arguments of the options. With them the data is read as it was when the type was written.
  private var options: [String] {
    let source = dataset.source
    var reading = Dataset.Options()
    reading.apply(dataset.entry.reading)
    // Canonically equivalent names are the same key of a dictionary, and a literal with a repeated key traps.
    var seen: Set<String> = []
    let types = source.schema.fields.filter { seen.insert($0.name).inserted }.map {
      "\(SwiftName.literal($0.name)): .\($0.reading)"
    }
    let fields = source.keyFields.map(SwiftName.literal)
    let key = fields.count > 1 ? "[\(fields.joined(separator: ", "))]" : fields.first ?? ".rowNumbers"
    let titles = source.titleFields.map(SwiftName.literal).joined(separator: ", ")
    let more = [("path", reading.path), ("table", reading.table), ("query", reading.query)]
    let hasProblems = !source.problems.isEmpty || source.hasNumberedKeys
    func written(_ texts: [(String, String?)]) -> [String] {
      texts.compactMap { name, text in text.map { "\(name): \(SwiftName.literal($0))" } }
    }
    return written([("name", dataset.name)]) + ["key: \(key)"] + (titles.isEmpty ? [] : ["titles: [\(titles)]"])
      + ["types: [\n      \(types.joined(separator: ",\n      ")),\n    ]"]
      + [
        reading.format.map { "format: .\($0)" },
        reading.delimiter.map { "delimiter: \(SwiftName.literal(String($0)))" },
        reading.header.map { "header: \($0)" },
        (source.continuedField.map { [$0] } ?? reading.continued).map { "continued: \($0)" },
        (source.families.isEmpty ? reading.families : source.families).map { "families: \($0)" },
      ].compactMap(\.self) + written(more)
      + [reading.encoding.map { "encoding: .\($0)" }, hasProblems ? "problems: .warn" : nil].compactMap(\.self)
  }
}

private struct FieldTraits {
  private var isOptional = false
  private var isWhole = true
  private var hasTexts = false

  mutating func note(_ value: Value) {
    switch value {
    case .missing: isOptional = true
    case .number(let number): isWhole = isWhole && Int(number.text) != nil
    case .text: hasTexts = true
    default: break
    }
  }

  func type(of field: Field) -> String {
    let type =
      switch field.type {
      // In a field of numbers or Boolean values, a value of another type is read as text.
      case .number where hasTexts, .boolean where hasTexts: "String"
      case .number: isWhole ? "Int" : "Double"
      case .boolean: "Bool"
      case .list, .records: "[String]"
      case .text, .markdown, .date, .url, .image, .object: "String"
      }
    return isOptional && type != "[String]" ? type + "?" : type
  }
}

extension Set<String> {
  /// Inserts a name, followed by a number if it is in the set already.
  fileprivate mutating func add(_ name: String) -> String {
    var candidate = name
    var number = 1
    while !insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }
}
