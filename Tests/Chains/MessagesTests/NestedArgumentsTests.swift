import Changesets
import DataSources
import Messages
import Testing

/// Arguments that contain places in nested values.
@Suite struct NestedArgumentsTests {
  /// Several places: an item, perhaps a section, and values that contain items.
  private struct Errand: Routable, Equatable {
    var path: ItemPath
    var section: SectionIndex?
    var renames: [Rename] = []
    var note = ""

    mutating func route(with router: inout Router) {
      path.route(with: &router)
      section.route(with: &router)
      renames.route(with: &router)
    }
  }

  /// Many places within a structure.
  private struct Prefetch: Routable, Equatable {
    var renames: [Rename]
    var priority: Int

    mutating func route(with router: inout Router) { renames.route(with: &router) }

    func split() -> ArgumentSplit<Self>? {
      renames.split()?.within(\.renames) { Prefetch(renames: $0, priority: priority) }
    }
  }

  private static let errand = MessageSelector<Errand, String>("test:errand:")
  private static let prefetch = MessageSelector<Prefetch, [String]>("test:prefetch:", merge: .elements())
  private static let moves = MessageSelector<[ItemMove], [String]>("test:moves:", merge: .elements())

  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  private let top: Transform<Mappings.Concatenate<String>>

  init() {
    top = concatenation(nuts, fruits)
    for source in [fruits as any DataSource<String>, nuts] {
      source.on(Self.errand) { source, errand in
        let section = errand.section.map { "\($0)" } ?? "-"
        return "\(source.link.name) \(errand.path) \(section) \(errand.renames.map(\.path)) \(errand.note)"
      }
      source.on(Self.prefetch) { source, prefetch in
        prefetch.renames.map { "\(source.link.name) \($0.path) \($0.name) \(prefetch.priority)" }
      }
      source.on(Self.moves) { source, moves in moves.map { "\(source.link.name) \($0.from) → \($0.to)" } }
    }
    fruits.answerAll()
  }

  @Test func aPathInAStructureIsConverted() throws {
    #expect(try top.send(.rename, Rename(path: ItemPath(2, 1), name: "lemon")) == "fruits (1, 1) lemon")
  }

  @Test func allPlacesOfAnOwnerAreConverted() throws {
    var errand = Errand(path: ItemPath(1, 0), note: "x")
    #expect(try top.send(Self.errand, errand) == "fruits (0, 0) - [] x")
    errand.section = 2
    errand.renames = [Rename(path: ItemPath(2, 1), name: "a"), Rename(path: ItemPath(1, 1), name: "b")]
    #expect(try top.send(Self.errand, errand) == "fruits (0, 0) 1 [(1, 1), (0, 1)] x")
  }

  @Test func wrappedListsAreDivided() throws {
    let some = MessageSelector<[ItemPath]?, [String]>("test:perhaps:", merge: .elements()) { _ in ["nothing"] }
    for source in [fruits as any DataSource<String>, nuts] {
      source.on(some) { source, paths in (paths ?? []).map { "\(source.link.name) \($0)" } }
    }
    #expect(
      try top.send(some, [ItemPath(1, 0), ItemPath(0, 1), ItemPath(2, 1)]) == [
        "fruits (0, 0)", "nuts (0, 1)", "fruits (1, 1)",
      ])
    #expect(try top.send(some, nil) == ["nothing"])
  }

  @Test func placesOfDifferentOwnersSplitTheMessage() throws {
    #expect(try top.deliver(Self.errand, Errand(path: ItemPath(1, 0), section: 0)) == .unanswered(.split))
    let renames = [Rename(path: ItemPath(0, 1), name: "a")]
    #expect(try top.deliver(Self.errand, Errand(path: ItemPath(1, 0), renames: renames)) == .unanswered(.split))
    top.on(Self.errand, in: .acrossSources) { errand in "across \(errand.path)" }
    #expect(try top.send(Self.errand, Errand(path: ItemPath(1, 0), section: 0)) == "across (1, 0)")
    #expect(try top.send(Self.errand, Errand(path: ItemPath(1, 0), section: 1)) == "fruits (0, 0) 0 [] ")
  }

  @Test(arguments: [false, true]) func oneMissingPlaceIsEnough(_ hasTable: Bool) throws {
    if hasTable { top.on(.note) { _ in } }
    #expect(try top.deliver(Self.errand, Errand(path: ItemPath(1, 0), section: 3)) == .unanswered(.noReceiver))
    #expect(try top.deliver(Self.errand, Errand(path: ItemPath(1, 5), section: 1)) == .unanswered(.noReceiver))
    let renames = [Rename(path: ItemPath(1, 1), name: "a"), Rename(path: ItemPath(1, -1), name: "a")]
    #expect(try top.deliver(Self.errand, Errand(path: ItemPath(1, 0), renames: renames)) == .unanswered(.noReceiver))
  }

  @Test func aStructureWithManyPlacesIsDivided() throws {
    let prefetch = Prefetch(
      renames: [
        Rename(path: ItemPath(1, 0), name: "a"), Rename(path: ItemPath(0, 1), name: "b"),
        Rename(path: ItemPath(2, 0), name: "c"),
        Rename(path: ItemPath(7, 0), name: "d"),
      ], priority: 3)
    #expect(try top.send(Self.prefetch, prefetch) == ["fruits (0, 0) a 3", "nuts (0, 1) b 3", "fruits (1, 0) c 3"])
  }

  @Test func eachMoveOfManyIsForwardedSeparately() throws {
    let answer = try top.send(
      Self.moves,
      [
        ItemMove(from: ItemPath(1, 0), to: ItemPath(2, 2)), ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 1)),
        ItemMove(from: ItemPath(2, 0), to: ItemPath(1, 0)),
      ])
    #expect(answer == ["fruits (0, 0) → (1, 2)", "nuts (0, 0) → (0, 1)", "fruits (1, 0) → (0, 0)"])
  }

  @Test func splitMovesDoNotAffectTheOthers() throws {
    let parted = ItemMove(from: ItemPath(1, 0), to: ItemPath(0, 1))
    #expect(try top.deliver(Self.moves, [parted]) == .unanswered(.split))
    #expect(try top.deliver(Self.moves, [parted, parted]) == .unanswered(.split))
    let all = [
      parted, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 1)), ItemMove(from: ItemPath(0, 1), to: ItemPath(1, 1)),
    ]
    #expect(try top.send(Self.moves, all) == ["nuts (0, 0) → (0, 1)"])
    top.on(Self.moves, in: .acrossSources) { moves in moves.map { "across \($0.from) → \($0.to)" } }
    #expect(
      try top.send(Self.moves, all)
        == ["across (1, 0) → (0, 1)", "nuts (0, 0) → (0, 1)", "across (0, 1) → (1, 1)"])
  }
}
