import DataSources

/// The marks before the lines of a table: `-` for deleted, `+` for inserted, `>` for moved, and `~` for updated.
struct Marks {
  /// The marks of the old or the new state.
  struct Side {
    fileprivate var sections: [Int: String] = [:]
    fileprivate var items: [ItemPath: String] = [:]
    /// The mark of everything without a mark of its own.
    fileprivate var all: String?
    /// The mark of the items in sections with this mark.
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
