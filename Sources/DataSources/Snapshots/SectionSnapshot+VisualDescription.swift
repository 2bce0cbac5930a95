extension SectionSnapshot {
  /// The tree as text: a line for each item, indented by its level, also for items that are not visible.
  ///
  /// ```
  /// - Pome fruit
  ///   * Apple
  ///   * Pear
  /// + Stone fruit
  ///   * Plum
  /// ```
  ///
  /// The mark says what an item is: `-` with children and expanded, `+` with children and collapsed, `*` without children. What would break
  /// a line is escaped. It is for people: the form may change.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public func visualDescription() -> String {
    var text = ""
    var level = 0
    var handles = brackets.makeIterator()
    var next = handles.next()
    while let handle = next {
      next = handles.next()
      guard let node = nodes[handle.offset] else {
        level -= 1
        continue
      }
      let mark = next == node.closing ? "*" : node.isExpanded ? "-" : "+"
      text += String(repeating: "  ", count: level) + "\(mark) " + "\(node.identifier)".onOneLine + "\n"
      level += 1
    }
    return text
  }
}
