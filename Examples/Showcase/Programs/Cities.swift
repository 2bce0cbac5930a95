import DataSources

/// A city, identified by its name.
private struct City: Hashable, CustomStringConvertible {
  var name: String
  var description: String { name }

  init(_ name: String) { self.name = name }
}

extension Screen {
  static let cities = Screen("cities", "What differs between two lists, as the fewest edits.") { stage in
    func compare(_ old: String, _ new: String) {
      stage.write("\(old) → \(new): \(diff(from: Array(old), to: Array(new), id: \.self))\n")
    }
    stage.write("\n")
    compare("ABCDEF", "ACGDH")
    compare("abcd", "adbc")
    compare("12345", "15234")
    compare("kitten", "sitting")

    let old = [City("New York"), City("Imagine City"), City("London")]
    let new = [City("New York"), City("Oslo"), City("London")]
    stage.write("\n\(old) → \(new): \(diff(from: old, to: new, id: \.self))\n")
    stage.write("with replacements: \(diff(from: old, to: new, id: \.self).pairingReplacements())\n")

    let cities = ArraySource(old, name: "Cities")
    stage.show(cities)
    try stage.step("Another list is loaded, and compared with the one that is shown") {
      cities.setItems(new, by: DeltaUpdater(id: \.self, content: ==))
    }
  }
}
