import Foundation
import Measuring
import PomonaKit

extension CatalogBench {
  /// What an edit costs in a process that has built the catalog and goes on: from the edit of the data set to the list of the files that
  /// were written.
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
          // There and back.
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
    }
  }
}
