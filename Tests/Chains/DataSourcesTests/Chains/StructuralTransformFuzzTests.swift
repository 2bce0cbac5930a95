import Changesets
import DataSources
import Testing

/// The structural transforms under random edits and changes of their parameters, against the strict oracle: each of
/// them alone, over a filtered source, and, where they have several sources, with all of them over the same leaf.
@Suite struct StructuralTransformFuzzTests {
  private let few = 6

  /// Half of a leaf's items, so that an update may hide an item and show another one again.
  private func filtered(_ leaf: any DataSource<SampleItem>) -> any DataSource<SampleItem> {
    leaf.applying(.filter { $0.rank < 3 })
  }

  /// The same leaf several times, with different items each time.
  private func copies(_ leaf: any DataSource<SampleItem>) -> [any DataSource<SampleItem>] {
    (1...3).map { leaf.applying(Tagged(tag: $0)) }
  }

  @Test func concatenation() {
    fuzz(leaves: 3, seeds: few) { Transform(of: $0, by: .concatenate()) }
    fuzz(leaves: 2, seeds: few) { Transform(of: $0.map(filtered), by: .concatenate()) }
    fuzz(seeds: few) { Transform(of: copies($0[0]), by: .concatenate()) }
  }

  @Test func flattening() {
    fuzz(seeds: few) { $0[0].applying(.flatten(name: "All")) }
    fuzz(seeds: few) { filtered($0[0]).applying(.removeEmptySections()).applying(.flatten()) }
  }

  @Test func emptySections() {
    fuzz(seeds: 10) { $0[0].applying(.removeEmptySections()) }
    fuzz(seeds: 10) { $0[0].applying(.filter { $0.rank == 1 }).applying(.removeEmptySections()) }
    fuzz(seeds: 10) { $0[0].applying(.removeSections(smallerThan: 3)) }
    fuzz(seeds: 10) { $0[0].applying(.group { "\($0.rank)" }).applying(.removeSections(smallerThan: 2)) }
  }

  @Test func insertion() {
    let change = { (transform: Transform<Mappings.Insert<SampleItem>>, step: Int) in
      transform.configure {
        $0.path = ItemPath(section: step % 3, item: step * 2 % 5)
        $0.clampsToEnd = step % 4 == 3
      }
    }
    for place in [ItemPath(0, 2), ItemPath(1, 1), ItemPath(0, 0)] {
      fuzz(leaves: 2, seeds: few) { Transform(of: $0, by: .insert(at: place)) }
      fuzz(leaves: 2, seeds: few) { Transform(of: $0, by: .insert(at: place, clampsToEnd: true)) }
    }
    let place = ItemPath(0, 1)
    fuzz(leaves: 2, seeds: few, change: change) { Transform(of: $0.map(filtered), by: .insert(at: place)) }
    fuzz(leaves: 1, seeds: few, change: change) { Transform(of: copies($0[0]), by: .insert(at: place)) }
  }

  @Test func placeholder() {
    fuzz(leaves: 2, seeds: few) { Transform(of: $0, by: .showPlaceholder()) }
    fuzz(leaves: 2, seeds: 10) {
      Transform(of: [$0[0].applying(.filter { $0.rank == 1 }), $0[1]], by: .showPlaceholder())
    }
    fuzz(seeds: few) { leaves in
      let copies = copies(leaves[0])
      return Transform(of: [copies[0].applying(.filter { $0.rank == 1 }), copies[1]], by: .showPlaceholder())
    }
  }

  @Test func switching() {
    let change = { (transform: Transform<Mappings.Switch<SampleItem>>, step: Int) in
      transform.configure { $0.isOn = step % 3 != 0 }
    }
    fuzz(seeds: few, change: change) { $0[0].applying(.switch()) }
    fuzz(seeds: few, change: change) { filtered($0[0]).applying(.switch(isOn: false)) }
  }

  @Test func segments() {
    let change = { (transform: Transform<Mappings.Select<SampleItem>>, step: Int) in
      transform.configure { $0.selection = [1, 7, 0, nil, 2, 2][step % 6] }
    }
    fuzz(leaves: 3, seeds: few, change: change) { Transform(of: $0, by: .select()) }
    fuzz(seeds: few, change: change) { Transform(of: copies($0[0]), by: .select(selection: 1)) }
  }

  @Test func windows() {
    let change = { (transform: Transform<Mappings.Window<SampleItem>>, step: Int) in
      transform.configure {
        $0.offset = step % 3
        $0.count = [2, 0, nil, 1, 3][step % 5]
      }
    }
    for window in [
      Mappings.Window<SampleItem>.limit(2), Mappings.Window(offset: 1), Mappings.Window(offset: 1, count: 1),
      .page(1, size: 2),
    ] {
      fuzz(seeds: few) { $0[0].applying(window) }
      fuzz(seeds: few, change: change) { filtered($0[0]).applying(window) }
    }
  }

  @Test func collapsing() {
    let change = { (transform: Transform<Mappings.Collapse<SampleItem>>, step: Int) in
      transform.configure {
        $0.collapse(step % 3)
        $0.expand((step + 1) % 3)
        if step % 4 == 3 { $0.limit = 4 - $0.limit }
      }
    }
    fuzz(seeds: few, change: change) { $0[0].applying(.collapse()) }
    fuzz(seeds: few, change: change) { filtered($0[0]).applying(.collapse([0, 5], showing: 1)) }
  }

  @Test func reversing() {
    let change = { (transform: Transform<Mappings.Reverse<SampleItem>>, step: Int) in
      transform.configure { $0.reversesSections = step % 3 == 1 }
    }
    fuzz(seeds: few, change: change) { $0[0].applying(.reverse()) }
    fuzz(seeds: few, change: change) { filtered($0[0]).applying(.reverse(reversesSections: true)) }
  }

  @Test func notifying() {
    fuzz(seeds: few) { filtered($0[0]).applying(.notify()) }
  }
}

/// Shows its source with other identities and names.
private struct Tagged: Mapping {
  typealias SourceItem = SampleItem

  let tag: Int
  private var counts: [Int] = []
  private var names: [String?] = []

  init(tag: Int) { self.tag = tag }

  mutating func refresh(from sources: [any DataSource<SampleItem>]) {
    counts = sources[0].itemsBySection.map(\.count)
    names = sources[0].sectionNames.map { $0.map { "\($0)#\(tag)" } }
  }

  func item(at path: ItemPath, from sources: [any DataSource<SampleItem>]) -> SampleItem {
    let sample = sources[0].item(at: path)
    return SampleItem(id: sample.id * 4 + tag, rank: sample.rank, version: sample.version)
  }

  func name(ofSection section: Int) -> String? { names[section] }
  var numberOfSections: Int { counts.count }
  func numberOfItems(inSection section: Int) -> Int { counts[section] }

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
}
