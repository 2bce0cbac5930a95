import Datasets
package import Diagnostics
import Foundation
import SystemPackage

/// A `catalog.yml` that spells out what is inferred from data. `pomona init FILE` writes it as a starting point for
/// changes.
package struct InferredCatalog {
  /// The path of the `catalog.yml`.
  package let file: String
  /// The folder of the `catalog.yml`.
  package let folder: String
  /// The contents of the `catalog.yml`.
  package let text: String
  /// Warnings that a person should read.
  package let warnings: [Diagnostic]

  /// Whether a path leads to data from which a catalog can be inferred, or is meant to.
  ///
  /// - Parameters:
  ///   - path: The path of a file or folder.
  ///   - reading: How the data is read.
  package static func isData(at path: String, reading: ReadingOptions = ReadingOptions()) -> Bool {
    let place = FilePath(path)
    let hasFormat = reading.format != nil || (try? DatasetFormat(path: path)) != nil
    guard place.isFolder else { return hasFormat }
    guard !place.appending(CatalogConfiguration.fileName).exists else { return false }
    return (try? FoundDatasets(at: path, reading: reading, log: InputManifest())) != nil
  }

  /// Infers a catalog.
  ///
  /// - Parameters:
  ///   - path: A data file, or a folder with data files.
  ///   - folder: The folder of the `catalog.yml`; the folder of the data if `nil`.
  ///   - options: Options for reading, which are written to the file, too.
  /// - Throws: `DiagnosticsError` with all problems of the data, or if the `catalog.yml` cannot refer to it.
  package init(of path: String, in folder: String?, options: CatalogOptions) throws(DiagnosticsError) {
    guard path != Catalog.standardInput else {
      throw DiagnosticsError(
        code: "init/standard-input", "a catalog cannot refer to standard input", at: .init(file: "standard input"),
        hint: "Save the data to a file, and name that.")
    }
    var options = options
    options.plugins = .ignore
    let catalog = try Catalog(at: path, options: options)
    let place = folder.map { FilePath($0) } ?? catalog.folder.path
    guard let target = place.absolute, let source = catalog.folder.path.resolved else {
      throw DiagnosticsError(.notFound(path))
    }
    self.folder = place.orCurrent.string
    file = InputFolder(place).place(of: CatalogConfiguration.fileName).string
    warnings = catalog.warnings
    let references = InferredReferences(between: catalog.datasets, besides: catalog.relations)
    let areSeveral = catalog.plans.count > 1
    // One example is enough.
    let example = catalog.plans.first { !$0.exampleOfSteps.isEmpty }
    let texts = catalog.plans.enumerated().map { index, plan in
      let files = source.pushing(FilePath(plan.entry.files[0].text)).lexicallyNormalized()
      return plan.inferredEntry(
        file: files.relative(to: target), references: references,
        called: references.titles(of: plan.data, in: catalog.relations), isExplained: index == 0,
        hasExample: areSeveral && plan === example)
    }
    let steps =
      areSeveral ? [] : ["# The steps of the rows on their way to the pages:"] + (example?.exampleOfSteps ?? [])
    text = """
      # Written by `pomona init`, with the decisions that were inferred from \(FilePath(path).lexicallyNormalized().string.printable).
      # Change them as you like. Lines that you delete are inferred again in each build. `pomona schema` lets editors complete the file.
      title: \(catalog.configuration.title.yaml)
      # language: en
      # formats: [html, markdown]
      # documents: { search: true }

      datasets:
      \(texts.joined(separator: "\n"))
      \(Self.entries(forUnread: catalog.foundDatasets?.unread.folders.map(\.name) ?? []))\
      \(steps.count > 1 ? steps.joined(separator: "\n") + "\n\n" : "")\
      # The number of entries on a page:
      # pages: { size: 60 }

      """
  }

  private static func entries(forUnread folders: [String]) -> String {
    guard !folders.isEmpty else { return "" }
    let lines = folders.flatMap { ["  # \($0.yaml):", "  #   file: \($0.yaml)"] }
    return "  # Data in subfolders, which is not read yet:\n\(lines.joined(separator: "\n"))\n\n"
  }

  /// Writes the file, and creates its folder if it does not exist. Throws an error if the file exists.
  package func write() throws(DiagnosticsError) {
    guard !FilePath(file).exists else {
      throw DiagnosticsError(
        code: "init/exists", "the file already exists", at: .init(file: file),
        hint: "Name another folder for the catalog, or move the file away.")
    }
    do {
      let url = URL(filePath: file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
    } catch {
      throw DiagnosticsError(
        code: "init/unwritable", "the file cannot be written: \(error.localizedDescription)", at: .init(file: file),
        hint: "Check that you may write there.")
    }
  }
}

extension DatasetPlan {
  /// Returns the entry of a `catalog.yml` that reads and shows the data set as it was inferred, with proposed
  /// references.
  ///
  /// - Parameters:
  ///   - file: The path of its file, relative to the folder of the `catalog.yml`.
  ///   - called: The fields by which its rows are called, if these are references.
  ///   - isExplained: Whether comments say what the lines mean.
  ///   - hasExample: Whether it contains an example of steps.
  fileprivate func inferredEntry(
    file: FilePath, references: InferredReferences, called: [String]?, isExplained: Bool, hasExample: Bool
  ) -> String {
    let reading = entry.reading
    let source = data.source
    let named = [
      ("format", reading.format), ("delimiter", reading.delimiter), ("path", reading.path), ("table", reading.table),
      ("query", reading.query),
    ]
    var lines = ["  \(name.yaml):", "    file: \(file.string.yaml)"]
    func explain(_ text: String) { if isExplained { lines.append("    # \(text)") } }
    lines += named.compactMap { key, option in option.map { "    \(key): \($0.text.yaml)" } }
    if let header = reading.header { lines.append("    header: \(header)") }
    if let continued = source.continuedField?.yaml ?? reading.continued?.text {
      lines.append(
        "    # Rows that repeat this field or leave it empty continue the row before them; with false, none do.")
      lines.append("    continued: \(continued)")
    }
    if let families = source.families.yaml ?? reading.families.map({ _ in "false" }) {
      lines.append("    # The lists that are made of numbered columns; with false, there are none.")
      lines.append("    families: \(families)")
    }
    if !reading.limits.isEmpty {
      let limits = reading.limits.map { "\($0.kind.rawValue): \($0.amount)" }
      lines.append("    limits: { \(limits.joined(separator: ", ")) }")
    }
    explain("Rows with mistakes are read as far as possible. With stop, mistakes are errors.")
    lines.append("    problems: warn")
    if let title = entry.title {
      lines.append("    title: \(title.yaml)")
    } else {
      explain("title: \(Dataset.title(fromName: name).yaml)")
    }
    explain("The field that identifies the rows and names their pages; \"@row\" numbers them.")
    // The rows of a folder have the names of their files as keys, which is no field to choose. One that some rows share
    // would be a mistake if it was chosen.
    let isFolder = FilePath(self.file).isFolder
    let isShared = source.hasNumberedKeys && !source.isKeyChosen
    lines.append(
      source.keyFields.yaml.map { isShared ? "    # key: \($0) # some rows share it" : "    key: \($0)" }
        ?? (isFolder ? "    # key: slug" : "    key: \"@row\""))
    lines.append((called ?? titleFields).yaml.map { "    titles: \($0)" } ?? "    # titles: name")
    let proposals = references[data]
    lines += proposals.filter { $0.dataset == nil }.map { proposal in
      "    \(proposal.isClear ? "" : "# ")parent: \(proposal.field.yaml) # \(proposal.reason.comment)"
    }
    if source.numberOfItems > 0 {
      explain("text, markdown, number, boolean, date, url, image, list or object")
      lines.append("    types:")
      let found = data.fieldsOfFoundLists
      let helps = Dictionary(
        data.description?.fields(in: source.schema).compactMap { field, column in column.help.map { (field.name, $0) } }
          ?? [], uniquingKeysWith: { first, _ in first })
      lines += source.schema.fields.map { field in
        // A list that was recognized by its values is shown as it is written; one that is declared is shown with
        // commas.
        let help = helps[field.name].map { " # \($0.comment)" } ?? ""
        return "      \(found.contains(field.name) ? "# " : "")\(field.name.yaml): \(field.reading.rawValue)\(help)"
      }
    }
    lines += fieldLines(for: proposals.filter { $0.dataset != nil })
    explain("The fields with long texts. The first one begins the page; none of them is a fact on a card.")
    let prose = proseFields
    let isSame = layout.leadName != nil || prose.isEmpty
    if !isSame || isExplained || !prose.isEmpty {
      lines.append("    \(isSame ? "" : "# ")prose: [\(prose.map(\.yaml).joined(separator: ", "))]")
    }
    if let facts = decidedFacts, !facts.isEmpty {
      explain("The fields on cards.")
      // Cards also count the rows that refer to theirs, as soon as some do.
      let isOpen = references.refer(to: data)
      lines.append("    \(isOpen ? "# " : "")facts: [\(facts.map(\.yaml).joined(separator: ", "))]")
    }
    if hasExample {
      lines.append("    # Sections of its own, with these steps:")
      lines += exampleOfSteps.map { "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines about single fields: what they are called, and what they refer to.
  private func fieldLines(for proposals: [InferredReferences.Proposal]) -> [String] {
    var lines: [(text: String, isComment: Bool)] = []
    for field in data.schema.fields.map(\.name) {
      var settings = entry.fields.first { $0.field.text == field }?.label.map { ["label: \($0.yaml)"] } ?? []
      if let nones = data.source.nones[field]?.yaml { settings.append("none: \(nones)") }
      let proposal = proposals.first { $0.field == field }
      let refers = proposal.map { proposal in
        let dataset = (proposal.dataset ?? name).yaml
        return "refers: " + (proposal.otherField.map { "{ dataset: \(dataset), field: \($0.yaml) }" } ?? dataset)
      }
      let reason = proposal.map { " # \($0.reason.comment)" } ?? ""
      if let refers, proposal?.isClear == true { settings.append(refers) }
      if !settings.isEmpty {
        let comment = proposal?.isClear == true ? reason : ""
        lines.append(("\(field.yaml): { \(settings.joined(separator: ", ")) }\(comment)", false))
      }
      if let refers, proposal?.isClear == false { lines.append(("\(field.yaml): { \(refers) }\(reason)", true)) }
    }
    guard !lines.isEmpty else { return [] }
    let areComments = lines.allSatisfy(\.isComment)
    return ["    \(areComments ? "# " : "")fields:"] + lines.map { "      \($0.isComment ? "# " : "")\($0.text)" }
  }

  /// Returns an example of steps, as a comment, with a field whose values divide the rows into sections; an empty array
  /// if there is none.
  fileprivate var exampleOfSteps: [String] {
    let fields = data.schema.fields
    let taken = data.source.keyFields + data.titleFields
    let candidates = fields.indices.compactMap { index -> (index: Int, sections: Int)? in
      let field = fields[index]
      guard field.type == .text, !taken.contains(field.name), !field.isIdentifier, !field.name.hasPrefix("column_"),
        !layout.prose.contains(field.name), let sections = survey[index].sections(of: survey.rows)
      else { return nil }
      return (index, sections)
    }
    // The fewest sections, but two are hardly any.
    func rank(_ sections: Int) -> Int { sections == 2 ? .max : sections }
    guard let group = candidates.min(by: { rank($0.sections) < rank($1.sections) })?.index else { return [] }
    let sort = data.titleFields.last.map { ["#   - sort: \($0.yaml)"] } ?? []
    return ["# chain:", "#   - group: { field: \(fields[group].name.yaml), order: sorted }"] + sort
  }
}

extension OpenDataset {
  /// The fields that are lists because their values look like lists.
  fileprivate var fieldsOfFoundLists: Set<String> {
    let fields = source.schema.fields
    let lists = fields.indices.filter { fields[$0].type == .list }
    return Set(
      lists.filter { index in
        source.items.contains { if case .list(_, written: .some) = $0.value(at: index) { true } else { false } }
      }.map { fields[$0].name })
  }
}

extension FilePath {
  /// The absolute path with links resolved, as far as it exists.
  fileprivate var absolute: FilePath? {
    if let resolved { return resolved }
    guard let name = lexicallyNormalized().lastComponent else { return nil }
    return lexicallyNormalized().removingLastComponent().absolute?.appending(name)
  }

  /// Returns the path relative to a folder. Both paths are absolute.
  fileprivate func relative(to folder: FilePath) -> FilePath {
    let (own, other) = (Array(components), Array(folder.components))
    let shared = zip(own, other).prefix { $0 == $1 }.count
    var path = FilePath()
    for _ in other[shared...] { path.append("..") }
    for component in own[shared...] { path.append(component) }
    return path.orCurrent
  }
}

extension [String] {
  /// The only element, or the list of the elements, as YAML; `nil` if there are none.
  var yaml: String? { count > 1 ? "[\(map(\.yaml).joined(separator: ", "))]" : first?.yaml }
}

extension String {
  fileprivate var comment: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ").printable
    return line.count > 120 ? line.prefix(119) + "…" : line
  }

  var yaml: String {
    let words: Set = ["true", "false", "yes", "no", "on", "off", "null"]
    let isPlain = utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || " _-./".utf8.contains($0)
    }
    let hasEnds = first?.isLetter == true && last?.isWhitespace == false
    if isPlain, hasEnds, !words.contains(lowercased()) { return self }
    let quoted = unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.isPrintable && scalar != "\u{FEFF}": text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return "\"\(quoted)\""
  }
}
