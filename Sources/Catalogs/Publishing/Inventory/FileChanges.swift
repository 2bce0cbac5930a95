/// The files that have changed, by the kind of their change. Each list is in path order: bytewise, with the slash
/// before every other byte.
package struct FileChanges: Codable, Hashable, Sendable {
  /// The files that did not exist before.
  package var created: [String] = []
  /// The files whose bytes have changed.
  package var updated: [String] = []
  /// The files that were deleted.
  package var deleted: [String] = []

  /// Whether there are no changes.
  package var isEmpty: Bool { created.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Creates an empty set of changes.
  package init() {}

  /// Returns the combination of earlier changes and these. A file that was created and then deleted is not included.
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

  /// Appends the change of a file whose path comes after all others.
  mutating func append(_ path: String, _ change: FileChange) {
    switch change {
    case .created: created.append(path)
    case .updated: updated.append(path)
    case .deleted: deleted.append(path)
    }
  }
}

/// The change of a file between two points in time.
enum FileChange: UInt8, Sendable {
  /// The file did not exist before.
  case created = 1
  /// The file's bytes have changed.
  case updated = 2
  /// The file was deleted.
  case deleted = 3

  /// Returns the combination of this change and a later one, or `nil` if they cancel each other.
  func followed(by later: FileChange) -> FileChange? {
    switch (self, later) {
    case (.created, .deleted): nil
    case (.created, _): .created
    case (_, .deleted): .deleted
    case (_, _): .updated
    }
  }
}
