/// Reduces a failing case to a smaller one, as long as it fails at the same link.
///
/// First, edits are omitted in ranges whose length is halved down to one (as in delta debugging), then samples and
/// sections; the remaining edits keep their meaning (``Rewriting``). Next, adjacent edits are merged, and each edit is
/// replaced by one with smaller content or at smaller indexes. All of this is repeated until the case gets no smaller.
/// Source of the first part: Zeller and Hildebrandt, “Simplifying and isolating failure-inducing input”, 2002.
struct Shrinker {
  typealias Edit = ChainFuzzer.Edit

  private let leaves: Int
  private let find: ([Edit]) -> Finding?
  /// The number of cases that may still be run.
  private var budget = 3000

  private var edits: [Edit] = []
  private var finding: Finding?

  /// Creates a shrinker.
  ///
  /// - Parameter find: Runs a case, and returns its finding.
  init(leaves: Int, _ find: @escaping ([Edit]) -> Finding?) {
    self.leaves = leaves
    self.find = find
  }

  /// Shrinks a case.
  ///
  /// - Returns: A case that fails at the same link, and its finding.
  mutating func shrink(_ edits: [Edit], _ finding: Finding) -> ([Edit], Finding) {
    self.finding = finding
    self.edits = edits
    var size = 0
    repeat {
      size = self.edits.size
      leaveOutEdits()
      leaveOutParts()
      mergeEdits()
      simplifyEdits()
    } while self.edits.size < size && budget > 0
    _ = accept(self.edits.renumbered)
    return (self.edits, self.finding ?? finding)
  }

  /// Replaces the present case by a candidate if it fails at the same link, and returns whether it does.
  private mutating func accept(_ candidate: [Edit]) -> Bool {
    // A case that fails at another link has another mistake, or only a consequence of this one.
    guard budget > 0, candidate != edits else { return false }
    budget -= 1
    guard let found = find(candidate), found.link == finding?.link else { return false }
    edits = candidate
    finding = found
    return true
  }

  private mutating func leaveOutEdits() {
    var length = edits.count
    while length > 0 {
      var start = 0
      while start < edits.count {
        let range = start..<min(start + length, edits.count)
        if !accept(edits.rewritten(leaves: leaves, omittingEdits: range)) { start += length }
      }
      length /= 2
    }
  }

  /// Omits samples and sections with all edits of them.
  private mutating func leaveOutParts() {
    for id in edits.samples.map(\.id) { _ = accept(edits.rewritten(leaves: leaves, omittingSample: id)) }
    for name in edits.sectionNames { _ = accept(edits.rewritten(leaves: leaves, omittingSection: name)) }
  }

  private mutating func mergeEdits() {
    for index in edits.indices.dropFirst().reversed() {
      guard let merged = edits[index - 1].merged(with: edits[index]) else { continue }
      var candidate = edits
      candidate.replaceSubrange(index - 1...index, with: [merged])
      _ = accept(candidate)
    }
  }

  private mutating func simplifyEdits() {
    var index = 0
    while index < edits.count {
      let isSimpler = edits[index].simpler.contains { simpler in
        var candidate = edits
        candidate.replaceSubrange(index...index, with: simpler)
        return accept(candidate)
      }
      if !isSimpler { index += 1 }
    }
  }
}

extension [ChainFuzzer.Edit] {
  /// The measure that shrinking reduces.
  fileprivate var size: Int { reduce(count) { $0 + $1.size } }
}
