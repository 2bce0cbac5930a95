public import Changesets
public import OrderedTrees

/// Sections of items that record their edits: the contents of every leaf that is edited in place.
///
/// An edit is checked before it changes anything. If a path does not exist, an `UpdateError` with the code `outOfRange`
/// is thrown. An array source stops the program with that error, because its paths come from the program; a director
/// throws it.
///
/// No code of clients runs while the list is being changed. So edits take values instead of closures, and return what
/// they replace or remove: the deinitializer of an item may read the source that contained the item.
///
/// The list does not support transactions. Its owner edits it in ``ChainLink/edit(_:)``, or first edits a copy to check
/// whether the edit is valid. Copies share the parts that were not edited.
///
/// - Complexity: Reading and editing an item takes O(log *n*), *n* being the number of items in the section, unless
///   another cost is stated.
@usableFromInline package struct EditableSections<Header, Item> {
  /// A section: its header, and its items.
  @usableFromInline package struct Section {
    @usableFromInline package internal(set) var header: Header
    @usableFromInline var items: ChunkedArray<Item>

    init(_ state: SectionState<Header, Item>) {
      header = state.value
      items = ChunkedArray(state.items)
    }

    /// The section as a value with an array of items.
    ///
    /// - Complexity: O(*k*), *k* being the number of items.
    package var state: SectionState<Header, Item> { SectionState(header, items: items.all) }

    /// The number of items.
    package var numberOfItems: Int { items.count }

    /// The item at a position.
    ///
    /// - Complexity: O(log *k*), *k* being the number of items.
    package subscript(position: Int) -> Item { items[position] }
  }

  @usableFromInline package internal(set) var sections: [Section]
  @usableFromInline var recorder = BatchRecorder()

  /// Creates a list of sections.
  ///
  /// - Complexity: O(*n* + *s*), *n* being the number of items and *s* that of sections.
  package init(_ sections: [SectionState<Header, Item>] = []) { self.sections = sections.map(Section.init) }

  /// Returns the batch of all edits since the last call.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  package mutating func takeBatch() -> UpdateBatch { recorder.finish() }

  // MARK: - Reading

  /// The number of sections.
  package var count: Int { sections.count }

  /// The number of items in a section.
  @inlinable package func count(inSection section: Int) -> Int { sections[section].items.count }

  /// Returns the items of a section.
  ///
  /// - Complexity: O(*k*), *k* being the number of items in the section.
  package func items(inSection section: Int) -> [Item] { sections[section].items.all }

  /// The item at a path.
  // Always inlined, because a call of the getter would copy the whole list.
  @inlinable package subscript(path: ItemPath) -> Item {
    @inline(__always) get { sections[path.section].items[path.item] }
  }

  /// Returns whether an item exists at a path.
  @inlinable package func contains(_ path: ItemPath) -> Bool {
    sections.indices.contains(path.section) && path.item >= 0 && path.item < count(inSection: path.section)
  }

  // MARK: - Editing items

  /// Inserts an item.
  @inlinable package mutating func insert(_ item: Item, at path: ItemPath) throws(UpdateError) {
    // An empty range is a position to insert at, such as the end of the section.
    try require(path.item..<path.item, inSection: path.section)
    recorder.insertItems(at: path)
    sections[path.section].items.insert(item, at: path.item)
  }

  /// Removes an item.
  @inlinable package mutating func remove(at path: ItemPath) throws(UpdateError) -> Item {
    try require(path)
    recorder.removeItems(at: path)
    return sections[path.section].items.remove(at: path.item)
  }

  /// Replaces an item, as an update of it.
  @inlinable package mutating func update(_ item: Item, at path: ItemPath) throws(UpdateError) -> Item {
    try require(path)
    recorder.updateItem(at: path)
    return sections[path.section].items.replace(at: path.item, with: item)
  }

  /// Moves an item, possibly to another section.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items in the sections.
  @inlinable package mutating func move(from path: ItemPath, to target: ItemPath) throws(UpdateError) {
    try require(path)
    if path.section == target.section {
      try require(target)
    } else {
      // In another section, the position behind the last item is valid too.
      try require(target.item..<target.item, inSection: target.section)
    }
    recorder.moveItem(from: path, to: target)
    let item = sections[path.section].items.remove(at: path.item)
    sections[target.section].items.insert(item, at: target.item)
  }

  /// Replaces items with others, which are treated as new.
  ///
  /// - Complexity: O(*k* + log *n*), *k* being the number of removed and inserted items and *n* that of all in the
  ///   section.
  package mutating func replace(
    _ range: Range<Int>, inSection section: Int, with items: [Item] = []
  ) throws(UpdateError) -> [Item] {
    try require(range, inSection: section)
    let start = ItemPath(section: section, item: range.lowerBound)
    recorder.removeItems(range.count, at: start)
    recorder.insertItems(items.count, at: start)
    // All items together are copied chunk by chunk, and not position by position.
    let isAll = range.count == count(inSection: section)
    let removed = isAll ? self.items(inSection: section) : Array(sections[section].items[range])
    sections[section].items.removeSubrange(range)
    sections[section].items.insert(contentsOf: items, at: range.lowerBound)
    return removed
  }

  // MARK: - Editing sections

  /// Inserts a section.
  ///
  /// - Complexity: O(*k* + *s*), *k* being the number of its items and *s* that of sections.
  package mutating func insertSection(
    _ section: SectionState<Header, Item>, at index: Int
  ) throws(UpdateError) {
    guard (0...count).contains(index) else { throw .noSection(index, in: 0..<count + 1) }
    recorder.insertSections(at: index)
    sections.insert(Section(section), at: index)
  }

  /// Removes sections with all their items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  package mutating func removeSections(_ range: Range<Int>) throws(UpdateError) -> [Section] {
    for index in [range.lowerBound, range.upperBound - 1] where !range.isEmpty { try requireSection(index) }
    recorder.removeSections(range.count, at: range.lowerBound)
    let removed = Array(sections[range])
    sections.removeSubrange(range)
    return removed
  }

  /// Moves a section with all its items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  package mutating func moveSection(from index: Int, to target: Int) throws(UpdateError) {
    try requireSection(index)
    try requireSection(target)
    recorder.moveSection(from: index, to: target)
    sections.insert(sections.remove(at: index), at: target)
  }

  /// Replaces the header of a section.
  ///
  /// - Parameter isUpdate: Whether the section looks different with the new header.
  package mutating func setHeader(
    _ header: Header, ofSection index: Int, isUpdate: Bool
  ) throws(UpdateError) -> Header {
    try requireSection(index)
    if isUpdate { recorder.updateSection(at: index) }
    let old = sections[index].header
    sections[index].header = header
    return old
  }

  /// Replaces a section, and records a batch that describes the differences.
  ///
  /// - Complexity: O(*n* + *k* log *k*), *n* being the number of items in the section and *k* that of edits.
  package mutating func replaceSection(
    at index: Int, with section: SectionState<Header, Item>, recording batch: UpdateBatch
  ) throws(UpdateError) -> Section {
    try requireSection(index)
    recorder.apply(batch)
    let old = sections[index]
    sections[index] = Section(section)
    return old
  }

  /// Replaces all sections, and records a batch that describes the differences, or a reload if all are new.
  ///
  /// - Complexity: O(*n* + *k* log *k*), *n* being the number of items and *k* that of edits.
  package mutating func replaceAll(
    with sections: [SectionState<Header, Item>], recording batch: UpdateBatch
  ) -> [Section] {
    recorder.apply(batch)
    let old = self.sections
    self.sections = sections.map(Section.init)
    return old
  }

  // MARK: - Checks

  /// Throws an error unless a section exists at an index.
  @usableFromInline package func requireSection(_ index: Int) throws(UpdateError) {
    guard sections.indices.contains(index) else { throw .noSection(index, in: sections.indices) }
  }

  /// Throws an error unless an item exists at a path.
  @inlinable package func require(_ path: ItemPath) throws(UpdateError) {
    guard contains(path) else { throw missing(path.item..<path.item, inSection: path.section, isItem: true) }
  }

  /// Throws an error unless a range of items exists. An empty range is a position to insert at.
  @inlinable func require(_ range: Range<Int>, inSection section: Int) throws(UpdateError) {
    guard sections.indices.contains(section), range.lowerBound >= 0, range.upperBound <= count(inSection: section)
    else { throw missing(range, inSection: section, isItem: false) }
  }

  @usableFromInline func missing(_ range: Range<Int>, inSection section: Int, isItem: Bool) -> UpdateError {
    guard sections.indices.contains(section) else { return .noSection(section, in: sections.indices) }
    let count = count(inSection: section)
    if isItem || !range.isEmpty, count == 0 {
      let what = isItem ? "no item \(range.lowerBound)" : "are no items \(range)"
      return UpdateError(.outOfRange, "There \(isItem ? "is " : "")\(what) in section \(section), which is empty.")
    }
    if isItem || range.isEmpty {
      let places = isItem ? 0..<count : 0..<count + 1
      return UpdateError(
        .outOfRange,
        "There is no \(isItem ? "item" : "place") \(range.lowerBound) in section \(section). Give one in \(places).")
    }
    return UpdateError(
      .outOfRange, "There are no items \(range) in section \(section). Give a range in \(0..<count).")
  }
}

extension UpdateError {
  fileprivate static func noSection(_ index: Int, in indices: Range<Int>) -> UpdateError {
    UpdateError(
      .outOfRange,
      "There is no section \(index)\(indices.isEmpty ? ", and no other one." : ". Give an index in \(indices).")")
  }
}
