import Changesets

/// The state of one section whose items form a tree: which items there are, under which parents, and which are
/// expanded.
///
/// ```swift
/// var section = SectionSnapshot<String>()
/// try section.append(["Pome fruit", "Stone fruit"])
/// try section.append(["Apple", "Pear"], to: "Pome fruit")
/// try section.expand(["Pome fruit"])
/// section.visibleItems  // Pome fruit, Apple, Pear, Stone fruit
/// ```
///
/// An item is visible when all its ancestors are expanded; the items at the root always are. New items are collapsed.
/// An identifier occurs once. What would break this, and what names an item that is not there, throws an `UpdateError`
/// and changes nothing.
///
/// A snapshot is a value. A copy is made with the first edit after an assignment: O(*n*) once, *n* being the number of
/// items.
public struct SectionSnapshot<Item: Hashable & Sendable>: Sendable {
  struct Node: Sendable {
    let identifier: Item
    /// The parent's opening bracket; nothing at the root.
    let parent: RankTree.Handle?
    let closing: RankTree.Handle
    var isExpanded = false
  }

  /// The tree as brackets: each item has an opening and a closing one, and its descendants stand between them. Opening
  /// brackets weigh 1 and closing ones nothing, so that weights count items.
  private(set) var brackets = RankTree()
  /// For each opening bracket its item; nothing for a closing one.
  private(set) var nodes: [Node?] = []
  /// For each item its opening bracket.
  private(set) var openings: [Item: RankTree.Handle] = [:]

  /// Makes a snapshot without items.
  public init() {}

  func node(of item: Item) throws -> Node {
    guard let node = openings[item].flatMap({ nodes[$0.offset] }) else { throw UpdateError.unknown("item", item) }
    return node
  }

  func opening(of item: Item) throws -> RankTree.Handle {
    guard let handle = openings[item] else { throw UpdateError.unknown("item", item) }
    return handle
  }

  /// Adds an item that was checked.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - successor: The bracket that it will stand before; nothing for the end.
  ///   - parent: The item whose brackets are around that place.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func insert(
    _ item: Item, before successor: RankTree.Handle?, under parent: RankTree.Handle?, isExpanded: Bool = false
  ) -> RankTree.Handle {
    let opening = brackets.insert(before: successor, weight: 1)
    let closing = brackets.insert(before: successor, weight: 0)
    while nodes.count <= Swift.max(opening.offset, closing.offset) { nodes.append(nil) }
    nodes[opening.offset] = Node(identifier: item, parent: parent, closing: closing, isExpanded: isExpanded)
    openings[item] = opening
    return opening
  }

  /// Removes brackets, and the items whose opening ones are among them.
  mutating func remove(_ handles: [RankTree.Handle]) {
    for handle in handles {
      if let item = nodes[handle.offset]?.identifier { openings.removeValue(forKey: item) }
      nodes[handle.offset] = nil
      brackets.remove(handle)
    }
  }

  mutating func setExpanded(_ handle: RankTree.Handle, to isExpanded: Bool) {
    nodes[handle.offset]?.isExpanded = isExpanded
  }
}
