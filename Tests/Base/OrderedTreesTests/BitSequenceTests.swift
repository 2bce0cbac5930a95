import TestKit
import Testing

@testable import OrderedTrees

/// Compares a sequence of bits with an array of them.
@Suite struct BitSequenceTests {
  private func content(of bits: BitSequence) -> [Bool] {
    guard let index = bits.index.first else { return (0..<bits.count).map { bits.words.bits(at: $0, count: 1) == 1 } }
    return index.bits.flatMap { chunk in
      let start = BitSequence.Place(chunk: chunk, offset: 0).start
      return (start..<start + bits.size(of: chunk)).map { bits.words.bits(at: $0, count: 1) == 1 }
    }
  }

  private func expectEqual(
    _ bits: BitSequence, _ model: [Bool], _ context: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let wrong = bits.violations
    #expect(wrong.isEmpty, "\(wrong): \(context())", sourceLocation: sourceLocation)
    guard bits.count == model.count else {
      Issue.record("\(bits.count) bits, not \(model.count): \(context())", sourceLocation: sourceLocation)
      return
    }
    #expect(content(of: bits) == model, "\(context())", sourceLocation: sourceLocation)
    var ones = 0
    var found: [String] = []
    let step = max(1, model.count / 60)
    for (position, bit) in model.enumerated() {
      guard position % step == 0 || position + 2 > model.count else {
        if bit { ones += 1 }
        continue
      }
      if bits[position] != bit { found.append("bit \(position) is \(!bit)") }
      if bits.rank(of: position) != ones { found.append("\(bits.rank(of: position)) ones before \(position)") }
      if bits.rank(ofOneAt: position) != (bit ? ones : nil) { found.append("the rank of bit \(position) is wrong") }
      guard bit else { continue }
      if bits.select(ones) != position { found.append("one \(ones) is not at \(position)") }
      ones += 1
    }
    if bits.ones != ones || bits.rank(of: model.count) != ones { found.append("\(bits.ones) ones, not \(ones)") }
    for rank in [-1, ones, .min, .max] where bits.select(rank) != nil { found.append("there is one \(rank)") }
    for position in [-1, model.count, .min, .max] where bits.rank(ofOneAt: position) != nil {
      found.append("there is a bit \(position)")
    }
    #expect(found.isEmpty, "\(found.prefix(3)): \(context())", sourceLocation: sourceLocation)
  }

  @Test func everyShortSequence() {
    for count in 0...7 {
      for number in 0..<1 << count {
        let model = (0..<count).map { number >> $0 & 1 == 1 }
        let bits = BitSequence(model)
        expectEqual(bits, model, "\(model)")
        for position in 0..<count {
          var removed = bits
          #expect(removed.remove(at: position) == model[position])
          var expected = model
          expected.remove(at: position)
          expectEqual(removed, expected, "\(position) of \(model) removed")
          for bit in [false, true] {
            var changed = bits
            #expect(changed.set(bit, at: position) == (model[position] != bit))
            expected = model
            expected[position] = bit
            expectEqual(changed, expected, "\(position) of \(model) set to \(bit)")
          }
        }
        for position in 0...count {
          for bit in [false, true] {
            var inserted = bits
            inserted.insert(bit, at: position)
            expectEqual(inserted, model[..<position] + [bit] + model[position...], "\(bit) at \(position) of \(model)")
          }
        }
      }
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 5000]) func createdAtOnce(count: Int) {
    for bit in [false, true] {
      expectEqual(BitSequence(repeating: bit, count: count), Array(repeating: bit, count: count), "\(count) of \(bit)")
    }
    let model = (0..<count).map { $0 % 3 == 0 || $0 / 100 % 2 == 0 }
    expectEqual(BitSequence(model), model, "\(count) bits")
  }

  /// Insertions and removals of any length around the boundaries of words and chunks.
  @Test func boundariesOfWordsAndChunks() {
    let model = (0..<3000).map { $0 % 3 == 0 }
    let bits = BitSequence(model)
    for position in [0, 1, 64, 512, 1023, 1024, 1500, 2999, 3000] {
      for count in [1, 64, 512, 513, 1024, 2500] {
        var (inserted, expected) = (bits, model)
        inserted.insert(repeating: true, count: count, at: position)
        expected.insert(contentsOf: repeatElement(true, count: count), at: position)
        expectEqual(inserted, expected, "\(count) inserted at \(position)")
        inserted.remove(in: position..<position + count)
        expectEqual(inserted, model, "\(count) inserted at \(position) and removed")
        let range = position..<min(position + count, 3000)
        var removed = bits
        removed.remove(in: range)
        expected = model
        expected.removeSubrange(range)
        expectEqual(removed, expected, "\(range) removed")
      }
    }
    expectEqual(bits, model, "copies were edited")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func randomEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (bits, model) = (BitSequence(), [Bool]())
    for step in 0..<600 {
      let bit = Bool.random(using: &random)
      let grows = step / 150 % 2 == 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let position = Int.random(in: 0...model.count, using: &random)
        for _ in 0..<(grows ? 20 : 1) {
          bits.insert(bit, at: position)
          model.insert(bit, at: position)
        }
      case 3:
        let position = Int.random(in: 0...model.count, using: &random)
        let count = Int.random(in: 0...(grows ? 1500 : 100), using: &random)
        bits.insert(repeating: bit, count: count, at: position)
        model.insert(contentsOf: repeatElement(bit, count: count), at: position)
      case 4..<7 where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        #expect(bits.set(bit, at: position) == (model[position] != bit), "seed \(seed), step \(step)")
        model[position] = bit
      case 7..<9 where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        #expect(bits.remove(at: position) == model.remove(at: position), "seed \(seed), step \(step)")
      default:
        let lower = Int.random(in: 0...model.count, using: &random)
        let upper = Int.random(in: lower...min(model.count, lower + (grows ? 100 : 1500)), using: &random)
        bits.remove(in: lower..<upper)
        model.removeSubrange(lower..<upper)
      }
      if step % 20 == 0 { expectEqual(bits, model, "seed \(seed), step \(step)") }
    }
    expectEqual(bits, model, "seed \(seed)")
    // One by one, until it is empty.
    while !model.isEmpty {
      let position = Int.random(in: 0..<model.count, using: &random)
      #expect(bits.remove(at: position) == model.remove(at: position), "seed \(seed), \(model.count) left")
      if model.count % 500 == 0 { expectEqual(bits, model, "seed \(seed), \(model.count) left") }
    }
    #expect(bits.index.isEmpty)
  }

  @Test func staysSmall() {
    func bytes(_ bits: BitSequence) -> Double {
      var bytes = 8 * bits.words.count
      for tree in bits.index.flatMap({ [$0.bits, $0.ones] }) {
        bytes += 4 * (tree.slots.count + tree.leaves.count + tree.weights.count)
        bytes += 4 * tree.countSums.ends.count + 8 * tree.weightSums.ends.count
        bytes += tree.nodes.count * MemoryLayout<RankTree.Node>.stride
      }
      return Double(bytes) / Double(bits.count)
    }
    var random = SeededGenerator(seed: 3)
    var bits = BitSequence(repeating: true, count: 60_000)
    #expect(bytes(bits) < 0.2)
    for _ in 0..<30_000 { bits.insert(false, at: .random(in: 0...bits.count, using: &random)) }
    for _ in 0..<30_000 { bits.remove(at: .random(in: 0..<bits.count, using: &random)) }
    #expect(bytes(bits) < 0.4)
    while bits.count > 5000 { bits.remove(at: .random(in: 0..<bits.count, using: &random)) }
    #expect(bytes(bits) < 1.2, "room is given back")
    let short = BitSequence(repeating: true, count: 512)
    #expect(short.index.isEmpty && short.words.count == 8)
  }
}
