import DataSources

/// What stands before a line: `-` is deleted, `+` inserted, `>` moved, `~` updated.
struct Marks {
  /// The marks of the state before, or of the state after.
  struct Side {
    fileprivate var sections: [Int: String] = [:]
    fileprivate var items: [ItemPath: String] = [:]
    /// What goes for all that is not named.
    fileprivate var all: String?
    /// What goes for the items of sections with this mark.
    fileprivate var inherited = ""

    func section(_ index: Int) -> String? { sections[index] ?? all }

    func item(_ path: ItemPath) -> String? {
      items[path] ?? (sections[path.section] == inherited ? inherited : nil) ?? all
    }
  }

  private(set) var before = Side(inherited: "-")
  private(set) var after = Side(inherited: "+")

  init(_ batch: UpdateBatch) {
    guard !batch.isReload else {
      (before.all, after.all) = ("-", "+")
      return
    }
    mark(batch.sections, in: \.sections)
    mark(batch.items, in: \.items)
  }

  private mutating func mark<Place>(_ edits: Edits<Place>, in list: WritableKeyPath<Side, [Place: String]>) {
    for update in edits.updates { after[keyPath: list][update.after] = "~" }
    for place in edits.deletes { before[keyPath: list][place] = "-" }
    for place in edits.inserts { after[keyPath: list][place] = "+" }
    for move in edits.moves {
      before[keyPath: list][move.before] = ">"
      after[keyPath: list][move.after] = ">"
    }
  }
}
