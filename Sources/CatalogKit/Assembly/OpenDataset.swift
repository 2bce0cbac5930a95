import DataSources
import Datasets
import Diagnostics
import Rendering
import SystemPackage

/// A data set of a catalog: its files, and what comes of them.
final class OpenDataset {
  let entry: CatalogConfiguration.DatasetEntry
  /// The records, without what is attached to them.
  let source: RecordFileSource
  /// The first file, as people name it.
  let file: String
  /// What the schema of a database says of the fields.
  private(set) var foreignKeys: [ForeignKey] = []
  /// The files, and the folders whose lists of files decide which files there are.
  private(set) var files: Set<String>

  /// Reads the files of a data set.
  init(_ entry: CatalogConfiguration.DatasetEntry, in folder: InputFolder, log: InputManifest) throws(DiagnosticsError)
  {
    let paths = entry.files.map { $0.text == Catalog.standardInput ? $0.text : folder.place(of: $0.text).string }
    self.entry = entry
    if paths.contains(Catalog.standardInput) { log.noteStream() }
    var options = Dataset.Options(
      name: entry.name.text, key: entry.key?.text, titles: entry.titleFields.map(\.text),
      types: Dictionary(entry.types.map { ($0.field.text, $0.type) }, uniquingKeysWith: { $1 }),
      separators: Dictionary(
        entry.fields.compactMap { field in field.separator.map { (field.field.text, $0) } },
        uniquingKeysWith: { $1 }))
    options.apply(entry.reading)
    options.place = entry.name.location == .init() ? .arguments : .configuration
    options.isLeftOut = { folder.isOutput(FilePath($0)) }
    file = paths.first ?? ""
    files = Self.files(of: entry, in: folder)
    files.forEach(log.note)
    source = try RecordFileSource(contentsOf: paths, title: entry.title, options: options)
      .named("\(entry.name.text): \(entry.files.map(\.text).joined(separator: ", "))")
    foreignKeys = findForeignKeys()
  }

  var name: String { entry.name.text }
  /// What people call the data set.
  var title: String { source.name(ofSection: 0) ?? name }

  /// Whether rows are read from a database.
  private var isOfDatabase: Bool {
    entry.reading.format.map { $0.text == DatasetFormat.sqlite.rawValue }
      ?? ((try? DatasetFormat(path: file)) == .sqlite)
  }

  private func findForeignKeys() -> [ForeignKey] {
    guard isOfDatabase, entry.reading.query == nil, entry.files.count == 1 else { return [] }
    return ForeignKey.all(ofTable: entry.reading.table?.text, inDatabase: file)
  }

  /// Whether the data set is a table of the database that another one is read from.
  func isTable(_ name: String, inDatabaseOf other: OpenDataset) -> Bool {
    isOfDatabase && file == other.file && entry.reading.query == nil
      && entry.reading.table?.text.lowercased() == name.lowercased()
  }

  /// Notes the files that there are now, before they are read again.
  func noteFiles(in folder: InputFolder, log: InputManifest) {
    files = Self.files(of: entry, in: folder)
    foreignKeys = findForeignKeys()
    files.forEach(log.note)
  }

  /// The files of a data set, and the folders whose lists of files decide which there are.
  private static func files(of entry: CatalogConfiguration.DatasetEntry, in folder: InputFolder) -> Set<String> {
    let notes = InputManifest()
    for file in entry.files where file.text != Catalog.standardInput {
      // What a pattern or a folder stands for changes when a file comes or goes.
      for match in folder.matches(file.text, log: notes) {
        let place = folder.place(of: match)
        notes.note(place)
        // A database may have its latest changes beside it.
        let isDatabase = ["db", "sqlite", "sqlite3"].contains(place.extension?.lowercased())
        if isDatabase || entry.reading.format?.text == "sqlite" { notes.note(place.string + "-wal") }
        if place.isFolder { folder.noteContents(of: place, log: notes) }
      }
    }
    return Set(notes.states.keys)
  }

  /// What is wrong with the colours, and with what is said of the fields of the data set's cells.
  ///
  /// - Parameter related: The names of the fields that hold rows of other data sets.
  func cellFindings(besides related: Set<String>) -> [Diagnostic] {
    let own = [entry.accent].compactMap(\.self) + (entry.prose ?? [])
    let any = (entry.facts ?? []) + entry.fields.map(\.field)
    let unknown = (own + any.filter { !related.contains($0.text) }).filter { source.schema.index(of: $0.text) == nil }
    guard unknown.isEmpty else {
      return unknown.map { field in
        Diagnostic(
          code: "cell/unknown-field", "there is no field “\(field.text)”", at: field.location,
          hint: field.text.suggestion(from: source.schema.fields.map(\.name)))
      }
    }
    guard let index = entry.accent.flatMap({ source.schema.index(of: $0.text) }) else { return [] }
    return source.items.compactMap { record in
      let text = record.value(at: index).text
      guard !text.isEmpty, Accent(text) == nil else { return nil }
      return Diagnostic(
        code: "cell/colour", "“\(text)” is not a colour",
        at: .init(file: file, row: record.row, field: entry.accent?.text),
        hint: "Write it as # and six hexadecimal digits, such as #c8102e.")
    }
  }
}
