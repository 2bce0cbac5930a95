public import Diagnostics

/// Builds a catalog, watches its files, and updates the catalog whenever one of them is saved.
public final class CatalogWatch: Sendable {
  private let watch = InputWatch()

  /// Creates a watch, which begins with ``run(_:_:)``.
  public init() {}

  /// Ends the watch. It can be called from any thread. A build in progress is completed first.
  public func end() { watch.end() }

  /// Builds the catalog, and updates it until the watch is ended.
  ///
  /// Errors in the catalog's files do not end the watch. They are reported, and the catalog stays as it was until they
  /// are corrected. A file that changes with every build, because of it, is reported as a warning, and causes builds at
  /// longer and longer intervals from then on.
  ///
  /// The method returns only after ``end()`` was called, from another thread or in the closure.
  ///
  /// - Parameters:
  ///   - builder: The builder of the catalog.
  ///   - report: A closure that receives the result of each build: a report, or the errors.
  /// - Throws: The error that the closure throws.
  public func run(_ builder: CatalogBuilder, _ report: (Result<BuildReport, DiagnosticsError>) throws -> Void) throws {
    var pending: Set<String> = []
    var isBuilt = false
    while true {
      let outcome: Result<BuildReport, DiagnosticsError>
      let warnings = watch.takeEchoes().sorted().map(Diagnostic.changesWithEveryBuild)
      do throws(DiagnosticsError) {
        var report = isBuilt ? try builder.update(pending) : try builder.build()
        report.warnings += warnings
        outcome = .success(report)
        isBuilt = true
        pending = []
      } catch {
        outcome = .failure(DiagnosticsError(error.diagnostics + warnings))
      }
      // Closing the builder lets other processes build between two builds of the watch, and ends those of plugins,
      // which nobody needs until then. The next update detects that others have built, and starts plugins if it renders
      // by them.
      builder.close()
      try report(outcome)
      guard let changed = watch.next(after: builder.open.inputs) else { return }
      pending.formUnion(changed)
    }
  }
}

extension Diagnostic {
  fileprivate static func changesWithEveryBuild(_ file: String) -> Diagnostic {
    Diagnostic(
      .warning, code: "watch/echo", "this changes with every build, and is waited for ever longer",
      at: .init(file: file), hint: "Have it written elsewhere, or leave it out of what the catalog is built from.")
  }
}
