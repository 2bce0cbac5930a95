import Changesets

/// The translation of a case to one without some edits, a sample, or a section.
///
/// It plays both cases side by side, each on contents of its own. An edit of the old contents is translated by what it
/// refers to, not by its numbers: the path of a sample becomes the path that this sample has in the new contents, and
/// an insertion goes behind the nearest earlier neighbour that still exists.
///
///     old  a b c d   insert x at 3  (behind c)       new, without b:   a c d   insert x at 2
struct Rewriting {
  private var old: SampleContents
  private var new: SampleContents
  /// The identifier of the sample to omit, and the name of the section to omit.
  private let sample: Int?
  private let section: String?

  init(leaves: Int, sample: Int? = nil, section: String? = nil) {
    old = SampleContents(leaves: leaves)
    new = old
    self.sample = sample
    self.section = section
  }

  /// Returns the translation of an edit, or an empty array if it has no effect.
  mutating func rewrite(_ edit: ChainFuzzer.Edit, isOmitted: Bool = false) -> [ChainFuzzer.Edit] {
    old.beginStep()
    new.beginStep()
    if case .transaction(let edits) = edit {
      let rewritten = edits.compactMap { rewriteSingle($0, isOmitted: isOmitted) }
      return rewritten.isEmpty ? [] : [.transaction(rewritten)]
    }
    return rewriteSingle(edit, isOmitted: isOmitted).map { [$0] } ?? []
  }

  private mutating func rewriteSingle(_ edit: ChainFuzzer.Edit, isOmitted: Bool) -> ChainFuzzer.Edit? {
    switch edit {
    case .change, .makeChain: return isOmitted ? nil : edit
    default:
      var next = old
      guard next.apply(edit) != nil else { return nil }
      // The old contents follow every edit, whether or not it has a translation.
      defer { old = next }
      guard !isOmitted, let candidate = translated(edit) else { return nil }
      return new.apply(candidate)?.done
    }
  }

  /// Returns the edit of the new contents that corresponds to an edit of the old contents, or nil if there is none.
  private func translated(_ edit: ChainFuzzer.Edit) -> ChainFuzzer.Edit? {
    switch edit {
    case .insert(let samples, let path, let leaf):
      return gap(at: path, leaf).map { .insert(remaining(samples), at: $0, leaf: leaf) }
    case .remove(let count, let path, let leaf):
      guard let section = oldSection(path.section, leaf) else { return nil }
      let places = section.items.dropFirst(path.item).prefix(count).compactMap { place(of: $0, leaf) }
      return places.first.map { .remove(places.count, at: $0, leaf: leaf) }
    case .update(let path, let rank, let leaf):
      return place(at: path, leaf).map { .update(at: $0, rank: rank, leaf: leaf) }
    case .move(let from, let to, let leaf):
      guard let moved = oldSample(at: from, leaf), let place = place(of: moved, leaf),
        let target = gap(at: to, leaf, without: moved.id)
      else { return nil }
      return .move(from: place, to: target, leaf: leaf)
    case .insertSection(let name, let samples, let index, let leaf):
      if name.withoutPrime == section { return nil }
      return .insertSection(name, remaining(samples), at: sectionGap(at: index, leaf), leaf: leaf)
    case .removeSection(let index, let leaf):
      return sectionPlace(at: index, leaf).map { .removeSection(at: $0, leaf: leaf) }
    case .moveSection(let from, let to, let leaf):
      guard let place = sectionPlace(at: from, leaf) else { return nil }
      return .moveSection(from: place, to: sectionGap(at: to, leaf, without: oldSection(from, leaf)), leaf: leaf)
    case .renameSection(let index, let leaf):
      return sectionPlace(at: index, leaf).map { .renameSection(at: $0, leaf: leaf) }
    case .reload(let sections, let leaf):
      return .reload(
        sections.filter { $0.value.withoutPrime != section }.map {
          SectionState($0.value, items: remaining($0.items))
        }, leaf: leaf)
    case .transaction, .change, .makeChain: return edit
    }
  }

  private func remaining(_ samples: [SampleItem]) -> [SampleItem] { samples.filter { $0.id != sample } }

  // MARK: - Paths

  private func oldSection(_ index: Int, _ leaf: Int) -> SectionState<String, SampleItem>? {
    guard old.leaves.indices.contains(leaf), old.leaves[leaf].indices.contains(index) else { return nil }
    return old.leaves[leaf][index]
  }

  private func oldSample(at path: ItemPath, _ leaf: Int) -> SampleItem? {
    guard let section = oldSection(path.section, leaf), section.items.indices.contains(path.item) else { return nil }
    return section.items[path.item]
  }

  private func place(of sample: SampleItem, _ leaf: Int) -> ItemPath? {
    for (index, section) in new.leaves[leaf].enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == sample.id }) {
        return ItemPath(section: index, item: item)
      }
    }
    return nil
  }

  private func place(at path: ItemPath, _ leaf: Int) -> ItemPath? {
    oldSample(at: path, leaf).flatMap { place(of: $0, leaf) }
  }

  private func place(ofSection section: SectionState<String, SampleItem>, _ leaf: Int) -> Int? {
    new.leaves[leaf].firstIndex { $0.value.withoutPrime == section.value.withoutPrime }
  }

  private func sectionPlace(at index: Int, _ leaf: Int) -> Int? {
    oldSection(index, leaf).flatMap { place(ofSection: $0, leaf) }
  }

  /// Returns the path behind the nearest earlier sample that still exists, ignoring the sample that moves.
  private func gap(at path: ItemPath, _ leaf: Int, without moved: Int? = nil) -> ItemPath? {
    guard let section = oldSection(path.section, leaf), let index = place(ofSection: section, leaf) else { return nil }
    let items = new.leaves[leaf][index].items.filter { $0.id != moved }
    let before = section.items.filter { $0.id != moved }.prefix(path.item)
    // The nearest earlier sample that the new contents have in this section.
    let last = before.lazy.reversed().compactMap { sample in items.firstIndex { $0.id == sample.id } }.first
    return ItemPath(section: index, item: last.map { $0 + 1 } ?? 0)
  }

  /// Returns the index behind the nearest earlier section that still exists, ignoring the section that moves.
  private func sectionGap(at index: Int, _ leaf: Int, without moved: SectionState<String, SampleItem>? = nil) -> Int {
    guard old.leaves.indices.contains(leaf) else { return index }
    let name = moved?.value.withoutPrime
    let names = new.leaves[leaf].map(\.value.withoutPrime).filter { $0 != name }
    let before = old.leaves[leaf].map(\.value.withoutPrime).filter { $0 != name }.prefix(index)
    let last = before.lazy.reversed().compactMap { name in names.firstIndex(of: name) }.first
    return last.map { $0 + 1 } ?? 0
  }
}

/// Cases without some of the edits, samples or sections. The paths of the remaining edits are changed so that they
/// refer to the same samples and sections as before.
extension [ChainFuzzer.Edit] {
  /// Returns the edits without some of them.
  func rewritten(leaves: Int, omittingEdits range: Range<Int>) -> Self {
    var rewriting = Rewriting(leaves: leaves)
    return enumerated().flatMap { index, edit in rewriting.rewrite(edit, isOmitted: range.contains(index)) }
  }

  /// Returns the edits without all effects on one sample.
  func rewritten(leaves: Int, omittingSample id: Int) -> Self {
    var rewriting = Rewriting(leaves: leaves, sample: id)
    return flatMap { rewriting.rewrite($0) }
  }

  /// Returns the edits without all effects on one section.
  func rewritten(leaves: Int, omittingSection name: String) -> Self {
    var rewriting = Rewriting(leaves: leaves, section: name)
    return flatMap { rewriting.rewrite($0) }
  }

  /// The inserted samples, in order.
  var samples: [SampleItem] {
    flatMap { edit -> [SampleItem] in
      switch edit {
      case .insert(let samples, _, _), .insertSection(_, let samples, _, _): samples
      case .reload(let sections, _): sections.flatMap(\.items)
      case .transaction(let edits): edits.samples
      default: []
      }
    }
  }

  /// The names of the inserted sections, in order, without primes.
  var sectionNames: [String] {
    flatMap { edit -> [String] in
      switch edit {
      case .insertSection(let name, _, _, _): [name.withoutPrime]
      case .reload(let sections, _): sections.map(\.value.withoutPrime)
      case .transaction(let edits): edits.sectionNames
      default: []
      }
    }
  }

  /// The edits with samples and sections numbered in the order of their insertion.
  var renumbered: Self {
    var ids: [Int: Int] = [:], names: [String: String] = [:]
    for sample in samples where ids[sample.id] == nil { ids[sample.id] = ids.count }
    for name in sectionNames where names[name] == nil { names[name] = "S\(names.count)" }
    func new(_ samples: [SampleItem]) -> [SampleItem] {
      samples.map { SampleItem(id: ids[$0.id] ?? $0.id, rank: $0.rank, version: $0.version) }
    }
    func new(_ name: String) -> String {
      let base = names[name.withoutPrime] ?? name
      return name == name.withoutPrime ? base : base.withOtherPrime
    }
    func new(_ edit: Element) -> Element {
      switch edit {
      case .insert(let samples, let path, let leaf): .insert(new(samples), at: path, leaf: leaf)
      case .insertSection(let name, let samples, let index, let leaf):
        .insertSection(new(name), new(samples), at: index, leaf: leaf)
      case .reload(let sections, let leaf):
        .reload(sections.map { SectionState(new($0.value), items: new($0.items)) }, leaf: leaf)
      case .transaction(let edits): .transaction(edits.map(new))
      default: edit
      }
    }
    return map(new)
  }
}
