public import Changesets
import DataSources

/// Editing sections. Indexes are those of ``content``.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if a place does not exist, a model has no adapter, or an
///   identity is there already.
/// - Complexity: O(*s* + *k*), *s* being the number of sections and *k* that of the models that come and go, beside what the chain does.
extension Director {
  /// Replaces all sections, and notifies of what is different.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setSections(_ sections: [DirectorSection]) throws {
    let new = try sections.map(adapted)
    let batch = DirectorContent.difference(from: leaf.state.states, to: new)
    try editAndCollapse { (content) throws(UpdateError) in try content.replaceAll(by: new, recording: batch) }
  }

  /// Inserts a section at the end.
  public func append(_ section: DirectorSection) throws { try insert(section, at: leaf.state.sections.count) }

  /// Inserts a section.
  public func insert(_ section: DirectorSection, at index: Int) throws {
    let section = try adapted(section)
    // Also one that is expanded: in a session, it may be one that was removed.
    try editAndCollapse { (content) throws(UpdateError) in try content.insert(section, at: index) }
  }

  /// Removes a section with all its models.
  public func removeSection(at index: Int) throws {
    try leaf.state.sections.requireSection(index)
    try removeSections(index..<index + 1)
  }

  /// Removes all sections.
  public func removeAll() throws { try removeSections(0..<leaf.state.sections.count) }

  private func removeSections(_ range: Range<Int>) throws {
    try leaf.edit { (content) throws(UpdateError) in
      (try content.sections.removeSections(range).flatMap(\.state.items), [])
    }
  }

  /// Moves a section.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - target: Where it is afterwards.
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

  /// Changes a section: its models, its header and footer, whether it is collapsed. Observers are notified of what is different.
  ///
  /// ```swift
  /// try director.updateSection(at: 0) { section in
  ///   section.models.swapAt(0, 3)
  ///   section.isCollapsed = false
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - index: Its index.
  ///   - change: Changes it.
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

  /// Replaces all models of a section, and notifies of what is different.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setModels(_ models: [Any], inSection index: Int) throws {
    try updateSection(at: index) { $0.models = models }
  }

  /// Creates an edit after which sections may be collapsed that were not, or the other way round.
  private func editAndCollapse(_ edit: @escaping DirectorLeaf.Edit) throws {
    try transaction {
      try leaf.edit(edit)
      collapse.configure { [leaf] mapping in
        for (index, section) in leaf.shown.sections.sections.enumerated() {
          if section.header.isCollapsed { mapping.collapse(index) } else { mapping.expand(index) }
        }
      }
    }
  }
}

/// Editing models. Places are those of ``content``, also in sections that are collapsed.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if a place does not exist, a model has no adapter, or an
///   identity is there already.
/// - Complexity: O(*k* log *n* + *s*), *n* being the number of models in the section, *k* that of those that come and go, and *s* that of
///   sections, beside what the chain does; O(*n*) more, which is no more than moving memory.
extension Director {
  /// Inserts a model at the end of a section.
  public func append(_ model: Any, toSection section: Int) throws {
    try append(contentsOf: [model], toSection: section)
  }

  /// Inserts models at the end of a section.
  public func append(contentsOf models: [Any], toSection section: Int) throws {
    let state = leaf.state
    try state.sections.requireSection(section)
    try insert(contentsOf: models, at: ItemPath(section: section, item: state.sections.count(inSection: section)))
  }

  /// Inserts a model.
  public func insert(_ model: Any, at path: ItemPath) throws { try insert(contentsOf: [model], at: path) }

  /// Inserts models.
  public func insert(contentsOf models: [Any], at path: ItemPath) throws {
    let models = try adapted(models)
    try leaf.edit { (content) throws(UpdateError) in
      _ = try content.sections.replace(path.item..<path.item, inSection: path.section, with: models)
      return ([], models)
    }
  }

  /// Removes a model.
  public func remove(at path: ItemPath) throws {
    try leaf.edit { (content) throws(UpdateError) in ([try content.sections.remove(at: path)], []) }
  }

  /// Removes models of a section.
  public func removeSubrange(_ range: Range<Int>, inSection section: Int) throws {
    try leaf.edit { (content) throws(UpdateError) in
      (try content.sections.replace(range, inSection: section), [])
    }
  }

  /// Removes all models of a section, which stays.
  public func removeAll(inSection section: Int) throws {
    let state = leaf.state
    try state.sections.requireSection(section)
    try removeSubrange(0..<state.sections.count(inSection: section), inSection: section)
  }

  /// Replaces a model by another one. If it has the same identity, it is an update of it, also where the two look the same.
  public func update(_ model: Any, at path: ItemPath) throws {
    let model = try adapted([model])[0]
    try leaf.edit { (content) throws(UpdateError) in try content.update(model, at: path) }
  }

  /// Moves a model, perhaps to another section.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - target: Where it is afterwards.
  public func move(from path: ItemPath, to target: ItemPath) throws {
    try leaf.edit { (content) throws(UpdateError) in
      try content.sections.move(from: path, to: target)
      return ([], [])
    }
  }

  /// Swaps two models, perhaps of different sections.
  public func swap(_ first: ItemPath, _ second: ItemPath) throws {
    guard first != second else { return }
    let (first, second) = (min(first, second), max(first, second))
    let isNext = first.section == second.section && second.item == first.item + 1
    try transaction {
      try move(from: second, to: first)
      if !isNext { try move(from: ItemPath(section: first.section, item: first.item + 1), to: second) }
    }
  }
}

/// Editing sessions.
extension Director {
  /// Makes all edits that a closure asks for in one transaction, and notifies observers of the difference between the states: sections by
  /// their identifiers, then models by identity and content.
  ///
  /// ```swift
  /// try director.reload {
  ///   try director.removeAll()
  ///   for section in load() { try director.append(section) }     // what was there before stays
  /// } completion: { isMade in
  ///   print(isMade ? "done" : "rolled back")
  /// }
  /// ```
  ///
  /// A session within another one, or within a transaction, joins it. ``content`` shows what the edits so far come to.
  ///
  /// - Parameters:
  ///   - mutations: Asks for edits of the director; other sources may be edited, too.
  ///   - completion: Is called once: with true when observers were notified, or with false when the session, or one that it had joined,
  ///     failed and was rolled back.
  /// - Throws: What the closure throws; then nothing is changed.
  /// - Complexity: O(*n*) on average, *n* being the number of models, and O(*m* log *m*) for *m* out of order.
  public func reload<Result>(
    after mutations: () throws -> Result, completion: ((_ isMade: Bool) -> Void)? = nil
  ) rethrows -> Result {
    try transaction {
      leaf.compare(completion: completion)
      return try mutations()
    }
  }
}
