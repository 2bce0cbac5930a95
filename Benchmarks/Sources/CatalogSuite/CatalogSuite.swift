public import Measuring

/// Measures the command with the reference data set, against copying its output and reading its input.
///
/// The environment variable `POMONA` has the path of the command, and `ROWS` optionally the sizes of larger data sets.
public func run(_ report: (Measurement) -> Void) {
  do {
    let suite = try CatalogBench()
    for catalog in [CatalogDescription.simple, .rich] {
      try suite.costs(of: catalog, report)
      try suite.counts(of: catalog, report)
      try suite.living(catalog, report)
    }
    try suite.growth(report)
    try suite.others(report)
  } catch {
    fail(error)
  }
}
