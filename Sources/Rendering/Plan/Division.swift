package import Fingerprints

/// The parts that ``Sharding`` divides some members into, kept up to what comes, goes and grows: each edit costs the depth of a part and
/// the length of its list, and the parts are those that all present members would be divided into anew.
///
/// It is a binary trie over the hashes of the members. A node is known by the number of its part, so that the way to it is the number's bits,
/// and its size is that of all members below it. What an edit changes is the sizes on one way from the root: if a node there is not too large
/// any more, it is joined, the first such one with all below it; and if the part itself has become too large, it is split. Nodes without
/// members are left out.
package struct Division<Member: Hashable & Sendable>: Sendable {
  /// What is divided.
  package struct Item: Sendable {
    /// What stands for it.
    package var member: Member
    /// A hash of its identity, which it keeps.
    package var hash: UInt64
    /// What it takes of its part.
    package var size: Int
    /// The fingerprint of what its part shows of it; nil where it is not known.
    package var content: Fingerprint?

    package init(_ member: Member, hash: UInt64, size: Int = 1, content: Fingerprint?) {
      self.member = member
      self.hash = hash
      self.size = size
      self.content = content
    }
  }

  /// What has become of the parts.
  package struct Changes: Equatable, Sendable {
    /// The numbers of the parts that are new, or have other members, or members of other contents.
    package var changed: [Int] = []
    /// The numbers of the parts that have gone.
    package var removed: [Int] = []
    /// Whether there are other parts than before.
    package var hasOtherParts = false
  }

  private struct Node: Sendable {
    var size = 0
    var count = 0
    /// Whether its members are in the two parts that it is divided into.
    var isDivided = false
    /// The members of a part, by their hashes.
    var items: [Item] = []
  }

  private let capacity: Int
  private var nodes: [Int: Node] = [:]
  /// The parts that were touched, and whether each was there before.
  private var touched: [Int: Bool] = [:]

  /// Divides some members.
  ///
  /// - Parameter capacity: The size that a part has at most, if more than one member is in it.
  /// - Complexity: O(*n* log *n*) in the number of members.
  package init(_ items: [Item], capacity: Int) {
    self.capacity = capacity
    load(items, at: 1)
  }

  /// The numbers of the parts, in an order that follows from them.
  ///
  /// - Complexity: O(*p* log *p*) in the number of parts.
  package var parts: [Int] {
    // That of the ways to them, bit by bit; no way is the beginning of another.
    nodes.keys.filter(isPart).sorted { $0 << ($0.leadingZeroBitCount - 1) < $1 << ($1.leadingZeroBitCount - 1) }
  }

  /// The members of a part, in an order that follows from their hashes.
  package func items(of part: Int) -> [Item] { nodes[part]?.items ?? [] }

  /// The fingerprint of all that a part shows of its members; nil where it is not known of one.
  ///
  /// - Complexity: O(*k*) in the number of members.
  package func fingerprint(of part: Int) -> Fingerprint? {
    var parts = Fingerprinter()
    for item in items(of: part) {
      guard let content = item.content else { return nil }
      parts.combine(content)
    }
    return parts.finish()
  }

  /// The part that a member of a hash is in.
  package func part(of hash: UInt64) -> Int? {
    let leaf = leaf(of: hash)
    return nodes[leaf]?.items.contains { $0.hash == hash } ?? false ? leaf : nil
  }

  /// The part that a member of a hash is in, or would be.
  private func leaf(of hash: UInt64) -> Int {
    var number = 1
    while let node = nodes[number], node.isDivided {
      number = 2 * number + Int(hash >> UInt64(Sharding.depth(of: number)) & 1)
    }
    return number
  }
}

// MARK: - Edits

extension Division {
  /// Puts a member in, or notes that it takes something else, or is something else.
  ///
  /// - Complexity: O(*d* + *k*) in the depth and the number of members of its part.
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

  /// Takes a member out; one that is not there is left out.
  ///
  /// - Complexity: O(*d* + *k*) in the depth and the number of members of its part.
  package mutating func remove(_ member: Member, hash: UInt64) {
    let leaf = leaf(of: hash)
    guard let items = nodes[leaf]?.items, let index = items.index(of: member, hash) else { return }
    edit(leaf, by: -items[index].size, count: -1) { $0.remove(at: index) }
  }

  /// Returns what has become of the parts since it was asked last.
  ///
  /// - Complexity: O(*c* log *c*) in the number of parts that were touched.
  package mutating func takeChanges() -> Changes {
    var changes = Changes()
    for (part, wasThere) in touched.sorted(by: { $0.key < $1.key }) {
      if isPart(part) { changes.changed.append(part) } else if wasThere { changes.removed.append(part) }
      if isPart(part) != wasThere { changes.hasOtherParts = true }
    }
    touched = [:]
    return changes
  }

  private func isPart(_ number: Int) -> Bool { nodes[number].map { !$0.isDivided } ?? false }

  private mutating func touch(_ number: Int) {
    if touched[number] == nil { touched[number] = isPart(number) }
  }

  private mutating func edit(_ leaf: Int, by size: Int, count: Int, _ change: (inout [Item]) -> Void) {
    touch(leaf)
    change(&nodes[leaf, default: Node()].items)
    let depth = Sharding.depth(of: leaf)
    for above in 0...depth {
      nodes[leaf >> above]?.size += size
      nodes[leaf >> above]?.count += count
    }
    // What is not too large has nothing below it that is.
    for above in (0...depth).reversed() {
      let number = leaf >> above
      guard let node = nodes[number], !Sharding.isTooLarge(number, node.size, node.count, capacity) else { continue }
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

  /// Divides members among the parts that a part is divided into.
  ///
  /// - Returns: The numbers of the parts.
  @discardableResult
  private mutating func load(_ items: [Item], at root: Int) -> [Int] {
    let parts = Sharding.parts(
      of: items.map(\.hash), sizes: items.map(\.size), capacity: capacity, within: root)
    for part in parts {
      var number = part.number
      nodes[number] = Node(
        size: part.size, count: part.indices.count, items: part.indices.map { items[Int($0)] }.sorted(by: <))
      while number != root {
        number >>= 1
        nodes[number, default: Node(isDivided: true)].size += part.size
        nodes[number]?.count += part.indices.count
      }
    }
    return parts.map(\.number)
  }

  /// Makes one part of all that is below a node.
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

extension Division.Item {
  /// Those of one hash have an order, too, which follows from them alone.
  fileprivate static func < (first: Self, second: Self) -> Bool {
    if first.hash != second.hash { return first.hash < second.hash }
    guard let one = first.content, let other = second.content else {
      return first.content == nil && second.content != nil
    }
    return one.high == other.high ? one.low < other.low : one.high < other.high
  }
}

extension Array {
  /// Where a member is among those that are sorted by their hashes.
  fileprivate func index<Member>(of member: Member, _ hash: UInt64) -> Int? where Element == Division<Member>.Item {
    let first = partition { $0.hash < hash }
    return self[first...].prefix { $0.hash == hash }.firstIndex { $0.member == member }
  }

  /// Puts a member where it belongs.
  fileprivate mutating func add<Member>(_ item: Division<Member>.Item) where Element == Division<Member>.Item {
    insert(item, at: partition { $0 < item })
  }

  /// The number of elements that come before all others.
  private func partition(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
