import Cells
import Changesets
import DataSources
import Messages
import TableViews
import TestKit
import Testing

/// Items that are moved in a display, by the usual handler: `source.move(from: move.from, to: move.to)`.
@Suite struct MovingThroughChainsTests {
  @Test(arguments: [MovingScene.Links.inOrder, .reversing, .any])
  func everyMoveEndsAtItsTarget(_ links: MovingScene.Links) throws {
    var moves = 0
    let seeds = Seeds.fixed(12, fresh: 12)
    for seed in seeds {
      let places = MovingScene(seed: seed, links).targets
      for (from, to) in places {
        let scene = MovingScene(seed: seed, links)
        if let failure = try scene.move(from, to, isExact: links != .any) {
          Issue.record("\(links), seed \(seed), \(from) → \(to): \(failure)\n\(scene.chain.chainDescription())")
          return
        }
        moves += 1
      }
    }
    #expect(moves > 5 * seeds.count)
  }

  @Test func aMoveToABannerIsClampedToItsNeighbours() throws {
    let letters = ArraySource(["A", "B", "C", "D"])
    letters.on(.canMoveItem) { _ in true }
    letters.on(.moveItem) { letters, move in letters.move(from: move.from.item, to: move.to.item) }
    let shown = Transform(of: [letters, ArraySource(["∗"])], by: .insert(at: ItemPath(0, 2)))
    let cells = CellSource<String, TextCell>(shown)
    let display = CellDisplay(cells)
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 2)) == ItemPath(0, 1))
    #expect(shown.items == ["B", "A", "∗", "C", "D"])
    #expect(try display.move(from: ItemPath(0, 4), to: ItemPath(0, 2)) == ItemPath(0, 3))
    #expect(shown.items == ["B", "A", "∗", "D", "C"])
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 5)) == ItemPath(0, 4))
    #expect(shown.items == ["A", "D", "∗", "C", "B"])
  }
}

/// A random chain over leaves whose items can be moved.
struct MovingScene {
  /// The transforms of the chain.
  enum Links { case inOrder, reversing, any }

  private(set) var chain: any DataSource<String>
  private(set) var leaves: [any DataSource<String>] = []
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64, _ links: Links) {
    random = SeededGenerator(seed: seed)
    chain = ArraySource([])
    chain = leaf()
    for _ in 0..<number(5) { chain = link(links) }
  }

  private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

  private mutating func names(_ most: Int) -> [String] {
    (0..<number(most + 1)).map { _ in
      count += 1
      return "\(leaves.count)-\(count)"
    }
  }

  private mutating func leaf() -> any DataSource<String> {
    if number(2) == 0 {
      let leaf = ArraySource(names(4))
      leaf.on(.moveItem) { source, move in source.move(from: move.from.item, to: move.to.item) }
      leaf.on(.canMoveItem) { _ in true }
      leaves.append(leaf)
      return leaf
    }
    let leaf = SectionedArraySource((0...number(3)).map { SectionState("S\($0)", items: names(3)) })
    leaf.on(.moveItem) { source, move in source.move(from: move.from, to: move.to) }
    leaf.on(.canMoveItem) { _ in true }
    leaves.append(leaf)
    return leaf
  }

  private mutating func link(_ links: Links) -> any DataSource<String> {
    let n = number(5)
    switch number(links == .inOrder ? 6 : links == .reversing ? 8 : 12) {
    case 0: return Transform(of: [chain, leaf()], by: .concatenate())
    case 1: return chain.applying(.flatten())
    case 2:
      return Transform(of: [chain, leaf()], by: .insert(at: ItemPath(n % 2, number(4)), clampsToEnd: true))
    case 3: return chain.applying(.filter { !$0.hasSuffix("\(n)") })
    case 4: return chain.applying(.removeEmptySections())
    case 5: return Transform(of: [chain, leaf()], by: .select(selection: n % 2))
    case 6, 7: return chain.applying(.reverse(reversesSections: n % 2 == 0))
    case 8: return chain.applying(.sort { $0.reversed().lexicographicallyPrecedes($1.reversed()) })
    case 9: return chain.applying(.group { "\($0.last ?? " ")" })
    case 10: return chain.applying(.window(offset: n % 2, count: 3))
    default: return chain.applying(.removeDuplicates { $0.last })
    }
  }

  /// Every item with every place that it may be dropped at.
  var targets: [(ItemPath, ItemPath)] {
    chain.paths.flatMap { from in
      (0..<chain.numberOfSections).flatMap { section in
        (0...chain.numberOfItems(inSection: section)).map { (from, ItemPath(section, $0)) }
      }
    }
  }

  /// Whether sections of one item each are reversed, which has no visible effect.
  private var hidesItsOrder: Bool {
    var waiting: [any DataSource] = [chain]
    while let source = waiting.popLast() {
      if source is Transform<Mappings.Reverse<String>>, source.paths.allSatisfy({ $0.item == 0 }) { return true }
      waiting += source.upstreamSources
    }
    return false
  }

  /// Moves an item, and returns a description of the failure, or `nil`.
  func move(_ from: ItemPath, _ to: ItemPath, isExact: Bool) throws -> String? {
    let name = chain.item(at: from)
    guard let owner = leaves.first(where: { chain.convert(from, to: $0) != nil }) else { return "nobody's" }
    let own = Set(owner.items)
    let hidesItsOrder = hidesItsOrder
    var lists = chain.itemsBySection
    let before = lists
    let isOwn = to.item < lists[to.section].count && own.contains(lists[to.section][to.item])
    guard let target = try CellDisplay(CellSource<String, TextCell>(chain)).move(from: from, to: to)
    else { return isOwn ? "not moved" : nil }
    if Set(owner.items) != own { return "items lost" }
    guard isExact, !hidesItsOrder else { return nil }
    // Next to an insertion at a fixed place, an item may be on its other side.
    if lists[to.section].allSatisfy(own.contains), isOwn || to.section == from.section {
      let end = lists[to.section].count - (to.section == from.section ? 1 : 0)
      if target != ItemPath(to.section, min(to.item, end)) { return "moved to \(target)" }
    }
    lists[from.section].remove(at: from.item)
    guard target.item <= lists[target.section].count else { return "\(target) is no place" }
    lists[target.section].insert(name, at: target.item)
    // Insertions have a fixed place, and sections that have become empty may be hidden.
    func rest(_ lists: [[String]]) -> [[String]] { lists.map { $0.filter(own.contains) }.filter { !$0.isEmpty } }
    return rest(lists) == rest(chain.itemsBySection)
      ? nil : "\(before) is \(chain.itemsBySection) instead of \(lists), to \(target)"
  }
}
