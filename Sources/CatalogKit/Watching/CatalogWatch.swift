public import Diagnostics
import Foundation

/// Builds a catalog, and follows its files: whenever one is saved, the catalog is brought up to date.
public final class CatalogWatch {
  private let builder: CatalogBuilder
  /// Becomes readable when the watch is to end.
  private let pipe = Pipe()

  /// Makes a watch of a catalog.
  public init(_ builder: CatalogBuilder) { self.builder = builder }

  /// Ends the watch, from any thread: what is being built is finished before.
  public var end: @Sendable () -> Void {
    { [writing = pipe.fileHandleForWriting] in try? writing.write(contentsOf: Data([0])) }
  }

  /// Builds the catalog, and updates it until the watch is ended.
  ///
  /// Mistakes in the catalog's files do not end it: they are told, and the catalog stays as it was until they are mended.
  ///
  /// - Parameter tell: Hears what was done each time, or what was wrong.
  /// - Throws: What the closure throws.
  public func run(_ tell: (Result<BuildReport, DiagnosticsError>) throws -> Void) throws {
    var pending: Set<String> = []
    var isBuilt = false
    let watcher = FileWatcher()
    while true {
      let outcome: Result<BuildReport, DiagnosticsError>
      do throws(DiagnosticsError) {
        let report = isBuilt ? try builder.update(pending) : try builder.build()
        (isBuilt, pending) = (true, [])
        outcome = .success(report)
      } catch {
        outcome = .failure(error)
      }
      // Others may build between two builds of the watch, which sees then that they have.
      builder.close()
      try tell(outcome)
      let end = pipe.fileHandleForReading.fileDescriptor
      guard let changed = watcher.next(after: builder.inputs, interruption: end) else { return }
      pending.formUnion(changed)
    }
  }
}
