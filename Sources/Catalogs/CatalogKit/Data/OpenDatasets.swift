import Diagnostics
import SystemPackage

/// The data sets of a catalog that were opened, and those that were left out.
package struct OpenDatasets {
  /// The data sets, in the order of the configuration.
  package private(set) var datasets: [OpenDataset] = []
  /// The data sets that cannot be read and that no configuration names, each with the reason why it was left out.
  package private(set) var leftOut: [(name: String, warning: Diagnostic)] = []
  /// What descriptions say about the files.
  let descriptions: FoundDescriptions
  /// Whether some data sets have errors, and were opened without what these are about.
  private(set) var areProvisional = false
  /// Whether all data sets were opened, except those that were left out.
  private(set) var isComplete = false

  /// Opens data sets, and reports the problems of their files.
  ///
  /// Where there are errors, the data sets are for further checks only: one with errors is opened as far as possible.
  ///
  /// If several data sets were found without a configuration, those that cannot be read are left out. If none can be
  /// read, or a key was chosen for all of them, their problems are reported as errors.
  package init(
    _ entries: [CatalogConfiguration.DatasetEntry], found: FoundDatasets?, in folder: InputFolder, log: InputManifest,
    findings: inout [Diagnostic]
  ) {
    var names: Set<String> = []
    var errors: [Diagnostic] = []
    descriptions = FoundDescriptions(besides: entries.flatMap(\.files).map(\.text), in: folder, log: log)
    for entry in entries {
      guard names.insert(entry.name.text).inserted else {
        errors.append(
          Diagnostic(
            code: "catalog/duplicate-dataset", "there are two data sets “\(entry.name.text)”", at: entry.name.location,
            hint: "Give each one a different name."))
        continue
      }
      guard entry.isReadable else { continue }
      do throws(DiagnosticsError) {
        datasets.append(try OpenDataset(entry, among: entries, describedBy: descriptions[entry], in: folder, log: log))
      } catch {
        var located = error.diagnostics.map(entry.located)
        if found?.areSeveral == true {
          if entry.key.isEmpty { leaveOut(entry.name.text, located) }
          located = located.map { $0.naming(entry) }
        }
        if found?.areSeveral != true,
          let dataset = Self.provisional(entry, among: entries, in: folder, log: log, errors: &located)
        {
          datasets.append(dataset)
          areProvisional = true
        }
        errors = errors.adding(located)
      }
    }
    isComplete = datasets.count + leftOut.count == entries.count
    for dataset in datasets { dataset.resolveReferences(among: datasets) }
    if datasets.isEmpty { leftOut = [] }
    if leftOut.isEmpty { findings += errors }
  }

  /// Opens a data set that has errors without what these are about, so that what is configured about the rest of it
  /// can be checked.
  ///
  /// - Parameter errors: The errors of the data set. Those that the first of them concealed are added.
  private static func provisional(
    _ entry: CatalogConfiguration.DatasetEntry, among entries: [CatalogConfiguration.DatasetEntry],
    in folder: InputFolder, log: InputManifest, errors: inout [Diagnostic]
  ) -> OpenDataset? {
    var rest = entry
    var latest = errors
    // The last attempt does without everything that can be wrong.
    for isLast in [false, false, true] {
      rest.leaveOut(latest, orAll: isLast)
      do throws(DiagnosticsError) {
        let dataset = try OpenDataset(rest, among: entries, describedBy: nil, in: folder, log: log, isMended: true)
        errors += dataset.errors(besides: errors)
        // Of rows that cannot be read, not even the fields are known, unless they are columns.
        return dataset.schema.fields.isEmpty ? nil : dataset
      } catch {
        latest = error.diagnostics.map(entry.located)
        let gone = Set(entry.derived.map(\.name.text)).subtracting(rest.derived.map(\.name.text))
        errors = errors.adding(latest.filter { $0.severity == .error && !$0.isAbout(gone) })
      }
    }
    return nil
  }

  /// Returns the findings of later checks without those that only follow from mistakes in the configuration, the data
  /// sets and their relations: names of fields that would exist without these, and types that would be others.
  func genuine(
    _ findings: [Diagnostic], relations: DatasetRelations, in configuration: CatalogConfiguration
  ) -> [Diagnostic] {
    let areRelationsComplete = isComplete && relations.diagnostics.isEmpty && configuration.mistakes.isEmpty
    guard areProvisional || !areRelationsComplete else { return findings }
    let present = datasets.flatMap { $0.schema.fields + relations.fields(of: $0) }.map(\.name)
    let entries = configuration.datasets
    var missing = configuration.unreadNames.union(entries.flatMap(\.addedNames)).subtracting(present)
    if !areRelationsComplete { missing.formUnion(entries.flatMap(\.backNames)) }
    return findings.filter { !$0.isAbout(missing) && !(areProvisional && $0.isAboutType) }
  }

  private mutating func leaveOut(_ name: String, _ findings: [Diagnostic]) {
    let errors = findings.filter { $0.severity == .error }
    guard var warning = errors.first else { return }
    let rest = errors.count > 1 ? ", and \((errors.count - 1).counted("more error"))" : ""
    warning.severity = .warning
    warning.message = "the data set “\(name)” is left out: \(warning.message)\(rest)"
    leftOut.append((name, warning))
  }

  /// Warnings about data sets that were found without a configuration: those that were left out, and those without
  /// rows.
  var warnings: [Diagnostic] { leftOut.map(\.warning) + [emptiness].compactMap(\.self) }

  private var emptiness: Diagnostic? {
    let empty = datasets.filter { $0.source.numberOfItems == 0 }
    guard let first = empty.first else { return nil }
    let names = empty.map { "“\($0.name)”" }.listed(limit: 10)
    return Diagnostic(
      .warning, code: "dataset/empty",
      empty.count == 1
        ? "the data set \(names) has no rows, and is not shown"
        : "\(empty.count) data sets have no rows, and are not shown: \(names)",
      at: .init(file: empty.allSatisfy { $0.file == first.file } ? first.file : nil))
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Returns a reader's finding. One about a field or a table that the configuration names is located there.
  func located(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    if finding.code == "sqlite/no-table", let table = reading.table, table.location != .init() {
      finding.location = table.location
      return finding
    }
    // Folds follow from other rows, and do not exist yet when rows are read.
    if ["datasets/unknown-field", "derive/unknown-field"].contains(finding.code),
      let fold = folds.first(where: { finding.message.contains("“\($0.name.text)”") })
    {
      finding.hint =
        "“\(fold.name.text)” is a fold, which depends on other rows: it is not available in settings of single rows."
    }
    let names =
      key + titleFields + [reading.continued].compactMap(\.self) + types.map(\.field)
      + fields.filter { $0.separator != nil }.map(\.field)
    guard finding.code == "datasets/unknown-field",
      let name = names.first(where: { finding.message.contains("“\($0.text)”") }), name.location != .init()
    else { return finding }
    finding.location = name.location
    return finding
  }

  /// Leaves out the names and expressions that errors are about.
  fileprivate mutating func leaveOut(_ errors: [Diagnostic], orAll isAll: Bool) {
    let places = Set(errors.map(\.location))
    func isWrong(_ name: LocatedText) -> Bool { isAll || places.contains(name.location) }
    derived.removeAll { isWrong($0.expression) || isWrong($0.name) }
    let derivedNames = Set(derived.map(\.name.text))
    let isUsable = { (name: LocatedText) in !isWrong(name) }
    if !key.allSatisfy(isUsable) { key = [] }
    titleFields = titleFields.filter { derivedNames.contains($0.text) || isUsable($0) }
    if reading.continued.map(isWrong) == true { reading.continued = nil }
    if isAll { reading.families = nil }
    types.removeAll { !derivedNames.contains($0.field.text) && isWrong($0.field) }
    for index in fields.indices where isWrong(fields[index].field) { fields[index].separator = nil }
  }

  /// The names of fields that the configuration needs as they are in the file, besides those of the reading options.
  var namedFields: Set<String> {
    let lists = [fields.map(\.field), prose ?? [], facts ?? [], aliases]
    return Set((lists.joined() + [parent, accent].compactMap(\.self)).map(\.text))
  }

  fileprivate var addedNames: [String] { derived.map(\.name.text) + folds.map(\.name.text) + joins.map(\.name.text) }

  /// The names of fields of other data sets, or of this one, with the rows that refer to theirs.
  fileprivate var backNames: [String] {
    let referring = fields.filter { $0.reference != nil }.map(\.field.text) + [parent?.text].compactMap(\.self)
    return [name.text, "linked \(name.text)", "parts"] + referring.map { "\(name.text)_\($0)" }
      + fields.compactMap(\.reference?.back?.text)
  }
}

extension [Diagnostic] {
  /// Returns the findings with others, each mistake once.
  func adding(_ others: [Diagnostic]) -> [Diagnostic] {
    others.reduce(into: self) { findings, finding in
      if !findings.contains(where: { $0.isSameMistake(as: finding) }) { findings.append(finding) }
    }
  }

  /// Returns the findings with those in a file together, in the order of its lines, where the first of them was.
  func inOrder(ofFile file: String) -> [Diagnostic] {
    let start = firstIndex { $0.location.file == file } ?? endIndex
    let rest = self[start...]
    return self[..<start] + rest.filter { $0.location.file == file }.inOrder + rest.filter { $0.location.file != file }
  }
}

extension Diagnostic {
  func isSameMistake(as other: Diagnostic) -> Bool {
    location == other.location && location != .init() && message == other.message
  }

  /// Whether the finding depends on the type of a field, which may be another one if all rows can be read.
  fileprivate var isAboutType: Bool {
    ["/type", "/bound", "/format", "/format-type"].contains(where: code.rawValue.hasSuffix)
  }

  /// Whether the finding is that a field with one of some names, or a field of the records in it, does not exist.
  fileprivate func isAbout(_ names: Set<String>) -> Bool {
    guard code.rawValue.hasSuffix("/unknown-field"), let start = message.firstIndex(of: "“"),
      let end = message[start...].firstIndex(of: "”")
    else { return false }
    let name = message[message.index(after: start)..<end]
    return names.contains(String(name)) || names.contains(String(name.prefix { $0 != "." }))
  }

  /// Returns the finding with the name of the data set in its message, if its location does not identify the data set.
  fileprivate func naming(_ entry: CatalogConfiguration.DatasetEntry) -> Diagnostic {
    guard entry.reading.table != nil || entry.key.contains(where: { $0.location == location }) else { return self }
    var finding = self
    finding.message += " in the data set “\(entry.name.text)”"
    return finding
  }
}
