import DataSources
import Datasets
public import Diagnostics
import Rendering

extension CatalogConfiguration {
  /// Reads the text of a `catalog.yml`.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file, for messages.
  ///   - title: The title of a catalog that does not give one.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every mistake and its line and column.
  public init(yaml: String, file: String, title: String) throws(DiagnosticsError) {
    self.init(title: title)
    let findings = YAMLNode.Findings()
    guard let root = try YAMLNode.read(yaml, file: file, findings: findings) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "yaml/empty", "the file is empty", at: .init(file: file),
          hint: "Name at least one data file under “datasets”; `pomona init` writes an example."))
    }
    for (key, value) in root.mapping(["title", "language", "introduction", "datasets", "chain", "pages", "formats"]) {
      switch key.text {
      case "title": self.title = value.string ?? title
      case "language": language = value.string ?? language
      case "introduction": introduction = value.string ?? ""
      case "datasets": datasets = value.mapping().compactMap(DatasetEntry.init)
      case "chain": chain = value.elements.compactMap(ChainStep.init)
      case "pages": layout = PageLayout(value)
      default:
        formats = value.elements.compactMap(\.name)
        if value.elements.isEmpty {
          value.report("catalog/no-formats", "there is no format", hint: "Name one at least, or delete the line.")
        }
      }
    }
    if datasets.isEmpty, findings.diagnostics.isEmpty {
      root.report("catalog/no-datasets", "there is no data set", hint: "Name at least one data file under “datasets”.")
    }
    guard findings.diagnostics.isEmpty else { throw DiagnosticsError(findings.diagnostics) }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// `fruits: fruits.csv`, or `fruits:` with a mapping.
  fileprivate init?(name: CatalogConfiguration.Name, value: YAMLNode) {
    self.init(name: name, file: CatalogConfiguration.Name("", at: value.location))
    if value.isMapping {
      readKeys(of: value)
    } else if let file = value.name {
      self.file = file
    } else {
      return nil
    }
    guard !file.text.isEmpty else {
      value.report(
        "catalog/no-file", "the data set “\(name.text)” has no file",
        hint: "Write the name of a CSV or JSON file after `file:`.")
      return nil
    }
  }

  private mutating func readKeys(of node: YAMLNode) {
    for (key, value) in node.mapping(["file", "title", "key", "titles", "types", "card", "page", "accent"]) {
      switch key.text {
      case "file": file = value.name ?? file
      case "title": title = value.string
      case "key": self.key = value.name
      case "titles": titleField = value.name
      case "types": types = Dictionary(value.mapping().compactMap(Self.type), uniquingKeysWith: { $1 })
      case "card": card = value.name ?? card
      case "page": page = value.name ?? page
      default: accent = value.name
      }
    }
  }

  private static func type(field: CatalogConfiguration.Name, value: YAMLNode) -> (String, FieldType)? {
    guard let text = value.string else { return nil }
    if let type = FieldType(rawValue: text) { return (field.text, type) }
    value.report(
      "catalog/unknown-type", "“\(text)” is not a type of field",
      hint: text.suggestion(from: FieldType.allCases.map(\.rawValue)))
    return nil
  }
}

extension PageLayout {
  fileprivate init(_ node: YAMLNode) {
    self.init()
    for (key, value) in node.mapping(["size", "preview"]) {
      switch key.text {
      case "size": self = PageLayout(pageSize: value.count(from: 1) ?? pageSize, previewSize: previewSize)
      default: self = PageLayout(pageSize: pageSize, previewSize: value.count(from: 1) ?? previewSize)
      }
    }
  }
}
