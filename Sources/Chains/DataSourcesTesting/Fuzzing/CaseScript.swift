/// The course of the case of a seed.
struct CaseScript {
  private var generator: EditGenerator
  private let edits: Int

  init(seed: UInt64, fuzzer: ChainFuzzer) {
    generator = EditGenerator(seed: seed, values: fuzzer.values)
    edits = fuzzer.edits
  }

  /// Runs the case, until there is a finding.
  mutating func play(_ run: CaseRun) {
    fill(run)
    if generator.isOne(of: 3) {
      goBack(removeAll(run), run)
      goBack(change(edits / 2, run), run)
    } else {
      _ = change(edits, run)
    }
    run.finish()
  }

  /// Inserts some sections into each leaf, and creates the chain before or after that.
  private mutating func fill(_ run: CaseRun) {
    let isEarly = generator.isOne(of: 4)
    if isEarly { run.makeChain() }
    for leaf in run.contents.leaves.indices {
      for _ in 0..<generator.number(0...3) {
        if run.finding == nil { run.perform(generator.newSection(leaf: leaf, run.contents)) }
      }
    }
    if !isEarly { run.perform(.makeChain) }
    generator.actions = run.actions
  }

  /// Removes all contents, step by step.
  ///
  /// - Returns: The inverse edits, in the order of the edits.
  private mutating func removeAll(_ run: CaseRun) -> [ChainFuzzer.Edit] {
    var inverses: [ChainFuzzer.Edit] = []
    while run.finding == nil, let edit = generator.removal(from: run.contents) {
      if let inverse = run.perform(edit) { inverses.append(inverse) }
    }
    return inverses
  }

  /// Makes random edits.
  ///
  /// - Returns: The inverse edits that exist, in the order of the edits. Edits before a reload cannot be undone, and
  ///   are left out.
  private mutating func change(_ count: Int, _ run: CaseRun) -> [ChainFuzzer.Edit] {
    var inverses: [ChainFuzzer.Edit] = []
    for _ in 0..<count where run.finding == nil {
      let edit = generator.edit(of: run.contents)
      if let inverse = run.perform(edit) {
        inverses.append(inverse)
      } else if case .reload = edit {
        inverses = []
      }
    }
    return inverses
  }

  private func goBack(_ inverses: [ChainFuzzer.Edit], _ run: CaseRun) {
    for edit in inverses.reversed() where run.finding == nil { run.perform(edit) }
  }
}
