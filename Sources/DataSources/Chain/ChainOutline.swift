/// What a chain looks like, as a value that the ways of showing it have in common.
struct ChainOutline {
  /// One source of the chain. Its number is its index among the nodes, in the order of discovery: the same in every run.
  struct Node {
    /// The name of its link.
    let name: String
    /// How many sections and items there are, and what the sections are called.
    let contents: String
    /// What the link did, if it is profiled.
    let activity: String?
    /// The numbers of the sources that it stands on.
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

  /// How many connections lead on from each node.
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
  /// The text without what would break a line, hide, or turn the direction of what follows: that is written as `\u{…}`.
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
