public import Changesets

extension ChainFuzzer {
  /// One step of a case, as a value: an edit of a leaf, or another event.
  ///
  /// Paths and indexes are those at the time of the edit. What cannot be done then is skipped: an edit at a path that
  /// does not exist, or the insertion of a sample or section that already exists. Therefore any subset of a list of
  /// edits can be run.
  public indirect enum Edit: Hashable, Sendable {
    /// Inserts consecutive samples, the first of them at the path.
    case insert([SampleItem], at: ItemPath, leaf: Int = 0)
    /// Removes consecutive samples, beginning at the path.
    case remove(Int = 1, at: ItemPath, leaf: Int = 0)
    /// Replaces a sample by its next version.
    case update(at: ItemPath, rank: Int, leaf: Int = 0)
    /// Moves a sample. The second path is the one after the move.
    case move(from: ItemPath, to: ItemPath, leaf: Int = 0)
    /// Inserts a section with samples.
    case insertSection(String, [SampleItem] = [], at: Int, leaf: Int = 0)
    /// Removes a section with all its samples.
    case removeSection(at: Int, leaf: Int = 0)
    /// Moves a section. The second index is the one after the move.
    case moveSection(from: Int, to: Int, leaf: Int = 0)
    /// Adds a prime to the name of a section, or removes it. Both are names of the same section.
    case renameSection(at: Int, leaf: Int = 0)
    /// Replaces all sections of a leaf.
    case reload([SectionState<String, SampleItem>], leaf: Int = 0)
    /// Makes edits in one transaction.
    case transaction([Edit])
    /// Performs one of the chain's actions.
    case change(String, Int)
    /// Creates the chain over the present contents of the leaves. Without this edit, the chain is created at the
    /// beginning.
    case makeChain
  }
}

extension String {
  /// The name of a section without the prime, if it has one.
  var withoutPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self }

  /// The other name of the same section: with or without a prime.
  var withOtherPrime: String { utf8.last == UInt8(ascii: "'") ? String(dropLast()) : self + "'" }
}

/// The description of an edit is its Swift code.
extension ChainFuzzer.Edit: CustomStringConvertible {
  /// The edit as a Swift literal, to be pasted into a test.
  public var description: String {
    switch self {
    case .insert(let samples, let path, let leaf):
      call("insert", samples.literal, "at: \(path.literal)", leaf)
    case .remove(let count, let path, let leaf):
      call("remove", count == 1 ? nil : "\(count)", "at: \(path.literal)", leaf)
    case .update(let path, let rank, let leaf):
      call("update", "at: \(path.literal)", "rank: \(rank)", leaf)
    case .move(let from, let to, let leaf):
      call("move", "from: \(from.literal)", "to: \(to.literal)", leaf)
    case .insertSection(let name, let samples, let index, let leaf):
      call("insertSection", "\(name.literal)\(samples.isEmpty ? "" : ", \(samples.literal)")", "at: \(index)", leaf)
    case .removeSection(let index, let leaf): call("removeSection", nil, "at: \(index)", leaf)
    case .moveSection(let from, let to, let leaf): call("moveSection", "from: \(from)", "to: \(to)", leaf)
    case .renameSection(let index, let leaf): call("renameSection", nil, "at: \(index)", leaf)
    case .reload(let sections, let leaf):
      call("reload", nil, "[\(sections.map(\.literal).joined(separator: ", "))]", leaf)
    case .transaction(let edits): ".transaction([\(edits.map(\.description).joined(separator: ", "))])"
    case .change(let name, let value): ".change(\(name.literal), \(value))"
    case .makeChain: ".makeChain"
    }
  }

  private func call(_ name: String, _ first: String?, _ second: String, _ leaf: Int) -> String {
    let arguments = [first, second, leaf == 0 ? nil : "leaf: \(leaf)"].compactMap(\.self)
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }
}

extension ItemPath {
  fileprivate var literal: String { "ItemPath(\(section), \(item))" }
}

extension String {
  /// The debug description escapes single quotes, which is not needed in Swift.
  fileprivate var literal: String { debugDescription.replacing("\\'", with: "'") }
}

extension SampleItem {
  fileprivate var literal: String {
    "SampleItem(id: \(id), rank: \(rank)\(version == 0 ? "" : ", version: \(version)"))"
  }
}

extension [SampleItem] {
  fileprivate var literal: String { "[\(map(\.literal).joined(separator: ", "))]" }
}

extension SectionState<String, SampleItem> {
  fileprivate var literal: String { "SectionState(\(value.literal), items: \(items.literal))" }
}

extension ChainFuzzer.Edit {
  /// Candidates that may replace the edit when shrinking: with smaller content, or at smaller indexes.
  var simpler: [[Self]] {
    switch self {
    case .insert(let samples, let path, let leaf):
      return samples.simpler.map { [.insert($0, at: path, leaf: leaf)] }
        + path.simpler.map { [.insert(samples, at: $0, leaf: leaf)] }
    case .remove(let count, let path, let leaf):
      return count.simpler.map { [.remove($0, at: path, leaf: leaf)] }
        + path.simpler.map { [.remove(count, at: $0, leaf: leaf)] }
    case .update(let path, let rank, let leaf):
      return rank.simpler.map { [.update(at: path, rank: $0, leaf: leaf)] }
        + path.simpler.map { [.update(at: $0, rank: rank, leaf: leaf)] }
    case .move(let from, let to, let leaf):
      return from.simpler.map { [.move(from: $0, to: to, leaf: leaf)] }
        + to.simpler.map { [.move(from: from, to: $0, leaf: leaf)] }
    case .insertSection(let name, let samples, let index, let leaf):
      return samples.simpler.map { [.insertSection(name, $0, at: index, leaf: leaf)] }
        + index.simpler.map { [.insertSection(name, samples, at: $0, leaf: leaf)] }
    case .removeSection(let index, let leaf): return index.simpler.map { [.removeSection(at: $0, leaf: leaf)] }
    case .moveSection(let from, let to, let leaf):
      return from.simpler.map { [.moveSection(from: $0, to: to, leaf: leaf)] }
        + to.simpler.map { [.moveSection(from: from, to: $0, leaf: leaf)] }
    case .renameSection(let index, let leaf): return index.simpler.map { [.renameSection(at: $0, leaf: leaf)] }
    case .reload(let sections, let leaf):
      return sections.indices.flatMap { index in
        sections[index].items.simpler.map { samples in
          var sections = sections
          sections[index].items = samples
          return [.reload(sections, leaf: leaf)]
        }
      }
    case .transaction(let edits):
      return [edits]
        + edits.indices.flatMap { index in
          edits[index].simpler.map { simpler in
            var edits = edits
            edits.replaceSubrange(index...index, with: simpler)
            return [.transaction(edits)]
          }
        }
    case .change(let name, let value): return value.simpler.map { [.change(name, $0)] }
    case .makeChain: return []
    }
  }

  /// Returns one edit with the effect of this edit followed by another one, or nil if there is none.
  func merged(with next: Self) -> Self? {
    switch (self, next) {
    case (.insertSection(let name, var samples, let index, let leaf), .insert(let more, let path, let other))
    where leaf == other && path.section == index && (0...samples.count).contains(path.item):
      samples.insert(contentsOf: more, at: path.item)
      return .insertSection(name, samples, at: index, leaf: leaf)
    case (.insert(var samples, let place, let leaf), .insert(let more, let path, let other))
    where leaf == other && path.section == place.section && (0...samples.count).contains(path.item - place.item):
      samples.insert(contentsOf: more, at: path.item - place.item)
      return .insert(samples, at: place, leaf: leaf)
    case (.reload(var sections, let leaf), .insert(let more, let path, let other))
    where leaf == other && sections.indices.contains(path.section)
      && (0...sections[path.section].items.count).contains(path.item):
      sections[path.section].items.insert(contentsOf: more, at: path.item)
      return .reload(sections, leaf: leaf)
    default: return nil
    }
  }

  /// The measure of an edit's size that shrinking reduces.
  var size: Int {
    switch self {
    case .insert(let samples, let path, _): samples.size + path.size
    case .remove(let count, let path, _): count + path.size
    case .update(let path, let rank, _): rank + path.size
    case .move(let from, let to, _): from.size + to.size
    case .insertSection(_, let samples, let index, _): samples.size + index
    case .removeSection(let index, _), .renameSection(let index, _): index
    case .moveSection(let from, let to, _): from + to
    case .reload(let sections, _): sections.reduce(0) { $0 + 1 + $1.items.size }
    case .transaction(let edits): edits.reduce(1) { $0 + 1 + $1.size }
    case .change(_, let value): value
    case .makeChain: 0
    }
  }
}

extension Int {
  fileprivate var simpler: [Int] { self > 0 ? Array(Set([0, self / 2, self - 1])).sorted() : [] }
}

extension ItemPath {
  fileprivate var simpler: [ItemPath] {
    section.simpler.map { ItemPath(section: $0, item: item) }
      + item.simpler.map { ItemPath(section: section, item: $0) }
  }

  fileprivate var size: Int { section + item }
}

extension [SampleItem] {
  /// Arrays with smaller ranks. Candidates with fewer samples are not among them, as these change paths: see
  /// `Rewriting`.
  fileprivate var simpler: [[SampleItem]] {
    indices.flatMap { index in
      self[index].rank.simpler.map { rank in
        var samples = self
        samples[index].rank = rank
        return samples
      }
    }
  }

  fileprivate var size: Int { reduce(0) { $0 + 1 + $1.rank } }
}
