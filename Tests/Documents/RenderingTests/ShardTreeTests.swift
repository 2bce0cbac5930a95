import Fingerprints
import Rendering
import TestKit
import Testing

/// An edited tree of shards equals a new one.
@Suite struct ShardTreeTests {
  private typealias Item = ShardTree<Int>.Item

  /// The items to divide, in no order.
  private struct Model {
    var items: [Int: Item] = [:]
    let capacity: Int

    /// The members by shards, in an order of their own, with all their properties.
    var shards: [Int: [String]] {
      let items = Array(items.values)
      let shards = Sharding.shards(of: items.map(\.hash), sizes: items.map(\.size), capacity: capacity)
      return Dictionary(
        uniqueKeysWithValues: shards.map { shard in
          (shard.number, shard.indices.map { describe(items[Int($0)]) }.sorted())
        })
    }

    var order: [Int] {
      let items = Array(items.values)
      return Sharding.shards(of: items.map(\.hash), sizes: items.map(\.size), capacity: capacity).map(\.number)
    }
  }

  private static func describe(_ item: Item) -> String {
    "\(item.member) \(item.hash) \(item.size) \(item.content.map(\.description) ?? "unknown")"
  }

  private static func shards(_ tree: ShardTree<Int>) -> [Int: [String]] {
    Dictionary(uniqueKeysWithValues: tree.numbers.map { ($0, tree.items(of: $0).map(describe).sorted()) })
  }

  private func expect(
    _ tree: ShardTree<Int>, is model: Model, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shards = Self.shards(tree)
    #expect(shards == model.shards, comment, sourceLocation: sourceLocation)
    #expect(tree.numbers == model.order, comment, sourceLocation: sourceLocation)
    let anew = ShardTree(Array(model.items.values), capacity: model.capacity)
    for shard in tree.numbers {
      #expect(
        tree.items(of: shard).map(\.member) == anew.items(of: shard).map(\.member), comment,
        sourceLocation: sourceLocation)
      #expect(
        tree.fingerprint(of: shard) == anew.fingerprint(of: shard), comment, sourceLocation: sourceLocation)
    }
  }

  private func item(_ member: Int, hash: UInt64, size: Int) -> Item {
    Item(member, hash: hash, size: size, content: Fingerprint("\(member) \(size)"))
  }

  /// Every edit of every tree of up to four members, two of which have one hash.
  @Test(arguments: Seeds.isThorough ? [0, 1, 2, 3, 4] : [0, 2, 3])
  func everyEditOfFewMembers(capacity: Int) {
    let hashes: [UInt64] = [0b000, 0b000, 0b100, 0b011]
    // For each member its size, or 0 if it does not exist.
    func sizes(_ state: Int) -> [Int] { (0..<4).map { (state >> (2 * $0)) & 3 } }
    for state in 0..<256 {
      var model = Model(capacity: capacity)
      for (member, size) in sizes(state).enumerated() where size < 3 {
        model.items[member] = item(member, hash: hashes[member], size: size)
      }
      let loaded = ShardTree(Array(model.items.values), capacity: capacity)
      let old = model.shards
      for member in 0..<4 {
        for size in 0...3 {
          var (shards, model) = (loaded, model)
          if size < 3 {
            model.items[member] = item(member, hash: hashes[member], size: size)
            shards.set(item(member, hash: hashes[member], size: size))
          } else {
            model.items[member] = nil
            shards.remove(member, hash: hashes[member])
          }
          let comment: Comment = "capacity \(capacity), state \(sizes(state)), \(member) becomes \(size)"
          expect(shards, is: model, comment)
          let changes = shards.takeChanges()
          let new = model.shards
          #expect(changes.changed == new.keys.filter { old[$0] != new[$0] }.sorted(), comment)
          #expect(changes.removed == old.keys.filter { new[$0] == nil }.sorted(), comment)
          #expect(changes.hasOtherShards == (Set(old.keys) != Set(new.keys)), comment)
          #expect(shards.takeChanges().changed.isEmpty, comment)
        }
      }
    }
  }

  @Test(arguments: Seeds.fixed(3, fresh: 2))
  func aHistoryOfEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 1...60, using: &random)
    // Hashes of few bits, so that some are equal.
    let mask: UInt64 = Bool.random(using: &random) ? .max : 0b1111
    var model = Model(capacity: capacity)
    func newItem(_ member: Int, _ hash: UInt64? = nil) -> Item {
      item(
        member, hash: hash ?? UInt64.random(in: 0...(.max), using: &random) & mask,
        size: Int.random(in: 0...8, using: &random) << Int.random(in: 0...3, using: &random))
    }
    for member in 0..<Int.random(in: 0...60, using: &random) { model.items[member] = newItem(member) }
    var shards = ShardTree(Array(model.items.values), capacity: capacity)
    for step in 0..<60 {
      let old = model.shards
      // Whether the tree grows or shrinks.
      let isGrowing = (step / 15).isMultiple(of: 2)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let member = Int.random(in: 0..<100, using: &random)
        if let item = model.items[member], Bool.random(using: &random) || !isGrowing {
          if Int.random(in: 0..<3, using: &random) == 0 {
            model.items[member] = newItem(member, item.hash)
            model.items[member].map { shards.set($0) }
          } else {
            model.items[member] = nil
            shards.remove(member, hash: item.hash)
          }
        } else if model.items[member] == nil {
          let item = newItem(member)
          // A missing member.
          shards.remove(member, hash: item.hash)
          model.items[member] = item
          shards.set(item)
        }
      }
      let comment: Comment = "seed \(seed), step \(step)"
      expect(shards, is: model, comment)
      let changes = shards.takeChanges()
      let new = model.shards
      #expect(Set(changes.changed).isSuperset(of: new.keys.filter { old[$0] != new[$0] }), comment)
      #expect(changes.changed.allSatisfy { new[$0] != nil }, comment)
      #expect(changes.removed == old.keys.filter { new[$0] == nil }.sorted(), comment)
      #expect(changes.hasOtherShards == (Set(old.keys) != Set(new.keys)), comment)
      for item in model.items.values { #expect(shards.shard(of: item.hash).map { new[$0] != nil } == true, comment) }
    }
  }

  @Test func unknownMembersAreChanged() {
    var shards = ShardTree([ShardTree.Item(1, hash: 1, content: nil)], capacity: 2)
    #expect(shards.fingerprint(of: 1) == nil)
    shards.set(ShardTree.Item(1, hash: 1, content: nil))
    #expect(shards.takeChanges().changed == [1])
    shards.set(ShardTree.Item(1, hash: 1, content: Fingerprint("known")))
    #expect(shards.takeChanges().changed == [1] && shards.fingerprint(of: 1) != nil)
    shards.set(ShardTree.Item(1, hash: 1, content: Fingerprint("known")))
    #expect(shards.takeChanges().changed.isEmpty)
  }
}
