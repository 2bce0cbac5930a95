import Changesets

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
