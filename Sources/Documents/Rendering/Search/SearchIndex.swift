import JSONValues

/// The index for the search of the HTML theme: a small root file, which lists the shards, and the shards.
///
/// The files are scripts that pass constant data to the search on the page, because a page in the file system may load
/// scripts, but no data. A change of one object changes only one shard. The root file changes only when a shard is
/// split in two or shards are joined.
package enum SearchIndex {
  /// The largest number of bytes of the entries of a shard, unless a single entry has more. The file of a shard stays
  /// below 64 kB.
  package static let capacity = 60_000

  /// The path of the root file, relative to the root of the catalog.
  package static let path = "search/index.js"

  /// The version of the file format, to be raised when the format changes. The script of the page requires the same
  /// version.
  package static let version = 2

  /// Returns the root file.
  package static func file(shards: [Int]) -> [UInt8] {
    Array(
      "pomonaSearch.index({\"version\":\(version),\"shards\":[\(shards.map(String.init).joined(separator: ","))]});\n"
        .utf8)
  }
}

/// The entry of an object in the search index.
package struct SearchEntry: Hashable, Sendable {
  /// The name of the object for readers.
  package var title: String
  /// The path of the file of the object's page, relative to the root of the catalog: `fruits/apple.html`.
  package var path: String
  /// The section of the object, which distinguishes entries with the same title; `nil` if the object is in none.
  package var section: String?
  /// Other text that the search matches: the words of some fields of the object. It is not shown.
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
  /// Returns the path of the file of a shard, relative to the root of the catalog.
  package static func path(_ number: Int) -> String { "search/shard-\(number).js" }

  /// Returns an upper bound of the number of bytes that an object occupies in its shard, apart from its text.
  ///
  /// - Complexity: O(*n*) in the length of the title, the address and the section.
  package static func size(title: String, path: PagePath?, section: String?) -> Int {
    // The name of the section counts for each object, although a shard contains it only once.
    // The punctuation of an entry, with a section's number of five digits, and of the section's name; and the ending of
    // the path.
    var size = "[\"\",\"\",12345,\"\"],\n\"\",.html".utf8.count
    size += title.scriptStringCount + (section?.scriptStringCount ?? 0)
    guard let path else { return size }
    return path.folders.reduce(size + path.name.utf8.count) { $0 + $1.utf8.count + 1 }
  }

  /// Returns the file of a shard, with its entries in the order of their paths.
  ///
  /// The file contains the names of the sections, and a line for each entry: its title, its path, the number of its
  /// section, its text. An empty text is omitted, and so is the number of an entry without a section, unless it has a
  /// text; then the number is -1.
  ///
  /// - Complexity: O(*n* log *n* + *m*), *n* being the number of entries and *m* the length of their titles, paths,
  ///   sections and texts.
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
