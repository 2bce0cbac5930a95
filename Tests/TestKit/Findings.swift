public import Diagnostics
public import Testing

/// Returns the findings of a body that has to fail.
public func findings(of body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws
  -> [Diagnostic]
{
  try #require(throws: DiagnosticsError.self, sourceLocation: sourceLocation) { try body() }.diagnostics
}

extension Diagnostic {
  /// The code, followed by the line and column if they are known: `yaml/type 3:5`.
  public var brief: String {
    let place = [location.line, location.column].compactMap { $0.map(String.init) }.joined(separator: ":")
    return code.rawValue + (place.isEmpty ? "" : " " + place)
  }
}
