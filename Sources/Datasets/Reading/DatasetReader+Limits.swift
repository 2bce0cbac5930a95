import Diagnostics

extension ReadingLimits {
  /// The message that an input has more than a limit allows.
  func excess(_ kind: Kind, at location: Diagnostic.Location) -> Diagnostic {
    let amount = kind.text(self[kind])
    let message =
      switch kind {
      case .size: "there is more than \(amount) of data"
      case .rows: "there are more than \(amount)"
      case .value: "a value has more than \(amount)"
      case .seconds: "the query takes more than \(amount)"
      }
    let example = kind == .size || kind == .value ? "\(kind.text(self[kind].doubled))" : "\(self[kind].doubled)"
    return Diagnostic(
      code: .init(rawValue: "limit/\(kind.rawValue)"), message, at: location,
      hint: """
        If that is right, allow more with --limit \(kind.rawValue)=\(example.filter { $0 != " " }), or with \
        `limits: {\(kind.rawValue): \(example)}` in catalog.yml.
        """)
  }
}

extension Int {
  /// Twice the number, at least 1; as much as there is where that is too much.
  fileprivate var doubled: Int { multipliedReportingOverflow(by: 2).overflow ? .max : Swift.max(1, self * 2) }
}

extension DatasetReader {
  /// Counts a row, unless there are too many: then that is an error, and the reading has to end.
  mutating func admitsRow(at location: @autoclosure () -> Diagnostic.Location) -> Bool {
    guard serial < options.limits.rows else {
      let (limits, location) = (options.limits, location())
      errors.append(limits.excess(.rows, at: location))
      return false
    }
    serial += 1
    return true
  }

  /// Notes that a value is too long.
  mutating func reportLongValue(at location: Diagnostic.Location) {
    let limits = options.limits
    errors.append(limits.excess(.value, at: location))
  }
}
