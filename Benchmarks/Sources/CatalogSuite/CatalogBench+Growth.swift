import Measuring

extension CatalogBench {
  /// Measures larger data sets, if `ROWS` requests them: a clean build, a build without a change, and a build after an
  /// edit.
  func growth(_ report: (Measurement) -> Void) throws {
    guard !sizes.isEmpty else { return note("larger data sets take minutes: ROWS=\"640000 1000000\" measures them") }
    let place = fastest
    let (reference, rows, bytes) = try withCatalog(.simple, in: place, by: pomona) { catalog in
      let clean = try Cost(leastOf: 2) { try catalog.build(isClean: true) }
      return (clean, Double(catalog.table.count), try FolderState(of: catalog.output).allocatedSize)
    }
    for size in sizes {
      let factor = Double(size) / rows
      let needed = 1.2 * Double(bytes) * factor + 1e9
      let room = try place.room
      guard room > needed else {
        note("\(size) rows need \(Int(needed / 1e9)) GB in \(place.folder), which has \(Int(room / 1e9))")
        continue
      }
      try withCatalog(.simple, rows: size, in: place, by: pomona) { catalog in
        let clean = try Cost(leastOf: 2) { try catalog.build(isClean: true) }
        let copy = try Cost(leastOf: 2) { try catalog.copy() }
        let reading = try Cost(leastOf: 3) { try catalog.read(by: "md5sum") }
        let scanning = try Cost(leastOf: 3) { try catalog.read(by: "cat") }
        let unchanged = try Cost(leastOf: 2) { try catalog.build() }
        let edited = try catalog.rebuild(after: .description, runs: 1)
        func time(_ name: String, _ cost: Cost, against baseline: Double, _ baselineName: String, goal: Double? = nil) {
          report(
            Measurement(
              "\(name), \(size) rows", cost.seconds * 1e3, against: baseline * 1e3, baselineName, goal: goal))
        }
        time("clean build", clean, against: reference.seconds * factor, "that of fewer rows, by row", goal: 1.1)
        time(
          "clean build", clean, against: copy.seconds, "cp -r of the output",
          goal: catalog.description.clean[place.name])
        time(
          "build without a change", unchanged, against: reading.seconds, "md5sum of the data",
          goal: catalog.description.unchanged)
        time(
          "build after an edit", edited, against: reading.seconds, "md5sum of the data", goal: catalog.description.edit)
        time("build after an edit", edited, against: scanning.seconds, "cat of the data")
        report(
          Measurement(
            "memory of a clean build, \(size) rows", clean.peakMemory / 1e6, against: catalog.dataSize / 1e6,
            "the data",
            unit: "MB", goal: catalog.description.memory))
      }
    }
  }
}
