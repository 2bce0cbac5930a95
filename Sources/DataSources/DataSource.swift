public import Changesets

/// Anything that provides items in sections: a leaf that holds them, or a transform over other sources.
///
/// A source's identity is that of the object, never the equality of what it holds: two sources with equal items are two sources.
/// A chain of sources lives in one isolation domain and is not `Sendable`; its items may be.
public protocol DataSource<Item>: AnyObject {
  /// What the source provides.
  associatedtype Item

  /// The source's place in its chains, and whom it tells what happens to it: one and the same for the source's life.
  var link: ChainLink { get }

  /// How many sections there are.
  var numberOfSections: Int { get }

  /// How many items a section has.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func numberOfItems(inSection section: Int) -> Int

  /// The item at a place.
  ///
  /// - Parameter path: A place that exists; anything else is a programmer's error, as with an array.
  func item(at path: ItemPath) -> Item

  /// The items of one section, in order: the same as item by item, and most often found faster.
  ///
  /// Nobody has to write this.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  /// - Complexity: O(*k*) as a rule, *k* being the number of items in the section; else as often as that, what ``item(at:)`` costs.
  func items(inSection section: Int) -> [Item]

  /// The name of a section, where it has one.
  ///
  /// - Parameter section: An index below ``numberOfSections``.
  func name(ofSection section: Int) -> String?

  /// The source itself, where it stands on others; a leaf is not derived. Nobody has to write this.
  var asDerived: (any DerivedSource)? { get }
}

extension DataSource {
  /// The items of one section, asked for one by one.
  ///
  /// - Complexity: *k* times what ``item(at:)`` costs, *k* being the number of items in the section.
  public func items(inSection section: Int) -> [Item] {
    (0..<numberOfItems(inSection: section)).map { item(at: ItemPath(section: section, item: $0)) }
  }

  /// Nothing: a leaf.
  public var asDerived: (any DerivedSource)? { nil }
}
