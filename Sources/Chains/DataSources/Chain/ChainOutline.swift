/// The structure of a chain, as a value from which its text formats are generated.
struct ChainOutline {
  /// One source of the chain. Its number is its index among the nodes, in the order of discovery, which is the same in
  /// every run.
  struct Node {
    let name: String
    /// The number of sections and items, and the names of the sections.
    let contents: String
    /// A summary of the link's statistics, if it is profiled.
    let activity: String?
    /// The numbers of its upstream sources.
    let upstream: [Int]
  }

  let nodes: [Node]

  init(_ source: any DataSource, withTimes: Bool) {
    let chain = source.chain
    let numbers = Dictionary(uniqueKeysWithValues: chain.enumerated().map { (ObjectIdentifier($1), $0) })
    nodes = chain.map { source in
      Node(
        name: source.link.name, contents: source.contents,
        activity: source.link.statistics.map { $0.summary(withTime: withTimes) },
        upstream: source.upstreamSources.compactMap { numbers[ObjectIdentifier($0)] })
    }
  }

  /// The number of downstream connections of each node.
  var downstreamCounts: [Int] {
    nodes.reduce(into: Array(repeating: 0, count: nodes.count)) { counts, node in
      for number in node.upstream { counts[number] += 1 }
    }
  }
}

extension DataSource {
  fileprivate var contents: String {
    let shown = (0..<Swift.min(numberOfSections, 3)).map { name(ofSection: $0).map { "“\($0)”" } ?? "–" }
    let names =
      shown.allSatisfy { $0 == "–" } ? "" : shown.joined(separator: ", ") + (numberOfSections > 3 ? ", …" : "")
    return counted(numberOfSections, "section") + (names.isEmpty ? "" : " (\(names))") + ", "
      + counted(numberOfItems, "item")
  }
}

extension LinkStatistics {
  fileprivate func summary(withTime: Bool) -> String {
    let kinds = [(deletes, "delete"), (inserts, "insert"), (moves, "move"), (updates, "update"), (reloads, "reload")]
    let list = kinds.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return
      (["\(counted(turns, "turn")), \(counted(batches, "batch", "batches"))"]
      + (batches > 0 ? [list.joined(separator: ", "), "last \(lastBatch), greatest \(greatestBatch)"] : [])
      + (withTime
        ? ["\(time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000) µs"] : []))
      .joined(separator: "; ")
  }
}

private func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension String {
  /// The text on one line. Control characters, line separators, and characters that change the writing direction are
  /// written as `\u{…}`.
  package var onOneLine: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where scalar.properties.isBidiControl:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

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
  public func mermaid(withTimes: Bool = false) -> String { ChainOutline(self, withTimes: withTimes).mermaid }

  /// Returns the chain upstream of this source as a graph in the DOT language of [Graphviz](https://graphviz.org).
  ///
  /// - Parameter withTimes: Whether to add the times of profiled links. The rest of the text is the same in every run.
  /// - Complexity: O(*l* + *s*), *l* being the number of links and of connections between them, and *s* the number of
  ///   all their sections, beside the cost of counting their items.
  public func dot(withTimes: Bool = false) -> String { ChainOutline(self, withTimes: withTimes).dot }
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
