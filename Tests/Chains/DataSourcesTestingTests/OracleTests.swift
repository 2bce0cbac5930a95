import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// Oracles in a running chain.
@Suite struct OracleTests {
  private struct Fruit: Identifiable, Hashable {
    let id: String
    var price: Int
  }

  /// An object, which is equal to itself even if its content has changed.
  private final class Counter: CustomStringConvertible {
    var count = 0
    var description: String { "\(count)" }
  }

  private let leaf = SectionedArraySource([
    SectionState("A", items: [SampleItem(id: 0, rank: 0), SampleItem(id: 1, rank: 1)]),
    SectionState("B", items: [SampleItem(id: 2, rank: 2)]),
  ])

  /// A chain of three whose second link reports every other update only.
  private func forgetful() -> Transform<Lying<Mappings.Filter<SampleItem>>> {
    var turns = 0
    return leaf.applying(.filter { $0.rank < 4 }).applying(
      Lying(Mappings.Filter { _ in true }) { batch in
        turns += 1
        return turns % 2 == 0 ? UpdateBatch() : batch
      })
  }

  @Test func nothingIsFoundInACorrectChain() {
    var findings: [Finding] = []
    let chain = leaf.applying(.filter { $0.rank > 0 }).applying(.removeEmptySections())
    let oracles = chain.watchAll(demands: .strict) { findings.append($0) }
    leaf.update(SampleItem(id: 0, rank: 3, version: 1), at: ItemPath(0, 0))
    leaf.move(from: ItemPath(0, 0), to: ItemPath(1, 1))
    leaf.renameSection(at: 1, "C")
    leaf.removeSection(at: 1)
    leaf.reload([SectionState(nil, items: [SampleItem(id: 9, rank: 1)])])
    for oracle in oracles { oracle.check() }
    #expect(findings.isEmpty && oracles.count == 3)
  }

  @Test func theFaultyLinkIsNamed() throws {
    var findings: [Finding] = []
    let chain = forgetful().applying(.removeEmptySections())
    let oracles = chain.watchAll(heals: true) { findings.append($0) }
    leaf.remove(at: ItemPath(0, 1))
    #expect(findings.isEmpty)
    leaf.remove(at: ItemPath(0, 0))
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.link == "Lying" && finding.height == 2 && finding.kind == .invalidBatch)
    #expect(finding.batch.isEmpty)
    #expect(finding.expected == UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])))
    #expect(
      finding.description == """
        Lying (height 2): Invalid update: invalid number of rows in section 0. The number of rows contained in an \
        existing section after the update (0) must be equal to the number of rows contained in that section before the \
        update (1), plus or minus the number of rows inserted or deleted from that section (0 inserted, 0 deleted) and \
        plus or minus the number of rows moved into or out of that section (0 moved in, 0 moved out).
          batch:    empty
          expected: delete (0, 0)
          before:   A: [0/0v0]; B: [2/2v0]
          after:    A: []; B: [2/2v0]
        """)
    withExtendedLifetime(oracles) {}
  }

  @Test func aChainIsRepaired() {
    var findings: [Finding] = []
    let broken = forgetful()
    let chain = broken.applying(.removeEmptySections())
    let log = EventLog(chain, keepsStates: true)
    let oracle = Oracle(broken, id: \.id, content: \.self, handler: { findings.append($0) })
    oracle.heals = true
    for _ in 0..<2 { leaf.remove(at: ItemPath(0, 0)) }
    leaf.append(SampleItem(id: 3, rank: 1), toSection: 0)
    leaf.append(SampleItem(id: 4, rank: 1), toSection: 1)
    #expect(findings.map(\.kind) == [.invalidBatch, .invalidBatch])
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])), UpdateBatch(sections: Edits(deletes: [0])),
        UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(items: Edits(inserts: [ItemPath(1, 1)])),
      ])
    #expect(log.states.last == chain.sections && chain.items.map(\.id) == [3, 2, 4])
  }

  @Test func withoutRepairTheErrorPersists() {
    var findings: [Finding] = []
    let broken = leaf.applying(Lying(Mappings.Filter { _ in true }) { _ in .reload })
    let log = EventLog(broken)
    let oracle = Oracle(broken, demands: .neededReloads) { findings.append($0) }
    leaf.remove(at: ItemPath(0, 0))
    #expect(findings.map(\.kind) == [.needlessReload] && log.batches == [.reload])
    oracle.demands = .correct
    leaf.remove(at: ItemPath(0, 0))
    #expect(findings.count == 1)
  }

  @Test func aLateOracleStartsFromThePresentState() {
    var findings: [Finding] = []
    let broken = forgetful()
    leaf.remove(at: ItemPath(0, 0))
    leaf.remove(at: ItemPath(0, 0))
    let oracle = Oracle(broken, demands: .strict) { findings.append($0) }
    leaf.remove(at: ItemPath(1, 0))
    #expect(findings.isEmpty)
    leaf.removeSection(at: 0)
    #expect(findings.count == 1)
    withExtendedLifetime(oracle) {}
  }

  @Test func anOracleObservesUntilItIsReleased() {
    var findings = 0
    let broken = leaf.applying(Lying(Mappings.Filter { _ in true }) { _ in UpdateBatch() })
    var oracle: Oracle? = Oracle(broken) { _ in findings += 1 }
    weak let observed = oracle
    let other = Oracle(broken) { _ in findings += 10 }
    leaf.remove(at: ItemPath(0, 0))
    #expect(findings == 11)
    oracle = nil
    #expect(observed == nil)
    leaf.remove(at: ItemPath(0, 0))
    #expect(findings == 21)
    other.cancel()
    leaf.remove(at: ItemPath(1, 0))
    #expect(findings == 21)
  }

  @Test func oraclesSeeTheRepairsOfEarlierOnes() {
    var findings: [Int] = []
    let broken = leaf.applying(Lying(Mappings.Filter { _ in true }) { _ in UpdateBatch() })
    let oracles = (0..<3).map { number in Oracle(broken, heals: number == 1) { _ in findings.append(number) } }
    leaf.remove(at: ItemPath(0, 0))
    #expect(findings == [0, 1])
    withExtendedLifetime(oracles) {}
  }

  @Test func aSilentChangeIsFound() {
    let counter = Counter()
    let source = ArraySource([counter])
    var findings: [Finding] = []
    let oracle = Oracle(source, id: ObjectIdentifier.init, content: \.count) { findings.append($0) }
    oracle.check()
    #expect(findings.isEmpty)
    counter.count = 1
    oracle.check()
    oracle.check()
    #expect(findings.map(\.kind) == [.silentChange])
    counter.count = 2
    source.update(counter, at: 0)
    #expect(findings.count == 1)
  }

  @Test func itemsAreComparedByTheirIdentity() {
    var findings: [Finding] = []
    let fruits = ArraySource([Fruit(id: "fig", price: 1)]), words = ArraySource(["fig"])
    let oracles =
      fruits.watchAll(demands: .strict) { findings.append($0) }
      + words.watchAll(demands: .strict) { findings.append($0) }
    fruits.update(Fruit(id: "fig", price: 2), at: 0)
    words.insert("kiwi", at: 0)
    #expect(findings.isEmpty)
    // The same word would be no update; another word is another item.
    words.update("plum", at: 0)
    #expect(findings.map(\.kind) == [.wrongResult])
    withExtendedLifetime(oracles) {}
  }

  @Test func itemsWithoutIdentityAreIdentifiedByTheirPlace() {
    let source = ArraySource([3, 1])
    var findings: [Finding] = []
    let oracle = Oracle(
      source, demands: .strict,
      reading: {
        source.sections.map { section in
          SectionState(
            section.value, items: section.items.enumerated().map { LabeledItem(id: "\($0)", content: "\($1)") })
        }
      }, handler: { findings.append($0) })
    source.update(7, at: 1)
    source.append(8)
    #expect(findings.isEmpty)
    source.remove(at: 0)
    #expect(findings.map(\.kind) == [.wrongResult])
    withExtendedLifetime(oracle) {}
  }

  @Test func aRenamedSectionSurvivesIfItIsUpdated() {
    var findings: [Finding] = []
    let flat = leaf.applying(.flatten(name: "All"))
    let oracles = flat.watchAll(demands: .strict) { findings.append($0) }
    flat.configure { $0.name = "Everything" }
    #expect(findings.isEmpty)
    let silent = leaf.applying(Lying(Mappings.Filter { _ in true }) { _ in UpdateBatch() })
    let oracle = Oracle(silent) { findings.append($0) }
    leaf.renameSection(at: 0, "Z")
    #expect(findings.map(\.kind) == [.missingUpdate])
    withExtendedLifetime((oracles, oracle)) {}
  }

  /// A join follows the updates of its matches, as any link follows its source.
  @Test func itemsOfUpdatedSourcesMayBeUpdated() {
    let fruits = ArraySource([SampleItem(id: 0, rank: 0)])
    let kinds = fruits.applying(.map { SampleItem(id: 7, rank: $0.rank) })
    let joined = ArraySource([SampleItem(id: 1, rank: 0)]).joined(with: kinds, on: { $0.rank }, equals: { $0.rank })
    var findings: [Finding] = []
    let oracles = joined.watchAll(demands: .strict) { findings.append($0) }
    fruits.update(SampleItem(id: 0, rank: 0, version: 1), at: 0)
    #expect(findings.isEmpty && oracles.count > 4)
    // An update without any cause is still found.
    let filtered = fruits.applying(
      Lying(Mappings.Filter { _ in true }) { batch in
        var batch = batch
        if batch.items.inserts == [ItemPath(0, 1)] {
          batch.items.updates.append(PlacePair(ItemPath(0, 0), ItemPath(0, 0)))
        }
        return batch
      })
    let lying = filtered.watchAll(demands: .strict) { findings.append($0) }
    fruits.append(SampleItem(id: 2, rank: 0))
    #expect(findings.map(\.kind) == [.needlessUpdate])
    withExtendedLifetime((oracles, lying)) {}
  }

  @Test func duplicatesAreNotComparedByIdentity() {
    let one = ArraySource([SampleItem(id: 0, rank: 0), SampleItem(id: 1, rank: 0)])
    let even = one.applying(.filter { $0.rank % 2 == 0 }),
      odd = one.applying(.filter { $0.rank % 2 == 1 })
    let both = Transform(of: [even, odd, even], by: .concatenate())
    var findings: [Finding] = []
    let oracles = both.watchAll(demands: .strict) { findings.append($0) }
    one.update(SampleItem(id: 0, rank: 1, version: 1), at: 0)
    one.move(from: 0, to: 1)
    #expect(findings.isEmpty && oracles.count == 4)
  }
}
