import Diagnostics
import Rendering

/// A format that is rendered, with what is decided about it.
struct FormatEntry: Hashable, Sendable {
  /// The name of the format.
  var name: CatalogConfiguration.Name
  /// The folder of a theme of one's own, relative to the catalog's folder: of HTML.
  var theme: CatalogConfiguration.Name?
  /// The document class: of LaTeX.
  var documentClass: CatalogConfiguration.Name?
  /// The packages that are loaded beside the usual ones: of LaTeX.
  var packages: [CatalogConfiguration.Name] = []
  /// The section of the manual, 1 to 9: of man.
  var section: Int?

  /// Makes an entry that decides nothing.
  init(name: CatalogConfiguration.Name) { self.name = name }
}

extension YAMLNode {
  /// A list of formats, a single one, or a mapping with what is decided about each.
  var formats: [FormatEntry] {
    let formats =
      isMapping ? mapping().map(FormatEntry.init) : names.map { FormatEntry(name: $0) }
    if formats.isEmpty, elements.isEmpty || isMapping {
      report("catalog/no-formats", "there is no format", hint: "Name one at least, or delete the line.")
    }
    return formats
  }

  /// The name of something of LaTeX, which is written into documents as it is.
  fileprivate var latexName: CatalogConfiguration.Name? {
    guard let name else { return nil }
    let isName =
      !name.text.isEmpty
      && name.text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-".unicodeScalars.contains($0))
      }
    if !isName {
      report("format/latex-name", "“\(name.text)” cannot name a class or a package", hint: "Use letters, digits and -.")
    }
    return isName ? name : nil
  }
}

extension FormatEntry {
  /// What can be decided about each of the formats that are part of the program.
  private static let keys = [
    "html": ["theme"], "latex": ["documentclass", "packages"], "man": ["section"], "markdown": [], "xml": [],
  ]

  /// `html:` and what is decided about it.
  fileprivate init(name: CatalogConfiguration.Name, value: YAMLNode) {
    self.init(name: name)
    guard !value.isEmpty else { return }
    guard let keys = Self.keys[name.text] else {
      // Whether there is such a format is known later.
      if !(value.isMapping && value.mapping().isEmpty) {
        value.report(
          "format/no-options", "nothing can be decided about the format “\(name.text)”",
          hint: name.text.suggestion(from: Self.keys.keys.sorted()))
      }
      return
    }
    for (key, value) in value.mapping(keys) {
      switch key.text {
      case "theme": theme = value.name
      case "documentclass": documentClass = value.latexName
      case "packages": packages = value.elements.compactMap(\.latexName)
      default:
        section = value.count(from: 1)
        if let section, section > 9 {
          value.report("format/man-section", "there is no section \(section)", hint: "Write a number from 1 to 9.")
        }
      }
    }
  }
}

/// How sections are cut into pages.
struct Pagination: Hashable, Sendable {
  /// How many entries a page has at the most; about as many where pages are stable.
  var size = 60
  /// How many entries of each section the home page shows.
  var preview = 6
  /// What the borders between pages depend on.
  var kind = PageLayout.Pagination.numbered

  /// Makes numbered pages of a usual size.
  init() {}
}

extension Pagination {
  /// Takes over what a mapping with `size`, `preview` and `kind` says.
  mutating func read(_ node: YAMLNode) { read(node, ["size", "preview", "kind"]) }

  /// Takes over what a mapping with `size` and `kind` says, of pages that have neither a preview nor objects.
  mutating func readSections(_ node: YAMLNode) { read(node, ["size", "kind"]) }

  private mutating func read(_ node: YAMLNode, _ keys: [String]) {
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "size": size = value.count(from: 1) ?? size
      case "preview": preview = value.count(from: 1) ?? preview
      default: kind = value.choice() ?? kind
      }
    }
  }
}
