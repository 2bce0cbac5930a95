public import Changesets
public import DataSources

/// Editing models. Places are those of ``sections``, also in sections that are collapsed.
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

  /// Removes the models at some places.
  public func remove(at paths: some Sequence<ItemPath>) throws {
    // From the last to the first, so that the places of those that remain are right.
    let paths = Set(paths).sorted(by: >)
    try leaf.edit { (content) throws(UpdateError) in
      var removed: [DirectorModel] = []
      for path in paths { removed.append(try content.sections.remove(at: path)) }
      return (removed, [])
    }
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
  /// A session within another one, or within a transaction, joins it. ``sections`` shows what the edits so far come to.
  ///
  /// - Parameters:
  ///   - animations: How observers are to show the change: an animation for each kind of operation.
  ///   - mutations: Asks for edits of the director; other sources may be edited, too.
  ///   - completion: Is called once: with true when observers were notified, or with false when the session, or one that it had joined,
  ///     failed and was rolled back.
  /// - Throws: What the closure throws; then nothing is changed.
  /// - Complexity: O(*n*) on average, *n* being the number of models, and O(*m* log *m*) for *m* out of order.
  public func reload<Result>(
    animated animations: UpdateAnimations = .automatic, after mutations: () throws -> Result,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) rethrows -> Result {
    try transaction(animated: animations) {
      leaf.compare(completion: completion)
      return try mutations()
    }
  }
}
