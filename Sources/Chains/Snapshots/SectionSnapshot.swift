import Changesets
import DataSources
import OrderedTrees

/// The state of a section whose items form a tree: the items, their parents, and which of them are expanded.
///
/// ```swift
/// var section = SectionSnapshot<String>()
/// try section.append(["Pome fruit", "Stone fruit"])
/// try section.append(["Apple", "Pear"], to: "Pome fruit")
/// try section.expand(["Pome fruit"])
/// print(section.visibleItems)  // ["Pome fruit", "Apple", "Pear", "Stone fruit"]
/// ```
///
/// An item is visible if all its ancestors are expanded; root items are always visible. New items are collapsed. An
/// identifier occurs once. An operation that would break this, or that refers to an unknown item, throws an
/// `UpdateError` and leaves the snapshot unchanged.
///
/// A snapshot is a value. The first edit after an assignment copies its storage: O(*n*) once, *n* being the number of
/// items.
public struct SectionSnapshot<Item: Hashable & Sendable>: Sendable {
  struct Node: Sendable {
    let identifier: Item
    /// The opening bracket of the parent; `nil` for a root item.
    let parent: RankTree.Handle?
    let closing: RankTree.Handle
    var isExpanded = false
  }

  /// The tree as a sequence of brackets: each item has an opening and a closing bracket, and its descendants are
  /// between the two. Opening brackets have weight 1 and closing ones weight 0, so that weights count items.
  ///
  ///     Pome fruit    (         )
  ///       Apple         ( )
  ///       Pear              ( )
  ///     Stone fruit               ( )
  ///     weights       1 1 0 1 0 0 1 0
  private(set) var brackets = RankTree()
  /// The item of each opening bracket; `nil` for a closing one.
  private(set) var nodes: [Node?] = []
  /// The opening bracket of each item.
  private(set) var openings: [Item: RankTree.Handle] = [:]

  /// Creates an empty snapshot.
  public init() {}

  func node(of item: Item) throws -> Node {
    guard let node = openings[item].flatMap({ nodes[$0.offset] }) else { throw UpdateError.unknown("item", item) }
    return node
  }

  func opening(of item: Item) throws -> RankTree.Handle {
    guard let handle = openings[item] else { throw UpdateError.unknown("item", item) }
    return handle
  }

  /// Inserts an item that has been checked.
  ///
  /// - Parameters:
  ///   - successor: The bracket to insert it before; `nil` for the end.
  ///   - parent: The item whose brackets enclose that place.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func insert(
    _ item: Item, before successor: RankTree.Handle?, under parent: RankTree.Handle?, isExpanded: Bool = false
  ) -> RankTree.Handle {
    // Both go before the same bracket, one after the other, so they are adjacent.
    let opening = brackets.insert(before: successor, weight: 1)
    let closing = brackets.insert(before: successor, weight: 0)
    while nodes.count <= Swift.max(opening.offset, closing.offset) { nodes.append(nil) }
    nodes[opening.offset] = Node(identifier: item, parent: parent, closing: closing, isExpanded: isExpanded)
    openings[item] = opening
    return opening
  }

  /// Removes brackets, and the items whose opening brackets are among them.
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

  /// The number of items, at all levels.
  package var numberOfItems: Int { openings.count }

  /// The items of all levels, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var items: [Item] { brackets.compactMap { nodes[$0.offset]?.identifier } }

  /// The items without a parent, in order.
  ///
  /// - Complexity: O(*r* log *n*) for *r* root items among *n* items.
  public var rootItems: [Item] {
    var roots: [Item] = []
    var next = brackets.handle(at: 0)
    while let node = next.flatMap({ nodes[$0.offset] }) {
      roots.append(node.identifier)
      next = brackets.handle(after: node.closing)
    }
    return roots
  }

  /// The items whose ancestors are all expanded, each before its descendants.
  ///
  /// - Complexity: O(*v* log *n*) for *v* visible items among *n* items.
  public var visibleItems: [Item] {
    var visible: [Item] = []
    var iterator = brackets.makeIterator()
    while let handle = iterator.next() {
      guard let node = nodes[handle.offset] else { continue }
      visible.append(node.identifier)
      // Passes over the descendants.
      if !node.isExpanded { iterator = brackets.makeIterator(from: node.closing) }
    }
    return visible
  }

  /// The expanded items, visible or not, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var expandedItems: [Item] {
    brackets.compactMap { nodes[$0.offset] }.filter(\.isExpanded).map(\.identifier)
  }

  /// Returns whether the snapshot contains an item.
  public func contains(_ item: Item) -> Bool { openings[item] != nil }

  /// Returns the number of items before an item, visible or not, or `nil` if there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func index(of item: Item) -> Int? { openings[item].map(brackets.weight(before:)) }

  /// Returns the number of ancestors of an item.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the result.
  public func level(of item: Item) throws -> Int {
    ancestors(of: try node(of: item)).reduce(0) { level, _ in level + 1 }
  }

  /// Returns the parent of an item, or `nil` for a root item.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func parent(of item: Item) throws -> Item? {
    try node(of: item).parent.flatMap { nodes[$0.offset]?.identifier }
  }

  /// Returns whether an item is expanded: its children are visible if it is visible itself.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func isExpanded(_ item: Item) throws -> Bool { try node(of: item).isExpanded }

  /// Returns whether all ancestors of an item are expanded.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the number of ancestors.
  public func isVisible(_ item: Item) throws -> Bool { ancestors(of: try node(of: item)).allSatisfy(\.isExpanded) }

  /// Returns whether an item has children.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  func hasChildren(_ item: Item) -> Bool {
    guard let opening = openings[item], let node = nodes[opening.offset] else { return false }
    return brackets.handle(after: opening) != node.closing
  }

  /// Returns the parent of a node, its parent, and so on.
  private func ancestors(of node: Node) -> some Sequence<Node> {
    sequence(state: node) { node -> Node? in
      guard let parent = node.parent.flatMap({ nodes[$0.offset] }) else { return nil }
      node = parent
      return parent
    }
  }
}

/// Snapshots are equal if they have the same items under the same parents, in the same order, and the same items are
/// expanded. The edits that led to them do not matter.
extension SectionSnapshot: Equatable {
  /// Returns whether two snapshots have the same tree with the same items expanded.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.numberOfItems == rhs.numberOfItems
      && zip(lhs.brackets, rhs.brackets).allSatisfy { left, right in
        // Closing brackets have no node, so the comparison of the sequences includes the parents.
        let (left, right) = (lhs.nodes[left.offset], rhs.nodes[right.offset])
        return left?.identifier == right?.identifier && left?.isExpanded == right?.isExpanded
      }
  }
}

extension SectionSnapshot: CustomStringConvertible {
  /// A description with the number of items.
  public var description: String { "SectionSnapshot(\(numberOfItems) \(numberOfItems == 1 ? "item" : "items"))" }
}

extension SectionSnapshot {
  /// Returns the tree as text: a line for each item, visible or not, indented by its level.
  ///
  /// ```
  /// - Pome fruit
  ///   * Apple
  ///   * Pear
  /// + Stone fruit
  ///   * Plum
  /// ```
  ///
  /// The mark is `-` for an expanded item with children, `+` for a collapsed item with children, and `*` for an item
  /// without children. Line breaks in an item are escaped. The text is for people: its form may change.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func visualDescription() -> String {
    var text = ""
    var level = 0
    var handles = brackets.makeIterator()
    var next = handles.next()
    while let handle = next {
      next = handles.next()
      guard let node = nodes[handle.offset] else {
        level -= 1
        continue
      }
      let mark = next == node.closing ? "*" : node.isExpanded ? "-" : "+"
      text += String(repeating: "  ", count: level) + "\(mark) " + "\(node.identifier)".onOneLine + "\n"
      level += 1
    }
    return text
  }
}
