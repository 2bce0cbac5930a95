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
        Diagnostic(
          code: "init/standard-input", "a catalog cannot refer to standard input", at: .init(file: "standard input"),
          hint: "Save the data to a file, and name that."))
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
    let texts = catalog.datasets.map { dataset in
      let files = source.pushing(FilePath(dataset.entry.files[0].text)).lexicallyNormalized()
      let plan = catalog.plans.first { $0.data === dataset }
      return dataset.inferredEntry(
        file: files.relative(to: target), prose: plan?.proseFields ?? [], hasLead: plan?.layout.leadName != nil)
    }
    text = """
      # Written by `pomona init`, with the decisions that were inferred from \(FilePath(path).lexicallyNormalized().string.printable).
      # Change them as you like. Lines that you delete are inferred again in each build. `pomona schema` lets editors complete the file.
      title: \(catalog.configuration.title.yaml)
      # language: en
      # formats: [html, markdown]

      datasets:
      \(texts.joined(separator: "\n"))
      \(Self.entries(forUnread: catalog.foundDatasets?.unread.folders.map(\.name) ?? []))\
      \(Self.chain(for: catalog.datasets[0]))
      """
  }

  /// Returns entries for folders with data that is not read, as a comment.
  private static func entries(forUnread folders: [String]) -> String {
    guard !folders.isEmpty else { return "" }
    let lines = folders.flatMap { ["  # \($0.yaml):", "  #   file: \($0.yaml)"] }
    return "  # Data in subfolders, which is not read yet:\n\(lines.joined(separator: "\n"))\n\n"
  }

  /// Returns an example of a chain, as a comment, with fields of a data set.
  private static func chain(for dataset: OpenDataset) -> String {
    let fields = dataset.source.schema.fields.map(\.name)
    let titles = dataset.source.titleFields
    let group =
      fields.first { !dataset.source.keyFields.contains($0) && !titles.contains($0) } ?? fields.first ?? "name"
    return """
      # The steps of the rows on their way to the pages:
      # chain:
      #   - group: { field: \(group.yaml), order: sorted }
      #   - sort: \((titles.last ?? group).yaml)

      # The number of entries on a page:
      # pages: { size: 60 }

      """
  }

  /// Writes the file, and creates its folder if it does not exist. Throws an error if the file exists.
  package func write() throws(DiagnosticsError) {
    guard !FilePath(file).exists else {
      throw DiagnosticsError(
        Diagnostic(
          code: "init/exists", "the file already exists", at: .init(file: file),
          hint: "Name another folder for the catalog, or move the file away."))
    }
    do {
      let url = URL(filePath: file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
    } catch {
      throw DiagnosticsError(
        Diagnostic(
          code: "init/unwritable", "the file cannot be written: \(error.localizedDescription)", at: .init(file: file),
          hint: "Check that you may write there."))
    }
  }
}

extension OpenDataset {
  /// Returns the entry of a `catalog.yml` that reads and shows the data set as it was inferred.
  ///
  /// - Parameters:
  ///   - file: The path of its file, relative to the folder of the `catalog.yml`.
  ///   - prose: The fields that are prose.
  ///   - hasLead: Whether the first of them leads a page.
  fileprivate func inferredEntry(file: FilePath, prose: [String], hasLead: Bool) -> String {
    let reading = entry.reading
    let named = [
      ("format", reading.format), ("delimiter", reading.delimiter), ("path", reading.path), ("table", reading.table),
      ("query", reading.query),
    ]
    var lines = ["  \(name.yaml):", "    file: \(file.string.yaml)"]
    lines += named.compactMap { key, option in option.map { "    \(key): \($0.text.yaml)" } }
    if let header = reading.header { lines.append("    header: \(header)") }
    if !reading.limits.isEmpty {
      let limits = reading.limits.map { "\($0.kind.rawValue): \($0.amount)" }
      lines.append("    limits: { \(limits.joined(separator: ", ")) }")
    }
    lines.append("    # Rows with mistakes are read as far as possible. With stop, mistakes are errors.")
    lines.append("    problems: warn")
    lines.append("    # title: \(Dataset.title(fromName: name).yaml)")
    lines.append("    # The field that identifies the rows and names their pages; \"@row\" numbers them.")
    // The rows of a folder have the names of their files as keys, which is no field to choose.
    let isFolder = FilePath(self.file).isFolder
    lines.append(source.keyFields.yaml.map { "    key: \($0)" } ?? (isFolder ? "    # key: slug" : "    key: \"@row\""))
    lines.append(source.titleFields.yaml.map { "    titles: \($0)" } ?? "    # titles: name")
    if source.numberOfItems > 0 {
      lines.append("    # text, markdown, number, boolean, date, url, image, list or object")
      lines.append("    types:")
      let found = fieldsOfFoundLists
      lines += source.schema.fields.map { field in
        // A list that was recognized by its values is shown as it is written; one that is declared is shown with
        // commas.
        "      \(found.contains(field.name) ? "# " : "")\(field.name.yaml): \(field.reading.rawValue)"
      }
    }
    lines.append("    # The fields with long texts. The first one begins the page; none of them is a fact on a card.")
    let isSame = hasLead || prose.isEmpty
    lines.append("    \(isSame ? "" : "# ")prose: [\(prose.map(\.yaml).joined(separator: ", "))]")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The fields that are lists because their values look like lists.
  private var fieldsOfFoundLists: Set<String> {
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
  var yaml: String? {
    count > 1 ? "[\(map(\.yaml).joined(separator: ", "))]" : first?.yaml
  }
}

extension String {
  /// The text as a YAML scalar on one line.
  fileprivate var yaml: String {
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
