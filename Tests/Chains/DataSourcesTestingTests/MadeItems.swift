import Changesets
import DataSources
import DataSourcesTesting

// The items of random chains other than the samples of their leaves, and their identities.

/// The same samples as others, so that a link can have the same source twice and its items have unique identities.
struct Tagged: IncrementalMapping {
  let tag: Int
  private var names: [String?] = []
  private var counts: [Int] = []

  init(_ tag: Int) { self.tag = tag }

  mutating func refresh(from sources: [any DataSource<SampleItem>]) {
    names = sources[0].sectionNames
    counts = names.indices.map(sources[0].numberOfItems(inSection:))
  }

  mutating func apply(_ changes: SourceChanges<SampleItem>) -> UpdateBatch {
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

  func item(at path: ItemPath, from sources: [any DataSource<SampleItem>]) -> SampleItem {
    let sample = sources[0].item(at: path)
    return SampleItem(id: sample.id + 1 << (20 + tag), rank: sample.rank, version: sample.version)
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

extension SampleItem {
  /// The sample with another rank.
  func turned(by number: Int) -> SampleItem { SampleItem(id: id, rank: (rank + number) % 5, version: version) }

  /// A rule for separators: between samples of different ranks, each named after the sample before it.
  static func parting(by number: Int) -> (SampleItem?, SampleItem?) -> SampleItem? {
    { before, after in
      guard let before, let after, before.rank != after.rank else { return nil }
      return SampleItem(id: before.id + 1 << 55, rank: (after.rank + number) % 5)
    }
  }
}

extension SampleItem {
  /// A rule for keys, of which a sample has none, one, or several, also equal ones.
  static func keys(_ number: Int) -> (SampleItem) -> [String] {
    { sample in [sample.rank, sample.rank + number, sample.version].prefix(abs(sample.rank % 4)).map { "\($0 % 4)" } }
  }
}

extension Separated<SampleItem, SampleItem>: Identifiable {
  var sample: SampleItem {
    switch self {
    case .item(let sample), .separator(let sample): sample
    }
  }

  var id: Int { sample.id }
}

extension Repeated<SampleItem, Int>: Identifiable {
  var sample: SampleItem { SampleItem(id: id, rank: item.rank, version: item.version) }

  var id: Int { item.id + (key ?? 0) << 50 }
}

/// The items of a first source, each with a value of the mapping and one of all of its sources: a mapping with the
/// required methods only.
struct Weighed: Mapping {
  struct Item: Identifiable, Hashable {
    let base: SampleItem
    let weight: Int

    var id: Int { base.id }
    var sample: SampleItem { SampleItem(id: base.id, rank: base.rank, version: base.version &* 31 &+ weight) }
  }

  var weight: Int
  private var counts: [Int] = []

  init(_ weight: Int) { self.weight = weight }

  mutating func refresh(from sources: [any DataSource<SampleItem>]) {
    counts = (0..<sources[0].numberOfSections).map(sources[0].numberOfItems(inSection:))
  }

  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }

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

  func item(at path: ItemPath, from sources: [any DataSource<SampleItem>]) -> Item {
    Item(
      base: sources[0].item(at: path),
      weight: sources[1].items.reduce(weight) { $0 &+ $1.rank &+ $1.version })
  }
}

extension Transform<Mappings.Fold<SampleItem, IntegerSum>> {
  /// The only value: equal to itself whatever its content.
  var labelled: [SectionState<String?, LabeledItem>] {
    items.map { SectionState(nil, items: [LabeledItem(id: "total", content: "\($0)")]) }
  }
}
