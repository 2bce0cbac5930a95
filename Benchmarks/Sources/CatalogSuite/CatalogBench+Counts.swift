import Measuring

extension CatalogBench {
  /// Measures the number of files that are made and written after an edit, according to the output folder, and checks
  /// that the command reports the same.
  func counts(of description: CatalogDescription, _ report: (Measurement) -> Void) throws {
    for pagination in description.paginations {
      try withCatalog(description, in: fastest, pagination: pagination, by: pomona) { catalog in
        try counts(of: catalog, pagination, report)
      }
    }
  }

  private func counts(
    of catalog: PackageCatalog, _ pagination: PackageCatalog.Pagination, _ report: (Measurement) -> Void
  ) throws {
    func count(_ name: String, _ count: Int, of thing: String, goal: Double?) {
      report(Measurement(name, Double(count), against: 1, thing, unit: "", goal: goal))
    }
    let description = catalog.description
    func suffixed(_ name: String) -> String {
      [name, description.name, "\(pagination) pages"].compactMap(\.self).joined(separator: ", ")
    }

    let nothing = FolderState()
    try catalog.build(isClean: true, isReporting: true)
    let clean = try FolderState(of: catalog.output)
    count(suffixed("all"), clean.count, of: "file", goal: nil)
    var misreported = try catalog.report.changes.differences(from: clean.changes(since: nothing))

    var before = clean, touched = 0
    for edit in PackageEdit.allCases {
      for isThere in [true, false] {
        try catalog.write(isThere ? catalog.table.bytes(after: edit) : catalog.table.bytes)
        try catalog.build(isReporting: true)
        let after = try FolderState(of: catalog.output)
        let changes = after.changes(since: before)
        before = after
        let told = try catalog.report
        misreported += told.changes.differences(from: changes)
        touched += changes.touched.count
        guard isThere else { continue }
        let name = suffixed(edit.name), hasGoal = pagination == .stable || edit == .nothing || edit == .description
        let goal = hasGoal ? description.files[edit] : nil
        count(name, changes.count, of: "file written or deleted", goal: goal)
        count(name, told.pages.rendered + told.assets.rendered, of: "file made", goal: goal)
      }
    }
    count(suffixed("told wrongly by a report"), misreported, of: "file", goal: 0)
    count(suffixed("written without need"), touched, of: "file", goal: 0)
    count(suffixed("unlike before, after all edits"), before.changes(since: clean).count, of: "file", goal: 0)
  }
}
