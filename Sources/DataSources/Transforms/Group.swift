public import Changesets

/// Regroups all items of a source into sections, one for each key. Within a section the items keep the order of the source.
public struct Group<Item>: Mapping {
  /// The order of the sections.
  public enum Order {
    /// As the keys first appear in the source.
    case firstAppearance
    /// By key; the section of items without a key comes last.
    case sorted(by: (String, String) -> Bool)
    /// As the keys are listed; others come after, as they first appear.
    case listed([String])
  }

  private let key: (Item) -> String?
  private let order: Order
  private let nameOfRest: String?
  /// For each section, its name and its items' paths in the source, in order.
  private var groups: [(name: String?, paths: [ItemPath])] = []
  /// Where each of the source's items went.
  private var destinations: [[ItemPath]] = []

  /// Makes the mapping.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of the items that have no key.
  ///   - key: The key of an item: the name of the section that it stands in.
  public init(order: Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?) {
    self.key = key
    self.order = order
    self.nameOfRest = nameOfRest
  }

  /// Asks every item for its key.
  ///
  /// - Complexity: O(*n* + *s* log *s*), *n* being the number of items and *s* the number of keys.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    let source = sources[0]
    groups = []
    var indexes: [String?: Int] = [:]
    for path in source.paths {
      let key = key(source.item(at: path))
      if let index = indexes[key] {
        groups[index].paths.append(path)
      } else {
        indexes[key] = groups.count
        groups.append((key, [path]))
      }
    }
    arrange()
    let nowhere = ItemPath(section: -1, item: -1)
    destinations = (0..<source.numberOfSections).map {
      Array(repeating: nowhere, count: source.numberOfItems(inSection: $0))
    }
    for (section, group) in groups.enumerated() {
      for (item, path) in group.paths.enumerated() {
        destinations[path.section][path.item] = ItemPath(section: section, item: item)
      }
    }
  }

  private mutating func arrange() {
    switch order {
    case .firstAppearance: break
    case .sorted(let areInIncreasingOrder):
      groups.sort { first, second in
        guard let first = first.name, let second = second.name else { return first.name != nil && second.name == nil }
        return areInIncreasingOrder(first, second)
      }
    case .listed(let keys):
      let ranks = Dictionary(zip(keys, keys.indices), uniquingKeysWith: min)
      let ranked = groups.map { (rank: $0.name.flatMap { ranks[$0] } ?? keys.count, group: $0) }.enumerated()
      groups = ranked.sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.group)
    }
  }

  /// The number of different keys.
  public var numberOfSections: Int { groups.count }

  /// The number of items that have the section's key.
  public func numberOfItems(inSection section: Int) -> Int { groups[section].paths.count }

  /// The key of the section.
  public func name(ofSection section: Int) -> String? { groups[section].name ?? nameOfRest }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard groups.indices.contains(path.section), groups[path.section].paths.indices.contains(path.item) else {
      return nil
    }
    return SourcePath(source: 0, path: groups[path.section].paths[path.item])
  }

  /// - Complexity: O(1).
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard sourcePath.source == 0, destinations.indices.contains(path.section),
      destinations[path.section].indices.contains(path.item)
    else { return nil }
    return destinations[path.section][path.item]
  }

  /// Nothing: a group's items may come from several sections.
  public func sourceSection(for section: Int) -> SourceSection? { nil }

  /// Nothing: a section's items may go to several groups.
  public func section(for sourceSection: SourceSection) -> Int? { nil }
}
