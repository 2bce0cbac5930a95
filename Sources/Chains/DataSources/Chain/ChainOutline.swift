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
