import Diagnostics

/// The data sets of a catalog that could be opened, and those that are left out.
struct OpenDatasets {
  /// A data set that nobody has asked for by name, and that cannot be read.
  struct LeftOut {
    /// The name of the data set.
    let name: String
    /// Says why it is left out.
    let warning: Diagnostic
  }

  /// The data sets, in the order of the configuration.
  var leaves: [OpenDataset] = []
  /// Those that are left out.
  var leftOut: [LeftOut] = []

  /// Leaves out a data set because of what is wrong with it.
  mutating func leaveOut(_ name: String, _ findings: [Diagnostic]) {
    let errors = findings.filter { $0.severity == .error }
    guard var warning = errors.first else { return }
    let rest = errors.count > 1 ? ", and \((errors.count - 1).counted("more error"))" : ""
    warning.severity = .warning
    warning.message = "the data set “\(name)” is left out: \(warning.message)\(rest)"
    leftOut.append(LeftOut(name: name, warning: warning))
  }

  /// What a person should know of data sets that were found: which are left out, and which have no rows to show.
  var warnings: [Diagnostic] {
    leftOut.map(\.warning)
      + leaves.filter { $0.source.numberOfItems == 0 }.map { leaf in
        Diagnostic(
          .warning, code: "dataset/empty", "the data set “\(leaf.name)” has no rows, and is not shown",
          at: .init(file: leaf.file))
      }
  }
}
