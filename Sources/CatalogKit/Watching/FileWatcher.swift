import Foundation

/// Waits until some of a set of files are others than they were when they were read.
///
/// The system's notices only wake it up; what has changed it finds out by looking at the files. So it does not matter how a program
/// saves a file: by writing to it, by renaming a new one over it, or by deleting it and writing it again; nor whether it does while nobody
/// waits. Several changes that come in a burst are told together, when there has been quiet for a moment.
final class FileWatcher {
  /// How long there has to be quiet, in milliseconds, before changes are told.
  private let quiet: Int32
  /// How often a file that has gone is waited for to come again.
  private let patience: Int
  private let notices = DirectoryNotices()

  /// Makes a watcher.
  ///
  /// - Parameters:
  ///   - quiet: How long there has to be quiet, in milliseconds, before changes are told.
  ///   - patience: How often as long a file that has gone is waited for to come again.
  init(quiet: Int32 = 50, patience: Int = 10) {
    self.quiet = quiet
    self.patience = patience
  }

  /// Waits until some files are others than before.
  ///
  /// - Parameters:
  ///   - states: The files, and the folders whose list of files matters, as they were when they were read. They need not exist.
  ///   - interruption: A descriptor that becomes readable when nobody wants to wait any longer.
  /// - Returns: The files that are others, or came or went; nothing if the wait was interrupted.
  func next(after states: [String: FileState?], interruption: Int32) -> Set<String>? {
    let folders = Set(
      states.keys.flatMap {
        FileSystem.isFolder($0) ? [$0, FileSystem.split($0).folder] : [FileSystem.split($0).folder]
      })
    var before: [String: FileState?]?
    var patience = patience
    while true {
      // Folders are watched before their files are looked at: what happens in between makes a notice.
      notices.watch(folders)
      let changed = states.filter { FileState($0.key) != $0.value }.keys
      let present = Dictionary(uniqueKeysWithValues: changed.map { ($0, FileState($0)) })
      // A file that is gone mostly comes again in the next moment.
      let isGone = present.contains { $0.value == nil && states[$0.key] != .some(nil) }
      if !changed.isEmpty, before == present, !isGone || patience == 0 { return Set(changed) }
      if before == present, isGone { patience -= 1 }
      before = present
      if notices.wait(milliseconds: changed.isEmpty ? -1 : quiet, interruption) == .interrupted { return nil }
    }
  }
}
