import CCmark

extension CmarkTree {
  mutating func append(_ list: List) {
    guard !list.items.isEmpty else { return }
    if format == .latex, let start = list.start, start != 1 {
      // libcmark counts such a list from one number too high.
      environment(
        "\\begin{enumerate}\n\\setcounter{\\csname @enumctr\\endcsname}{\(start - 1)}",
        "\\end{enumerate}"
      ) { tree in
        for item in list.items { tree.custom(CMARK_NODE_CUSTOM_BLOCK, "\\item") { $0.append(item) } }
      }
      return
    }
    append(CMARK_NODE_LIST) { node in
      if let start = list.start {
        cmark_node_set_list_type(node, CMARK_ORDERED_LIST)
        cmark_node_set_list_delim(node, CMARK_PERIOD_DELIM)
        cmark_node_set_list_start(node, Int32(start))
      } else {
        cmark_node_set_list_type(node, CMARK_BULLET_LIST)
      }
      cmark_node_set_list_tight(node, list.canBeTight ? 1 : 0)
    } content: { tree in
      for item in list.items { tree.append(CMARK_NODE_ITEM, content: { $0.append(item) }) }
    }
  }
}

extension List {
  /// The first number, if there are numbers: none of them has more than nine digits, which is all that CommonMark
  /// reads.
  var start: Int? {
    guard case .ordered(let start) = kind else { return nil }
    return Swift.min(Swift.max(0, start), 999_999_999 - items.count)
  }

  /// Whether the items may stand close together: a paragraph and a list under it do not need a blank line between them.
  var canBeTight: Bool {
    isTight
      && items.allSatisfy { item in
        switch (item.count, item.dropFirst().first) {
        case (...1, _): true
        // Only a list from 1 can break off a paragraph.
        case (2, .list(let inner)?): inner.start ?? 1 == 1
        default: false
        }
      }
  }
}
