import Changesets
import DataSources

extension Oracle {
  /// Reads the source outside of an update, and reports a change that came without a batch.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items, if there is such a change; otherwise O(*n*).
  public func check() {
    let before = state
    readSource(UpdateBatch())
    guard let before, let after = state, before != after else { return }
    let check = BatchCheck(before: before, after: after, source: source)
    report(Problem(.silentChange, "The source changed without a batch."), UpdateBatch(), check)
  }

  /// Compares a batch with the change of the state.
  ///
  /// - Returns: The batch, or its replacement if the oracle heals.
  func inspect(_ batch: UpdateBatch) -> UpdateBatch {
    let before = state
    readSource(batch)
    guard let before, let after = state else { return heals ? .reload : batch }
    let check = BatchCheck(before: before, after: after, source: source)
    guard let problem = check.problem(with: batch, demands) else { return batch }
    report(problem, batch, check)
    return heals ? check.expectedBatch(trusting: batch) : batch
  }

  /// Reads the present state, and reports problems of the source itself.
  private func readSource(_ batch: UpdateBatch) {
    let rebuildable = demands.contains(.sameFromScratch) ? source as? any RebuildableSource : nil
    var problem = rebuildable?.differenceFromScratch(comparingItems: demands.contains(.laws))
    // A source that equals one from scratch has no dangling items.
    let dangling = rebuildable != nil && problem == nil ? nil : source.danglingItem()
    problem = problem ?? dangling
    let before = state
    state = dangling == nil ? read() : nil
    if problem == nil, demands.contains(.laws) { problem = source.lawProblem() }
    if let problem { report(problem, batch, before: before) }
  }

  private func report(_ problem: Problem, _ batch: UpdateBatch, _ check: BatchCheck) {
    report(problem, batch, expected: check.expectedBatch(trusting: batch), before: check.before)
  }

  private func report(
    _ problem: Problem, _ batch: UpdateBatch, expected: UpdateBatch? = nil, before: SourceState?
  ) {
    func text(_ state: SourceState?) -> String { state?.text(describe) ?? "not to be read" }
    handler(
      Finding(
        kind: problem.kind, link: source.link.name, height: source.link.height, message: problem.message, batch: batch,
        expected: expected,
        before: text(before), after: text(state)))
  }
}
