public import Changesets

/// Conversions between the places of a source and those of any source that it stands on, however many links lie between.
///
/// ```swift
/// let found = fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })
/// let origin = found.convert(ItemPath(0, 2), to: fruits)    // where the third ripe fruit stands among all
/// let place = found.convert(ItemPath(0, 2), from: fruits)   // where the third fruit stands, if it is ripe
/// ```
extension DataSource {
  /// The place that the item at a place here has in a source upstream.
  ///
  /// - Parameters:
  ///   - path: A place in this source.
  ///   - source: This source, whose places are its own, or one that it stands on, directly or through others.
  /// - Returns: The place in that source; nothing if the item does not come through it.
  /// - Complexity: That of the conversions of the links between.
  public func convert(_ path: ItemPath, to source: any DataSource) -> ItemPath? {
    if self === source { return path }
    var next = owner(at: path)
    while let (owner, path) = next {
      if owner === source { return path }
      next = owner.owner(at: path)
    }
    return nil
  }

  /// The section that a section here is the image of in a source upstream.
  ///
  /// - Parameters:
  ///   - section: The index of a section of this source.
  ///   - source: This source, whose sections are its own, or one that it stands on, directly or through others.
  /// - Returns: The index in that source; nothing if the section does not come from a single one there.
  /// - Complexity: That of the conversions of the links between.
  public func convert(section: Int, to source: any DataSource) -> Int? {
    if self === source { return section }
    var next = owner(ofSection: section)
    while let (owner, section) = next {
      if owner === source { return section }
      next = owner.owner(ofSection: section)
    }
    return nil
  }

  /// The place that an item of a source upstream has here.
  ///
  /// Where several ways lead here, it is the place by the first of them that shows the item, in the order of
  /// ``DataSource/upstreamSources``: one after the other is tried. All are in ``explain(_:of:)``. Of the places in a
  /// link that shows it several times, it is the first one that is shown here.
  ///
  /// - Parameters:
  ///   - path: A place in that source.
  ///   - source: This source, whose places are its own, or one that it stands on, directly or through others.
  /// - Returns: The place here; nothing if the item is hidden, or this source does not stand on the other one.
  /// - Complexity: That of the conversions of the links between. Each of them is asked no more than once for each place that the item has in
  ///   each of its sources, and not at all when the place here is found.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? {
    Descent(
      path, from: source, image: { $0.path(for: SourcePath(source: $1, path: $2)) },
      images: { $0.allPaths(for: SourcePath(source: $1, path: $2)) }
    ).place(in: self)
  }

  /// The section here that a section of a source upstream became.
  ///
  /// - Parameters:
  ///   - section: The index of a section of that source.
  ///   - source: This source, whose sections are its own, or one that it stands on, directly or through others.
  /// - Returns: The index here, by the first way that shows the section; nothing if no way does.
  /// - Complexity: As of ``convert(_:from:)``.
  public func convert(section: Int, from source: any DataSource) -> Int? {
    let image = { (link: any DataSource, source: Int, section: Int) in
      link.section(for: SourceSection(source: source, section: section))
    }
    return Descent(section, from: source, image: image, images: { image($0, $1, $2).map { [$0] } ?? [] }).place(
      in: self)
  }
}

extension DataSource {
  /// All places here of an item of a source upstream, in order: those on every way that leads here, and those of links that show items
  /// several times.
  ///
  /// - Parameters:
  ///   - path: A place in that source.
  ///   - source: This source, or one that it stands on, directly or through others.
  /// - Returns: The places here; none if the item is hidden, or this source does not stand on the other one.
  /// - Complexity: That of the conversions of the links between, for all places that the item has in each of them.
  package func allPaths(of path: ItemPath, from source: any DataSource) -> [ItemPath] {
    var known: [ObjectIdentifier: [ItemPath]] = [ObjectIdentifier(source): [path]]
    func paths(in link: any DataSource) -> [ItemPath] {
      if let paths = known[ObjectIdentifier(link)] { return paths }
      guard link.link.height > source.link.height else { return [] }
      let found = link.upstreamSources.enumerated().flatMap { index, upstream in
        paths(in: upstream).flatMap { link.allPaths(for: SourcePath(source: index, path: $0)) }
      }
      // No two items of the sources have a place in common.
      known[ObjectIdentifier(link)] = found.sorted()
      return found.sorted()
    }
    return paths(in: self)
  }
}

/// The search for the places that something in one source has in another that stands on it, from the latter up.
private final class Descent<Place> {
  private let origin: any DataSource
  private let height: Int
  private let place: Place
  /// Where a place of a link's source stands in the link.
  private let image: (any DataSource, Int, Place) -> Place?
  /// All places of that in the link, the same one first.
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

  /// The place in a source by the first way that leads there; nil if none does.
  func place(in source: any DataSource) -> Place? {
    var links: [any DataSource] = []
    var next = source
    // A straight chain needs no more than this.
    while next !== origin {
      let sources = next.upstreamSources
      guard sources.count == 1 else { return place(in: source, byWay: 0) }
      links.append(next)
      next = sources[0]
    }
    let found = links.reversed().reduce(Optional(place)) { place, link in place.flatMap { image(link, 0, $0) } }
    // What a link shows several times may be hidden in one place only.
    return found == nil && links.contains { $0.repeatsItems } ? place(in: source, byWay: 0) : found
  }

  /// The place in a source by one of the ways that lead there.
  ///
  /// - Parameter number: The number of the way, from 0, in the order of each link's sources.
  /// - Returns: Nothing if there are no more ways than that.
  private func place(in source: any DataSource, byWay number: Int) -> Place? {
    if source === origin { return number == 0 ? place : nil }
    guard source.link.height > height else { return nil }
    let sources = source.upstreamSources
    let ways = self.ways[ObjectIdentifier(source)] ?? Ways()
    self.ways[ObjectIdentifier(source)] = ways
    return ways.place(number, among: sources.indices) { index, number in
      place(in: sources[index], byWay: number).map { images(source, index, $0) }
    }
  }
}

/// The places that something has in a link, by one way after the other. They are found when they are asked for, each once.
private final class Ways<Place> {
  private var places: [Place] = []
  /// The way to try next: by which source of the link, and which of the ways that lead to that.
  private var (source, way) = (0, 0)

  /// - Parameters:
  ///   - number: The number of the way.
  ///   - sources: The indices of the link's sources.
  ///   - images: What one of the ways that lead to a source leads to in the link: nil if there is no such way, and no place if it ends
  ///     at the link.
  func place(_ number: Int, among sources: Range<Int>, _ images: (_ source: Int, _ way: Int) -> [Place]?) -> Place? {
    while number >= places.count, source < sources.upperBound {
      if let images = images(source, way) {
        way += 1
        places += images
      } else {
        (source, way) = (source + 1, 0)
      }
    }
    return number < places.count ? places[number] : nil
  }
}
