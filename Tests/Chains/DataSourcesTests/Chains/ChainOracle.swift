import Changesets
import DataSources
import TestKit
import Testing

/// Follows a source by its batches, and compares every batch with the difference of the states, by the samples'
/// identities and the sections' names.
final class ChainOracle<Item> {
  private let read: () -> [SectionState<String?, Item>]
  private let updater: DeltaUpdater<ClosureMatching<Item, AnyHashable>>
  private let describe: (Item) -> String
  private var state: [SectionState<String?, Item>]
  private(set) var failures: [String] = []
  private(set) var batches = 0

  /// Follows a source.
  ///
  /// - Parameters:
  ///   - source: The source whose batches are checked.
  ///   - read: Returns the present state of the source, with identifiable items.
  init(
    _ source: any DataSource, read: @escaping () -> [SectionState<String?, Item>],
    id: @escaping (Item) -> AnyHashable, content: @escaping (Item, Item) -> Bool, describe: @escaping (Item) -> String
  ) {
    self.read = read
    self.describe = describe
    var updater = DeltaUpdater(id: id, content: content)
    updater.matchesUnnamedSections = true
    self.updater = updater
    state = read()
    _ = source.addObserver(self) { oracle, event in
      if case .didUpdate(let batch, _) = event { oracle.check(batch) }
      if event == .didNotUpdate { oracle.check(UpdateBatch()) }
    }
  }

  private func text(_ state: [SectionState<String?, Item>]) -> String {
    state.map { "\($0.value ?? "-"): \($0.items.map(describe))" }.joined(separator: "; ")
  }

  private func check(_ batch: UpdateBatch) {
    batches += 1
    let new = read()
    defer { state = new }
    do {
      let counts = new.map(\.items.count)
      let replayed = try batch.applied(to: state.map { $0.items.map(describe) }, counts: counts) {
        describe(new[$0.section].items[$0.item])
      }
      if replayed != new.map({ $0.items.map(describe) }) {
        failures.append("\(batch) leads from \(text(state)) to \(replayed) and not to \(text(new))")
      }
      let expected = updater.batch(from: state, to: new)
      if batch != expected.normalized(), !batch.isReload {
        failures.append("\(batch) from \(text(state)) to \(text(new)), where \(expected) was expected")
      }
    } catch {
      failures.append("\(error) \(batch) from \(text(state)) to \(text(new))")
    }
  }
}

extension ChainOracle {
  /// Follows a source whose items are identifiable.
  convenience init(
    _ source: any DataSource<Item>, id: @escaping (Item) -> AnyHashable, content: @escaping (Item, Item) -> Bool,
    describe: @escaping (Item) -> String
  ) {
    self.init(source, read: { source.sections }, id: id, content: content, describe: describe)
  }
}

extension ChainOracle where Item == SampleItem {
  convenience init(_ source: any DataSource<SampleItem>) {
    self.init(source, read: { source.sections }, id: { $0.id }, content: ==, describe: \.description)
  }
}

/// An item without an identity, with one derived from its place.
struct LabeledItem: Hashable {
  let id: String
  let text: String
}

extension ChainOracle where Item == LabeledItem {
  /// Follows a source whose items are identified by their places.
  convenience init(_ source: any DataSource, read: @escaping () -> [SectionState<String?, LabeledItem>]) {
    self.init(source, read: read, id: { $0.id }, content: ==, describe: { "\($0.id): \($0.text)" })
  }
}

/// Tests chains of items other than samples over random leaves.
///
/// - Parameters:
///   - leaves: The number of leaves of the chain.
///   - seeds: How many seeds there are, a half of them fresh.
///   - edits: How many edits there are for each.
///   - change: Changes parameters of the chain, now and then.
///   - hasOwnItems: Whether items may be the transform's own.
///   - oracle: Follows a chain.
///   - chain: Creates the chain.
func fuzz<M: Mapping, Followed>(
  leaves: Int = 1, seeds: Int = 34, edits: Int = 30,
  change: ((Transform<M>, Int) -> Void)? = nil, hasOwnItems: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation,
  oracle follow: (Transform<M>) -> ChainOracle<Followed>,
  _ chain: ([SectionedArraySource<SampleItem>]) -> Transform<M>
) where M.Item: Equatable {
  for seed in Seeds.fixed((seeds + 1) / 2, fresh: seeds / 2) {
    var samples = SampleLeaves(leaves, seed: seed)
    let transform = chain(samples.leaves)
    let oracle = follow(transform)
    for step in 0..<edits {
      if let change, step % 5 == 4 { change(transform, step / 5) } else { samples.edit() }
      let fresh = Transform(of: transform.sources, by: transform.mapping)
      if fresh.sections != transform.sections {
        Issue.record(
          "seed \(seed), step \(step): \(transform.sections), from scratch \(fresh.sections)",
          sourceLocation: sourceLocation)
        return
      }
      let single = (0..<transform.numberOfSections).map { section in
        (0..<transform.numberOfItems(inSection: section)).map {
          transform.item(at: ItemPath(section: section, item: $0))
        }
      }
      if transform.itemsBySection != single {
        Issue.record(
          "seed \(seed), step \(step): \(transform.itemsBySection), one by one \(single)",
          sourceLocation: sourceLocation)
        return
      }
      if let failure = oracle.failures.first {
        Issue.record("seed \(seed), step \(step): \(failure)", sourceLocation: sourceLocation)
        return
      }
      if step % 10 == 0 { expectLaws(transform, hasOwnItems: hasOwnItems, sourceLocation: sourceLocation) }
    }
  }
}

/// Tests chains of samples with random edits of their leaves: a ``ChainFuzzer`` whose failures are issues.
///
/// - Parameters:
///   - leaves: The number of leaves of the chain.
///   - seeds: How many seeds there are, a half of them fresh.
///   - edits: How many random edits there are for each.
///   - change: Changes parameters of the chain, now and then.
///   - chain: Creates the chain.
func fuzz<M: Mapping>(
  leaves: Int = 1, seeds: Int = 17, edits: Int = 20,
  change: ((Transform<M>, Int) -> Void)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ chain: @escaping ([SectionedArraySource<SampleItem>]) -> Transform<M>
) where M.Item == SampleItem {
  var fuzzer = ChainFuzzer(leaves: leaves) { leaves in
    let transform = chain(leaves)
    guard let change else { return ChainFuzzer.Chain(transform) }
    return ChainFuzzer.Chain(transform, actions: ["change": { change(transform, $0) }])
  }
  fuzzer.edits = edits
  do {
    for seed in Seeds.fixed((seeds + 1) / 2, fresh: seeds / 2) { try fuzzer.run(seeds: seed..<seed + 1) }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
