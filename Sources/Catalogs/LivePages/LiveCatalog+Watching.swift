import CatalogKit
import Foundation

extension LiveCatalog {
  /// Opens the catalog, watches its files, and updates it whenever one of them is saved, until the task is cancelled.
  ///
  /// - Parameter report: Called after each update, and first after the catalog was opened, with the files that had
  ///   changed.
  public nonisolated func watch(_ report: @escaping @Sendable (_ changed: Set<String>, _ update: Update) -> Void) async
  {
    let watch = InputWatch()
    var changed: Set<String> = []
    while !Task.isCancelled {
      report(changed, await update(changed))
      let inputs = await inputs
      let next = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // The wait blocks its thread, which must be none of those that tasks share.
          Thread.detachNewThread { continuation.resume(returning: watch.next(after: inputs)) }
        }
      } onCancel: {
        watch.end()
      }
      guard let next else { return }
      changed = next
    }
  }
}
