public import Diagnostics

extension Dataset {
  /// How problems of the data are handled.
  public enum ProblemPolicy: String, CaseIterable, Hashable, Sendable {
    /// Any problem is an error.
    case stop
    /// The data set is read as far as possible, and each problem is a warning.
    case warn
  }

  /// A problem of a row or a column, and what was decided instead.
  public struct Problem: Hashable, Sendable {
    /// The kinds of problems.
    public enum Kind: String, CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
      /// A value is not of the type of its field. It stays text.
      case value
      /// A key belongs to another row. A number is appended to it.
      case repeatedKey
      /// A row has no key. Its row number is used.
      case missingKey
      /// A row has fewer fields than there are columns. It has no values in the others.
      case missingFields
      /// A row has more fields than there are columns. The additional ones are left out.
      case surplusFields
      /// The quotes of a row are malformed. They are read as data.
      case quotes
      /// A column has no name, or that of another column. It is named after its position.
      case columnName
      /// Some bytes are not valid text. They are replaced by U+FFFD.
      case encoding
      /// A row cannot be read. It is left out.
      case row
    }

    /// The kind of the problem.
    public var kind: Kind
    /// The warning that reports it, with its place.
    public var finding: Diagnostic
    /// What was decided, as the end of the warning's message; empty if errors say it, too.
    var decision = ""

    /// The error that reports the problem where nothing is decided.
    package var error: Diagnostic {
      var error = finding
      error.severity = .error
      if !decision.isEmpty { error.message = String(error.message.dropLast(": \(decision)".count)) }
      return error
    }
  }

  /// The problems of data that did not prevent reading.
  public struct Problems: Hashable, Sendable {
    /// The number of problems that are stored individually.
    package static let limit = 1000
    /// The number of problems of one kind that are printed.
    static let printed = 3

    /// The number of problems of each kind that occurred.
    public private(set) var counts: [Problem.Kind: Int] = [:]
    /// The problems in the order in which they were found: the first thousand, and at least the first few of each kind.
    public private(set) var list: [Problem] = []

    /// The number of all problems.
    public var count: Int { counts.values.reduce(0, +) }

    /// Whether there are no problems.
    public var isEmpty: Bool { counts.isEmpty }

    /// Counts a problem, and stores it if there is room.
    mutating func append(_ problem: Problem) {
      if skipsNext(problem.kind) { return }
      counts[problem.kind, default: 0] += 1
      list.append(problem)
    }

    /// Counts a problem that there is no room to store.
    ///
    /// - Returns: Whether it was counted here, so that it need not be created and appended.
    mutating func skipsNext(_ kind: Problem.Kind) -> Bool {
      let count = counts[kind, default: 0]
      guard list.count >= Problems.limit, count >= Problems.printed else { return false }
      counts[kind] = count + 1
      return true
    }
  }
}

extension Dataset.Problem.Kind {
  /// The noun for the number of problems that are not printed.
  fileprivate var noun: String {
    switch self {
    case .columnName: "column"
    case .encoding: "line"
    case .value: "value"
    default: "row"
    }
  }

  /// Whether most of a row with this problem is unusable.
  var spoilsRow: Bool { self == .row || self == .surplusFields }
}

extension Dataset.Problems {
  /// Returns the problems of rows that have no other findings, from which they could follow. A problem without a row is
  /// one of a file, whose other findings count.
  package func besides(rowsOf findings: [Diagnostic]) -> Dataset.Problems {
    if findings.isEmpty { return self }
    let rows = Set(findings.compactMap(\.location.row)), files = Set(findings.map(\.location.file))
    return list.reduce(into: Dataset.Problems()) { rest, problem in
      let place = problem.finding.location
      let isKnown = place.row.map(rows.contains) ?? files.contains(place.file)
      if !isKnown { rest.append(problem) }
    }
  }

  /// Returns the first problems as errors, and the number of the others.
  ///
  /// - Parameters:
  ///   - limit: The number of errors that are reported individually.
  ///   - file: The file, for the number of the others.
  package func errors(limit: Int, file: String?) -> [Diagnostic] {
    var findings = Findings(limit: limit)
    for problem in list { findings.append(problem.error) }
    findings.skip(count - list.count)
    return findings.all(file: file)
  }

  /// Returns the first problems of each kind, and the number of the others. The last hint states how to turn problems
  /// into errors.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of problems of all kinds that are printed.
  ///   - file: The file, for the number of the others.
  package func warnings(limit: Int, file: String?) -> [Diagnostic] {
    var room = max(1, limit)
    var warnings = Dataset.Problem.Kind.allCases.flatMap { kind -> [Diagnostic] in
      let shown = list.lazy.filter { $0.kind == kind }.prefix(min(Self.printed, room)).map(\.finding)
      room -= shown.count
      let rest = counts[kind, default: 0] - shown.count
      guard rest > 0 else { return Array(shown) }
      let code = list.first { $0.kind == kind }?.finding.code ?? "datasets/problem"
      return shown + [
        Diagnostic(
          .warning, code: code, "and \(rest) more \(kind.noun)\(rest == 1 ? "" : "s") like that", at: .init(file: file),
          hint: shown.last?.hint)
      ]
    }
    // Equal hints are printed once, below the last of the warnings.
    let last = warnings.last?.hint
    for index in warnings.indices where warnings[index].hint == last {
      warnings[index].hint = (last.map { $0 + " " } ?? "") + Self.stoppingHint
    }
    return warnings
  }

  private static let stoppingHint =
    "With --problems stop, or `problems: stop` in catalog.yml, problems of the data are errors."
}
