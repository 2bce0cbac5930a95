/// Finds the files that change with every build because of it, such as a copy of what the build prints.
///
/// The system does not tell who writes to a file. But a file that changes by itself right after each of many builds,
/// one after the other, is most likely an *echo* of them. An echo is named once, and what changes right after a build
/// is built from then on after a second, then two, then four … Nothing is ignored for ever: somebody might save just
/// when builds end.
///
/// ```text
/// build ─▶ log.txt ─▶ build ─▶ log.txt ─▶ …   ten times: an echo
///          log.txt ─────── 1 s ─▶ build ─▶ log.txt ───────────── 2 s ─▶ build ─▶ log.txt ──────── …
/// ```
///
/// If an echo changes at another time, it is treated as any other file again; if another file changes, both are built
/// at once.
struct BuildEchoes {
  /// The number of builds after which a file is an echo.
  private static let limit = 10
  private static let maximumDelay = Duration.seconds(3600)

  private var files: Set<String> = []
  private var found: Set<String> = []
  /// The number of builds in succession that echoes alone caused.
  private var count = 0
  /// The files that alone changed right after the last builds, and the number of these builds.
  private var suspects: (files: Set<String>, count: Int) = ([], 0)

  /// Returns how long changes right after a build are to be held back.
  func delay(of changes: Set<String>) -> Duration {
    // 2¹² seconds are more than the maximum. The limit keeps the shift in range, however many builds there are.
    changes.isSubset(of: files) ? min(.seconds(1 << min(count, 12)), Self.maximumDelay) : .zero
  }

  /// Takes into account that changes are reported.
  ///
  /// - Parameter isAfterBuild: Whether they came right after a build.
  mutating func note(_ changes: Set<String>, isAfterBuild: Bool) {
    guard isAfterBuild else {
      files.subtract(changes)
      (suspects, count) = (([], 0), 0)
      return
    }
    let others = changes.subtracting(files)
    if others.isEmpty { return count += 1 }
    suspects = (others, suspects.files == others ? suspects.count + 1 : 1)
    if suspects.count == Self.limit {
      files.formUnion(others)
      found.formUnion(others)
      (suspects, count) = (([], 0), 0)
    }
  }

  mutating func takeFound() -> Set<String> {
    defer { found = [] }
    return found
  }
}
