extension String {
  /// Returns the candidate that a person who wrote this text most likely meant: “Did you mean …?”.
  ///
  /// Case is ignored. An inserted, missing, wrong or swapped letter counts as one mistake, and up to a third of the
  /// letters may be mistaken. The first of several equally close candidates is returned.
  ///
  /// - Parameter candidates: The names that exist.
  /// - Returns: The closest candidate, or `nil` if none is close.
  /// - Complexity: O(*n* · *m*²) for *n* candidates and a text of *m* characters. For texts of more than 64 characters,
  ///   the result is `nil`.
  package func closest(in candidates: some Sequence<String>) -> String? {
    let written = Array(lowercased())
    guard written.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let name = Array(candidate.lowercased())
      let tolerance = Swift.max(1, Swift.max(written.count, name.count) / 3)
      let bound = best.map { Swift.min($0.distance - 1, tolerance) } ?? tolerance
      guard abs(written.count - name.count) <= bound else { continue }
      let distance = editDistance(written, name)
      // A single wrong letter is another name, not a typing error.
      if distance <= bound, distance < Swift.max(written.count, name.count) { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Returns a hint for an unknown name: the name that was most likely meant or, if none is close, all names.
  ///
  /// - Parameter candidates: The names that exist.
  /// - Returns: The hint, or `nil` if there are no candidates.
  package func suggestion(from candidates: [String]) -> String? {
    if let closest = closest(in: candidates) { return "Did you mean “\(closest)”?" }
    return candidates.isEmpty ? nil : "There are: \(candidates.joined(separator: ", "))."
  }
}

/// Returns the number of edits that lead from one text to the other, where the swap of two neighbours is one edit: the
/// optimal string alignment distance (Damerau 1964; Wagner and Fischer 1974), computed row by row.
private func editDistance(_ source: [Character], _ target: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...target.count)
  for row in source.indices {
    var current = [row + 1]
    for column in target.indices {
      let isEqual = source[row] == target[column]
      var cost = min(last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[target.count]
}

extension String {
  /// The text in a form that is safe to print on a terminal, in one line, even if it is untrusted: a character that
  /// would break the line, control the terminal, or change the direction of the following text is written as `\u{1b}`.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  package var printable: String { escaping { !$0.isPrintable } }

  /// The text with each sign that is not shown written as `\u{200b}`: so texts that differ only in these can be told
  /// apart.
  package var revealed: String {
    escaping {
      !$0.isPrintable || $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .format
    }
  }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if isEscaped(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether printing the character has no effect other than showing it.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}

extension Int {
  /// Returns the number with a noun: `1 row`, `2 rows`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The words as a choice: `“a”, “b” or “c”`.
  package var alternatives: String {
    let words = map { "“\($0)”" }
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The first texts, for a message: `a, b and 7 more`.
  package func listed(limit: Int = 5) -> String {
    count > limit + 1 ? "\(prefix(limit).joined(separator: ", ")) and \(count - limit) more" : joined(separator: ", ")
  }
}
