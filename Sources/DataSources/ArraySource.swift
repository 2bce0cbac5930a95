public import Changesets

/// A leaf that holds an array of items: always one section, even when it is empty.
public final class ArraySource<Item>: DataSource {
  /// The items.
  public let elements: [Item]
  /// The name of the section.
  public let name: String?

  /// Makes a source of some items.
  ///
  /// - Parameters:
  ///   - elements: The items, in order.
  ///   - name: The name of the section.
  public init(_ elements: [Item], name: String? = nil) {
    self.elements = elements
    self.name = name
  }

  /// Always 1.
  public var numberOfSections: Int { 1 }

  /// The number of items.
  public func numberOfItems(inSection section: Int) -> Int {
    precondition(section == 0, "An array source has one section; \(section) is asked for.")
    return elements.count
  }

  /// The item at a place in section 0.
  public func item(at path: ItemPath) -> Item {
    precondition(path.section == 0, "An array source has one section; \(path) is asked for.")
    return elements[path.item]
  }

  /// The name that the source was made with.
  public func name(ofSection section: Int) -> String? { name }
}
