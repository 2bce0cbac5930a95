import Diagnostics

/// The findings of a plugin, at most as many as a person can read.
struct PluginFindings {
  private static let limit = 100

  private var findings: [Diagnostic] = []
  private var count = 0

  /// Adds findings. Those beyond the limit are only counted.
  mutating func add(_ more: [Diagnostic]) {
    findings += more.prefix(max(0, Self.limit - findings.count))
    count += more.count
  }

  /// Returns and removes the findings, followed by the number of those that were not kept.
  mutating func take(of format: String, at location: Diagnostic.Location) -> [Diagnostic] {
    defer { self = PluginFindings() }
    let others = count - findings.count
    guard others > 0 else { return findings }
    return findings + [
      Diagnostic(.warning, code: "plugin/findings", "the plugin “\(format)” has \(others) more findings", at: location)
    ]
  }
}
