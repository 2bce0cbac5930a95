import Diagnostics

extension DatasetReader {
  /// Notes a problem of a row, or of a column: an error where problems stop the reading, else a warning of what was decided instead.
  ///
  /// The reader goes on in the same way in both cases, by what it decided: after an error nothing comes of it.
  ///
  /// - Parameters:
  ///   - kind: What kind of problem it is.
  ///   - code: The kind of the finding.
  ///   - message: What is wrong, without a full stop at its end.
  ///   - location: Where it is.
  ///   - decision: What was decided instead, without a full stop at its end: `the row is left out`.
  ///   - hint: How to mend it.
  mutating func problem(
    _ kind: Dataset.Problem.Kind, _ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location,
    decision: String, hint: String? = nil
  ) {
    if kind.spoilsRow { spoiledRows += 1 }
    switch options.problems {
    case .stop: errors.append(Diagnostic(code: code, message, at: location, hint: hint))
    case .warn:
      problems.append(
        kind,
        Diagnostic(.warning, code: code, "\(message): \(decision)", at: location, hint: hint))
    }
  }

  /// Counts a problem, if enough of them have been described: its place, which takes time to find, is not needed then.
  mutating func skipsProblem(_ kind: Dataset.Problem.Kind) -> Bool {
    guard options.problems == .warn ? problems.skipsNext(kind) : errors.skipsNext() else { return false }
    if kind.spoilsRow { spoiledRows += 1 }
    return true
  }

  /// Reports a file of whose rows fewer than half can be read.
  ///
  /// - Parameters:
  ///   - spoiled: How many rows of the file cannot be read, or hardly.
  ///   - count: How many rows the file has.
  mutating func requireReadableRows(spoiled: Int, of count: Int, in file: String) {
    guard options.problems == .warn, spoiled * 2 > count else { return }
    let first = problems.list.first { $0.kind.spoilsRow && $0.finding.location.file == file }?.finding
    errors.append(
      Diagnostic(
        code: "datasets/unreadable-rows",
        spoiled == count
          ? "no row can be read" : "\(spoiled) of \(count.counted("row")) cannot be read",
        at: .init(file: file),
        hint: first.map {
          let place = Diagnostic.Location(row: $0.location.row, line: $0.location.line).description
          return "The first of them: \(place.isEmpty ? "" : "\(place): ")\($0.message)."
        }))
  }

  /// Reports that there are more problems than are allowed.
  mutating func limitProblems(at file: String?) {
    if let excess = options.excess(of: problems.count, at: file) { errors.append(excess) }
  }
}

extension Dataset.Options {
  /// The error that there are more problems than are allowed; nil where there are not.
  package func excess(of count: Int, at file: String?) -> Diagnostic? {
    guard let problemLimit, count > problemLimit else { return nil }
    return Diagnostic(
      code: "datasets/too-many-problems",
      "there are \(count.counted("problem")), and no more than \(problemLimit) are allowed",
      at: .init(file: file), hint: "Mend the data, or allow more with --max-problems \(count).")
  }
}

// MARK: - Texts

extension DatasetReader {
  /// The text of a file; what has to be said of its encoding is noted.
  ///
  /// - Throws: That the file cannot be read, is too large, or is no text.
  mutating func text(of file: DataFile) throws(DiagnosticsError) -> SourceText {
    let source = try file.text(options)
    if source.form == .windows1252, options.encoding == nil {
      warnings.append(
        Diagnostic(
          .warning, code: "text/windows-1252", "the file is not UTF-8, and is read as Windows-1252",
          at: .init(file: file.file),
          hint: """
            If that is right, say so with --encoding windows-1252, or with `encoding: windows-1252` in catalog.yml; else save it \
            with the encoding UTF-8.
            """))
    }
    noteReplacements(in: source)
    return source
  }

  /// Notes the lines of a text in which bytes were replaced.
  private mutating func noteReplacements(in source: SourceText) {
    var (line, start, position, noted) = (1, source.start, source.start, 0)
    for offset in source.replacements {
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
