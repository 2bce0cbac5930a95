import DataSources

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

  /// Returns the lines of this table with another one to the right of it.
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
