import Changesets
import DataSources
import DataSourcesTesting

/// A kind of link that random chains are made of.
struct LinkKind {
  typealias Source = any DataSource<Sample>
  typealias Action = (name: String, action: (Int) -> Void)

  let name: String
  /// How many sources it stands on.
  let sources: Int
  /// Makes the link; the number decides on its parameters. Its actions change these.
  let make: (_ sources: [Source], _ number: Int) -> (source: Source, actions: [Action])

  /// All kinds. A new transform needs one line.
  static var all: [LinkKind] {
    [
      link("filter", { n in PredicateFilter { $0.rank % 3 != n % 3 } }) { filter, value in
        filter.predicate = { sample, _ in sample.rank != value }
      },
      link("textFilter", { n in PredicateFilter(filterText: "\(n % 5)") { "\($0.rank)" != $1 } }) {
        $0.filterText = "\($1)"
      },
      link("concatenation", sources: 2, { _ in ConcatenatedSections() }),
      link("emptySections", { _ in EmptySectionFilter() }),
      link("flattener", { _ in Flattener() }) { $0.name = $1 == 0 ? nil : "All \($1)" },
      link("sort", { n in Sort { n % 2 == 0 ? $0.rank < $1.rank : $0.rank > $1.rank } }) { sort, value in
        sort.areInIncreasingOrder = { ($0.rank + value) % 5 < ($1.rank + value) % 5 }
      },
      link("sortByKey", { _ in Sort(by: \.rank) }) { sort, value in sort.key = { ($0.rank + value) % 3 } },
      link("group", { n in Group(nameOfRest: "rest") { $0.rank == n % 7 ? nil : "\($0.rank % 3)" } }) { group, value in
        group.key = { "\(($0.rank + value) % 4)" }
      },
      link("orderedGroups", { _ in Group(order: .sorted(by: >)) { "\($0.rank)" } }) {
        $0.order = $1 % 2 == 0 ? .firstAppearance : .listed(["3", "1", "\($1)"])
      },
      link("insert", sources: 2, { n in Insert(at: ItemPath(section: n % 2, item: n % 3)) }) {
        $0.path = ItemPath(section: $1 % 2, item: $1 / 2)
      },
      link("insertAtEnd", sources: 2) { n in
        Insert(at: ItemPath(section: n % 3, item: n % 5), insertAtEndIfNeeded: true)
      },
      link("placeholder", sources: 2, { _ in Placeholder() }),
      link("switch", { n in Switch(isOn: n % 3 != 0) }) { $0.isOn = $1 % 2 == 0 },
      link("segmented", sources: 3, { n in Segmented(selection: n % 4) }) { $0.selection = $1 < 4 ? $1 : nil },
      link("window", { n in Window(offset: n % 3, count: 1 + n % 4) }) { $0.offset = $1 % 4 },
      link("page", { n in .page(n % 2, size: 2) }) { (window: inout Window<Sample>, value) in window.count = value },
      link("collapse", { n in Collapse([n % 2], showing: n % 3) }) {
        if $1 % 2 == 0 { $0.collapse($1 / 2) } else { $0.expand($1 / 2) }
      },
      link("reverse", { n in Reverse(reversesSections: n % 2 == 0) }) { $0.reversesSections = $1 % 2 == 0 },
      link("notifier", { _ in Notifier() }),
      link("map", { n in Map { Sample(id: $0.id, rank: ($0.rank + n) % 5, version: $0.version) } }),
      link("manualFilter", { _ in ManualFilter() }) { filter, value in
        let path = ItemPath(section: value % 2, item: value / 2)
        if filter.isHidden(path) { filter.show(path) } else { filter.hide(path) }
      },
      link("manualSections", { _ in ManualFilter() }) { filter, value in
        if filter.isHidden(section: value) { filter.showAll() } else { filter.hide(section: value) }
      },
      link("distinct", { _ in Distinct(by: \.rank) }) { distinct, value in distinct.key = { $0.rank % (value + 1) } },
      link("intersection", sources: 2, { _ in KeyedFilter(.intersect, by: \.rank) }) { filter, value in
        filter.key = { $0.rank % (value + 1) }
      },
      link("difference", sources: 3, { _ in KeyedFilter(.except, by: \.rank) }) {
        $0.operation = $1 % 2 == 0 ? .except : .intersect
      },
      link("sectionsByName", { _ in .byName() }) { (sort: inout SectionSort<Sample>, value) in
        sort.areInIncreasingOrder = { value % 2 == 0 ? $0.name ?? "" > $1.name ?? "" : $0.count < $1.count }
      },
      link("sectionsByCount", { _ in SectionSort { $0.count > $1.count } }),
      link("deltaUpdates", { _ in DeltaUpdates(DeltaUpdater<IdentifiableMatching<Sample>>()) }),
      LinkKind(name: "join", sources: 2) { sources, number in
        let joined = join(sources[0], sources[1], on: \.rank, on: { $0.rank % 3 }, requiresMatch: number % 2 == 0)
        let change = { (value: Int) in joined.configure { $0.requiresMatch = value % 2 == 0 } }
        // What is joined shows in the rank.
        let samples = joined.applying(
          Map { Sample(id: $0.left.id, rank: $0.right.reduce(0) { $0 + $1.id }, version: $0.left.version) })
        return (samples, [("join", change)])
      },
    ]
  }

  /// A transform.
  ///
  /// - Parameters:
  ///   - name: What the link is called in failures.
  ///   - sources: How many sources it stands on.
  ///   - mapping: Makes the mapping; the number decides on its parameters.
  ///   - change: Sets parameters of the mapping.
  static func link<M: Mapping<Sample>>(
    _ name: String, sources: Int = 1, _ mapping: @escaping (Int) -> M, change: ((inout M, Int) -> Void)? = nil
  ) -> LinkKind where M.SourceItem == Sample {
    LinkKind(name: name, sources: sources) { sources, number in
      let transform = Transform(of: sources, by: mapping(number))
      var actions: [Action] = []
      if let change { actions.append((name, { value in transform.configure { change(&$0, value) } })) }
      if sources.count > 1 {
        actions.append(
          ("\(name)’s sources", { try? transform.setSources($0 % 2 == 0 ? sources : Array(sources.reversed())) }))
      }
      actions.append(("reload of \(name)", { _ in transform.reload() }))
      return (transform, actions)
    }
  }
}

/// The same samples as others, so that a link can stand on the same source twice and its items still be told apart.
struct Tagged: IncrementalMapping {
  let tag: Int
  private var names: [String?] = []
  private var counts: [Int] = []

  init(_ tag: Int) { self.tag = tag }

  mutating func refresh(from sources: [any DataSource<Sample>]) {
    names = sources[0].sectionNames
    counts = names.indices.map(sources[0].numberOfItems(inSection:))
  }

  mutating func apply(_ changes: SourceChanges<Sample>) -> UpdateBatch {
    refresh(from: changes.sources)
    return UpdateBatch()
  }

  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }
  func name(ofSection section: Int) -> String? { "\(tag):\(names[section] ?? "")" }

  private func exists(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  func sourcePath(for path: ItemPath) -> SourcePath? { exists(path) ? SourcePath(source: 0, path: path) : nil }

  func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 && exists(sourcePath.path) ? sourcePath.path : nil
  }

  func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  func item(at path: ItemPath, from sources: [any DataSource<Sample>]) -> Sample {
    let sample = sources[0].item(at: path)
    return Sample(id: sample.id + 1 << (20 + tag), rank: sample.rank, version: sample.version)
  }
}

extension Either: Identifiable where Left: Identifiable, Right: Identifiable, Left.ID == Right.ID {
  var id: Left.ID {
    switch self {
    case .left(let item): item.id
    case .right(let item): item.id
    }
  }
}

extension Joined: Identifiable where Left: Identifiable {
  var id: Left.ID { left.id }
}
