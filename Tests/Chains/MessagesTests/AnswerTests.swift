import Changesets
import DataSources
import Messages
import Testing

/// Results, in which places are converted, and errors with their routes.
@Suite struct AnswerTests {
  private struct Spoilt: Error, CustomStringConvertible {
    var description: String { "it is spoilt" }
  }

  /// A result that contains several places.
  private struct Neighbours: Routable, Equatable {
    var before: ItemPath?
    var after: [ItemPath]
    var section: SectionIndex
    var target: MoveTarget

    mutating func route(with router: inout Router) {
      before.route(with: &router)
      after.route(with: &router)
      section.route(with: &router)
      target.route(with: &router)
    }
  }

  private static let maybe = MessageSelector<ItemPath, ItemPath?>("test:maybe:")
  private static let neighbours = MessageSelector<ItemPath, Neighbours>("test:neighbours:")
  private static let list = MessageSelector<[ItemPath], [ItemPath]>("test:list:", merge: .elements())
  private static let sectionOf = MessageSelector<ItemPath, SectionIndex>("test:sectionOf:")

  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  private let top: Transform<Mappings.Filter<String>>

  init() {
    top = concatenation(nuts, fruits).applying(.filter { $0 != "fig" })
  }

  // MARK: - Places

  @Test func aPlaceInAResultIsConverted() throws {
    fruits.on(.neighbour) { path in ItemPath(section: path.section, item: 1) }
    #expect(try top.send(.neighbour, ItemPath(2, 0)) == ItemPath(2, 1))
    #expect(try fruits.send(.neighbour, ItemPath(1, 0)) == ItemPath(1, 1))
  }

  @Test func aHiddenPlaceInAResultIsAnError() {
    fruits.on(.neighbour) { path in ItemPath(section: path.section, item: 1) }
    let outer = top.applying(.notify())
    let error = error { () throws(MessageError) in try outer.send(.neighbour, ItemPath(1, 0)) }
    #expect(error?.code == .hiddenResult)
    #expect(
      error?.description
        == "The answer to “test:neighbourOfItemAtPath:” is a place that a source on its way back hides. "
        + "The message went to Notify (1, 0) → Filter (1, 0).")
  }

  @Test(arguments: [ItemPath(0, 2), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(0, Int.max), ItemPath(Int.min, Int.min)])
  func aMissingPlaceInAResultIsAnError(_ answer: ItemPath) {
    nuts.on(.neighbour) { _ in answer }
    #expect(error { () throws(MessageError) in try top.send(.neighbour, ItemPath(0, 0)) }?.code == .hiddenResult)
    nuts.on(.targetOfMove) { _ in MoveTarget(ItemPath(answer.section, answer.item == 2 ? 3 : answer.item)) }
    let move = ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 1))
    #expect(error { () throws(MessageError) in try top.send(.targetOfMove, move) }?.code == .hiddenResult)
  }

  @Test func nilIsAResult() throws {
    fruits.on(Self.maybe) { path in path.item == 0 ? nil : path }
    #expect(try top.send(Self.maybe, ItemPath(1, 0)) == .some(nil))
    #expect(try top.send(Self.maybe, ItemPath(2, 1)) == ItemPath(2, 1))
    #expect(try top.deliver(Self.maybe, ItemPath(2, 0)) == .answered(nil))
  }

  @Test func sectionsAndStructuresAreConverted() throws {
    fruits.on(Self.sectionOf) { path in SectionIndex(path.section) }
    fruits.on(Self.neighbours) { path in
      Neighbours(before: nil, after: [path, path], section: SectionIndex(path.section), target: MoveTarget(path))
    }
    #expect(try top.send(Self.sectionOf, ItemPath(2, 1)) == 2)
    #expect(
      try top.send(Self.neighbours, ItemPath(2, 1))
        == Neighbours(
          before: nil, after: [ItemPath(2, 1), ItemPath(2, 1)], section: 2, target: MoveTarget(ItemPath(2, 1))))
  }

  @Test func aSectionWithoutACounterpartIsAnError() {
    let all = fruits.applying(.flatten())
    fruits.on(Self.sectionOf) { path in SectionIndex(path.section) }
    #expect(error { () throws(MessageError) in try all.send(Self.sectionOf, ItemPath(0, 0)) }?.code == .hiddenResult)
  }

  @Test func eachResultIsConvertedAlongItsRoute() throws {
    fruits.on(Self.list) { paths in paths.map { ItemPath(section: $0.section, item: 0) } }
    nuts.on(Self.list) { $0 }
    #expect(
      try top.send(Self.list, [ItemPath(2, 1), ItemPath(0, 1), ItemPath(1, 0), ItemPath(0, 0)])
        == [ItemPath(2, 0), ItemPath(0, 1), ItemPath(1, 0), ItemPath(0, 0)])
    // Each of two routes leads back to where it started.
    let twice = concatenation(nuts, nuts.applying(.reverse()))
    #expect(
      try twice.send(Self.list, [ItemPath(1, 0), ItemPath(0, 0), ItemPath(1, 1)]) == [
        ItemPath(1, 0), ItemPath(0, 0), ItemPath(1, 1),
      ])
  }

  @Test func aPlaceBehindARemovedLinkIsHidden() {
    let other = leaf("other", ["x"])
    var inner: Transform? = fruits.applying(.notify())
    let outer = Transform(of: [inner ?? fruits.applying(.notify())], by: .concatenate())
    inner = nil
    fruits.on(.neighbour) { path in
      try outer.setSources([other])
      return path
    }
    let error = error { () throws(MessageError) in try outer.send(.neighbour, ItemPath(0, 0)) }
    #expect(error?.code == .hiddenResult)
  }

  @Test func aResultIsConvertedFromThePresentPlaceOfItsSource() throws {
    let list = concatenation(nuts, fruits)
    fruits.on(.neighbour) { fruits, path in
      try list.setSources([fruits, nuts])
      return ItemPath(section: path.section, item: 1)
    }
    #expect(try list.send(.neighbour, ItemPath(1, 0)) == ItemPath(0, 1))
  }

  @Test func aPlaceOfARemovedSourceIsHidden() throws {
    for place in [ItemPath(0, 0), ItemPath(1, 1), ItemPath(5, 0)] {
      let list = concatenation(nuts, fruits)
      fruits.on(.targetOfMove) { _ in
        try list.setSources([nuts])
        return MoveTarget(place)
      }
      let move = ItemMove(from: ItemPath(1, 0), to: ItemPath(1, 1))
      let error = error { () throws(MessageError) in try list.send(.targetOfMove, move) }
      #expect(error?.code == .hiddenResult)
    }
  }

  // MARK: - Errors

  @Test func aHandlersErrorHasTheWholeRoute() {
    fruits.on(.describe) { _ -> String in throw Spoilt() }
    let error = error { () throws(MessageError) in try top.applying(.notify()).send(.describe, ItemPath(2, 0)) }
    #expect(error?.code == .failed)
    #expect(error?.underlying is Spoilt)
    #expect(error?.selector == "test:describeItemAtPath:")
    #expect(
      error?.description
        == "A handler of “test:describeItemAtPath:” failed: it is spoilt. The message went to "
        + "Notify (2, 0) → Filter (2, 0) → Concatenate (2, 0) → fruits (1, 0).")
  }

  @Test func aDescriptionEndsWithOneFullStop() {
    struct Sentence: Error, CustomStringConvertible { let description = "It is late." }
    fruits.on(.describe) { _ -> String in throw Sentence() }
    let error = error { () throws(MessageError) in try fruits.send(.describe, ItemPath(1, 0)) }
    #expect(
      error?.description
        == "A handler of “test:describeItemAtPath:” failed: It is late. The message went to fruits (1, 0).")
  }

  @Test func errorsOfSectionsMovesAndPlainMessagesHaveTheirRoute() {
    fruits.on(.describeSection) { _ -> String in throw Spoilt() }
    fruits.on(.drop) { _ -> String in throw Spoilt() }
    top.on(.wake) { _ -> Int in throw Spoilt() }
    func route<Arguments, Result>(_ selector: MessageSelector<Arguments, Result>, _ arguments: Arguments) -> [String]? {
      let error = error { () throws(MessageError) in try top.send(selector, arguments) }
      #expect(error?.code == .failed)
      return error?.route.map(\.description)
    }
    #expect(
      route(.describeSection, 2)
        == ["Filter section 2", "Concatenate section 2", "fruits section 1"])
    #expect(
      route(.drop, ItemMove(from: ItemPath(2, 1), to: ItemPath(1, 0)))
        == ["Filter (2, 1)", "Concatenate (2, 1)", "fruits (1, 1)"])
    #expect(route(.wake, NoArguments()) == ["Filter"])
  }

  @Test func aNestedErrorHasBothRoutes() throws {
    let nuts = nuts
    nuts.on(.describe) { _ -> String in throw Spoilt() }
    fruits.on(.describe) { _ in try nuts.send(.describe, ItemPath(0, 0)) }
    let error = try #require(error { () throws(MessageError) in try top.send(.describe, ItemPath(1, 0)) })
    #expect(error.route.last?.description == "fruits (0, 0)")
    let inner = try #require(error.underlying as? MessageError)
    #expect(inner.underlying is Spoilt)
    #expect(inner.route.map(\.description) == ["nuts (0, 0)"])
  }
}
