public import Changesets
import OrderedTrees

extension Mapping {
  /// Shows every item once for each of its keys.
  ///
  /// - Parameter keys: The keys of an item.
  public static func `repeat`<SourceItem, Key>(_ keys: @escaping (SourceItem) -> [Key]) -> Self
  where Self == Mappings.Repeat<SourceItem, Key> {
    Self(keys)
  }
}

extension Mappings {
  /// Shows every item once for each of its keys, one after the other, each with one of the keys; an item without keys once and alone.
  ///
  /// ```swift
  /// let byTag = articles.applying(.repeat { $0.tags }).applying(.group { $0.key })   // by each of its tags
  /// ```
  ///
  /// The first of the repetitions is the item of the source; the others are the mapping's own.
  ///
  /// It remembers the number of keys of each item, and no key.
  public struct Repeat<SourceItem, Key>: IncrementalMapping, SectionPreservingMapping {
    /// What the transform provides.
    public typealias Item = Repeated<SourceItem, Key>

    /// The keys of an item.
    public let keys: (SourceItem) -> [Key]

    /// For each section, which places are those of a first repetition.
    private var firsts: [BitSequence] = []

    package init(_ keys: @escaping (SourceItem) -> [Key]) { self.keys = keys }

    /// Asks every item for its keys.
    ///
    /// - Complexity: O(*n*), *n* being the number of repetitions.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      firsts = (0..<sources[0].numberOfSections).map { section($0, of: sources[0]) }
    }

    /// Asks new and updated items for their keys.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits, and of repetitions of the items in them, and *n* that of all
    ///   repetitions; O(*s*) more for *s* sections where some were deleted, inserted or moved.
    public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
      let (source, batch) = (changes.sources[0], changes.batch(ofSource: 0))
      let moved = Set(batch.items.moves.map(\.after))
      let stays = batch.items.updates.filter { !moved.contains($0.after) }
      var own = OwnEdits(batch)
      for path in batch.items.deletes { own.edits.deletes += repetitions(of: path) }
      let before = (batch.items.moves + stays).map { repetitions(of: $0.before) }

      for path in batch.removals { firsts[path.section].remove(in: places(of: path)) }
      batch.sections.apply(to: &firsts) { [self] in section($0, of: source) }
      for path in batch.insertions { insert(source.item(at: path), at: path) }
      for pair in stays {
        firsts[pair.after.section].remove(in: places(of: pair.after))
        insert(source.item(at: pair.after), at: pair.after)
      }

      let updated = Set(batch.items.updates.map(\.after))
      for path in batch.items.inserts { own.edits.inserts += repetitions(of: path) }
      for (pair, before) in zip(batch.items.moves + stays, before) {
        own.add(
          from: before, to: repetitions(of: pair.after), isMove: moved.contains(pair.after),
          isUpdate: updated.contains(pair.after))
      }
      return UpdateBatch(items: own.edits)
    }

    /// What happened to repetitions that are not the first of their item.
    private struct OwnEdits {
      var edits = Edits<ItemPath>()
      /// What goes or comes with its section needs no word.
      private let deletedSections: Set<Int>
      private let insertedSections: Set<Int>

      init(_ batch: UpdateBatch) {
        deletedSections = Set(batch.sections.deletes)
        insertedSections = Set(batch.sections.inserts)
      }

      /// Adds what happened to the repetitions of one item. A repetition is identified by its number among those of its item.
      mutating func add(from before: [ItemPath], to after: [ItemPath], isMove: Bool, isUpdate: Bool) {
        let pairs = zip(before, after).map { Pair($0, $1) }
        if isMove { edits.moves += pairs }
        if isUpdate { edits.updates += pairs }
        edits.deletes += before.dropFirst(pairs.count).filter { !deletedSections.contains($0.section) }
        edits.inserts += after.dropFirst(pairs.count).filter { !insertedSections.contains($0.section) }
      }
    }

    private func section(_ section: Int, of source: any DataSource<SourceItem>) -> BitSequence {
      BitSequence(onesBeforeZeros: source.items(inSection: section).map { Swift.max(keys($0).count, 1) - 1 })
    }

    private mutating func insert(_ item: SourceItem, at path: ItemPath) {
      let place = start(of: path)
      firsts[path.section].insert(true, at: place)
      let count = keys(item).count
      if count > 1 { firsts[path.section].insert(repeating: false, count: count - 1, at: place + 1) }
    }

    /// Where the repetitions of an item begin, or would begin.
    private func start(of path: ItemPath) -> Int {
      firsts[path.section].position(ofOne: path.item) ?? firsts[path.section].count
    }

    /// The places in its section of all repetitions of an item.
    private func places(of path: ItemPath) -> Range<Int> {
      start(of: path)..<start(of: ItemPath(section: path.section, item: path.item + 1))
    }

    /// The places of an item's repetitions, without the first.
    private func repetitions(of path: ItemPath) -> [ItemPath] {
      places(of: path).dropFirst().map { ItemPath(section: path.section, item: $0) }
    }

    /// The number of the source's sections.
    public var numberOfSections: Int { firsts.count }

    /// The number of all repetitions.
    public func numberOfItems(inSection section: Int) -> Int { firsts[section].count }

    private func contains(_ path: ItemPath) -> Bool {
      firsts.indices.contains(path.section) && (0..<firsts[path.section].count).contains(path.item)
    }

    /// Returns nil for a repetition that is not the first of its item.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? { firsts[section].rank(ofOneAt: item) }

    /// Returns the index of the first repetition of an item.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? { firsts[section].position(ofOne: item) }

    /// The item that a place repeats, also where that is not the first of its repetitions.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section.
    public func origin(of path: ItemPath) -> SourcePath? {
      guard contains(path) else { return nil }
      return SourcePath(source: 0, path: item(repeatedAt: path))
    }

    /// The source's item with one of its keys.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section, beside making the keys.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
      let origin = item(repeatedAt: path)
      let item = sources[0].item(at: origin)
      let (keys, number) = (keys(item), path.item - start(of: origin))
      return Repeated(item, key: keys.indices.contains(number) ? keys[number] : nil)
    }

    /// Where the item that a place repeats stands in the source.
    private func item(repeatedAt path: ItemPath) -> ItemPath {
      ItemPath(section: path.section, item: firsts[path.section].rank(of: path.item + 1) - 1)
    }

    /// The source's items with their keys: each of them is asked for them once.
    ///
    /// - Complexity: O(*n*) beside reading the source and making the keys, *n* being the number of repetitions.
    public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
      var items: [Item] = []
      items.reserveCapacity(firsts[section].count)
      for item in sources[0].items(inSection: section) {
        let keys = keys(item)
        if keys.isEmpty { items.append(Repeated(item, key: nil)) }
        for key in keys { items.append(Repeated(item, key: key)) }
      }
      return items
    }
  }
}

/// An item with one of its keys.
public struct Repeated<Item, Key> {
  /// The item.
  public let item: Item
  /// The key; nil if the item has none.
  public let key: Key?

  /// Makes a repetition of an item.
  public init(_ item: Item, key: Key?) {
    self.item = item
    self.key = key
  }
}

extension Repeated: Sendable where Item: Sendable, Key: Sendable {}
extension Repeated: Equatable where Item: Equatable, Key: Equatable {}
extension Repeated: Hashable where Item: Hashable, Key: Hashable {}
