import CCmark

/// What emphasis is marked by in Markdown.
enum EmphasisMarks: CaseIterable {
  /// By stars, as libcmark does it.
  case stars
  /// By stars and underscores in turn, from the outside in.
  case starsOutside, underscoresOutside

  /// The mark of emphasis within a number of others; nil where it is left to libcmark.
  func mark(atDepth depth: Int) -> String? {
    switch self {
    case .stars: nil
    case .starsOutside: depth.isMultiple(of: 2) ? "*" : "_"
    case .underscoresOutside: depth.isMultiple(of: 2) ? "_" : "*"
    }
  }
}

extension CmarkTree {
  /// Chooses the marks of emphasis in a block of Markdown.
  ///
  /// How emphasis within the same emphasis is read depends on the marks, and on all that stands around them: so what would be written is
  /// read, and the first marks are taken by which it is the same.
  ///
  /// - Parameter inlines: The inlines of the block, laid out.
  /// - Returns: The inlines; without the inner emphasis where no marks tell it from the outer one.
  mutating func markingEmphasis(in inlines: [Inline]) -> [Inline] {
    emphasisMarks = .stars
    guard inlines.containsNestedEmphasis else { return inlines }
    if let marks = EmphasisMarks.allCases.first(where: { Self.reading(inlines, $0) == inlines }) {
      emphasisMarks = marks
      return inlines
    }
    return inlines.withoutNestedEmphasis.laidOut(.lines)
  }

  /// What a paragraph of inlines is read as.
  private static func reading(_ inlines: [Inline], _ marks: EmphasisMarks) -> [Inline]? {
    var tree = CmarkTree(.markdown)
    defer { tree.free() }
    tree.emphasisMarks = marks
    tree.append(CMARK_NODE_PARAGRAPH, content: { $0.append(inlines) })
    var bytes: [UInt8] = []
    tree.write(to: &bytes)
    let blocks = [Block](markdown: String(decoding: bytes, as: UTF8.self))
    guard blocks.count == 1, case .paragraph(let read) = blocks[0] else { return nil }
    return read.laidOut(.lines)
  }
}

extension [Inline] {
  /// Whether some emphasis is in other emphasis of its kind.
  fileprivate var containsNestedEmphasis: Bool { containsEmphasis(in: (false, false)) }

  private func containsEmphasis(in outer: (emphasis: Bool, strong: Bool)) -> Bool {
    contains { inline in
      switch inline {
      case .emphasis(let inlines): outer.emphasis || inlines.containsEmphasis(in: (true, outer.strong))
      case .strong(let inlines): outer.strong || inlines.containsEmphasis(in: (outer.emphasis, true))
      case .link(_, _, let inlines), .image(_, _, let inlines): inlines.containsEmphasis(in: outer)
      case .text, .code, .softBreak, .lineBreak: false
      }
    }
  }

  /// The inlines without emphasis in other emphasis of its kind.
  fileprivate var withoutNestedEmphasis: [Inline] {
    flatMapInlines { inline in
      switch inline {
      case .emphasis(let inlines):
        [.emphasis(inlines.flatMapInlines { if case .emphasis(let inner) = $0 { inner } else { [$0] } })]
      case .strong(let inlines):
        [.strong(inlines.flatMapInlines { if case .strong(let inner) = $0 { inner } else { [$0] } })]
      default: [inline]
      }
    }
  }
}
