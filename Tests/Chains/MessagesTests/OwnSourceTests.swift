import Changesets
import DataSources
import Messages
import Testing

/// Sources of other authors, and routes that diverge and join.
@Suite struct OwnSourceTests {
  /// The items of a source, each of them twice: a source over sources without a mapping.
  private final class Doubled: DataSource {
    let source: any DataSource<String>
    let link: ChainLink
    var upstreamSources: [any DataSource] { [source] }

    init(_ source: any DataSource<String>) {
      self.source = source
      link = ChainLink("Doubled", over: [source.link])
      link.onUpdate(self) { _ in .reload }
    }

    var numberOfSections: Int { source.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { 2 * source.numberOfItems(inSection: section) }
    func item(at path: ItemPath) -> String { source.item(at: ItemPath(section: path.section, item: path.item / 2)) }
    func name(ofSection section: Int) -> String? { source.name(ofSection: section) }

    func sourcePath(for path: ItemPath) -> SourcePath? {
      contains(path) ? SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item / 2)) : nil
    }

    func path(for sourcePath: SourcePath) -> ItemPath? {
      source.contains(sourcePath.path)
        ? ItemPath(section: sourcePath.path.section, item: 2 * sourcePath.path.item) : nil
    }

    func sourceSection(for section: Int) -> SourceSection? {
      (0..<numberOfSections).contains(section) ? SourceSection(source: 0, section: section) : nil
    }

    func section(for sourceSection: SourceSection) -> Int? { sourceSection.section }
  }

  /// Every second item, as in the README.
  private struct EveryNth<Item>: Mapping {
    var n: Int
    private var counts: [Int] = []

    init(_ n: Int) { self.n = n }

    mutating func refresh(from sources: [any DataSource<Item>]) {
      counts = (0..<sources[0].numberOfSections).map { sources[0].numberOfItems(inSection: $0) }
    }

    var numberOfSections: Int { counts.count }

    func numberOfItems(inSection section: Int) -> Int { (counts[section] + n - 1) / n }

    func sourcePath(for path: ItemPath) -> SourcePath? {
      guard counts.indices.contains(path.section), (0..<numberOfItems(inSection: path.section)).contains(path.item)
      else { return nil }
      return SourcePath(source: 0, path: ItemPath(section: path.section, item: path.item * n))
    }

    func path(for sourcePath: SourcePath) -> ItemPath? {
      let path = sourcePath.path
      guard sourcePath.source == 0, counts.indices.contains(path.section), path.item % n == 0,
        (0..<counts[path.section]).contains(path.item)
      else { return nil }
      return ItemPath(section: path.section, item: path.item / n)
    }

    func sourceSection(for section: Int) -> SourceSection? {
      counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
    }

    func section(for sourceSection: SourceSection) -> Int? {
      sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
    }
  }

  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])

  init() { fruits.answerAll() }

  @Test func anOwnSourceForwardsMessages() throws {
    let top = Doubled(fruits).applying(.reverse())
    #expect(try top.send(.describe, ItemPath(1, 0)) == "fruits (1, 1) lime")
    #expect(try top.send(.describe, ItemPath(1, 3)) == "fruits (1, 0) kiwi")
    #expect(try top.send(.describeSection, 1) == "fruits section 1")
    #expect(try top.send(.drop, ItemMove(from: ItemPath(0, 3), to: ItemPath(1, 0))) == "fruits (0, 0) → (1, 1)")
    #expect(try top.send(.describeAll, [ItemPath(0, 3), ItemPath(0, 2)]) == ["fruits (0, 0)", "fruits (0, 0)"])
    #expect(try top.deliver(.describe, ItemPath(1, 4)) == .unanswered(.noReceiver))
    fruits.on(.neighbour) { $0 }
    #expect(try top.send(.neighbour, ItemPath(1, 0)) == ItemPath(1, 1))
  }

  @Test func anOwnMappingForwardsMessages() throws {
    let top = fruits.applying(EveryNth(2)).applying(.notify())
    #expect(try top.send(.describe, ItemPath(1, 0)) == "fruits (1, 0) kiwi")
    #expect(try top.deliver(.describe, ItemPath(1, 1)) == .unanswered(.noReceiver))
  }

  @Test func anOwnSourceHasHandlers() throws {
    let doubled = Doubled(fruits)
    doubled.on(.describe, in: .section(1)) { source, path in "doubled \(source.item(at: path))" }
    let top = doubled.applying(.notify())
    #expect(try top.send(.describe, ItemPath(1, 3)) == "doubled lime")
    #expect(try top.send(.describe, ItemPath(0, 3)) == "fruits (0, 1) fig")
  }

  @Test func argumentsMayBeAnOptionalPath() throws {
    let perhaps = MessageSelector<ItemPath?, String>("test:perhapsAtPath:")
    fruits.on(perhaps) { path in path.map { "\($0)" } ?? "none" }
    let top = Doubled(fruits).applying(.notify())
    #expect(try top.send(perhaps, ItemPath(1, 3)) == "(1, 1)")
    #expect(try top.deliver(perhaps, nil) == .unanswered(.noHandler))
    #expect(try fruits.send(perhaps, nil) == "none")
    #expect(try top.deliver(perhaps, ItemPath(1, 4)) == .unanswered(.noReceiver))
  }

  // MARK: - Diamonds

  @Test func eachPlaceHasItsOwnRoute() throws {
    let (first, second) = (fruits.applying(.reverse()), fruits.applying(.filter { $0 != "kiwi" }))
    first.link.name = "first"
    second.link.name = "second"
    let top = concatenation(first, second)
    #expect(
      [ItemPath(0, 0), ItemPath(3, 0)].flatMap { top.deliveryPaths(of: .describe, $0).map(\.description) } == [
        "Concatenate (0, 0) → first (0, 0) → fruits (0, 1) → handler for everything",
        "Concatenate (3, 0) → second (1, 0) → fruits (1, 1) → handler for everything",
      ])
    second.on(.describe) { _ in "second" }
    #expect(try top.send(.describe, ItemPath(0, 0)) == "fruits (0, 1) fig")
    #expect(try top.send(.describe, ItemPath(3, 0)) == "second")
    #expect(top.responds(to: .describe))
  }

  @Test func aHandlerOnOneOfTwoRoutesResponds() {
    let wake = MessageSelector<ItemPath, Int>("test:diamond:")
    let inner = fruits.applying(.notify())
    let top = concatenation(inner, inner, fruits)
    #expect(!top.responds(to: wake))
    inner.on(wake) { _ in 1 }
    #expect(top.responds(to: wake))
    #expect(!top.responds(to: wake, at: ItemPath(4, 0)))
  }

  @Test func aMoveBetweenRoutesIsSplitWhereTheyDiverge() throws {
    let top = concatenation(fruits.applying(.notify()), fruits.applying(.notify())).applying(.notify())
    #expect(try top.deliver(.drop, ItemMove(from: ItemPath(0, 0), to: ItemPath(2, 0))) == .unanswered(.split))
    #expect(
      try top.deliver(.drop, ItemMove(from: ItemPath(2, 0), to: ItemPath(3, 1))) == .answered("fruits (0, 0) → (1, 1)"))
  }

  @Test func messagesAreForwardedThroughLongChains() throws {
    var top: any DataSource<String> = fruits
    for _ in 0..<2_000 { top = top.applying(.notify()) }
    #expect(try top.send(.describe, ItemPath(1, 1)) == "fruits (1, 1) lime")
    #expect(try top.send(.drop, ItemMove(from: ItemPath(1, 1), to: ItemPath(0, 0))) == "fruits (1, 1) → (0, 0)")
    #expect(try top.send(.describeAll, [ItemPath(1, 1), ItemPath(0, 0)]) == ["fruits (1, 1)", "fruits (0, 0)"])
    #expect(top.responds(to: .describe))
  }
}
