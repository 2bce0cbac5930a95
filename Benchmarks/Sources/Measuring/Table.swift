/// A table that prints each measurement on a line, as soon as it is available.
public struct Table {
  /// Whether the fields are separated by tabs instead of being aligned.
  private let isTabSeparated: Bool

  /// Creates a table and prints its header.
  public init(isTabSeparated: Bool) {
    self.isTabSeparated = isTabSeparated
    line(["workload", "figure", "baseline", "unit", "of", "ratio", "goal", "verdict"])
  }

  /// Prints a measurement.
  public func print(_ measurement: Measurement) {
    line([
      measurement.name, Self.number(measurement.figure), Self.number(measurement.baseline), measurement.unit,
      measurement.baselineName, Self.number(measurement.ratio), measurement.goal.map { "≤ " + Self.number($0) } ?? "–",
      measurement.goal == nil ? "–" : measurement.isOK ? "ok" : "short",
    ])
  }

  private func line(_ fields: [String]) {
    guard !isTabSeparated else { return Swift.print(fields.joined(separator: "\t")) }
    let widths = [48, 10, 10, 4, 30, 8, 8, 7]
    let padded = zip(fields, widths).enumerated().map { index, field in
      let padding = String(repeating: " ", count: max(0, field.1 - field.0.count))
      return [1, 2, 5, 6].contains(index) ? padding + field.0 : field.0 + padding
    }
    Swift.print(padded.joined(separator: "  "))
  }

  /// Formats a number with three significant digits.
  private static func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    let scale = [1.0, 10, 100, 1_000][digits]
    let rounded = (value * scale).rounded()
    let whole = Int(rounded / scale)
    guard digits > 0 else { return "\(whole)" }
    let rest = String(Int(rounded) - whole * Int(scale))
    return "\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
