import Cells
import Changesets
import DataSources
import TableViews
import TestKit

/// An object that is identified by its number.
struct Thing: Hashable {
  let id: Int
  var version = 0
  var kind: Int
}

/// Random chains of cells for fuzz tests: several leaves, filtered and sorted, each shown by a cell source, and a chain
/// of transforms over these to a display.
///
/// ``act()`` makes a random change. ``appearances`` is the expected state of the display, computed from the leaves and
/// the rules of registration without any batch, for tests to compare the display with.
final class DisplayScene {
  typealias Cells = any DataSource<TextCell>

  private(set) var random: SeededGenerator
  private(set) var sources: [CellSource<Thing, TextCell>] = []
  /// The cell sources and all links above them, with the end of the chain last.
  private(set) var links: [Cells] = []
  private(set) var display: CellDisplay<TextCell>
  let counted = CountedPool()
  /// The things that were configured since a test emptied this list.
  var configured: [Int] = []
  private var leaves: [SectionedArraySource<Thing>] = []
  private var actions: [(Int) -> Void] = []
  private var next = 0
  /// The number of replaced configurators of each kind, for each source.
  private var configurations: [[Int]]
  private var overrides: [Int?]
  /// The leaves that were edited in this transaction.
  private var edited: Set<Int> = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...3, using: &random)
    configurations = Array(repeating: [0, 0, 0], count: count)
    overrides = Array(repeating: nil, count: count)
    display = CellDisplay(CellSource<Thing, TextCell>(ArraySource([])))
    for index in 0..<count { addSource(index) }
    links = sources
    // Each is used once, so that a thing is shown at most once.
    var open: [Cells] = sources
    while open.count > 1 || number(3) > 0 {
      let first = open.remove(at: number(open.count))
      let link = open.isEmpty || number(2) == 0 ? transform(of: first) : transform(of: first, open.removeFirst())
      links.append(link)
      open.append(link)
    }
    links.append(open[0])
    display = CellDisplay(open[0])
  }

  /// A number below another one.
  func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

  private func thing() -> Thing {
    next += 1
    return Thing(id: next, kind: number(2))
  }

  private func section() -> SectionState<String?, Thing> {
    SectionState("S\(number(100))", items: (0..<number(5)).map { _ in thing() })
  }

  /// Creates a leaf, perhaps with transforms, and a cell source over it.
  private func addSource(_ index: Int) {
    let leaf = SectionedArraySource((0..<number(4)).map { _ in section() })
    leaves.append(leaf)
    var things: any DataSource<Thing> = leaf
    if number(2) == 0 {
      let filter = things.applying(.filter { ($0.id + $0.version) % 4 != 0 })
      actions.append { value in
        filter.configure { $0.predicate = { thing, _ in (thing.id + thing.version) % 4 != value } }
      }
      things = filter
    }
    if number(2) == 0 {
      things = things.applying(.sort { ($0.version, $0.id) > ($1.version, $1.id) })
    }
    if number(3) == 0 { things = things.applying(.removeEmptySections()) }
    let cells = CellSource(things, pool: counted.pool) { CellIdentifier(rawValue: "k\($0.kind)") }
    sources.append(cells)
    for kind in 0..<3 { register(kind, in: index) }
  }

  private func register(_ kind: Int, in source: Int) {
    let number = configurations[source][kind]
    sources[source].register(CellIdentifier(rawValue: "k\(kind)")) { [unowned self] cell, thing in
      cell.show(text(of: thing, kind, number))
      configured.append(thing.id)
    }
  }

  private func text(of thing: Thing, _ kind: Int, _ number: Int) -> String {
    "\(thing.id).\(thing.version) k\(kind).\(number)"
  }

  /// Applies a random transform of one source.
  private func transform(of cells: Cells) -> Cells {
    switch number(7) {
    case 0: return cells.applying(.removeEmptySections())
    case 1: return cells.applying(.flatten())
    case 2: return cells.applying(.reverse(reversesSections: number(2) == 0))
    case 3:
      let filter = cells.applying(.hide())
      actions.append { value in
        filter.configure {
          let path = ItemPath(section: value % 2, item: value / 2)
          if $0.isHidden(path) { $0.show(path) } else { $0.hide(path) }
        }
      }
      actions.append { value in
        filter.configure { if $0.isHidden(section: value) { $0.showAll() } else { $0.hide(section: value) } }
      }
      return filter
    case 4:
      let onOff = cells.applying(.switch())
      actions.append { value in onOff.configure { $0.isOn = value % 3 != 0 } }
      return onOff
    case 5:
      let window = cells.applying(.window(offset: number(2), count: 4))
      actions.append { value in window.configure { $0.offset = value } }
      return window
    default: return cells.applying(.notify())
    }
  }

  /// Applies a random transform of two sources.
  private func transform(of first: Cells, _ second: Cells) -> Cells {
    let both = [first, second]
    switch number(4) {
    case 0:
      let insert = Transform(
        of: both,
        by: .insert(at: ItemPath(section: number(2), item: number(3)), clampsToEnd: number(2) == 0))
      actions.append { value in insert.configure { $0.path = ItemPath(section: value % 2, item: value / 2) } }
      return insert
    case 1: return Transform(of: both, by: .showPlaceholder())
    case 2:
      let segmented = Transform(of: both, by: .select(selection: 0))
      actions.append { value in segmented.configure { $0.selection = value % 2 } }
      return segmented
    default: return Transform(of: both, by: .concatenate())
    }
  }
}

// MARK: - Actions

extension DisplayScene {
  /// Makes one random change, or several in a transaction.
  func act() {
    edited = []
    if number(3) > 0 { return actOnce() }
    leaves[0].transaction { for _ in 0..<number(5) { actOnce() } }
  }

  private func actOnce() {
    let index = number(sources.count)
    switch number(12) {
    case 0:
      let kind = number(3)
      configurations[index][kind] += 1
      register(kind, in: index)
    case 1:
      let override = [nil, 0, 2][number(3)]
      overrides[index] = override
      sources[index].identifierOverride =
        override.map { kind in { CellIdentifier(rawValue: "k\($0.id % 3 == 0 ? kind : $0.kind)") } }
    case 2, 3, 4: if !actions.isEmpty { actions[number(actions.count)](number(4)) }
    // Places are those of the moment of an edit: so there is at most one edit of each leaf.
    default: if edited.insert(index).inserted { edit(leaves[index]) }
    }
  }

  private func edit(_ leaf: SectionedArraySource<Thing>) {
    let sections = leaf.numberOfSections
    guard sections > 0 else { return leaf.appendSection(section()) }
    let index = number(sections)
    let count = leaf.numberOfItems(inSection: index)
    let place = ItemPath(section: index, item: number(max(1, count)))
    switch number(count > 0 ? 12 : 6) {
    case 0, 1: leaf.insert(thing(), at: ItemPath(section: index, item: number(count + 1)))
    case 2: leaf.insertSection(section(), at: index)
    case 3: leaf.removeSection(at: index)
    case 4: leaf.moveSection(from: index, to: number(sections))
    case 5: number(3) == 0 ? leaf.reload([section(), section()]) : leaf.renameSection(at: index, "S\(number(100))")
    case 6: leaf.remove(at: place)
    case 7, 8:
      let target = number(sections)
      let end = leaf.numberOfItems(inSection: target) + (target == index ? 0 : 1)
      leaf.move(from: place, to: ItemPath(section: target, item: number(end)))
    default:
      var thing = leaf.item(at: place)
      thing.version += 1
      if number(3) == 0 { thing.kind = number(2) }
      leaf.update(thing, at: place)
    }
  }
}

// MARK: - Expectations

extension DisplayScene {
  /// The expected cell of a thing, by its leaf and the rules of registration.
  struct Appearance {
    let path: ItemPath
    /// The text that its cell has to show.
    let text: String
    let identifier: CellIdentifier
    let source: Int
    /// Its place in the cell source.
    let origin: ItemPath
  }

  /// The expected cells of all things in the chain, found at every place.
  var appearances: [Int: Appearance] {
    var appearances: [Int: Appearance] = [:]
    for path in display.cells.paths {
      guard let found = display.cells.cellHost(at: path), let thing = found.host.cellObject(at: found.path) as? Thing,
        let source = sources.firstIndex(where: { $0 === found.host })
      else { continue }
      let kind = thing.id % 3 == 0 ? overrides[source] ?? thing.kind : thing.kind
      appearances[thing.id] = Appearance(
        path: path, text: text(of: thing, kind, configurations[source][kind]),
        identifier: CellIdentifier(rawValue: "k\(kind)"), source: source, origin: found.path)
    }
    return appearances
  }
}
