// Descriptions of edits in one line, for `print`, logs, and the messages of tests.

extension UpdateBatch: CustomStringConvertible {
  /// A description of the edits in one line: `delete (0, 1); insert (0, 2), (0, 3)`. Edits of sections come first:
  /// `sections: delete 1; items: insert (0, 2)`.
  ///
  /// An empty batch is described as `empty`. A long list of places is cut off after the first ones.
  public var description: String {
    if isReload { return "reload" }
    if sections.isEmpty { return items.description }
    return items.isEmpty ? "sections: \(sections)" : "sections: \(sections); items: \(items)"
  }
}

extension Edits: CustomStringConvertible {
  /// A description of the edits in one line: `delete 1, 4; insert 2; move 5→0; update 3`.
  ///
  /// Empty edits are described as `empty`. A long list of places is cut off after the first ones.
  public var description: String {
    if isReload { return "reload" }
    if isEmpty { return "empty" }
    return [
      Self.text("delete", deletes) { "\($0)" }, Self.text("insert", inserts) { "\($0)" },
      Self.text("move", moves) { "\($0)" },
      Self.text("update", updates) { $0.before == $0.after ? "\($0.after)" : "\($0)" },
    ].compactMap(\.self).joined(separator: "; ")
  }

  /// Returns the description of the edits of one kind, or `nil` if there are none.
  private static func text<Element>(
    _ verb: String, _ edits: EditList<Element>, _ text: (Element) -> String
  ) -> String? {
    if edits.isEmpty { return nil }
    let limit = 5
    // “… and 1 more” would be no shorter than the place that it replaces.
    let named = edits.count == limit + 1 ? edits.count : limit
    let rest = edits.count > named ? ", … and \(edits.count - named) more" : ""
    return "\(verb) \(edits.prefix(named).map(text).joined(separator: ", "))\(rest)"
  }
}

extension ElementChange: CustomStringConvertible {
  /// A description of the change: `delete fig at 3`, `insert kiwi at 0`, `move apple 2→1`, `replace fig by date at 3`.
  public var description: String {
    switch self {
    case .delete(let element, let index): "delete \(element) at \(index)"
    case .insert(let element, let index): "insert \(element) at \(index)"
    case .move(let element, let from, let to): "move \(element) \(from)→\(to)"
    case .replace(let old, let new, let from, let to):
      "replace \(old) by \(new) at \(from == to ? "\(to)" : "\(from)→\(to)")"
    }
  }
}

extension UpdateMessage: CustomStringConvertible {
  /// A description of the message: `did delete items (0, 4), (0, 1)`.
  public var description: String {
    func text(_ verb: String, _ places: [some CustomStringConvertible]) -> String {
      "did \(verb) \(places.map(\.description).joined(separator: ", "))"
    }
    return switch self {
    case .didReload: "did reload"
    case .willUpdate: "will update"
    case .didDeleteSections(let sections): text("delete sections", sections)
    case .didInsertSections(let sections): text("insert sections", sections)
    case .didDeleteItems(let paths): text("delete items", paths)
    case .didInsertItems(let paths): text("insert items", paths)
    case .didUpdateItems(let paths): text("update items", paths)
    case .didUpdate: "did update"
    }
  }
}

extension UpdateStage: CustomStringConvertible {
  /// A description of the stage: `delete 1 → ["a", "c"]`.
  public var description: String { "\(edits) → \(state)" }
}

extension SectionState: CustomStringConvertible {
  /// A description of the section: `Citrus: [lemon, lime]`, or `[lemon, lime]` if it has no value.
  public var description: String {
    let items = "[\(items.map { "\($0)" }.joined(separator: ", "))]"
    if Value.self == Void.self { return items }
    // An optional name is described as the name.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value): \(items)" }
    return mirror.children.first.map { "\($0.value): \(items)" } ?? items
  }
}
