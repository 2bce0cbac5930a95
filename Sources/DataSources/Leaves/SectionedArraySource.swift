public import Changesets

/// A leaf that holds sections of items.
///
/// ```swift
/// let shelves = SectionedArraySource([SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: [])])
/// shelves.insert("lime", at: ItemPath(0, 1))
/// shelves.moveSection(from: 1, to: 0)
/// ```
///
/// An edit is made at once, or, within a transaction or an observer, when its turn comes: its places are those of that
/// moment, and until then the source shows the state before. Where the transaction fails, it is not made. A place that does not exist
/// is a programmer's error, as with an array: the program stops, with a message that names the source.
public final class SectionedArraySource<Item>: DataSource {
  /// The source's place in its chains.
  public let link: ChainLink

  @usableFromInline var list: EditableSections<String?, Item>
  /// Returns an item of the list, compiled for the type of the items, which methods that answer for any data source are not.
  private let reader: (SectionedArraySource, ItemPath) -> Item
  let follower = StateFollower()

  /// Creates a source of some sections.
  ///
  /// - Parameter sections: Their names and their items.
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  @inlinable public convenience init(_ sections: [SectionState<String?, Item>] = []) {
    self.init(sections, link: ChainLink("SectionedArraySource")) { $0.list[$1] }
  }

  /// Creates the content of another source, which has its link.
  ///
  /// - Parameter reader: Returns an item of the list: a function that is made where the type of the items is known.
  @usableFromInline package init(
    _ sections: [SectionState<String?, Item>], link: ChainLink,
    reader: @escaping (SectionedArraySource, ItemPath) -> Item = { $0.list[$1] }
  ) {
    self.link = link
    self.reader = reader
    list = EditableSections(sections)
    link.onUpdate(unowned: self) { $0.list.takeBatch() }
  }

  deinit { link.retire() }

  /// The number of sections.
  public var numberOfSections: Int { list.count }

  /// The number of items in a section.
  public func numberOfItems(inSection section: Int) -> Int { list.count(inSection: section) }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  @inlinable public subscript(path: ItemPath) -> Item { list[path] }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func item(at path: ItemPath) -> Item { reader(self, path) }

  /// The items of a section, in order.
  ///
  /// - Complexity: O(*k*), *k* being the number of items in the section.
  public func items(inSection section: Int) -> [Item] { list.items(inSection: section) }

  /// The name of a section.
  public func name(ofSection section: Int) -> String? { list.sections[section].header }

  /// Edits the list when the edit's turn comes.
  @inlinable func edit<Removed>(
    _ body: @escaping (inout EditableSections<String?, Item>) throws(UpdateError) -> Removed
  ) {
    link.edit { [self] in
      do throws(UpdateError) {
        // What was removed is released when the list is not being changed any more.
        withExtendedLifetime(try body(&list)) {}
      } catch {
        stop(by: error)
      }
    }
  }

  /// Stops the program because of an edit that cannot be made, in release builds with the message, too.
  @usableFromInline func stop(by error: UpdateError) -> Never { fatalError("\(link.name): \(error.message)") }
}

// MARK: - Editing items

extension SectionedArraySource {
  /// Inserts an item at the end of a section.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  @inlinable public func append(_ item: Item, toSection section: Int) {
    edit { (list) throws(UpdateError) in
      try list.requireSection(section)
      try list.insert(item, at: ItemPath(section: section, item: list.count(inSection: section)))
    }
  }

  /// Inserts items at the end of a section.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all in the section.
  public func append(contentsOf items: some Collection<Item>, toSection section: Int) {
    let items = Array(items)
    edit { (list) throws(UpdateError) in
      try list.requireSection(section)
      let end = list.count(inSection: section)
      return try list.replace(end..<end, inSection: section, with: items)
    }
  }

  /// Inserts an item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  @inlinable public func insert(_ item: Item, at path: ItemPath) {
    edit { (list) throws(UpdateError) in try list.insert(item, at: path) }
  }

  /// Inserts items.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of new items and *n* that of all in the section.
  public func insert(contentsOf items: some Collection<Item>, at path: ItemPath) {
    replaceSubrange(path.item..<path.item, inSection: path.section, with: items)
  }

  /// Removes an item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  @inlinable public func remove(at path: ItemPath) {
    edit { (list) throws(UpdateError) in try list.remove(at: path) }
  }

  /// Removes items of a section.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that go and *n* that of all in the section.
  public func removeSubrange(_ range: Range<Int>, inSection section: Int) {
    replaceSubrange(range, inSection: section, with: [])
  }

  /// Removes all items of a section, which stays.
  ///
  /// - Complexity: O(*n*), *n* being the number of items in the section.
  public func removeAll(inSection section: Int) {
    edit { (list) throws(UpdateError) in
      try list.requireSection(section)
      return try list.replace(0..<list.count(inSection: section), inSection: section)
    }
  }

  /// Replaces items of a section by others, which are new, whatever they are equal to.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of items that come and go and *n* that of all in the section.
  public func replaceSubrange(_ range: Range<Int>, inSection section: Int, with items: some Collection<Item>) {
    let items = Array(items)
    edit { (list) throws(UpdateError) in try list.replace(range, inSection: section, with: items) }
  }

  /// Replaces an item by another one, which is an update of it.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  @inlinable public func update(_ item: Item, at path: ItemPath) {
    edit { (list) throws(UpdateError) in try list.update(item, at: path) }
  }

  /// Changes an item, as an update of it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - change: Changes it when its turn comes. It may read the source.
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside what the chain does.
  @inlinable public func update(at path: ItemPath, _ change: @escaping (inout Item) -> Void) {
    link.edit { [self] in
      do throws(UpdateError) {
        try list.require(path)
        var item = list[path]
        change(&item)
        withExtendedLifetime(try list.update(item, at: path)) {}
      } catch {
        stop(by: error)
      }
    }
  }

  /// Moves an item, perhaps to another section.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - target: Where it is afterwards.
  /// - Complexity: O(log *n*), *n* being the number of items in the sections, beside what the chain does.
  @inlinable public func move(from path: ItemPath, to target: ItemPath) {
    edit { (list) throws(UpdateError) in try list.move(from: path, to: target) }
  }
}

// MARK: - Editing sections

extension SectionedArraySource {
  /// Inserts a section at the end.
  ///
  /// - Complexity: O(*k*), *k* being the number of its items, beside what the chain does.
  public func appendSection(_ section: SectionState<String?, Item>) {
    edit { (list) throws(UpdateError) in try list.insertSection(section, at: list.count) }
  }

  /// Inserts a section.
  ///
  /// - Complexity: O(*k* + *s*), *k* being the number of its items and *s* that of sections, beside what the chain
  ///   does.
  public func insertSection(_ section: SectionState<String?, Item>, at index: Int) {
    edit { (list) throws(UpdateError) in try list.insertSection(section, at: index) }
  }

  /// Removes a section with all its items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func removeSection(at index: Int) {
    edit { (list) throws(UpdateError) in
      try list.requireSection(index)
      return try list.removeSections(index..<index + 1)
    }
  }

  /// Removes all sections with all their items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func removeAll() {
    edit { (list) throws(UpdateError) in try list.removeSections(0..<list.count) }
  }

  /// Moves a section with all its items.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - target: Where it is afterwards.
  /// - Complexity: O(*s*), *s* being the number of sections, beside what the chain does.
  public func moveSection(from index: Int, to target: Int) {
    edit { (list) throws(UpdateError) in try list.moveSection(from: index, to: target) }
  }

  /// Renames a section.
  public func renameSection(at index: Int, _ name: String?) {
    edit { (list) throws(UpdateError) in
      try list.requireSection(index)
      return try list.setHeader(name, ofSection: index, isUpdate: name != list.sections[index].header)
    }
  }

  /// Replaces all sections by others, which are new.
  ///
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  public func reload(_ sections: [SectionState<String?, Item>]) {
    edit { (list) throws(UpdateError) in list.replaceAll(with: sections, recording: .reload) }
  }
}

// MARK: - States

extension SectionedArraySource {
  /// Replaces all sections, and notifies of what is different: what is still there stays or moves.
  ///
  /// ```swift
  /// shelves.setSections(delivered, by: DeltaUpdater())    // Identifiable & Equatable
  /// ```
  ///
  /// - Parameters:
  ///   - sections: The sections after.
  ///   - updater: What tells items apart, whether one that is in both states changed, and which sections match.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* items out
  ///   of order.
  public func setSections<M: Matching>(_ sections: [SectionState<String?, Item>], by updater: DeltaUpdater<M>)
  where M.Element == Item {
    change { (sections, updater.batch(from: $0, to: sections)) }
  }

  /// Replaces all sections when the edit's turn comes.
  ///
  /// - Parameter change: Returns the sections after, and the batch that leads there. It may read the source.
  func change(
    _ change: @escaping ([SectionState<String?, Item>]) -> ([SectionState<String?, Item>], UpdateBatch)
  ) {
    link.edit { [self] in
      let (sections, batch) = change(self.sections)
      withExtendedLifetime(list.replaceAll(with: sections, recording: batch)) {}
    }
  }

  /// Shows the states of a sequence, one after the other, in the isolation domain of the caller.
  ///
  /// Each state is compared with what is shown when it arrives, and is one update. Following ends with the
  /// sequence, with the task, or when the source follows another one: only the latest is followed, and what
  /// an earlier one still delivers is not shown.
  ///
  /// - Parameters:
  ///   - states: The sections of each state.
  ///   - updater: What tells items apart, whether one that is in both states changed, and which sections match.
  /// - Throws: What the sequence throws; the last state stays.
  public nonisolated(nonsending) func follow<M: Matching, States: AsyncSequence>(
    _ states: States, by updater: DeltaUpdater<M>
  ) async throws(States.Failure) where M.Element == Item, States.Element == [SectionState<String?, Item>] {
    try await follower.follow(states) { setSections($0, by: updater) }
  }
}
