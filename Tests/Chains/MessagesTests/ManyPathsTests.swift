import Changesets
import DataSources
import Messages
import Testing

/// Messages about many places: divided among their owners, with the results merged.
@Suite struct ManyPathsTests {
  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  private let log = Log()

  init() {
    fruits.answerAll(log)
    nuts.answerAll(log)
  }

  @Test func eachOwnerReceivesItsPlacesAtOnce() throws {
    let top = concatenation(fruits, nuts)
    let answer = try top.send(.describeAll, [ItemPath(2, 1), ItemPath(0, 1), ItemPath(2, 0), ItemPath(1, 0)])
    #expect(log.entries == ["nuts [(0, 1), (0, 0)]", "fruits [(0, 1), (1, 0)]"])
    #expect(answer == ["nuts (0, 1)", "fruits (0, 1)", "nuts (0, 0)", "fruits (1, 0)"])
  }

  @Test func oneOwnerReceivesAllPlacesInOrder() throws {
    let top = concatenation(fruits, nuts).applying(.reverse())
    #expect(try top.send(.describeAll, [ItemPath(0, 0), ItemPath(1, 1)]) == ["fruits (0, 1)", "fruits (1, 0)"])
    #expect(log.entries == ["fruits [(0, 1), (1, 0)]"])
  }

  /// With a table at the sender, and without.
  @Test(arguments: [false, true]) func missingPlacesAreSkipped(_ hasTable: Bool) throws {
    let roots = leaf("roots", ["beet", "yam"])
    roots.answerAll(log)
    let inner = concatenation(nuts, roots)
    let top = concatenation(fruits, inner).applying(.notify())
    if hasTable { top.on(.note) { _ in } }
    let all = [
      ItemPath(3, 1), ItemPath(9, 0), ItemPath(0, 0), ItemPath(2, 7), ItemPath(2, 1), ItemPath(-1, 0), ItemPath(0, 1),
      ItemPath(3, 0),
    ]
    let answer = try top.send(.describeAll, all)
    #expect(
      answer == ["roots (0, 1)", "fruits (0, 0)", "nuts (0, 1)", "fruits (0, 1)", "roots (0, 0)"])
    #expect(log.entries == ["roots [(0, 1), (0, 0)]", "fruits [(0, 0), (0, 1)]", "nuts [(0, 1)]"])
    #expect(try top.deliver(.describeAll, [ItemPath(9, 0), ItemPath(3, 2)]) == .unanswered(.noReceiver))
    #expect(log.entries.count == 3)
  }

  /// A merge receives the position of each result, however many times the message was divided.
  @Test(arguments: [false, true]) func positionsAreThoseOfTheWholeMessage(_ hasTable: Bool) throws {
    let positions = MessageSelector<[ItemPath], [[Int]]>(
      "test:positions:", merge: ResultMerge { answers in answers.map { $0.positions + $0.result.flatMap(\.self) } })
    let (first, second, third) = (leaf("1", ["a"]), leaf("2", ["b", "c"]), leaf("3", ["d"]))
    for source in [first, second, third] { source.on(positions) { paths in [paths.map { -1 - $0.item }] } }
    let top = concatenation(first, concatenation(second, third))
    if hasTable { top.on(.note) { _ in } }
    let answer = try top.send(
      positions, [ItemPath(2, 0), ItemPath(5, 0), ItemPath(1, 1), ItemPath(0, 0), ItemPath(0, 8), ItemPath(1, 0)])
    #expect(answer == [[0, -1], [2, 5, -2, -1], [3, -1]])
  }

  @Test func placesWithoutAResultLeaveTheOthersInOrder() throws {
    let silent = leaf("silent", ["x", "y"])
    let top = concatenation(concatenation(silent, fruits), nuts)
    let answer = try top.send(
      .describeAll, [ItemPath(0, 0), ItemPath(3, 1), ItemPath(1, 0), ItemPath(3, 0), ItemPath(0, 1), ItemPath(2, 1)])
    #expect(answer == ["nuts (0, 1)", "fruits (0, 0)", "nuts (0, 0)", "fruits (1, 1)"])
  }

  @Test func scopesOfOneSourceDivideAMessage() throws {
    fruits.on(.describeAll, in: .section(1)) { paths in
      log("section 1 \(paths)")
      return paths.map { "section \($0)" }
    }
    let top = concatenation(nuts, fruits)
    let answer = try top.send(
      .describeAll, [ItemPath(2, 0), ItemPath(1, 1), ItemPath(0, 0), ItemPath(2, 1), ItemPath(1, 0)])
    #expect(log.entries == ["section 1 [(1, 0), (1, 1)]", "fruits [(0, 1), (0, 0)]", "nuts [(0, 0)]"])
    #expect(answer == ["section (1, 0)", "fruits (0, 1)", "nuts (0, 0)", "section (1, 1)", "fruits (0, 0)"])
  }

  @Test func partsOutsideOfAScopeAreForwarded() throws {
    let top = fruits.applying(.notify())
    top.on(.describeAll, in: .section(1)) { paths in paths.map { "top \($0)" } }
    #expect(
      try top.send(.describeAll, [ItemPath(1, 0), ItemPath(0, 1), ItemPath(1, 1)])
        == ["top (1, 0)", "fruits (0, 1)", "top (1, 1)"])
  }

  @Test func partsOfTwoRoutesAreJoinedAtTheirOwner() throws {
    // The favourites are shown above all items, and are some of them.
    let favourites = fruits.applying(.filter { $0 == "fig" || $0 == "lime" })
    let top = concatenation(favourites, fruits)
    #expect(
      try top.send(.describeAll, [ItemPath(0, 0), ItemPath(2, 0), ItemPath(1, 0), ItemPath(3, 0)])
        == ["fruits (0, 1)", "fruits (0, 0)", "fruits (1, 1)", "fruits (1, 0)"])
    #expect(log.entries == ["fruits [(0, 1), (0, 0), (1, 1), (1, 0)]"])
  }

  @Test func anOwnerCanDeleteItemsOfTwoRoutes() throws {
    let favourites = fruits.applying(.filter { $0 == "fig" || $0 == "lime" })
    let top = concatenation(favourites, fruits)
    fruits.on(.deleteItems) { fruits, paths in
      for path in paths.sorted().reversed() { fruits.remove(at: path) }
    }
    try top.send(.deleteItems, [ItemPath(1, 0), ItemPath(2, 0)])
    #expect(fruits.itemsBySection == [["fig"], ["kiwi"]])
    try top.send(.deleteItems, [ItemPath(0, 0), ItemPath(3, 0)])
    #expect(fruits.itemsBySection == [[], []])
  }

  @Test func theSameSourceTwiceIsOneOwner() throws {
    let top = concatenation(nuts, nuts)
    #expect(try top.send(.describeAll, [ItemPath(1, 0), ItemPath(0, 1)]) == ["nuts (0, 0)", "nuts (0, 1)"])
    #expect(log.entries == ["nuts [(0, 0), (0, 1)]"])
  }

  @Test func resultsAreMergedByAndOrOr() throws {
    let all = MessageSelector<[ItemPath], Bool>("test:areAll:", merge: .all)
    let any = MessageSelector<[ItemPath], Bool>("test:isAny:", merge: .any)
    let top = concatenation(fruits, nuts)
    for selector in [all, any] {
      fruits.on(selector) { _ in true }
      nuts.on(selector) { _ in false }
    }
    #expect(try top.send(all, [ItemPath(0, 0), ItemPath(1, 0)]))
    #expect(try !top.send(all, [ItemPath(0, 0), ItemPath(2, 0)]))
    #expect(try top.send(any, [ItemPath(0, 0), ItemPath(2, 0)]))
    #expect(try !top.send(any, [ItemPath(2, 1), ItemPath(2, 0)]))
  }

  @Test func elementsAreInTheOrderOfTheirPlaces() throws {
    let some = MessageSelector<[ItemPath], [String]>("test:someOf:", merge: .elements())
    fruits.on(some) { _ in ["only"] }
    nuts.on(some) { paths in paths.flatMap { ["\($0.item)a", "\($0.item)b"] } }
    let top = concatenation(fruits, nuts)
    #expect(
      try top.send(some, [ItemPath(0, 0), ItemPath(2, 0), ItemPath(0, 1), ItemPath(2, 1)]) == [
        "only", "0a", "0b", "1a", "1b",
      ])
    #expect(try top.send(some, [ItemPath(2, 0), ItemPath(0, 0)]) == ["0a", "0b", "only"])
    // Two for three places, and four: all of them are at the position of the first place.
    let three = [ItemPath(0, 0), ItemPath(2, 0), ItemPath(0, 1), ItemPath(2, 1), ItemPath(1, 0)]
    nuts.on(some) { $0.map(\.description) }
    for answer in [["a", "b"], ["a", "b", "c", "d"]] {
      fruits.on(some) { _ in answer }
      #expect(try top.send(some, three) == answer + ["(0, 0)", "(0, 1)"])
    }
  }

  @Test func severalResultsWithoutAMergeAreAnError() throws {
    let count = MessageSelector<[ItemPath], Int>("test:count:")
    let top = concatenation(fruits, nuts)
    fruits.on(count) { $0.count }
    #expect(try top.send(count, [ItemPath(0, 0), ItemPath(0, 1), ItemPath(2, 0)]) == 2)
    nuts.on(count) { $0.count }
    #expect(try top.send(count, [ItemPath(0, 0), ItemPath(1, 1)]) == 2)
    let error = error { () throws(MessageError) in try top.send(count, [ItemPath(0, 0), ItemPath(2, 1)]) }
    #expect(error?.code == .severalAnswers)
    #expect(
      error?.description
        == "“test:count:” has 2 answers. Declare the selector with a merge that combines them.")
  }

  @Test func anUnansweredMessageHasAReason() throws {
    let top = concatenation(leaf("silent", ["a"]), leaf("mute", ["b"]))
    #expect(try top.deliver(.describeAll, [ItemPath(0, 0), ItemPath(1, 0)]) == .unanswered(.noHandler))
    #expect(try top.deliver(.describeAll, [ItemPath(0, 0), ItemPath(2, 0)]) == .unanswered(.noReceiver))
    let error = error { () throws(MessageError) in try top.send(.describeAll, [ItemPath(1, 0), ItemPath(0, 0)]) }
    #expect(error?.route.map(\.description) == ["Concatenate (1, 0)", "mute (0, 0)"])
  }

  @Test func elementsWithoutAPlaceAreForTheReceiver() throws {
    let maybe = MessageSelector<[ItemPath?], [String]>("test:maybeOf:", merge: .elements())
    let top = concatenation(fruits, nuts)
    for source in [fruits as any DataSource<String>, nuts] {
      source.on(maybe) { source, paths in paths.map { "\(source.link.name) \($0.map { "\($0)" } ?? "-")" } }
    }
    #expect(try top.send(maybe, [ItemPath(2, 0), nil, ItemPath(0, 0)]) == ["nuts (0, 0)", "fruits (0, 0)"])
    top.on(maybe, in: .section(0)) { paths in paths.map { _ in "section" } }
    top.on(maybe) { source, paths in paths.map { "top \($0.map { "\($0)" } ?? "-")" } }
    #expect(try top.send(maybe, [ItemPath(2, 0), nil, ItemPath(0, 0)]) == ["top (2, 0)", "top -", "section"])
  }

  @Test func eachPartHasItsRoute() {
    let top = concatenation(fruits, nuts).applying(.notify())
    #expect(
      top.deliveryPaths(of: .describeAll, [ItemPath(2, 0), ItemPath(0, 1), ItemPath(2, 1), ItemPath(3, 0)]).map(
        \.description) == [
          "Notify (2, 0) → Concatenate (2, 0) → nuts (0, 0) → handler for everything",
          "Notify (0, 1) → Concatenate (0, 1) → fruits (0, 1) → handler for everything",
          "Notify (3, 0) → no receiver: the place does not exist",
        ])
    #expect(log.entries.isEmpty)
  }

  @Test func anErrorOfAPartHasItsOwnRoute() {
    struct Spoilt: Error {}
    nuts.on(.describeAll) { _ -> [String] in throw Spoilt() }
    let top = concatenation(fruits, nuts).applying(.notify())
    let error = error { () throws(MessageError) in
      try top.send(.describeAll, [ItemPath(0, 0), ItemPath(2, 1), ItemPath(1, 0)])
    }
    #expect(error?.code == .failed)
    #expect(error?.underlying is Spoilt)
    #expect(error?.route.map(\.description) == ["Notify (2, 1)", "Concatenate (2, 1)", "nuts (0, 1)"])
    // The parts before were handled, those after are not.
    #expect(log.entries == ["fruits [(0, 0), (1, 0)]"])
  }
}
