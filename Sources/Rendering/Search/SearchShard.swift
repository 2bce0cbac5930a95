/// A part of the search index.
package enum SearchShard {
  /// The file of a shard, relative to the catalog's root.
  ///
  /// - Parameter number: The shard's number.
  package static func path(_ number: Int) -> String { "search/shard-\(number).js" }

  /// The number of bytes that an object takes of its shard at most, beside its text.
  ///
  /// - Complexity: O(*n*) in the length of its title, its address and its section.
  package static func size(title: String, path: PagePath?, section: String?) -> Int {
    // Most sections are in a shard more than once, and are written there once.
    var size = "[\"\",\"\",12345,\"\"],\n\"\",.html".utf8.count
    size += title.scriptStringCount + (section?.scriptStringCount ?? 0)
    guard let path else { return size }
    return path.folders.reduce(size + path.name.utf8.count) { $0 + $1.utf8.count + 1 }
  }

  /// The shard of some entries, in the order of their paths.
  ///
  /// It holds the names of their sections, and a line for each entry: title, path, the number of its section, text. What is missing at
  /// the end of a line is left out; an entry in no section that has a text says -1.
  ///
  /// - Complexity: O(*n* log *n*) in the number of entries, O(*m*) in the length of their texts.
  package static func file(entries: [SearchEntry]) -> [UInt8] {
    // By bytes: the order of strings is that of their letters, however those are spelt.
    let entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var sections: [String] = []
    var numbers: [String: Int] = [:]
    var lines: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      if index > 0 { lines.append(contentsOf: ",\n".utf8) }
      lines.append(contentsOf: "[".utf8)
      lines.append(scriptString: entry.title)
      lines.append(contentsOf: ",".utf8)
      lines.append(scriptString: entry.path)
      let number = entry.section.map { section in
        if let number = numbers[section] { return number }
        numbers[section] = sections.count
        sections.append(section)
        return sections.count - 1
      }
      if number != nil || !entry.text.isEmpty { lines.append(contentsOf: ",\(number ?? -1)".utf8) }
      if !entry.text.isEmpty {
        lines.append(contentsOf: ",".utf8)
        lines.append(scriptString: entry.text)
      }
      lines.append(contentsOf: "]".utf8)
    }
    var file = Array("pomonaSearch.shard([".utf8)
    for (index, section) in sections.enumerated() {
      if index > 0 { file.append(contentsOf: ",".utf8) }
      file.append(scriptString: section)
    }
    file.append(contentsOf: "],[\n".utf8)
    file += lines
    file.append(contentsOf: "\n]);\n".utf8)
    return file
  }
}
