/// A place in one of several lists, so that a flat list and the sections of a batch are dealt with by the same code: an
/// `Int` is a place in the only list there is, an ``ItemPath`` one in the list of items of its section.
protocol ListPlace: Hashable, Comparable, Sendable {
  /// Which list it is in.
  var list: Int { get }
  /// Where in the list it is.
  var index: Int { get }

  init(list: Int, index: Int)
}

extension ListPlace {
  /// Whether a list can be so long. The limit leaves room to add any number of edits without an overflow.
  var isPossible: Bool {
    let possible = 0..<(1 << 62)
    return possible.contains(list) && possible.contains(index)
  }

  /// The place so much further in the same list.
  func advanced(_ distance: Int) -> Self { Self(list: list, index: index &+ distance) }
}

extension Int: ListPlace {
  var list: Int { 0 }
  var index: Int { self }

  init(list: Int, index: Int) { self = index }
}

extension ItemPath: ListPlace {
  var list: Int { section }
  var index: Int { item }

  init(list: Int, index: Int) { self.init(section: list, item: index) }
}
