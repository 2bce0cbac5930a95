import CatalogSuite
import CellsSuite
import ChangesetsSuite
import DataSourcesSuite
import Glibc
import Measuring
import PluginsSuite

/// The suites, by their names.
let suites: KeyValuePairs<String, ((Measurement) -> Void) -> Void> = [
  "changesets": ChangesetsSuite.run, "datasources": DataSourcesSuite.run, "cells": CellsSuite.run,
  "catalog": CatalogSuite.run, "reading": CatalogSuite.runReading, "live": CatalogSuite.runLive,
  "plugins": { report in
    PluginsSuite.run(report)
    CatalogSuite.runWithPlugin(report)
  },
]

func value(of name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }

let wanted = value(of: "SUITE")
guard wanted == nil || suites.contains(where: { $0.key == wanted }) else {
  print("error: there is no suite “\(wanted ?? "")”; there are: \(suites.map(\.key).joined(separator: ", "))")
  exit(2)
}
let table = Table(isTabSeparated: value(of: "FORMAT") == "tsv")
for (name, run) in suites where wanted == nil || wanted == name {
  run { measurement in
    table.print(measurement)
    fflush(nil)
  }
}
