import Diagnostics
import JSONValues

extension DatasetReader {
  /// Reads a JSON, YAML or TOML document: an array of objects, each of which is a row; or an object that contains such
  /// an array, an object for each row, or an array for each field.
  ///
  /// Objects within a row are flattened: the member `energy` of the member `nutrition` is the field `nutrition.energy`.
  mutating func readDocument(_ source: SourceText) {
    do throws(DiagnosticsError) {
      readJSON(try json(of: source))
    } catch {
      for finding in error.diagnostics { errors.append(finding) }
    }
  }

  private mutating func readJSON(_ source: SourceText) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = scanner(of: source, bytes)
      let before = errors
      do throws(JSONError) {
        scanner.skipSpace()
        if scanner.current == nil {
          return report(source.code("empty"), "the file is empty", in: source, hint: source.format.expectedShape)
        }
        // If the rows are the whole text, they are read in one pass.
        let isArray = scanner.current == UInt8(ascii: "[") && options.path == nil && !isTable(scanner)
        if !isArray {
          // The shape is determined by looking into the text, which must therefore be valid as a whole.
          var whole = scanner
          _ = try whole.value()
          let end = whole.position
          whole.skipSpace()
          if options.path == nil, scanner.current == UInt8(ascii: "{"), whole.current == UInt8(ascii: "{") {
            // Objects on lines of their own are JSON Lines, where an error costs a line and not the rest of the file.
            let hasLines =
              bytes.part(scanner.position, end).first(.lineFeed) == nil
              && bytes.part(end, whole.position).first(.lineFeed) != nil
            return hasLines ? readJSONLines(source) : readStream(&scanner, source)
          }
          try whole.finish()
        }
        guard let shape = try shape(scanner, source) else { return }
        var file = ObjectRows(source, extensions: extensions(of: source))
        switch shape {
        case .rows(let offset, _) where isTable(JSONScanner(again: bytes, from: offset)):
          return readTable(at: offset, bytes, source)
        case .rows(let offset, let isGeoJSON):
          scanner.position = offset
          file.tree.unwrapsProperties = isGeoJSON
          if isArray {
            guard readWhole(&scanner, &file, until: UInt8(ascii: "]")) else { return }
          } else {
            guard try readRows(&scanner, &file, until: UInt8(ascii: "]")) else { return }
          }
        case .members(let offset):
          scanner.position = offset
          file.nameField = fields.index(of: Self.nameField)
          guard try readRows(&scanner, &file, until: UInt8(ascii: "}")) else { return }
        case .row(let offset):
          scanner.position = offset
          file.number = 1
          guard admitsRow(at: file.location(offset)) else { return }
          try readRow(&scanner, &file)
        case .columns(let columns): return readColumns(columns, bytes, source)
        case .pairs(let members): return readPairs(members, bytes, source)
        case .groups(let groups): return readGroups(groups, bytes, source)
        }
        noteMistakes(of: scanner, file)
        files.append(file.finished(source.bytes, end: scanner.position))
      } catch {
        // Errors about the rows before it would only hide this one.
        errors = before
        report(source.code("syntax"), error.message, in: source, offset: error.offset, hint: error.hint)
      }
    }
  }

  /// Reads objects that follow each other without commas, on the same line or on several.
  private mutating func readStream(_ scanner: inout JSONScanner, _ source: SourceText) {
    var file = ObjectRows(source, extensions: extensions(of: source))
    guard readWhole(&scanner, &file, until: nil) else { return }
    noteMistakes(of: scanner, file)
    files.append(file.finished(source.bytes, end: scanner.position))
  }

  /// Whether an array begins here whose first element is not an object, and problems do not stop the reading, so that
  /// its elements become rows.
  private func isTable(_ scanner: JSONScanner) -> Bool {
    guard options.problems == .warn, scanner.current == UInt8(ascii: "[") else { return false }
    var scanner = scanner
    scanner.position += 1
    scanner.skipSpace()
    return scanner.current != UInt8(ascii: "{") && scanner.current != UInt8(ascii: "]")
  }

  /// Returns a scanner at the beginning of a document.
  func scanner(of source: SourceText, _ bytes: Bytes) -> JSONScanner {
    JSONScanner(
      bytes, from: source.start, firstInvalidByte: source.firstInvalidByte, extensions: extensions(of: source))
  }

  /// Returns the extensions of RFC 8259 that are accepted.
  private func extensions(of source: SourceText) -> JSONScanner.Extensions {
    if source.isWritten { return .untyped }
    return options.problems == .warn ? [.comments, .mistakes] : .comments
  }

  /// Reads rows that are the whole text. If problems do not stop the reading, a text that is truncated, or has a syntax
  /// error in its second half, is read up to that point.
  ///
  /// - Parameter close: The bracket that ends the rows, or `nil` if they are in no brackets.
  /// - Returns: Whether the rows can be read.
  private mutating func readWhole(_ scanner: inout JSONScanner, _ file: inout ObjectRows, until close: UInt8?) -> Bool {
    let before = errors
    do throws(JSONError) {
      guard try readRows(&scanner, &file, until: close) else { return false }
      try scanner.finish()
    } catch {
      guard options.problems == .warn, error.offset * 2 >= scanner.bytes.count else {
        errors = before
        report(file.source.code("syntax"), error.message, in: file.source, offset: error.offset, hint: error.hint)
        return false
      }
      problem(
        .row, file.source.code("syntax"), error.message, at: file.location(error.offset),
        decision: "this row is left out, and all that follows it", hint: error.hint)
    }
    return true
  }

  /// Reports extensions of JSON that were accepted as mistakes, as one problem.
  private mutating func noteMistakes(of scanner: JSONScanner, _ file: ObjectRows) {
    guard scanner.mistakes.count > 0 else { return }
    problem(
      .value, file.source.code("mistakes"),
      "JSON has no NaN and Infinity, no line breaks in a string, no halves of characters",
      at: file.source.location(row: nil, offset: scanner.mistakes.first),
      decision: "\(scanner.mistakes.count == 1 ? "it is" : "\(scanner.mistakes.count) of them are") read nevertheless",
      hint: "Write null for what is no number, and \\n for a line break.")
  }

  /// The field with the names of rows that are members of an object.
  static let nameField = "key"
  /// The field with the names of arrays that have the rows of one group each.
  static let groupField = "group"

  /// Reads a text with a JSON object on each line.
  mutating func readJSONLines(_ source: SourceText) {
    source.bytes.withUnsafeBufferPointer { bytes in
      let extensions = extensions(of: source).subtracting(.comments)
      var file = ObjectRows(source, extensions: extensions)
      var start = source.start
      while start < bytes.count {
        let end = bytes.first(.lineFeed, from: start) ?? bytes.count
        var scanner = JSONScanner(
          bytes.part(0, end), from: start, firstInvalidByte: source.firstInvalidByte, extensions: extensions)
        scanner.skipSpace()
        start = end + 1
        guard scanner.current != nil else { continue }
        file.number += 1
        guard admitsRow(at: file.location(scanner.position)) else { return }
        do throws(JSONError) {
          try readRow(&scanner, &file)
          scanner.skipSpace()
          noteMistakes(of: scanner, file)
          guard scanner.current == nil else { throw scanner.unexpected("the end of the line") }
        } catch {
          if skipsProblem(.row) { continue }
          problem(
            .row, "jsonl/syntax", error.message, at: file.location(error.offset), decision: "the line is left out",
            hint: error.hint)
        }
      }
      files.append(file.finished(source.bytes, end: bytes.count))
    }
  }

  /// Reads the elements of an array, or the members of an object, each of which is a row.
  ///
  /// - Parameter close: The bracket that ends the rows, or `nil` for objects without commas up to the end of the text.
  /// - Returns: Whether the limit of rows was observed.
  private mutating func readRows(
    _ scanner: inout JSONScanner, _ file: inout ObjectRows, until close: UInt8?
  ) throws(JSONError) -> Bool {
    if close != nil { try scanner.enter() }
    var isFirst = true
    while try scanner.hasNext(unless: close, isFirst: isFirst) {
      isFirst = false
      file.number += 1
      guard admitsRow(at: file.location(scanner.position)) else { return false }
      try readRow(&scanner, &file)
    }
    if close != nil { scanner.leave() }
    return true
  }
}

extension JSONScanner {
  /// Advances to the next row, if there is one before the bracket or the end of the text.
  fileprivate mutating func hasNext(unless close: UInt8?, isFirst: Bool) throws(JSONError) -> Bool {
    if let close { return try next(unless: close, isFirst: isFirst) }
    skipSpace()
    return current != nil
  }
}
