import TestKit
import Testing

@testable import OrderedTrees

/// Compares a ranked list with an array of its handles and their weights.
@Suite struct RankTreeTests {
  /// A list, and an array as its model.
  private struct Twin {
    var tree: RankTree
    var model: [(handle: RankTree.Handle, weight: Int)] = []

    init(width: Int) { tree = RankTree(width: width) }

    mutating func insert(at rank: Int, weight: Int) {
      let handle = tree.insert(at: rank, weight: weight)
      model.insert((handle, weight), at: min(rank, model.count))
    }

    mutating func remove(at rank: Int) {
      tree.remove(model.remove(at: rank).handle)
    }

    /// Moves an element before the one at `target`, or to the end.
    mutating func move(from rank: Int, to target: Int) {
      let moved = model[rank]
      tree.move(moved.handle, before: target < model.count ? model[target].handle : nil)
      model.remove(at: rank)
      model.insert(moved, at: target > rank ? target - 1 : target)
    }

    /// Moves an element to where the partition point is among the others, between some of them.
    mutating func move(from rank: Int, toPartitionPoint point: Int, in ranks: Range<Int>? = nil) {
      let moved = model.remove(at: rank)
      let before = Set(model[..<point].map(\.handle))
      tree.move(moved.handle, toPartitionPointIn: ranks) { before.contains($0) }
      model.insert(moved, at: point)
    }

    /// Inserts an element where the partition point is.
    mutating func insert(atPartitionPoint point: Int, weight: Int) {
      let before = Set(model[..<point].map(\.handle))
      model.insert((tree.insert(atPartitionPointIn: nil, weight: weight) { before.contains($0) }, weight), at: point)
    }

    mutating func addWeight(_ difference: Int, at rank: Int) {
      tree.addWeight(difference, at: rank)
      model[rank].weight += difference
    }

    mutating func setWeight(at rank: Int, to weight: Int) {
      tree.setWeight(of: model[rank].handle, to: weight)
      model[rank].weight = weight
    }

    func expectEqual(_ context: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation) {
      let wrong = tree.violations
      #expect(wrong.isEmpty, "\(wrong): \(context())", sourceLocation: sourceLocation)
      var found: [String] = []
      func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
        if value != expected { found.append("\(name) is \(value), not \(expected)") }
      }
      let handles = model.map(\.handle)
      compare("order", Array(tree), handles)
      compare("count", tree.count, model.count)
      compare("isEmpty", tree.isEmpty, model.isEmpty)
      compare("distinct handles", Set(handles).count, handles.count)
      var weight = 0
      for (rank, element) in model.enumerated() {
        compare("contains", tree.contains(element.handle), true)
        compare("rank", tree.rank(of: element.handle), rank)
        compare("handle at \(rank)", tree.handle(at: rank), element.handle)
        compare("weight of \(rank)", tree.weight(of: element.handle), element.weight)
        compare("weight before \(rank)", tree.weight(before: element.handle), weight)
        compare("after \(rank)", tree.handle(after: element.handle), rank + 1 < model.count ? handles[rank + 1] : nil)
        compare("before \(rank)", tree.handle(before: element.handle), rank > 0 ? handles[rank - 1] : nil)
        for offset in 0..<min(element.weight, 3) {
          compare("handle at weight \(weight + offset)", tree.handle(atWeight: weight + offset)?.handle, element.handle)
          compare("offset at weight \(weight + offset)", tree.handle(atWeight: weight + offset)?.offset, offset)
        }
        weight += element.weight
      }
      compare("weight", tree.weight, weight)
      compare("first", tree.first, handles.first)
      compare("last", tree.last, handles.last)
      compareOrder(&found)
      for rank in [-1, model.count, .min, .max] { compare("handle at \(rank)", tree.handle(at: rank), nil) }
      for place in [-1, weight, .min, .max] {
        compare("handle at weight \(place)", tree.handle(atWeight: place)?.0, nil)
      }
      #expect(found.isEmpty, "\(found.prefix(3)): \(context())", sourceLocation: sourceLocation)
    }

    /// Compares and searches: everything in a short list, some of it in a long one.
    private func compareOrder(_ found: inout [String]) {
      let handles = model.map(\.handle)
      let ranks = Dictionary(uniqueKeysWithValues: handles.enumerated().map { ($1, $0) })
      let step = max(1, handles.count / 20)
      for rank in stride(from: 0, to: handles.count, by: step) {
        for other in stride(from: handles.count - 1, through: 0, by: -step)
        where tree.precedes(handles[rank], handles[other]) != (rank < other) {
          found.append("\(rank) precedes \(other) is \(rank >= other)")
        }
      }
      for point in Array(stride(from: 0, through: handles.count, by: step)) + [handles.count] {
        var calls = 0
        let handle = tree.partitionPoint {
          calls += 1
          return ranks[$0, default: 0] < point
        }
        if handle != (point < handles.count ? handles[point] : nil) { found.append("partition point \(point)") }
        // Three calls quarter the rest of a node.
        func mostCalls(_ count: Int) -> Int {
          count > 3 ? 3 + mostCalls(max(count / 4, count - 3 * (count / 4) - 1)) : count
        }
        let most = tree.height * mostCalls(tree.width)
        if calls > most { found.append("\(calls) calls for partition point \(point)") }
      }
      for start in stride(from: 0, through: handles.count, by: step) {
        for end in stride(from: start, through: handles.count, by: 2 * step) {
          let point = start + (end - start) / 3
          let handle = tree.partitionPoint(in: start..<end) { handle in
            let rank = ranks[handle, default: -1]
            if !(start..<end).contains(rank) { found.append("\(rank) is asked about between \(start) and \(end)") }
            return rank < point
          }
          if handle != (point < handles.count ? handles[point] : nil) {
            found.append("partition point \(point) between \(start) and \(end)")
          }
        }
      }
    }
  }

  @Test func emptyList() {
    Twin(width: 4).expectEqual("empty")
    #expect(RankTree().height == 0)
    #expect(RankTree(weights: [], width: 4).violations == [])
    #expect(!RankTree(weights: [1]).contains(RankTree.Handle(index: 1)))
  }

  @Test(arguments: 0...70) func builtAtOnce(count: Int) {
    var twin = Twin(width: 4)
    let weights = (0..<count).map { $0 % 4 }
    twin.tree = RankTree(weights: weights, width: 4)
    twin.model = weights.enumerated().map { (RankTree.Handle(index: UInt32($0)), $1) }
    twin.expectEqual("\(count) elements")
    // A built list can be edited.
    twin.insert(at: count / 2, weight: 7)
    twin.remove(at: 0)
    twin.expectEqual("\(count) elements, edited")
  }

  @Test(arguments: 0...70) func builtInOrder(count: Int) {
    var twin = Twin(width: 4)
    twin.tree = RankTree(count: count, width: 4)
    twin.model = (0..<count).map { (RankTree.Handle(index: UInt32($0)), 1) }
    twin.expectEqual("\(count) elements")
    var random = SeededGenerator(seed: UInt64(count))
    let order = (0..<UInt32(count)).shuffled(using: &random)
    twin.tree = RankTree(order: order, width: 4)
    twin.model = order.map { (RankTree.Handle(index: $0), 1) }
    twin.expectEqual("\(count) elements in the order of \(order)")
    twin.insert(at: count / 2, weight: 1)
    twin.remove(at: 0)
    twin.expectEqual("\(count) elements in the order of \(order), edited")
  }

  @Test func removingAllReleasesTheStorage() {
    var twin = Twin(width: 4)
    for number in 0..<50 { twin.insert(at: 0, weight: number) }
    twin.tree.removeAll()
    twin.model = []
    twin.expectEqual("all removed")
    #expect(twin.tree.leaves.isEmpty && twin.tree.nodes.isEmpty && twin.tree.weights.isEmpty)
    twin.insert(at: 0, weight: 1)
    twin.expectEqual("filled again")
  }

  @Test(arguments: [0, 1, 3, 4, 5, 30]) func firstWeightAtAnyTime(count: Int) {
    var inserting = Twin(width: 4)
    for rank in 0..<count { inserting.insert(at: rank / 2, weight: 1) }
    if count > 2 { inserting.remove(at: 1) }
    #expect(!inserting.tree.hasWeights)
    inserting.expectEqual("\(count) elements without weights")
    var setting = inserting
    inserting.insert(at: count / 3, weight: 5)
    inserting.expectEqual("\(count) elements and one that weighs 5")
    guard count > 0 else { return }
    setting.setWeight(at: count / 3, to: 1)
    #expect(!setting.tree.hasWeights)
    var adding = setting
    adding.addWeight(4, at: count / 3)
    adding.expectEqual("\(count) elements, one of them made heavier")
    setting.setWeight(at: count / 3, to: 0)
    setting.insert(at: count / 2, weight: 1)
    setting.expectEqual("\(count) elements, of which one weighs nothing any more")
  }

  @Test func everyOrderOfInsertion() {
    func insert(_ count: Int, into twin: Twin, path: [Int]) {
      guard count > 0 else { return twin.expectEqual("\(path)") }
      for rank in 0...twin.model.count {
        var next = twin
        next.insert(at: rank, weight: path.count)
        insert(count - 1, into: next, path: path + [rank])
      }
    }
    insert(6, into: Twin(width: 4), path: [])
  }

  @Test(arguments: [1, 4, 5, 8, 9, 17, 26]) func everyRemovalAndMove(count: Int) {
    var twin = Twin(width: 4)
    for number in 0..<count { twin.insert(at: number / 2, weight: number % 3) }
    for rank in 0..<count {
      var next = twin
      next.remove(at: rank)
      next.expectEqual("\(rank) of \(count) removed")
      for target in 0...count {
        var next = twin
        next.move(from: rank, to: target)
        next.expectEqual("\(rank) of \(count) moved to \(target)")
      }
      for point in 0..<count {
        var next = twin
        next.move(from: rank, toPartitionPoint: point)
        next.move(from: point, toPartitionPoint: rank, in: min(rank, point)..<max(rank, point))
        next.insert(atPartitionPoint: point, weight: 2)
        next.addWeight(3, at: rank)
        next.addWeight(-1, at: rank)
        next.expectEqual("\(rank) of \(count) moved to \(point), and back")
      }
    }
    twin.expectEqual("copies were edited")
  }

  @Test func everyEndIsEmpty() {
    for fromFront in [false, true] {
      var twin = Twin(width: 4)
      for number in 0..<60 { twin.insert(at: number, weight: 1) }
      while !twin.model.isEmpty {
        twin.remove(at: fromFront ? 0 : twin.model.count - 1)
        twin.expectEqual("removed from the \(fromFront ? "front" : "back")")
      }
      #expect(twin.tree.height == 0)
      #expect(twin.tree.leaves.count == 60)
      // Freed handles and nodes are used again.
      let nodes = twin.tree.nodes.count
      for number in 0..<60 { twin.insert(at: number, weight: 2) }
      twin.expectEqual("filled again")
      #expect(twin.tree.leaves.count == 60)
      #expect(twin.tree.nodes.count == nodes)
    }
  }

  @Test(arguments: [(4, 1), (4, 2), (5, 3), (7, 4), (16, 5), (64, 6)] as [(Int, UInt64)])
  func randomEdits(width: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var twin = Twin(width: width)
    // Growth, change, decline.
    for (step, growth) in [(0, 8), (1, 4), (2, 1), (3, 6), (4, 0)] {
      for _ in 0..<150 {
        let count = twin.model.count
        let choice = Int.random(in: 0..<12, using: &random)
        if count == 0 || choice < growth {
          twin.insert(at: .random(in: 0...count + 1, using: &random), weight: .random(in: 0...5, using: &random))
        } else if choice < 8 {
          twin.remove(at: .random(in: 0..<count, using: &random))
        } else if choice < 10 {
          twin.move(from: .random(in: 0..<count, using: &random), to: .random(in: 0...count, using: &random))
        } else {
          twin.setWeight(at: .random(in: 0..<count, using: &random), to: .random(in: 0...9, using: &random))
        }
        if Int.random(in: 0..<10, using: &random) == 0 {
          twin.expectEqual("seed \(seed), width \(width), phase \(step)")
        }
      }
      twin.expectEqual("seed \(seed), width \(width), phase \(step)")
    }
  }

  @Test func movingBeforeItselfChangesNothing() {
    var tree = RankTree(weights: [1, 2, 3])
    let handles = Array(tree)
    tree.move(handles[1], before: handles[1])
    #expect(Array(tree) == handles)
    tree.move(handles[1], before: handles[2])
    #expect(Array(tree) == handles)
  }

  @Test func walksFromAnyElement() {
    let tree = RankTree(weights: Array(repeating: 1, count: 21), width: 4)
    let handles = Array(tree)
    for rank in handles.indices {
      #expect(Array(IteratorSequence(tree.makeIterator(from: handles[rank]))) == Array(handles[rank...]))
    }
    #expect(Array(IteratorSequence(tree.makeIterator(from: nil))).isEmpty)
  }

  @Test func copiesAreIndependent() {
    let tree = RankTree(weights: Array(repeating: 1, count: 100), width: 4)
    var copy = tree
    for handle in tree { copy.remove(handle) }
    #expect(tree.count == 100)
    #expect(tree.violations == [])
    #expect(copy.isEmpty)
  }

  /// The work of an operation is at most the height times the width, and the height grows with the logarithm.
  @Test func staysLow() {
    var tree = RankTree()
    var random = SeededGenerator(seed: 11)
    func expectLow(_ context: String) {
      // An inner root has two children, every other node `minimum`, and a list of one leaf any number of elements.
      var (least, height) = (2 * tree.minimum, 2)
      while least * tree.minimum <= tree.count { (least, height) = (least * tree.minimum, height + 1) }
      #expect(tree.height <= height, "\(tree.count) elements, \(context)")
    }
    for _ in 0..<10_000 { tree.insert() }
    expectLow("appended")
    #expect(tree.nodes.count < 10_000 / 20, "appending leaves full nodes behind")
    for _ in 0..<10_000 { tree.insert(at: .random(in: 0...tree.count, using: &random)) }
    expectLow("inserted")
    while tree.count > 100 {
      if let handle = tree.handle(at: .random(in: 0..<tree.count, using: &random)) { tree.remove(handle) }
    }
    expectLow("removed")
    #expect(tree.violations == [])
  }

  /// 4 bytes each for the place in a leaf and the link to the leaf, and little for the nodes.
  @Test func staysSmall() {
    func bytes(_ tree: RankTree) -> Int {
      4 * (tree.slots.count + tree.leaves.count + tree.weights.count)
        + 4 * tree.countSums.ends.count + 8 * tree.weightSums.ends.count + tree.nodes.count
        * MemoryLayout<RankTree.Node>.stride
    }
    let built = RankTree(weights: repeatElement(1, count: 50_000))
    #expect(built.height == 3)
    #expect(bytes(built) < 50_000 * 9)
    #expect(bytes(RankTree(weights: repeatElement(2, count: 50_000))) < 50_000 * 14)
    var edited = RankTree()
    for _ in 0..<10_000 { edited.insert() }
    #expect(bytes(edited) < 10_000 * 12)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30_000 {
      edited.insert(at: .random(in: 0...edited.count, using: &random))
      if let handle = edited.handle(at: .random(in: 0..<edited.count, using: &random)) { edited.remove(handle) }
    }
    #expect(bytes(edited) < edited.count * 12)
    #expect(bytes(RankTree()) == 0)
    #expect(bytes(RankTree(count: 1)) < 24)
  }
}
