import Changesets
import DataSources

/// The leaves of a case, and their contents with all edits that were made. Within a transaction, the leaves do not show
/// these yet.
struct SampleLeaves {
  let sources: [SectionedArraySource<SampleItem>]
  private(set) var contents: SampleContents
  /// The chain's actions by name.
  var actions: [String: (Int) -> Void] = [:]

  init(_ count: Int) {
    sources = (0..<count).map { _ in SectionedArraySource() }
    contents = SampleContents(leaves: count)
  }

  /// Makes an edit, as far as it is possible.
  ///
  /// - Returns: The inverse edit, or nil if there is none.
  @discardableResult
  mutating func apply(_ edit: ChainFuzzer.Edit) -> ChainFuzzer.Edit? {
    contents.beginStep()
    guard case .transaction(let edits) = edit else { return applySingle(edit) }
    var inverses: [ChainFuzzer.Edit] = []
    sources[...].transaction {
      for edit in edits { if let inverse = applySingle(edit) { inverses.append(inverse) } }
    }
    return inverses.isEmpty ? nil : .transaction(inverses.reversed())
  }

  private mutating func applySingle(_ edit: ChainFuzzer.Edit) -> ChainFuzzer.Edit? {
    if case .change(let name, let value) = edit {
      actions[name]?(value)
      return nil
    }
    guard let outcome = contents.apply(edit) else { return nil }
    make(outcome.done)
    return outcome.inverse
  }

  /// Makes a possible edit, which the contents already include, in the leaf.
  private func make(_ edit: ChainFuzzer.Edit) {
    switch edit {
    case .insert(let samples, let path, let leaf):
      many(samples.count, leaf) { source, offset in
        source.insert(samples[offset], at: ItemPath(section: path.section, item: path.item + offset))
      }
    case .remove(let count, let path, let leaf): many(count, leaf) { source, _ in source.remove(at: path) }
    case .update(let path, _, let leaf):
      sources[leaf].update(contents.leaves[leaf][path.section].items[path.item], at: path)
    case .move(let from, let to, let leaf): sources[leaf].move(from: from, to: to)
    case .insertSection(let name, let samples, let index, let leaf):
      sources[leaf].insertSection(SectionState(name, items: samples), at: index)
    case .removeSection(let index, let leaf): sources[leaf].removeSection(at: index)
    case .moveSection(let from, let to, let leaf): sources[leaf].moveSection(from: from, to: to)
    case .renameSection(let index, let leaf):
      sources[leaf].renameSection(at: index, contents.leaves[leaf][index].value)
    case .reload(let sections, let leaf):
      sources[leaf].reload(sections.map { SectionState($0.value, items: $0.items) })
    case .transaction, .change, .makeChain: break
    }
  }

  /// Makes several edits of a leaf in one epoch.
  private func many(_ count: Int, _ leaf: Int, _ edit: (SectionedArraySource<SampleItem>, Int) -> Void) {
    let source = sources[leaf]
    if count == 1 { return edit(source, 0) }
    source.transaction { for offset in 0..<count { edit(source, offset) } }
  }
}

extension ArraySlice<SectionedArraySource<SampleItem>> {
  /// Makes edits in a transaction of several leaves, which need not be connected.
  fileprivate func transaction(_ body: () -> Void) {
    guard let first else { return body() }
    first.transaction { dropFirst().transaction(body) }
  }
}
