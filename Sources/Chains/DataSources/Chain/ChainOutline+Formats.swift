extension DataSource {
  /// Returns the chain upstream of this source as an indented tree: the name of every link, the number of its sections
  /// and items, and its statistics if it is profiled.
  ///
  /// ```
  /// Sort: 1 section (“Fruits”), 2 items
  ///   Mappings.Filter: 1 section (“Fruits”), 2 items
  ///     ArraySource: 1 section (“Fruits”), 5 items
  /// ```
  ///
  /// A link with several downstream links has a number, and is described where it appears first.
  ///
  /// - Parameter withTimes: Whether to add the times of profiled links. The rest of the text is the same in every run.
  /// - Complexity: O(*l* + *s*), *l* being the number of links and of connections between them, and *s* the number of
  ///   all their sections, beside the cost of counting their items.
  public func chainDescription(withTimes: Bool = false) -> String {
    ChainOutline(self, withTimes: withTimes).tree
  }

  /// Returns the chain upstream of this source as a flowchart in the language of [Mermaid](https://mermaid.js.org),
  /// which many Markdown viewers render.
  ///
  /// - Parameter withTimes: Whether to add the times of profiled links. The rest of the text is the same in every run.
  /// - Complexity: O(*l* + *s*), *l* being the number of links and of connections between them, and *s* the number of
  ///   all their sections, beside the cost of counting their items.
  public func mermaid(withTimes: Bool = false) -> String {
    ChainOutline(self, withTimes: withTimes).mermaid
  }

  /// Returns the chain upstream of this source as a graph in the DOT language of [Graphviz](https://graphviz.org).
  ///
  /// - Parameter withTimes: Whether to add the times of profiled links. The rest of the text is the same in every run.
  /// - Complexity: O(*l* + *s*), *l* being the number of links and of connections between them, and *s* the number of
  ///   all their sections, beside the cost of counting their items.
  public func dot(withTimes: Bool = false) -> String {
    ChainOutline(self, withTimes: withTimes).dot
  }
}

extension ChainOutline {
  fileprivate var tree: String {
    let downstreamCounts = downstreamCounts
    var isDescribed: Set<Int> = []
    var lines: [String] = []
    var waiting = [(number: 0, level: 0)]
    while let (number, level) = waiting.popLast() {
      let node = nodes[number]
      let mark = downstreamCounts[number] > 1 ? " #\(number)" : ""
      let head = String(repeating: "  ", count: level) + node.name + mark
      guard isDescribed.insert(number).inserted else {
        lines.append((head + ", as above").onOneLine)
        continue
      }
      lines.append("\(head): \(node.contents)\(node.activity.map { "; " + $0 } ?? "")".onOneLine)
      // The last one is taken first, so the first source is described first.
      waiting += node.upstream.reversed().map { ($0, level + 1) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  fileprivate var mermaid: String {
    var lines = ["flowchart LR"]
    for (number, node) in nodes.enumerated() {
      lines.append("  n\(number)[\"\(node.lines.map(\.escapedForMermaid).joined(separator: "<br>"))\"]")
    }
    for edge in edges {
      lines.append("  n\(edge.from) -->\(edge.label.map { "|\($0)|" } ?? "") n\(edge.to)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  fileprivate var dot: String {
    var lines = ["digraph chain {", "  rankdir=LR;", "  node [shape=box];"]
    for (number, node) in nodes.enumerated() {
      lines.append("  n\(number) [label=\"\(node.lines.map(\.escapedForDOT).joined(separator: "\\n"))\"];")
    }
    for edge in edges {
      lines.append("  n\(edge.from) -> n\(edge.to)\(edge.label.map { " [label=\($0)]" } ?? "");")
    }
    return (lines + ["}"]).map { $0 + "\n" }.joined()
  }

  /// The edges point from each source to its downstream links, as items flow. The edges to a link with several sources
  /// are numbered.
  private var edges: [(from: Int, to: Int, label: Int?)] {
    nodes.enumerated().flatMap { number, node in
      node.upstream.enumerated().map { index, source in (source, number, node.upstream.count > 1 ? index : nil) }
    }
  }
}

extension ChainOutline.Node {
  fileprivate var lines: [String] { [name, contents] + (activity.map { [$0] } ?? []) }
}

extension String {
  /// The text for the inside of a quoted Mermaid label. All ASCII characters except letters, digits and common
  /// punctuation become entities, so that no character is interpreted as markup.
  fileprivate var escapedForMermaid: String {
    onOneLine.unicodeScalars.reduce(into: "") { result, scalar in
      let isPlain =
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " ,.()".unicodeScalars.contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
  }

  /// The text for the inside of a quoted DOT label, in which backslashes and HTML entities are interpreted.
  fileprivate var escapedForDOT: String {
    onOneLine.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
