public import Changesets

/// Conversions of paths and sections between a source and any of its upstream sources, direct or indirect.
///
/// ```swift
/// let found = fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })
/// let origin = found.convert(ItemPath(0, 2), to: fruits)    // where the third ripe fruit stands among all
/// let place = found.convert(ItemPath(0, 2), from: fruits)   // where the third fruit stands, if it is ripe
/// ```
extension DataSource {
  /// Returns the path of an item in an upstream source.
  ///
  /// Conversions are those of the present state. Convert a path before its source changes, or map it to the state
  /// after with a `PathMap` of the batch.
  ///
  /// - Parameters:
  ///   - path: A path in this source.
  ///   - source: This source, for which the result is the path itself, or a source upstream of it, direct or indirect.
  /// - Returns: The path in that source, or `nil` if the item does not come from it.
  /// - Complexity: The sum of the costs of the conversions of the links in between.
  public func convert(_ path: ItemPath, to source: any DataSource) -> ItemPath? {
    if self === source { return path }
    var next = owner(at: path)
    while let (owner, path) = next {
      if owner === source { return path }
      next = owner.owner(at: path)
    }
    return nil
  }

  /// Returns the section of an upstream source that a section shows.
  ///
  /// - Parameters:
  ///   - section: The index of a section of this source.
  ///   - source: This source, for which the result is the section itself, or a source upstream of it, direct or
  ///     indirect.
  /// - Returns: The index in that source, or `nil` if the section shows none or several of its sections.
  /// - Complexity: The sum of the costs of the conversions of the links in between.
  public func convert(section: Int, to source: any DataSource) -> Int? {
    if self === source { return section }
    var next = owner(ofSection: section)
    while let (owner, section) = next {
      if owner === source { return section }
      next = owner.owner(ofSection: section)
    }
    return nil
  }

  /// Returns the path in this source of an item of an upstream source.
  ///
  /// If several routes lead from the source to this one, they are tried one after the other, in the order of
  /// ``DataSource/upstreamSources``, and the first one that shows the item determines the result. ``explain(_:of:)``
  /// returns all of them. If a link shows the item several times, the first of these appearances that is shown in this
  /// source determines the result.
  ///
  /// - Parameters:
  ///   - path: A path in that source.
  ///   - source: This source, for which the result is the path itself, or a source upstream of it, direct or indirect.
  /// - Returns: The path in this source, or `nil` if the item is hidden or the other source is not upstream of this
  ///   one.
  /// - Complexity: The sum of the costs of the conversions of the links in between. Each link is called at most once
  ///   for each path that the item has in each of its sources. The search ends when the path in this source is found.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? {
    Descent(
      path, from: source, image: { $0.path(for: SourcePath(source: $1, path: $2)) },
      images: { $0.allPaths(for: SourcePath(source: $1, path: $2)) }
    ).place(in: self)
  }

  /// Returns the section of this source that shows a section of an upstream source.
  ///
  /// - Parameters:
  ///   - section: The index of a section of that source.
  ///   - source: This source, for which the result is the section itself, or a source upstream of it, direct or
  ///     indirect.
  /// - Returns: The index in this source, by the first route that shows the section, or `nil` if no route does.
  /// - Complexity: That of ``convert(_:from:)``.
  public func convert(section: Int, from source: any DataSource) -> Int? {
    let image = { (link: any DataSource, source: Int, section: Int) in
      link.section(for: SourceSection(source: source, section: section))
    }
    return Descent(section, from: source, image: image, images: { image($0, $1, $2).map { [$0] } ?? [] }).place(
      in: self)
  }

  /// Returns all paths in this source of an item of an upstream source, in order: those of every route that leads here,
  /// and those of links that show items several times.
  ///
  /// - Parameter source: This source, or one upstream of it, direct or indirect.
  /// - Returns: The paths; an empty array if the item is hidden or the other source is not upstream of this one.
  /// - Complexity: The sum of the costs of the conversions of the links in between, for all paths that the item has in
  ///   each of them.
  package func allPaths(of path: ItemPath, from source: any DataSource) -> [ItemPath] {
    var known: [ObjectIdentifier: [ItemPath]] = [ObjectIdentifier(source): [path]]
    func paths(in link: any DataSource) -> [ItemPath] {
      if let paths = known[ObjectIdentifier(link)] { return paths }
      // A link that is not higher than the source is not downstream of it, so nothing above it has to be searched.
      guard link.link.height > source.link.height else { return [] }
      let found = link.upstreamSources.enumerated().flatMap { index, upstream in
        paths(in: upstream).flatMap { link.allPaths(for: SourcePath(source: index, path: $0)) }
      }
      // The paths are unique: no path of a link shows two items of its sources.
      known[ObjectIdentifier(link)] = found.sorted()
      return found.sorted()
    }
    return paths(in: self)
  }
}

/// A search for the path (or section) in which a source shows an item (or section) of an upstream source.
///
/// It proceeds from the destination upstream, and memoises for each link the results that it has found so far:
///
///              ┌─ filter ─┐
///     leaf ────┤          ├─ concatenate ─ sort
///              └─ map ────┘
///
/// The item has two routes through this chain. `sort` requests the item's first path in `concatenate`, which requests
/// it from `filter` and, if there are no more, from `map`. Only if `sort` hides the item at that path, it requests the
/// second path. So each path is found at most once, and none that is not needed.
private final class Descent<Place> {
  private let origin: any DataSource
  private let height: Int
  private let place: Place
  /// Returns the path in a link of a path in one of its sources.
  private let image: (any DataSource, Int, Place) -> Place?
  /// Returns all paths of that in the link, starting with the one that `image` returns.
  private let images: (any DataSource, Int, Place) -> [Place]
  private var ways: [ObjectIdentifier: Ways<Place>] = [:]

  init(
    _ place: Place, from origin: any DataSource, image: @escaping (any DataSource, Int, Place) -> Place?,
    images: @escaping (any DataSource, Int, Place) -> [Place]
  ) {
    self.origin = origin
    self.place = place
    self.image = image
    self.images = images
    height = origin.link.height
  }

  /// Returns the path in a source by the first route that leads there, or `nil` if none does.
  func place(in source: any DataSource) -> Place? {
    var links: [any DataSource] = []
    var next = source
    // A chain without branches needs no more than this.
    while next !== origin {
      let sources = next.upstreamSources
      guard sources.count == 1 else { return place(in: source, byWay: 0) }
      links.append(next)
      next = sources[0]
    }
    let found = links.reversed().reduce(Optional(place)) { place, link in place.flatMap { image(link, 0, $0) } }
    // If a link shows the item several times, its first appearance may be hidden downstream while another is shown.
    return found == nil && links.contains { $0.repeatsItems } ? place(in: source, byWay: 0) : found
  }

  /// Returns the path in a source by one of the routes that lead there.
  ///
  /// - Parameter number: The number of the route, from 0, in the order of each link's sources.
  /// - Returns: The path, or `nil` if there are no more than `number` routes.
  private func place(in source: any DataSource, byWay number: Int) -> Place? {
    if source === origin { return number == 0 ? place : nil }
    guard source.link.height > height else { return nil }
    let sources = source.upstreamSources
    // An object, so that the dictionary is not being accessed during the recursion below, which adds those of other
    // links.
    let ways = self.ways[ObjectIdentifier(source)] ?? Ways()
    self.ways[ObjectIdentifier(source)] = ways
    return ways.place(number, among: sources.indices) { index, number in
      place(in: sources[index], byWay: number).map { images(source, index, $0) }
    }
  }
}

/// The paths that an item has in a link, one for each route. Each is found when it is requested first.
private final class Ways<Place> {
  private var places: [Place] = []
  /// The route to try next: the index of the link's source, and the number of the route that leads to it.
  private var (source, way) = (0, 0)

  /// - Parameters:
  ///   - number: The number of the route.
  ///   - sources: The indices of the link's sources.
  ///   - images: Returns the paths in the link that continue one of the routes to a source: `nil` if there is no such
  ///     route, and an empty array if it ends at the link.
  func place(_ number: Int, among sources: Range<Int>, _ images: (_ source: Int, _ way: Int) -> [Place]?) -> Place? {
    while number >= places.count, source < sources.upperBound {
      if let images = images(source, way) {
        way += 1
        places += images
      } else {
        source = source + 1
        way = 0
      }
    }
    return number < places.count ? places[number] : nil
  }
}
