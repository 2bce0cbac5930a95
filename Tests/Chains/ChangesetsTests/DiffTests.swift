import Changesets
import Synchronization
import TestKit
import Testing

/// The edits that a diff finds between two states of a list.
@Suite struct DiffTests {
  /// All algorithms: with the search for a short script and without it, in linear time and minimal, with and without
  /// the exact pairing of duplicates.
  private static let ways: [DiffOptions] = [
    (DiffOptions.Effort.linear, nil, nil), (.linear, -1, nil), (.linear, -1, 0), (.minimal, nil, nil),
    (.minimal, -1, nil),
  ].map { effort, searchLimit, pairingBudget in
    var options = DiffOptions()
    options.effort = effort
    options.searchLimit = searchLimit
    options.pairingBudget = pairingBudget
    return options
  }

  private static func check(_ old: [Int], _ new: [Int], _ comment: Comment? = nil) throws {
    let survivors = common(old, new)
    let staying = longestCommonSubsequence(old, new)
    for options in ways {
      let edits = diff(from: old, to: new, id: \.self, options: options)
      #expect(edits.performed(on: old, taking: new) == new, comment)
      #expect(edits.deletes.count == old.count - survivors, comment)
      #expect(edits.inserts.count == new.count - survivors, comment)
      let isUnique = Set(old).count == old.count && Set(new).count == new.count
      if isUnique || options.pairingBudget == nil {
        #expect(edits.moves.count == survivors - staying, comment)
      }
      #expect(edits.updates.isEmpty, comment)
      let updated = diff(from: old, to: new, id: \.self, options: options) { _, _ in false }.updates
      #expect(updated.map(\.before) == Set(updated.map(\.before)).sorted(), comment)
      #expect(updated.count == survivors, comment)
      #expect(edits == edits.normalized(), comment)
    }
  }

  @Test func oneMoveIsEnough() throws {
    #expect(diff(from: Array("12345"), to: Array("15234"), id: \.self) == Edits(moves: [PlacePair(4, 1)]))
    #expect(diff(from: Array("abcd"), to: Array("adbc"), id: \.self) == Edits(moves: [PlacePair(3, 1)]))
    let list = Array(0..<10_000)
    #expect(diff(from: list, to: list[1...] + [0], id: \.self) == Edits(moves: [PlacePair(0, 9_999)]))
  }

  @Test func deletesInsertsAndUpdatesOfTheFirstExample() throws {
    let old = "ABCDEF".map { Thing(id: Int($0.asciiValue ?? 0)) }
    var new = "ACGDH".map { Thing(id: Int($0.asciiValue ?? 0)) }
    new[1].content = 1
    let edits = diff(from: old, to: new)
    #expect(edits == Edits(deletes: [1, 4, 5], inserts: [2, 4], updates: [PlacePair(2, 1)]))
  }

  @Test func everyPairOfShortLists() throws {
    // Names do not matter: the old list has its numbers in the order of their first occurrence.
    let old = lists(upTo: 4, over: 4).filter { list in
      list.indices.allSatisfy { list[$0] <= (list[..<$0].max() ?? -1) + 1 }
    }
    for old in old {
      for new in lists(upTo: 4, over: Seeds.isThorough ? 4 : 3) { try Self.check(old, new, "\(old) → \(new)") }
    }
  }

  @Test func everyPermutationOfSix() throws {
    func permutations(_ list: [Int]) -> [[Int]] {
      list.isEmpty ? [[]] : list.flatMap { first in permutations(list.filter { $0 != first }).map { [first] + $0 } }
    }
    for new in permutations(Array(0..<6)) { try Self.check(Array(0..<6), new, "\(new)") }
  }

  @Test(arguments: Seeds.fixed([0, 17, 21, 38, 42, 63], fresh: 6)) func randomLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = [5, 30, 300, 1_000][Int(seed % 4)]
    let alphabet = [3, 40, 100_000, 1_000_000][Int(seed / 4 % 4)]
    let old =
      seed % 3 == 0
      ? Array(0..<count).shuffled(using: &random) : (0..<count).map { _ in .random(in: 0..<alphabet, using: &random) }
    let edits = [1, 3, 20, count][Int(seed / 16 % 4)]
    let new = random.edited(old, edits: edits, fresh: seed % 3 == 0 ? 1_000_000_000 : alphabet)
    try Self.check(old, new, "seed \(seed)")
  }

  @Test func unchangedStretchesAreFoundBetweenManyChanges() throws {
    var random = SeededGenerator(seed: 7)
    let old = Array(0..<1_000)
    var new = old
    new.removeSubrange(400..<600)
    new.insert(contentsOf: (600..<800).map { $0 + 100_000 }, at: 600)
    new[0..<60].shuffle(using: &random)
    try Self.check(old, new)
    try Self.check(old, old.reversed())
    try Self.check(old, old.shuffled(using: &random))
    try Self.check(Array(old[600...] + old[..<600]), old)
  }

  @Test(arguments: Seeds.fixed([0, 3, 5, 10], fresh: 2)) func longListsWithScatteredChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let old = Array(0..<5_000)
    var new = random.scattered(old, edits: [1, 30, 300, 1_500][Int(seed % 4)], fresh: 10_000..<1_000_000_000)
    switch seed / 4 % 3 {
    case 1: new = Array(new[500..<1_500] + new[..<500] + new[1_700...])
    case 2: new[2_000..<3_000].shuffle(using: &random)
    default: break
    }
    let partners = new.indices.filter { new[$0] < 5_000 }
    let staying = longestIncreasingSubsequence(partners.map { new[$0] })
    for limit in [nil, -1] {
      var options = DiffOptions()
      options.searchLimit = limit
      let edits = diff(from: old, to: new, id: \.self, options: options) { old, _ in !old.isMultiple(of: 7) }
      #expect(edits.performed(on: old, taking: new) == new, "seed \(seed)")
      #expect(edits.deletes.count == old.count - partners.count, "seed \(seed)")
      #expect(edits.inserts.count == new.count - partners.count, "seed \(seed)")
      #expect(edits.moves.count == partners.count - staying, "seed \(seed)")
      let updates = partners.filter { new[$0].isMultiple(of: 7) }.map { PlacePair(new[$0], $0) }
      #expect(Array(edits.updates) == updates.sorted(), "seed \(seed)")
      #expect(edits == edits.normalized(), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.fixed([0, 3, 5, 10], fresh: 2)) func longListsWithDuplicates(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = [2, 100, 5_000, 1_000_000][Int(seed % 4)]
    let old = (0..<4_000).map { _ in Int.random(in: 0..<alphabet, using: &random) }
    let new = random.scattered(old, edits: [5, 60, 600][Int(seed / 4 % 3)], fresh: 0..<alphabet)
    let survivors = common(old, new)
    for limit in [nil, -1] {
      var options = DiffOptions()
      options.searchLimit = limit
      let edits = diff(from: old, to: new, id: \.self, options: options)
      #expect(edits.performed(on: old, taking: new) == new, "seed \(seed)")
      #expect(edits.deletes.count == old.count - survivors, "seed \(seed)")
      #expect(edits.inserts.count == new.count - survivors, "seed \(seed)")
      #expect(edits == edits.normalized(), "seed \(seed)")
      options.effort = .minimal
      let fewest = diff(from: old, to: new, id: \.self, options: options).moves.count
      #expect(edits.moves.count * 5 <= fewest * 6, "seed \(seed)")
    }
  }

  @Test func contentIsComparedForEveryPair() throws {
    for seed in Seeds.fixed(2, fresh: 2) {
      var random = SeededGenerator(seed: seed)
      let ids = Array(0..<400)
      let old = ids.map { Thing(id: $0) }
      let order = random.edited(ids, edits: seed % 2 == 0 ? 4 : 200, fresh: 1_000_000)
      let new = order.map { Thing(id: $0, content: .random(in: 0..<8, using: &random) == 0 ? 1 : 0) }
      let edits = diff(from: old, to: new)
      let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
      let expected = new.enumerated().compactMap { place, thing in
        thing.content == 1 ? places[thing.id].map { PlacePair($0, place) } : nil
      }
      #expect(Array(edits.updates) == expected.sorted(), "seed \(seed)")
      #expect(edits.performed(on: old, taking: new) == new, "seed \(seed)")
    }
  }

  @Test func everySurvivorIsUpdatedIfContentAlwaysDiffers() throws {
    let edits = diff(from: [1, 2, 3], to: [3, 1], id: \.self) { _, _ in false }
    #expect(edits == Edits(deletes: [1], moves: [PlacePair(2, 0)], updates: [PlacePair(0, 1), PlacePair(2, 0)]))
  }

  @Test func equalHashesAreNotEqualIdentities() throws {
    struct Clash: Matching {
      func id(of element: Int) -> Int { element }
      func hash(of id: Int) -> Int { id & 1 }
      func hasSameContent(_ old: Int, _ new: Int) -> Bool { true }
    }
    let old = Array(0..<300)
    let new = Array(old.reversed().filter { $0 % 7 != 0 }) + [1_000, 1_001]
    let edits = diff(from: old, to: new, matching: Clash())
    #expect(edits.performed(on: old, taking: new) == new)
    #expect(edits.inserts == [new.count - 2, new.count - 1])
  }

  @Test func brokenEqualityYieldsEditsThatFit() throws {
    let old = [1.0, .nan, 2, .nan, 3]
    let new = [.nan, 3.0, .nan, 1, 2]
    for (old, new) in [
      (old, new), (old, old), (Array(repeating: .nan, count: 500), Array(repeating: .nan, count: 400)),
    ] {
      let edits = diff(from: old, to: new, id: \.self)
      let result = try #require(edits.performed(on: old, taking: new))
      #expect(result.map { $0.isNaN ? -1 : $0 } == new.map { $0.isNaN ? -1 : $0 })
    }
  }

  @Test func inconsistentEqualityYieldsEditsThatFit() throws {
    /// Is equal to others at random.
    struct Liar: Hashable {
      final class Mood {
        var random: SeededGenerator
        init(seed: UInt64) { random = SeededGenerator(seed: seed) }
      }
      let mood: Mood
      static func == (lhs: Self, rhs: Self) -> Bool { Int.random(in: 0..<3, using: &lhs.mood.random) == 0 }
      func hash(into hasher: inout Hasher) {}
    }
    for seed in Seeds.fixed(17, fresh: 17) {
      let liar = Liar(mood: Liar.Mood(seed: seed))
      let (old, new) = (Array(repeating: liar, count: Int(seed % 23)), Array(repeating: liar, count: Int(seed % 19)))
      for options in Self.ways {
        let edits = diff(from: old, to: new, id: \.self, options: options)
        try edits.validate(before: old.count, after: new.count)
      }
      let batch = diff(
        from: [old, new, old], to: [new, old], sectionID: \.count, items: \.self, id: \.self, content: ==)
      try batch.validate(before: [old.count, new.count, old.count], after: [new.count, old.count])
    }
  }

  @Test func emptyAndNotEmpty() throws {
    #expect(diff(from: [Int](), to: [], id: \.self).isEmpty)
    #expect(diff(from: [], to: [1, 2], id: \.self) == Edits(inserts: [0, 1]))
    #expect(diff(from: [1, 2], to: [], id: \.self) == Edits(deletes: [0, 1]))
  }

  @Test func duplicatesAtTheTailAreNoChange() throws {
    #expect(diff(from: [1, 2, 3, 3], to: [1, 2, 3, 3], id: \.self).isEmpty)
    #expect(diff(from: [4, 2, 3, 3], to: [2, 3, 3], id: \.self) == Edits(deletes: [0]))
  }
}

/// The options of a diff.
@Suite struct DiffOptionTests {
  private static func options(_ change: (inout DiffOptions) -> Void) -> DiffOptions {
    var options = DiffOptions()
    change(&options)
    return options
  }

  @Test func tooManyElementsAreAReload() throws {
    let options = Self.options { $0.elementLimit = 3 }
    #expect(diff(from: [1, 2, 3], to: [1, 3], id: \.self, options: options) == Edits(deletes: [1]))
    #expect(diff(from: [1, 2, 3], to: [1, 2, 3, 4], id: \.self, options: options) == .reload)
    #expect(diff(from: [1, 2, 3, 4], to: [1], id: \.self, options: options) == .reload)
  }

  @Test func tooManyEditsAreAReload() throws {
    let list = Array(0..<100)
    for limit in [-1, nil] {
      let options = Self.options {
        $0.editLimit = 3
        $0.searchLimit = limit
      }
      #expect(diff(from: list, to: list.dropLast(3), id: \.self, options: options).deletes == [97, 98, 99])
      #expect(diff(from: list, to: list.dropLast(4), id: \.self, options: options) == .reload)
      #expect(diff(from: list, to: list.reversed(), id: \.self, options: options) == .reload)
    }
  }

  @Test func limitsPrecedePoliciesAndAreNotNegative() {
    let options = Self.options {
      $0.duplicates = .keepFirst
      $0.elementLimit = 1
    }
    #expect(diff(from: [1, 1], to: [1], id: \.self, options: options) == .reload)
    #expect(diff(from: [1, 2], to: [1, 2], id: \.self, options: Self.options { $0.editLimit = -1 }).isEmpty)
  }

  @Test func cancellationStopsTheDiff() {
    let options = Self.options { $0.isCancelled = { true } }
    #expect(diff(from: [1], to: [2], id: \.self, options: options) == .reload)
    let asked = Counter()
    let later = Self.options { $0.isCancelled = { asked.increment() > 40 } }
    var random = SeededGenerator(seed: 1)
    let list = Array(0..<50_000)
    let new = list.shuffled(using: &random)
    #expect(diff(from: list, to: new, id: \.self, options: later) == .reload)
    #expect(asked.value == 41)
  }

  @Test func duplicatesAreReported() throws {
    let letters = ClosureMatching<String, String>(id: \.self, content: ==)
    try requireUniqueIdentities(in: ["a", "b"], matching: letters)
    let error = #expect(throws: UpdateError.self) {
      try requireUniqueIdentities(in: ["a", "b", "a", "c", "b", "b"], matching: letters)
    }
    #expect(error?.code == .duplicateIdentity)
    #expect(
      error?.message
        == "2 identities are not unique: “a” occurs 2 times, at 0, 2; “b” occurs 3 times, at 1, 4, 5. "
        + "Give each item a unique identity.")
    let things = [7, 8, 7, 9, 9, 7].map { Thing(id: $0) }
    #expect(duplicates(in: things, matching: IdentifiableMatching()) == [[0, 2, 5], [3, 4]])
  }

  @Test func onlyTheFirstDuplicateIsRetained() throws {
    let options = Self.options { $0.duplicates = .keepFirst }
    let edits = diff(from: Array("abcab"), to: Array("bacba"), id: \.self, options: options)
    #expect(edits == Edits(deletes: [3, 4], inserts: [3, 4], moves: [PlacePair(1, 0)]))
  }

  @Test func duplicatesArePairedInOrder() throws {
    #expect(diff(from: Array("xaa"), to: Array("xaaa"), id: \.self) == Edits(inserts: [3]))
    #expect(diff(from: Array("xaaa"), to: Array("xaa"), id: \.self) == Edits(deletes: [3]))
    let many = Array(repeating: 0, count: 160_000)
    #expect(diff(from: many, to: many + [0], id: \.self) == Edits(inserts: [160_000]))
    #expect(diff(from: [1] + many, to: many + [2], id: \.self) == Edits(deletes: [0], inserts: [160_000]))
  }

  @Test func movesOfDuplicatesAreCloseToTheOptimumWhereWorkIsSaved() throws {
    var moves = (saved: 0, minimal: 0)
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let alphabet = [2, 5, 20, 100][Int(seed % 4)]
      let old = (0..<600).map { _ in Int.random(in: 0..<alphabet, using: &random) }
      let new = random.edited(old, edits: [3, 10, 60][Int(seed / 4 % 3)], fresh: alphabet)
      let saved = Self.options {
        $0.searchLimit = -1
        $0.pairingBudget = 0
      }
      let quick = diff(from: old, to: new, id: \.self, options: saved)
      let minimal = diff(from: old, to: new, id: \.self, options: Self.options { $0.effort = .minimal })
      #expect(quick.deletes.count == minimal.deletes.count, "seed \(seed)")
      #expect(quick.inserts.count == minimal.inserts.count, "seed \(seed)")
      #expect(quick.performed(on: old, taking: new) == new, "seed \(seed)")
      moves = (moves.saved + quick.moves.count, moves.minimal + minimal.moves.count)
    }
    #expect(moves.saved * 5 <= moves.minimal * 6, "\(moves)")
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }

  var value: Int { count.withLock(\.self) }
}
