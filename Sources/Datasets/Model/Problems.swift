public import Diagnostics

extension Dataset {
  /// What becomes of a data set whose data has problems.
  public enum ProblemPolicy: String, CaseIterable, Hashable, Sendable {
    /// Any problem is an error.
    case stop
    /// The data set is read as far as it can be, and each problem is a warning.
    case warn
  }

  /// Something that is wrong with a row, or with a column, and what was decided instead.
  public struct Problem: Hashable, Sendable {
    /// What kinds of problems there are.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
      /// A value is not of the type of its field: it stays text.
      case value
      /// A key is that of another row: there is a number behind it.
      case repeatedKey
      /// A row has no key: its number is one.
      case missingKey
      /// A row has fewer fields than there are columns: it has no values in the others.
      case missingFields
      /// A row has more fields than there are columns: they are left out.
      case surplusFields
      /// The quotes of a row are not in order: they are data.
      case quotes
      /// A column has no name, or that of another one: it is called after its place.
      case columnName
      /// There are bytes that are no text: U+FFFD stands for them.
      case encoding
      /// A row cannot be read: it is left out.
      case row
    }

    /// What kind of problem it is.
    public var kind: Kind
    /// The warning that tells of it, with its place.
    public var finding: Diagnostic
  }

  /// What was wrong with data that was read nevertheless.
  public struct Problems: Hashable, Sendable {
    /// The number of problems that are kept one by one.
    package static let limit = 1000
    /// The number of problems of a kind that are printed.
    static let printed = 3

    /// The number of problems of each kind that there are any of.
    public private(set) var counts: [Problem.Kind: Int] = [:]
    /// The problems in the order in which they were met; the first thousand of them, and the first few of each kind.
    public private(set) var list: [Problem] = []

    /// The number of all problems.
    public var count: Int { counts.values.reduce(0, +) }

    /// Whether there are none.
    public var isEmpty: Bool { counts.isEmpty }

    /// Counts a problem, and keeps it if there is room.
    mutating func append(_ kind: Problem.Kind, _ finding: Diagnostic) {
      if skipsNext(kind) { return }
      counts[kind, default: 0] += 1
      list.append(Problem(kind: kind, finding: finding))
    }

    /// Counts a problem, if there is no room to keep it.
    mutating func skipsNext(_ kind: Problem.Kind) -> Bool {
      let count = counts[kind, default: 0]
      guard list.count >= Problems.limit, count >= Problems.printed else { return false }
      counts[kind] = count + 1
      return true
    }
  }
}

extension Dataset.Problem.Kind {
  /// What the problem is with, for a number of them that are not printed.
  fileprivate var noun: String {
    switch self {
    case .columnName: "column"
    case .encoding: "line"
    case .value: "value"
    default: "row"
    }
  }

  /// Whether a row with the problem says little of what it was meant to say.
  var spoilsRow: Bool { self == .row || self == .surplusFields }
}

extension Dataset.Problems {
  /// The first problems as errors, and the number of the others.
  ///
  /// - Parameters:
  ///   - limit: The number of errors that are reported one by one.
  ///   - file: The file, for the number of the others.
  package func errors(limit: Int, file: String?) -> [Diagnostic] {
    var findings = Findings(limit: limit)
    for problem in list {
      var finding = problem.finding
      finding.severity = .error
      findings.append(finding)
    }
    findings.skip(count - list.count)
    return findings.all(file: file)
  }

  /// The first problems of each kind, and the number of the others. The last of them say how to have errors.
  ///
  /// - Parameters:
  ///   - limit: The number of problems of all kinds that are printed.
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
    // The hint that the last ones have is printed once, below them.
    let last = warnings.last?.hint
    for index in warnings.indices where warnings[index].hint == last {
      warnings[index].hint = (last.map { $0 + " " } ?? "") + Self.stoppingHint
    }
    return warnings
  }

  private static let stoppingHint =
    "With --problems stop, or `problems: stop` in catalog.yml, problems of the data are errors."
}
