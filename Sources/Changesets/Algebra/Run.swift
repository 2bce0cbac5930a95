/// Things that stay side by side: one after the other in one list before, and just so in one list after.
struct Run<Place: ListPlace>: Hashable, Sendable {
  /// The place of the first of them before.
  var before: Place
  /// The place of the first of them after.
  var after: Place
  /// How many they are; `Int.max` for all to the end of the list, however long it is.
  var length: Int

  /// Makes a run; without a length, it goes on to the end of the list.
  init(_ before: Place, _ after: Place, length: Int = .max) {
    self.before = before
    self.after = after
    self.length = length
  }
}

extension Run {
  /// Whether it goes on to the end of the list.
  var isEndless: Bool { length == .max }

  /// The index that follows those of the run before.
  var end: Int { isEndless ? .max : before.index &+ length }

  /// The same run, seen from the state after.
  var inverted: Run { Run(after, before, length: length) }

  /// Its things one by one, but for an endless run, which has no number.
  var pairs: [Pair<Place>] {
    isEndless ? [] : (0..<length).map { Pair(before.advanced($0), after.advanced($0)) }
  }
}
