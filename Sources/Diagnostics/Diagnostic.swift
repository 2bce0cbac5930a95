/// One finding about somebody's input, written for the person who can mend it: what is wrong, where, and what to do.
public struct Diagnostic: Error, Codable, Hashable, Sendable {
  /// How bad a finding is.
  public enum Severity: String, Codable, Hashable, Sendable {
    /// Nothing can be built from this input.
    case error
    /// Something is built, and a person should look at it.
    case warning
  }

  /// A stable name for the kind of finding, such as `csv/unterminated-quote`; programs match on it, people need not.
  public struct Code: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name.
    public let rawValue: String

    /// Creates a code from its name, `room/kind`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its name, `room/kind`.
    public init(stringLiteral value: String) { self.rawValue = value }
  }

  /// How bad it is.
  public var severity: Severity
  /// The kind of finding.
  public var code: Code
  /// What is wrong: one sentence without a full stop at its end.
  public var message: String
  /// Where it is.
  public var location: Location
  /// What to do about it: one sentence, or nothing where the message says it.
  public var hint: String?
  /// Lines that somebody else wrote about it, such as the last words of a program that failed.
  public var notes: [String] = []

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - severity: How bad it is.
  ///   - code: The kind of finding.
  ///   - message: What is wrong, without a full stop at its end.
  ///   - location: Where it is.
  ///   - hint: What to do about it.
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
  /// The finding as a person reads it: `error: fruits.csv, row 12, field “colour”: …`, then the hint on a line of its own.
  ///
  /// It quotes what somebody else may have written, and is for terminals: so nothing in it steers one.
  public var description: String { [self].text }

  /// The finding without its hint.
  fileprivate var head: String {
    let place = location.description
    return "\(severity.rawValue): \(place.isEmpty ? "" : place + ": ")\(message).".printable
  }
}

extension [Diagnostic] {
  /// The findings as a person reads them, each on a line of its own with its hint below. Hints that several have stand once, at the end.
  package var text: String {
    let counts = compactMap(\.hint).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var shared: [String] = []
    var lines: [String] = []
    for finding in self {
      lines.append(finding.head)
      lines += finding.notes.map { "  | \($0.printable)" }
      guard let hint = finding.hint else { continue }
      if counts[hint] == 1 {
        lines.append("  \(hint.printable)")
      } else if !shared.contains(hint) {
        shared.append(hint)
      }
    }
    return (lines + shared.map { "  \($0.printable)" }).joined(separator: "\n")
  }
}

extension Diagnostic {
  /// A place in an input. Every number counts from 1; what is not known is left out.
  public struct Location: Codable, Hashable, Sendable {
    /// The file, as the person named it.
    public var file: String?
    /// The row of a data set: in a CSV file the row that a spreadsheet shows (the header is row 1); in JSON the item's number.
    public var row: Int?
    /// The line of the text.
    public var line: Int?
    /// The column of the text, in characters.
    public var column: Int?
    /// The name of the field.
    public var field: String?

    /// Creates a place from what is known of it.
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
  /// `fruits.csv, row 12, line 14, column 3, field “colour”`, without what is not known.
  public var description: String {
    [
      file, row.map { "row \($0)" }, line.map { "line \($0)" }, column.map { "column \($0)" },
      field.map { "field “\($0)”" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

/// Everything that was found wrong with an input, thrown together so that a person mends it in one go.
public struct DiagnosticsError: Error, Sendable {
  /// The findings, in the order of the input. Never empty.
  public let diagnostics: [Diagnostic]

  /// Creates an error from its findings.
  ///
  /// - Parameter diagnostics: At least one finding.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// Creates an error from a single finding.
  public init(_ diagnostic: Diagnostic) { self.init([diagnostic]) }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The findings as a person reads them.
  public var description: String { diagnostics.text }
}
