extension String {
  /// The candidate that a person who wrote this text most likely meant: “Did you mean …?”.
  ///
  /// Case does not count. An inserted, missing, wrong or swapped letter counts one each, and a third of the letters
  /// may be wrong; of equally close candidates the first is taken.
  ///
  /// - Parameter candidates: The names that exist.
  /// - Returns: The closest candidate, or `nil` when none is close.
  /// - Complexity: O(*n* · *m*²) for *n* candidates and a text of *m* characters; longer texts than 64 get no answer.
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
      // One wrong letter out of one is another name, not a slip.
      if distance <= bound, distance < Swift.max(written.count, name.count) { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// A hint for a name that is not known: the one that was most likely meant, else all that there are.
  ///
  /// - Parameter candidates: The names that exist.
  /// - Returns: `nil` when there are none.
  package func suggestion(from candidates: [String]) -> String? {
    if let closest = closest(in: candidates) { return "Did you mean “\(closest)”?" }
    return candidates.isEmpty ? nil : "There are: \(candidates.joined(separator: ", "))."
  }
}

/// How many single edits lead from one text to the other, counting the swap of two neighbours as one:
/// the optimal string alignment distance (Damerau 1964; Wagner and Fischer 1974), row by row.
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
    (beforeLast, last) = (last, current)
  }
  return last[target.count]
}

extension String {
  /// The text as it may be printed on a terminal, in one line, whoever wrote it: a character that would break the line, steer the
  /// terminal, or turn the direction of what follows is written as `\u{1b}`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var printable: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character only ever shows itself.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}

extension Int {
  /// The number with a noun: `1 row`, `2 rows`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The words as a choice: `“a”, “b” or “c”`.
  package var alternatives: String {
    let words = map { "“\($0)”" }
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }
}
