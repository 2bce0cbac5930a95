import Diagnostics

/// The data sets of a catalog that were opened, and those that were left out.
struct OpenDatasets {
  /// A data set that cannot be read, and that the configuration does not name.
  struct LeftOut {
    let name: String
    /// The reason why it was left out.
    let warning: Diagnostic
  }

  /// The data sets, in the order of the configuration.
  var leaves: [OpenDataset] = []
  /// The data sets that were left out.
  var leftOut: [LeftOut] = []

  /// Leaves out a data set because of its errors.
  mutating func leaveOut(_ name: String, _ findings: [Diagnostic]) {
    let errors = findings.filter { $0.severity == .error }
    guard var warning = errors.first else { return }
    let rest = errors.count > 1 ? ", and \((errors.count - 1).counted("more error"))" : ""
    warning.severity = .warning
    warning.message = "the data set “\(name)” is left out: \(warning.message)\(rest)"
    leftOut.append(LeftOut(name: name, warning: warning))
  }

  /// Warnings about data sets that were found without a configuration: those that were left out, and those without rows.
  var warnings: [Diagnostic] {
    leftOut.map(\.warning)
      + leaves.filter { $0.source.numberOfItems == 0 }.map { leaf in
        Diagnostic(
          .warning, code: "dataset/empty", "the data set “\(leaf.name)” has no rows, and is not shown",
          at: .init(file: leaf.file))
      }
  }
}
