/// The files that a build touches, by what happens to them; each list in the order of a walk through the folders.
struct ChangeList: Equatable, Sendable {
  /// Files where none was.
  var created: [String] = []
  /// Files that get other bytes.
  var updated: [String] = []
  /// Files that go.
  var deleted: [String] = []

  var isEmpty: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Makes a list without changes.
  init() {}

  /// Reads a list that was written before; nothing if it is broken.
  init?(_ bytes: [UInt8]) {
    guard var content = SealedFile.content(.changes, of: bytes) else { return nil }
    for list in [\ChangeList.created, \.updated, \.deleted] {
      guard let count = content.integer() else { return nil }
      for _ in 0..<max(count, 0) {
        guard let path = content.path() else { return nil }
        guard path.withUnsafeBufferPointer({ PathRules.allow($0) }) else { return nil }
        self[keyPath: list].append(String(decoding: path, as: UTF8.self))
      }
    }
    guard content.rest.isEmpty else { return nil }
  }

  /// The list as bytes.
  func bytes() -> [UInt8] {
    let lists = [created, updated, deleted]
    let length = lists.joined().reduce(8 * lists.count) { $0 + $1.utf8.count + 1 }
    return SealedFile.bytes(.changes, length: length) { writer in
      for list in lists {
        writer.put(list.count)
        for var path in list { path.withUTF8 { writer.put(path: $0) } }
      }
    }
  }

  /// What happened if other changes came before these, as somebody sees it who has heard of neither.
  func following(_ earlier: ChangeList) -> ChangeList {
    guard !earlier.isEmpty else { return self }
    var table = PathTable()
    var kinds: [WritableKeyPath<ChangeList, [String]>] = []
    for (changes, isLater) in [(earlier, false), (self, true)] {
      for kind in [\ChangeList.created, \.updated, \.deleted] {
        for path in changes[keyPath: kind] {
          let id = table.enter(path)
          if id == kinds.count {
            kinds.append(kind)
          } else if isLater, kind == \.deleted {
            kinds[id] = \.deleted
          } else {
            // What was created and has changed since is still new; what was deleted and is back has changed.
            kinds[id] = kinds[id] == \.created ? \.created : \.updated
          }
        }
      }
    }
    var all = ChangeList()
    for id in table.sorted(Array(kinds.indices)) { all[keyPath: kinds[id]].append(table[id]) }
    return all
  }
}
