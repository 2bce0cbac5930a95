public import Changesets
import OrderedTrees

extension Mapping {
  /// Shows every item once for each of its keys.
  ///
  /// - Parameter keys: Returns the keys of an item.
  public static func `repeat`<SourceItem, Key>(_ keys: @escaping (SourceItem) -> [Key]) -> Self
  where Self == Mappings.Repeat<SourceItem, Key> { Self(keys) }
}

extension Mappings {
  /// Shows every item once for each of its keys, in sequence, each time together with the key. An item without keys is
  /// shown once, without a key.
  ///
  /// ```swift
  /// let tags = articles.applying(.repeat { $0.tags }).applying(.sort { $0.key ?? "" })   // each tag with its article
  /// ```
  ///
  /// All repetitions of an item have the same source path, and the first one is the item's path. To group items by each
  /// of their keys, use ``GroupByEach``.
  ///
  /// It stores the number of keys of each item, and no keys.
  public struct Repeat<SourceItem, Key>: RepeatingMapping, SectionPreservingMapping {
    public typealias Item = Repeated<SourceItem, Key>

    /// Returns the keys of an item.
    public let keys: (SourceItem) -> [Key]

    /// Whether each position is that of a first repetition, for each section.
    private var firsts: [BitSequence] = []

    package init(_ keys: @escaping (SourceItem) -> [Key]) { self.keys = keys }

    /// Reads the keys of every item.
    ///
    /// - Complexity: O(*n*), *n* being the number of repetitions.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      firsts = (0..<sources[0].numberOfSections).map { section($0, of: sources[0]) }
    }

    /// Reads the keys of new and updated items.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and of repetitions of the edited items, and *n* that
    ///   of all repetitions; O(*s*) more for *s* sections if some were deleted, inserted or moved.
    public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
      let source = changes.sources[0]
      let batch = changes.batch(ofSource: 0)
      for path in batch.removals { firsts[path.section].remove(in: repetitions(of: path)) }
      batch.sections.apply(to: &firsts) { [self] in section($0, of: source) }
      for path in batch.insertions { insert(source.item(at: path), at: path) }
      // An updated item may have another number of keys.
      for path in batch.replacements {
        firsts[path.section].remove(in: repetitions(of: path))
        insert(source.item(at: path), at: path)
      }
      return UpdateBatch()
    }

    private func section(_ section: Int, of source: any DataSource<SourceItem>) -> BitSequence {
      BitSequence(onesBeforeZeros: source.items(inSection: section).map { Swift.max(keys($0).count, 1) - 1 })
    }

    private mutating func insert(_ item: SourceItem, at path: ItemPath) {
      let start = repetitions(of: path).lowerBound
      firsts[path.section].insert(true, at: start)
      let count = keys(item).count
      if count > 1 { firsts[path.section].insert(repeating: false, count: count - 1, at: start + 1) }
    }

    /// Returns the indexes of an item's repetitions in its section, or where they would be inserted.
    private func repetitions(of path: ItemPath) -> Range<Int> { firsts[path.section].run(ofOne: path.item) }

    /// Returns the repetitions of an item, each identified by its number among them.
    package func appearances(of sourcePath: SourcePath) -> [Appearance] {
      let path = sourcePath.path
      guard sourcePath.source == 0, firsts.indices.contains(path.section), path.item >= 0 else { return [] }
      return repetitions(of: path).enumerated().map {
        Appearance(id: $0, path: ItemPath(section: path.section, item: $1))
      }
    }

    public var numberOfSections: Int { firsts.count }

    /// Returns the number of all repetitions.
    public func numberOfItems(inSection section: Int) -> Int { firsts[section].count }

    /// Returns the index of the item that is repeated.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      (0..<firsts[section].count).contains(item) ? index(ofItemRepeatedAt: item, inSection: section) : nil
    }

    private func index(ofItemRepeatedAt item: Int, inSection section: Int) -> Int {
      firsts[section].rank(of: item + 1) - 1
    }

    /// Returns the index of the first repetition of an item.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? { firsts[section].select(item) }

    /// Returns the source's item with one of its keys.
    ///
    /// - Complexity: O(log *n*), *n* being the number of repetitions in the section, beside the cost of creating the
    ///   keys.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
      let index = index(ofItemRepeatedAt: path.item, inSection: path.section)
      let origin = ItemPath(section: path.section, item: index), item = sources[0].item(at: origin)
      let keys = keys(item)
      let number = path.item - repetitions(of: origin).lowerBound
      return Repeated(item, key: keys.indices.contains(number) ? keys[number] : nil)
    }

    /// Returns the source's items with their keys, which are read once for each item.
    ///
    /// - Complexity: O(*n*) beside the cost of reading the source and creating the keys, *n* being the number of
    ///   repetitions.
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
  /// The key; `nil` if the item has none.
  public let key: Key?

  /// Creates a repetition of an item.
  public init(_ item: Item, key: Key?) {
    self.item = item
    self.key = key
  }
}

extension Repeated: Sendable where Item: Sendable, Key: Sendable {}
extension Repeated: Equatable where Item: Equatable, Key: Equatable {}
extension Repeated: Hashable where Item: Hashable, Key: Hashable {}
