import Changesets
import DataSources
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct DataSourcesCommentTests {
  private struct Fruit: Identifiable, Equatable {
    var name: String
    var isRipe = true
    var kind = ""
    var family: String? = nil
    var tags: [String] = []
    var price = 0
    var id: String { name }
    var sku: String { name }
  }

  private struct Price {
    var fruit = ""
    var amount: Double
  }

  private struct Recipe {
    var title: String
    var ingredients: [String]
  }

  private struct Stocked {
    var isInStock: Bool
  }

  private let apple = Fruit(name: "apple")
  private let pear = Fruit(name: "pear")
  private let fig = Fruit(name: "fig", isRipe: false)
  private let kiwi = Fruit(name: "kiwi")

  /// Keeps the batches of a source.
  private final class Log {
    private(set) var batches: [UpdateBatch] = []
    private var token: ObserverToken?

    init(_ source: some DataSource) {
      token = source.addObserver(self) { log, event in
        if case .didUpdate(let batch, _) = event, !batch.isEmpty { log.batches.append(batch) }
      }
    }
  }

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  // MARK: - Leaves

  @Test func anArray() {
    let fruits = ArraySource(["apple", "fig"], name: "Fruits")
    let log = Log(fruits)
    fruits.append("kiwi")  // observers are notified of one insert
    fruits.transaction {
      fruits.remove(at: 0)
      fruits.move(from: 1, to: 0)  // ... and here of a delete and a move: the state after is kiwi, fig
    }
    #expect(fruits.items == ["kiwi", "fig"])
    #expect(log.batches.map(\.count) == [1, 2])
  }

  @Test func statesOfAnArray() {
    let fruits = ArraySource([apple])
    let delivered = [apple, kiwi]
    fruits.setItems(delivered, by: DeltaUpdater())  // Identifiable & Equatable
    fruits.setItems(delivered, by: DeltaUpdater(id: \.sku) { $0.price == $1.price })
    #expect(fruits.items == delivered)
  }

  @MainActor @Test func statesOfASequence() async {
    let fruits = ArraySource([apple])
    let warehouse = (
      deliveries: AsyncStream { [apple, kiwi] in
        $0.yield([apple, kiwi]); $0.finish()
      }, 0
    )
    let task =
      Task { await fruits.follow(warehouse.deliveries, by: DeltaUpdater()) }
    await task.value
    #expect(fruits.items == [apple, kiwi])
  }

  @Test func anOptional() {
    let selected = OptionalSource<Fruit>(name: "Selected")
    let log = Log(selected)
    selected.value = apple  // observers are notified of one section
    selected.value = pear  // ... of one update
    selected.value = nil  // ... and that the section is gone
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(items: Edits(updates: [PlacePair(path(0), path(0))])),
        UpdateBatch(sections: Edits(deletes: [0])),
      ])
  }

  @Test func sections() {
    let shelves = SectionedArraySource([SectionState("Citrus", items: ["lemon"]), SectionState("Nuts", items: [])])
    shelves.insert("lime", at: ItemPath(0, 1))
    shelves.moveSection(from: 1, to: 0)
    #expect(shelves.itemsBySection == [[], ["lemon", "lime"]])
  }

  @Test func statesOfSections() {
    let shelves = SectionedArraySource([SectionState("A", items: [apple])])
    let delivered = [SectionState<String?, Fruit>("A", items: [apple, kiwi])]
    let log = Log(shelves)
    shelves.setSections(delivered, by: DeltaUpdater())  // Identifiable & Equatable
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [path(1)]))])
  }

  @Test func aTransaction() {
    let fruits = ArraySource([apple]), nuts = ArraySource([fig])
    let all = Transform(of: [fruits, nuts], by: .concatenate())
    let log = Log(all)
    fruits.transaction {
      fruits.append(kiwi)
      nuts.removeAll()
    }
    #expect(all.items == [apple, kiwi] && log.batches.count == 1)
  }

  final class Clock: DataSource {
    let link = ChainLink("Clock")
    private var hours = 0
    private var recorder = BatchRecorder()

    init() { link.onUpdate(self) { $0.recorder.finish() } }

    func tick() {
      link.edit { [self] in
        hours += 1
        recorder.updateItem(at: ItemPath(0, 0))
      }
    }

    var numberOfSections: Int { 1 }
    func numberOfItems(inSection section: Int) -> Int { 1 }
    func item(at path: ItemPath) -> Int { hours }
    func name(ofSection section: Int) -> String? { nil }
  }

  @Test func aSourceOfYourOwn() {
    let clock = Clock()
    let log = Log(clock)
    clock.tick()
    #expect(clock.items == [1] && log.batches == [UpdateBatch(items: Edits(updates: [PlacePair(path(0), path(0))]))])
  }

  @Test func aRecorder() {
    var names = ["apple", "fig", "kiwi", "nut"]
    var recorder = BatchRecorder()
    names.remove(at: 3)
    recorder.removeItems(at: ItemPath(0, 3))
    names.insert("Fig", at: 0)
    recorder.insertItems(at: ItemPath(0, 0))
    let batch = recorder.finish()  // delete (0, 3), insert (0, 0)
    #expect(batch.items == Edits(deletes: [path(3)], inserts: [path(0)]) && names.count == 4)
  }

  @Test func aDelta() throws {
    let source = ArraySource([apple, fig], name: "Fruits")
    let before = source.sections
    source.remove(at: 0)
    let updater = DeltaUpdater<IdentifiableMatching<Fruit>>()
    let batch = updater.batch(from: before, to: source.sections)
    #expect(batch == UpdateBatch(items: Edits(deletes: [path(0)])))
  }

  // MARK: - Chains

  @Test func placesOfAChain() {
    let fruits = ArraySource([fig, kiwi, apple, pear])
    let found = fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name < $1.name })
    let origin = found.convert(ItemPath(0, 2), to: fruits)  // where the third ripe fruit stands among all
    let place = found.convert(ItemPath(0, 2), from: fruits)  // where the third fruit stands, if it is ripe
    #expect(origin == path(3) && place == path(0))
  }

  @Test func provenance() {
    let fruits = ArraySource([fig, kiwi, fig, fig, fig, pear])
    let found = fruits.applying(.filter { $0.isRipe }).applying(.sort { $0.name == "kiwi" && $1.name == "pear" })
    let path = path(1)
    let print = { (places: [ChainPlace]) in
      #expect("\(places)" == "[Sort (0, 1), Filter (0, 1), ArraySource (0, 5)]")
    }
    print(found.provenance(of: path))  // [Sort (0, 1), Filter (0, 1), ArraySource (0, 5)]
  }

  @Test func explanations() {
    let fruits = ArraySource([kiwi, fig])
    let found = fruits.applying(.filter { $0.isRipe })
    let print = { (explanation: Explanation) in #expect("\(explanation)" == "ArraySource (0, 1) is hidden by Filter.") }
    print(found.explain(ItemPath(0, 1), of: fruits))
    // ArraySource (0, 1) is hidden by Filter.
  }

  @Test func transformsAreNamedByVerbs() {
    let fruits = ArraySource([kiwi, fig]), nuts = ArraySource([apple])
    let found = fruits.applying(.filter { $0.isRipe }).applying(.sort(by: \.name))
    let all = Transform(of: [found, nuts], by: .concatenate())
    #expect(all.items == [kiwi, apple])
  }

  // MARK: - Filters

  @Test func aFilter() {
    let fruits = ArraySource([apple, kiwi])
    let found = fruits.applying(.filter { fruit, text in text.isEmpty || fruit.name.contains(text) })
    let log = Log(found)
    found.configure { $0.filterText = "app" }  // observers are notified of the deletes and inserts that this comes to
    #expect(found.items == [apple] && log.batches == [UpdateBatch(items: Edits(deletes: [path(1)]))])
  }

  @MainActor @Test func aFilterTextThatWaits() async {
    let found = ArraySource([apple, kiwi]).applying(.filter { fruit, text in fruit.name.contains(text) })
    let field = (text: "app", 0)
    let task =
      Task { await found.setFilterText(field.text, after: .milliseconds(300)) }  // at every keystroke
    task.cancel()
    await task.value
    #expect(found.mapping.filterText == "")
  }

  @Test func anotherPredicate() {
    let filtered = ArraySource([kiwi, fig]).applying(.filter { !$0.isRipe })
    filtered.configure { $0.predicate = { fruit, _ in fruit.isRipe } }
    #expect(filtered.items == [kiwi])
  }

  @Test func keysOfOtherSources() {
    let fruits = ArraySource([apple, kiwi]), stock = ArraySource([kiwi])
    let available = Transform(of: [fruits, stock], by: .filterByKey(.intersect) { $0.name })
    let missing = Transform(of: [fruits, stock], by: .filterByKey(.except) { $0.name })
    #expect(available.items == [kiwi] && missing.items == [apple])
  }

  @Test func hiding() {
    let fruits = ArraySource([apple, fig, kiwi])
    let print = { (isHidden: Bool) in #expect(isHidden) }
    let shown = fruits.applying(.hide())
    shown.configure { $0.hide(ItemPath(0, 2)) }
    fruits.move(from: 2, to: 0)
    print(shown.mapping.isHidden(ItemPath(0, 0)))  // true: what is hidden stays hidden, wherever it goes
    shown.configure { $0.showAll() }
    #expect(shown.items.count == 3)
  }

  @Test func collapsing() {
    let chapters = SectionedArraySource((0..<3).map { SectionState("\($0)", items: ["a"]) })
    let print = { (isCollapsed: Bool) in #expect(isCollapsed) }
    let outline = chapters.applying(.collapse())
    let log = Log(outline)
    outline.configure { $0.collapse(2) }  // observers are notified of the deletes
    print(outline.mapping.isCollapsed(2))  // true
    #expect(log.batches == [UpdateBatch(items: Edits(deletes: [ItemPath(2, 0)]))])
  }

  @Test func distinctItems() {
    let fruits = ArraySource([Fruit(name: "a", kind: "x"), Fruit(name: "b", kind: "x")])
    let kinds = fruits.applying(.removeDuplicates { $0.kind })
    #expect(kinds.items.map(\.name) == ["a"])
  }

  @Test func sectionsThatAreNotEmpty() {
    let groceries = SectionedArraySource([SectionState("A", items: [fig]), SectionState("B", items: [kiwi])])
    let shelves = groceries.applying(.filter { $0.isRipe }).applying(.removeEmptySections())
    #expect(shelves.itemsBySection == [[kiwi]])
  }

  @Test func windows() {
    let ranking = ArraySource(0..<30), articles = ArraySource(0..<45)
    let top = ranking.applying(.limit(10))
    let page = articles.applying(.page(0, size: 20))
    let log = Log(page)
    page.configure { $0.showPage(1, size: 20) }  // observers are notified of 20 deletes and 20 inserts
    #expect(top.items.count == 10 && page.items == Array(20..<40))
    #expect(log.batches.map { [$0.items.deletes.count, $0.items.inserts.count] } == [[20, 20]])
  }

  @Test func selections() {
    let fruits = ArraySource(["fig"]), nuts = ArraySource(["pecan"]), roots = ArraySource(["carrot"])
    let list = Transform(of: [fruits, nuts, roots], by: .select(selection: 0))
    let log = Log(list)
    list.configure { $0.selection = 2 }  // the sections of fruits are deleted, those of roots inserted
    #expect(list.items == ["carrot"])
    #expect(log.batches == [UpdateBatch(sections: Edits(deletes: [0], inserts: [0]))])

    let articles = ArraySource(["one"])
    let details = Transform(of: [articles], by: .switch(isOn: false))
    let detailLog = Log(details)
    details.configure { $0.isOn = true }  // observers are notified of all sections as inserted
    #expect(detailLog.batches == [UpdateBatch(sections: Edits(inserts: [0]))])
  }

  @Test func aPlaceholder() {
    let found = ArraySource([String]())
    let list = Transform(of: [found, ArraySource(["Nothing found."])], by: .showPlaceholder())
    #expect(list.items == ["Nothing found."])
  }

  // MARK: - Order

  @Test func sorting() {
    let fruits = ArraySource([kiwi, apple])
    let byName = fruits.applying(.sort(by: \.name))
    #expect(byName.items == [apple, kiwi])
    let log = Log(byName)
    byName.configure { $0.areInIncreasingOrder = (>) }  // observers are notified of moves
    #expect(byName.items == [kiwi, apple] && log.batches.map(\.items.moves.count) == [1])
  }

  @Test func sortingSections() {
    let shelves = SectionedArraySource([SectionState("B", items: [1]), SectionState("A", items: [2, 3])])
    let byName = shelves.applying(.sortSectionsByName())
    let fullest = shelves.applying(.sortSections { $0.count > $1.count })
    #expect(byName.itemsBySection == [[2, 3], [1]] && fullest.itemsBySection == [[2, 3], [1]])
  }

  @Test func grouping() {
    let fruits = ArraySource([Fruit(name: "kiwi", family: "Z"), Fruit(name: "fig"), Fruit(name: "pear", family: "A")])
    let byFamily = fruits.applying(.group(order: .sorted(by: <), nameOfRest: "Other") { $0.family })
    #expect((0..<3).map(byFamily.name(ofSection:)) == ["A", "Z", "Other"])
  }

  @Test func flattening() {
    let groceries = SectionedArraySource([SectionState("A", items: [1]), SectionState("B", items: [2])])
    let all = groceries.applying(.flatten(name: "All"))
    let log = Log(all)
    all.configure { $0.name = "Everything" }  // observers are notified of an update of the section
    #expect(all.items == [1, 2] && log.batches == [UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)]))])
  }

  @Test func reversing() {
    let messages = SectionedArraySource([SectionState("A", items: [1, 2]), SectionState("B", items: [3])])
    let latestFirst = messages.applying(.reverse())
    #expect(latestFirst.itemsBySection == [[2, 1], [3]])
    let log = Log(latestFirst)
    latestFirst.configure { $0.reversesSections = true }  // observers are notified of the moves of sections
    #expect(latestFirst.itemsBySection == [[3], [2, 1]] && log.batches.map(\.sections.moves.count) == [1])
  }

  @Test func concatenating() {
    let fruits = ArraySource(["fig"]), nuts = ArraySource(["almond"])
    let groceries = Transform(of: [fruits, nuts], by: .concatenate())
    let log = Log(groceries)
    nuts.append("pecan")  // an insert in the section that follows those of fruits
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(1, 1)]))])
  }

  @Test func inserting() {
    let articles = ArraySource((0..<9).map { "\($0)" }), banners = ArraySource(["∗"])
    let page = Transform(of: [articles, banners], by: .insert(at: ItemPath(0, 2)))
    let log = Log(page)
    page.configure { $0.path.item = 5 }  // observers are notified of moves
    #expect(page.items[5] == "∗" && log.batches.map(\.items.moves.isEmpty) == [false])
  }

  @Test func separators() {
    let words = ArraySource(["apple", "apricot", "banana"])
    let listed = words.applying(
      .insertSeparators { before, after in after?.first == before?.first ? nil : after?.first })
    // A, apple, apricot, B, banana
    #expect(listed.items.count == 5)
  }

  // MARK: - Values

  @Test func mapping() {
    let fruits = ArraySource([apple])
    let names = fruits.applying(.map { $0.name })
    #expect(names.items == ["apple"])
  }

  @Test func repeating() {
    let articles = ArraySource([Fruit(name: "fig", tags: ["sweet", "soft"]), Fruit(name: "kiwi", tags: ["soft"])])
    let tags = articles.applying(.repeat { $0.tags }).applying(.sort { $0.key ?? "" })  // each tag with its article
    #expect(tags.items.map(\.item.name) == ["fig", "kiwi", "fig"])
    let byTag = articles.applying(.group(nameOfRest: "Untagged", byEach: \.tags))
    #expect(byTag.itemsBySection.map { $0.map(\.name) } == [["fig"], ["fig", "kiwi"]])
  }

  @Test func joins() {
    let fruits = ArraySource([kiwi]), prices = ArraySource([Price(fruit: "kiwi", amount: 2)])
    let path = path(0)
    do {
      let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
      let amounts = withPrices.item(at: path).right.map(\.amount)
      #expect(amounts == [2])
    }
    let recipes = ArraySource([Recipe(title: "salad", ingredients: ["fig", "kiwi"])])
    do {
      let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
      #expect(withRecipes.item(at: path).right.map(\.title) == ["salad"])
    }
    let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
    let amounts = withPrices.item(at: path).right.map(\.amount)

    let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
    #expect(amounts.count == withRecipes.items.count)
  }

  @Test func folds() {
    let prices = ArraySource([Price(amount: 1), Price(amount: 2)])
    let shelves = SectionedArraySource([SectionState("A", items: [Stocked(isInStock: true)])])
    let total = prices.applying(.sum { $0.amount })
    let sum = total.mapping.value()  // or, as with any source: total.items[0]
    let stock = shelves.applying(.count(.eachSection) { $0.isInStock })
    #expect(sum == 3 && total.items[0] == 3 && stock.items == [1])
  }

  // MARK: - Notifications

  @Test func reloadsThatAreCompared() throws {
    let search = SectionedArraySource([SectionState("", items: [apple, fig])])
    let results = [SectionState<String?, Fruit>("", items: [fig, kiwi])]
    let otherSearch = SectionedArraySource([SectionState("", items: [kiwi])])
    let found = search.applying(DeltaUpdater<IdentifiableMatching<Fruit>>())
    let log = Log(found)
    search.reload(results)  // observers of `found` are notified of the deletes, inserts, moves and updates
    try found.setSources([otherSearch])  // and here, too
    #expect(log.batches.map(\.items) == [Edits(deletes: [path(0)], inserts: [path(1)]), Edits(deletes: [path(0)])])
  }

  private final class Listener {
    var log: (UpdateBatch) -> Void = { _ in }
    var token: ObserverToken?
  }

  @Test func aPlaceToListenAt() {
    let fruits = ArraySource([apple]), page = Listener()
    var batches: [UpdateBatch] = []
    page.log = { batches.append($0) }
    let found = fruits.applying(.filter { $0.isRipe }).applying(.notify())
    page.token = found.whenUpdated(page) { page, batch in page.log(batch) }
    fruits.append(kiwi)
    #expect(batches.count == 1 && found.items == [apple, kiwi])
  }

  private final class Table {
    private(set) var log: [String] = []
    var token: ObserverToken?
    func beginUpdates() { log.append("begin") }
    func endUpdates(_ batch: UpdateBatch) { log.append("end: \(batch)") }
    func show(_ event: UpdateEvent) { log.append("show") }
  }

  @Test func eventsInPairs() {
    let fruits = ArraySource(["fig"]), page = Table()
    fruits.link.addObserver(page) { page, event in
      switch event {
      case .willUpdate: page.beginUpdates()
      case .didUpdate(let batch, _): page.endUpdates(batch)
      case .didNotUpdate: page.endUpdates(UpdateBatch())
      }
    }
    fruits.append("kiwi")
    #expect(page.log == ["begin", "end: insert (0, 1)"])
  }

  @Test func aChainThatOnlyItsObserverWants() {
    let fruits = ArraySource([fig]), page = Table()
    page.token = fruits.applying(.filter { $0.isRipe }).addObserver(page) { page, event in page.show(event) }
    fruits.append(kiwi)
    #expect(page.log == ["show", "show"])
  }

  /// Not called: it would stop the tests at an error.
  private func stopAtInconsistencies() {
    ChainLink.onInconsistency = { error in assertionFailure("\(error)") }
  }

  // MARK: - Mappings of your own

  /// Shows the first item of each section.
  struct Leaders<Item>: SectionPreservingMapping {
    private var counts = SectionCounts()

    mutating func refresh(from sources: [any DataSource<Item>]) { counts = SectionCounts(sources[0]) }

    var numberOfSections: Int { counts.count }
    func numberOfItems(inSection section: Int) -> Int { min(counts[section], 1) }
    func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? { item < counts[section] && item == 0 ? 0 : nil }
    func index(ofSourceItem item: Int, inSection section: Int) -> Int? { item < counts[section] && item == 0 ? 0 : nil }
  }

  private struct Ripe: IncrementalMapping, SectionPreservingMapping {
    private var shown = ShownItems()

    mutating func refresh(from sources: [any DataSource<Fruit>]) {
      shown = ShownItems(of: sources[0], where: \.isRipe)
    }

    mutating func apply(_ changes: SourceChanges<Fruit>) -> UpdateBatch {
      shown.apply(changes, where: \.isRipe)
      return UpdateBatch()
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

  @Test func mappingsOfYourOwn() {
    let fruits = ArraySource([apple, kiwi])
    let leaders = fruits.applying(Leaders())
    let ripe = fruits.applying(Ripe())
    fruits.insert(fig, at: 0)
    #expect(leaders.items == [fig] && ripe.items == [apple, kiwi])
  }
}
