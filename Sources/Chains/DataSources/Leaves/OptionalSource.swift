public import Changesets

/// A leaf that stores one item or none: one section with the item, or no section.
///
/// ```swift
/// let selected = OptionalSource<Fruit>(name: "Selected")
/// selected.value = apple                    // observers are notified of one section
/// selected.value = pear                     // ... of one update
/// selected.value = nil                      // ... and that the section is gone
/// ```
///
/// A value is set immediately, or, within a transaction or an observer, in the epoch that follows; until then the
/// source shows the state before. Of several values that are set in a transaction, the last one is used.
public final class OptionalSource<Item>: DataSource {
  public let link = ChainLink("OptionalSource")
  /// The name of the section.
  public private(set) var name: String?

  private var shown: Item?
  /// The changes in this epoch.
  private var change: Change?

  private struct Change {
    let wasEmpty: Bool
    var isItemChanged = false
    var isNameChanged = false
  }

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - value: The item.
  ///   - name: The name of the section.
  public init(_ value: Item? = nil, name: String? = nil) {
    shown = value
    self.name = name
    link.onUpdate(self) { $0.finish() }
  }

  /// The item. Setting it to another value is an update, even if the two are equal.
  public var value: Item? {
    get { shown }
    set {
      edit { source in
        source.shown = newValue
        source.change?.isItemChanged = true
      }
    }
  }

  /// Renames the section.
  public func rename(_ name: String?) {
    edit { source in
      if name != source.name { source.change?.isNameChanged = true }
      source.name = name
    }
  }

  /// 1 if there is an item, else 0.
  public var numberOfSections: Int { shown == nil ? 0 : 1 }

  /// Returns 1.
  public func numberOfItems(inSection section: Int) -> Int {
    guard section == 0 && shown != nil else { fatalError("\(link.name): There is no section \(section).") }
    return 1
  }

  public func item(at path: ItemPath) -> Item {
    guard let shown, path == ItemPath(0, 0) else { fatalError("\(link.name): There is no item at \(path).") }
    return shown
  }

  public func name(ofSection section: Int) -> String? { name }

  private func edit(_ body: @escaping (OptionalSource) -> Void) {
    link.edit { [self] in
      // The first edit of an epoch notes whether there was an item. The batch leads from there, whatever is set in
      // between.
      if change == nil { change = Change(wasEmpty: shown == nil) }
      body(self)
    }
  }

  private func finish() -> UpdateBatch {
    guard let change else { return UpdateBatch() }
    self.change = nil
    switch (change.wasEmpty, shown == nil) {
    case (true, true): return UpdateBatch()
    case (true, false): return UpdateBatch(sections: Edits(inserts: [0]))
    case (false, true): return UpdateBatch(sections: Edits(deletes: [0]))
    case (false, false):
      let place = ItemPath(0, 0)
      return UpdateBatch(
        sections: Edits(updates: change.isNameChanged ? [PlacePair(0, 0)] : []),
        items: Edits(updates: change.isItemChanged ? [PlacePair(place, place)] : []))
    }
  }
}
