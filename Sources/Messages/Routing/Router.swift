public import Changesets
import DataSources

/// What goes through the places of arguments, or of a result, one after the other: to rewrite them in the space of the next source, or to
/// look at them.
///
/// Types that are ``Routable`` hand their places to it; nobody else makes one, or keeps it.
public struct Router: ~Copyable {
  /// Why the places have no common owner.
  enum Failure {
    /// A place has no counterpart.
    case unmapped
    /// Places belong to different sources.
    case parted
  }

  /// What is done with places.
  enum Task {
    /// The first is remembered.
    case locate
    /// Each is looked at.
    case visit((Place) -> Bool)
    /// Each is rewritten in the space of a source of the link's.
    case ascend
    /// Each is rewritten in the space of the derived source, from that of its source at an index.
    case descend(any DerivedSource, Int)
  }

  let task: Task
  /// What becomes of a place that belongs to another source than the first one.
  let rule: PartingRule
  // A router lives as long as the step that is taken from the link, and the step holds the link: who is handed the router cannot copy it.
  unowned(unsafe) let link: Link?
  /// The first place, as it was.
  var first: Place?
  /// The index of the source that the places belong to; -1 before the first.
  var owner = -1
  var failure: Failure?
  /// Whether the latest place was replaced by one that belongs to the same source as the first.
  var isClamped = false

  init(_ task: Task, _ link: Link? = nil, rule: PartingRule = .refuse) {
    self.task = task
    self.link = link
    self.rule = rule
  }

  /// Routes an item's path.
  public mutating func route(_ path: inout ItemPath) {
    guard failure == nil else { return }
    if case .ascend = task {
      guard let origin = link?.ascent?.sourcePath(path) else { return stay(&path) }
      if owner == origin.source {
        path = origin.path
      } else if owner < 0 {
        first = .item(path)
        owner = origin.source
        path = origin.path
      } else {
        part(&path, origin)
      }
    } else {
      routeOtherwise(&path)
    }
  }

  /// Routes the index of a section.
  public mutating func route(section: inout Int) {
    guard failure == nil else { return }
    switch task {
    case .locate: first = first ?? .section(section)
    case .visit(let isAllowed): if !isAllowed(.section(section)) { failure = .unmapped }
    case .ascend:
      guard let origin = link?.ascent?.source()?.sourceSection(for: section) else { return failure = .unmapped }
      if owner < 0 {
        first = .section(section)
        owner = origin.source
      }
      guard isOwner(origin.source) else { return failure = .parted }
      section = origin.section
    case .descend(let source, let index):
      guard let image = source.section(for: SourceSection(source: index, section: section)) else {
        return failure = .unmapped
      }
      section = image
    }
  }

  /// Routes a place that an item can go to: that of an item, or the one after a section's last.
  ///
  /// The place after the last belongs to whom the last item belongs to; in an empty section, to whom the section belongs to. In an answer,
  /// the place of an item that is hidden is the one after the item before it, if that is shown.
  public mutating func route(target path: inout ItemPath) {
    guard failure == nil else { return }
    var whole = path
    route(&whole)
    guard failure == .unmapped else { return path = whole }
    failure = nil
    if path.item > 0, mayFollow(path) {
      var last = ItemPath(section: path.section, item: path.item - 1)
      isClamped = false
      route(&last)
      // Where the last item is somebody else's, the nearest place may have been found instead: nothing comes after that.
      path = isClamped ? last : ItemPath(section: last.section, item: last.item + 1)
    } else if path.item == 0, isEmptySection(path.section) {
      var section = path.section
      route(section: &section)
      if failure != .parted { return path.section = section }
      failure = nil
      part(&path)
    } else {
      failure = .unmapped
    }
  }

  /// Whether every place in arguments is as it should be.
  static func allPlaces(of arguments: some Routable, _ isAllowed: (Place) -> Bool) -> Bool {
    withoutActuallyEscaping(isAllowed) { isAllowed in
      var router = Router(.visit(isAllowed))
      var copy = arguments
      copy.route(with: &router)
      return router.failure == nil
    }
  }
}

extension Router {
  mutating func routeOtherwise(_ path: inout ItemPath) {
    switch task {
    case .locate: first = first ?? .item(path)
    case .visit(let isAllowed): if !isAllowed(.item(path)) { failure = .unmapped }
    case .ascend: break
    case .descend(let source, let index):
      guard let image = source.path(for: SourcePath(source: index, path: path)) else { return failure = .unmapped }
      path = image
    }
  }

  /// Deals with a place that comes from no source: one that does not exist, or one of an item that is the derived source's own.
  mutating func stay(_ path: inout ItemPath) {
    if owner >= 0, link?.ascent?.source()?.contains(path) ?? false { part(&path) } else { failure = .unmapped }
  }

  /// Deals with a place that belongs to another source than the first one.
  ///
  /// - Complexity: O(*d*) conversions, *d* being the distance to the nearest place that belongs to the same source.
  mutating func part(_ path: inout ItemPath, _ origin: SourcePath? = nil) {
    if let origin, isOwner(origin.source) { return path = origin.path }
    guard rule == .clamp, case .item(let first)? = first, let source = link?.ascent?.source() else {
      return failure = .parted
    }
    isClamped = true
    // The nearest place on the way to the first one that belongs to the same source as that.
    while path != first {
      path = path < first ? source.place(after: path) : source.place(before: path)
      if let origin = source.sourcePath(for: path), isOwner(origin.source) { return path = origin.path }
    }
  }

  /// Whether the source at an index is the one that the places belong to. A link may stand on a source several times.
  private func isOwner(_ index: Int) -> Bool {
    owner == index || link?.ascent.map { owner >= 0 && $0.link(owner) === $0.link(index) } ?? false
  }

  /// Whether a place that no item stands at may be the one after an item. In the space that an answer comes to, it always may: where
  /// what stands there is hidden, that item is shown.
  private func mayFollow(_ path: ItemPath) -> Bool {
    switch task {
    case .locate: false
    case .visit, .descend: true
    case .ascend:
      link?.ascent?.source().map {
        (0..<$0.numberOfSections).contains(path.section) && path.item == $0.numberOfItems(inSection: path.section)
      } ?? false
    }
  }

  /// Whether there is a section without items.
  private func isEmptySection(_ section: Int) -> Bool {
    let source: (any DataSource)?
    switch task {
    case .ascend: source = link?.ascent?.source()
    case .descend(let derived, let index): source = derived.upstreamSources[index]
    case .locate: return false
    // There is no item at its first place, as that was asked for before.
    case .visit(let isAllowed): return isAllowed(.section(section))
    }
    guard let source, (0..<source.numberOfSections).contains(section) else { return false }
    return source.numberOfItems(inSection: section) == 0
  }
}

extension DataSource {
  /// The next place in the order of sections and items; there is one.
  fileprivate func place(after path: ItemPath) -> ItemPath {
    if path.item + 1 < numberOfItems(inSection: path.section) {
      return ItemPath(section: path.section, item: path.item + 1)
    }
    var section = path.section + 1
    while numberOfItems(inSection: section) == 0 { section += 1 }
    return ItemPath(section: section, item: 0)
  }

  /// The place before in the order of sections and items; there is one.
  fileprivate func place(before path: ItemPath) -> ItemPath {
    if path.item > 0 { return ItemPath(section: path.section, item: path.item - 1) }
    var section = path.section - 1
    while numberOfItems(inSection: section) == 0 { section -= 1 }
    return ItemPath(section: section, item: numberOfItems(inSection: section) - 1)
  }
}
