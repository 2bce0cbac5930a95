import Changesets

extension Event {
  /// An afternoon with the encyclopedia.
  static let script: [Event] = [
    // A fruit is looked for, letter by letter, and read about.
    .search("r"), .search("ra"), .select(path(0, 3)),
    // The banner stands among the fruits, and is none: it cannot be deleted.
    .select(path(0, 2)), .delete(path(0, 2)),
    .delete(path(1, 0)), .undo,
    // What is not found can be added.
    .search("k"), .search("ki"), .search("kiwi"), .select(path(0, 0)), .search(""),
    .rewrite(path(2, 0), "A bird, too."), .undo, .undo,
    .animate(false), .delete(path(1, 0)), .undo, .animate(true),
    .sort(isDescending: true),
  ]

  private static func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
}
