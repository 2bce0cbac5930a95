import DataSources
import DataSourcesTesting
import Testing

/// Shows every n-th item of each section.
struct EveryNth<Item>: SectionPreservingMapping {
  var n: Int
  private var counts = SectionCounts()

  init(_ n: Int) { self.n = n }

  mutating func refresh(from sources: [any DataSource<Item>]) { counts = SectionCounts(sources[0]) }

  var numberOfSections: Int { counts.count }

  func numberOfItems(inSection section: Int) -> Int { (counts[section] + n - 1) / n }

  func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    (0..<numberOfItems(inSection: section)).contains(item) ? item * n : nil
  }

  func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) && item.isMultiple(of: n) ? item / n : nil
  }
}

extension Mapping {
  static func everyNth<Item>(_ n: Int) -> Self where Self == EveryNth<Item> { Self(n) }
}

/// Shows the items that cost no more than a limit.
struct Affordable<Item>: IncrementalMapping, SectionPreservingMapping {
  let price: (Item) -> Int
  var limit: Int {
    didSet { isSettled = false }
  }
  private var shown = ShownItems()
  private var isSettled = true

  init(upTo limit: Int, by price: @escaping (Item) -> Int) {
    self.limit = limit
    self.price = price
  }

  mutating func refresh(from sources: [any DataSource<Item>]) {
    shown = ShownItems(of: sources[0]) { [price, limit] in price($0) <= limit }
    isSettled = true
  }

  mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    shown.apply(changes) { [price, limit] in price($0) <= limit }
    return UpdateBatch()
  }

  mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
    if isSettled { return UpdateBatch() }
    isSettled = true
    return shown.update(over: sources[0]) { [price, limit] in price($0) <= limit }
  }

  var numberOfSections: Int { shown.numberOfSections }

  func numberOfItems(inSection section: Int) -> Int { shown.numberOfItems(inSection: section) }

  func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    shown.sourceIndex(ofItem: item, inSection: section)
  }

  func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    shown.index(ofSourceItem: item, inSection: section)
  }
}

/// The transforms of the README and of the article OwnTransform.md, written with public declarations only.
@Suite struct OwnTransformTests {
  @Test func aMappingIsATransform() throws {
    let letters = ArraySource(Array("abcdefg").map(String.init))
    let shown = letters.applying(.everyNth(2))
    #expect(shown.items == ["a", "c", "e", "g"])
    letters.remove(at: 0)
    shown.configure { $0.n = 3 }
    #expect(shown.items == ["b", "e"])
    try ChainFuzzer { leaves in
      let shown = leaves[0].applying(.everyNth(2))
      return ChainFuzzer.Chain(shown, actions: ["n": { value in shown.configure { $0.n = value + 1 } }])
    }.run(seeds: 0..<50)
  }

  @Test func anIncrementalMappingIsExact() throws {
    try ChainFuzzer { leaves in
      let affordable = leaves[0].applying(Affordable(upTo: 2, by: \.rank))
      return ChainFuzzer.Chain(affordable, actions: ["limit": { value in affordable.configure { $0.limit = value } }])
    }.run(seeds: 0..<50)
  }

  @Test func anUpdateCostsTheSizeOfTheChange() {
    var asked = 0
    let source = ArraySource(Array(0..<1000))
    let affordable = source.applying(
      Affordable(upTo: 500) { (item: Int) -> Int in
        asked += 1
        return item
      })
    asked = 0
    source.append(7)
    source.remove(at: 3)
    #expect(affordable.items.count == 501)
    #expect(asked == 1)
  }
}
