/// The files that have changed, by what happened to them; each list in the order of a walk through the folders: by bytes, a slash before
/// everything else.
package struct FileChanges: Codable, Hashable, Sendable {
  /// Files where none was.
  package var created: [String] = []
  /// Files that have other bytes.
  package var updated: [String] = []
  /// Files that are gone.
  package var deleted: [String] = []

  /// Whether nothing has changed.
  package var isEmpty: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Creates lists without changes.
  package init() {}

  /// What has changed if other changes came before these: what was created and deleted is not named at all.
  func following(_ earlier: FileChanges) -> FileChanges {
    guard !earlier.isEmpty else { return self }
    var table = PathTable()
    var changes: [FileChange?] = []
    for list in [earlier, self] {
      for (kind, paths) in [(FileChange.created, list.created), (.updated, list.updated), (.deleted, list.deleted)] {
        for path in paths {
          let id = table.enter(path)
          if id == changes.count { changes.append(nil) }
          changes[id] = if let change = changes[id] { change.followed(by: kind) } else { kind }
        }
      }
    }
    var all = FileChanges()
    for id in table.sorted(Array(changes.indices)) {
      if let change = changes[id] { all.append(table[id], change) }
    }
    return all
  }

  /// Adds what happened to a file that comes after all others.
  mutating func append(_ path: String, _ change: FileChange) {
    switch change {
    case .created: created.append(path)
    case .updated: updated.append(path)
    case .deleted: deleted.append(path)
    }
  }
}

/// What happened to a file, as somebody sees it who looks before and afterwards.
enum FileChange: UInt8, Sendable {
  /// There was none.
  case created = 1
  /// It has other bytes.
  case updated = 2
  /// It is gone.
  case deleted = 3

  /// What happened if this came first, and another change later; nil if all is as it was.
  func followed(by later: FileChange) -> FileChange? {
    switch (self, later) {
    case (.created, .deleted): nil
    case (.created, _): .created
    case (_, .deleted): .deleted
    case (_, _): .updated
    }
  }
}
