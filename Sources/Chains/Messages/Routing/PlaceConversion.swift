import Changesets
import DataSources

/// The reason why places cannot be converted to the space of another source.
enum PlaceFailure: Error {
  /// A place has no counterpart in that space.
  case hidden
  /// The places belong to different sources.
  case split
}

/// The conversion of a message's places, one after the other, from a source to its neighbour in a chain.
///
/// The first place determines the owner, that is the upstream source that the message is forwarded to. The other places
/// have to belong to the same owner, or are clamped to the nearest place that does, if the policy allows it.
struct PlaceConversion {
  private enum Direction {
    /// Within one source: each place only has to exist.
    case within(any DataSource)
    /// To the source that owns the first place.
    case upstream(from: any DataSource, SplitPolicy)
    /// From the upstream source at an index to the source that stands on it.
    case downstream(to: any DataSource, from: Int)
  }

  private let direction: Direction
  /// The index of the source that the places belong to; nil before the first place is converted.
  private(set) var owner: Int?
  /// The item that the message is about, before and after the conversion; nil if the first place is not that of an
  /// item.
  private var item: (here: ItemPath, there: ItemPath)?

  private init(_ direction: Direction) { self.direction = direction }

  /// Checks the places of a message that is sent to a source.
  ///
  /// - Returns: The places, with targets of moves within bounds, or nil if one of them does not exist.
  static func entering(_ source: any DataSource, _ places: RoutedPlaces) -> RoutedPlaces? {
    // Most messages are about one item. These need no more than this.
    if case .one(.item(let path)) = places { return source.contains(path) ? places : nil }
    var conversion = PlaceConversion(.within(source))
    return try? conversion.convert(places)
  }

  /// Places in the space of an upstream source.
  struct Upstream {
    let index: Int
    let places: RoutedPlaces
  }

  /// Converts places to the space of the source that owns the first of them.
  ///
  /// - Returns: The upstream source and the places, or nil if there are no places.
  static func upstream(
    from source: any DataSource, _ places: RoutedPlaces, _ policy: SplitPolicy
  ) throws(PlaceFailure) -> Upstream? {
    if case .one(.item(let path)) = places {
      guard let origin = source.sourcePath(for: path) else { throw .hidden }
      return Upstream(index: origin.source, places: .one(.item(origin.path)))
    }
    var conversion = PlaceConversion(.upstream(from: source, policy))
    let converted = try conversion.convert(places)
    return conversion.owner.map { Upstream(index: $0, places: converted) }
  }

  /// Converts places of the upstream source at an index to the space of the source that stands on it.
  ///
  /// - Parameter item: The item that the message is about, in the space of the upstream source and in that of the
  ///   source that stands on it.
  static func downstream(
    to source: any DataSource, from index: Int, _ places: RoutedPlaces, about item: (here: ItemPath, there: ItemPath)?
  ) throws(PlaceFailure) -> RoutedPlaces {
    var conversion = PlaceConversion(.downstream(to: source, from: index))
    conversion.item = item
    return try conversion.convert(places)
  }

  private mutating func convert(_ places: RoutedPlaces) throws(PlaceFailure) -> RoutedPlaces {
    try places.converted { place throws(PlaceFailure) in
      switch place {
      case .item(let path): .item(try item(path))
      case .section(let index): .section(try section(index))
      case .target(let path): .target(try target(path))
      }
    }
  }

  // MARK: - Items and sections

  private mutating func item(_ path: ItemPath) throws(PlaceFailure) -> ItemPath {
    switch direction {
    case .within(let source):
      guard source.contains(path) else { throw .hidden }
      if item == nil { item = (path, path) }
      return path
    case .downstream(let source, let index):
      guard let image = source.path(for: SourcePath(source: index, path: path)) else { throw .hidden }
      return image
    case .upstream(let source, _):
      guard let origin = source.sourcePath(for: path) else {
        // An item of the source's own belongs to no upstream source.
        guard owner != nil, source.contains(path) else { throw .hidden }
        return try clamped(path)
      }
      if owner == nil {
        owner = origin.source
        item = (path, origin.path)
      }
      return isOwner(origin.source) ? origin.path : try clamped(path)
    }
  }

  private mutating func section(_ section: Int) throws(PlaceFailure) -> Int {
    switch direction {
    case .within(let source):
      guard (0..<source.numberOfSections).contains(section) else { throw .hidden }
      return section
    case .downstream(let source, let index):
      guard let image = source.section(for: SourceSection(source: index, section: section)) else { throw .hidden }
      return image
    case .upstream(let source, _):
      guard let origin = source.sourceSection(for: section) else { throw .hidden }
      owner = owner ?? origin.source
      guard isOwner(origin.source) else { throw .split }
      return origin.section
    }
  }

  /// Returns whether the upstream source at an index is the owner of the places. A source can occur at several indexes.
  private func isOwner(_ index: Int) -> Bool {
    guard let owner, owner != index, case .upstream(let source, _) = direction else { return owner == index }
    let sources = source.upstreamSources
    return sources[owner] === sources[index]
  }

  /// Returns the nearest place towards the first one that belongs to the same source as the first, in the space of that
  /// source.
  ///
  /// - Complexity: O(*d*) path conversions, *d* being the distance to that place.
  private mutating func clamped(_ path: ItemPath) throws(PlaceFailure) -> ItemPath {
    guard case .upstream(let source, .clamp) = direction, let first = item?.here else { throw .split }
    var path = path
    // At the first place at the latest, the owner is the same.
    while path != first {
      path = path < first ? source.place(after: path) : source.place(before: path)
      if let origin = source.sourcePath(for: path), isOwner(origin.source) { return origin.path }
    }
    throw .split
  }

  // MARK: - Targets

  /// Converts the path that an item can have after a move.
  private mutating func target(_ path: ItemPath) throws(PlaceFailure) -> ItemPath {
    let source = source
    guard let path = source.target(path, ofItemAt: item?.here) else { throw .hidden }
    switch direction {
    case .within:
      return path
    case .downstream(let image, let index):
      let targets = TargetConversion(
        source: source, item: item, image: { image.path(for: SourcePath(source: index, path: $0)) },
        section: { image.section(for: SourceSection(source: index, section: $0)) })
      guard let target = targets.target(path, clamps: true) else { throw .hidden }
      return target
    case .upstream(_, let policy):
      // A message may have a target without an item.
      owner = owner ?? source.owner(ofTarget: path)
      let targets = TargetConversion(
        source: source, item: item,
        image: { [self] in source.sourcePath(for: $0).flatMap { isOwner($0.source) ? $0.path : nil } },
        section: { [self] in source.sourceSection(for: $0).flatMap { isOwner($0.source) ? $0.section : nil } })
      if let target = targets.target(path, clamps: policy == .clamp) { return target }
      // In an empty section that belongs to no source, there is no second owner that the places could be split
      // between.
      let isNobodys =
        source.numberOfItems(inSection: path.section) == 0 && source.sourceSection(for: path.section) == nil
      throw owner == nil || isNobodys ? .hidden : .split
    }
  }

  /// The source that the places are converted from.
  private var source: any DataSource {
    switch direction {
    case .within(let source), .upstream(let source, _): source
    case .downstream(let source, let index): source.upstreamSources[index]
    }
  }
}

extension DataSource {
  /// Returns the index of the source that owns the item at a target, or else the last item of the section, or else the
  /// section.
  fileprivate func owner(ofTarget path: ItemPath) -> Int? {
    let count = numberOfItems(inSection: path.section)
    if count == 0 { return sourceSection(for: path.section)?.source }
    return sourcePath(for: ItemPath(section: path.section, item: min(path.item, count - 1)))?.source
  }

  /// Returns the next path in the order of sections and items, which has to exist.
  fileprivate func place(after path: ItemPath) -> ItemPath {
    if path.item + 1 < numberOfItems(inSection: path.section) {
      return ItemPath(section: path.section, item: path.item + 1)
    }
    var section = path.section + 1
    while numberOfItems(inSection: section) == 0 { section += 1 }
    return ItemPath(section: section, item: 0)
  }

  /// Returns the previous path in the order of sections and items, which has to exist.
  fileprivate func place(before path: ItemPath) -> ItemPath {
    if path.item > 0 { return ItemPath(section: path.section, item: path.item - 1) }
    var section = path.section - 1
    while numberOfItems(inSection: section) == 0 { section -= 1 }
    return ItemPath(section: section, item: numberOfItems(inSection: section) - 1)
  }
}
