extension [Block] {
  /// The blocks with each replaced by others, from the inside out: a list's items are rewritten before the list.
  ///
  /// - Parameter transform: What stands in a block's place. Its result is not rewritten again.
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

  /// The blocks with every run of inlines in them rewritten.
  package func mapInlines(_ transform: ([Inline]) -> [Inline]) -> [Block] {
    flatMapBlocks { [$0.mapInlines(transform)] }
  }

  /// Whether some block is found, outside of lists and quotes or in them.
  func containsBlock(where isFound: (Block) -> Bool) -> Bool {
    contains { block in
      switch block {
      case .list(let list): list.items.contains { $0.containsBlock(where: isFound) }
      case .quote(let blocks): blocks.containsBlock(where: isFound)
      default: isFound(block)
      }
    }
  }

  /// Whether some link has a destination, or some picture a source, that is looked for.
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

  /// The blocks with the destination of every link and the source of every picture replaced.
  package func mapDestinations(_ transform: (String) -> String) -> [Block] {
    mapDestinations(ofLinks: transform, ofImages: transform)
  }

  /// The blocks with the destination of every link replaced, and the source of every picture in another way.
  package func mapDestinations(
    ofLinks link: (String) -> String, ofImages image: (String) -> String
  ) -> [Block] {
    mapInlines { inlines in
      inlines.flatMapInlines { inline in
        switch inline {
        case .link(let destination, let title, let label):
          [.link(destination: link(destination), title: title, label)]
        case .image(let source, let title, let alternative):
          [.image(source: image(source), title: title, alternative)]
        default: [inline]
        }
      }
    }
  }

  /// The blocks with their headings moved down; none goes below level 6.
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
  /// The block with the runs of inlines that stand directly in it rewritten.
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
          alignments: table.alignments))
    case .list, .quote, .code, .thematicBreak: self
    }
  }
}

extension [Inline] {
  fileprivate func containsDestination(where isFound: (String) -> Bool) -> Bool {
    contains { inline in
      switch inline {
      case .emphasis(let inlines), .strong(let inlines): inlines.containsDestination(where: isFound)
      case .link(let address, _, let inlines), .image(let address, _, let inlines):
        isFound(address) || inlines.containsDestination(where: isFound)
      case .text, .code, .softBreak, .lineBreak: false
      }
    }
  }

  /// The inlines with the words of each link in its place.
  package var withoutLinks: [Inline] {
    flatMapInlines { if case .link(_, _, let label) = $0 { label } else { [$0] } }
  }

  /// The inlines with each replaced by others, from the inside out: a link's text is rewritten before the link.
  ///
  /// - Parameter transform: What stands in an inline's place. Its result is not rewritten again.
  package func flatMapInlines(_ transform: (Inline) -> [Inline]) -> [Inline] {
    flatMap { inline in
      switch inline {
      case .emphasis(let inlines): transform(.emphasis(inlines.flatMapInlines(transform)))
      case .strong(let inlines): transform(.strong(inlines.flatMapInlines(transform)))
      case .link(let destination, let title, let label):
        transform(.link(destination: destination, title: title, label.flatMapInlines(transform)))
      case .image(let source, let title, let alternative):
        transform(.image(source: source, title: title, alternative.flatMapInlines(transform)))
      case .text, .code, .softBreak, .lineBreak: transform(inline)
      }
    }
  }
}
