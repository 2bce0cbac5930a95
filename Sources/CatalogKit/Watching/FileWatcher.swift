import Foundation
import SystemPackage

/// Waits until some of a set of files are others than they were when they were read.
///
/// The system's notices only wake it up; what has changed it finds out by looking at the files. So it does not matter how a program
/// saves a file: by writing to it, by renaming a new one over it, or by deleting it and writing it again; nor whether it does while nobody
/// waits. Several changes that come in a burst are told together, when there has been quiet for a moment; but a burst that does not end is
/// not waited for.
final class FileWatcher {
  /// How long there has to be quiet, in milliseconds, before changes are told.
  private let quiet: Int32
  /// How long changes are held back at the most, while there are others or a file is gone.
  private let patience: Duration
  private let notices: any Notices
  private let now: () -> ContinuousClock.Instant

  /// Makes a watcher.
  ///
  /// - Parameters:
  ///   - quiet: How long there has to be quiet, in milliseconds, before changes are told.
  ///   - patience: How many times as long changes are held back at the most.
  ///   - notices: What wakes the watcher up.
  ///   - now: What time it is.
  init(
    quiet: Int32 = 50, patience: Int = 10, notices: any Notices = DirectoryNotices(),
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.quiet = quiet
    self.patience = .milliseconds(Int(quiet) * patience)
    self.notices = notices
    self.now = now
  }

  /// Waits until some files are others than before.
  ///
  /// - Parameters:
  ///   - states: The files, and the folders whose list of files matters, as they were when they were read. They need not exist.
  ///   - interruption: A descriptor that becomes readable when nobody wants to wait any longer.
  /// - Returns: The files that are others, or came or went; `nil` if the wait was interrupted.
  func next(after states: [String: FileState?], interruption: Int32) -> Set<String>? {
    let folders = Set(
      states.keys.lazy.map { FilePath($0) }.flatMap { path in
        let parent = path.removingLastComponent().orCurrent.string
        return path.isFolder ? [path.string, parent] : [parent]
      })
    var before: [String: FileState?]?
    var deadline: ContinuousClock.Instant?
    while true {
      // Folders are watched before their files are looked at: what happens in between makes a notice.
      notices.watch(folders)
      let changed = states.filter { FileState($0.key) != $0.value }.keys
      let present = Dictionary(uniqueKeysWithValues: changed.map { ($0, FileState($0)) })
      if changed.isEmpty {
        deadline = nil
      } else {
        // A file that is gone mostly comes again in the next moment.
        let isGone = present.contains { $0.value == nil && states[$0.key] != .some(nil) }
        let time = now()
        let end = deadline ?? time + patience
        if before == present && !isGone || time >= end { return Set(changed) }
        deadline = end
      }
      before = present
      if notices.wait(milliseconds: changed.isEmpty ? -1 : quiet, interruption) == .interrupted { return nil }
    }
  }
}
