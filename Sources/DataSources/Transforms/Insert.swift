public import Changesets

/// Inserts section 0 of a second source into a section of the first: sources are `[main, inserted]`.
///
/// It never adds a section. The place one past a section's last item is valid; a place beyond that shows nothing inserted,
/// unless it is clamped to the end.
public struct Insert<Item>: Mapping {
  private let wanted: ItemPath
  private let insertAtEndIfNeeded: Bool
  /// The counts of the main source.
  private var counts: [Int] = []
  /// Where the inserted items stand; nothing where they have no place.
  private var place: ItemPath?
  /// The number of inserted items that are shown.
  private var insertedCount = 0

  /// Makes the mapping.
  ///
  /// - Parameters:
  ///   - path: The place of the first inserted item.
  ///   - insertAtEndIfNeeded: Whether a place beyond the end means the end: the last section, after its last item.
  public init(at path: ItemPath, insertAtEndIfNeeded: Bool = false) {
    wanted = path
    self.insertAtEndIfNeeded = insertAtEndIfNeeded
  }

  /// Counts both sources.
  ///
  /// - Complexity: O(*s*), *s* being the number of the main source's sections.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    let (main, inserted) = (sources[0], sources[1])
    counts = (0..<main.numberOfSections).map(main.numberOfItems(inSection:))
    var place = wanted
    if insertAtEndIfNeeded, let last = counts.indices.last {
      place.section = min(place.section, last)
      place.item = min(place.item, counts[place.section])
    }
    let exists = counts.indices.contains(place.section) && (0...counts[place.section]).contains(place.item)
    self.place = exists ? place : nil
    insertedCount = exists && inserted.numberOfSections > 0 ? inserted.numberOfItems(inSection: 0) : 0
  }

  /// The number of the main source's sections.
  public var numberOfSections: Int { counts.count }

  /// The main source's count, and the inserted items where they stand.
  public func numberOfItems(inSection section: Int) -> Int {
    counts[section] + (section == place?.section ? insertedCount : 0)
  }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard counts.indices.contains(path.section), (0..<numberOfItems(inSection: path.section)).contains(path.item)
    else { return nil }
    guard let place, path.section == place.section, path.item >= place.item else {
      return SourcePath(source: 0, path: path)
    }
    let offset = path.item - place.item
    return offset < insertedCount
      ? SourcePath(source: 1, path: ItemPath(section: 0, item: offset))
      : SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item - insertedCount))
  }

  /// - Complexity: O(1).
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    switch sourcePath.source {
    case 0:
      guard counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.item) else { return nil }
      guard let place, path.section == place.section, path.item >= place.item else { return path }
      return ItemPath(section: path.section, item: path.item + insertedCount)
    case 1:
      guard let place, path.section == 0, (0..<insertedCount).contains(path.item) else { return nil }
      return ItemPath(section: place.section, item: place.item + path.item)
    default:
      return nil
    }
  }

  /// The same section of the main source.
  public func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section for the main source; nothing for the inserted one.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }
}
