public import Changesets
import DataSources

/// Editing sections. Indexes are those of ``content``.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if a place does not exist, a model has no adapter, or an
///   identity is there already.
/// - Complexity: O(*s* + *k*), *s* being the number of sections and *k* that of the models that come and go, beside what the chain does.
extension Director {
  /// Puts other sections in the place of all, and tells what is different.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setSections(_ sections: [DirectorSection]) throws { try edit(.replaceAll(try sections.map(adapted))) }

  /// Puts a section at the end.
  public func append(_ section: DirectorSection) throws { try insert(section, at: leaf.state.sections.count) }

  /// Puts a section at an index.
  public func insert(_ section: DirectorSection, at index: Int) throws {
    try edit(.insertSection(try adapted(section), at: index))
  }

  /// Takes a section out, with all its models.
  public func removeSection(at index: Int) throws { try edit(.removeSections(index..<index + 1)) }

  /// Takes all sections out.
  public func removeAll() throws { try edit(.removeSections(0..<leaf.state.sections.count)) }

  /// Moves a section.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - target: Where it is afterwards.
  public func moveSection(from index: Int, to target: Int) throws { try edit(.moveSection(from: index, to: target)) }

  /// Lets two sections change places.
  public func swapSections(_ first: Int, _ second: Int) throws {
    let (first, second) = (min(first, second), max(first, second))
    try transaction {
      try edit(.moveSection(from: second, to: first))
      if second > first + 1 { try edit(.moveSection(from: first + 1, to: second)) }
    }
  }

  /// Changes a section: its models, its header and footer, whether it is collapsed. What is different is told, and no more.
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
    var section = try existing(index).whole
    let identifier = section.identifier
    try change(&section)
    guard section.identifier == identifier else {
      throw UpdateError(
        .unknownIdentity,
        "Section “\(identifier)” cannot become “\(section.identifier)”. Remove it, and insert the other one.")
    }
    try edit(.replaceSection(try adapted(section), at: index))
  }

  /// Hides or shows the models of a section.
  public func setCollapsed(_ isCollapsed: Bool, section index: Int) throws {
    try updateSection(at: index) { $0.isCollapsed = isCollapsed }
  }

  /// Puts other models in the place of all of a section, and tells what is different.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of models.
  public func setModels(_ models: [Any], inSection index: Int) throws {
    try updateSection(at: index) { $0.models = models }
  }
}

/// Editing models. Places are those of ``content``, also in sections that are collapsed.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if a place does not exist, a model has no adapter, or an
///   identity is there already.
/// - Complexity: O(*n*), *n* being the number of models in the section, beside what the chain does; of that, all but O(*k*) for *k* models
///   that come and go is no more than moving memory.
extension Director {
  /// Puts a model at the end of a section.
  public func append(_ model: Any, toSection section: Int) throws {
    try append(contentsOf: [model], toSection: section)
  }

  /// Puts models at the end of a section.
  public func append(contentsOf models: [Any], toSection section: Int) throws {
    let count = try existing(section).models.count
    try insert(contentsOf: models, at: ItemPath(section: section, item: count))
  }

  /// Puts a model at a place.
  public func insert(_ model: Any, at path: ItemPath) throws { try insert(contentsOf: [model], at: path) }

  /// Puts models at a place.
  public func insert(contentsOf models: [Any], at path: ItemPath) throws {
    try edit(.insertModels(try adapted(models), at: path))
  }

  /// Takes a model out.
  public func remove(at path: ItemPath) throws {
    try removeSubrange(path.item..<path.item + 1, inSection: path.section)
  }

  /// Takes models out of a section.
  public func removeSubrange(_ range: Range<Int>, inSection section: Int) throws {
    try edit(.removeModels(range, inSection: section))
  }

  /// Takes all models out of a section, which stays.
  public func removeAll(inSection section: Int) throws {
    try removeSubrange(0..<(try existing(section).models.count), inSection: section)
  }

  /// Puts a model in the place of another one. If it has the same identity, it is an update of it, also where the two look the same.
  public func update(_ model: Any, at path: ItemPath) throws {
    for model in try adapted([model]) { try edit(.updateModel(model, at: path)) }
  }

  /// Moves a model, also to another section.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - target: Where it is afterwards.
  public func move(from path: ItemPath, to target: ItemPath) throws { try edit(.moveModel(from: path, to: target)) }

  /// Lets two models change places, also of different sections.
  public func swap(_ first: ItemPath, _ second: ItemPath) throws {
    guard first != second else { return }
    let (first, second) = (min(first, second), max(first, second))
    let isNext = first.section == second.section && second.item == first.item + 1
    try transaction {
      try move(from: second, to: first)
      if !isNext { try move(from: ItemPath(section: first.section, item: first.item + 1), to: second) }
    }
  }

  private func existing(_ index: Int) throws -> DirectorState.Section {
    let state = leaf.state
    guard state.sections.indices.contains(index) else {
      throw UpdateError(.outOfRange, "There is no section \(index). Give an index in \(state.sections.indices).")
    }
    return state.sections[index]
  }
}
