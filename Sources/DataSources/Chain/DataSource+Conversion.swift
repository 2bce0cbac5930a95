public import Changesets

/// Conversions between the places of a source and those of any source that it stands on, however many links lie between.
///
/// ```swift
/// let found = fruits.applying(PredicateFilter { $0.isRipe }).applying(Sort { $0.name < $1.name })
/// found.convert(ItemPath(section: 0, item: 2), to: fruits)     // where the third ripe fruit stands among all
/// found.convert(ItemPath(section: 0, item: 2), from: fruits)   // where the third fruit stands, if it is ripe
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
    let target = source.link
    var climb = Climb(path, from: link)
    while climb.next() { if climb.isAt(target) { return climb.path } }
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
    var (derived, section) = (asDerived, section)
    while let link = derived, let origin = link.sourceSection(for: section) {
      let owner = link.upstreamSources[origin.source]
      if owner === source { return origin.section }
      (derived, section) = (owner.asDerived, origin.section)
    }
    return nil
  }

  /// The place that an item of a source upstream has here.
  ///
  /// Where several ways lead here, and the item is shown by more than one of them, it is the first one's, in the order of
  /// ``DerivedSource/upstreamSources``. All are in ``explain(_:of:)``.
  ///
  /// - Parameters:
  ///   - path: A place in that source.
  ///   - source: This source, whose places are its own, or one that it stands on, directly or through others.
  /// - Returns: The place here; nothing if the item is hidden, or this source does not stand on the other one.
  /// - Complexity: That of the conversions of the links between, each of which is asked once for each of its sources at the most.
  public func convert(_ path: ItemPath, from source: any DataSource) -> ItemPath? {
    var descent = Descent(path, from: source) { $0.path(for: SourcePath(source: $1, path: $2)) }
    return descent.image(in: self)
  }

  /// The section here that a section of a source upstream became.
  ///
  /// - Parameters:
  ///   - section: The index of a section of that source.
  ///   - source: This source, whose sections are its own, or one that it stands on, directly or through others.
  /// - Returns: The index here, by the first way that shows the section; nothing if no way does.
  /// - Complexity: That of the conversions of the links between, each of which is asked once for each of its sources at the most.
  public func convert(section: Int, from source: any DataSource) -> Int? {
    var descent = Descent(section, from: source) { $0.section(for: SourceSection(source: $1, section: $2)) }
    return descent.image(in: self)
  }
}

/// The way of a place from a source down to those that stand on it.
private struct Descent<Place> {
  let origin: any DataSource
  let height: Int
  let place: Place
  /// Where a place of a link's source stands in the link.
  let image: (any DerivedSource, Int, Place) -> Place?
  /// What it came to where several ways were tried, so that they are tried once.
  var known: [ObjectIdentifier: Place?] = [:]

  init(_ place: Place, from origin: any DataSource, image: @escaping (any DerivedSource, Int, Place) -> Place?) {
    self.origin = origin
    self.place = place
    self.image = image
    height = origin.link.height
  }

  mutating func image(in source: any DataSource) -> Place? {
    if source === origin { return place }
    guard let derived = source.asDerived else { return nil }
    let sources = derived.upstreamSources
    // A straight chain needs no more than this.
    if sources.count == 1 { return image(in: sources[0]).flatMap { image(derived, 0, $0) } }
    guard derived.link.height > height else { return nil }
    if !known.isEmpty, let result = known[ObjectIdentifier(source)] { return result }
    var result: Place?
    var tries = 0
    for index in sources.indices where result == nil {
      tries += 1
      if let place = image(in: sources[index]) { result = image(derived, index, place) }
    }
    // Where the first way leads on, it is no more than one step to find that again.
    if tries > 1 { known[ObjectIdentifier(source)] = .some(result) }
    return result
  }
}
