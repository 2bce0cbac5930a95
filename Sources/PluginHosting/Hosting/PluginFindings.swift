import Diagnostics

/// What a plugin has to say, as far as a person can read it.
struct PluginFindings {
  private static let limit = 100

  private var findings: [Diagnostic] = []
  private var count = 0

  /// Keeps findings.
  mutating func add(_ more: [Diagnostic]) {
    findings += more.prefix(max(0, Self.limit - findings.count))
    count += more.count
  }

  /// Returns what was kept since the last time, and the number of others.
  ///
  /// - Parameters:
  ///   - format: The name of the format, for the message.
  ///   - location: Where the format is named.
  mutating func take(of format: String, at location: Diagnostic.Location) -> [Diagnostic] {
    defer { self = PluginFindings() }
    let others = count - findings.count
    guard others > 0 else { return findings }
    return findings + [
      Diagnostic(.warning, code: "plugin/findings", "the plugin “\(format)” has \(others) more to say", at: location)
    ]
  }
}
