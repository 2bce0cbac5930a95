import JSONValues

/// The index by which the HTML theme finds objects: a small root file with the list of shards, and the shards.
///
/// All files are scripts with constant data, because a page that is opened from the file system can load scripts, but no other data.
/// Objects are divided among the shards so that a change of one object changes one shard. The root file changes only if shards are split
/// or merged.
package enum SearchIndex {
  /// The maximum number of bytes of a shard's entries, unless a single entry is larger. With the rest of its file, a shard has less than
  /// 64 kB.
  package static let capacity = 60_000

  /// The path of the root file, relative to the catalog's root.
  package static let path = "search/index.js"

  /// The version of the file format. It has to be incremented with each change of the format, also in the script of the theme.
  package static let version = 2

  /// Returns the root file.
  ///
  /// - Parameter shards: The numbers of the shards.
  package static func file(shards: [Int]) -> [UInt8] {
    Array(
      "pomonaSearch.index({\"version\":\(version),\"shards\":[\(shards.map(String.init).joined(separator: ","))]});\n"
        .utf8)
  }
}

/// The entry of an object in the search index.
package struct SearchEntry: Hashable, Sendable {
  /// The title of the object.
  package var title: String
  /// The file of the object's page, relative to the catalog's root: `fruits/apple.html`.
  package var path: String
  /// The section of the object, which distinguishes entries with the same title; `nil` if it is in no section.
  package var section: String?
  /// Further text by which the object is found, such as the values of its fields. It is not shown.
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
  /// Returns the path of a shard's file, relative to the catalog's root.
  ///
  /// - Parameter number: The shard's number.
  package static func path(_ number: Int) -> String { "search/shard-\(number).js" }

  /// Returns the maximum number of bytes of an object's entry, without its text.
  ///
  /// - Complexity: O(*n*) in the length of its title, its address and its section.
  package static func size(title: String, path: PagePath?, section: String?) -> Int {
    // The name of a section is written once in a shard, although most sections have several entries there.
    var size = "[\"\",\"\",12345,\"\"],\n\"\",.html".utf8.count
    size += title.scriptStringCount + (section?.scriptStringCount ?? 0)
    guard let path else { return size }
    return path.folders.reduce(size + path.name.utf8.count) { $0 + $1.utf8.count + 1 }
  }

  /// Returns the file of a shard, with its entries in the order of their paths.
  ///
  /// The file has the names of the sections, and a line for each entry: the title, the path, the number of the section, and the text.
  /// Missing values at the end of a line are omitted. The section of an entry with a text and no section is -1.
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
