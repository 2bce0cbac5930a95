import Diagnostics

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
