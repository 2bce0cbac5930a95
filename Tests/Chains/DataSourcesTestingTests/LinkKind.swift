import Changesets
import DataSources
import DataSourcesTesting

/// A kind of link that random chains are made of.
struct LinkKind {
  typealias Source = any DataSource<SampleItem>
  typealias Action = (name: String, action: (Int) -> Void)

  let name: String
  /// The number of its sources.
  let sources: Int
  /// Creates the link; the number decides on its parameters. Its actions change these.
  let make: (_ sources: [Source], _ number: Int) -> (source: Source, actions: [Action])

  /// All kinds. A new transform needs one line.
  static var all: [LinkKind] {
    [
      link("filter", { n in Mappings.Filter { $0.rank % 3 != n % 3 } }) { filter, value in
        filter.predicate = { sample, _ in sample.rank != value }
      },
      link("textFilter", { n in Mappings.Filter(filterText: "\(n % 5)") { "\($0.rank)" != $1 } }) {
        $0.filterText = "\($1)"
      },
      link("concatenation", sources: 2, { _ in Mappings.Concatenate() }),
      link("emptySections", { _ in Mappings.RemoveEmptySections() }),
      link("smallSections", { _ in Mappings.RemoveEmptySections(minimum: 3) }),
      link("flattener", { _ in Mappings.Flatten() }) { $0.name = $1 == 0 ? nil : "All \($1)" },
      link("sort", { n in Mappings.Sort { n % 2 == 0 ? $0.rank < $1.rank : $0.rank > $1.rank } }) { sort, value in
        sort.areInIncreasingOrder = { ($0.rank + value) % 5 < ($1.rank + value) % 5 }
      },
      link("sortByKey", { _ in Mappings.Sort(by: \.rank) }) { sort, value in sort.key = { ($0.rank + value) % 3 } },
      link("group", { n in Mappings.Group(nameOfRest: "rest") { $0.rank == n % 7 ? nil : "\($0.rank % 3)" } }) {
        group, value in
        group.key = { "\(($0.rank + value) % 4)" }
      },
      link("orderedGroups", { _ in Mappings.Group(order: .sorted(by: >)) { "\($0.rank)" } }) {
        $0.order = $1 % 2 == 0 ? .firstAppearance : .listed(["3", "1", "\($1)"])
      },
      link("insert", sources: 2, { n in Mappings.Insert(at: ItemPath(section: n % 2, item: n % 3)) }) {
        $0.path = ItemPath(section: $1 % 2, item: $1 / 2)
      },
      link("insertAtEnd", sources: 2) { n in
        Mappings.Insert(at: ItemPath(section: n % 3, item: n % 5), clampsToEnd: true)
      },
      link("placeholder", sources: 2, { _ in Mappings.ShowPlaceholder() }),
      link("switch", { n in Mappings.Switch(isOn: n % 3 != 0) }) { $0.isOn = $1 % 2 == 0 },
      link("segmented", sources: 3, { n in Mappings.Select(selection: n % 4) }) { $0.selection = $1 < 4 ? $1 : nil },
      link("window", { n in Mappings.Window(offset: n % 3, count: 1 + n % 4) }) { $0.offset = $1 % 4 },
      link("page", { n in .page(n % 2, size: 2) }) { (window: inout Mappings.Window<SampleItem>, value) in
        window.count = value
      },
      link("collapse", { n in Mappings.Collapse([n % 2], showing: n % 3) }) {
        if $1 % 2 == 0 { $0.collapse($1 / 2) } else { $0.expand($1 / 2) }
      },
      link("reverse", { n in Mappings.Reverse(reversesSections: n % 2 == 0) }) { $0.reversesSections = $1 % 2 == 0 },
      link("notifier", { _ in Mappings.Notify() }),
      link("kept", { _ in Mappings.Keep() }),
      link("map", reloads: false, { n in Mappings.Map { $0.turned(by: n) } }),
      link("manualFilter", { _ in Mappings.Hide() }) { filter, value in
        let path = ItemPath(section: value % 2, item: value / 2)
        if filter.isHidden(path) { filter.show(path) } else { filter.hide(path) }
      },
      link("manualSections", { _ in Mappings.Hide() }) { filter, value in
        if filter.isHidden(section: value) { filter.showAll() } else { filter.hide(section: value) }
      },
      link("distinct", { _ in Mappings.RemoveDuplicates(by: \.rank) }) { distinct, value in
        distinct.key = { $0.rank % (value + 1) }
      },
      link("intersection", sources: 2, { _ in Mappings.FilterByKey(.intersect, by: \.rank) }) { filter, value in
        filter.key = { $0.rank % (value + 1) }
      },
      link("difference", sources: 3, { _ in Mappings.FilterByKey(.except, by: \.rank) }) {
        $0.operation = $1 % 2 == 0 ? .except : .intersect
      },
      link("sectionsByName", { _ in .sortSectionsByName() }) { (sort: inout Mappings.SortSections<SampleItem>, value) in
        sort.areInIncreasingOrder = { value % 2 == 0 ? $0.name ?? "" > $1.name ?? "" : $0.count < $1.count }
      },
      link("sectionsByCount", { _ in Mappings.SortSections { $0.count > $1.count } }),
      link("deltaUpdates", { _ in Mappings.DiffReloads(DeltaUpdater<IdentifiableMatching<SampleItem>>()) }),
      LinkKind(name: "join", sources: 2) { sources, number in
        let joined = sources[0].joined(
          with: sources[1], onAny: { Array([$0.rank, $0.version].prefix(number % 3 + 1)) },
          equals: { [$0.rank % 3] }, requiresMatch: number % 2 == 0)
        // Rank and version show what is joined.
        let samples = joined.applying(
          Mappings.Map { joined in
            SampleItem(
              id: joined.left.id, rank: joined.right.reduce(0) { $0 &+ $1.id } % 1000,
              version: joined.right.reduce(joined.left.version) { $0 &* 31 &+ $1.version })
          })
        return (
          samples,
          [
            ("join", { value in joined.configure { $0.requiresMatch = value % 2 == 0 } }),
            ("left keys", { value in joined.configure { $0.leftKeys = { [($0.rank + value) % 4] } } }),
            ("right keys", { value in joined.configure { $0.rightKeys = { Array(0..<($0.rank + value) % 4) } } }),
            ("reload of join", { _ in joined.reload() }),
          ]
        )
      },
      LinkKind(name: "union", sources: 2) { sources, _ in
        let all = Transform(of: sources, by: .concatenate()).applying(.removeDuplicates(by: \.rank))
        return (all, [("union", { value in all.configure { $0.key = { $0.rank % (value + 1) } } })])
      },
      LinkKind(name: "merge", sources: 2) { sources, _ in
        let all = Transform(of: sources, by: .concatenate()).applying(.flatten()).applying(.sort { $0.rank < $1.rank })
        return (
          all,
          [
            (
              "merge",
              { value in all.configure { $0.areInIncreasingOrder = { ($0.rank + value) % 5 < ($1.rank + value) % 5 } } }
            )
          ]
        )
      },
    ]
  }

  /// Kinds of links that create items of their own, so that an oracle cannot know when these are unchanged, or that
  /// report no more than possible changes of items.
  static var making: [LinkKind] {
    [
      // Another closure updates every item, because earlier results are not stored.
      link("map", { n in Mappings.Map { $0.turned(by: n) } }) { map, value in map.transform = { $0.turned(by: value) }
      },
      LinkKind(name: "repeat", sources: 1) { sources, _ in
        let repeated = sources[0].applying(.repeat { Array(0...(abs($0.rank) % 3)) })
        return (repeated.applying(.map { $0.sample }), [])
      },
      // Items that occur several times cannot be identified by their values.
      link(
        "groupByEach",
        { n in Mappings.GroupByEach(order: n % 2 == 0 ? .firstAppearance : .sorted(by: >), byEach: SampleItem.keys(n)) }
      ) {
        if $1 % 2 == 0 { $0.keys = SampleItem.keys($1) } else { $0.order = .listed(["2", "\($1)"]) }
      },
      LinkKind(name: "separators", sources: 1) { sources, number in
        let parted = sources[0].applying(.insertSeparators(SampleItem.parting(by: number)))
        let change = { (value: Int) in parted.configure { $0.separator = SampleItem.parting(by: value) } }
        return (
          parted.applying(.map { $0.sample }),
          [("separators", change), ("reload of separators", { _ in parted.reload() })]
        )
      },
      LinkKind(name: "fold", sources: 1) { sources, _ in
        let sum = sources[0].applying(.sum { $0.rank })
        let change = { (value: Int) in sum.configure { $0.contribution = { $0.rank + value } } }
        return (
          sum.applying(
            Mappings.Map {
              SampleItem(id: 1 << 58, rank: Int(truncatingIfNeeded: $0 % 5), version: Int(truncatingIfNeeded: $0))
            }),
          [("fold", change), ("reload of fold", { _ in sum.reload() })]
        )
      },
      LinkKind(name: "weighed", sources: 2) { sources, number in
        let weighed = Transform(of: sources, by: Weighed(number))
        return (
          weighed.applying(.map { $0.sample }),
          [
            ("weighed", { value in weighed.configure { $0.weight = value } }),
            ("weighed’s sources", { try? weighed.setSources($0 % 2 == 0 ? sources : sources.reversed()) }),
            ("reload of weighed", { _ in weighed.reload() }),
          ]
        )
      },
    ]
  }

  /// A transform.
  ///
  /// - Parameters:
  ///   - name: The name of the link in failures.
  ///   - sources: The number of its sources.
  ///   - reloads: Whether it is also reloaded, though nothing changed.
  ///   - mapping: Creates the mapping; the number decides on its parameters.
  ///   - change: Sets parameters of the mapping.
  static func link<M: Mapping<SampleItem>>(
    _ name: String, sources: Int = 1, reloads: Bool = true, _ mapping: @escaping (Int) -> M,
    change: ((inout M, Int) -> Void)? = nil
  ) -> LinkKind where M.SourceItem == SampleItem {
    LinkKind(name: name, sources: sources) { sources, number in
      let transform = Transform(of: sources, by: mapping(number))
      var actions: [Action] = []
      if let change { actions.append((name, { value in transform.configure { change(&$0, value) } })) }
      if sources.count > 1 {
        actions.append(
          ("\(name)’s sources", { try? transform.setSources($0 % 2 == 0 ? sources : Array(sources.reversed())) }))
      }
      if reloads { actions.append(("reload of \(name)", { _ in transform.reload() })) }
      return (transform, actions)
    }
  }
}
