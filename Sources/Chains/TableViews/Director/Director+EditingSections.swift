import Changesets
import DataSources

/// Editing sections. Indexes are those of ``sections``.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if an index does not exist, if a model has no
///   adapter, or if an identity already exists.
/// - Complexity: O(*s* + *k*), *s* being the number of sections, and *k* the number of inserted and removed models; in
///   addition to the work of the chain.
extension Director {
  /// Replaces all sections, and notifies observers of the differences.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setSections(_ sections: [DirectorSection]) throws {
    let new = try sections.map(adapted)
    let batch = DirectorContent.difference(from: leaf.state.states, to: new)
    try editAndCollapse { (content) throws(UpdateError) in try content.replaceAll(by: new, recording: batch) }
  }

  /// Inserts a section at the end.
  public func append(_ section: DirectorSection) throws { try append(contentsOf: [section]) }

  /// Inserts sections at the end.
  public func append(contentsOf sections: [DirectorSection]) throws {
    try insert(contentsOf: sections, at: leaf.state.sections.count)
  }

  /// Inserts a section of models at the end, with a generated identifier.
  ///
  /// ```swift
  /// try director.append(models: [ada, alan]).append(grace)
  /// ```
  ///
  /// - Returns: The section.
  @discardableResult public func append(models: [Any]) throws -> Section {
    var identifier: String
    // A client may have chosen an identifier of this form.
    repeat {
      madeUpIdentifiers += 1
      identifier = "section \(madeUpIdentifiers)"
    } while leaf.state.index(of: identifier) != nil
    let index = leaf.state.sections.count
    try append(DirectorSection(identifier, models: models))
    return Section(identifier, of: self, at: index)
  }

  /// Inserts a section at an index.
  public func insert(_ section: DirectorSection, at index: Int) throws { try insert(contentsOf: [section], at: index) }

  /// Inserts sections at an index.
  public func insert(contentsOf sections: [DirectorSection], at index: Int) throws {
    let sections = try sections.map(adapted)
    // Collapsing is updated even if all sections are expanded: in a session, one of them may have the identifier of a
    // removed one.
    try editAndCollapse { (content) throws(UpdateError) in
      for (offset, section) in sections.enumerated() { try content.insert(section, at: index + offset) }
      return ([], sections.flatMap(\.items))
    }
  }

  /// Removes a section with all its models.
  public func removeSection(at index: Int) throws { try removeSections(at: [index]) }

  /// Removes several sections with all their models.
  public func removeSections(at indexes: some Sequence<Int>) throws {
    // A set, because an index that is given twice is one section.
    var ranges = RangeSet<Int>()
    for index in indexes { ranges.insert(contentsOf: index..<index + 1) }
    try leaf.edit { (content) throws(UpdateError) in
      var removed: [DirectorModel] = []
      // Removed from the last to the first, so that the remaining indexes stay valid.
      for range in ranges.ranges.reversed() {
        removed += try content.sections.removeSections(range).flatMap(\.state.items)
      }
      return (removed, [])
    }
  }

  /// Removes all sections.
  public func removeAll() throws { try removeSections(at: 0..<leaf.state.sections.count) }

  /// Moves a section.
  ///
  /// - Parameters:
  ///   - index: The index of the section.
  ///   - target: The index of the section after the move.
  public func moveSection(from index: Int, to target: Int) throws {
    try leaf.edit { (content) throws(UpdateError) in
      try content.sections.moveSection(from: index, to: target)
      return ([], [])
    }
  }

  /// Swaps two sections.
  public func swapSections(_ first: Int, _ second: Int) throws {
    let (first, second) = (min(first, second), max(first, second))
    try transaction {
      try moveSection(from: second, to: first)
      if second > first + 1 { try moveSection(from: first + 1, to: second) }
    }
  }

  /// Changes a section: its models, its header and footer, and whether it is collapsed. Observers are notified of the
  /// differences.
  ///
  /// ```swift
  /// try director.updateSection(at: 0) { section in
  ///   section.models.swapAt(0, 3)
  ///   section.isCollapsed = false
  /// }
  /// ```
  ///
  /// Edit the section that is passed, and not the director: the result of the closure would replace such edits.
  ///
  /// - Parameters:
  ///   - index: The index of the section.
  ///   - change: Modifies the section in place.
  /// - Throws: `UpdateError` with the code `unknownIdentity` if the closure replaces the section by one with another
  ///   identifier.
  /// - Complexity: O(*n*) on average, *n* being the number of models in the section.
  public func updateSection(at index: Int, _ change: (inout DirectorSection) throws -> Void) throws {
    let state = leaf.state
    try state.sections.requireSection(index)
    let old = state.sections.sections[index].state
    var section = old.whole
    try change(&section)
    guard section.identifier == old.value.identifier else {
      throw UpdateError(
        .unknownIdentity,
        "Section “\(old.value.identifier)” cannot become “\(section.identifier)”. Remove it, and insert the other one.")
    }
    let new = try adapted(section)
    let batch = DirectorContent.difference(from: old, to: new, at: index)
    try editAndCollapse { (content) throws(UpdateError) in
      let replaced = try content.sections.replaceSection(at: index, with: new, recording: batch)
      return (replaced.state.items, new.items)
    }
  }

  /// Hides or shows the models of a section.
  public func setCollapsed(_ isCollapsed: Bool, section index: Int) throws {
    try updateSection(at: index) { $0.isCollapsed = isCollapsed }
  }

  /// Replaces all models of a section, and notifies observers of the differences.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setModels(_ models: [Any], inSection index: Int) throws {
    try updateSection(at: index) { $0.models = models }
  }

  /// Makes an edit that may change which sections are collapsed, and updates the collapse transform.
  private func editAndCollapse(_ edit: @escaping DirectorLeaf.Edit) throws {
    try transaction {
      try leaf.edit(edit)
      // In the same epoch. The closure is called in the turn of the collapse transform, when the leaf shows the state
      // after the edit.
      collapse.configure { [leaf] mapping in
        for (index, section) in leaf.shown.sections.sections.enumerated() {
          if section.header.isCollapsed { mapping.collapse(index) } else { mapping.expand(index) }
        }
      }
    }
  }
}
