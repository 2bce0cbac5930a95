public import Changesets
public import DataSources

/// Editing models. Paths are those of ``sections``, also in collapsed sections.
///
/// Within a transaction or an observer, they include pending edits, and thus differ from the paths of cells and
/// messages, which are still those of before.
///
/// - Throws: Each edit throws an `UpdateError`, and changes nothing, if a path does not exist, if a model has no
///   adapter, or if its identity already exists.
/// - Complexity: O(*k* log *n* + *s*), *n* being the number of models in the section, *k* the number of inserted and
///   removed models, and *s* the number of sections; in addition to the work of the chain. Each edit also moves O(*n*)
///   memory.
extension Director {
  /// Inserts a model at the end of a section.
  public func append(_ model: Any, toSection section: Int) throws {
    try append(contentsOf: [model], toSection: section)
  }

  /// Inserts several models at the end of a section.
  public func append(contentsOf models: [Any], toSection section: Int) throws {
    let state = leaf.state
    try state.sections.requireSection(section)
    try insert(contentsOf: models, at: ItemPath(section: section, item: state.sections.count(inSection: section)))
  }

  /// Inserts a model at a path.
  public func insert(_ model: Any, at path: ItemPath) throws { try insert(contentsOf: [model], at: path) }

  /// Inserts models at a path.
  public func insert(contentsOf models: [Any], at path: ItemPath) throws {
    let models = try adapted(models)
    try leaf.edit { (content) throws(UpdateError) in
      _ = try content.sections.replace(path.item..<path.item, inSection: path.section, with: models)
      return ([], models)
    }
  }

  /// Removes the model at a path.
  public func remove(at path: ItemPath) throws {
    try leaf.edit { (content) throws(UpdateError) in ([try content.sections.remove(at: path)], []) }
  }

  /// Removes the models at several paths.
  public func remove(at paths: some Sequence<ItemPath>) throws {
    // Removed from the last to the first, so that the remaining paths stay valid.
    let paths = Set(paths).sorted(by: >)
    try leaf.edit { (content) throws(UpdateError) in
      var removed: [DirectorModel] = []
      for path in paths { removed.append(try content.sections.remove(at: path)) }
      return (removed, [])
    }
  }

  /// Removes a range of models of a section.
  public func removeSubrange(_ range: Range<Int>, inSection section: Int) throws {
    try leaf.edit { (content) throws(UpdateError) in
      (try content.sections.replace(range, inSection: section), [])
    }
  }

  /// Removes all models of a section. The section stays.
  public func removeAll(inSection section: Int) throws {
    let state = leaf.state
    try state.sections.requireSection(section)
    try removeSubrange(0..<state.sections.count(inSection: section), inSection: section)
  }

  /// Replaces a model. If the new model has the same identity, this is recorded as an update, even if both have the
  /// same content.
  public func update(_ model: Any, at path: ItemPath) throws {
    let model = try adapted([model])[0]
    try leaf.edit { (content) throws(UpdateError) in try content.update(model, at: path) }
  }

  /// Moves a model within its section, or to another one.
  ///
  /// - Parameters:
  ///   - path: The path of the model.
  ///   - target: The path of the model after the move.
  public func move(from path: ItemPath, to target: ItemPath) throws {
    try leaf.edit { (content) throws(UpdateError) in
      try content.sections.move(from: path, to: target)
      return ([], [])
    }
  }

  /// Swaps two models, of the same section or of different ones.
  public func swap(_ first: ItemPath, _ second: ItemPath) throws {
    guard first != second else { return }
    let (first, second) = (min(first, second), max(first, second))
    // The first model moves back by one when the second one is inserted before it. If the two are neighbours, it
    // thereby is at its place.
    let isNext = first.section == second.section && second.item == first.item + 1
    try transaction {
      try move(from: second, to: first)
      if !isNext { try move(from: ItemPath(section: first.section, item: first.item + 1), to: second) }
    }
  }
}

/// Editing sessions.
extension Director {
  /// Makes all edits of a closure in one transaction, and notifies observers of the difference between the states:
  /// sections are compared by their identifiers, models by identity and content.
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
  /// A session within another session or a transaction joins it. ``sections`` includes the edits that were made so far.
  ///
  /// - Parameters:
  ///   - animations: How observers should animate the change: an animation for each kind of operation.
  ///   - mutations: Makes edits of the director. It can edit other sources, too.
  ///   - completion: Called once: with true when observers have been notified, or with false if the session, or one
  ///     that it joined, failed and was rolled back.
  /// - Throws: Rethrows the closure's error. Nothing is changed then.
  /// - Complexity: O(*n*) on average, *n* being the number of models, and O(*m* log *m*) for *m* models out of order.
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
