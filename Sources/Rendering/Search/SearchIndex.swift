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

/// Divides the objects of a catalog among files, such as the parts of a search index, of a sitemap or of an export, so that a change of
/// one object changes one file.
///
/// At first all objects are one part. A part that is too large is split in two by the next bit of the hashes of its objects, and so are
/// both halves. So which parts there are follows from the objects alone, and from neither their order nor their history; and an object
/// that comes, goes or grows changes its own part, which is split or joined with its other half at the most.
///
/// Parts have as much as their capacity, unless a single object has more. Those without objects are left out.
///
/// Source: Fagin, Nievergelt, Pippenger, Strong, “Extendible hashing: a fast access method for dynamic files”, TODS 1979. The hash is
/// XXH3.
package struct Sharding {
  /// Some of the objects.
  package struct Part: Equatable, Sendable {
    /// The part's number, which it keeps as long as it is not split or joined: 1 has all objects, and the halves of *n* are 2*n* and
    /// 2*n* + 1.
    package let number: Int
    /// The objects, in their order.
    package fileprivate(set) var indices: [Int32]
    /// The sum of their sizes.
    fileprivate var size: Int
  }

  /// Objects whose hashes were made to be equal are not divided forever.
  private static let maximumDepth = 40

  /// Divides objects.
  ///
  /// - Parameters:
  ///   - hashes: A hash of each object's identity.
  ///   - sizes: The size of each object.
  ///   - capacity: The size that a part has at most, if more than one object is in it.
  /// - Returns: The parts, in an order that follows from their numbers.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package static func parts(of hashes: [UInt64], sizes: [Int], capacity: Int) -> [Part] {
    var parts: [Part] = []
    // The parts that are still to be looked at, the first on top.
    var rest = [Part(number: 1, indices: hashes.indices.map(Int32.init), size: sizes.reduce(0, +))]
    while let part = rest.popLast() {
      let depth = Int.bitWidth - 1 - part.number.leadingZeroBitCount
      guard part.size > capacity, part.indices.count > 1, depth < maximumDepth else {
        if !part.indices.isEmpty { parts.append(part) }
        continue
      }
      var halves = [0, 1].map { Part(number: 2 * part.number + $0, indices: [], size: 0) }
      for index in part.indices {
        let half = Int(hashes[Int(index)] >> UInt64(depth) & 1)
        halves[half].indices.append(index)
        halves[half].size += sizes[Int(index)]
      }
      rest += halves.reversed()
    }
    return parts
  }
}
