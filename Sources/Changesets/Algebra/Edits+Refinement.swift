extension Edits where Place == Int {
  /// What the edits come to, in normal form, when both states are looked at: what has the same content is no update, and
  /// what was deleted and inserted again is retained or moved, and updated if its content changed.
  ///
  /// Elements of the same identity are paired in order. A reload stays one: `diff` is there for that. Places that do not
  /// exist in the states are left as they are.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  ///   - matching: What tells elements apart.
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of edits.
  public func refined<M: Matching>(from old: [M.Element], to new: [M.Element], matching: M) -> Edits {
    let correspondence = Correspondence(self).spelledOut(in: [0])
    return Edits(
      correspondence.refined(
        deletes: correspondence.deletes, inserts: correspondence.inverted.deletes, matching: matching,
        old: { old.element(at: $0) }, new: { new.element(at: $0) }))
  }
}

extension Array {
  /// The element at an index, if there is one.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
