import JSONValues

/// The index that the HTML theme finds objects by: a small root file, which says which shards there are, and the shards.
///
/// All of them are scripts that hand constant data to the page's search: a page from the file system may load scripts, and nothing
/// else. Objects are divided among the shards so that a change of one object changes one of them, and the root file only when a shard
/// is split in two, or joined.
package enum SearchIndex {
  /// The number of bytes that the entries of a shard have at most, unless a single one has more: with all else, a shard stays below 64 kB.
  package static let capacity = 60_000

  /// The root file's place relative to the catalog's root.
  package static let path = "search/index.js"

  /// The version of the files, to be raised when they mean something else. The script of the page asks for the same.
  package static let version = 2

  /// The root file.
  ///
  /// - Parameter shards: The numbers of the shards.
  package static func file(shards: [Int]) -> [UInt8] {
    Array(
      "pomonaSearch.index({\"version\":\(version),\"shards\":[\(shards.map(String.init).joined(separator: ","))]});\n"
        .utf8)
  }
}

/// What the search in the page knows of one object.
package struct SearchEntry: Hashable, Sendable {
  /// What people call the object.
  package var title: String
  /// The file of the object's page, relative to the catalog's root: `fruits/apple.html`.
  package var path: String
  /// The section that the object is found in, which tells entries of the same title apart; nil if it is in none.
  package var section: String?
  /// What else finds the object: the words of some of its fields. It is not shown.
  package var text: String

  /// Creates an entry.
  package init(title: String, path: String, section: String? = nil, text: String = "") {
    self.title = title
    self.path = path
    self.section = section
    self.text = text
  }
}

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
    let order = entries.indices.sorted { entries[$0].path.precedesByBytes(entries[$1].path) }
    var sections: [String] = []
    var numbers: [String: Int] = [:]
    var lines: [UInt8] = []
    for entry in order.lazy.map({ entries[$0] }) {
      if !lines.isEmpty { lines.append(contentsOf: ",\n".utf8) }
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
