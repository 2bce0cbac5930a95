public import Changesets

extension Mapping {
  /// Inserts section 0 of the second source into a section of the first.
  ///
  /// - Parameters:
  ///   - path: The path of the first inserted item.
  ///   - clampsToEnd: Whether a path beyond the end denotes the end: see ``Mappings/Insert/clampsToEnd``.
  public static func insert<Item>(at path: ItemPath, clampsToEnd: Bool = false) -> Self
  where Self == Mappings.Insert<Item> { Self(at: path, clampsToEnd: clampsToEnd) }
}

extension Mappings {
  /// Inserts section 0 of a second source into a section of the first. The sources are `[main, inserted]`.
  ///
  /// ```swift
  /// let page = Transform(of: [articles, banners], by: .insert(at: ItemPath(0, 2)))
  /// page.configure { $0.path.item = 5 }   // observers are notified of moves
  /// ```
  ///
  /// It never adds a section. The path one past a section's last item is valid. At paths beyond that, no items are
  /// inserted, unless ``clampsToEnd`` is set. The path stays the same whatever happens to the main source: if items are
  /// inserted or removed before it, either the inserted items move or the items of the main source that are now on the
  /// other side of them, whichever requires fewer moves.
  public struct Insert<Item>: IncrementalMapping, SectionReadingMapping {
    /// The path of the first inserted item.
    public var path: ItemPath
    /// Whether a path beyond the end denotes the end. An item index beyond the last item of its section denotes the
    /// position after it. A section index beyond the last section denotes the position after the last item of that
    /// section, whatever the item index is, because it refers to a section that does not exist.
    public var clampsToEnd: Bool

    /// The number of items in each section of the main source.
    private var counts = SectionCounts()
    /// The number of items to insert.
    private var insertedCount = 0
    /// The inserted items and their path, as of the last update.
    private var insertion = Insertion()

    package init(at path: ItemPath, clampsToEnd: Bool = false) {
      self.path = path
      self.clampsToEnd = clampsToEnd
    }

    public var isLoaded: Bool { counts.count > 0 }

    /// Counts the items of both sources.
    ///
    /// - Complexity: O(*s*), *s* being the number of the main source's sections.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = sources.first.map { SectionCounts($0) } ?? SectionCounts()
      countInserted(in: sources)
      insertion = wantedInsertion
    }

    /// Updates the counts and the insertion, and returns the items that cross it.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of edits and *n* that of items; more in proportion to the
    ///   number of inserted items if these are inserted, removed, or moved to another section.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let old = insertion
      func batch(_ source: Int) -> UpdateBatch {
        changes.sources.indices.contains(source) ? changes.batches[source] : UpdateBatch()
      }
      if let main = changes.sources.first { counts.apply(batch(0), main) }
      countInserted(in: changes.sources)
      insertion = wantedInsertion
      return UpdateBatch(items: insertion.crossings(since: old, main: batch(0), inserted: batch(1)))
    }

    /// Moves the inserted items to another path.
    ///
    /// - Complexity: O(log *s*) if the path is the same, *s* being the number of sections, else O(*m* log *m*), *m*
    ///   being the number of items that are moved, inserted or removed.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      let old = insertion
      insertion = wantedInsertion
      guard insertion != old else { return UpdateBatch() }
      let items = insertion.crossings(since: old, main: UpdateBatch(), inserted: UpdateBatch())
      // `apply` returns crossings that are brought into normal form with the batch. Here they are the batch.
      return UpdateBatch(items: items).normalized()
    }

    private mutating func countInserted(in sources: [any DataSource<Item>]) {
      insertedCount =
        sources.count > 1 && sources[1].numberOfSections > 0 ? sources[1].numberOfItems(inSection: 0) : 0
    }

    /// The insertion that follows from the present properties and counts.
    private var wantedInsertion: Insertion {
      var place = path
      if clampsToEnd, counts.count > 0 {
        let last = counts.count - 1
        if place.section > last {
          place = ItemPath(section: last, item: counts[last])
        } else if place.section >= 0 {
          place.item = min(place.item, counts[place.section])
        }
      }
      let exists = counts.contains(section: place.section) && (0...counts[place.section]).contains(place.item)
      return exists ? Insertion(place: place, count: insertedCount) : Insertion()
    }

    public var numberOfSections: Int { counts.count }

    public func numberOfItems(inSection section: Int) -> Int {
      counts[section] + (section == insertion.place?.section ? insertion.count : 0)
    }

    /// - Complexity: O(log *s*), *s* being the number of the main source's sections.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      guard counts.contains(section: path.section), (0..<numberOfItems(inSection: path.section)).contains(path.item)
      else { return nil }
      return insertion.sourcePath(for: path)
    }

    /// - Complexity: O(log *s*), *s* being the number of the main source's sections.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      let path = sourcePath.path
      switch sourcePath.source {
      case 0: return counts.contains(path) ? insertion.path(ofMain: path) : nil
      case 1: return path.section == 0 ? insertion.path(ofInserted: path.item) : nil
      default: return nil
      }
    }

    public func sourceSection(for section: Int) -> SourceSection? {
      counts.contains(section: section) ? SourceSection(source: 0, section: section) : nil
    }

    /// Returns the same section for the main source, and `nil` for the inserted one.
    public func section(for sourceSection: SourceSection) -> Int? {
      sourceSection.source == 0 && counts.contains(section: sourceSection.section) ? sourceSection.section : nil
    }
  }
}

/// A run of items that is inserted between the items of a section.
struct Insertion: Equatable {
  /// The path of the first inserted item; `nil` if the items are not shown.
  var place: ItemPath?
  /// The number of inserted items.
  var count = 0

  /// Returns the path of an item of the main source.
  func path(ofMain path: ItemPath) -> ItemPath {
    guard let place, path.section == place.section, path.item >= place.item else { return path }
    return ItemPath(section: path.section, item: path.item + count)
  }

  /// Returns the path of an inserted item, or `nil` if it does not exist or is not shown.
  func path(ofInserted item: Int) -> ItemPath? {
    guard let place, (0..<count).contains(item) else { return nil }
    return ItemPath(section: place.section, item: place.item + item)
  }

  func sourcePath(for path: ItemPath) -> SourcePath {
    guard let place, path.section == place.section, path.item >= place.item else {
      return SourcePath(source: 0, path: path)
    }
    let offset = path.item - place.item
    return offset < count
      ? SourcePath(source: 1, path: ItemPath(section: 0, item: offset))
      : SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item - count))
  }

  /// Returns the edits of items that no batch names. Either the items of the main source move that are on the other
  /// side of the insertion than before, or the inserted items are inserted, removed or moved:
  ///
  ///     before    a  b  c [x  y]         the insertion is at item 3
  ///     e added   e  a  b [x  y] c       c has crossed it: one move, instead of two for x and y
  ///
  /// - Returns: Edits that complete those that are translated from the batches; not in order.
  func crossings(since old: Insertion, main: UpdateBatch, inserted: UpdateBatch) -> Edits<ItemPath> {
    // Items cross an insertion that is in the same section before and after, with the same section of the inserted
    // source. In all other cases the inserted items are followed one by one.
    guard let from = old.place, let to = place, SectionMap(main).newIndex(ofSection: from.section) == to.section,
      SectionMap(inserted).isIdentity
    else { return insertedItems(since: old, inserted) }
    let retained = RetainedItems(main)
    let ranks = (retained.before.rank(of: from), retained.after.rank(of: to))
    let crossing = min(ranks.0, ranks.1)..<max(ranks.0, ranks.1)
    if crossing.count > max(old.count, count) { return insertedItems(since: old, inserted) }
    return Edits(
      moves: crossing.map { rank in
        PlacePair(
          old.path(ofMain: retained.before.path(ofRank: rank, inSection: from.section)),
          path(ofMain: retained.after.path(ofRank: rank, inSection: to.section)))
      })
  }

  /// Returns the edits in which all inserted items are inserted, removed or moved.
  private func insertedItems(since old: Insertion, _ inserted: UpdateBatch) -> Edits<ItemPath> {
    let map = PathMap(inserted)
    var edits = Edits<ItemPath>()
    var isOld = Array(repeating: false, count: count)
    for item in 0..<old.count {
      guard let before = old.path(ofInserted: item) else { continue }
      if let target = map.newPath(of: ItemPath(section: 0, item: item)), target.section == 0,
        let after = path(ofInserted: target.item)
      {
        edits.moves.append(PlacePair(before, after))
        isOld[target.item] = true
      } else {
        edits.deletes.append(before)
      }
    }
    edits.inserts += (0..<count).filter { !isOld[$0] }.compactMap(path(ofInserted:))
    return edits
  }
}
