import CCmark

extension CmarkTree {
  mutating func append(_ list: Block.List) {
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
        cmark_node_set_list_delim(node, list.hasParentheses ? CMARK_PAREN_DELIM : CMARK_PERIOD_DELIM)
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

extension Block.List {
  /// The first number, if there are numbers: none of them has more than nine digits, which is all that CommonMark
  /// reads.
  var start: Int? {
    guard case .ordered(let start, _) = kind else { return nil }
    return Swift.min(Swift.max(0, start), 999_999_999 - items.count)
  }

  /// Whether a parenthesis stands behind each number.
  fileprivate var hasParentheses: Bool {
    if case .ordered(_, .parenthesis) = kind { true } else { false }
  }

  /// Whether the items may stand close together: nothing has to stand between the blocks of an item.
  var canBeTight: Bool {
    isTight && items.allSatisfy { item in zip(item, item.dropFirst()).allSatisfy { $0.ends(before: $1) } }
  }
}

extension Block {
  /// Whether Markdown tells the block from the next one without a blank line between them.
  fileprivate func ends(before next: Block) -> Bool {
    switch (self, next) {
    // A property list is a list in Markdown, and a table is HTML, which only a blank line ends.
    case (.properties, _), (.table, _), (_, .properties), (_, .table): false
    case (.heading, _), (.code, _), (.thematicBreak, _): true
    // Text goes on with the line below, and so does the text that a quote or a list ends with; only a list from 1 can break it off.
    case (_, .paragraph), (.quote, .quote), (.list, .list): false
    case (_, .list(let list)): list.start ?? 1 == 1
    case (_, .heading), (_, .code), (_, .thematicBreak), (_, .quote): true
    }
  }
}
