import Changesets
import DataSources
import Testing

/// What observers, closures and transactions do to chains while these are updated.
@Suite struct ReentrancyTests {
  private final class Owner {}
  private struct Stop: Error {}

  /// Records all events of a source.
  private final class Log {
    var events: [String] = []
    var batches: [UpdateBatch] = []
    var animated: [Bool] = []

    init(_ source: any DataSource<Int>) {
      _ = source.addObserver(self) { [unowned source] log, event in
        switch event {
        case .willUpdate: log.events.append("will \(source.items)")
        case .didUpdate(let batch, let animated):
          log.events.append("did \(source.items)")
          log.batches.append(batch)
          log.animated.append(animated.isAnimated)
        case .didNotUpdate:
          log.events.append("did \(source.items)")
          log.batches.append(UpdateBatch())
          log.animated.append(true)
        }
      }
    }
  }

  // MARK: Closures that read what is being changed

  /// Ways to read a transform while it changes, by the closure of its own mapping.
  private enum Reading: String, CaseIterable, Sendable, Codable {
    case item, items, count, mapping, conversion, provenance, laterLink

    func read(
      _ transform: Transform<Mappings.Filter<Int>>?, _ later: Transform<Mappings.Reverse<Int>>?,
      _ leaf: ArraySource<Int>
    ) {
      let path = ItemPath(0, 0)
      switch self {
      case .item: _ = transform?.item(at: path)
      case .items: _ = transform?.items
      case .count: _ = transform?.numberOfItems
      case .mapping: _ = transform?.mapping
      case .conversion: _ = transform?.convert(path, from: leaf)
      case .provenance: _ = transform?.provenance(of: path)
      case .laterLink: _ = later?.convert(path, to: leaf)
      }
    }
  }

  @Test(arguments: Reading.allCases)
  private func aClosureThatReadsItsOwnTransformEndsTheProgram(_ reading: Reading) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [reading] in
      let leaf = ArraySource([1, 2, 3])
      var transform: Transform<Mappings.Filter<Int>>?
      var later: Transform<Mappings.Reverse<Int>>?
      let filtered = leaf.applying(
        Mappings.Filter { item in
          reading.read(transform, later, leaf)
          return item > 1
        })
      filtered.link.name = "large numbers"
      (transform, later) = (filtered, filtered.applying(.reverse()))
      leaf.append(4)
    }
    let text = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("“large numbers” is read while its mapping is being changed, by a closure of that mapping"))
  }

  @Test func closuresMayReadTransformsThatDoNotChange() {
    let leaf = ArraySource([1, 2, 3])
    let filtered = leaf.applying(.filter { $0 > 1 })
    let doubled = leaf.applying(.map { [unowned filtered] in $0 * filtered.numberOfItems(inSection: 0) })
    #expect(doubled.items == [2, 4, 6])
    filtered.configure { $0.predicate = { item, _ in item > 2 } }
    #expect(doubled.items == [1, 2, 3])
  }

  // MARK: Graphs that are connected during an update

  @Test func aTransformCreatedBeforeAnUpdateIsPartOfIt() {
    let leaf = ArraySource([1, 2, 3])
    let owner = Owner()
    var made: Transform<Mappings.Filter<Int>>?
    _ = leaf.addObserver(owner) { [unowned leaf] _, event in
      if event == .willUpdate, made == nil { made = leaf.applying(.filter { $0 > 1 }) }
    }
    leaf.remove(at: 2)
    #expect(made?.items == [2])
    leaf.append(7)
    #expect(made?.items == [2, 7])
  }

  @Test func aTransformGivenASourceBeforeItsUpdateIsPartOfIt() {
    let (leaf, other) = (ArraySource([1, 2, 3]), ArraySource([9]))
    let transform = Transform(of: [other], by: .concatenate())
    let owner = Owner()
    _ = leaf.addObserver(owner) { [unowned leaf] _, event in
      if event == .willUpdate { #expect(throws: Never.self) { try transform.setSources([leaf]) } }
    }
    leaf.remove(at: 2)
    #expect(transform.items == [1, 2])
  }

  @Test func epochsOfGraphsThatAreConnectedFollowEachOther() {
    for order in [[0, 1], [1, 0]] {
      let leaves = [ArraySource([1]), ArraySource([2])]
      let logs = leaves.map { Log($0) }
      let owner = Owner()
      var both: Transform<Mappings.Concatenate<Int>>?
      _ = leaves[0].addObserver(owner) { _, event in
        if case .didUpdate = event, both == nil { leaves[1].append(20) }
        if case .didUpdate = event, leaves[0].count == 2 { leaves[1].append(21) }
      }
      _ = leaves[1].addObserver(owner) { _, event in
        guard case .didUpdate = event, both == nil else { return }
        // Both leaves are notified of an update at this moment.
        both = Transform(of: order.map { leaves[$0] }, by: .concatenate())
        leaves[0].append(10)
        leaves[1].append(22)
      }
      leaves[0].append(11)
      #expect(
        leaves.map(\.items) == [[1, 11, 10], [2, 20, 21, 22]]
          || leaves.map(\.items) == [[1, 11, 10], [2, 20, 22, 21]])
      #expect(both?.itemsBySection == order.map { leaves[$0].items })
      for log in logs {
        for (index, event) in log.events.enumerated() { #expect(event.hasPrefix(index % 2 == 0 ? "will" : "did")) }
      }
    }
  }

  @Test func aTransactionStaysOpenWhenItsGraphIsConnectedWithAnUpdatingOne() {
    for order in [[0, 1], [1, 0]] {
      let leaves = [ArraySource([1]), ArraySource([2])]
      let owner = Owner()
      var both: Transform<Mappings.Concatenate<Int>>?
      _ = leaves[1].addObserver(owner) { _, event in
        guard case .didUpdate = event, both == nil else { return }
        both = Transform(of: order.map { leaves[$0] }, by: .concatenate())
      }
      leaves[0].transaction {
        leaves[0].append(10)
        leaves[1].append(20)
        #expect(leaves[0].items == [1])
        leaves[0].append(11)
        #expect(leaves[0].items == [1])
      }
      #expect(leaves.map(\.items) == [[1, 10, 11], [2, 20]])
      #expect(both?.itemsBySection == order.map { leaves[$0].items })
    }
  }

  // MARK: Transactions

  @Test func aThrowingTransactionIsRolledBackThoughGraphsWereConnected() {
    for order in [[0, 1], [1, 0]] {
      let leaves = [ArraySource([1]), ArraySource([2])]
      let logs = leaves.map { Log($0) }
      #expect(throws: Stop.self) {
        try leaves[1].transaction {
          leaves[1].append(20)
          _ = Transform(of: order.map { leaves[$0] }, by: .concatenate())
          leaves[0].append(10)
          throw Stop()
        }
      }
      #expect(leaves.map(\.items) == [[1], [2]])
      #expect(logs.allSatisfy { $0.events.isEmpty })
    }
  }

  @Test func aThrowingTransactionLeavesOtherEdits() {
    for order in [[0, 1], [1, 0]] {
      let leaves = [ArraySource([1]), ArraySource([2])]
      leaves[1].transaction {
        leaves[1].append(20)
        #expect(throws: Stop.self) {
          try leaves[0].transaction {
            leaves[0].append(10)
            _ = Transform(of: order.map { leaves[$0] }, by: .concatenate())
            leaves[1].append(21)
            throw Stop()
          }
        }
        leaves[1].append(22)
      }
      #expect(leaves.map(\.items) == [[1], [2, 20, 22]])
    }
  }

  @Test func aTransactionWithoutEditsHasNoEffectOnLaterOnes() {
    let leaf = ArraySource([1])
    let log = Log(leaf)
    leaf.transaction(animated: false) {}
    leaf.append(2)
    #expect(log.animated == [true])
  }

  @Test func aRolledBackTransactionHasNoEffectOnOthers() {
    let leaf = ArraySource([1])
    let log = Log(leaf)
    leaf.transaction {
      leaf.append(2)
      #expect(throws: Stop.self) {
        try leaf.transaction {
          leaf.transaction(animated: false) { leaf.append(3) }
          throw Stop()
        }
      }
    }
    leaf.transaction {
      leaf.append(4)
      leaf.transaction(animated: false) { leaf.append(5) }
    }
    leaf.append(6)
    #expect(log.animated == [true, false, true])
    #expect(leaf.items == [1, 2, 4, 5, 6])
  }

  @Test func rollingBackMayRequestOtherEdits() {
    final class Last {
      let leaf: ArraySource<Int>
      init(_ leaf: ArraySource<Int>) { self.leaf = leaf }
      deinit { leaf.append(99) }
    }
    let leaf = ArraySource([1])
    #expect(throws: Stop.self) {
      try leaf.transaction {
        let last = Last(leaf)
        leaf.update(at: 0) { _ in withExtendedLifetime(last) {} }
        throw Stop()
      }
    }
    #expect(leaf.items == [1, 99])
  }

  // MARK: Replaced sources and cycles

  @Test func cyclesDuringAnEditAreRefused() throws {
    let leaf = ArraySource([1])
    let one = Transform(of: [leaf], by: .concatenate()), two = Transform(of: [leaf], by: .concatenate())
    let owner = Owner()
    var isRefused = false
    _ = one.addObserver(owner) { [unowned one] _, event in
      guard event == .willUpdate, !isRefused else { return }
      #expect(throws: UpdateError.self) { try two.setSources([one]) }
      isRefused = true
    }
    try one.setSources([two])
    #expect(isRefused)
    leaf.append(2)
    #expect(one.items == [1, 2])
  }

  @Test func aThrowingTransactionRestoresSources() {
    let leaf = ArraySource([1])
    let one = Transform(of: [leaf], by: .concatenate()), two = Transform(of: [one], by: .concatenate())
    func putUpsideDown() throws {
      try leaf.transaction {
        try two.setSources([leaf])
        try one.setSources([two])
        throw Stop()
      }
    }
    leaf.transaction {
      #expect(throws: Stop.self) { try putUpsideDown() }
      #expect(throws: UpdateError.self) { try one.setSources([two]) }
    }
    leaf.append(2)
    #expect(one.items == [1, 2] && two.items == [1, 2])
  }

  @Test(.timeLimit(.minutes(1))) func cyclesAreSearchedOncePerLink() throws {
    var source: any DataSource<Int> = ArraySource([1])
    let free = Transform(of: [source], by: .concatenate())
    for _ in 0..<60 {
      source = Transform(of: [source, source], by: .showPlaceholder())
    }
    try free.setSources([source])
    #expect(free.items == [1])
  }

  @Test(.timeLimit(.minutes(1))) func placesAreConvertedOncePerLink() throws {
    let leaf = ArraySource([1, 2])
    var source: any DataSource<Int> = leaf.applying(.filter { $0 > 1 })
    for _ in 0..<60 {
      let ways = [source.applying(.notify()), source.applying(.notify())]
      source = Transform(of: ways, by: .showPlaceholder()).applying(.notify())
    }
    #expect(source.convert(ItemPath(0, 0), from: leaf) == nil)
    #expect(source.convert(ItemPath(0, 1), from: leaf) == ItemPath(0, 0))
  }

  // MARK: Closures

  @Test func aClosureThatChangesAnItemMayReadItsSource() {
    let leaf = ArraySource([1, 2, 3])
    leaf.update(at: 0) { [unowned leaf] in $0 = leaf[2] + leaf.count }
    #expect(leaf.items == [6, 2, 3])
    let sectioned = SectionedArraySource([SectionState("a", items: [1, 2])])
    sectioned.update(at: ItemPath(0, 0)) { [unowned sectioned] in
      $0 = sectioned[ItemPath(0, 1)] + sectioned.numberOfItems
    }
    #expect(sectioned.items == [4, 2])
  }

  @Test func aPredicateMayRequestEdits() {
    let leaf = ArraySource([1, 2, 3])
    let odd = leaf.applying(
      Mappings.Filter { [unowned leaf] item in
        if item == 2 { leaf.remove(at: 1) }
        return item % 2 == 1
      })
    #expect(leaf.items == [1, 3] && odd.items == [1, 3])
    leaf.append(5)
    #expect(odd.items == [1, 3, 5])
  }

  @Test func anObserverMayReleaseATransformAndItsSources() {
    let leaf = ArraySource([1, 2, 3])
    weak var gone: Transform<Mappings.Filter<Int>>?
    for moment in ["will", "did"] {
      var odd: Transform<Mappings.Filter<Int>>? = leaf.applying(.filter { $0 % 2 == 1 })
      gone = odd
      let owner = Owner()
      _ = odd?.addObserver(owner) { _, event in
        if (event == .willUpdate) == (moment == "will") { odd = nil }
      }
      leaf.append(4)
      #expect(odd == nil && gone == nil)
    }
  }
}
