import Changesets
import DataSources
import Messages
import Testing

/// Messages about an item and its target.
@Suite struct MoveTests {
  private let fruits = sectioned("fruits", [["apple", "fig"], [], ["kiwi", "lime"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  /// Nuts, then the three sections of fruits, behind another link.
  private let top: Transform<Mappings.Notify<String>>
  private let both: Transform<Mappings.Concatenate<String>>

  init() {
    both = concatenation(nuts, fruits)
    top = both.applying(.notify())
    fruits.answerAll()
    nuts.answerAll()
  }

  private func drop(_ from: ItemPath, on to: ItemPath) throws -> MessageOutcome<String> {
    try top.deliver(.drop, ItemMove(from: from, to: to))
  }

  private func dropNearby(_ from: ItemPath, on to: ItemPath) throws -> MessageOutcome<String> {
    try top.deliver(.dropNearby, ItemMove(from: from, to: to))
  }

  @Test func bothPlacesOfAnOwnerAreConverted() throws {
    #expect(try drop(ItemPath(1, 1), on: ItemPath(3, 0)) == .answered("fruits (0, 1) → (2, 0)"))
    #expect(try drop(ItemPath(0, 1), on: ItemPath(0, 0)) == .answered("nuts (0, 1) → (0, 0)"))
  }

  @Test func thePlaceAfterTheLastIsATarget() throws {
    #expect(try drop(ItemPath(1, 0), on: ItemPath(3, 2)) == .answered("fruits (0, 0) → (2, 2)"))
    #expect(try drop(ItemPath(3, 0), on: ItemPath(1, 2)) == .answered("fruits (2, 0) → (0, 2)"))
    // An item's own section has no more places than before: its end is the last of them, also without forwarding.
    #expect(try drop(ItemPath(1, 0), on: ItemPath(1, 2)) == .answered("fruits (0, 0) → (0, 1)"))
    #expect(try drop(ItemPath(0, 0), on: ItemPath(0, 2)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try nuts.send(.drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 2))) == "nuts (0, 0) → (0, 1)")
    #expect(nuts.deliveryPaths(of: .drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 2)))[0].hops.count == 1)
    #expect(try drop(ItemPath(0, 0), on: ItemPath(0, 3)) == .unanswered(.noReceiver))
  }

  @Test func theFirstPlaceOfAnEmptySectionIsATarget() throws {
    #expect(try drop(ItemPath(1, 0), on: ItemPath(2, 0)) == .answered("fruits (0, 0) → (1, 0)"))
    #expect(try drop(ItemPath(1, 0), on: ItemPath(2, 1)) == .unanswered(.noReceiver))
    #expect(try drop(ItemPath(0, 0), on: ItemPath(2, 0)) == .unanswered(.split))
  }

  /// With a table at the sender, and without; of a leaf, and of a transform.
  @Test(arguments: [false, true]) func targetsThatDoNotExistHaveNoReceiver(_ hasTable: Bool) throws {
    if hasTable { top.on(.note) { _ in } }
    for section in [Int.min, -1, 4, Int.max] {
      for item in [Int.min, -1, 0, 1, Int.max] {
        #expect(try drop(ItemPath(1, 0), on: ItemPath(section, item)) == .unanswered(.noReceiver))
        #expect(try dropNearby(ItemPath(1, 0), on: ItemPath(section, item)) == .unanswered(.noReceiver))
      }
    }
    for item in [Int.min, -1, 3, Int.max] {
      #expect(try drop(ItemPath(0, 0), on: ItemPath(0, item)) == .unanswered(.noReceiver))
      #expect(
        try nuts.deliver(.drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, item))) == .unanswered(.noReceiver))
    }
    #expect(try drop(ItemPath(0, 2), on: ItemPath(0, 0)) == .unanswered(.noReceiver))
  }

  // MARK: - Between sources

  @Test func movesBetweenSourcesAreRefused() throws {
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .unanswered(.split))
    let error = error { () throws(MessageError) in
      try top.send(.drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(1, 0)))
    }
    #expect(error?.code == .split)
    #expect(
      error?.description == "“test:dropItemAtPath:onPath:” is about places that belong to different sources. "
        + "The message went to Notify (0, 0) → Concatenate (0, 0).")
    #expect(
      top.deliveryPaths(of: .drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(1, 0))).map(\.description)
        == ["Notify (0, 0) → Concatenate (0, 0) → no receiver: the places belong to different sources"])
  }

  @Test func aClampedTargetIsTheNearestOfTheOwner() throws {
    // Down from nuts: to their last place. Up from fruits: to their first one.
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(3, 1)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try dropNearby(ItemPath(3, 1), on: ItemPath(0, 0)) == .answered("fruits (2, 1) → (0, 0)"))
    // Also from the end of a section, and from an empty one.
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(3, 2)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(2, 0)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try dropNearby(ItemPath(3, 0), on: ItemPath(0, 2)) == .answered("fruits (2, 0) → (0, 0)"))
    // Targets of the owner are not clamped.
    #expect(try dropNearby(ItemPath(1, 0), on: ItemPath(2, 0)) == .answered("fruits (0, 0) → (1, 0)"))
    #expect(try dropNearby(ItemPath(1, 0), on: ItemPath(1, 2)) == .answered("fruits (0, 0) → (0, 1)"))
  }

  @Test func aClampedTargetMayBeTheItemItself() throws {
    let banner = leaf("banner", ["!"])
    banner.answerAll()
    let page = Transform(of: [nuts, banner], by: .insert(at: ItemPath(0, 1)))
    // pecan ! walnut
    #expect(try page.send(.dropNearby, ItemMove(from: ItemPath(0, 1), to: ItemPath(0, 0))) == "banner (0, 0) → (0, 0)")
    #expect(try page.send(.dropNearby, ItemMove(from: ItemPath(0, 1), to: ItemPath(0, 3))) == "banner (0, 0) → (0, 0)")
    #expect(try page.send(.dropNearby, ItemMove(from: ItemPath(0, 2), to: ItemPath(0, 1))) == "nuts (0, 1) → (0, 1)")
    #expect(try page.send(.dropNearby, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 1))) == "nuts (0, 0) → (0, 0)")
    #expect(try page.send(.dropNearby, ItemMove(from: ItemPath(0, 0), to: ItemPath(0, 3))) == "nuts (0, 0) → (0, 1)")
  }

  @Test func aTableHasItsOwnPolicy() throws {
    both.messages.setSplitPolicy(.clamp, for: .drop)
    both.messages.setSplitPolicy(.refuse, for: .dropNearby)
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(1, 0)) == .unanswered(.split))
    both.messages.setSplitPolicy(nil, for: .drop)
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .unanswered(.split))
    // Only where the routes diverge.
    top.messages.setSplitPolicy(.clamp, for: .drop)
    nuts.messages.setSplitPolicy(.clamp, for: .drop)
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .unanswered(.split))
  }

  @Test func aHandlerWhereTheRoutesDivergePrecedesThePolicy() throws {
    let registration = both.on(.dropNearby, in: .acrossSources) { move in "across \(move.from) → \(move.to)" }
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(3, 2)) == .answered("across (0, 0) → (3, 2)"))
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(0, 1)) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(top.responds(to: .dropNearby))
    let latest = both.on(.dropNearby, in: .acrossSources) { _ in "latest" }
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(3, 2)) == .answered("latest"))
    latest.cancel()
    registration.cancel()
    #expect(try dropNearby(ItemPath(0, 0), on: ItemPath(3, 2)) == .answered("nuts (0, 0) → (0, 1)"))
  }

  @Test func aHandlerForEverythingPrecedesThatOne() throws {
    both.on(.drop, in: .acrossSources) { _ in "across" }
    both.on(.drop, in: .section(0)) { _ in "section" }
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .answered("section"))
    #expect(try drop(ItemPath(1, 0), on: ItemPath(0, 0)) == .answered("across"))
    both.on(.drop) { _ in "everything" }
    #expect(try drop(ItemPath(1, 0), on: ItemPath(0, 0)) == .answered("everything"))
  }

  @Test func aHandlerAcrossSourcesElsewhereIsNotCalled() throws {
    top.on(.drop, in: .acrossSources) { _ in "top" }
    nuts.on(.drop, in: .acrossSources) { _ in "nuts" }
    #expect(try drop(ItemPath(0, 0), on: ItemPath(1, 0)) == .unanswered(.split))
    #expect(try drop(ItemPath(0, 0), on: ItemPath(0, 1)) == .answered("nuts (0, 0) → (0, 1)"))
  }

  @Test func theSameSourceTwiceIsOneOwner() throws {
    let twice = concatenation(nuts, nuts)
    #expect(try twice.send(.drop, ItemMove(from: ItemPath(0, 1), to: ItemPath(1, 0))) == "nuts (0, 1) → (0, 0)")
    #expect(try twice.send(.drop, ItemMove(from: ItemPath(1, 1), to: ItemPath(0, 2))) == "nuts (0, 1) → (0, 1)")
  }

  // MARK: - Next to a transform's own items

  @Test func aTransformReceivesMovesOfItsOwnItems() throws {
    let listed = nuts.applying(Mappings.InsertSeparators<String, String> { before, _ in before == nil ? nil : "—" })
    // pecan — walnut —
    let outer = listed.applying(.notify())
    func drop(_ selector: MessageSelector<ItemMove, String>, _ from: Int, _ to: Int) throws -> MessageOutcome<String> {
      try outer.deliver(selector, ItemMove(from: ItemPath(0, from), to: ItemPath(0, to)))
    }
    #expect(try drop(.drop, 0, 2) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try drop(.drop, 0, 1) == .unanswered(.split))
    #expect(try drop(.drop, 0, 4) == .unanswered(.split))
    #expect(try drop(.drop, 1, 0) == .unanswered(.noHandler))
    #expect(try drop(.dropNearby, 0, 1) == .answered("nuts (0, 0) → (0, 0)"))
    #expect(try drop(.dropNearby, 0, 3) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try drop(.dropNearby, 0, 4) == .answered("nuts (0, 0) → (0, 1)"))
    #expect(try drop(.dropNearby, 2, 1) == .answered("nuts (0, 1) → (0, 1)"))
    #expect(try drop(.dropNearby, 0, 5) == .unanswered(.noReceiver))
    listed.on(.drop, in: .acrossSources) { move in "across \(move.to)" }
    #expect(try drop(.drop, 0, 1) == .answered("across (0, 1)"))
    #expect(try drop(.drop, 0, 2) == .answered("nuts (0, 0) → (0, 1)"))
  }

  /// An item with two possible targets.
  private struct Choice: Routable {
    var from: ItemPath
    var targets: [MoveTarget]

    mutating func route(with router: inout Router) {
      router.route(&from)
      targets.route(with: &router)
    }
  }

  @Test func eachTargetIsClampedSeparately() throws {
    let choose = MessageSelector<Choice, String>("test:choose:", whenSplit: .clamp)
    fruits.on(choose) { choice in "\(choice.from) → \(choice.targets.map(\.path))" }
    let targets = [ItemPath(0, 0), ItemPath(1, 2), ItemPath(0, 2), ItemPath(3, 2), ItemPath(2, 0), ItemPath(3, 1)].map {
      MoveTarget($0)
    }
    #expect(
      try both.send(choose, Choice(from: ItemPath(1, 1), targets: targets))
        == "(0, 1) → [(0, 0), (0, 1), (0, 0), (2, 2), (1, 0), (2, 1)]")
  }

  // MARK: - Possible targets

  @Test func theOwnerDeterminesTheTarget() throws {
    let sorted = fruits.applying(.reverse(reversesSections: true))
    // lime kiwi | | fig apple
    fruits.on(.targetOfMove) { move in MoveTarget(move.to.item == 0 ? ItemPath(2, 0) : move.to) }
    #expect(
      try sorted.send(.targetOfMove, ItemMove(from: ItemPath(2, 0), to: ItemPath(2, 1))) == MoveTarget(ItemPath(0, 2)))
    #expect(
      try sorted.send(.targetOfMove, ItemMove(from: ItemPath(2, 1), to: ItemPath(2, 0))) == MoveTarget(ItemPath(2, 0)))
  }

  /// Without a handler, the default is the owner's result.
  @Test(arguments: [false, true]) func theTargetOfAMoveIsClamped(_ hasHandler: Bool) throws {
    if hasHandler {
      for source in [nuts, fruits] as [any DataSource] { source.on(.targetOfMove) { MoveTarget($0.to) } }
    }
    func target(_ from: ItemPath, _ to: ItemPath) throws -> ItemPath {
      try top.send(.targetOfMove, ItemMove(from: from, to: to)).path
    }
    #expect(try target(ItemPath(0, 0), ItemPath(3, 1)) == ItemPath(0, 1))
    #expect(try target(ItemPath(3, 0), ItemPath(0, 1)) == ItemPath(1, 0))
    #expect(try target(ItemPath(1, 0), ItemPath(3, 2)) == ItemPath(3, 2))
    #expect(try target(ItemPath(1, 0), ItemPath(1, 2)) == ItemPath(1, 1))
    // A place that does not exist has no owner.
    #expect(try target(ItemPath(1, 0), ItemPath(9, 2)) == ItemPath(9, 2))
  }

  @Test func aTableThatRefusesReturnsTheTargetUnchanged() throws {
    both.messages.setSplitPolicy(.refuse, for: .targetOfMove)
    #expect(
      try top.send(.targetOfMove, ItemMove(from: ItemPath(0, 0), to: ItemPath(3, 1))) == MoveTarget(ItemPath(3, 1)))
  }

  /// The target as its owner receives it is converted back to the same target, whatever hides items on the route.
  @Test func anAcceptedTargetIsTheProposedOne() throws {
    let letters = sectioned("letters", [["a", "b", "x", "c", "y", "x"], ["x"], [], ["y", "d"]])
    letters.on(.targetOfMove) { move in MoveTarget(move.to) }
    let chains: [any DataSource<String>] = [
      letters.applying(.filter { $0 != "x" }),
      letters.applying(.filter { $0 != "x" }).applying(.filter { $0 != "y" }),
      letters.applying(.window(offset: 1, count: 3)), letters.applying(.collapse([0], showing: 2)),
      letters.applying(.removeEmptySections()), concatenation(nuts, letters),
      letters.applying(.removeDuplicates()),
    ]
    for chain in chains {
      for from in chain.paths where chain.convert(from, to: letters) != nil {
        for section in 0..<chain.numberOfSections {
          guard chain.convert(section: section, to: letters) != nil else { continue }
          let count = chain.numberOfItems(inSection: section) - (section == from.section ? 1 : 0)
          for item in 0...count {
            let target = ItemPath(section, item)
            #expect(
              try chain.send(.targetOfMove, ItemMove(from: from, to: target)) == MoveTarget(target),
              "\(chain.link.name) \(from) → \(target)")
          }
        }
      }
    }
  }
}
