/// Makes a case that fails smaller, as long as the same link fails.
///
/// First edits are left out, many at once and then one by one, and samples and sections; the edits that stay go on to
/// mean what they meant (``Rewriting``). Then each edit is tried with less in it, and at smaller places. Source of the
/// first part: Zeller and Hildebrandt, “Simplifying and isolating failure-inducing input”, 2002.
struct Shrinker {
  typealias Edit = ChainFuzzer.Edit

  private let leaves: Int
  private let find: ([Edit]) -> Finding?
  /// How many more cases may be tried.
  private var budget = 3000

  private var edits: [Edit] = []
  private var finding: Finding?

  /// Makes a shrinker.
  ///
  /// - Parameters:
  ///   - leaves: The number of leaves.
  ///   - find: Runs a case.
  init(leaves: Int, _ find: @escaping ([Edit]) -> Finding?) {
    self.leaves = leaves
    self.find = find
  }

  /// Shrinks a case.
  ///
  /// - Returns: A case that fails at the same link, and what is found there.
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

  /// Takes a case in the place of the present one, if the same link fails.
  private mutating func accept(_ candidate: [Edit]) -> Bool {
    guard budget > 0, candidate != edits else { return false }
    budget -= 1
    guard let found = find(candidate), found.link == finding?.link else { return false }
    (edits, finding) = (candidate, found)
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

  /// Leaves out samples and sections altogether.
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
  /// What is to become smaller.
  fileprivate var size: Int { reduce(count) { $0 + $1.size } }
}
