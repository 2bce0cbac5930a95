import Archives
public import Diagnostics
import Fingerprints
import Foundation
import PluginHosting
package import Publishing
import Rendering

/// Builds a catalog into a folder, once or again and again while its files change.
///
/// ```swift
/// let builder = CatalogBuilder(at: "fruits", into: "build/fruits")
/// let report = try builder.build()
/// print(report.pages.written)
/// ```
///
/// A build makes only what follows from something else than before, and writes only what has other bytes: what is in the folder
/// afterwards is what a build into an empty one would have made.
public final class CatalogBuilder {
  /// How a catalog is built.
  public struct Settings {
    /// Whether the folder may hold files that belong to somebody else; they are left alone, now and later.
    public var isAdopting = false
    /// Whether nothing is written, and only told what would be.
    public var isChecking = false
    /// Whether every page is made anew, whatever is known of it.
    public var isClean = false
    /// Whether all files of the output are read, so that one is mended that was changed and has kept its size and its time.
    public var isVerifying = false
    /// Whether a data set may have lost all of its rows, or nearly all, since the last build.
    public var allowsLosses = false
    /// A folder for what is known of the catalog, on the file system of the output; nil for a hidden one in the output.
    public var state: String?
    /// Whether the catalog is built again and again, for others who wait for the folder.
    package var isWatching = false
    /// How many threads make and write files; nothing for one on each processor.
    public var jobs: Int?
    /// Whether the other formats are published if one cannot be rendered. The files of that one stay as they were.
    public var keepsGoing = false
    /// Where programs of formats are looked for, and where it is kept which of them may run.
    package var environment = ProcessInfo.processInfo.environment
    /// Is called once if another process has the folder, which is waited for, with that process as far as it is known.
    package var onWait: (FolderHolder?) -> Void = { _ in }
    /// Is called with the paths of all files and folders that the catalog is made from, before anything is written; an error ends the build.
    package var onRead: (Set<String>) throws(DiagnosticsError) -> Void = { (_) throws(DiagnosticsError) in }
    /// Is told now and then how many files are done, of how many that are known of.
    package var onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    /// Is called with the name of each change of the disk before it is made.
    package var willChange: (@Sendable (String) -> Void)?

    /// Makes settings for the usual build.
    public init() {}
  }

  /// The catalog, as it was opened last; nothing before the first build, and where that found nothing to do.
  public var catalog: Catalog? { followed?.catalog }
  /// What a person should look at, although the catalog was built.
  public private(set) var warnings: [Diagnostic] = []
  /// Where the catalog is.
  let path: String
  let options: CatalogOptions
  let settings: Settings
  /// What was read the last time that the catalog was opened.
  private var log = InputManifest()
  private let extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void
  private let output: String
  /// What is written to, and no part of the catalog.
  private var outputs: [String] { [output] + (settings.state.map { [$0] } ?? []) }
  private var folder: PublishedFolder?
  private let plugins: PluginFormats
  /// Whether the catalog has to be opened anew, and could not be.
  private var isStale = false
  /// The catalog, and what has become of it since it was published.
  private var followed: FollowedCatalog?
  /// What the last build or update has left for the next one to know; nil where that has to be read.
  private var memo: BuildMemo?

  /// Gets ready to build a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - output: Where the catalog goes; it is made if need be.
  ///   - options: What is decided over the configuration.
  ///   - settings: How the catalog is built.
  ///   - extend: Adds cells, rules, steps and renderers of the program, each time that the catalog is opened.
  public init(
    at path: String, into output: String, options: CatalogOptions = CatalogOptions(), settings: Settings = Settings(),
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void = {
      (_) throws(DiagnosticsError) in
    }
  ) {
    self.path = path
    self.output = output
    self.options = options
    self.extend = extend
    self.settings = settings
    plugins = PluginFormats(
      options, jobs: settings.jobs, keepsGoing: settings.keepsGoing, environment: settings.environment)
  }

  /// Builds the catalog as its files are now.
  ///
  /// - Returns: What was done; where nothing is to be written, what would be.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong with the catalog, or if the folder cannot be used or written
  ///   to. The catalog in the folder is as it was then, unless the error says that it is on its way.
  public func build() throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    let folder = try openFolder()
    let memo = folder.note(BuildMemo.name).flatMap(BuildMemo.init)
    let additions = try additions()
    let key = additions.origin.map(memoKey)
    if let key, !settings.isClean, catalog == nil, let confirmed = memo?.confirmed(for: key), try folder.isIntact() {
      return try takeOver(confirmed, in: folder, &clock)
    }
    // What has failed too often is tried again when something has changed.
    if !log.states.allSatisfy({ FileState($0.key) == $0.value }) { plugins.reset() }
    log = InputManifest(isKeepingContents: true)
    if catalog == nil { plugins.remember(folder.note(Self.pluginNote)) }
    let catalog = try Catalog(
      at: path, outputs: outputs, options: options, extending: additions, plugins: plugins, log: log)
    try check(catalog, memo)
    let followed = follow(catalog)
    var report = BuildReport()
    report.describe(catalog, in: output)
    report.seconds.reading = clock.lap()
    let files = followed.files(in: folder, isClean: settings.isClean)
    report.countFiles(of: catalog, files)
    report.seconds.planning = clock.lap()

    var publishing = PublishingOptions(jobs: settings.jobs, isClean: settings.isClean, progress: settings.onProgress)
    var origin: BuildMemo.Origin?
    if let key, !log.hasStream {
      var report = report
      report.seconds = BuildReport.Seconds()
      origin = BuildMemo.Origin(settings: key, log: log, warnings: catalog.warnings, report: report)
    }
    let addresses = prepare(catalog, in: folder, &publishing, after: memo)
    // Where a format may fail and be due the next time, that there is nothing to do is kept when it is known.
    let kept = BuildMemo(catalog, addresses: addresses, origin: settings.keepsGoing ? nil : origin)
    publishing.notes[BuildMemo.name] = kept.bytes
    take(try followed.publish(files, in: folder, publishing), &report)
    if settings.keepsGoing, report.failedFormats.isEmpty {
      publishing.notes = [BuildMemo.name: BuildMemo(catalog, addresses: addresses, origin: origin).bytes]
      _ = try folder.publish(changed: [], options: publishing)
    }
    self.memo = BuildMemo(catalog, addresses: addresses, origin: nil)
    report.brokenLinks = catalog.brokenReferences { followed.assets.contains($0) }
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// Follows a catalog that was opened.
  private func follow(_ catalog: Catalog) -> FollowedCatalog {
    let followed = FollowedCatalog(catalog)
    self.followed = followed
    isStale = false
    return followed
  }

  /// What the program adds to the catalog.
  private func additions() throws(DiagnosticsError) -> CatalogExtension {
    var additions = CatalogExtension()
    try extend(&additions)
    return additions
  }

  /// What a catalog follows from beside its files, as long as all that the program adds declares what it follows from.
  private func memoKey(_ additions: Fingerprint) -> String {
    // What is inferred from the name is part of the catalog, and the paths of its files start from the path as it was given.
    var parts = Fingerprinter()
    parts.combine(Program.fingerprint)
    parts.combine(additions)
    parts.combine(Catalog.name(at: path))
    parts.combine(path)
    options.combine(into: &parts)
    return parts.finish().description
  }

  /// Finds nothing to do, but to finish what another build may have begun.
  private func takeOver(
    _ memo: BuildMemo, in folder: PublishedFolder, _ clock: inout Stopwatch
  ) throws(DiagnosticsError) -> BuildReport {
    guard let origin = memo.origin else { return BuildReport() }
    log = InputManifest(states: origin.states)
    warnings = origin.warnings
    try settings.onRead(Set(origin.states.keys))
    var options = PublishingOptions()
    if memo.isRenewed { options.notes[BuildMemo.name] = memo.bytes }
    var report = origin.report
    report.takeChanges(try folder.publish(changed: [], options: options))
    report.output = output
    report.seconds.total = clock.total
    return report
  }

  /// Looks whether a catalog that was read may be published.
  ///
  /// - Parameter memo: What the last build has left.
  private func check(_ catalog: Catalog, _ memo: BuildMemo?) throws(DiagnosticsError) {
    warnings = catalog.warnings + catalog.flips(since: memo?.decisions ?? [:])
    if !settings.allowsLosses { try catalog.refuseLosses(since: memo?.rows ?? [:]) }
    try settings.onRead(Set(log.states.keys))
  }

  /// Takes over what has changed since the catalog was built or updated last: in its data sets, by whoever has edited them, and in some of
  /// its files.
  ///
  /// A data file that is read again becomes one batch of updates, which goes through the chain; only pages that show something of it are
  /// looked at. Other files, such as templates, have the catalog opened anew.
  ///
  /// - Parameter changed: The paths of the files that are others than before, as they are found from the catalog's path.
  /// - Returns: What was done.
  /// - Throws: ``Diagnostics/DiagnosticsError`` as ``build()`` does; what was published stays.
  /// - Complexity: That of reading the data files again, and O(*k* log *n*) for *k* pages that may show something else.
  public func update(_ changed: Set<String> = []) throws(DiagnosticsError) -> BuildReport {
    guard var followed else { return try build() }
    plugins.reset()
    var clock = Stopwatch()
    let folder = try openFolder()
    var report = BuildReport()
    if !isStale, let rows = try followed.catalog.reload(changed) {
      report.changes = rows
    } else {
      // Until that succeeds the old catalog is good for nothing: its data may be read already, by new fields.
      isStale = true
      log = InputManifest()
      let catalog = try Catalog(
        at: path, outputs: outputs, options: options, extending: additions(), plugins: plugins, log: log)
      // Somebody who follows a catalog and deletes its configuration, or moves it for a moment, wants no other catalog of its data files.
      if followed.catalog.configuration.found == nil, catalog.configuration.found != nil {
        throw DiagnosticsError(.lostConfiguration(at: path))
      }
      followed = follow(catalog)
    }
    let present = followed.catalog
    let last = memo ?? folder.note(BuildMemo.name).flatMap(BuildMemo.init)
    try check(present, last)
    report.describe(present, in: output)
    report.seconds.reading = clock.lap()

    var options = PublishingOptions(jobs: settings.jobs, progress: settings.onProgress)
    let memo: BuildMemo
    if followed.isPublished {
      let files = followed.changedFiles(in: folder)
      report.seconds.planning = clock.lap()
      let addresses = prepare(present, in: folder, &options, after: last, followed.changes)
      memo = BuildMemo(present, addresses: addresses, origin: nil)
      options.notes[BuildMemo.name] = memo.bytes
      take(try followed.publish(files, in: folder, options), &report)
    } else {
      let files = followed.files(in: folder, isClean: false)
      report.seconds.planning = clock.lap()
      let addresses = prepare(present, in: folder, &options, after: last)
      memo = BuildMemo(present, addresses: addresses, origin: nil)
      options.notes[BuildMemo.name] = memo.bytes
      take(try followed.publish(files, in: folder, options), &report)
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

  /// The name of the note that keeps what plugins say of themselves.
  private static let pluginNote = "plugins"

  /// Finds out which pages stand elsewhere than before, and has that kept which the next build will ask for.
  ///
  /// - Parameters:
  ///   - memo: What the last build has left.
  ///   - changes: What has become of the pages since then; nil where that is not known.
  /// - Returns: The fingerprint of the addresses that are noted; nil where that is not known.
  private func prepare(
    _ catalog: Catalog, in folder: PublishedFolder, _ options: inout PublishingOptions, after memo: BuildMemo?,
    _ changes: DocumentChanges? = nil
  ) -> String? {
    options.keepsGoing = settings.keepsGoing
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
    if memory != folder.note(Self.pluginNote) ?? Array("{}".utf8) { options.notes[Self.pluginNote] = memory }
    let review: AddressReview
    let addresses: String?
    if let changes {
      review = AddressReview(catalog, after: changes, folder.note)
      addresses = changes.mayMoveObjects ? nil : memo?.addresses
    } else {
      let given = catalog.document.givenAddresses.description
      if given == memo?.addresses, folder.hasNote(AddressTable.present) { return given }
      review = AddressReview(catalog, after: folder.note)
      addresses = given
    }
    options.notes.merge(review.notes) { $1 }
    options.appendedNotes.merge(review.appendedNotes) { $1 }
    warnings += review.warnings
    return addresses
  }

  /// Takes over what was done, and what plugins report.
  private func take(_ published: PublishingReport, _ report: inout BuildReport) {
    report.take(published)
    report.failedFormats = published.failures.keys.sorted()
    warnings += plugins.takeFindings() + report.failedFormats.flatMap { published.failures[$0]?.diagnostics ?? [] }
  }

  /// Delivers the list of changes: all files that have changed since it was delivered last, whoever has built, and however the processes
  /// ended.
  ///
  /// The list counts as delivered when the closure returns; if it throws an error, or the process ends before, it is delivered again, with
  /// what has changed meanwhile. Where nothing is written, nothing is delivered.
  ///
  /// - Parameters:
  ///   - report: What was done.
  ///   - receive: Takes the report, with the list in it.
  /// - Throws: What the closure throws, or ``Diagnostics/DiagnosticsError``.
  package func deliver(_ report: BuildReport, to receive: (BuildReport) throws -> Void) throws {
    try openFolder().deliverChanges { changes in
      var report = report
      report.undelivered = changes
      try receive(report)
    }
  }

  /// Creates a zip archive of the files that are in the folder, in order. It follows from them alone.
  ///
  /// - Parameter write: Is called with the bytes of the archive, part by part.
  /// - Throws: What the closure throws, or ``Diagnostics/DiagnosticsError`` if a file cannot be read.
  package func archive(
    to write: ([UInt8]) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) {
    var zip = ZipWriter()
    try openFolder().forEachFile { (path, bytes) throws(DiagnosticsError) in try write(zip.entry(path, bytes)) }
    try write(zip.end())
  }

  /// Gives the folder free for others, and ends plugins; a later build or update opens and starts them once more.
  public func close() {
    folder?.close()
    plugins.close()
  }

  /// The files that the catalog was made from, or was to be made from where it could not be opened, as they were when they were read.
  var inputs: [String: FileState?] { log.states }

  private func openFolder() throws(DiagnosticsError) -> PublishedFolder {
    if let folder, try folder.reopen(onWait: settings.onWait) { return folder }
    // Somebody else may have published.
    followed?.isPublished = false
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
  /// The number of the pages' files.
  fileprivate var numberOfPageFiles: Int {
    renderers.count { !($0 is any CollectingRenderer) } * document.numberOfPages
  }
}

extension BuildReport {
  /// Takes over how many files a catalog has.
  fileprivate mutating func countFiles(of catalog: Catalog, _ files: PlannedFiles) {
    pages.total = catalog.numberOfPageFiles
    assets.total = files.count - pages.total
  }

  /// Takes over what a catalog consists of.
  fileprivate mutating func describe(_ catalog: Catalog, in output: String) {
    (rows, sections) = (catalog.document.numberOfObjects, catalog.document.numberOfSections)
    candidates = catalog.numberOfCandidates
    formats = catalog.formats
    for leaf in catalog.leaves { describe(leaf) }
    self.output = output
  }
}

/// Tells how long something took.
struct Stopwatch {
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  /// The seconds since the last lap, or the start.
  mutating func lap() -> Double {
    let now = ContinuousClock.now
    defer { last = now }
    return (now - last) / .seconds(1)
  }

  /// The seconds since the start.
  var total: Double { (ContinuousClock.now - start) / .seconds(1) }
}
