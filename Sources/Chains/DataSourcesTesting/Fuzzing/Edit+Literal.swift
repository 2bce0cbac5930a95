import Changesets

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
