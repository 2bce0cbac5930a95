extension [Block] {
  /// Returns the blocks with each one replaced by the result of a closure, from the inside out: the items of a list are
  /// rewritten before the list.
  ///
  /// - Parameter transform: Returns the replacement of a block. The replacement is not rewritten again.
  package func flatMapBlocks(_ transform: (Block) -> [Block]) -> [Block] {
    flatMap { block in
      switch block {
      case .list(var list):
        list.items = list.items.map { $0.flatMapBlocks(transform) }
        return transform(.list(list))
      case .quote(let blocks): return transform(.quote(blocks.flatMapBlocks(transform)))
      default: return transform(block)
      }
    }
  }

  /// Returns the blocks with every array of inlines in them rewritten, at any depth of lists and quotes.
  package func mapInlines(_ transform: ([Inline]) -> [Inline]) -> [Block] {
    map { block in
      switch block {
      case .list(var list):
        list.items = list.items.map { $0.mapInlines(transform) }
        return .list(list)
      case .quote(let blocks): return .quote(blocks.mapInlines(transform))
      default: return block.mapInlines(transform)
      }
    }
  }

  /// Returns whether a block other than a list or a quote satisfies a predicate, at any depth of lists and quotes.
  func containsBlock(where isFound: (Block) -> Bool) -> Bool {
    // A span lends the blocks, which an iterator would copy.
    let blocks = span
    return blocks.indices.contains { index in
      switch blocks[index] {
      case .list(let list): list.items.contains { $0.containsBlock(where: isFound) }
      case .quote(let blocks): blocks.containsBlock(where: isFound)
      default: isFound(blocks[index])
      }
    }
  }

  /// Returns whether the destination of a link, or the source of a picture, satisfies a predicate.
  ///
  /// - Complexity: O(*n*), *n* being the number of blocks and inlines.
  package func containsDestination(where isFound: (String) -> Bool) -> Bool {
    containsBlock { block in
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines): inlines.containsDestination(where: isFound)
      case .properties(let properties):
        properties.contains {
          $0.label.containsDestination(where: isFound) || $0.value.containsDestination(where: isFound)
        }
      case .table(let table):
        table.header.contains { $0.containsDestination(where: isFound) }
          || table.rows.contains { $0.contains { $0.containsDestination(where: isFound) } }
      case .list, .quote, .code, .thematicBreak: false
      }
    }
  }

  /// Returns the blocks with the destinations of all links and the sources of all pictures replaced, each by its own
  /// closure.
  package func mapDestinations(ofLinks link: (String) -> String, ofImages image: (String) -> String) -> [Block] {
    mapInlines { inlines in
      inlines.flatMapInlines { inline in
        switch inline {
        case .link(let destination, let title, let label):
          [.link(destination: link(destination), title: title, label)]
        case .image(let source, let title, let alternative):
          [.image(source: image(source), title: title, alternative)]
        default: nil
        }
      }
    }
  }

  /// Returns the blocks with their headings moved down by a number of levels, to level 6 at most.
  package func shiftingHeadings(by levels: Int) -> [Block] {
    guard levels != 0, containsBlock(where: { if case .heading = $0 { true } else { false } }) else { return self }
    return flatMapBlocks { block in
      if case .heading(let level, let inlines) = block {
        [.heading(level: Swift.min(6, level + levels), inlines)]
      } else {
        [block]
      }
    }
  }
}

extension Block {
  /// Returns the block with the arrays of inlines that are directly in it rewritten. Lists and quotes have none and
  /// stay as they are.
  package func mapInlines(_ transform: ([Inline]) -> [Inline]) -> Block {
    switch self {
    case .paragraph(let inlines): .paragraph(transform(inlines))
    case .heading(let level, let inlines): .heading(level: level, transform(inlines))
    case .properties(let properties):
      .properties(properties.map { Block.Property(label: transform($0.label), value: transform($0.value)) })
    case .table(let table):
      .table(
        Block.Table(
          header: table.header.map(transform), rows: table.rows.map { $0.map(transform) },
          alignments: table.alignments, namesRows: table.namesRows))
    case .list, .quote, .code, .thematicBreak: self
    }
  }
}

extension [Inline] {
  fileprivate func containsDestination(where isFound: (String) -> Bool) -> Bool {
    let inlines = span
    return inlines.indices.contains { index in
      switch inlines[index] {
      case .emphasis(let inlines), .strong(let inlines): inlines.containsDestination(where: isFound)
      case .link(let address, _, let inlines), .image(let address, _, let inlines):
        isFound(address) || inlines.containsDestination(where: isFound)
      case .text, .code, .softBreak, .lineBreak: false
      }
    }
  }

  /// The inlines with each link replaced by its text.
  package var withoutLinks: [Inline] {
    flatMapInlines { if case .link(_, _, let label) = $0 { label } else { nil } }
  }

  /// Returns the inlines with each one replaced by the result of a closure, from the inside out: the text of a link is
  /// rewritten before the link.
  ///
  /// - Parameter transform: Returns the replacement of an inline, or `nil` to keep it. The replacement is not rewritten
  ///   again.
  package func flatMapInlines(_ transform: (Inline) -> [Inline]?) -> [Inline] {
    var result: [Inline] = []
    result.reserveCapacity(count)
    for inline in self {
      let rewritten: Inline =
        switch inline {
        case .emphasis(let inlines): .emphasis(inlines.flatMapInlines(transform))
        case .strong(let inlines): .strong(inlines.flatMapInlines(transform))
        case .link(let destination, let title, let label):
          .link(destination: destination, title: title, label.flatMapInlines(transform))
        case .image(let source, let title, let alternative):
          .image(source: source, title: title, alternative.flatMapInlines(transform))
        case .text, .code, .softBreak, .lineBreak: inline
        }
      if let replacement = transform(rewritten) { result += replacement } else { result.append(rewritten) }
    }
    return result
  }
}
