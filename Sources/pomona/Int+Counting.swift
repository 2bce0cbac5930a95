extension Int {
  /// `1 row`, `2 rows`.
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
