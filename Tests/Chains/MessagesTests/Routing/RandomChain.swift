import Changesets
import DataSources
import TestKit

/// An item that is identified by reference.
final class Thing: Identifiable, Equatable {
  var rank: Int
  /// The thing that this one is a copy of.
  let origin: Thing?

  init(rank: Int, copyOf origin: Thing? = nil) {
    self.rank = rank
    self.origin = origin
  }

  static func == (lhs: Thing, rhs: Thing) -> Bool { lhs === rhs }
}

/// Chains of all transforms at random over leaves of things, and random changes of both.
///
/// No thing occurs twice in a source, and no two sections of a source have the same name: if a link has further sources
/// besides the link before it, these are copies.
struct RandomChain {
  typealias Source = any DataSource<Thing>

  private(set) var leaves: [SectionedArraySource<Thing>] = []
  /// The last link.
  private(set) var top: Source
  /// Changes of the transforms' parameters.
  private var changes: [(Int) -> Void] = []
  private var random: SeededGenerator
  private var names = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let leaf = SectionedArraySource<Thing>()
    top = leaf
    leaves = [leaf] + (0..<number(0...3)).map { _ in SectionedArraySource<Thing>() }
    for leaf in leaves { for _ in 0..<number(1...3) { leaf.appendSection(section()) } }
    var sources: [Source] = leaves
    for _ in 0..<number(0...8) {
      top = link(sources)
      sources.append(top)
    }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func name(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  private mutating func things(_ count: ClosedRange<Int>) -> [Thing] {
    (0..<number(count)).map { _ in Thing(rank: number(0...9)) }
  }

  private mutating func section() -> SectionState<String?, Thing> { SectionState(name("S"), items: things(0...4)) }
}

// MARK: - Links

extension RandomChain {
  private mutating func link(_ sources: [Source]) -> Source {
    // Copies double the number of things.
    if top.numberOfItems < 60, number(0...4) < 2 { return linkOfSeveral(sources) }
    let n = number(0...59)
    switch number(0...17) {
    case 0:
      return transform(Mappings.Filter { $0.rank != n % 5 }) { filter, n in
        filter.predicate = { thing, _ in thing.rank != n }
      }
    case 1: return transform(Mappings.RemoveEmptySections())
    case 2:
      let name = name("F")
      return transform(Mappings.Flatten(name: name)) { $0.name = "\(name)-\($1)" }
    case 3:
      return transform(Mappings.Sort { $0.rank < $1.rank }) { sort, n in
        sort.areInIncreasingOrder = { ($0.rank + n) % 5 < ($1.rank + n) % 5 }
      }
    case 4:
      let name = name("G")
      return transform(Mappings.Group { "\(name)-\($0.rank % 3)" }) { group, n in
        group.key = { "\(name)-\(($0.rank + n) % 4)" }
      }
    case 5: return transform(Mappings.Window(offset: n % 2, count: 1 + n % 5)) { $0.offset = $1 % 3 }
    case 6:
      return transform(Mappings.Collapse([n % 2], showing: n % 3)) {
        if $1 % 2 == 0 { $0.collapse($1 / 2) } else { $0.expand($1 / 2) }
      }
    case 7: return transform(Mappings.Reverse(reversesSections: n % 2 == 0)) { $0.reversesSections = $1 % 2 == 0 }
    case 8: return transform(Mappings.Notify())
    case 9: return transform(Mappings.Switch(isOn: n % 5 != 0)) { $0.isOn = $1 % 3 != 0 }
    case 10:
      return transform(Mappings.Hide()) { filter, n in
        let path = ItemPath(section: n % 2, item: n / 2)
        if filter.isHidden(path) { filter.show(path) } else { filter.hide(path) }
      }
    case 11:
      return transform(Mappings.RemoveDuplicates(by: { $0.rank * 2 + n % 2 })) { distinct, n in
        distinct.key = { $0.rank % (n + 2) }
      }
    case 12:
      return transform(Mappings.SortSections { $0.count > $1.count }) { sort, n in
        sort.areInIncreasingOrder = { n % 2 == 0 ? $0.name ?? "" > $1.name ?? "" : $0.count < $1.count }
      }
    case 13: return transform(Mappings.DiffReloads(DeltaUpdater<IdentifiableMatching<Thing>>()))
    case 14, 15:
      // Separators come from no upstream source.
      let separators = Mappings.InsertSeparators<Thing, Thing> { before, after in
        (before?.rank ?? 0) % 2 == n % 2 && after != nil ? Thing(rank: 9) : nil
      }
      return transform(separators).applying(
        Mappings.Map {
          switch $0 {
          case .item(let thing), .separator(let thing): thing
          }
        })
    case 16: return transform(Mappings.Map { $0 })
    default: return transform(Copies(name("C")))
    }
  }

  private mutating func linkOfSeveral(_ sources: [Source]) -> Source {
    let n = number(0...59)
    var sources = [top]
    for _ in 0..<number(1...2) {
      let source = sources[number(0...sources.count - 1)]
      sources.append(Transform(of: [source], by: Copies(name("C"))))
    }
    let pair = Array(sources.prefix(2))
    switch number(0...7) {
    case 0, 1: return transform(Mappings.Concatenate(), of: sources)
    case 2, 3:
      return transform(
        Mappings.Insert(at: ItemPath(section: n % 2, item: n % 4), clampsToEnd: n % 3 == 0), of: pair
      ) {
        $0.path = ItemPath(section: $1 % 2, item: $1 / 2)
      }
    case 4: return transform(Mappings.ShowPlaceholder(), of: pair)
    case 5: return transform(Mappings.Select(selection: n % sources.count), of: sources) { $0.selection = $1 }
    case 6:
      return transform(
        Mappings.FilterByKey(n % 2 == 0 ? .intersect : .except, by: { $0.rank * 2 + n % 2 }), of: sources
      ) {
        filter, n in
        filter.key = { $0.rank % (n + 2) }
      }
    default:
      let joined = pair[0].joined(with: pair[1], on: \.rank, equals: \.rank, requiresMatch: n % 2 == 0)
      changes.append { n in joined.configure { $0.requiresMatch = n % 2 == 0 } }
      return joined.applying(.map { $0.left })
    }
  }

  private mutating func transform<M: Mapping>(
    _ mapping: M, of sources: [Source]? = nil, change: ((inout M, Int) -> Void)? = nil
  ) -> Transform<M> where M.SourceItem == Thing {
    let sources = sources ?? [top]
    let transform = Transform(of: sources, by: mapping)
    if let change { changes.append { n in transform.configure { change(&$0, n) } } }
    if sources.count > 1 {
      changes.append { n in
        // The other order; for some mappings fewer than they expect.
        do { try transform.setSources(n % 2 == 0 ? sources : sources.reversed()) } catch {
          preconditionFailure("\(error)")
        }
      }
    }
    return transform
  }
}

// MARK: - Changes

extension RandomChain {
  /// Makes a random change, or none if the drawn one is impossible.
  mutating func change() {
    if number(0...2) == 0, !changes.isEmpty { return changes[number(0...changes.count - 1)](number(0...5)) }
    let leaf = leaves[number(0...leaves.count - 1)]
    let sections = leaf.numberOfSections
    guard sections > 0 else { return leaf.appendSection(section()) }
    let section = number(0...sections - 1)
    let count = leaf.numberOfItems(inSection: section)
    let path = ItemPath(section: section, item: number(0...Swift.max(count - 1, 0)))
    switch number(0...9) {
    case 0, 1: if leaf.numberOfItems < 12 { leaf.insert(Thing(rank: number(0...9)), at: path) }
    case 2, 3: if count > 0 { leaf.remove(at: path) }
    case 4:
      let rank = number(0...9)
      if count > 0 { leaf.update(at: path) { $0 = Thing(rank: rank) } }
    case 5:
      let target = number(0...sections - 1)
      let room = leaf.numberOfItems(inSection: target) - (target == section ? 1 : 0)
      if count > 0 { leaf.move(from: path, to: ItemPath(section: target, item: number(0...room))) }
    case 6: if sections < 4 { leaf.insertSection(self.section(), at: number(0...sections)) }
    case 7: leaf.removeSection(at: section)
    case 8: leaf.moveSection(from: section, to: number(0...sections - 1))
    default:
      let name = name("S")
      leaf.transaction {
        leaf.renameSection(at: section, name)
        leaf.removeAll(inSection: section)
      }
    }
  }
}

/// A copy of every thing of a source, in sections of other names.
struct Copies: Mapping {
  private final class Memory {
    var copies: [ObjectIdentifier: Thing] = [:]

    func copy(_ thing: Thing) -> Thing {
      // A copy retains its original, so that the original's identity is not reused.
      if let copy = copies[ObjectIdentifier(thing)] { return copy }
      let copy = Thing(rank: thing.rank, copyOf: thing)
      copies[ObjectIdentifier(thing)] = copy
      return copy
    }
  }

  private let tag: String
  private let memory = Memory()
  private var names: [String] = []
  private var counts: [Int] = []

  init(_ tag: String) { self.tag = tag }

  mutating func refresh(from sources: [any DataSource<Thing>]) {
    names = sources[0].sectionNames.map { "\(tag):\($0 ?? "")" }
    counts = names.indices.map(sources[0].numberOfItems(inSection:))
  }

  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }
  func name(ofSection section: Int) -> String? { names[section] }

  private func exists(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  func sourcePath(for path: ItemPath) -> SourcePath? { exists(path) ? SourcePath(source: 0, path: path) : nil }
  func path(for sourcePath: SourcePath) -> ItemPath? { exists(sourcePath.path) ? sourcePath.path : nil }

  func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for sourceSection: SourceSection) -> Int? {
    counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  func item(at path: ItemPath, from sources: [any DataSource<Thing>]) -> Thing {
    memory.copy(sources[0].item(at: path))
  }
}
