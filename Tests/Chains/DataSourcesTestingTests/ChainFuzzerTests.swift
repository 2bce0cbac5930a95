import Changesets
import DataSources
import DataSourcesTesting
import Testing

/// The fuzzer finds deliberate defects, names them, and shrinks the case.
@Suite struct ChainFuzzerTests {
  /// A fuzzer of a chain whose middle link reports wrong batches.
  private func fuzzer(_ lie: @escaping (UpdateBatch) -> UpdateBatch) -> ChainFuzzer {
    ChainFuzzer { leaves in
      leaves[0].applying(.filter { $0.rank != 4 }).applying(Lying(Mappings.Filter { $0.rank != 3 }, lie))
        .applying(.removeEmptySections())
    }
  }

  private func failure(_ fuzzer: ChainFuzzer) throws -> ChainFuzzer.Failure {
    let failure = #expect(throws: ChainFuzzer.Failure.self) { try fuzzer.run(seeds: 0..<500) }
    return try #require(failure)
  }

  // MARK: - What is broken

  /// Each wrong report, the kind that it is found as, and the number of edits that it is shrunk to.
  private static var lies: [(kind: Finding.Kind, length: Int, lie: (UpdateBatch) -> UpdateBatch)] {
    [
      (.invalidBatch, 1, { _ in UpdateBatch() }),
      (.needlessReload, 1, { _ in .reload }),
      (
        .invalidBatch, 2,
        { batch in
          var batch = batch
          _ = batch.items.deletes.popLast()
          return batch
        }
      ),
      (
        .missingUpdate, 2,
        { batch in
          var batch = batch
          batch.items.updates = []
          return batch
        }
      ),
      (
        .missingUpdate, 2,
        { batch in
          var batch = batch
          batch.sections.updates = []
          return batch
        }
      ),
      (
        .invalidBatch, 2,
        { batch in
          var batch = batch
          batch.items.inserts = EditList(batch.items.inserts.map { ItemPath(section: $0.section, item: $0.item + 1) })
          return batch
        }
      ),
      (
        .wrongResult, 2,
        { batch in
          var batch = batch
          batch.items.deletes = EditList(
            batch.items.deletes.map { ItemPath(section: $0.section, item: max(0, $0.item - 1)) })
          return batch
        }
      ),
      (
        .needlessEdits, 2,
        { batch in
          var batch = batch
          batch.items.deletes += batch.items.moves.map(\.before)
          batch.items.inserts += batch.items.moves.map(\.after)
          batch.items.moves = []
          return batch
        }
      ),
      (
        .needlessUpdate, 2,
        { batch in
          var batch = batch
          if batch.items.inserts == [ItemPath(0, 1)], batch.count == 1 {
            batch.items.updates.append(PlacePair(ItemPath(0, 0), ItemPath(0, 0)))
          }
          return batch
        }
      ),
    ]
  }

  @Test(arguments: lies.indices) func everyWrongReportIsFoundAndShrunk(_ index: Int) throws {
    let (kind, length, lie) = Self.lies[index]
    let fuzzer = fuzzer(lie)
    let failure = try failure(fuzzer)
    #expect(failure.finding.link == "Lying" && failure.finding.height == 2 && failure.finding.kind == kind)
    #expect(failure.edits.count == length, "\(failure)")
    // The shrunk case fails again, in the same way.
    let again = #expect(throws: ChainFuzzer.Failure.self) { try fuzzer.run(failure.edits) }
    #expect(again?.finding == failure.finding && again?.edits == failure.edits)
  }

  @Test(
    arguments: [
      (Misplaced.Flaw.isOutdated, Finding.Kind.differentFromScratch), (.forgetsTheWayBack, .brokenLaw),
      (.showsOneTooMany, .brokenLaw), (.hasItemsBeyondTheEnd, .brokenLaw), (.readsInAnotherOrder, .brokenLaw),
    ])
  func everyWrongOriginIsFound(flaw: Misplaced.Flaw, kind: Finding.Kind) throws {
    let fuzzer = ChainFuzzer { leaves in
      leaves[0].applying(.filter { $0.rank != 4 }).applying(Misplaced(flaw))
    }
    let failure = try failure(fuzzer)
    #expect(failure.finding.link == "Misplaced" && failure.finding.kind == kind)
    #expect(failure.edits.count <= 2, "\(failure)")
  }

  @Test func aFailureIsPrintedAsSwift() throws {
    let failure = try failure(
      fuzzer { batch in
        var batch = batch
        batch.items.updates = []
        return batch
      })
    #expect(
      "\(failure)" == """
        Seed 0, shrunk from 14 to 2 edits: Lying (height 2): The item at (0, 0) has another content afterwards, \
        at (0, 0), without an update.
          batch:    empty
          expected: update (0, 0)
          before:   S0: [0/0v0]
          after:    S0: [0/0v1]
        To see it again:
        try fuzzer.run([
          .insertSection("S0", [SampleItem(id: 0, rank: 0)], at: 0),
          .update(at: ItemPath(0, 0), rank: 0),
        ])
        """)
  }

  @Test func aPastedFailureFails() {
    let fuzzer = fuzzer { batch in batch.items.moves.isEmpty ? batch : UpdateBatch() }
    let failure = #expect(throws: ChainFuzzer.Failure.self) {
      try fuzzer.run([
        .insertSection("S0", [SampleItem(id: 0, rank: 0), SampleItem(id: 1, rank: 0)], at: 0),
        .makeChain,
        .renameSection(at: 0),
        .move(from: ItemPath(0, 1), to: ItemPath(0, 0)),
        .remove(at: ItemPath(0, 0)),
      ])
    }
    #expect(failure?.finding.kind == .wrongResult && failure?.seed == nil && failure?.length == 4)
    #expect(failure?.edits.last == .move(from: ItemPath(0, 1), to: ItemPath(0, 0)))
  }

  @Test func impossibleEditsAreSkipped() throws {
    let (near, far) = (ItemPath(0, 0), ItemPath(7, -1))
    try ChainFuzzer { $0[0].applying(.filter { _ in true }) }.run([
      .insert([SampleItem(id: 0, rank: 0)], at: near), .remove(at: near), .remove(-1, at: near),
      .move(from: near, to: far),
      .update(at: far, rank: 0), .removeSection(at: 0), .moveSection(from: 0, to: 0), .renameSection(at: -1),
      .insertSection("A", at: 1), .insertSection("A", [SampleItem(id: 0, rank: 0)], at: 0),
      .insertSection("A'", at: 0), .insert([SampleItem(id: 0, rank: 3)], at: near), .insert([], at: near),
      .insert([SampleItem(id: 1, rank: 0)], at: near, leaf: 1), .reload([], leaf: -1), .change("nothing", 1),
      .makeChain,
      .transaction([
        .remove(at: near), .insert([SampleItem(id: 0, rank: 0)], at: near), .transaction([.removeSection(at: 0)]),
      ]),
      .transaction([]), .remove(.max, at: near),
    ])
  }

  @Test func impossibleEditsAreShrunkAway() throws {
    let (near, far) = (ItemPath(0, 0), ItemPath(-7, -1))
    let failure = #expect(throws: ChainFuzzer.Failure.self) {
      try fuzzer { $0.items.updates.isEmpty ? $0 : UpdateBatch() }.run([
        .remove(-1, at: far), .insertSection("A", [SampleItem(id: 0, rank: 0)], at: 0), .insertSection("B", at: -1),
        .remove(-1, at: near), .remove(at: far), .move(from: near, to: far), .moveSection(from: 0, to: -1),
        .insert([SampleItem(id: 1, rank: 0)], at: far), .update(at: far, rank: 0), .update(at: near, rank: 7),
      ])
    }
    #expect(
      failure?.edits == [.insertSection("S0", [SampleItem(id: 0, rank: 0)], at: 0), .update(at: near, rank: 0)])
  }

  @Test func aSeedIsTheSameCaseEveryTime() throws {
    let fuzzer = fuzzer { batch in batch.sections.moves.isEmpty ? batch : UpdateBatch() }
    let failures = try (0..<3).map { _ in try failure(fuzzer) }
    #expect(Set(failures).count == 1)
    var seeds: [UInt64] = []
    var observed = fuzzer
    observed.willRun = { seeds.append($0) }
    _ = try failure(observed)
    #expect(seeds == Array(0...(failures[0].seed ?? 0)))
  }

  @Test func actionsAreTriedAndShrunk() throws {
    let fuzzer = ChainFuzzer { leaves in
      var isBroken = false
      let honest = leaves[0].applying(Mappings.Filter<SampleItem> { _ in true })
      let lying = honest.applying(Lying(Mappings.Filter { _ in true }) { isBroken ? UpdateBatch() : $0 })
      return ChainFuzzer.Chain(
        lying.applying(.removeEmptySections()),
        actions: [
          "threshold": { value in honest.configure { $0.predicate = { sample, _ in sample.rank > value } } },
          "break": { value in isBroken = value > 2 },
        ])
    }
    let failure = try failure(fuzzer)
    #expect(failure.finding.link == "Lying")
    #expect(failure.literal.contains(".change(\"break\", 3)") && failure.edits.count == 2, "\(failure)")
  }

  @Test func theFaultyRouteOfADiamondIsNamed() throws {
    let fuzzer = ChainFuzzer(leaves: 2) { leaves in
      let honest = leaves[1].applying(.filter { $0.rank > 1 }).applying(Tagged(0))
      let lying = leaves[1].applying(.removeEmptySections()).applying(
        Lying(Mappings.Filter { $0.rank < 3 }) { $0.items.deletes.isEmpty ? $0 : UpdateBatch() })
      return Transform(of: [leaves[0], honest, lying], by: .concatenate())
    }
    let failure = try failure(fuzzer)
    #expect(failure.finding.link == "Lying" && failure.edits.count == 2, "\(failure)")
  }

  @Test func itemsWithoutIdentityAreIdentifiedByTheirPlace() throws {
    var fuzzer = ChainFuzzer { $0[0].applying(.filter { $0.rank > 0 }).applying(.map { $0.rank }) }
    #expect(throws: ChainFuzzer.Failure.self) { try fuzzer.run(seeds: 0..<50) }
    fuzzer.reading = { source in
      guard let ranks = source as? Transform<Mappings.Map<SampleItem, Int>> else { return nil }
      return {
        ranks.sections.enumerated().map { section, state in
          SectionState(
            state.value,
            items: state.items.enumerated().map { item, rank in
              let sample = ranks.sources[0].item(at: ItemPath(section: section, item: item))
              return LabeledItem(id: "\(sample.id)", content: "\(rank)")
            })
        }
      }
    }
    try fuzzer.run(seeds: 0..<50)
  }

  @Test func theEndsOfSectionsAreMappedToNil() {
    let leaf = SectionedArraySource([SectionState("A", items: [SampleItem(id: 0, rank: 0)])])
    #expect(leaf.applying(.filter { _ in true }).brokenLaw() == nil)
    #expect(
      leaf.applying(Misplaced(.hasItemsBeyondTheEnd)).brokenLaw()
        == "There is no place (0, 1), and it has a source path.")
  }

  @Test func sourcesAreListedInTheOrderOfTheLink() {
    let leaf = SectionedArraySource([SectionState("A", items: [SampleItem(id: 0, rank: 0)])])
    let link = leaf.link
    #expect(
      Standing(over: [link], listing: []).brokenLaw()
        == "The link is downstream of “\(link.name)”, which is not among the upstream sources.")
    #expect(
      Standing(over: [], listing: [leaf]).brokenLaw()
        == "“\(link.name)” is among the upstream sources, and the link is not downstream of its link.")
    #expect(Standing(over: [link], listing: [leaf]).brokenLaw() == nil)
  }

  /// A source without items, over others.
  private final class Standing: DataSource {
    let link: ChainLink
    let upstreamSources: [any DataSource]

    init(over links: [ChainLink], listing sources: [any DataSource]) {
      link = ChainLink("Standing", over: links)
      upstreamSources = sources
    }

    var numberOfSections: Int { 0 }
    func numberOfItems(inSection section: Int) -> Int { 0 }
    func item(at path: ItemPath) -> Int { preconditionFailure("There are no items.") }
  }
}
