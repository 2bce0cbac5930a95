public import Changesets

/// A leaf that stores sections of items.
///
/// ```swift
/// let shelves = SectionedArraySource([SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: [])])
/// shelves.insert("lime", at: ItemPath(0, 1))
/// shelves.moveSection(from: 1, to: 0)
/// ```
///
/// An edit is made immediately, or, within a transaction or an observer, in the epoch that follows. Its paths are those
/// of that moment, and until then the source shows the state before. If the transaction fails, the edit is not made. A
/// path that does not exist is a programming error, as an index out of bounds of an array is: the program stops, with a
/// message that names the source.
///
/// If items are objects, a change that is made in place notifies nobody: replace the item with itself by
/// ``update(_:at:)``.
public final class SectionedArraySource<Item>: DataSource {
  public let link: ChainLink

  @usableFromInline var list: EditableSections<String?, Item>
  private let accessors: Accessors
  let follower = StateFollower()

  /// The functions that read the list. They are created where the type of the items is known, and so specialised for
  /// it, which methods that conform to ``DataSource`` are not.
  @usableFromInline package struct Accessors {
    @usableFromInline let numberOfItems: (SectionedArraySource, Int) -> Int
    @usableFromInline let item: (SectionedArraySource, ItemPath) -> Item

    @inlinable package init() {
      numberOfItems = { $0.list.count(inSection: $1) }
      item = { $0.list[$1] }
    }
  }

  /// Creates a source with sections.
  ///
  /// - Parameter sections: The names and items of the sections.
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  @inlinable public convenience init(_ sections: [SectionState<String?, Item>] = []) {
    self.init(sections, link: ChainLink("SectionedArraySource"), accessors: Accessors())
  }

  /// Creates the storage of another source, whose link it uses.
  ///
  /// - Parameter accessors: Functions that are created where the type of the items is known.
  @usableFromInline package init(
    _ sections: [SectionState<String?, Item>], link: ChainLink, accessors: Accessors = Accessors()
  ) {
    self.link = link
    self.accessors = accessors
    list = EditableSections(sections)
    link.onUpdate(self) { $0.list.takeBatch() }
  }

  public var numberOfSections: Int { list.count }

  public func numberOfItems(inSection section: Int) -> Int { accessors.numberOfItems(self, section) }

  /// The item at a path.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  @inlinable public subscript(path: ItemPath) -> Item {
    if !list.contains(path) { stop(reading: path) }
    return list[path]
  }

  /// - Complexity: O(log *n*), *n* being the number of items in the section.
  public func item(at path: ItemPath) -> Item { accessors.item(self, path) }

  public func items(inSection section: Int) -> [Item] { list.items(inSection: section) }

  public func name(ofSection section: Int) -> String? { list.sections[section].header }

  /// Changes the list when the edit is made.
  @inlinable func edit<Removed>(
    _ body: @escaping (inout EditableSections<String?, Item>) throws(UpdateError) -> Removed
  ) {
    link.edit { [self] in
      do throws(UpdateError) {
        // Removed values are released after the list was changed.
        withExtendedLifetime(try body(&list)) {}
      } catch {
        stop(by: error)
      }
    }
  }

  /// Stops the program because there is no item at a path.
  @usableFromInline func stop(reading path: ItemPath) -> Never {
    stop(by: list.missing(path.item..<path.item, inSection: path.section, isItem: true))
  }

  /// Stops the program because of an invalid edit, with the message in release builds too.
  @usableFromInline func stop(by error: UpdateError) -> Never { fatalError("\(link.name): \(error.message)") }

  // MARK: - Editing items

  /// Inserts an item at the end of a section.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside the cost of the chain's update.
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
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside the cost of the chain's update.
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
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside the cost of the chain's update.
  @inlinable public func remove(at path: ItemPath) {
    edit { (list) throws(UpdateError) in try list.remove(at: path) }
  }

  /// Removes items of a section.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of removed items and *n* that of all in the section.
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

  /// Replaces items of a section with others, which are treated as new, whether or not they equal former ones.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of removed and inserted items and *n* that of all in the
  ///   section.
  public func replaceSubrange(_ range: Range<Int>, inSection section: Int, with items: some Collection<Item>) {
    let items = Array(items)
    edit { (list) throws(UpdateError) in try list.replace(range, inSection: section, with: items) }
  }

  /// Replaces an item, as an update of it.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside the cost of the chain's update.
  @inlinable public func update(_ item: Item, at path: ItemPath) {
    edit { (list) throws(UpdateError) in try list.update(item, at: path) }
  }

  /// Changes an item, as an update of it.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - change: Changes the item when the edit is made. It may read the source.
  /// - Complexity: O(log *n*), *n* being the number of items in the section, beside the cost of the chain's update.
  @inlinable public func update(at path: ItemPath, _ change: @escaping (inout Item) -> Void) {
    link.edit { [self] in
      do throws(UpdateError) {
        try list.require(path)
        // A copy, because `change` is code of clients and may read the list, which must not be in the midst of a
        // change then.
        var item = list[path]
        change(&item)
        withExtendedLifetime(try list.update(item, at: path)) {}
      } catch {
        stop(by: error)
      }
    }
  }

  /// Moves an item, possibly to another section.
  ///
  /// - Parameters:
  ///   - path: The path of the item before the move.
  ///   - target: The path of the item after the move.
  /// - Complexity: O(log *n*), *n* being the number of items in the sections, beside the cost of the chain's update.
  @inlinable public func move(from path: ItemPath, to target: ItemPath) {
    edit { (list) throws(UpdateError) in try list.move(from: path, to: target) }
  }

  // MARK: - Editing sections

  /// Inserts a section at the end.
  ///
  /// - Complexity: O(*k*), *k* being the number of its items, beside the cost of the chain's update.
  public func appendSection(_ section: SectionState<String?, Item>) {
    edit { (list) throws(UpdateError) in try list.insertSection(section, at: list.count) }
  }

  /// Inserts a section.
  ///
  /// - Complexity: O(*k* + *s*), *k* being the number of its items and *s* that of sections, beside the cost of the
  ///   chain's update.
  public func insertSection(_ section: SectionState<String?, Item>, at index: Int) {
    edit { (list) throws(UpdateError) in try list.insertSection(section, at: index) }
  }

  /// Removes a section with all its items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside the cost of the chain's update.
  public func removeSection(at index: Int) {
    edit { (list) throws(UpdateError) in
      try list.requireSection(index)
      return try list.removeSections(index..<index + 1)
    }
  }

  /// Removes all sections with all their items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections, beside the cost of the chain's update.
  public func removeAll() { edit { (list) throws(UpdateError) in try list.removeSections(0..<list.count) } }

  /// Moves a section with all its items.
  ///
  /// - Parameters:
  ///   - index: The index of the section before the move.
  ///   - target: The index of the section after the move.
  /// - Complexity: O(*s*), *s* being the number of sections, beside the cost of the chain's update.
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

  /// Replaces all sections with others, which are treated as new.
  ///
  /// Downstream links forget what they know about individual items and sections, such as which are hidden. To keep
  /// it, use ``setSections(_:by:)``.
  ///
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  public func reload(_ sections: [SectionState<String?, Item>]) {
    edit { (list) throws(UpdateError) in list.replaceAll(with: sections, recording: .reload) }
  }

  // MARK: - States

  /// Replaces all sections, and notifies observers of the differences: items that are in both states are retained or
  /// moved.
  ///
  /// ```swift
  /// shelves.setSections(delivered, by: DeltaUpdater())    // Identifiable & Equatable
  /// ```
  ///
  /// - Parameters:
  ///   - sections: The new sections.
  ///   - updater: The criteria by which items are matched and compared, and by which sections match.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* items out
  ///   of order.
  public func setSections<M: Matching>(_ sections: [SectionState<String?, Item>], by updater: DeltaUpdater<M>)
  where M.Element == Item { change { (sections, updater.batch(from: $0, to: sections)) } }

  /// Replaces all sections when the edit is made.
  ///
  /// - Parameter change: Returns the new sections, and the batch that leads to them. It may read the source.
  func change(
    _ change: @escaping ([SectionState<String?, Item>]) -> ([SectionState<String?, Item>], UpdateBatch)
  ) {
    link.edit { [self] in
      let (sections, batch) = change(self.sections)
      withExtendedLifetime(list.replaceAll(with: sections, recording: batch)) {}
    }
  }

  /// Shows the states that a sequence delivers, one after the other, in the isolation domain of the caller.
  ///
  /// Each state is compared with the one that is shown when it arrives, and is one update. Following ends when the
  /// sequence ends, when the task is cancelled, or when the source follows another sequence. Only the latest sequence
  /// is followed, and later elements of an earlier one are discarded.
  ///
  /// The call keeps the source alive. Cancel its task when the source is no longer needed.
  ///
  /// - Parameters:
  ///   - states: The sections of each state.
  ///   - updater: The criteria by which items are matched and compared, and by which sections match.
  /// - Throws: The error that the sequence throws. The last state stays.
  public nonisolated(nonsending) func follow<M: Matching, States: AsyncSequence>(
    _ states: States, by updater: DeltaUpdater<M>
  ) async throws(States.Failure) where M.Element == Item, States.Element == [SectionState<String?, Item>] {
    try await follower.follow(states) { setSections($0, by: updater) }
  }
}
