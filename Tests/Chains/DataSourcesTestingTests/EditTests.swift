import Changesets
import DataSources
import Testing

@testable import DataSourcesTesting

/// Edits as values: their effects, their descriptions, and how cases are generated and shrunk.
@Suite struct EditTests {
  private typealias Edit = ChainFuzzer.Edit

  private static let place = ItemPath(0, 1)

  @Test func editsAreWrittenAsInSwift() {
    let place = Self.place
    let edits: [Edit] = [
      .insert([SampleItem(id: 1, rank: 2), SampleItem(id: 3, rank: 4, version: 5)], at: place),
      .insert([], at: place, leaf: 1),
      .remove(at: place),
      .remove(2, at: place, leaf: 1),
      .update(at: place, rank: 3),
      .move(from: place, to: ItemPath(2, 0)),
      .insertSection("S0", at: 0),
      .insertSection("S\"0'", [SampleItem(id: 1, rank: 2)], at: 0, leaf: 2),
      .removeSection(at: 1),
      .moveSection(from: 1, to: 0, leaf: 1),
      .renameSection(at: 3),
      .reload([SectionState("S1", items: [SampleItem(id: 1, rank: 2)]), SectionState("S2", items: [])]),
      .transaction([.remove(at: place), .change("limit", 3)]),
      .makeChain,
    ]
    #expect(
      edits.map(\.description) == [
        ".insert([SampleItem(id: 1, rank: 2), SampleItem(id: 3, rank: 4, version: 5)], at: ItemPath(0, 1))",
        ".insert([], at: ItemPath(0, 1), leaf: 1)",
        ".remove(at: ItemPath(0, 1))",
        ".remove(2, at: ItemPath(0, 1), leaf: 1)",
        ".update(at: ItemPath(0, 1), rank: 3)",
        ".move(from: ItemPath(0, 1), to: ItemPath(2, 0))",
        ".insertSection(\"S0\", at: 0)",
        ".insertSection(\"S\\\"0'\", [SampleItem(id: 1, rank: 2)], at: 0, leaf: 2)",
        ".removeSection(at: 1)",
        ".moveSection(from: 1, to: 0, leaf: 1)",
        ".renameSection(at: 3)",
        ".reload([SectionState(\"S1\", items: [SampleItem(id: 1, rank: 2)]), SectionState(\"S2\", items: [])])",
        ".transaction([.remove(at: ItemPath(0, 1)), .change(\"limit\", 3)])",
        ".makeChain",
      ])
  }

  /// The cases that some seeds generate for two leaves.
  private func cases(_ seeds: Range<UInt64>) -> [[Edit]] {
    let fuzzer = ChainFuzzer(leaves: 2) { leaves in
      ChainFuzzer.Chain(Transform(of: leaves, by: .concatenate()), actions: ["nothing": { _ in }])
    }
    return seeds.map { seed in
      let run = CaseRun(fuzzer)
      var script = CaseScript(seed: seed, fuzzer: fuzzer)
      script.play(run)
      #expect(run.finding == nil)
      return run.edits
    }
  }

  /// Applies edits, and returns the contents after each.
  private func states(_ edits: [Edit]) -> [SampleContents] {
    var leaves = SampleLeaves(2)
    return edits.map { edit in
      leaves.apply(edit)
      return leaves.contents
    }
  }

  private func kind(_ edit: Edit) -> String { String("\(edit)".prefix { $0 != "(" }) }

  @Test func allKindsOfEditsAreGenerated() {
    let edits = cases(0..<100).joined()
    #expect(
      Set(edits.map(kind)) == [
        ".insert", ".remove", ".update", ".move", ".insertSection", ".removeSection", ".moveSection", ".renameSection",
        ".reload", ".transaction", ".change", ".makeChain",
      ])
    let inner = edits.flatMap { edit -> [Edit] in if case .transaction(let edits) = edit { edits } else { [] } }
    #expect(Set(inner.map(kind)).count >= 10)
    // Some cases lack some kinds.
    #expect(cases(0..<50).contains { !$0.map(kind).contains(".update") })
  }

  @Test func leavesHaveTheGeneratedContents() {
    for (seed, edits) in cases(0..<20).enumerated() {
      var leaves = SampleLeaves(2)
      for edit in edits {
        leaves.apply(edit)
        let shown = leaves.sources.map { $0.sections.map { SectionState($0.value ?? "", items: $0.items) } }
        #expect(shown == leaves.contents.leaves, "seed \(seed), \(edit)")
      }
    }
  }

  @Test func everyEditCanBeInverted() {
    func plain(_ contents: SampleContents) -> [[SectionState<String, SampleItem>]] {
      contents.leaves.map { sections in
        sections.map { section in
          SectionState(section.value, items: section.items.map { SampleItem(id: $0.id, rank: $0.rank) })
        }
      }
    }
    for (seed, edits) in cases(0..<20).enumerated() {
      var leaves = SampleLeaves(2)
      for edit in edits {
        let before = leaves.contents
        if let inverse = leaves.apply(edit), !"\(edit)".contains(".reload") {
          var copy = leaves
          copy.apply(inverse)
          #expect(plain(copy.contents) == plain(before), "seed \(seed), \(edit)")
          // The sources are shared: they change with the copy.
          leaves = copy
          leaves.apply(edit)
        }
      }
    }
  }

  @Test func someCasesRemoveEverythingAndAddItBack() {
    let isEmptied = cases(0..<30).map { edits in
      let states = states(edits)
      guard let start = edits.firstIndex(of: .makeChain), !states[start].leaves.joined().isEmpty,
        let empty = states[start...].firstIndex(where: { $0.leaves.allSatisfy(\.isEmpty) })
      else { return false }
      return states[empty...].contains(states[start])
    }
    #expect(isEmptied.contains(true) && isEmptied.contains(false))
  }

  @Test func editsMeanTheSameIfOthersAreRemoved() {
    for (seed, edits) in cases(0..<8).enumerated() {
      #expect(
        states(edits.rewritten(leaves: 2, omittingEdits: 0..<0)).last == states(edits).last, "seed \(seed)")
      for id in Set(edits.samples.map(\.id)) {
        let left = edits.rewritten(leaves: 2, omittingSample: id)
        let expected = states(edits).last?.leaves.map { sections in
          sections.map { section in SectionState(section.value, items: section.items.filter { $0.id != id }) }
        }
        #expect(states(left).last?.leaves ?? [[], []] == expected, "seed \(seed) without \(id)")
      }
    }
  }

  @Test func editsAreMerged() {
    let (zero, one) = (SampleItem(id: 0, rank: 0), SampleItem(id: 1, rank: 0))
    let section = Edit.insertSection("A", [zero], at: 0)
    #expect(section.merged(with: .insert([one], at: Self.place)) == .insertSection("A", [zero, one], at: 0))
    #expect(section.merged(with: .insert([one], at: Self.place, leaf: 1)) == nil)
    #expect(section.merged(with: .insert([one], at: ItemPath(1, 0))) == nil)
    #expect(
      Edit.insert([zero], at: Self.place).merged(with: .insert([one], at: Self.place))
        == .insert([one, zero], at: Self.place))
    #expect(Edit.insert([zero], at: Self.place).merged(with: .insert([one], at: ItemPath(0, 0))) == nil)
    #expect(
      Edit.reload([SectionState("A", items: [zero])]).merged(with: .insert([one], at: Self.place))
        == .reload([SectionState("A", items: [zero, one])]))
  }

  @Test func samplesAndSectionsAreNumberedInOrder() {
    let edits: [Edit] = [
      .insertSection("S7", [SampleItem(id: 5, rank: 1)], at: 0),
      .transaction([.insert([SampleItem(id: 9, rank: 2)], at: Self.place), .insertSection("S3'", at: 0)]),
      .reload([SectionState("S7'", items: [SampleItem(id: 5, rank: 1)])]),
    ]
    #expect(
      edits.renumbered == [
        .insertSection("S0", [SampleItem(id: 0, rank: 1)], at: 0),
        .transaction([.insert([SampleItem(id: 1, rank: 2)], at: Self.place), .insertSection("S1'", at: 0)]),
        .reload([SectionState("S0'", items: [SampleItem(id: 0, rank: 1)])]),
      ])
  }
}
