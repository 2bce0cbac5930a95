import Archives
public import Diagnostics
import Fingerprints
import Foundation
import PluginHosting
package import Publishing
import Rendering

/// A builder that publishes a catalog in a folder, once or repeatedly while its files change.
///
/// ```swift
/// let builder = CatalogBuilder(at: "fruits", into: "build/fruits")
/// let report = try builder.build()
/// print(report)  // the warnings, and a summary
/// ```
///
/// A build renders only the files whose inputs have changed, and writes only those whose bytes have changed. Afterwards
/// the folder has the same contents as after a build into an empty folder.
///
/// - Warning: A builder holds its output folder until ``close()``, or until it is released. Whoever builds into the
///   same folder waits until then: a second builder on the same thread waits for ever.
public final class CatalogBuilder {
  /// The settings of a build.
  public struct Settings {
    /// Whether the folder may contain files that do not belong to the catalog. Builds leave them alone, now and later.
    public var isAdopting = false
    /// Whether nothing is written, and the report says what would be.
    public var isChecking = false
    /// Whether every page is rendered again.
    public var isClean = false
    /// Whether all files of the output are read, and compared with what the catalog says now, whatever is known of the
    /// last build. All cells are created.
    public var isVerifying = false
    /// Whether a data set may have lost all of its rows, or nearly all, since the last build.
    public var allowsLosses = false
    /// The folder for the state of the catalog, on the file system of the output; `nil` for a hidden folder in the
    /// output.
    public var state: String?
    /// Whether the catalog is built repeatedly. Other processes that wait for the folder are informed of it.
    package var isWatching = false
    /// The number of threads that render and write files; `nil` for the number of processors.
    public var jobs: Int?
    /// Whether the other formats are published if one cannot be rendered. The files of the failed format stay as they
    /// were.
    public var keepsGoing = false
    /// The environment variables that determine the search path of plugins, and where their permissions are stored.
    package var environment = ProcessInfo.processInfo.environment
    /// Called once if another process holds the folder, before waiting for it, with that process as far as it is known.
    package var onWait: (FolderHolder?) -> Void = { _ in }
    /// Called with the paths of all files and folders that the catalog is made from, before anything is written. An
    /// error ends the build.
    package var onRead: (Set<String>) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
    /// Called from time to time with the number of files that are done, and the number of files that are known so far.
    package var onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Called with the name of each change of the disk before it is made.
    package var willChange: (@Sendable (String) -> Void)?

    /// Creates the settings of an ordinary build.
    public init() {}
  }

  /// The catalog that was opened last; `nil` before the first build, and after one that found nothing to do.
  ///
  /// - Important: A build opens another catalog, and so may an update. Do not keep a catalog or its sources beyond the
  ///   next one of these: what is kept follows no file any more.
  public var catalog: Catalog? { open.catalog }
  /// Warnings that a person should read although the catalog was built, as they are in the report. Those of a build
  /// that has failed are only here.
  public internal(set) var warnings: [Diagnostic] = []
  /// The catalog, whose changes are published.
  package let open: OpenCatalog
  let settings: Settings
  private let output: String
  private var folder: PublishedFolder?
  private var plugins: PluginFormats { open.plugins }
  /// The memo of the last build or update; `nil` if it has to be read from the folder.
  private var memo: BuildMemo?

  /// Creates a builder of a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - output: The folder of the output. It is created if it does not exist.
  ///   - options: The choices that override the configuration.
  ///   - settings: The settings of the build.
  ///   - extend: Adds the cells, rules, steps and renderers of the program. It is called in every build, and whenever
  ///     an update opens the catalog again.
  public init(
    at path: String, into output: String, options: CatalogOptions = CatalogOptions(), settings: Settings = Settings(),
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void = {
      (_) throws(DiagnosticsError) in
    }
  ) {
    self.output = output
    self.settings = settings
    open = OpenCatalog(
      at: path, outputs: [output] + (settings.state.map { [$0] } ?? []), options: options,
      plugins: PluginFormats(
        options, jobs: settings.jobs, keepsGoing: settings.keepsGoing, environment: settings.environment),
      extending: extend)
  }

  /// Builds the catalog from the present state of its files.
  ///
  /// - Returns: A report of what was done, or of what would be done if nothing is to be written.
  /// - Throws: `DiagnosticsError` with all problems of the catalog, or if the folder cannot be used or written to. The
  ///   catalog in the folder is unchanged then, unless the error says that the new one is on its way: the next build
  ///   completes it.
  public func build() throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    let folder = try openFolder()
    let memo = folder.note(BuildMemo.name).flatMap(BuildMemo.init)
    let additions = try open.additions()
    let key = additions.origin.map(memoKey)
    // Only before a catalog is opened: an open one may have edits that its files do not show.
    if let key, !settings.isClean, !settings.isVerifying, catalog == nil, let confirmed = memo?.confirmed(for: key),
      try folder.isIntact()
    {
      return try reuseLastBuild(confirmed, in: folder, &clock)
    }
    plugins.forgetFailures()
    if catalog == nil { plugins.remember(folder.note(Self.pluginNoteName)) }
    let log = InputManifest(states: [:], isKeepingContents: true)
    let catalog = try open.open(additions, log: log)
    try check(catalog, memo)
    let followed = open.follow(catalog)
    var report = BuildReport()
    report.describe(catalog, in: output)
    report.seconds.reading = clock.lap()
    let files = followed.files(in: folder, isClean: settings.isClean || settings.isVerifying)
    report.countFiles(of: catalog, files)
    report.seconds.planning = clock.lap()

    var publishing = PublishingOptions(jobs: settings.jobs, isClean: settings.isClean, progress: settings.onProgress)
    var origin: BuildMemo.Origin?
    // A stream cannot be read again, so that the next build cannot know whether its data is the same.
    if let key, !log.hasStream {
      var report = report
      // With the durations, each build would store another memo.
      report.seconds = BuildReport.Seconds()
      origin = BuildMemo.Origin(settings: key, log: log, warnings: catalog.warnings, report: report)
    }
    let addresses = preparePublishing(catalog, in: folder, &publishing, after: memo)
    // A format that fails has to be rendered the next time. So the origin that lets a build find nothing to do is
    // stored only if all formats succeed.
    let kept = BuildMemo(catalog, addresses: addresses, origin: nil)
    publishing.notes[BuildMemo.name] = kept.bytes
    publishing.notesOfSuccess[BuildMemo.name] = BuildMemo(catalog, addresses: addresses, origin: origin).bytes
    record(try followed.publish(files, in: folder, publishing), &report)
    self.memo = kept
    // Links are known of the pages that were rendered, and so only now.
    report.brokenLinks = catalog.brokenReferences { followed.assets.contains($0) }
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// Returns the fingerprint of everything that determines the catalog apart from its files, given that of the
  /// program's additions.
  private func memoKey(_ additions: Fingerprint) -> String {
    // The title may be inferred from the name, and the paths of the inputs begin with the path as it was given.
    var parts = Fingerprinter()
    parts.combine(Program.fingerprint)
    parts.combine(additions)
    parts.combine(Catalog.name(at: open.path))
    parts.combine(open.path)
    open.options.combine(into: &parts)
    return parts.finish().description
  }

  /// Returns the report of the last build, whose inputs are unchanged, and completes what another build may have begun.
  private func reuseLastBuild(
    _ memo: BuildMemo, in folder: PublishedFolder, _ clock: inout Stopwatch
  ) throws(DiagnosticsError) -> BuildReport {
    guard let origin = memo.origin else { return BuildReport() }
    let states = origin.states
    open.trust(states)
    warnings = origin.warnings
    try settings.onRead(Set(states.keys))
    var options = PublishingOptions()
    if memo.isRenewed { options.notes[BuildMemo.name] = memo.bytes }
    var report = origin.report
    report.warnings = warnings
    report.isChecking = settings.isChecking
    report.copyChanges(from: try folder.publish(changed: [], options: options))
    report.output = output
    report.seconds.total = clock.total
    return report
  }

  /// Throws an error if a catalog that was read must not be published.
  private func check(_ catalog: Catalog, _ memo: BuildMemo?) throws(DiagnosticsError) {
    warnings = catalog.warnings + catalog.flips(since: memo?.decisions ?? [:])
    if !settings.allowsLosses { try catalog.checkLosses(since: memo?.rows ?? [:]) }
    try settings.onRead(open.log.paths)
  }

  /// Publishes the changes since the last build or update: edits of the data sets, and changed files.
  ///
  /// A data file is read again, and its differences pass through the chain as one batch. Only the pages that may show
  /// them are examined. For any other file, such as a template, the catalog is opened again.
  ///
  /// A path in any other form is not recognised, and the catalog is opened again as for an unknown file.
  ///
  /// - Parameter changed: The paths of the files that have changed, as they are derived from the catalog's path.
  /// - Returns: A report of what was done.
  /// - Throws: `DiagnosticsError` as ``build()`` does. What was published stays.
  /// - Complexity: That of reading the data files again, and O(*k* log *n*) for *k* pages that may have changed. If the
  ///   catalog is opened again, or another process has published, that of a build.
  public func update(_ changed: Set<String> = []) throws(DiagnosticsError) -> BuildReport {
    guard catalog != nil else { return try build() }
    var clock = Stopwatch()
    let folder = try openFolder()
    let rows = try open.update(changed)
    return try publish(rows, in: folder, &clock)
  }

  /// Publishes the changes of the open catalog since it was published.
  package func publish() throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    return try publish(nil, in: openFolder(), &clock)
  }

  private func publish(
    _ rows: BuildReport.Rows?, in folder: PublishedFolder, _ clock: inout Stopwatch
  ) throws(DiagnosticsError) -> BuildReport {
    guard let followed = open.followed else { preconditionFailure("There is no open catalog to publish.") }
    var report = BuildReport()
    report.changes = rows
    let present = followed.catalog
    let last = memo ?? folder.note(BuildMemo.name).flatMap(BuildMemo.init)
    try check(present, last)
    report.describe(present, in: output)
    report.seconds.reading = clock.lap()

    var options = PublishingOptions(jobs: settings.jobs, progress: settings.onProgress)
    let memo: BuildMemo
    // If the folder has the last state of this catalog, the files that have changed are enough.
    if followed.isPublished {
      let files = followed.changedFiles(in: folder)
      report.seconds.planning = clock.lap()
      let addresses = preparePublishing(present, in: folder, &options, after: last, followed.changes)
      memo = BuildMemo(present, addresses: addresses, origin: nil)
      options.notes[BuildMemo.name] = memo.bytes
      record(try followed.publish(files, in: folder, options), &report)
    } else {
      let files = followed.files(in: folder, isClean: false)
      report.seconds.planning = clock.lap()
      let addresses = preparePublishing(present, in: folder, &options, after: last)
      memo = BuildMemo(present, addresses: addresses, origin: nil)
      options.notes[BuildMemo.name] = memo.bytes
      record(try followed.publish(files, in: folder, options), &report)
    }
    self.memo = memo
    report.brokenLinks = present.brokenReferences { followed.assets.contains($0) }
    report.pages.total = present.numberOfPageFiles
    report.assets.total = followed.assets.count
    for counts in [\BuildReport.pages, \.assets] {
      report[keyPath: counts].unchanged = report[keyPath: counts].total - report[keyPath: counts].written
    }
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  private static let pluginNoteName = "plugins"

  /// Completes the options of publishing: determines which pages have moved, and adds the notes that the next build
  /// needs.
  ///
  /// - Parameters:
  ///   - memo: The memo of the last build.
  ///   - changes: The changes of the pages since then; `nil` if they are not known.
  /// - Returns: The fingerprint of the addresses that are noted; `nil` if it is not known.
  private func preparePublishing(
    _ catalog: Catalog, in folder: PublishedFolder, _ options: inout PublishingOptions, after memo: BuildMemo?,
    _ changes: DocumentChanges? = nil
  ) -> String? {
    options.keepsGoing = settings.keepsGoing
    // A format that has failed has no renderer. Its files, which are kept, are known from its last answers.
    var endings = Dictionary(catalog.renderers.map { ($0.format, $0.fileExtension) }) { first, _ in first }
    var assets: [String: Set<String>] = [:]
    for format in plugins.failures.keys {
      guard let files = plugins.memory.files(of: format) else { continue }
      endings[format] = files.ending
      assets[format] = files.assets
    }
    options.failedGroups = plugins.failures
    options.isKept = { path, format in
      endings[format].map { path.hasSuffix("." + $0) } ?? false || assets[format]?.contains(path) ?? false
    }
    plugins.memory.keepOnly(Set(catalog.configuration.formats.map(\.name.text)))
    let memory = plugins.memory.bytes
    // A memory of nothing is not stored.
    if memory != folder.note(Self.pluginNoteName) ?? Array("{}".utf8) { options.notes[Self.pluginNoteName] = memory }
    let review: AddressReview
    let addresses: String?
    if let changes {
      review = AddressReview(catalog, after: changes, folder.note)
      // The fingerprint is that of all addresses, which are not visited here. If some may have moved, it is unknown.
      addresses = changes.mayMoveObjects ? nil : memo?.addresses
    } else {
      let given = catalog.document.assignedAddresses.description
      // Most builds change no address. Then there is nothing to compare one by one.
      if given == memo?.addresses, folder.hasNote(AddressTable.present) { return given }
      review = AddressReview(catalog, after: folder.note)
      addresses = given
    }
    options.notes.merge(review.notes) { $1 }
    options.appendedNotes.merge(review.appendedNotes) { $1 }
    warnings += review.warnings
    return addresses
  }

  /// Adds the results of publishing to a report, and the findings of plugins to the warnings.
  private func record(_ published: PublishingReport, _ report: inout BuildReport) {
    report.copyFiles(from: published)
    report.failedFormats = published.failures.keys.sorted()
    warnings +=
      published.warnings + plugins.takeFindings()
      + report.failedFormats.flatMap { published.failures[$0]?.diagnostics ?? [] }
    report.warnings = warnings
    (report.isChecking, report.isVerifying) = (settings.isChecking, settings.isVerifying)
  }

  /// Delivers the list of changes: all files that have changed since the last delivery, in whichever process they were
  /// built, and however it ended.
  ///
  /// The list counts as delivered when the closure returns. If the closure throws an error, the process ends before, or
  /// a format has failed, so that the command does not end with success, the list is delivered again, together with
  /// later changes. If builds write no files, no list is delivered.
  ///
  /// - Parameters:
  ///   - report: The report of the last build.
  ///   - receive: Receives the report, with the list of changes in it.
  /// - Throws: The closure's error, or `DiagnosticsError`.
  package func deliver(_ report: BuildReport, to receive: (BuildReport) throws -> Void) throws {
    try openFolder().deliverChanges(isRepeated: !report.failedFormats.isEmpty) { changes in
      var report = report
      report.undelivered = changes
      try receive(report)
    }
  }

  /// Creates a zip archive of the files in the folder, in order. It is determined by these files alone.
  ///
  /// - Parameter write: Called with the bytes of the archive, part by part.
  /// - Throws: The closure's error, or `DiagnosticsError` if a file cannot be read.
  package func archive(to write: ([UInt8]) throws(DiagnosticsError) -> Void) throws(DiagnosticsError) {
    var zip = ZipWriter()
    try openFolder().forEachFile { (path, bytes) throws(DiagnosticsError) in try write(zip.entry(path, bytes)) }
    try write(zip.end())
  }

  /// Releases the folder for other processes, and terminates plugins. A later build or update acquires and starts them
  /// again.
  public func close() {
    folder?.close()
    plugins.endProcesses()
  }

  private func openFolder() throws(DiagnosticsError) -> PublishedFolder {
    if let folder, try folder.reopen(onWait: settings.onWait) { return folder }
    // Another process may have published in the meantime.
    open.followed?.isPublished = false
    memo = nil
    let opened = try PublishedFolder(
      output, state: settings.state, adopting: settings.isAdopting,
      for: settings.isChecking ? .check : settings.isWatching ? .watch : .build, isVerifying: settings.isVerifying,
      willChange: settings.willChange, onWait: settings.onWait)
    folder = opened
    return opened
  }
}

extension Catalog {
  fileprivate var numberOfPageFiles: Int {
    renderers.count { !($0 is any CollectingRenderer) } * document.numberOfPages
  }
}

extension BuildReport {
  fileprivate mutating func countFiles(of catalog: Catalog, _ files: PlannedFiles) {
    pages.total = catalog.numberOfPageFiles
    assets.total = files.count - pages.total
  }

  fileprivate mutating func describe(_ catalog: Catalog, in output: String) {
    rows = catalog.document.numberOfObjects
    sections = catalog.document.numberOfSections
    candidates = catalog.numberOfCandidates
    formats = catalog.formats
    for dataset in catalog.datasets { describe(dataset) }
    ties = catalog.relations.ties
    self.output = output
  }
}

struct Stopwatch {
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  /// Returns the seconds since the last lap, or since the start.
  mutating func lap() -> Double {
    let now = ContinuousClock.now
    defer { last = now }
    return (now - last) / .seconds(1)
  }

  var total: Double { (ContinuousClock.now - start) / .seconds(1) }
}
