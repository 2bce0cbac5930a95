import Changesets
import DataSources
import Messages
import TestKit
import Testing

/// Messages about one item, before and after changes of the chain and of its handlers.
@Suite struct PathTests {
  /// A source over another that counts how often the origin of an item is read.
  private final class Counting: DataSource {
    let source: any DataSource<Int>
    let upstreamSources: [any DataSource]
    let link: ChainLink
    private(set) var conversions = 0

    init(_ source: any DataSource<Int>) {
      self.source = source
      upstreamSources = [source]
      link = ChainLink("Counting", over: [source.link])
      link.onUpdate(self) { $0.source.link.batch }
    }

    var numberOfSections: Int { source.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { source.numberOfItems(inSection: section) }
    func item(at path: ItemPath) -> Int { source.item(at: path) }
    func sourcePath(for path: ItemPath) -> SourcePath? {
      conversions += 1
      return contains(path) ? SourcePath(source: 0, path: path) : nil
    }
    func path(for sourcePath: SourcePath) -> ItemPath? { sourcePath.path }
    func sourceSection(for section: Int) -> SourceSection? { SourceSection(source: 0, section: section) }
    func section(for sourceSection: SourceSection) -> Int? { sourceSection.section }
  }

  /// An object for a handler to retain.
  private final class Witness {
    var paths: [ItemPath] = []
  }

  @Test func aMessageReadsEachSourceOnce() throws {
    let numbers = ArraySource(Array(0..<100)), counting = Counting(numbers), witness = Witness()
    numbers.on(.didSelectItem) { witness.paths.append($0) }
    for item in 0..<100 { try counting.send(.didSelectItem, ItemPath(0, item)) }
    #expect(witness.paths == counting.paths.map(\.self))
    #expect(counting.conversions == 100)
    numbers.insert(-1, at: 0)
    try counting.send(.didSelectItem, ItemPath(0, 100))
    #expect(witness.paths.last == ItemPath(0, 100) && counting.conversions == 101)
  }

  @Test func handlersMayBeRegisteredAndCancelled() throws {
    let numbers = ArraySource([1, 2, 3]), banner = ArraySource([0])
    let list = Transform(of: [numbers, banner], by: .insert(at: ItemPath(0, 1)))
    let shown = list.applying(.removeEmptySections())
    var received: [String] = []
    func send(_ item: Int) throws -> [String] {
      received = []
      try shown.send(.didSelectItem, ItemPath(0, item))
      return received
    }
    #expect(try send(2) == [])
    let first = numbers.on(.didSelectItem) { received.append("numbers \($0)") }
    #expect(try send(2) == ["numbers (0, 1)"])
    #expect(try send(1) == [])
    banner.on(.didSelectItem) { received.append("banner \($0)") }
    #expect(try send(1) == ["banner (0, 0)"])
    #expect(try send(2) == ["numbers (0, 1)"])
    let second = list.on(.didSelectItem) { received.append("list \($0)") }
    #expect(try send(2) == ["list (0, 2)"])
    second.cancel()
    #expect(try send(2) == ["numbers (0, 1)"])
    numbers.on(.didSelectItem, in: .section(0)) { received.append("section \($0)") }
    #expect(try send(2) == ["section (0, 1)"])
    list.messages.forwarding = .everything(but: [.selection])
    #expect(try send(2) == [])
    list.messages.forwarding = .everything
    first.cancel()
    #expect(try send(2) == ["section (0, 1)"])
  }

  @Test func sourcesMayBeReplaced() throws {
    let old = ArraySource([1, 2]), new = ArraySource([3, 4]), witness = Witness()
    old.on(.didSelectItem) { _ in Issue.record("The old source received the message.") }
    let list = Transform(of: [old], by: .concatenate())
    try list.setSources([new])
    new.on(.didSelectItem) { witness.paths.append($0) }
    try list.send(.didSelectItem, ItemPath(0, 1))
    try list.setSources([new, new])
    try list.send(.didSelectItem, ItemPath(1, 0))
    #expect(witness.paths == [ItemPath(0, 1), ItemPath(0, 0)])
  }

  @Test func missingItemsHaveNoReceiver() throws {
    let numbers = ArraySource([1, 2, 3])
    numbers.on(.canEditItem) { _ in true }
    let list = Transform(of: [numbers], by: .concatenate())
    for source in [numbers as any DataSource, list] {
      #expect(try source.send(.canEditItem, ItemPath(0, 2)))
      for nowhere in [
        ItemPath(0, 3), ItemPath(0, -1), ItemPath(1, 0), ItemPath(-1, 0), ItemPath(0, .max), ItemPath(.min, .min),
      ] {
        #expect(try source.deliver(.canEditItem, nowhere) == .unanswered(.noReceiver))
      }
    }
  }

  @Test func aHandlerMayCancelItself() throws {
    let numbers = ArraySource([1])
    weak var observed: Witness?
    var registration: HandlerRegistration?
    do {
      let witness = Witness()
      observed = witness
      registration = numbers.on(.didSelectItem) { path in
        registration?.cancel()
        registration = nil
        // Only the running message retains the handler, and its captures, now.
        witness.paths.append(path)
        #expect(observed?.paths == [path])
      }
    }
    try numbers.send(.didSelectItem, ItemPath(0, 0))
    #expect(observed == nil, "The handler is gone when the message is done.")
    #expect(try numbers.deliver(.canEditItem, ItemPath(0, 0)) == .unanswered(.noHandler))
  }

  @Test func aHandlerMayOutliveItsSourceUntilItReturns() throws {
    weak var observed: Witness?
    let list = Transform(of: [ArraySource<Int>()], by: .concatenate())
    do {
      let numbers = ArraySource([1, 2]), witness = Witness()
      observed = witness
      numbers.on(.didSelectItem) { path in
        #expect(throws: Never.self) { try list.setSources([]) }
        // The source is released with its handlers, including this one.
        witness.paths.append(path)
        #expect(observed?.paths.last == path)
      }
      try list.setSources([numbers])
    }
    try list.send(.didSelectItem, ItemPath(0, 1))
    #expect(observed == nil)
    #expect(list.numberOfSections == 0)
  }

  @Test func aHandlerMaySendTheSameMessageOn() throws {
    let numbers = ArraySource(Array(0..<5)), witness = Witness()
    let list = Transform(of: [numbers], by: .concatenate())
    numbers.on(.didSelectItem) { path in
      witness.paths.append(path)
      if path.item > 0 { try? list.send(.didSelectItem, ItemPath(section: 0, item: path.item - 1)) }
    }
    try list.send(.didSelectItem, ItemPath(0, 4))
    #expect(witness.paths.map(\.item) == [4, 3, 2, 1, 0])
  }

  /// Sends at any moment of an epoch: before it, between the updates of the links, and afterwards.
  @Test func messagesOfObserversTakeThePathOfTheMoment() throws {
    let numbers = ArraySource([0, 1, 2]), witness = Witness()
    let list = Transform(of: [numbers], by: .concatenate())
    let shown = Transform(of: [list, ArraySource([9])], by: .insert(at: ItemPath(0, 0)))
    numbers.on(.didSelectItem) { witness.paths.append($0) }
    func select() { try? shown.send(.didSelectItem, ItemPath(0, 3)) }
    list.link.inspect(for: witness) { _, batch in
      select()
      return batch
    }
    _ = shown.addObserver(witness) { _, _ in select() }
    select()
    numbers.insert(5, at: 0)
    select()
    // The last one is the third of `numbers`, and has been, until the insertion puts the banner's neighbour in front of
    // it.
    #expect(witness.paths.first == ItemPath(0, 2) && witness.paths.last == ItemPath(0, 2))
    #expect(numbers.item(at: ItemPath(0, 2)) == 1)
    #expect(shown.deliveryPaths(of: .didSelectItem, ItemPath(0, 3))[0].hops.last?.place == .item(ItemPath(0, 2)))
  }

  /// A message is delivered along its announced path, whatever happened before.
  @Test(arguments: 0..<8) func messagesFollowTheirDeliveryPaths(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let leaves = (0..<3).map { leaf in ArraySource(Array(0..<6).map { 10 * leaf + $0 }) }
    let filtered = leaves[0].applying(.filter { $0 % 4 != 3 })
    let page = Transform(of: [filtered, leaves[1]], by: .insert(at: ItemPath(0, 2), clampsToEnd: true))
    let choice = Transform(of: [page, leaves[2]], by: .showPlaceholder())
    let sorted = leaves[2].applying(.reverse())
    let list = Transform(of: [choice, sorted], by: .concatenate())
    let shown = list.applying(.removeEmptySections())
    let flat = shown.applying(.flatten())
    let links: [any DataSource] = [filtered, page, choice, sorted, list, shown, flat]
    let witness = Witness()
    for leaf in leaves { leaf.on(.didSelectItem) { witness.paths.append($0) } }
    var registration: HandlerRegistration?
    for round in 0..<400 {
      let sender = links[Int.random(in: 0..<links.count, using: &random)]
      for place in sender.paths {
        witness.paths = []
        try sender.send(.didSelectItem, place)
        let route = try #require(sender.deliveryPaths(of: .didSelectItem, place).first)
        guard case .handler = route.end else {
          Issue.record("seed \(seed), round \(round): \(route)")
          return
        }
        #expect(
          witness.paths.map(MessagePlace.item) == [route.hops.last?.place], "seed \(seed), round \(round): \(route)")
      }
      let leaf = leaves[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where leaf.count > 0: leaf.remove(at: Int.random(in: 0..<leaf.count, using: &random))
      case 1: leaf.insert(Int.random(in: 0..<40, using: &random), at: Int.random(in: 0...leaf.count, using: &random))
      case 2:
        registration?.cancel()
        registration = choice.on(.didSelectItem) { witness.paths.append($0) }
      case 3: registration?.cancel()
      case 4:
        let item = Int.random(in: 0..<6, using: &random)
        page.configure { $0.path.item = item }
      default: break
      }
    }
  }
}
