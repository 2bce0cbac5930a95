/// Everything that was found wrong with an input, thrown together so that a person mends it in one go.
public struct DiagnosticsError: Error, Sendable {
  /// The findings, in the order of the input. Never empty.
  public let diagnostics: [Diagnostic]

  /// Makes an error from its findings.
  ///
  /// - Parameter diagnostics: At least one finding.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// Makes an error from a single finding.
  public init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The findings as a person reads them.
  public var description: String { diagnostics.text }
}
