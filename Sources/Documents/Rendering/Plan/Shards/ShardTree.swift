package import Fingerprints
import PomonaSupport

/// A division of members into shards that is updated as members are inserted, removed or resized. After any history of
/// edits, the shards are those that ``Sharding`` would divide the current members into.
///
/// The division is a binary trie over the hashes of the members. A node is identified by the number of its shard: the
/// root is 1, and the children of *n* are 2*n* and 2*n* + 1, so that the bits of a number are the path to its node.
/// Each node stores the size and the number of all members below it; only leaves, which are the shards, store members.
/// Nodes without members are left out:
///
///                      1: size 9                  capacity 4
///                 ┌────────┴────────┐             shards 2, 6, 7
///             2: size 3         3: size 6
///                           ┌───────┴───────┐
///                       6: size 4       7: size 2
///
/// An edit changes the sizes on the path from the root to one leaf. If a node on it is no longer too large, all shards
/// below the first such node are joined into one. If the leaf itself has become too large, it is split. An edit of a
/// shard takes time proportional to its depth and its number of members.
package struct ShardTree<Member: Hashable & Sendable>: Sendable {
  /// A member with the facts that the division depends on.
  package struct Item: Sendable {
    /// The member.
    package var member: Member
    /// A hash of the member's identity, which never changes.
    package var hash: UInt64
    /// The size that the member contributes to its shard.
    package var size: Int
    /// The fingerprint of what the shard shows of the member, or nil if it is not known.
    package var content: Fingerprint?

    package init(_ member: Member, hash: UInt64, size: Int = 1, content: Fingerprint?) {
      self.member = member
      self.hash = hash
      self.size = size
      self.content = content
    }
  }

  /// The changes of the shards.
  package struct Changes: Equatable, Sendable {
    /// The numbers of the shards that were created, or whose members or their sizes or contents have changed.
    package var changed: [Int] = []
    /// The numbers of the removed shards.
    package var removed: [Int] = []
    /// Whether a shard was created or removed.
    package var hasOtherShards = false
  }

  private struct Node: Sendable {
    var size = 0
    var count = 0
    /// Whether the node is an inner node, whose members are in the shards below it.
    var isDivided = false
    /// The members of a shard, sorted by their hashes; empty for an inner node.
    var items: [Item] = []
  }

  private let capacity: Int
  private var nodes: [Int: Node] = [:]
  /// The nodes that were touched since the changes were taken last, and whether each was a shard before.
  private var touched: [Int: Bool] = [:]

  /// Creates a division of some members.
  ///
  /// - Parameter capacity: The maximum size of a shard with more than one member.
  /// - Complexity: O(*n* log *n*) in the number of members.
  package init(_ items: [Item], capacity: Int) {
    self.capacity = capacity
    load(items, at: 1)
  }

  /// The numbers of the shards, in an order that depends on these numbers only.
  ///
  /// - Complexity: O(*p* log *p*) in the number of shards.
  package var numbers: [Int] {
    // The order is that of the paths to the shards, bit by bit. No path is a prefix of another.
    nodes.keys.filter(isShard).sorted { $0 << ($0.leadingZeroBitCount - 1) < $1 << ($1.leadingZeroBitCount - 1) }
  }

  /// Returns the members of a shard, sorted by their hashes; empty if there is no such shard.
  package func items(of shard: Int) -> [Item] { nodes[shard]?.items ?? [] }

  /// Returns the fingerprint of what a shard shows of its members, or nil if that of a member is not known.
  ///
  /// - Complexity: O(*k*) in the number of members.
  package func fingerprint(of shard: Int) -> Fingerprint? {
    var parts = Fingerprinter()
    for item in items(of: shard) {
      guard let content = item.content else { return nil }
      parts.combine(content)
    }
    return parts.finish()
  }

  /// Returns the shard with a member that has the given hash, or nil if there is none.
  package func shard(of hash: UInt64) -> Int? {
    let leaf = leaf(of: hash)
    return nodes[leaf]?.items.contains { $0.hash == hash } ?? false ? leaf : nil
  }

  /// Returns the shard that contains a member with the given hash, or into which it would be inserted.
  private func leaf(of hash: UInt64) -> Int {
    var number = 1
    while let node = nodes[number], node.isDivided {
      number = 2 * number + Int(hash >> UInt64(Sharding.depth(of: number)) & 1)
    }
    return number
  }
}

// MARK: - Edits

extension ShardTree {
  /// Inserts a member, or updates its size and content. A member whose content is not known always counts as changed.
  ///
  /// - Complexity: O(*d* + *k*) in the depth and the number of members of its shard.
  package mutating func set(_ item: Item) {
    let leaf = leaf(of: item.hash)
    let items = nodes[leaf]?.items ?? []
    if let index = items.index(of: item.member, item.hash) {
      guard items[index].size != item.size || items[index].content != item.content || item.content == nil else {
        return
      }
      edit(leaf, by: item.size - items[index].size, count: 0) { items in
        items.remove(at: index)
        items.add(item)
      }
    } else {
      edit(leaf, by: item.size, count: 1) { $0.add(item) }
    }
  }

  /// Removes a member. Does nothing if it is not in the tree.
  ///
  /// - Complexity: O(*d* + *k*) in the depth and the number of members of its shard.
  package mutating func remove(_ member: Member, hash: UInt64) {
    let leaf = leaf(of: hash)
    guard let items = nodes[leaf]?.items, let index = items.index(of: member, hash) else { return }
    edit(leaf, by: -items[index].size, count: -1) { $0.remove(at: index) }
  }

  /// Returns the changes of the shards since the last call.
  ///
  /// - Complexity: O(*c* log *c*) in the number of shards that were touched.
  package mutating func takeChanges() -> Changes {
    var changes = Changes()
    for (shard, wasThere) in touched.sorted(by: { $0.key < $1.key }) {
      if isShard(shard) { changes.changed.append(shard) } else if wasThere { changes.removed.append(shard) }
      if isShard(shard) != wasThere { changes.hasOtherShards = true }
    }
    touched = [:]
    return changes
  }

  private func isShard(_ number: Int) -> Bool { nodes[number].map { !$0.isDivided } ?? false }

  private mutating func touch(_ number: Int) { if touched[number] == nil { touched[number] = isShard(number) } }

  private mutating func edit(_ leaf: Int, by size: Int, count: Int, _ change: (inout [Item]) -> Void) {
    touch(leaf)
    change(&nodes[leaf, default: Node()].items)
    let depth = Sharding.depth(of: leaf)
    for above in 0...depth {
      nodes[leaf >> above]?.size += size
      nodes[leaf >> above]?.count += count
    }
    // From the root down. A node that is not too large has no node below it that is.
    for above in (0...depth).reversed() {
      let number = leaf >> above
      guard let node = nodes[number], !Sharding.mustSplit(number, node.size, node.count, capacity) else { continue }
      if node.isDivided {
        join(number)
      } else if node.count == 0 {
        nodes[number] = nil
      }
      return
    }
    let items = nodes.removeValue(forKey: leaf)?.items ?? []
    for number in load(items, at: leaf) where number != leaf { touched[number] = touched[number] ?? false }
  }

  /// Divides members among shards within a node, which is not in the trie, and creates the nodes from there to the
  /// shards. Returns the numbers of these.
  @discardableResult
  private mutating func load(_ items: [Item], at root: Int) -> [Int] {
    let shards = Sharding.shards(of: items.map(\.hash), sizes: items.map(\.size), capacity: capacity, within: root)
    for shard in shards {
      var number = shard.number
      nodes[number] = Node(
        size: shard.size, count: shard.indices.count, items: shard.indices.map { items[Int($0)] }.sorted(by: <))
      while number != root {
        number >>= 1
        nodes[number, default: Node(isDivided: true)].size += shard.size
        nodes[number]?.count += shard.indices.count
      }
    }
    return shards.map(\.number)
  }

  /// Joins all shards below a node into one.
  private mutating func join(_ root: Int) {
    touch(root)
    var items: [Item] = []
    var rest = [2 * root, 2 * root + 1]
    while let number = rest.popLast() {
      touch(number)
      guard let node = nodes.removeValue(forKey: number) else { continue }
      if node.isDivided { rest += [2 * number, 2 * number + 1] } else { items += node.items }
    }
    nodes[root]?.isDivided = false
    nodes[root]?.items = items.sorted(by: <)
    if items.isEmpty { nodes[root] = nil }
  }
}

extension ShardTree.Item {
  /// Sorts by hash. Members with equal hashes are sorted by their contents, so that the order does not depend on the
  /// history of edits.
  fileprivate static func < (first: Self, second: Self) -> Bool {
    if first.hash != second.hash { return first.hash < second.hash }
    guard let one = first.content, let other = second.content else {
      return first.content == nil && second.content != nil
    }
    return one.high == other.high ? one.low < other.low : one.high < other.high
  }
}

extension Array {
  /// Returns the index of a member in an array that is sorted by hash, or nil if it is not there.
  fileprivate func index<Member>(of member: Member, _ hash: UInt64) -> Int? where Element == ShardTree<Member>.Item {
    let first = partitioningIndex { $0.hash >= hash }
    return self[first...].prefix { $0.hash == hash }.firstIndex { $0.member == member }
  }

  /// Inserts a member at its place in an array that is sorted by hash.
  fileprivate mutating func add<Member>(_ item: ShardTree<Member>.Item) where Element == ShardTree<Member>.Item {
    insert(item, at: partitioningIndex { !($0 < item) })
  }
}
