public import Measuring

/// The command on the reference data set, against copying what it makes and reading what it reads.
///
/// The environment variable `POMONA` says where the command is, `ROWS` may have the sizes of larger data sets.
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
