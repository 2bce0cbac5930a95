import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import TestKit
import Testing

/// The plan of a document follows its sources, and notifies of new, changed and deleted pages.
@Suite struct LivePlanTests {
  private static let names = [
    "C", "c", "C++", "C#", "c-plus-plus", "c plus plus", "c-sharp", "Äpple", "apple", "Apple", "APPLE", "a b", "a-b",
    "A-B",
    "A&B", "index", "page-2", "🍎", "con", "x,\"y\"", "été", "ete", "a-b-7d1e3a1c", "", "!", "?",
  ]

  /// The forms of the addresses of things.
  private enum Addresses: UInt64, CaseIterable {
    case keys, folders, patterns, folderPatterns, root

    /// Assigned addresses; some of the things collide with sections. Former addresses redirect to pages that are
    /// created and deleted, or to deleted ones; some are those of later pages.
    var history: AddressHistory {
      let pins = [("T1", "s/"), ("T2", "red/t/"), ("T3", "words/red/"), ("T4", "things/t-4")].compactMap { key, path in
        PagePath(path).map { AddressHistory.Entry($0, of: ObjectID(collection: "things", key: key), .page) }
      }
      let moves = [
        ("old/a", "things/t-5"), ("old/b", "old/a"), ("old/c", "words/red/"), ("old/d", "s/page-2"),
        ("old/e", "old/gone"),
        ("things/t-6", "things/t-7"), ("things/t-7", "things/t-6"), ("words/green/", "index"), ("s/page-2", "words/"),
      ].compactMap { from, to in
        PagePath(from).map { AddressHistory.Entry($0, of: nil, .moved(to: PagePath(to) ?? .home)) }
      }
      let gone = ["old/gone", "s/gone", "things/t-8", "words/blue/"].compactMap { path in
        PagePath(path).map { AddressHistory.Entry($0, of: nil, .gone(reason: "sold")) }
      }
      return AddressHistory((self == .folderPatterns || self == .root ? pins : []) + moves + gone)
    }

    func address(of thing: Thing, _ key: String) -> ObjectAddress? {
      switch self {
      case .keys: return nil
      case .folders: return ObjectAddress(key: key, hasFolder: true)
      case .root: return ObjectAddress(folders: [], name: key, hasFolder: true)
      case .patterns, .folderPatterns:
        let hasFolder = self == .folderPatterns
        let words = thing.note.split(separator: " ").map(String.init)
        guard let word = words.first else {
          return ObjectAddress(key: key, hasFolder: hasFolder, origin: .incompletePattern)
        }
        return ObjectAddress(folders: words.count > 2 ? [word] : [], name: String(key.prefix(2)), hasFolder: hasFolder)
      }
    }
  }

  /// A catalog of one collection or several.
  private func document(
    _ sources: [any DataSource<Thing>], layout: PageLayout, _ addresses: Addresses = .keys,
    history: AddressHistory? = nil
  ) -> Document<Thing> {
    let address: (@Sendable (Thing, String) -> ObjectAddress?)? =
      addresses == .keys ? nil : { @Sendable thing, key in addresses.address(of: thing, key) }
    return Document(
      CatalogInfo(title: "Things"),
      collections: sources.enumerated().map { number, source in
        // The third has no sections.
        collection(
          source, folder: number == 0 ? nil : "more-\(number)", isFlat: number == 2, layout: layout,
          sectionFolder: number == 0 && addresses == .folders ? "t1" : nil)
      }, formerKeys: { $0.note.contains("was") ? [String($0.note.suffix(2))] : [] },
      history: history ?? addresses.history,
      highlights: [
        Highlight("Chosen", .chosen(["T1", "c", "T7"].map { ObjectID(collection: "things", key: $0) })),
        Highlight("First by name", .all(firstByName(sources)), comesFirst: false),
      ], address: address)
  }

  private func firstByName(_ sources: [any DataSource<Thing>]) -> any DataSource<Thing> {
    Transform(of: sources, by: .concatenate()).applying(.flatten())
      .applying(.sort { (first: Thing, second: Thing) in first.title < second.title }).applying(.limit(3))
  }

  /// Sections by the words of the notes, and within these by the first letters, and by whether the titles are long.
  private func nested(_ source: any DataSource<Thing>) -> any DataSource<Thing> {
    source.applying(
      .group(byEach: { thing in
        let words = thing.note.split(separator: " ").map(String.init)
        let long = thing.title.count > 3 ? ["Long"] : []
        return (words.isEmpty ? ["none"] : words).map { SectionName.path([$0, String(thing.title.prefix(1))] + long) }
      }))
  }

  /// Things in sections or in one list, the same things by the words of their notes, and in another order.
  private func collection(
    _ source: any DataSource<Thing>, folder: String?, isFlat: Bool, layout: PageLayout, sectionFolder: String? = nil
  ) -> DocumentCollection<Thing> {
    var source = source
    let isNested = layout.pageSize == 4 && !isFlat
    if isNested { source = nested(source) }
    if isFlat { source = source.applying(.flatten()).applying(.removeEmptySections()) }
    let words = (folder.map { [$0] } ?? []) + ["words"]
    let targets = { @Sendable (thing: Thing) in Self.targets(of: thing, words: words) }
    // Those of objects, also on cards; those of sections, only on their own pages.
    let links = { @Sendable (thing: Thing) in
      let targets = targets(thing)
      return ObjectLinks(inAllCells: targets.filter(\.isObject), onItsPage: targets.filter { !$0.isObject })
    }
    let cardTargets = { @Sendable (thing: Thing) in targets(thing).filter(\.isObject) }
    let cards = cells(of: source, "card", cardTargets)
    let objects = isNested ? source.applying(.removeDuplicates(by: \.objectID)) : source
    let byWord = objects.applying(
      .group(order: .sorted(by: <), nameOfRest: "none") { (thing: Thing) in
        thing.note.split(separator: " ").map(String.init)
      })
    let sorted = objects.applying(.flatten()).applying(
      .sort { (first: Thing, second: Thing) in first.title < second.title })
    let articles = cells(of: objects, "article", targets)
    return DocumentCollection(
      Listing(
        cards, folder: folder, sectionFolder: sectionFolder, title: folder.map { "The \($0)" }, hasSections: !isFlat,
        hasNestedSections: isNested,
        layout: layout),
      articles: articles,
      indexes: [
        Listing(cards.cells(of: byWord), folder: "words", title: "Words", layout: layout),
        Listing(cells(of: sorted, "other", cardTargets), folder: "sorted", title: "Sorted", layout: layout),
        Listing(
          cards.cells(of: nested(objects)), folder: "nested", title: "Nested", hasNestedSections: true, layout: layout),
      ], previewSize: isFlat ? 3 : nil, objectLinks: links
    ) { thing in
      // Two of them may be parts of each other.
      ["red": "T1", "green": "T2", "blue green red": "T3"][thing.note].map {
        ObjectID(collection: thing.collection, key: $0)
      }
    }
  }

  /// Each word of a note is a link to its section, and to a thing that may not exist.
  private static func targets(of thing: Thing, words: [String]) -> [PageTarget] {
    thing.note.split(separator: " ").flatMap { word -> [PageTarget] in
      let other = names.first { $0.count == word.count } ?? "T1"
      return [
        .section(String(word), inFolders: words),
        .section(String(word), inFolders: words.dropLast() + ["nested"]),
        .section(SectionName.path([String(word), "T"]), inFolders: words.dropLast() + ["nested"]),
        .object(ObjectID(collection: thing.collection, key: "T\(word.count)")),
        .object(ObjectID(collection: "things", key: other)),
      ]
    }
  }

  private func cells(
    of source: any DataSource<Thing>, _ kind: CellIdentifier,
    _ targets: @escaping @Sendable (Thing) -> [PageTarget] = { _ in [] }
  ) -> CellSource<Thing, DocumentCell> {
    let cells = CellSource<Thing, DocumentCell>(source) { _ in kind }
    cells.register(kind, following: Fingerprint("")) { thing in
      let links: [Inline] = targets(thing).flatMap { target -> [Inline] in
        [.link(to: target, ["a link"]), .link(toTitleOf: target, or: "no page")]
      }
      return CellContent(title: thing.title, body: [.paragraph([.text(thing.note)] + links)])
    }
    return cells
  }

  private func edit(
    _ source: SectionedArraySource<Thing>, of collection: String = "things", _ random: inout SeededGenerator
  ) {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let sections = source.numberOfSections
    let taken = Set(source.items.map(\.title))
    let titles = (Self.names + (0..<30).map { "T\($0)" }).filter { !taken.contains($0) }
    func note() -> String {
      ["", "red", "red blue", "blue green red", "green", "was T\(number(0..<9))"][number(0..<6)]
    }
    func thing() -> Thing? {
      titles.isEmpty
        ? nil : Thing(collection: collection, title: titles[number(0..<titles.count)], note: note())
    }
    guard sections > 0, number(0..<6) > 0 else {
      let names = ["S", "s", "S\(number(0..<9))", "words", "index", "more-1", "more-2"]
      let section = SectionState<String?, Thing>(names[number(0..<names.count)], items: [thing()].compactMap(\.self))
      return source.insertSection(section, at: number(0..<sections + 1))
    }
    let section = number(0..<sections)
    let count = source.numberOfItems(inSection: section)
    let item = number(0..<count + 1)
    let path = ItemPath(section: section, item: item)
    switch number(0..<10) {
    case 0 where item < count: source.remove(at: path)
    case 1, 2:
      guard item < count else { return }
      var changed = source.item(at: path)
      changed.note = note()
      source.update(changed, at: path)
    case 3: source.renameSection(at: section, ["S", "R\(number(0..<5))", "words"][number(0..<3)])
    case 4 where item < count:
      let other = number(0..<sections)
      let end = source.numberOfItems(inSection: other) - (other == section ? 1 : 0)
      source.move(from: path, to: ItemPath(section: other, item: number(0..<end + 1)))
    case 5 where number(0..<3) == 0: source.removeSection(at: section)
    case 6 where sections > 1 && number(0..<2) == 0: source.moveSection(from: section, to: number(0..<sections))
    case 7 where item < count:
      // A different thing.
      if let thing = thing() { source.update(thing, at: path) }
    default: if let thing = thing() { source.insert(thing, at: path) }
    }
  }

  private func states(_ source: SectionedArraySource<Thing>) -> [SectionState<String?, Thing>] {
    (0..<source.numberOfSections).map { section in
      SectionState(source.name(ofSection: section), items: source.items(inSection: section))
    }
  }

  /// Seeds for all sizes of pages, kinds of addresses, and collections. In the last two, a section is deleted to which
  /// only cells of other kinds than those of their listing link.
  private static let forms: [UInt64] = [0, 3, 7, 14, 18, 24, 28, 33, 34, 36, 43, 336_929_415, 440_590_971]

  /// The document notifies of exactly the changed pages, and its pages equal those of a new document.
  @Test(arguments: Seeds.fixed(forms, fresh: 4)) func pagesFollowTheirSources(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let form = seed % 44
    let layout = PageLayout(
      pageSize: [2, 4, 9][Int(form % 3)], previewSize: form % 5 == 4 ? 0 : 2,
      pagination: form % 4 == 3 ? .numbered : .stable,
      numberOfTerms: 3)
    let addresses = form < 32 ? .keys : Addresses(rawValue: form % 4 + 1) ?? .keys
    // Several collections may have objects of the same name, even of the same source.
    let names =
      form < 16 || form % 3 == 2 && form >= 32
      ? ["things"] : form % 3 > 0 ? ["things", "others", "more-1"] : ["things", "things"]
    var sources = names.map { _ in SectionedArraySource<Thing>([]) }
    if form % 6 == 0 { sources = names.map { _ in sources[0] } }
    // An assigned address is for one thing with its identity.
    let history = Set(names).count < names.count ? AddressHistory() : nil
    let document = document(sources, layout: layout, addresses, history: history)
    var before = state(document)
    var notified = DocumentChanges()
    document.addObserver(sources[0]) { _, changes in notified.append(changes) }
    for step in 0..<(Seeds.isThorough ? 60 : 11) {
      notified = DocumentChanges()
      // One edit or several batches, each of them of any collection, and with one edit or several.
      for _ in 0..<(step % 3 == 2 ? 3 : 1) {
        let collection = Int.random(in: sources.indices, using: &random)
        let (source, name) = (sources[collection], names[collection])
        if step % 4 == 3 {
          let copy = SectionedArraySource(states(source))
          for _ in 0..<4 { edit(copy, of: name, &random) }
          source.setSections(
            states(copy), by: DeltaUpdater(matching: ClosureMatching(id: \.title, content: { $0.note == $1.note })))
        } else {
          edit(source, of: name, &random)
        }
      }
      let after = state(document)
      let fresh = state(self.document(sources, layout: layout, addresses, history: history))
      let comment: Comment = "seed \(seed), step \(step)"
      #expect(Set(fresh.keys).symmetricDifference(after.keys).map(\.address).sorted() == [], comment)
      // By their addresses, so that the message is readable.
      let stale = fresh.filter { path, new in after[path].map { $0.page != new.page } ?? true }
      #expect(stale.keys.map(\.address).sorted() == [], comment)
      let unlike = fresh.filter { path, new in after[path].map { $0.planKey != new.planKey } ?? true }
      #expect(unlike.keys.map(\.address).sorted() == [], comment)
      #expect(document.numberOfPages == after.count, comment)
      func texts(_ paths: some Sequence<PagePath>) -> [String] { paths.map(\.address).sorted() }
      #expect(texts(notified.created) == texts(Set(after.keys).subtracting(before.keys)), comment)
      #expect(texts(notified.deleted) == texts(Set(before.keys).subtracting(after.keys)), comment)
      let changed = after.filter { path, new in before[path].map { $0.planKey != new.planKey } ?? false }
      // A page that was changed and restored may be included.
      #expect(texts(Set(changed.keys).subtracting(notified.updated)) == [], comment)
      before = after
    }
  }

  @Test(arguments: Seeds.fixed(3, fresh: 1)) func longSectionsAreCutAroundAnEdit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let layout = PageLayout(pageSize: [8, 20, 50][Int(seed % 3)], pagination: .stable)
    let source = ArraySource((0..<300).map { Thing(title: "thing \($0)") }, name: "All")
    let document = document([source], layout: layout)
    for step in 0..<(Seeds.isThorough ? 40 : 8) {
      let place = Int.random(in: 0..<source.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: source.remove(at: place)
      case 1: source.move(from: place, to: Int.random(in: 0..<source.count, using: &random))
      case 2:
        for number in 0..<Int.random(in: 1..<30, using: &random) {
          source.insert(Thing(title: "new \(step) \(number)"), at: place)
        }
      default: source.insert(Thing(title: "new \(step)"), at: place)
      }
      let fresh = self.document([source], layout: layout)
      #expect(
        Array(document.plannedPages.map(\.path)) == Array(fresh.plannedPages.map(\.path)), "seed \(seed), step \(step)")
      #expect(
        Array(document.plannedPages.map(\.planKey)) == Array(fresh.plannedPages.map(\.planKey)),
        "seed \(seed), step \(step)")
    }
  }

  /// The dependencies of pages with undeclared cells are unknown: observers are notified of those that show changed
  /// objects, not of all.
  @Test func pagesOfUndeclaredCellsAreNotifiedOfIfTheirSourcesChange() {
    let source = ArraySource((0..<40).map { Thing(title: "thing \($0)") }, name: "All")
    let cells = CellSource<Thing, DocumentCell>(source)
    cells.register(Thing.self) { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    let document = Document(
      CatalogInfo(title: "Things"), listing: cells, articles: cells, layout: PageLayout(pageSize: 4))
    var notified: [PagePath] = []
    document.addObserver(source) { _, changes in notified += changes.created + changes.updated + changes.deleted }
    source.update(Thing(title: "thing 20", note: "new"), at: 20)
    #expect(notified.contains { $0.address.hasSuffix("thing-20") } && notified.count < 8, "\(notified)")
    #expect(Set(notified).isSubset(of: Set(document.unknownPages.map(\.path))))
    #expect(document.unknownPages.count == document.numberOfPages)
  }

  /// The numbers of pages that are visited by some edits.
  private func work(forEditsAmong count: Int) -> [Int] {
    let things = (0..<count).map { Thing(title: "thing \($0)", note: "word\($0 % 40)") }
    let source = SectionedArraySource(
      stride(from: 0, to: count, by: 500).map { SectionState("S\($0)", items: Array(things[$0..<$0 + 500])) })
    let cards = cells(of: source, "card")
    let document = Document(
      CatalogInfo(title: "Things"), listing: cards, articles: cells(of: source, "article"),
      layout: PageLayout(pageSize: 40, pagination: .stable))
    _ = document.numberOfPages
    var before = document.planWork
    func workSince() -> Int {
      defer { before = document.planWork }
      return document.planWork - before
    }
    var work: [Int] = []
    for place in [0, 3, 250, 499] {
      let path = ItemPath(section: 0, item: place)
      var thing = source.item(at: path)
      thing.note = "another"
      source.update(thing, at: path)
      work.append(workSince())
      source.insert(Thing(title: "new \(place)"), at: path)
      work.append(workSince())
      source.move(from: path, to: ItemPath(section: 0, item: 100))
      work.append(workSince())
      source.remove(at: ItemPath(section: 0, item: 100))
      work.append(workSince())
    }
    return work
  }

  @Test func theWorkOfAnEditDoesNotGrowWithTheNumberOfThings() {
    let work = work(forEditsAmong: 1_000)
    #expect(work == self.work(forEditsAmong: 6_000))
    #expect(work.allSatisfy { (1..<30).contains($0) }, "\(work)")
  }
}

extension PageTarget {
  /// Whether it is the page of an object.
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
