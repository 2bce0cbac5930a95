import Diagnostics
import SystemPackage

/// The data sets of a catalog that were opened, and those that were left out.
package struct OpenDatasets {
  /// The data sets, in the order of the configuration.
  package private(set) var datasets: [OpenDataset] = []
  /// The data sets that cannot be read and that no configuration names, each with the reason why it was left out.
  package private(set) var leftOut: [(name: String, warning: Diagnostic)] = []

  /// Opens data sets, and reports the problems of their files.
  ///
  /// If several data sets were found without a configuration, those that cannot be read are left out. If none can be
  /// read, or a key was chosen for all of them, their problems are reported as errors.
  package init(
    _ entries: [CatalogConfiguration.DatasetEntry], found: FoundDatasets?, in folder: InputFolder, log: InputManifest,
    findings: inout [Diagnostic]
  ) {
    var names: Set<String> = []
    var errors: [Diagnostic] = []
    for entry in entries {
      guard names.insert(entry.name.text).inserted else {
        errors.append(
          Diagnostic(
            code: "catalog/duplicate-dataset", "there are two data sets “\(entry.name.text)”", at: entry.name.location,
            hint: "Give each one a different name."))
        continue
      }
      do throws(DiagnosticsError) {
        datasets.append(try OpenDataset(entry, among: entries, in: folder, log: log))
      } catch {
        var located = error.diagnostics.map(entry.located)
        if found?.areSeveral == true {
          if entry.key.isEmpty { leaveOut(entry.name.text, located) }
          located = located.map { $0.naming(entry) }
        }
        errors += located
      }
    }
    if datasets.isEmpty { leftOut = [] }
    if leftOut.isEmpty { findings += errors }
  }

  /// Leaves out a data set because of its errors.
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
  var warnings: [Diagnostic] {
    leftOut.map(\.warning)
      + datasets.filter { $0.source.numberOfItems == 0 }.map { dataset in
        Diagnostic(
          .warning, code: "dataset/empty", "the data set “\(dataset.name)” has no rows, and is not shown",
          at: .init(file: dataset.file))
      }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Returns a reader's finding. One about a field or a table that the configuration names is located there.
  func located(_ finding: Diagnostic) -> Diagnostic {
    if finding.code == "sqlite/no-table", let table = reading.table, table.location != .init() {
      var finding = finding
      finding.location = table.location
      return finding
    }
    var finding = finding
    // Folds follow from other rows, and do not exist yet when rows are read.
    if ["datasets/unknown-field", "derive/unknown-field"].contains(finding.code),
      let fold = folds.first(where: { finding.message.contains("“\($0.name.text)”") })
    {
      finding.hint =
        "“\(fold.name.text)” is a fold, which depends on other rows: it is not available in settings of single rows."
    }
    let names = key + titleFields + types.map(\.field)
    guard finding.code == "datasets/unknown-field",
      let name = names.first(where: { finding.message.contains("“\($0.text)”") }), name.location != .init()
    else { return finding }
    finding.location = name.location
    return finding
  }
}

extension Diagnostic {
  /// Returns the finding with the name of the data set in its message, if its location does not identify the data set.
  fileprivate func naming(_ entry: CatalogConfiguration.DatasetEntry) -> Diagnostic {
    guard entry.reading.table != nil || entry.key.contains(where: { $0.location == location }) else { return self }
    var finding = self
    finding.message += " in the data set “\(entry.name.text)”"
    return finding
  }
}
