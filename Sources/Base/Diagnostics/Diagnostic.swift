/// A problem in a person's input, written for the person who can fix it: what is wrong, where, and what to do.
public struct Diagnostic: Error, Codable, Hashable, Sendable {
  /// The severity of a problem.
  public enum Severity: String, Codable, Hashable, Sendable {
    /// The input cannot be processed.
    case error
    /// The input can be processed, but a person should check the result.
    case warning
  }

  /// A stable name for the kind of problem, such as `csv/unterminated-quote`. It is for programs to match on.
  public struct Code: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name.
    public let rawValue: String

    /// Creates a code from its name, `room/kind`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its name, `room/kind`.
    public init(stringLiteral value: String) { self.rawValue = value }
  }

  /// The severity of the problem.
  public var severity: Severity
  /// The kind of problem.
  public var code: Code
  /// A description of the problem: one sentence without a full stop at its end.
  public var message: String
  /// The place of the problem in the input.
  public var location: Location
  /// What to do about the problem, as one sentence; `nil` if the message makes it clear.
  public var hint: String?
  /// Lines from other sources about the problem, such as the last output of a program that failed.
  public var notes: [String] = []

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - severity: The severity of the problem.
  ///   - code: The kind of problem.
  ///   - message: A description of the problem, without a full stop at its end.
  ///   - location: The place of the problem in the input.
  ///   - hint: What to do about the problem.
  public init(
    _ severity: Severity = .error, code: Code, _ message: String, at location: Location = Location(),
    hint: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.location = location
    self.hint = hint
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as text: `error: fruits.csv, row 12, field “colour”: …`, followed by the hint on a separate line.
  ///
  /// The text may quote untrusted input and is printed on terminals, so control characters are escaped.
  public var description: String { [self].text }

  /// The diagnostic as text, without its hint.
  fileprivate var head: String {
    let place = location.description
    return "\(severity.rawValue): \(place.isEmpty ? "" : place + ": ")\(message).".printable
  }
}

extension [Diagnostic] {
  /// The diagnostics as text, one on each line, followed by its notes and its hint. A hint that several diagnostics
  /// have is written once, below the last of them.
  package var text: String {
    var rest = compactMap(\.hint).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var lines: [String] = []
    for finding in self {
      lines.append(finding.head)
      lines += finding.notes.map { "  | \($0.printable)" }
      guard let hint = finding.hint else { continue }
      rest[hint, default: 0] -= 1
      if rest[hint] == 0 { lines.append("  \(hint.printable)") }
    }
    return lines.joined(separator: "\n")
  }
}

extension [Diagnostic] {
  /// The diagnostics in the order of their lines and columns. Those at the same place stay in their order.
  package var inOrder: [Diagnostic] {
    enumerated().sorted { first, second in
      let (one, other) = (first.element.location.position, second.element.location.position)
      return one == other ? first.offset < second.offset : one < other
    }.map(\.element)
  }
}

extension Diagnostic.Location {
  /// The line and the column, where an unknown number precedes all others.
  fileprivate var position: (line: Int, column: Int) { (line ?? 0, column ?? 0) }
}

extension Diagnostic {
  /// A place in an input. All numbers count from 1; unknown parts are `nil`.
  public struct Location: Codable, Hashable, Sendable {
    /// The path of the file, as the person entered it.
    public var file: String?
    /// The row of a data set: in a CSV file, the row that a spreadsheet shows (the header is row 1); in JSON, the
    /// number of the item.
    public var row: Int?
    /// The line of the text.
    public var line: Int?
    /// The column of the text, in characters.
    public var column: Int?
    /// The name of the field.
    public var field: String?

    /// Creates a place from its known parts.
    public init(
      file: String? = nil, row: Int? = nil, line: Int? = nil, column: Int? = nil, field: String? = nil
    ) {
      self.file = file
      self.row = row
      self.line = line
      self.column = column
      self.field = field
    }
  }
}

extension Diagnostic.Location: CustomStringConvertible {
  /// The place as text: `fruits.csv, row 12, line 14, column 3, field “colour”`, without unknown parts.
  public var description: String {
    [
      file, row.map { "row \($0)" }, line.map { "line \($0)" }, column.map { "column \($0)" },
      field.map { "field “\($0)”" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

/// All problems of an input, thrown together so that a person can fix them in one go.
public struct DiagnosticsError: Error, Sendable {
  /// The diagnostics, in the order of the input. Never empty.
  public let diagnostics: [Diagnostic]

  /// Creates an error from diagnostics.
  ///
  /// - Parameter diagnostics: At least one diagnostic.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// Creates an error from a single diagnostic.
  public init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }

  /// Creates an error from what a diagnostic says.
  package init(code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location, hint: String? = nil) {
    self.init(Diagnostic(code: code, message, at: location, hint: hint))
  }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The diagnostics as text.
  public var description: String { diagnostics.text }
}
