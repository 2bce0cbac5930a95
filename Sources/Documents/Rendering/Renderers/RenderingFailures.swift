package import Diagnostics
import Synchronization

/// Collects the errors that occur while pages are rendered.
///
/// Renderers read the bodies of cells, which are created at that moment, as if they were stored, and cannot be told
/// that one cannot be created.
package final class RenderingFailures: Sendable {
  /// Outside of tasks, where pages are rendered, a task-local value is one of the thread.
  @TaskLocal private static var current: RenderingFailures?

  private let diagnostics = Mutex<[Diagnostic]>([])

  /// Calls a closure that renders pages.
  ///
  /// - Returns: The result of the closure, and the errors of templates and cells. If there are any, the pages must not
  ///   be used.
  package static func collected<Result>(
    _ render: () throws -> Result
  ) rethrows -> (result: Result, failures: [Diagnostic]) {
    let failures = RenderingFailures()
    let result = try $current.withValue(failures) { try render() }
    return (result, failures.diagnostics.withLock { $0 })
  }

  /// Adds an error to those of the pages that are being rendered on this thread.
  static func note(_ diagnostic: Diagnostic) { current?.diagnostics.withLock { $0.append(diagnostic) } }
}
