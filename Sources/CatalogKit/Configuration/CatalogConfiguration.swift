package import Diagnostics
import JSONValues
package import Rendering
import SystemPackage
import Templates

/// What a `catalog.yml` says, or what is inferred for a bare data file.
package struct CatalogConfiguration: Sendable {
  /// A name that somebody wrote in a file or as an option, with the place to point at when it is wrong.
  package struct Name: Hashable, Sendable {
    /// The name.
    package var text: String
    /// Where it is written.
    package var location: Diagnostic.Location

    /// Makes a name.
    package init(_ text: String, at location: Diagnostic.Location = .init()) {
      self.text = text
      self.location = location
    }
  }

  /// The catalog's title.
  var title: String
  /// The catalog's language, as a BCP 47 tag.
  var language = "en"
  /// What stands at the head of the home page, in Markdown.
  var introduction = ""
  /// Where the catalog will be found: an `https` or `http` address without a slash at its end. Feeds, sitemaps and the page
  /// for what is not found need it.
  var address: Name?
  /// How the addresses of pages are made.
  var addresses = AddressOptions()
  /// The data sets.
  var datasets: [DatasetEntry] = []
  /// What the data sets were found from; nil where somebody wrote them down.
  var found: FoundDatasets?
  /// Which cells show which records, over what the data sets say; the first that matches wins.
  var cells: [CellRule] = []
  /// The links of the chain, from the data sets down to the document.
  var chain: [any CatalogStep] = []
  /// How sections are cut into pages.
  var pages = Pagination()
  /// What the home page shows of the sections and the collections.
  var home = HomePage()
  /// What there is beside the home page and the sections.
  var documents = Documents()
  /// The formats that are rendered.
  var formats = [FormatEntry(name: Name("html"))]
  /// The files and folders that are copied as they are, relative to the catalog's folder: paths, or patterns with `*` and `?`.
  var assets: [Name] = []

  /// Makes a configuration without data.
  init(title: String) { self.title = title }
}

extension CatalogConfiguration {
  private static let keys = [
    "title", "language", "introduction", "address", "addresses", "datasets", "cells", "chain", "pages", "home",
    "documents", "formats", "assets",
  ]

  /// Reads the text of a `catalog.yml`.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file, for messages.
  ///   - title: The title of a catalog that does not give one.
  ///   - formats: The formats of the program.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every mistake and its line and column, in the order of the text.
  /// - Complexity: O(*n*) in the length of the text.
  init(
    yaml: String, file: String, title: String, formats known: [RendererFormat] = RendererFormat.builtIn
  ) throws(DiagnosticsError) {
    self.init(title: title)
    let findings = YAMLNode.Findings()
    guard let root = try YAMLNode.read(yaml, file: file, findings: findings) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "yaml/empty", "the file is empty", at: .init(file: file),
          hint: "Name at least one data file under “datasets”; `pomona init` writes an example."))
    }
    let values = root.mapping(Self.keys)
    // Documents follow the pages and the data sets, and these the pages, wherever they stand.
    if let node = values.first(where: { $0.key.text == "pages" })?.value { pages.read(node) }
    if let node = values.first(where: { $0.key.text == "datasets" })?.value {
      datasets = node.mapping().compactMap { DatasetEntry(name: $0, value: $1, pages: pages) }
    }
    for (key, value) in values {
      switch key.text {
      case "title": self.title = value.string ?? title
      case "language": language = value.string ?? language
      case "introduction": introduction = value.string ?? ""
      case "address": address = value.publicAddress
      case "addresses": addresses = AddressOptions(value)
      case "cells": cells = value.elements.compactMap(CellRule.init)
      case "chain": chain = value.elements.compactMap(CatalogSteps.read)
      case "home": home = HomePage(value)
      case "datasets", "pages": break
      case "documents":
        let hasAddress = values.contains { $0.key.text == "address" }
        documents = Documents(value, pages: pages, labels: labels, hasAddress: hasAddress)
      case "formats": formats = value.formats(among: known)
      default: assets = value.elements.compactMap(\.asset)
      }
    }
    if datasets.isEmpty, findings.diagnostics.isEmpty {
      root.report("catalog/no-datasets", "there is no data set", hint: "Name at least one data file under “datasets”.")
    }
    findings.diagnostics += joinFindings + folderFindings
    guard findings.diagnostics.isEmpty else { throw DiagnosticsError(findings.inOrder) }
  }

  /// A folder of sections that is also that of a data set's own.
  private var folderFindings: [Diagnostic] {
    let folders = collectionFolders(of: datasets.map(\.name.text))
    guard let sections = addresses.sections, let dataset = folders.first(where: { $0.value == sections.text })?.key
    else { return [] }
    return [
      Diagnostic(
        code: "catalog/folder", "“\(sections.text)” is the folder of the data set “\(dataset)”", at: sections.location,
        hint: "Choose another name.")
    ]
  }

  /// The data sets that are joined or referred to, and do not exist.
  private var joinFindings: [Diagnostic] {
    let names = datasets.map(\.name.text)
    let joined = datasets.flatMap(\.joins).map(\.match.dataset)
    let referred = datasets.flatMap(\.fields).compactMap(\.reference?.dataset)
    return (joined + referred + home.namedDatasets).filter { !names.contains($0.text) }.map { name in
      Diagnostic(
        code: "catalog/unknown-dataset", "there is no data set “\(name.text)”", at: name.location,
        hint: name.text.suggestion(from: names))
    }
  }
}

extension CatalogConfiguration {
  /// What people call fields, where that is said; of several data sets the first counts.
  private var labels: [String: String] {
    let labels = datasets.flatMap(\.fields).compactMap { field in field.label.map { (field.field.text, $0) } }
    return Dictionary(labels, uniquingKeysWith: { first, _ in first })
  }

  /// The data sets that are there for others, and are not shown unless the chain names them, or they have one of their own.
  var helpers: Set<String> {
    let joined = datasets.flatMap(\.joins).map(\.match.dataset)
    let chains = [chain] + datasets.compactMap(\.collection?.chain)
    return Set((joined + chains.joined().flatMap(\.lookups)).map(\.text)).subtracting(datasetsApart)
  }

  /// Those of some data sets that go through the catalog's chain where that does not begin by naming some.
  func shownTogether(_ names: [String]) -> [String] {
    let names = names.filter { !datasetsApart.contains($0) }
    let shown = names.filter { !helpers.contains($0) }
    // Data sets that only serve each other are all that there is.
    return shown.isEmpty && datasetsApart.isEmpty ? names : shown
  }
}

extension YAMLNode {
  /// Where the catalog will be found, without the slash at its end.
  fileprivate var publicAddress: CatalogConfiguration.Name? {
    guard var address = name else { return nil }
    let parts = address.text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let forbidden = Set(" \"<>\\^`{|}?#".utf8)
    let isAddress =
      parts.count > 2 && ["http:", "https:"].contains(String(Substring(parts[0]))) && parts[1].isEmpty
      && !parts[2].isEmpty && address.text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && !forbidden.contains($0) }
    guard isAddress else {
      report(
        "catalog/address", "“\(address.text)” is not the address of a site",
        hint: "Write it in full and without a query: https://example.org/fruits.")
      return nil
    }
    while address.text.utf8.last == UInt8(ascii: "/") { address.text.removeLast() }
    return address
  }

  /// A file or folder that is copied.
  fileprivate var asset: CatalogConfiguration.Name? {
    guard let asset = name else { return nil }
    let path = FilePath(asset.text)
    let isWritten = asset.text == path.string || asset.text == path.string + "/"
    guard isWritten, path.isRelative, !path.isEmpty, path.components.allSatisfy({ $0.kind == .regular }) else {
      report(
        "catalog/asset", "“\(asset.text)” is not the path of a file or folder in the catalog's folder",
        hint: "Name files and folders by their paths in it: images, fonts/*.woff2.")
      return nil
    }
    if let name = path.components.first(where: AssetFiles.isReserved) {
      report(
        "catalog/asset", "“\(asset.text)” is never copied", hint: "“\(name)” has nothing in it that readers should see."
      )
      return nil
    }
    return asset
  }
}

extension CatalogConfiguration {
  /// The JSON Schema (draft 2020-12) of a `catalog.yml`, by which editors complete and check it.
  ///
  /// - Parameter formats: The formats that catalogs can ask for, beside those of plugins whose options are not known.
  package static func schema(formats: [RendererFormat] = RendererFormat.builtIn) -> String {
    schema(formats: formats, plugins: [:])
  }

  /// The JSON Schema of the `catalog.yml` of a catalog, with the options of its plugins.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`.
  ///   - options: Which plugins may run.
  package static func schema(ofCatalogAt path: String, options: CatalogOptions) throws(DiagnosticsError) -> String {
    let log = InputManifest()
    let (configuration, folder) = try find(at: path, formats: RendererFormat.builtIn, log: log)
    let plugins = PluginFormats(options)
    defer { plugins.close() }
    var schemas: [String: OptionSchema] = [:]
    for entry in configuration.formats {
      guard let plugin = entry.plugin else { continue }
      schemas[entry.name.text] = try plugins.schema(
        of: plugin, named: entry.name, among: RendererFormat.builtIn, folder: InputFolder(folder), log: log)
    }
    return schema(formats: RendererFormat.builtIn, plugins: schemas)
  }

  private static func schema(formats: [RendererFormat], plugins: [String: OptionSchema]) -> String {
    func text(_ value: JSONValue) -> String { String(decoding: value.line, as: UTF8.self) }
    var properties = JSONObject()
    for format in formats {
      var schema = format.options.schema
      schema["description"] = .string(format.title)
      properties[format.name] = .object(schema)
    }
    for (name, options) in plugins.sorted(by: { $0.key < $1.key }) {
      properties[name] = ["$ref": "#/$defs/plugin", "properties": ["options": .object(options.schema)]]
    }
    let lines = properties.members.map { "\(text(.string($0.name))): \(text($0.value))" }
    let steps = CatalogSteps.schema.replacing("\n", with: "\n        ")
    return Templates.catalogSchema.replacing("\"%steps%\": true", with: steps)
      .replacing("\"%formats%\": true", with: lines.joined(separator: ",\n            "))
      .replacing("\"%format names%\"", with: text(.array(formats.map { .string($0.name) })))
  }
}
