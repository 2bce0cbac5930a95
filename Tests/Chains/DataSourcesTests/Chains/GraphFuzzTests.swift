import Changesets
import DataSources
import TestKit
import Testing

/// Random graphs: transforms over transforms, edited, configured, with their sources replaced, created and released,
/// also within transactions, some of which throw, and by observers.
@Suite struct GraphFuzzTests {
  @Test(arguments: 0..<8) func everythingStaysConsistent(group: Int) {
    for seed in UInt64(group * 4)..<UInt64(group * 4 + 4) {
      var graph = RandomGraph(seed: seed)
      for step in 0..<60 {
        let action = graph.act()
        if let failure = graph.failure {
          Issue.record("seed \(seed), step \(step), \(action): \(failure)")
          break
        }
      }
    }
  }
}

private struct RandomGraph {
  private struct Stop: Error {}

  private var samples: SampleLeaves
  private var random: SeededGenerator
  private var nodes: [Node] = []
  private var follower: [Follower] = []
  private var echoes = 0

  init(seed: UInt64) {
    samples = SampleLeaves(3, seed: seed)
    random = SeededGenerator(seed: seed &+ 1_000_000)
    for leaf in samples.leaves { follower.append(Follower(leaf)) }
    for _ in 0..<5 { addNode() }
  }

  private var sources: [any DataSource<SampleItem>] { samples.leaves + nodes.map { $0.source } }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func randomSources(_ count: Int) -> [any DataSource<SampleItem>] {
    let sources = sources
    return (0..<count).map { _ in sources[number(0..<sources.count)] }
  }

  /// An inconsistency, or `nil`.
  var failure: String? {
    for node in nodes {
      if let failure = node.failure() { return failure }
    }
    return follower.lazy.compactMap(\.failure).first
  }

  /// Performs a random action, and returns its description.
  mutating func act() -> String {
    for follower in follower { follower.count = 0 }
    let kind = number(0..<12)
    switch kind {
    case 0...3:
      samples.edit()
      if follower.contains(where: { $0.count > 1 }) { return "several updates of one edit" }
    case 4, 5:
      let before = sources.map { $0.sections }
      let throwsAtTheEnd = number(0..<3) == 0
      do {
        try transaction(samples.leaves[...]) { graph in
          for leaf in graph.samples.leaves { graph.samples.edit(leaf) }
          for _ in 0..<graph.number(0..<4) { graph.changeNode() }
          if throwsAtTheEnd { throw Stop() }
        }
      } catch {
        if sources.prefix(before.count).map({ $0.sections }) != before {
          return "a transaction that throws changed something"
        }
      }
    case 6, 7: changeNode()
    case 8: if nodes.count < 10 { addNode() }
    case 9:
      guard nodes.count > 3 else { break }
      let node = nodes.remove(at: number(0..<nodes.count))
      follower.removeAll { $0 === node.follower }
    case 10:
      // An observer edits.
      let leaf = samples.leaves[number(0..<3)]
      echoes += 1
      let new = SectionState<String?, SampleItem>(
        "E\(echoes)", items: [SampleItem(id: 100_000 + echoes, rank: echoes % 5)])
      let moment = number(0..<2)
      let all = sources
      let observer = all[number(0..<all.count)].link
      var isDone = false
      let token = observer.addObserver(leaf) { leaf, event in
        guard !isDone, (event == .willUpdate) == (moment == 0) else { return }
        isDone = true
        leaf.appendSection(new)
      }
      samples.edit()
      token.cancel()
    default:
      // An observer creates a transform, and releases another one.
      let all = sources
      let (observed, first, second) = (
        all[number(0..<all.count)], all[number(0..<all.count)], all[number(0..<all.count)]
      )
      guard first.numberOfItems + second.numberOfItems < 150 else { break }
      let moment = number(0..<2)
      var made: Node?
      let token = observed.link.addObserver(samples.leaves[0]) { _, event in
        guard made == nil, (event == .willUpdate) == (moment == 0) else { return }
        made = Node([first, second], Mappings.Concatenate<SampleItem>()) { _, _ in }
      }
      samples.edit()
      token.cancel()
      if let made { nodes.append(made) }
      return "an observer makes a transform, \(moment == 0 ? "before" : "after")"
    }
    return "action \(kind)"
  }

  private mutating func transaction(
    _ leaves: ArraySlice<SectionedArraySource<SampleItem>>, _ body: (inout RandomGraph) throws -> Void
  ) throws {
    guard let leaf = leaves.first else { return try body(&self) }
    try leaf.transaction { try transaction(leaves.dropFirst(), body) }
  }

  private mutating func changeNode() {
    guard !nodes.isEmpty else { return }
    let node = nodes[number(0..<nodes.count)]
    switch number(0..<5) {
    case 0, 1: node.configure(number(0..<20))
    case 2: node.replaceMapping(number(0..<20))
    case 3: node.reload()
    default:
      let sources = randomSources(node.sourceCount)
      guard sources.reduce(0, { $0 + $1.numberOfItems }) < 150 else { return }
      // A cycle is refused.
      do { try node.setSources(sources) } catch {}
    }
  }

  private mutating func addNode() {
    let (one, two, three) = (randomSources(1), randomSources(2), randomSources(3))
    guard three.reduce(0, { $0 + $1.numberOfItems }) < 150, two.reduce(0, { $0 + $1.numberOfItems }) < 150,
      one[0].numberOfItems < 150
    else { return }
    let value = number(0..<20)
    let node: Node
    switch number(0..<17) {
    case 0:
      node = Node(one, Mappings.Filter<SampleItem> { $0.rank < 3 }) { mapping, n in
        mapping.predicate = { sample, _ in sample.rank != n % 5 }
      }
    case 1:
      node = Node(one, Mappings.Sort<SampleItem, Int> { $0.rank }) { mapping, n in
        mapping.areInIncreasingOrder = { n % 2 == 0 ? $0 < $1 : $0 > $1 }
      }
    case 2: node = Node(three, Mappings.Concatenate<SampleItem>()) { _, _ in }
    case 3: node = Node(one, Mappings.RemoveEmptySections<SampleItem>()) { _, _ in }
    case 4: node = Node(one, Mappings.Flatten<SampleItem>(name: "All")) { $0.name = "All\($1)" }
    case 5:
      node = Node(two, Mappings.Insert<SampleItem>(at: ItemPath(section: 0, item: value % 3))) {
        $0.path = ItemPath(section: $1 % 3, item: $1 % 4)
        $0.clampsToEnd = $1 % 2 == 0
      }
    case 6: node = Node(two, Mappings.ShowPlaceholder<SampleItem>()) { _, _ in }
    case 7: node = Node(three, Mappings.Select<SampleItem>(selection: 0)) { $0.selection = $1 % 4 }
    case 8: node = Node(one, Mappings.Switch<SampleItem>()) { $0.isOn = $1 % 2 == 0 }
    case 9: node = Node(one, Mappings.Reverse<SampleItem>()) { $0.reversesSections = $1 % 2 == 0 }
    case 10:
      node = Node(one, Mappings.Window<SampleItem>(offset: 1, count: 2)) {
        $0.offset = $1 % 3
        $0.count = $1 % 4
      }
    case 11:
      node = Node(one, Mappings.Collapse<SampleItem>()) {
        $0.collapse($1 % 3); $0.limit = $1 % 2
      }
    case 12:
      node = Node(one, Mappings.RemoveDuplicates<SampleItem, Int> { $0.rank }) { mapping, n in
        mapping.key = { $0.rank % (1 + n % 5) }
      }
    case 13:
      node = Node(two, Mappings.FilterByKey<SampleItem, Int>(.intersect) { $0.rank }) {
        $0.operation = $1 % 2 == 0 ? .except : .intersect
      }
    case 14:
      node = Node(one, Mappings.Group<SampleItem> { "\($0.rank)" }) { mapping, n in
        mapping.key = { "\($0.rank % (1 + n % 5))" }
      }
    case 15:
      node = Node(one, Mappings.SortSections<SampleItem> { $0.count < $1.count }) { mapping, n in
        mapping.areInIncreasingOrder = { n % 2 == 0 ? $0.count < $1.count : $0.count > $1.count }
      }
    default: node = Node(one, Mappings.Hide<SampleItem>()) { _, _ in }
    }
    nodes.append(node)
    follower.append(node.follower)
  }
}

/// A transform of any kind.
private struct Node {
  let source: any DataSource<SampleItem>
  let follower: Follower
  let sourceCount: Int
  let configure: (Int) -> Void
  let replaceMapping: (Int) -> Void
  let reload: () -> Void
  let setSources: ([any DataSource<SampleItem>]) throws -> Void
  let failure: () -> String?

  init<M: Mapping>(
    _ sources: [any DataSource<SampleItem>], _ mapping: M, change: @escaping (inout M, Int) -> Void
  ) where M.SourceItem == SampleItem, M.Item == SampleItem {
    let transform = Transform(of: sources, by: mapping)
    source = transform
    follower = Follower(transform)
    sourceCount = sources.count
    configure = { number in transform.configure { change(&$0, number) } }
    replaceMapping = { number in
      transform.configure {
        $0 = mapping
        change(&$0, number)
      }
    }
    reload = { transform.reload() }
    setSources = { try transform.setSources($0) }
    failure = {
      let fresh = Transform(of: transform.sources, by: transform.mapping)
      if fresh.sections == transform.sections { return nil }
      return "\(M.self): \(transform.sections), from scratch \(fresh.sections)"
    }
  }
}

/// Replays the batches of a source.
private final class Follower {
  private let name: String
  private var state: [[SampleItem]]
  private var isUpdating = false
  private let read: () -> [[SampleItem]]
  /// The number of updates.
  var count = 0
  private var problem: String?

  init(_ source: any DataSource<SampleItem>) {
    name = source.link.name
    read = { [unowned source] in source.itemsBySection }
    state = source.itemsBySection
    _ = source.addObserver(self) { follower, event in follower.handle(event) }
  }

  var failure: String? {
    problem ?? (state == read() ? nil : "\(name): followed to \(state), but there is \(read())")
  }

  private func handle(_ event: UpdateEvent) {
    let now = read()
    switch event {
    case .willUpdate:
      if isUpdating { problem = "\(name): one update within another" }
      if state != now { problem = "\(name): before an update there is \(now), and not \(state)" }
      isUpdating = true
    case .didUpdate(let batch, _):
      if !isUpdating { problem = "\(name): the end of an update that had not begun" }
      isUpdating = false
      count += 1
      do {
        let next = try batch.applied(to: state, counts: now.map(\.count)) { now[$0.section][$0.item] }
        if next != now { problem = "\(name): \(batch) leads from \(state) to \(next), and not to \(now)" }
      } catch {
        problem = "\(name): \(error)"
      }
      state = now
    case .didNotUpdate:
      if !isUpdating { problem = "\(name): the end of an update that had not begun" }
      isUpdating = false
      if state != now { problem = "\(name): no update, and there is \(now), and not \(state)" }
    }
  }
}
