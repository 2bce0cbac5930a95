import Foundation
import Measuring
import PomonaKit

extension CatalogBench {
  /// Measures an edit in a process that has built the catalog and keeps running: from the edit of the data set to the
  /// list of the written files.
  func living(_ description: CatalogDescription, _ report: (Measuring.Measurement) -> Void) throws {
    try withCatalog(description, in: fastest, by: pomona) { catalog in
      let builder = CatalogBuilder(at: catalog.source, into: catalog.output)
      defer { builder.close() }
      _ = try builder.build()
      guard let packages = builder.catalog?.dataset(named: "packages") else { throw Failure("there are no packages") }
      let places = stride(from: 1000, to: packages.numberOfItems, by: packages.numberOfItems / 24)
      func time(_ name: String, goal: Double, _ change: (Record, Int) -> Record) throws {
        var costs: [Double] = []
        for place in places {
          let record = packages.item(at: ItemPath(0, place))
          // The edit, and its reversal.
          for edited in [change(record, place), record] {
            let start = ContinuousClock.now
            packages.edit { $0.update(edited, at: place) }
            let done = try builder.update()
            costs.append((ContinuousClock.now - start) / .milliseconds(1))
            if done.isUnchanged { throw Failure("an edit has changed no file") }
          }
        }
        costs.sort()
        let suffix = description.name.map { ", \($0)" } ?? ""
        report(
          Measurement(
            "living, \(name)\(suffix)", costs[costs.count / 2], against: 1, "a millisecond", unit: "ms", goal: goal))
      }
      try time("a description edited", goal: description.name == nil ? 2 : 5) { record, place in
        record.replacing("description", with: .markdown("Edited: \(place)."))
      }
      guard description.name != nil else { return }
      try time("another tag", goal: 10) { record, place in
        record.replacing("tags", with: .list([.text("role::program"), .text("edited::\(place % 3)")], written: nil))
      }
      try rename(in: catalog, by: builder, report)
    }
  }

  /// Measures the files that are made when the maintainer with the most packages is renamed, against the number of
  /// pages that show the name.
  private func rename(
    in catalog: PackageCatalog, by builder: CatalogBuilder, _ report: (Measuring.Measurement) -> Void
  ) throws {
    guard let maintainers = builder.catalog?.dataset(named: "maintainers"),
      let (place, record) = maintainers.items.enumerated().max(by: { $0.element.packages < $1.element.packages })
    else { throw Failure("there are no maintainers") }
    let name = "Renamed Maintainers"
    let start = ContinuousClock.now
    maintainers.edit { $0.update(record.replacing("name", with: .text(name)), at: place) }
    let done = try builder.update()
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    let told = try JSONDecoder().decode(PackageCatalog.Report.self, from: JSONEncoder().encode(done))
    let showing = try FolderState.count(in: catalog.output, containing: name)
    report(
      Measuring.Measurement(
        "living, a name that \(showing) files show, rich", Double(told.pages.rendered + told.assets.rendered),
        against: Double(showing), "a file made for each", unit: "", goal: 1))
    report(
      Measuring.Measurement(
        "living, a name that \(showing) files show, rich", milliseconds, against: Double(showing),
        "a millisecond for each", unit: "ms", goal: nil))
  }
}

extension Record {
  /// The number of packages of a maintainer, according to the data set.
  fileprivate var packages: Double {
    if case .number(let number)? = self["number"] { number.value } else { 0 }
  }
}
