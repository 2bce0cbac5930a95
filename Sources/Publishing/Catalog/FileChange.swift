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
