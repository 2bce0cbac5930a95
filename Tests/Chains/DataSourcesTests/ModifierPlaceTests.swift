import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// Sessions with correct counts and wrong places.
@Suite struct ModifierPlaceTests {
  @Test func aWrongPlaceIsNamed() throws {
    let letters = Modifier(["A", "B", "C", "D"])
    let error = #expect(throws: UpdateError.self) {
      try letters.modify(delete: { letters in
        letters.remove(at: 0)
        return [ItemPath(0, 2)]
      })
    }
    #expect(error?.code == .misplaced)
    #expect(
      error?.message
        == "By what the delete block returned, “B” at (0, 1) is at (0, 1) afterwards, where “C” is. Return the places "
        + "of what the block changed.")
    #expect(letters.model == ["A", "B", "C", "D"])
    #expect(throws: UpdateError.self) {
      try letters.modify(insert: { letters in
        letters.append("E")
        return [ItemPath(0, 0)]
      })
    }
    #expect(throws: UpdateError.self) {
      try letters.modify(update: { letters in
        letters[1] = "b"
        return [ItemPath(0, 0)]
      })
    }
    #expect(throws: UpdateError.self) {
      try letters.modify(move: { letters in
        letters.swapAt(0, 3)
        return [PlacePair(ItemPath(0, 0), ItemPath(0, 3))]
      })
    }
    #expect(letters.model == ["A", "B", "C", "D"])
  }

  @Test func itemsThatDoNotEqualThemselvesAreSkipped() throws {
    let numbers = Modifier([1, .nan, 2, .nan])
    try numbers.modify(delete: { numbers in
      numbers.removeFirst()
      return [ItemPath(0, 0)]
    })
    #expect(numbers.model.count == 3)
  }

  @Test func aMissingPlaceIsReported() async {
    let inModel = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Modifier(["A"]).item(at: ItemPath(0, 1))
    }
    let inSnapshot = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSource<Int, Int>().numberOfItems(inSection: 2)
    }
    let texts = [inModel, inSnapshot].map { String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self) }
    #expect(texts[0].contains("There is no item at (0, 1)."))
    #expect(texts[1].contains("There is no section 2: the source has 0."))
  }

  /// Distinct items: every wrong place is found, and no correct one.
  @Test(arguments: Seeds.fixed(2, fresh: 2)) func allWrongPlacesAreFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let source = Modifier([Array(0..<Int.random(in: 1...9, using: &random)), Array(20..<25)]) { lists in
        lists.map { SectionState(nil, items: $0) }
      }
      let count = source.model[0].count
      let real = (0..<count).filter { _ in Bool.random(using: &random) }
      let named = Array((0..<count).shuffled(using: &random).prefix(real.count)).sorted()
      let isDelete = Bool.random(using: &random)
      func change() throws {
        if isDelete {
          try source.modify(delete: { lists in
            for place in real.reversed() { lists[0].remove(at: place) }
            return named.map { ItemPath(0, $0) }
          })
        } else {
          try source.modify(insert: { lists in
            for place in real { lists[0].insert(100 + place, at: place) }
            return named.map { ItemPath(0, $0) }
          })
        }
      }
      if named == real || real.count == count && isDelete {
        try change()
      } else {
        #expect(throws: UpdateError.self, "seed \(seed): \(real), \(named)") { try change() }
      }
    }
  }
}
