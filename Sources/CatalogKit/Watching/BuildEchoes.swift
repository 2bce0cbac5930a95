/// Finds the files that change with every build because of it, such as a log of what the build prints.
///
/// The system does not tell who writes to a file. But whoever writes on his own account also writes when nothing is built, and whoever
/// waits for his changes to be published does not write after a build without them:
///
/// ```text
/// build ─▶ changes at once
/// build ─▶ changes at once, then nothing for as long as this took
/// build without these changes ─▶ changes at once: an echo
/// ```
///
/// Only changes right after a build are echoes. If such a file changes at another time, it is treated as any other again. And nothing is
/// ignored for ever, because somebody may save just when builds end: echoes that are alone wait for a build twice as long each time.
struct BuildEchoes {
  /// What is to be done about changes.
  enum Answer {
    case report
    /// Build without the changes if the files are still the same at a time.
    case hold(until: ContinuousClock.Instant)
    /// Report them at a time, unless others come before.
    case postpone(until: ContinuousClock.Instant)
  }

  /// Who saves a file during each of several long builds must not wait for as long as these took.
  private static let maximumHold = Duration.seconds(5)
  private static let firstPostponement = Duration.seconds(10)
  private static let maximumPostponement = Duration.seconds(3600)

  private var files: Set<String> = []
  private var found: Set<String> = []
  /// The files that alone changed right after the last builds, and the number and the beginning of the waits that these changes ended.
  private var suspects: Set<String> = []
  private var count = 0
  private var beginning = ContinuousClock.now
  private var postponement = firstPostponement

  /// Returns what to do about changes right after a build.
  ///
  /// - Parameters:
  ///   - changes: The files that have changed.
  ///   - start: The time when the wait after the build began.
  ///   - time: The present time.
  mutating func judge(
    _ changes: Set<String>, after start: ContinuousClock.Instant, at time: ContinuousClock.Instant
  ) -> Answer {
    let others = changes.subtracting(files)
    if others.isEmpty {
      defer { postponement = min(postponement * 2, Self.maximumPostponement) }
      return .postpone(until: time + postponement)
    }
    if others != suspects { (suspects, count, beginning) = (others, 0, start) }
    count += 1
    if count == 2 { return .hold(until: time + min(time - beginning, Self.maximumHold)) }
    if count > 2 {
      files.formUnion(others)
      found.formUnion(others)
    }
    return .report
  }

  /// Treats files that have changed without a build as any others.
  mutating func forget(_ changes: Set<String> = []) {
    if !files.isDisjoint(with: changes) { postponement = Self.firstPostponement }
    files.subtract(changes)
    suspects = []
  }

  mutating func takeFound() -> Set<String> {
    defer { found = [] }
    return found
  }
}
