import Foundation
import Synchronization

/// Waits until inputs of a catalog change, or the wait is ended.
package final class InputWatch: Sendable {
  private let watcher = Mutex(FileWatcher())
  /// The ends of a pipe that becomes readable when the watch is to end.
  private let (reading, writing): (FileHandle, FileHandle)

  /// Creates a watch.
  package init() {
    let pipe = Pipe()
    (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }

  /// Ends the watch. It can be called from any thread.
  package func end() { try? writing.write(contentsOf: Data([0])) }

  /// Waits until some files differ from what they were when they were read.
  ///
  /// - Parameter inputs: The states of the files.
  /// - Returns: The paths of the changed files; `nil` if the watch was ended.
  package func next(after inputs: [String: FileState?]) -> Set<String>? {
    watcher.withLock { $0.next(after: inputs, interruption: reading.fileDescriptor) }
  }

  func takeEchoes() -> Set<String> { watcher.withLock { $0.takeEchoes() } }
}
