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
