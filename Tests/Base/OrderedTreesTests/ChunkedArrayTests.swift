import TestKit
import Testing

@testable import OrderedTrees

/// Compares a chunked array with an array.
@Suite struct ChunkedArrayTests {
  private func expectEqual(
    _ array: ChunkedArray<Int>, _ model: [Int], _ context: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let wrong = array.violations
    #expect(wrong.isEmpty, "\(wrong): \(context())", sourceLocation: sourceLocation)
    #expect(array.count == model.count, "\(context())", sourceLocation: sourceLocation)
    #expect(Array(array) == model, "\(context())", sourceLocation: sourceLocation)
    let step = Swift.max(1, model.count / 60)
    for position in stride(from: 0, to: Swift.min(model.count, array.count), by: step)
    where array[position] != model[position] {
      Issue.record("\(array[position]) at \(position): \(context())", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: 0...25) func everyShortArray(count: Int) {
    let model = Array(0..<count)
    let array = ChunkedArray(model, chunkSize: 4)
    expectEqual(array, model, "\(count) elements")
    for position in 0...count {
      for newCount in [0, 1, 2, 5, 13] {
        var (inserted, expected) = (array, model)
        inserted.insert(contentsOf: repeatElement(-1, count: newCount), at: position)
        expected.insert(contentsOf: repeatElement(-1, count: newCount), at: position)
        expectEqual(inserted, expected, "\(newCount) at \(position) of \(count)")
      }
      var (inserted, expected) = (array, model)
      inserted.insert(-1, at: position)
      expected.insert(-1, at: position)
      expectEqual(inserted, expected, "one at \(position) of \(count)")
      for end in position...count {
        var (removed, expected) = (array, model)
        removed.removeSubrange(position..<end)
        expected.removeSubrange(position..<end)
        expectEqual(removed, expected, "\(position)..<\(end) of \(count) removed")
      }
      guard position < count else { continue }
      (inserted, expected) = (array, model)
      #expect(inserted.remove(at: position) == expected.remove(at: position))
      expectEqual(inserted, expected, "\(position) of \(count) removed")
      inserted = array
      inserted[position] = -1
      expected = model
      expected[position] = -1
      expectEqual(inserted, expected, "\(position) of \(count) set")
    }
    expectEqual(array, model, "copies were edited")
  }

  @Test(arguments: [(2, 1), (3, 2), (4, 3), (7, 4), (256, 5)] as [(Int, UInt64)])
  func randomEdits(chunkSize: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (array, model) = (ChunkedArray<Int>(chunkSize: chunkSize), [Int]())
    for step in 0..<800 {
      let many = Int.random(in: 0...(step / 200 % 2 == 0 ? 5 : 2) * chunkSize, using: &random)
      let position = Int.random(in: 0...model.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        array.insert(step, at: position)
        model.insert(step, at: position)
      case 3:
        array.insert(contentsOf: repeatElement(step, count: many), at: position)
        model.insert(contentsOf: repeatElement(step, count: many), at: position)
      case 4:
        array.append(step)
        model.append(step)
      case 5:
        let range = position..<Swift.min(model.count, position + (step / 200 % 2 == 0 ? chunkSize : 3 * many))
        array.removeSubrange(range)
        model.removeSubrange(range)
      case 6 where position < model.count:
        array[position] = -step
        model[position] = -step
      case 7... where position < model.count:
        #expect(array.remove(at: position) == model.remove(at: position), "seed \(seed), step \(step)")
      default:
        break
      }
      if step % 10 == 0 { expectEqual(array, model, "seed \(seed), step \(step), chunks of \(chunkSize)") }
    }
    while !model.isEmpty {
      let position = Int.random(in: 0..<model.count, using: &random)
      #expect(array.remove(at: position) == model.remove(at: position), "seed \(seed), \(model.count) left")
      if model.count % 20 == 0 { expectEqual(array, model, "seed \(seed), \(model.count) left") }
    }
  }

  @Test func removingAllReleasesTheStorage() {
    var array = ChunkedArray(0..<1000)
    array.removeAll()
    expectEqual(array, [], "all removed")
    #expect(array.chunks.isEmpty && array.order.value.leaves.isEmpty)
    for number in 0..<600 { array.append(number) }
    expectEqual(array, Array(0..<600), "filled again")
    #expect(array.order.value.count == 5, "appending leaves full chunks behind")
  }

  @Test func isACollection() {
    let array = ChunkedArray(0..<1000)
    #expect(array.reversed().first == 999)
    #expect(array[250..<260].map(\.self) == Array(250..<260))
    #expect(array.firstIndex(of: 700) == 700)
    #expect(array.isEmpty == false && ChunkedArray<Int>().isEmpty)
  }
}
