extension Edits where Place == Int {
  /// The shortest way to say the same: lists are sorted and name nothing twice, and there are as few moves as can be.
  ///
  /// What stays in place is the leftmost of the longest increasing subsequences of the survivors, so any two edits that say
  /// the same have the same normal form. Edits that contradict themselves say something too: a move that disagrees with a
  /// delete, an insert or an earlier move (in the order of the pairs) is the delete of the one place and the insert of the
  /// other; an update that is not of a survivor, in both of its places, says nothing; nor does a place that no list can
  /// have. Edits that are a reload have no lists.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), and nothing is allocated, where they are in normal
  ///   form without moves.
  public func normalised() -> Edits {
    isPlain ? self : Edits(Correspondence(self))
  }

  /// The edits, in normal form, that do what these and then others do.
  ///
  /// What was inserted and then deleted never was; what was inserted and then updated or moved is inserted; what was updated
  /// or moved and then deleted is deleted. A reload before or after anything is a reload.
  ///
  /// - Parameter next: Edits whose before space is the after space of these.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: Edits) -> Edits {
    Edits(Correspondence(self).followed(by: Correspondence(next)))
  }

  /// The edits, in normal form, that lead back.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> Edits {
    Edits(Correspondence(self).inverted)
  }
}
