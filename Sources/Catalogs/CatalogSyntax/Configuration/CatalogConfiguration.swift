package import Diagnostics
import JSONValues
import Publishing
package import Rendering
package import SystemPackage
import Templates

/// The configuration of a catalog: the contents of a `catalog.yml`, or what is inferred for data without one.
package struct CatalogConfiguration: Sendable {
  /// The title of the catalog.
  package var title: String
  /// The language of the catalog, as a BCP 47 tag.
  package var language = "en"
  /// The introduction at the head of the home page, in Markdown.
  package var introduction = ""
  /// The public address of the catalog: an `https` or `http` address without a trailing slash. Feeds, sitemaps and the
  /// “not found” page need it.
  package var address: LocatedText?
  /// The options for the addresses of pages.
  package var addresses = AddressOptions()
  /// The data sets.
  package var datasets: [DatasetEntry] = []
  /// The rules that assign cells to records, after those of the data sets. The first rule that matches wins.
  package var cells: [CellRule] = []
  /// The steps of the chain, from the data sets to the document.
  var chain: [any CatalogStep] = []
  /// The pagination of sections.
  package var pages = Pagination()
  /// The contents of the home page.
  package var home = HomePage()
  /// The documents in addition to the home page and the sections.
  package var documents = Documents()
  /// The formats that are rendered.
  package var formats = [FormatEntry(name: LocatedText("html"))]
  /// The files and folders to copy, relative to the catalog's folder: paths, or patterns with `*` and `?`.
  package var assets: [LocatedText] = []
  /// The handlers of events of live pages: those of data sets, followed by those of the catalog.
  package var handlers: [ConfiguredHandler] = []

  /// The mistakes of the file. What they are about is left out of the configuration.
  package private(set) var mistakes: [Diagnostic] = []
  /// The texts in values with mistakes, which may name what would exist without these.
  package private(set) var unreadNames: Set<String> = []
  /// Whether there are all data sets of the file.
  package private(set) var hasAllDatasets = true
  /// The data sets that only tie rows of others together.
  private var links: Set<String> = []

  /// Creates a configuration without data sets.
  package init(title: String) { self.title = title }

  /// The name of the file that makes a folder a catalog.
  package static let fileName = "catalog.yml"

  /// Whether a name is reserved for data that no catalog publishes.
  package static func isReserved(_ component: FilePath.Component) -> Bool {
    [".git", PathRules.hiddenFolder].contains(component.string)
  }

  private static let keys = [
    "title", "language", "introduction", "address", "addresses", "datasets", "cells", "chain", "pages", "home",
    "documents", "formats", "assets", "on",
  ]

  /// Parses the text of a `catalog.yml`.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file, for messages.
  ///   - title: The title of a catalog that does not have one.
  ///   - formats: The formats of the program.
  ///   - keepsMistakes: Whether mistakes are kept in ``mistakes`` instead of being thrown, if the text is YAML.
  /// - Throws: `DiagnosticsError` with all mistakes and their lines and columns, in the order of the text.
  /// - Complexity: O(*n*) in the length of the text.
  package init(
    yaml: String, file: String, title: String, formats known: [RendererFormat] = RendererFormat.builtIn,
    keepsMistakes: Bool = false
  ) throws(DiagnosticsError) {
    self.init(title: title)
    let findings = YAMLNode.Findings()
    guard let root = try YAMLNode.read(yaml, file: file, findings: findings) else {
      throw DiagnosticsError(
        code: "yaml/empty", "the file is empty", at: .init(file: file),
        hint: "Name at least one data file under “datasets”; `pomona init` writes an example.")
    }
    let values = root.mapping(Self.keys)
    // Pages are read first and data sets second, wherever they are in the file, because other values depend on them.
    if let node = values["pages"] { pages.read(node) }
    let entries = values["datasets"]?.mapping() ?? []
    datasets = entries.compactMap { DatasetEntry(name: $0, value: $1, pages: pages) }
    hasAllDatasets = datasets.count == entries.count && !datasets.isEmpty
    self.title = values["title"]?.string ?? title
    language = values["language"]?.languageTag ?? language
    introduction = values["introduction"]?.string ?? ""
    address = values["address"]?.publicAddress
    addresses = values["addresses"].map(AddressOptions.init) ?? addresses
    cells = values["cells"]?.elements.compactMap(CellRule.init) ?? []
    chain = values["chain"]?.elements.compactMap(CatalogSteps.read) ?? []
    home = values["home"].map(HomePage.init) ?? home
    if let node = values["documents"] {
      documents = Documents(
        node, pages: pages, labels: datasets.flatMap(\.fields).labels, hasAddress: values["address"] != nil)
    }
    formats = values["formats"]?.formats(among: known) ?? formats
    assets = values["assets"]?.elements.compactMap(\.asset) ?? []
    handlers = datasets.flatMap(\.handlers) + (values["on"].map { ConfiguredHandler.read($0) } ?? [])
    if datasets.isEmpty, findings.diagnostics.isEmpty {
      root.report("catalog/no-datasets", "there is no data set", hint: "Name at least one data file under “datasets”.")
    }
    findings.diagnostics += joinFindings + folderFindings
    mistakes = findings.diagnostics.inOrder
    unreadNames = findings.unread
    guard mistakes.isEmpty || keepsMistakes else { throw DiagnosticsError(mistakes) }
  }

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

  /// The data sets that only serve others. They are not shown unless a chain names them, or they have a chain of their
  /// own.
  var helpers: Set<String> {
    let joined = datasets.flatMap(\.joins).map(\.match.dataset)
    let chains = [chain] + datasets.compactMap(\.collection?.chain)
    let named = Set((joined + chains.joined().flatMap(\.lookups)).map(\.text))
    return named.union(links).subtracting(datasetsWithOwnChain)
  }

  /// Returns the configuration with data sets that only tie rows of others together, as their rows tell.
  package func hiding(_ links: Set<String>) -> CatalogConfiguration {
    var result = self
    result.links = links
    return result
  }

  /// Returns those of some data sets that the catalog's chain shows if it does not begin by naming some.
  package func shownTogether(_ names: [String]) -> [String] {
    let names = names.filter { !datasetsWithOwnChain.contains($0) }
    let shown = names.filter { !helpers.contains($0) }
    // If all data sets serve each other, all of them are shown.
    return shown.isEmpty && datasetsWithOwnChain.isEmpty ? names : shown
  }
}

extension YAMLNode {
  /// The node as the public address of the catalog, without a trailing slash. A text that is not an address is
  /// reported.
  fileprivate var publicAddress: LocatedText? {
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

  /// The value as a BCP 47 tag: parts of up to eight letters and digits, with hyphens between them, of which the first
  /// has letters only.
  fileprivate var languageTag: String? {
    guard let text = string else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    if isTag, parts[0].allSatisfy(\.isLetter) { return text }
    report("catalog/language", "“\(text)” is no language", hint: "Write a BCP 47 tag, such as de or en-GB.")
    return nil
  }

  /// The node as a file or folder to copy. A path that must not be copied is reported.
  fileprivate var asset: LocatedText? {
    guard let asset = name else { return nil }
    let path = FilePath(asset.text)
    let isWritten = asset.text == path.string || asset.text == path.string + "/"
    guard isWritten, path.isRelative, !path.isEmpty, path.components.allSatisfy({ $0.kind == .regular }) else {
      report(
        "catalog/asset", "“\(asset.text)” is not the path of a file or folder in the catalog's folder",
        hint: "Name files and folders by their paths in it: images, fonts/*.woff2.")
      return nil
    }
    if let name = path.components.first(where: CatalogConfiguration.isReserved) {
      report("catalog/asset", "“\(asset.text)” is never copied", hint: "“\(name)” contains no files for readers.")
      return nil
    }
    return asset
  }
}

extension CatalogConfiguration {
  /// Returns the JSON Schema (draft 2020-12) of a `catalog.yml`, which editors use for completion and validation.
  ///
  /// - Parameters:
  ///   - formats: The formats that catalogs can name.
  ///   - plugins: The options of the formats of plugins, as far as they are known.
  package static func schema(
    formats: [RendererFormat] = RendererFormat.builtIn, plugins: [String: OptionSchema] = [:]
  ) -> String {
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
