import Diagnostics

/// How a delimited text is read.
struct DelimitedForm {
  let delimiter: UInt8
  /// The offset at which the table begins, after the lines above it.
  var start: Int
  /// The number of the row there.
  var row: Int
  /// Whether the first record has the names of the fields.
  var hasHeader: Bool
}

extension DatasetReader {
  /// Determines how a text is read: according to the options, or else as its first records suggest. Adds warnings about
  /// what a person should know.
  ///
  /// - Returns: The form, and the text to read in that form; `nil` if the options are invalid.
  mutating func form(of source: SourceText) -> (form: DelimitedForm, source: SourceText)? {
    var chosen: UInt8?
    if let delimiter = options.delimiter {
      let isUsable = delimiter.isASCII && !"\"\r\n".unicodeScalars.contains(delimiter)
      guard isUsable, let byte = UInt8(exactly: delimiter.value) else {
        report(
          "csv/delimiter", "\(String(delimiter).excerpt) cannot separate fields", in: source,
          hint: "Choose an ASCII character that is no quote and no line break.")
        return nil
      }
      chosen = byte
    } else if source.format == .tsv {
      chosen = .tab
    }
    return source.bytes.withUnsafeBufferPointer { bytes in
      let line = bytes.separatorLine(from: source.start)
      let (start, row) = line.map { ($0.end, 2) } ?? (source.start, 1)
      let delimiter = chosen ?? line?.delimiter
      let sample =
        delimiter.map { DelimitedSample(bytes, from: start, row: row, delimiter: $0) }
        ?? DelimitedSample(bytes, from: start, row: row)
      // Runs of spaces are considered last: if a person chose spaces and single ones do not fit, or if nothing else
      // divides the records.
      let mayHaveSpaces = delimiter == .space ? !sample.fits : delimiter == nil && sample.width == 1
      let spaced = mayHaveSpaces ? source.joiningSpaces(from: start, row: row, end: sample.end) : nil
      if let spaced, spaced.isSure || delimiter == .space {
        return spaced.source.bytes.withUnsafeBufferPointer { bytes in
          // The new text needs its own sample: its records begin elsewhere.
          let sample = DelimitedSample(bytes, from: start, row: row, delimiter: .space)
          return (form(sample, spaced.source, from: start, row: row), spaced.source)
        }
      }
      if delimiter == nil { warnAboutSeparator(sample, in: source, bytes, mayBeSpaces: spaced != nil) }
      return (form(sample, source, from: start, row: row), source)
    }
  }

  private mutating func form(
    _ sample: DelimitedSample, _ source: SourceText, from start: Int, row: Int
  ) -> DelimitedForm {
    var form = DelimitedForm(
      delimiter: sample.delimiter, start: sample.first?.offset ?? start, row: sample.first?.row ?? row,
      hasHeader: options.header ?? true)
    if let preamble = sample.preamble {
      let lines = sample.preambleCount.counted("line")
      warn(
        "csv/preamble",
        "\(lines) above the table \(sample.preambleCount == 1 ? "is" : "are") left out: \(preamble.text.excerpt)",
        at: source.location(row: preamble.row, offset: nil),
        hint: "Put them into a file of their own if they are right, and delete them here.")
    }
    if options.header == nil {
      let chosen = Set(options.chosenTypes.keys).union(options.titles).union(options.key?.fields ?? [])
      switch sample.firstRecord(besides: chosen) {
      case .names: break
      case .either:
        warn(
          "csv/doubtful-header", "the first row is read as the names of the columns, but resembles values",
          at: source.location(row: form.row, offset: nil),
          hint: """
            If it has values, say so with --no-header, or with `header: false` in catalog.yml; if it has names, with `header: true`.
            """)
      case .values:
        form.hasHeader = false
        warn(
          "csv/no-header",
          "the first row has values and no names: the columns are called “column_1” to “column_\(sample.width)”",
          at: source.location(row: form.row, offset: nil),
          hint: """
            Add a line with names above it, or say that there is none with --no-header, or with `header: false` in catalog.yml; with \
            `header: true` the first row has the names.
            """)
      }
    }
    return form
  }

  private mutating func warnAboutSeparator(
    _ sample: DelimitedSample, in source: SourceText, _ bytes: Bytes, mayBeSpaces: Bool
  ) {
    guard sample.width == 1, sample.delimiter == .comma, let name = sample.first?.fields[0].text(in: bytes).trimmed
    else { return }
    guard mayBeSpaces || name.unicodeScalars.contains(where: { $0 == ";" || $0 == "\t" || $0 == "|" }) else { return }
    warn(
      "csv/separator", "the only field is named \(name.excerpt)", at: .init(file: source.file),
      hint: "If the fields are not separated by commas, choose the delimiter.")
  }
}

extension DelimitedSample {
  /// Creates the sample of a text with an unknown delimiter: with the delimiter that divides all records into the same
  /// number of fields, or else with the one that divides the first record into several.
  fileprivate init(_ bytes: Bytes, from start: Int, row: Int) {
    let delimiters: [UInt8] = [.comma, UInt8(ascii: ";"), .tab, UInt8(ascii: "|")]
    let samples = delimiters.map { DelimitedSample(bytes, from: start, row: row, delimiter: $0) }
    let fitting = samples.filter(\.fits)
    // Commas divide `1,5;2,5` as well as semicolons do, but are part of the numbers.
    if fitting.count > 1, fitting[0].delimiter == .comma, fitting[0].hasOnlyDecimalCommas {
      self = fitting[1]
    } else {
      self =
        fitting.first ?? samples.first { $0.width > 1 && ($0.delimiter == .comma || $0.beginsInOrder) } ?? samples[0]
    }
  }
}

// MARK: - Notations of spreadsheets and programs

extension Bytes {
  /// The delimiter that a first line declares for Excel, `sep=;`, and the offset at which that line ends.
  fileprivate func separatorLine(from start: Int) -> (delimiter: UInt8, end: Int)? {
    let line = part(start, first(.lineFeed, .carriageReturn, .lineFeed, from: start))
    let text = line.first == .quote && line.last == .quote && line.count > 1 ? line.part(1, line.count - 1) : line
    guard text.count == 5, text.hasPrefix(ignoringCase: "sep="), text[4] < 0x80, text[4] != .quote else { return nil }
    var end = start + line.count
    if end < count, self[end] == .carriageReturn { end += 1 }
    if end < count, self[end] == .lineFeed { end += 1 }
    return (text[4], end)
  }

  /// Returns the text with a single space for each run of spaces between values, and without spaces at the ends of
  /// lines. Spaces within quotes are kept.
  fileprivate func joiningSpaces(from start: Int) -> [UInt8] {
    var text = Array(part(0, start))
    text.reserveCapacity(count)
    var isAtStart = true
    var isQuoted = false
    var spaces = false
    for byte in part(start, count) {
      if byte == .space, !isQuoted {
        spaces = true
        continue
      }
      let endsLine = byte == .lineFeed || byte == .carriageReturn
      if spaces, !isAtStart, !endsLine { text.append(.space) }
      // A quote inside a value is data, as it is for the scanner. Only one at the beginning of a value opens.
      if byte == .quote { isQuoted = isQuoted ? false : isAtStart || spaces }
      isAtStart = endsLine && !isQuoted
      spaces = false
      text.append(byte)
    }
    return text
  }
}

extension SourceText {
  /// Returns the text with a single space for each run of spaces, if its first lines show that spaces separate the
  /// values.
  ///
  /// - Parameters:
  ///   - start: The offset at which the records begin.
  ///   - row: The number of the row there.
  ///   - end: The offset at which the first records end. They are tried before the whole text is rewritten.
  /// - Returns: The text, and whether it is beyond doubt; `nil` if the lines suggest no such separator.
  fileprivate func joiningSpaces(from start: Int, row: Int, end: Int) -> (source: SourceText, isSure: Bool)? {
    bytes.withUnsafeBufferPointer { bytes in
      let (fits, isSure) = bytes.part(0, end).joiningSpaces(from: start).withUnsafeBufferPointer { lines in
        let sample = DelimitedSample(lines, from: start, row: row, delimiter: .space)
        let numbers = sample.numberColumnCount
        return (sample.rowsFit && numbers > 0, sample.fits && (sample.width > 2 || numbers == sample.width))
      }
      return fits ? (SourceText(self, rewritten: bytes.joiningSpaces(from: start)), isSure) : nil
    }
  }
}
