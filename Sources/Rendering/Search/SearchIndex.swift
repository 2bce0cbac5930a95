/// The index that the HTML theme finds objects by: a small root file, which says how many shards there are, and the shards.
///
/// All of them are scripts that hand constant data to the page's search: a page from the file system may load scripts, and nothing
/// else. Objects are divided among the shards by ``Sharding``, so that a change of one object changes one of them, and the root file
/// only when their number changes.
public enum SearchIndex {
  /// How many objects a shard has on average, at most.
  public static let capacity = 1000

  /// The root file's place relative to the catalog's root.
  public static let path = "search/index.js"

  /// The version of the files, to be raised when they mean something else. The script of the page asks for the same.
  package static let version = 1

  /// The root file.
  ///
  /// - Parameter numberOfShards: How many shards there are.
  public static func file(numberOfShards: Int) -> [UInt8] {
    Array("pomonaSearch.index({\"version\":\(version),\"shards\":\(numberOfShards)});\n".utf8)
  }
}
