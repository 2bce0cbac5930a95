public import CatalogKit
public import Diagnostics
import Foundation
import PluginHosting
import Publishing
import Rendering

/// A catalog that is shown while its data changes: it answers requests for its pages, and tells the pages that are open
/// when they have changed.
///
/// It knows no transport: a server, such as the `CatalogServer`, passes requests and events on, and a test calls it
/// directly.
///
/// ```swift
/// let live = LiveCatalog(at: "fruits")
/// await live.update()
/// let page = await live.answer("fruits/apple.html")
/// await live.edit { catalog in
///   catalog.dataset(named: "fruits")?.edit { $0.remove(at: 2) }
/// }
/// ```
///
/// Pages are made when they are asked for, of the last state without mistakes. Nothing is written.
public actor LiveCatalog {
  let open: OpenCatalog
  /// Publishes the catalog in a folder; `nil` if nothing is written.
  private let builder: CatalogBuilder?
  /// The files that have changed since the catalog could be read last.
  private var pending: Set<String> = []
  /// The mistakes in the present files. While there are any, pages show the last state without mistakes.
  public private(set) var problems: [Diagnostic] = []
  /// Since when pages are older than the files; `nil` if they show the present state.
  private var agingSince: Date?
  /// The version of what pages show.
  private(set) var version = LiveVersion()
  /// The number of the change that the files that pages show, such as pictures, had last.
  private var changeOfFiles = 0
  /// The version since which these files are as they are.
  var filesVersion: LiveVersion {
    var version = version
    version.change = changeOfFiles
    return version
  }
  private var log = ChangeLog()
  var readers = Readers()
  let views = ReaderViews()
  /// What a page shows that its messages are its own: other sites cannot read it.
  let token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  /// The pages of the events whose handlers have not returned, in the order of their arrival.
  var underWay: [String] = []
  /// The time that a page waits for a handler.
  var timeLimitOfEvents = Duration.seconds(30)
  /// The programs that the user has allowed to handle events.
  var allowedCommands = AllowedPlugins(environment: ProcessInfo.processInfo.environment)
  /// Why handlers that `catalog.yml` names do nothing.
  private var handlerWarnings: [Diagnostic] = []
  /// What pages offer to their readers; `nil` if the catalog handles no events.
  private(set) var controls: PageControls?

  /// The changes of the pages of one open catalog.
  private final class ChangeLog {
    var changes = DocumentChanges()
    /// The catalog whose changes are recorded.
    var catalog: Catalog?
  }

  /// Creates a live catalog, which is read by the first ``update(_:)``.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, or a folder of data files.
  ///   - options: The choices that override the configuration.
  ///   - extend: Adds the cells, rules, steps and renderers of the program. It is called whenever the catalog is
  ///     opened.
  public init(
    at path: String, options: CatalogOptions = CatalogOptions(),
    extending extend: @escaping @Sendable (inout CatalogExtension) throws(DiagnosticsError) -> Void = {
      (_) throws(DiagnosticsError) in
    }
  ) {
    open = OpenCatalog(at: path, options: options, extending: extend)
    builder = nil
  }

  /// Creates a live catalog that a builder also publishes in its folder after each change.
  package init(publishingBy builder: sending CatalogBuilder) {
    open = builder.open
    self.builder = builder
  }

  /// What an update did.
  public struct Update: CustomStringConvertible, Sendable {
    /// The number of web pages that have changed; `nil` if the catalog was opened again, so that any may have.
    public fileprivate(set) var pages: Int?
    /// The number of open pages that were told to look.
    public fileprivate(set) var openPages = 0
    /// The mistakes in the files, because of which the pages stay as they were.
    public fileprivate(set) var problems: [Diagnostic] = []
    /// Warnings that a person should read.
    public fileprivate(set) var warnings: [Diagnostic] = []
    /// The seconds until the open pages were told.
    public fileprivate(set) var seconds = 0.0

    /// The problems and warnings, or what an update without any did: `3 pages changed, 1 open, 12 ms`.
    public var description: String {
      let findings = problems + warnings
      return findings.isEmpty ? summary : findings.text
    }

    /// What was done: `3 pages changed, 1 open, 12 ms`.
    package var summary: String {
      let pages = pages.map { $0 == 0 ? "no page changed" : "\($0.counted("page")) changed" } ?? "opened again"
      let open = openPages == 0 ? "none open" : "\(openPages) open"
      return "\(pages), \(open), \(Int((seconds * 1000).rounded())) ms"
    }
  }

  /// The states of the files that the catalog was made from.
  package var inputs: [String: FileState?] { open.inputs }

  /// Brings the catalog up to date after some of its files have changed, and tells the open pages that show them.
  ///
  /// The first call opens the catalog.
  ///
  /// - Parameter changed: The paths of the files that have changed, as they are derived from the catalog's path.
  /// - Returns: What was done. Mistakes in the files are ``Update/problems``; the files count as changed until they are
  ///   corrected.
  @discardableResult
  public func update(_ changed: Set<String> = []) -> Update {
    let start = ContinuousClock.now
    pending.formUnion(changed)
    var update = Update()
    do throws(DiagnosticsError) {
      _ = try open.update(pending)
      problems = []
      agingSince = nil
    } catch {
      problems = error.diagnostics
      if open.catalog != nil { agingSince = agingSince ?? Date() }
    }
    var files: [String] = []
    if problems.isEmpty {
      files = open.copiedPaths(among: pending)
      pending = []
    }
    settle(&update, files: files)
    update.warnings = (open.catalog?.warnings ?? []) + handlerWarnings
    update.seconds = (ContinuousClock.now - start) / .seconds(1)
    publish(&update)
    return update
  }

  /// Edits the catalog's data in memory, and tells the open pages that show it.
  ///
  /// - Parameter change: A closure that edits data sets. The catalog is valid until it returns.
  /// - Returns: What was done.
  /// - Throws: The closure's error.
  @discardableResult
  public func edit(_ change: @Sendable (Catalog) throws -> Void) rethrows -> Update {
    var update = Update()
    guard let catalog = open.catalog else { return update }
    try edit(catalog, &update, change)
    return update
  }

  /// Edits an open catalog's data, and tells the open pages that show it.
  func edit<Result>(
    _ catalog: Catalog, _ update: inout Update, _ change: (Catalog) throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try change(catalog)
    settle(&update, files: [])
    update.seconds = (ContinuousClock.now - start) / .seconds(1)
    publish(&update)
    return result
  }

  /// Tells the open pages what has changed.
  ///
  /// - Parameter files: The paths of changed files that pages show, such as pictures.
  private func settle(_ update: inout Update, files: [String]) {
    update.problems = problems
    if let catalog = open.catalog, catalog !== log.catalog {
      // The catalog was opened again. Its pages are compared when they are looked at.
      version.change += 1
      views.removeAll()
      observe(catalog)
      update.openPages = readers.notifyAll(of: version)
    } else {
      let changes = log.changes
      log.changes = DocumentChanges()
      var changed = Set(changes.paths.map { $0.file("html") })
      update.pages = changed.count
      changed.formUnion(views.takeChanges(besides: changed))
      // A picture may have changed on pages that are the same.
      if !changed.isEmpty || !changes.isEmpty || !files.isEmpty {
        version.change += 1
        let unknown = open.hasUnknownPages ? readers.openFiles.filter(open.isUnknownPage) : []
        update.openPages = readers.notify(changed.union(unknown), of: version)
      }
    }
    if !files.isEmpty {
      changeOfFiles = version.change
      readers.notify(files: files, of: version)
    }
    readers.state = LiveState(problems, since: agingSince)
  }

  private func observe(_ catalog: Catalog) {
    let log = ChangeLog()
    log.catalog = catalog
    catalog.document.addObserver(log) { log, changes in log.changes.append(changes) }
    self.log = log
    handlerWarnings = registerConfiguredHandlers(of: catalog)
    controls = PageControls(of: catalog)
  }

  /// Publishes the changes, if there is a folder for them. If that fails, it is tried again with the next change.
  private func publish(_ update: inout Update) {
    guard let builder, problems.isEmpty, open.catalog != nil else { return }
    do throws(DiagnosticsError) {
      _ = try builder.publish()
      update.warnings = builder.warnings + handlerWarnings
    } catch {
      update.problems = error.diagnostics
      readers.state = LiveState(error.diagnostics, since: nil)
    }
    builder.close()
  }

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
