public import Changesets

extension DataSource {
  /// This source and all upstream sources, direct and indirect, each of them once, in depth-first order: this source,
  /// then its first source with everything upstream of that one, then the second, and so on.
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

  /// Returns the source that an item comes from, and the item's path there, or `nil` if the item is this source's own.
  ///
  /// - Parameter path: The item's path in this source.
  public func owner(at path: ItemPath) -> (source: any DataSource, path: ItemPath)? {
    sourcePath(for: path).map { (upstreamSources[$0.source], $0.path) }
  }

  /// Returns the upstream source whose section a section shows, and the section's index there, or `nil` if it shows
  /// none or several.
  ///
  /// - Parameter section: The section's index in this source.
  public func owner(ofSection section: Int) -> (source: any DataSource, section: Int)? {
    sourceSection(for: section).map { (upstreamSources[$0.source], $0.section) }
  }
}

/// The position of an item in one source of a chain.
///
/// It refers to the state in which it was found. An update does not adapt it, and afterwards ``item`` may be another
/// item, or the path may not exist.
public struct ChainPlace {
  /// The source.
  public let source: any DataSource
  /// The item's path in the source.
  public let path: ItemPath

  /// The item, as the source shows it. Every access reads it again; a source of cells creates a cell each time.
  public var item: Any { source.item(at: path) }
}

extension ChainPlace: CustomStringConvertible {
  /// The name of the source's link, and the path.
  public var description: String { "\(source.link.name.onOneLine) \(path)" }
}

extension DataSource {
  /// Returns the origin of an item: its positions in this source and in every link upstream, up to its leaf or the link
  /// whose own item it is.
  ///
  /// ```swift
  /// print(found.provenance(of: path))   // [Sort (0, 1), Filter (0, 1), ArraySource (0, 5)]
  /// ```
  ///
  /// - Parameter path: The item's path in this source.
  /// - Returns: The positions, starting with the one in this source; an empty array if there is no item at the path.
  /// - Complexity: The sum of the costs of the conversions of the links in between.
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
