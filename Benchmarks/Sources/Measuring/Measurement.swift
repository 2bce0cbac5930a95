/// What a workload took, beside a baseline of the same run.
public struct Measurement {
  /// The workload.
  public var name: String
  /// What was measured, in the unit.
  public var figure: Double
  /// What the baseline took, in the unit.
  public var baseline: Double
  /// What the baseline is.
  public var baselineName: String
  /// The unit of figure and baseline.
  public var unit: String
  /// What the ratio is to be at the most; nil where there is nothing to reach.
  public var goal: Double?

  /// Creates a measurement.
  ///
  /// - Parameters:
  ///   - name: The workload.
  ///   - figure: What was measured, in the unit.
  ///   - baseline: What the baseline took, in the unit.
  ///   - baselineName: What the baseline is.
  ///   - unit: The unit of figure and baseline.
  ///   - goal: What the ratio is to be at the most.
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

  /// How many times the baseline the figure is.
  public var ratio: Double { figure / baseline }

  /// Whether the goal was reached.
  public var isOK: Bool { goal.map { ratio <= $0 } ?? true }
}
