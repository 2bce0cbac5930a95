public import Changesets

extension DataSource {
  /// This source and all that it stands on, directly or through others, each once: this one first, then what is met on
  /// the way from its first source up to the leaves, then from the second one, and so on.
  ///
  /// - Complexity: O(*l*), *l* being the number of links and of connections between them.
  public var chain: [any DataSource] {
    var found: [any DataSource] = []
    var isFound: Set<ObjectIdentifier> = []
    var waiting: [any DataSource] = [self]
    while let source = waiting.popLast() {
      guard isFound.insert(ObjectIdentifier(source)).inserted else { continue }
      found.append(source)
      waiting += source.upstreamSources.reversed()
    }
    return found
  }
}

extension DataSource {
  /// The source that an item comes from, and the item's place there; nil if the item is this source's own.
  ///
  /// - Parameter path: The item's place here.
  public func owner(at path: ItemPath) -> (source: any DataSource, path: ItemPath)? {
    sourcePath(for: path).map { (upstreamSources[$0.source], $0.path) }
  }

  /// The source that a section is the image of, and the section's index there; nil if there is no single one.
  ///
  /// - Parameter section: The section's index here.
  public func owner(ofSection section: Int) -> (source: any DataSource, section: Int)? {
    sourceSection(for: section).map { (upstreamSources[$0.source], $0.section) }
  }
}

/// Where an item stands in one source of a chain.
public struct ChainPlace {
  /// The source.
  public let source: any DataSource
  /// The item's place in it.
  public let path: ItemPath

  /// The item, as the source shows it. It is read again every time: a source of cells makes a cell for it.
  public var item: Any { source.item(at: path) }
}

extension ChainPlace: CustomStringConvertible {
  /// The name of the source's link, and the path.
  public var description: String { "\(source.link.name.onOneLine) \(path)" }
}

extension DataSource {
  /// Returns where an item comes from: its place here and at every link up to its leaf, or to the link whose own item it is.
  ///
  /// ```swift
  /// print(found.provenance(of: path))   // [Sort (0, 1), Filter (0, 1), ArraySource (0, 5)]
  /// ```
  ///
  /// - Parameter path: The item's place in this source.
  /// - Returns: The places, that in this source first; none if there is no item at the path.
  /// - Complexity: That of the conversions of the links between.
  public func provenance(of path: ItemPath) -> [ChainPlace] {
    guard contains(path) else { return [] }
    var places = [ChainPlace(source: self, path: path)]
    var next = owner(at: path)
    while let (source, path) = next {
      places.append(ChainPlace(source: source, path: path))
      next = source.owner(at: path)
    }
    return places
  }
}
