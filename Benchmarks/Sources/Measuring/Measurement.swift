/// The result of a workload, with that of a baseline in the same run.
public struct Measurement: Sendable {
  /// The name of the workload.
  public var name: String
  /// The result of the workload, in the unit.
  public var figure: Double
  /// The result of the baseline, in the unit.
  public var baseline: Double
  /// A description of the baseline.
  public var baselineName: String
  /// The unit of the results.
  public var unit: String
  /// The maximal ratio that reaches the goal; `nil` if there is no goal.
  public var goal: Double?

  /// Creates a measurement.
  ///
  /// - Parameters:
  ///   - name: The name of the workload.
  ///   - figure: The result of the workload, in the unit.
  ///   - baseline: The result of the baseline, in the unit.
  ///   - baselineName: A description of the baseline.
  ///   - unit: The unit of the results.
  ///   - goal: The maximal ratio that reaches the goal.
  public init(
    _ name: String, _ figure: Double, against baseline: Double, _ baselineName: String, unit: String = "ms",
    goal: Double? = nil
  ) {
    self.name = name
    self.figure = figure
    self.baseline = baseline
    self.baselineName = baselineName
    self.unit = unit
    self.goal = goal
  }

  /// The ratio of the result to the baseline.
  public var ratio: Double { figure / baseline }

  /// Whether the goal was reached; `true` if there is none.
  public var isOK: Bool { goal.map { ratio <= $0 } ?? true }
}
