import Changesets
import DataSources
import DataSourcesTesting
import Synchronization
import TestKit
import Testing

/// Valid batches in any order, and batches that do not fit.
@Suite struct InconsistencyTests {
  /// A list of sections that reports the batches that it is given.
  private final class Candid: DataSource {
    let link: ChainLink
    private var sections: [[String]]
    private var batch = UpdateBatch()

    init(_ sections: [[String]], name: String) {
      self.sections = sections
      link = ChainLink(name)
      link.onUpdate(self) { $0.batch }
    }

    func change(to sections: [[String]], saying batch: UpdateBatch) {
      link.edit { [self] in
        self.sections = sections
        self.batch = batch
      }
    }

    var numberOfSections: Int { sections.count }
    func numberOfItems(inSection section: Int) -> Int { sections[section].count }
    func item(at path: ItemPath) -> String { sections[path.section][path.item] }
  }

  /// The errors that the handler of the program received, by the name of the link. Tests of other suites cause some,
  /// too.
  private final class Reports: Sendable {
    static let shared = Reports()
    private let errors = Mutex<[String: [UpdateError]]>([:])

    init() {
      ChainLink.onInconsistency = { [unowned self] error in
        errors.withLock { $0[error.link ?? "", default: []].append(error) }
      }
    }

    func take(_ link: String) -> [UpdateError] { errors.withLock { $0.removeValue(forKey: link) ?? [] } }
  }

  init() { _ = Reports.shared }

  private let fruits = ["apple", "banana", "cherry", "date", "elder", "fig"]

  private func deletes(_ items: Int...) -> UpdateBatch {
    UpdateBatch(items: Edits(deletes: items.map { ItemPath(section: 0, item: $0) }))
  }

  @Test(arguments: [false, true]) func orderAndRepetitionOfEditsHaveNoEffect(isWatched: Bool) {
    let name = "in any order \(isWatched)"
    let source = Candid([fruits], name: name)
    let withoutDates = source.applying(.filter { $0 != "date" })
    var findings: [Finding] = []
    let oracles = isWatched ? withoutDates.watchAll(demands: .strict) { findings.append($0) } : []
    let log = EventLog(source)

    source.change(to: [Array(fruits[1...])], saying: deletes(0, 0, 0))
    #expect(withoutDates.items == ["banana", "cherry", "elder", "fig"])
    source.change(to: [["banana", "date"]], saying: deletes(4, 1, 3))
    #expect(withoutDates.items == ["banana"])
    #expect(log.batches == [deletes(0), deletes(1, 3, 4)])
    #expect(findings.isEmpty && Reports.shared.take(name).isEmpty)
    withExtendedLifetime(oracles) {}
  }

  @Test func aSourceThatReportsNoChangeIsNamed() throws {
    let source = Candid([fruits], name: "silent")
    let found = source.applying(.filter { $0 != "date" })
    let log = EventLog(found)
    source.change(to: [["fig"]], saying: UpdateBatch())
    #expect(found.items == ["fig"] && log.batches == [.reload])
    let errors = Reports.shared.take("silent")
    #expect(errors.map(\.code) == [.wrongCount])
    #expect(
      errors.map { "\($0)" } == [
        """
        Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after \
        the update (1) must be equal to the number of rows contained in that section before the update (6), plus or \
        minus the number of rows inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the \
        number of rows moved into or out of that section (0 moved in, 0 moved out). The update came from silent.
        """
      ])
  }

  private static var wrong: [(sections: [[String]], batch: UpdateBatch, code: UpdateError.Code)] {
    return [
      ([["a"], ["c"]], UpdateBatch(items: Edits(deletes: [ItemPath(0, 0), ItemPath(0, 1)])), .wrongCount),
      ([["a", "b", "x"], ["c"]], UpdateBatch(items: Edits(inserts: [ItemPath(0, 2), ItemPath(1, 0)])), .wrongCount),
      (
        [["a", "b"], ["c"]], UpdateBatch(items: Edits(deletes: [ItemPath(0, 9)], inserts: [ItemPath(0, 0)])),
        .outOfRange
      ),
      ([["a"], ["c"]], UpdateBatch(items: Edits(deletes: [ItemPath(7, 0)])), .outOfRange),
      ([["a"], ["c"]], UpdateBatch(items: Edits(deletes: [ItemPath(0, -1)])), .wrongCount),
      (
        [["a", "b"], ["c"]], UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(1, 1), ItemPath(1, 1))])),
        .outOfRange
      ),
      (
        [["a", "b"], ["c"]], UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 5))])), .outOfRange
      ),
      ([["a"], ["c"]], UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 1), ItemPath(1, 0))])), .wrongCount),
      ([["a", "b"]], UpdateBatch(), .wrongCount),
      ([["a", "b"], ["c"], ["d"]], UpdateBatch(sections: Edits(inserts: [1, 2])), .wrongCount),
      ([["a", "b"]], UpdateBatch(sections: Edits(deletes: [4])), .outOfRange),
      ([["a", "b"], ["c"]], UpdateBatch(sections: Edits(updates: [PlacePair(2, 2)])), .outOfRange),
      ([["c"]], UpdateBatch(sections: Edits(deletes: [1])), .wrongCount),
    ]
  }

  @Test(arguments: wrong.indices) func aBatchThatDoesNotFitIsReplacedByAReload(_ index: Int) {
    let (sections, batch, code) = Self.wrong[index], name = "wrong \(index)"
    let source = Candid([["a", "b"], ["c"]], name: name)
    let sorted = source.applying(.sort { $0 > $1 })
    let log = EventLog(sorted)
    source.change(to: sections, saying: batch)
    #expect(Reports.shared.take(name).map(\.code) == [code])
    #expect(sorted.sections.map(\.items) == sections.map { $0.sorted(by: >) } && log.batches == [.reload])
    // The next batch is compared with the present state of the source.
    source.change(
      to: [["z"] + sections[0]] + sections.dropFirst(),
      saying: UpdateBatch(items: Edits(inserts: [ItemPath(0, 0)])))
    #expect(Reports.shared.take(name).isEmpty && sorted.items.contains("z") && log.batches.last?.isReload == false)
  }

  @Test func ofManySectionsOnlyTheChangedOnesAreCompared() {
    let sections = (0..<100).map { ["\($0)"] }
    let source = Candid(sections, name: "many")
    var others = sections
    others[70] = []
    source.change(to: others, saying: UpdateBatch(items: Edits(deletes: [ItemPath(70, 0)])))
    #expect(Reports.shared.take("many").isEmpty)
    source.change(to: sections, saying: UpdateBatch())
    #expect(Reports.shared.take("many").map(\.code) == [.wrongCount])
    source.change(to: others, saying: UpdateBatch(items: Edits(deletes: [ItemPath(71, 0)])))
    #expect(Reports.shared.take("many").map(\.code) == [.wrongCount])
  }

  @Test func anOracleNamesTheLinkAndRepairsTheBatch() throws {
    let source = Candid([fruits], name: "misplacing")
    let found = source.applying(.filter { $0 != "date" })
    var findings: [Finding] = []
    let oracles = found.watchAll(demands: .strict, heals: true) { findings.append($0) }
    let log = EventLog(found)
    // The counts are right, and the place is wrong.
    source.change(to: [Array(fruits[1...])], saying: deletes(2))
    #expect(findings.map(\.link) == ["misplacing"] && findings.map(\.kind) == [.wrongResult])
    #expect(log.batches == [deletes(0)] && found.items == ["banana", "cherry", "elder", "fig"])
    source.change(to: [["fig"]], saying: UpdateBatch())
    #expect(findings.map(\.link) == ["misplacing", "misplacing"] && found.items == ["fig"])
    #expect(Reports.shared.take("misplacing").isEmpty)
    withExtendedLifetime(oracles) {}
  }

  // MARK: Random chains

  /// The state of a source as an observer derives it from batches alone.
  private final class Mirror {
    let source: any DataSource<SampleItem>
    private var sections: [[SampleItem]]
    private var token: ObserverToken?

    init(_ source: any DataSource<SampleItem>) {
      self.source = source
      sections = source.sections.map(\.items)
      token = source.addObserver(self) { mirror, event in
        if case .didUpdate(let batch, _) = event { mirror.apply(batch) }
      }
    }

    private func apply(_ batch: UpdateBatch) {
      let counts = source.sections.map(\.items.count)
      do {
        sections = try batch.applied(to: sections, counts: counts) { source.item(at: $0) }
      } catch {
        Issue.record("\(source.link.name): \(error)")
      }
    }

    var isRight: Bool { sections == source.sections.map(\.items) }
  }

  /// A batch that is wrong for the change that another one describes.
  private func lie(about batch: UpdateBatch, using random: inout SeededGenerator) -> UpdateBatch {
    var lie = batch
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lie.items.inserts.append(ItemPath(0, 1_000))
    case 1: lie.sections.deletes.append(1_000)
    case 2: lie.items.updates.append(PlacePair(ItemPath(0, 99), ItemPath(0, 99)))
    default:
      // Reports no change, if there is one.
      let isOnlyItems = batch.sections.isEmpty && batch.items.moves.isEmpty
      let changesCounts = isOnlyItems && batch.items.deletes.count != batch.items.inserts.count
      lie = changesCounts ? UpdateBatch() : UpdateBatch(sections: Edits(inserts: [500]))
    }
    return lie
  }

  private func link(over source: any DataSource<SampleItem>, using random: inout SeededGenerator) -> any DataSource<
    SampleItem
  > {
    let number = Int.random(in: 0..<5, using: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: source.applying(.filter { $0.rank != number })
    case 1: source.applying(.sort { ($0.rank + number) % 5 < ($1.rank + number) % 5 })
    case 2: source.applying(.group { "\($0.rank % 3)" })
    case 3: source.applying(.flatten())
    case 4: source.applying(.removeEmptySections())
    case 5: source.applying(.reverse())
    case 6: source.applying(.removeDuplicates(by: \.rank))
    default: source.applying(Mappings.Window(offset: number % 2, count: 3))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>) func theFaultyLinkIsNamedAndAllOthersAreCorrect(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let leaf = SectionedArraySource(
      (0..<3).map { section in
        SectionState("\(section)", items: (0..<4).map { SampleItem(id: section * 4 + $0, rank: $0) })
      })
    let name = "liar of seed \(seed)"
    var isLying = false, lies = 0
    var links: [any DataSource<SampleItem>] = [leaf]
    let depth = Int.random(in: 1...5, using: &random), liar = Int.random(in: 0..<depth, using: &random)
    var liesWith = random
    for level in 0..<depth {
      links.append(link(over: links[level], using: &random))
      guard level == liar else { continue }
      let lying = links[level + 1].applying(
        Lying(Mappings.Filter { $0.rank < 4 }) { [self] batch in
          guard isLying, !batch.isReload else { return batch }
          let lie = lie(about: batch, using: &liesWith)
          // Wrong edits of items in a new section, for instance, have no effect.
          if lie.normalized() != batch.normalized() { lies += 1 }
          return lie
        })
      links[level + 1] = lying
      lying.link.name = name
    }
    for (level, link) in links.enumerated() where link.link.name != name { link.link.name = "\(level) of seed \(seed)" }
    let mirrors = links.map(Mirror.init)
    for step in 0..<30 {
      isLying = Bool.random(using: &random)
      lies = 0
      let section = Int.random(in: 0..<3, using: &random), count = leaf.numberOfItems(inSection: section)
      let path = ItemPath(section: section, item: Int.random(in: 0...count, using: &random))
      let sample = SampleItem(id: 100 + step, rank: Int.random(in: 0..<6, using: &random))
      if path.item == count || Bool.random(using: &random) {
        leaf.insert(sample, at: path)
      } else if Bool.random(using: &random) {
        leaf.remove(at: path)
      } else {
        leaf.update(at: path) { $0.rank = sample.rank }
      }
      let errors = Reports.shared.take(name)
      #expect(errors.count == lies, "seed \(seed), step \(step): \(errors)")
      for mirror in mirrors {
        let name = mirror.source.link.name
        #expect(mirror.isRight && Reports.shared.take(name).isEmpty, "seed \(seed), step \(step): \(name)")
      }
    }
  }
}
