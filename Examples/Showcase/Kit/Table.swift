import Changesets

/// Sections and items as lines.
struct Table {
  let lines: [String]

  init(_ sections: [SectionState<String, String>], _ marks: Marks.Side? = nil) {
    let marked = sections.enumerated().flatMap { index, section in
      ["\(marks?.section(index) ?? " ") \(section.value)"]
        + section.items.enumerated().map { item, text in
          "\(marks?.item(ItemPath(section: index, item: item)) ?? " ")   \(item)  \(text)"
        }
    }
    lines = marked.isEmpty ? ["  (no sections)"] : marked
  }

  /// This table with another one at its right.
  func beside(_ other: Table) -> [String] {
    let width = (lines.map(\.count).max() ?? 0) + 4
    return (0..<max(lines.count, other.lines.count)).map { index in
      let left = index < lines.count ? lines[index] : ""
      let right = index < other.lines.count ? other.lines[index] : ""
      let line = left + String(repeating: " ", count: width - left.count) + right
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

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
