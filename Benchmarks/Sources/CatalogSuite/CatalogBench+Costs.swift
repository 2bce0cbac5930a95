import Measuring

extension CatalogBench {
  /// Measures the time and memory of clean builds, builds without a change, and builds after a changed description.
  func costs(of description: CatalogDescription, _ report: (Measurement) -> Void) throws {
    for place in places where description.clean[place.name] != nil {
      try withCatalog(description, in: place, by: pomona) { catalog in
        try costs(of: catalog, in: place, hasGoals: true, report)
      }
    }
  }

  /// Measures the same for other builders, if they are installed.
  func others(_ report: (Measurement) -> Void) throws {
    for (builder, program) in [(Builder.script, "python3"), (.hugo, "hugo")] {
      guard Builder.hasProgram(program) else {
        note("there is no \(program) to compare with")
        continue
      }
      for place in places {
        try withCatalog(.simple, in: place, by: builder) { catalog in
          try costs(of: catalog, in: place, hasGoals: false, report)
        }
      }
    }
  }

  private func costs(
    of catalog: PackageCatalog, in place: Place, hasGoals: Bool, _ report: (Measurement) -> Void
  ) throws {
    let (description, builder) = (catalog.description, hasGoals ? nil : catalog.builder.name)
    let suffix = [description.name, place.name, builder].compactMap(\.self).joined(separator: ", ")
    func time(_ name: String, _ cost: Cost, against baseline: Cost, _ baselineName: String, goal: Double?) {
      report(
        Measurement(
          "\(name), \(suffix)", cost.seconds * 1e3, against: baseline.seconds * 1e3, baselineName,
          goal: hasGoals ? goal : nil))
    }
    // The build after a clean one is measured separately, since it may have more to do than later ones. Copies
    // alternate with clean builds, so that both find the disk in the same condition.
    var seconds: [Cost] = [], copies: [Cost] = []
    let clean = try Cost(leastOf: 3) {
      let cost = try catalog.build(isClean: true)
      copies.append(try catalog.copy())
      seconds.append(try catalog.build())
      return cost
    }
    let copy = try Cost(leastOf: copies.count) { copies.removeLast() }
    time("clean build", clean, against: copy, "cp -r of the output", goal: description.clean[place.name])

    let reading = try Cost(leastOf: 5) { try catalog.read(by: "md5sum") }
    let second = try Cost(leastOf: seconds.count) { seconds.removeLast() }
    time("second build", second, against: reading, "md5sum of the data", goal: description.unchanged)
    let unchanged = try Cost(leastOf: 5) { try catalog.build() }
    time("build without a change", unchanged, against: reading, "md5sum of the data", goal: description.unchanged)
    let edited = try catalog.rebuild(after: .description, runs: 3)
    time("build after an edit", edited, against: reading, "md5sum of the data", goal: description.edit)

    for (name, cost) in [
      ("clean build", clean), ("build without a change", unchanged), ("build after an edit", edited),
    ] {
      report(
        Measurement(
          "memory of a \(name), \(suffix)", cost.peakMemory / 1e6, against: catalog.dataSize / 1e6, "the data",
          unit: "MB", goal: hasGoals ? description.memory : nil))
    }
  }
}
