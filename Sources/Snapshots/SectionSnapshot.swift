package import Changesets
import DataSources
import OrderedTrees

/// The state of one section whose items form a tree: which items there are, under which parents, and which are
/// expanded.
///
/// ```swift
/// var section = SectionSnapshot<String>()
/// try section.append(["Pome fruit", "Stone fruit"])
/// try section.append(["Apple", "Pear"], to: "Pome fruit")
/// try section.expand(["Pome fruit"])
/// print(section.visibleItems)  // ["Pome fruit", "Apple", "Pear", "Stone fruit"]
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
    /// The parent's opening bracket; nil at the root.
    let parent: RankTree.Handle?
    let closing: RankTree.Handle
    var isExpanded = false
  }

  /// The tree as brackets: each item has an opening and a closing one, and its descendants stand between them. Opening
  /// brackets weigh 1 and closing ones 0, so that weights count items.
  private(set) var brackets = RankTree()
  /// For each opening bracket its item; nil for a closing one.
  private(set) var nodes: [Node?] = []
  /// For each item its opening bracket.
  private(set) var openings: [Item: RankTree.Handle] = [:]

  /// Creates a snapshot without items.
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
  ///   - successor: The bracket that it will stand before; nil for the end.
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

extension SectionSnapshot {
  /// The number of items at all levels.
  package var numberOfItems: Int { openings.count }

  /// The items of all levels, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var items: [Item] { brackets.compactMap { nodes[$0.offset]?.identifier } }

  /// The items that have no parent, in order.
  ///
  /// - Complexity: O(*r* log *n*) for *r* of *n* items.
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
  /// - Complexity: O(*v* log *n*) for *v* of *n* items.
  public var visibleItems: [Item] {
    var visible: [Item] = []
    var iterator = brackets.makeIterator()
    while let handle = iterator.next() {
      guard let node = nodes[handle.offset] else { continue }
      visible.append(node.identifier)
      if !node.isExpanded { iterator = brackets.makeIterator(from: node.closing) }
    }
    return visible
  }

  /// The items that are expanded, visible or not, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var expandedItems: [Item] {
    brackets.compactMap { nodes[$0.offset] }.filter(\.isExpanded).map(\.identifier)
  }

  /// Whether an item is in the snapshot.
  public func contains(_ item: Item) -> Bool { openings[item] != nil }

  /// The number of items before an item, visible or not, or nil if there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func index(of item: Item) -> Int? { openings[item].map(brackets.weight(before:)) }

  /// The number of ancestors of an item.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the result.
  public func level(of item: Item) throws -> Int {
    ancestors(of: try node(of: item)).reduce(0) { level, _ in level + 1 }
  }

  /// The item that an item is a child of; nil at the root.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func parent(of item: Item) throws -> Item? {
    try node(of: item).parent.flatMap { nodes[$0.offset]?.identifier }
  }

  /// Whether the children of an item are visible when it is.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func isExpanded(_ item: Item) throws -> Bool { try node(of: item).isExpanded }

  /// Whether all ancestors of an item are expanded.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the number of ancestors.
  public func isVisible(_ item: Item) throws -> Bool { ancestors(of: try node(of: item)).allSatisfy(\.isExpanded) }

  /// Whether an item is the parent of others.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  func hasChildren(_ item: Item) -> Bool {
    guard let opening = openings[item], let node = nodes[opening.offset] else { return false }
    return brackets.handle(after: opening) != node.closing
  }

  /// The parent, its parent, and so on.
  private func ancestors(of node: Node) -> some Sequence<Node> {
    sequence(state: node) { node -> Node? in
      guard let parent = node.parent.flatMap({ nodes[$0.offset] }) else { return nil }
      node = parent
      return parent
    }
  }
}

extension SectionSnapshot {
  /// The edits that lead from the visible items of an older snapshot to those of this one.
  ///
  /// Items are told apart by their identifiers. Nothing is updated: identifiers are all that is known of an item.
  ///
  /// - Parameters:
  ///   - older: The state before.
  ///   - options: How the diff is made.
  /// - Returns: Edits in normal form, or a reload where a limit of the options is exceeded.
  /// - Complexity: O(*v* log *n*) on average for *v* visible ones of *n* items, and O(*m* log *m*) for *m* out of
  ///   order.
  package func visibleDifference(from older: Self, options: DiffOptions = DiffOptions()) -> Edits<Int> {
    diff(from: older.visibleItems, to: visibleItems, id: \.self, options: options)
  }
}

/// Snapshots are equal when they have the same items under the same parents, in the same order, and the same ones are
/// expanded; it does not matter how they came about.
extension SectionSnapshot: Equatable {
  /// - Complexity: O(*n*), *n* being the number of items.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.numberOfItems == rhs.numberOfItems
      && zip(lhs.brackets, rhs.brackets).allSatisfy { left, right in
        let (left, right) = (lhs.nodes[left.offset], rhs.nodes[right.offset])
        return left?.identifier == right?.identifier && left?.isExpanded == right?.isExpanded
      }
  }
}

extension SectionSnapshot: CustomStringConvertible {
  /// The number of items.
  public var description: String { "SectionSnapshot(\(numberOfItems) \(numberOfItems == 1 ? "item" : "items"))" }
}

extension SectionSnapshot {
  /// The tree as text: a line for each item, indented by its level, also for items that are not visible.
  ///
  /// ```
  /// - Pome fruit
  ///   * Apple
  ///   * Pear
  /// + Stone fruit
  ///   * Plum
  /// ```
  ///
  /// The mark says what an item is: `-` with children and expanded, `+` with children and collapsed, `*` without children. What would break
  /// a line is escaped. It is for people: the form may change.
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
