import Diagnostics

extension DatasetReader {
  /// Reports a problem of a row or a column: as an error if problems stop the reading, otherwise as a warning with the
  /// decision.
  ///
  /// Reading continues in the same way in both cases. After an error, its result is discarded.
  ///
  /// - Parameters:
  ///   - message: What is wrong, without a full stop at the end.
  ///   - decision: What was decided instead, without a full stop at the end: `the row is left out`.
  mutating func problem(
    _ kind: Dataset.Problem.Kind, _ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location,
    decision: String, hint: String? = nil
  ) {
    if kind.spoilsRow { spoiledRows += 1 }
    switch options.problems {
    case .stop: errors.append(Diagnostic(code: code, message, at: location, hint: hint))
    case .warn:
      let finding = Diagnostic(.warning, code: code, "\(message): \(decision)", at: location, hint: hint)
      problems.append(.init(kind: kind, finding: finding, decision: decision))
    }
  }

  /// Counts a problem if enough of them have been described, so that its place, which takes time to determine, is not
  /// needed.
  ///
  /// - Returns: Whether the problem was counted here. If not, the caller reports it.
  mutating func skipsProblem(_ kind: Dataset.Problem.Kind) -> Bool {
    guard options.problems == .warn ? problems.skipsNext(kind) : errors.skipsNext() else { return false }
    if kind.spoilsRow { spoiledRows += 1 }
    return true
  }

  /// Reports a file in which more than half of the rows cannot be read.
  ///
  /// - Parameter spoiled: The number of rows of the file that are unreadable, or almost so.
  mutating func requireReadableRows(spoiled: Int, of count: Int, in file: String) {
    guard options.problems == .warn, !options.mayLackRows, spoiled * 2 > count else { return }
    let first = problems.list.first { $0.kind.spoilsRow && $0.finding.location.file == file }?.finding
    report(
      "datasets/unreadable-rows",
      spoiled == count
        ? "no row can be read" : "\(spoiled) of \(count.counted("row")) cannot be read",
      at: .init(file: file),
      hint: first.map {
        let place = Diagnostic.Location(row: $0.location.row, line: $0.location.line).description
        return "The first of them: \(place.isEmpty ? "" : "\(place): ")\($0.message)."
      })
  }

  /// Reports an error if there are more problems than allowed.
  mutating func limitProblems(at file: String?) {
    if let excess = options.excess(of: problems.count, at: file) { errors.append(excess) }
  }
}

extension Dataset.Options {
  /// Returns the error that there are more problems than allowed, or `nil` if there are not.
  package func excess(of count: Int, at file: String?) -> Diagnostic? {
    guard let problemLimit, count > problemLimit else { return nil }
    return Diagnostic(
      code: "datasets/too-many-problems",
      "there are \(count.counted("problem")), and no more than \(problemLimit) are allowed",
      at: .init(file: file), hint: "Mend the data, or allow more with --max-problems \(count).")
  }
}

// MARK: - Descriptions

extension DatasetReader {
  /// The fields whose values do not have the types that a description states, which are not known before all values are
  /// read.
  var misfitsOfDescription: [(name: String, type: FieldReading)] {
    guard let readings = options.description?.readings else { return [] }
    return fields.kept.compactMap { field in
      let name = fields.names[field]
      guard let type = readings[name], type != .text, options.chosenTypes[name] == nil,
        !fields.columns[field].fitsChoice
      else { return nil }
      return (name, type)
    }
  }

  /// Warns that the values of fields do not have the types that a description states.
  mutating func warn(ofMisfits misfits: [(name: String, type: FieldReading)], at file: String) {
    let names = misfits.map { "“\($0.name)” (\($0.type.rawValue))" }.joined(separator: ", ")
    warn(
      "description/type",
      "\(options.description?.source ?? "the description") states types that some values do not have: \(names)",
      at: .init(file: file, field: misfits.count == 1 ? misfits[0].name : nil),
      hint: "The values decide about these fields; `types` in catalog.yml decides otherwise.")
  }

  // MARK: - Texts

  /// Returns the text of a file, and reports what a person should know about its encoding.
  ///
  /// - Throws: An error if the file cannot be read, is too large, or is not text.
  mutating func text(of file: DataFile) throws(DiagnosticsError) -> SourceText {
    let source = try file.text(options)
    if source.form == .windows1252, options.encoding == nil {
      warn(
        "text/windows-1252", "the file is not UTF-8, and is read as Windows-1252", at: .init(file: file.file),
        hint: """
          If that is right, say so with --encoding windows-1252, or with `encoding: windows-1252` in catalog.yml; else save it \
          with the encoding UTF-8.
          """)
    }
    noteReplacements(in: source)
    return source
  }

  /// Reports the lines of a text in which bytes were replaced.
  private mutating func noteReplacements(in source: SourceText) {
    var line = 1
    var start = source.start
    var position = source.start
    var noted = 0
    for offset in source.replacements {
      // Lines are counted on the way from one character to the next, and so once for the whole text.
      while position < offset {
        position += 1
        if source.endsLine(at: position - 1) { (line, start) = (line + 1, position) }
      }
      if noted == line { continue }
      noted = line
      if skipsProblem(.encoding) { continue }
      problem(
        .encoding, "text/invalid-utf8", "there is a byte that is not valid UTF-8",
        at: .init(
          file: source.file, line: line,
          column: String(decoding: source.bytes[start..<offset], as: UTF8.self).count + 1),
        decision: "“\u{FFFD}” replaces it",
        hint: "Copy the file again from where it comes from, or save it with the encoding UTF-8.")
    }
  }
}

/// A list of errors that stores only the first ones, and counts the others.
struct Findings {
  private(set) var errors: [Diagnostic] = []
  private(set) var unreportedCount = 0
  let limit: Int

  /// - Parameter limit: The number of errors to store, at least one.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Stores an error, or counts it if enough have been stored.
  mutating func append(_ error: @autoclosure () -> Diagnostic) {
    if errors.count < limit { errors.append(error()) } else { unreportedCount += 1 }
  }

  /// Counts an error if enough have been stored.
  ///
  /// - Returns: Whether the error was counted, so that it need not be created.
  mutating func skipsNext() -> Bool {
    guard errors.count >= limit else { return false }
    unreportedCount += 1
    return true
  }

  /// Counts errors that were not described.
  mutating func skip(_ count: Int) { unreportedCount += count }

  mutating func append(contentsOf others: Findings) {
    for error in others.errors { append(error) }
    unreportedCount += others.unreportedCount
  }

  /// Throws the errors, if any, after the warnings, which may explain them.
  func throwErrors(after warnings: [Diagnostic], file: String?) throws(DiagnosticsError) {
    if !errors.isEmpty { throw DiagnosticsError(warnings + all(file: file)) }
  }

  /// Returns the stored errors, and the number of the others.
  func all(file: String?) -> [Diagnostic] {
    guard unreportedCount > 0 else { return errors }
    let rest = "and \(unreportedCount) more \(unreportedCount == 1 ? "error" : "errors")"
    // With the hint of the last one, which is then printed once, below both.
    return errors + [Diagnostic(code: "datasets/more", rest, at: .init(file: file), hint: errors.last?.hint)]
  }
}
