extension UpdateBatch {
  /// The shortest way to say the same: lists are sorted and name nothing twice, what a deleted or an inserted section says
  /// for its items goes without saying, and there are as few moves as can be.
  ///
  /// Among the sections, and among the items of each section that survives, what stays in place is the leftmost of the
  /// longest increasing subsequences; an item that goes to another section always moves. So any two batches that say the
  /// same have the same normal form. For batches that contradict themselves see ``Edits/normalised()``. A batch that is a
  /// reload becomes ``reload``.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*k*), and nothing is allocated, where the batch is in
  ///   normal form without moves, and of sections or of items alone.
  public func normalised() -> UpdateBatch {
    isPlain ? self : UpdateBatch(sections: sectionCorrespondence, items: itemCorrespondence)
  }

  /// The batch, in normal form, that does what this one and then another one do.
  ///
  /// What was inserted and then deleted never was; what was inserted and then updated or moved is inserted; what was updated
  /// or moved and then deleted, by itself or with its section, is deleted. Items go with their section where they do not
  /// move by themselves. A reload before or after anything is a reload.
  ///
  /// - Parameter next: A batch whose before space is the after space of this one.
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  public func composed(with next: UpdateBatch) -> UpdateBatch {
    UpdateBatch(
      sections: sectionCorrespondence.followed(by: next.sectionCorrespondence),
      items: itemCorrespondence.followed(by: next.itemCorrespondence))
  }

  /// The batch, in normal form, that leads back.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  public func inverted() -> UpdateBatch {
    UpdateBatch(sections: sectionCorrespondence.inverted, items: itemCorrespondence.inverted)
  }
}

extension UpdateBatch {
  /// Whether a quick look tells that the batch is in normal form: see ``Edits/isPlain``.
  private var isPlain: Bool {
    (sections.isEmpty || items.isEmpty) && sections.isPlain && items.isPlain
  }

  /// Which section is which, in runs even where nothing happened to sections: they are the lists that the items are in.
  var sectionCorrespondence: Correspondence<Int> {
    isReload ? .reload : Correspondence(sections).spelledOut(in: [0])
  }

  /// Which item is which.
  var itemCorrespondence: Correspondence<ItemPath> {
    isReload ? .reload : Correspondence(items, lists: sectionCorrespondence.runs)
  }

  /// Writes down in normal form which section and which item is which.
  init(sections: Correspondence<Int>, items: Correspondence<ItemPath>) {
    self = sections.isReload ? .reload : UpdateBatch(sections: Edits(sections), items: Edits(items))
  }
}
