public import Diagnostics
import Fingerprints
import Publishing
public import Rendering

/// Builds a catalog into a folder, once or again and again while its files change.
///
/// ```swift
/// let builder = CatalogBuilder(at: "fruits", into: "build/fruits")
/// print(try builder.build().pages.written)
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
    /// How many threads make and write files; nothing for one on each processor.
    public var jobs: Int?
    /// Is called once if another build has the folder, which is waited for.
    public var onWait: () -> Void = {}
    /// Is told now and then how many files are done, of how many that are known of.
    public var onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }

    /// Makes settings for the usual build.
    public init() {}
  }

  /// The catalog, as it was opened last; nothing before the first build, and where that found nothing to do.
  public private(set) var catalog: Catalog?
  /// Where the catalog is.
  let path: String
  let options: CatalogOptions
  let settings: Settings
  /// What was read the last time that the catalog was opened.
  private var log = InputLog()
  private let registry: RendererRegistry?
  private let output: String
  private var folder: PublishedFolder?
  /// Whether the catalog has to be opened anew, and could not be.
  private var isStale = false
  /// What the last build has to say of addresses.
  private var addressWarnings: [Diagnostic] = []
  /// The files as they were planned last.
  private var planned: [PlannedFile] = []

  /// Gets ready to build a catalog.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, or `-` for data from standard input.
  ///   - output: Where the catalog goes; it is made if need be.
  ///   - options: What is decided over the configuration.
  ///   - registry: The renderers to choose from; the built-in ones unless given.
  ///   - settings: How the catalog is built.
  public init(
    at path: String, into output: String, options: CatalogOptions = CatalogOptions(),
    registry: RendererRegistry? = nil, settings: Settings = Settings()
  ) {
    self.path = path
    self.output = output
    self.options = options
    self.registry = registry
    self.settings = settings
  }

  /// Builds the catalog as its files are now.
  ///
  /// - Returns: What was done; where nothing is to be written, what would be.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong with the catalog, or if the folder cannot be used or written
  ///   to. The catalog in the folder is as it was then, unless the error says that it is on its way.
  public func build() throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    let folder = try openFolder()
    let key = "\(Catalog.version) \(path) \(options)"
    if registry == nil, !settings.isClean, catalog == nil,
      let memo = folder.note(BuildMemo.name).flatMap(BuildMemo.init), memo.holds(for: key),
      try folder.isIntact()
    {
      log = InputLog(states: memo.states)
      var report = memo.report
      report.output = output
      report.seconds.total = clock.total
      return report
    }
    log = InputLog()
    let catalog = try Catalog(at: path, options: options, registry: registry, log: log)
    self.catalog = catalog
    isStale = false
    var report = BuildReport()
    report.describe(catalog, in: output)
    report.seconds.reading = clock.lap()
    let files = catalog.plannedFiles
    planned = files
    report.seconds.planning = clock.lap()

    var publishing = PublishingOptions(jobs: settings.jobs, isClean: settings.isClean, progress: settings.onProgress)
    // A build with warnings is made again, so that they are told again.
    if registry == nil, catalog.warnings.isEmpty {
      report.pages.total = files.count { $0.kind == .page }
      report.assets.total = files.count - report.pages.total
      publishing.notes[BuildMemo.name] = BuildMemo(settings: key, log: log, report: report)?.bytes ?? []
    } else {
      publishing.notes[BuildMemo.name] = []
    }
    review(catalog, in: folder, &publishing)
    report.take(try folder.publish(files, options: publishing))
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// Takes over what has changed in some of the catalog's files since it was built or updated last.
  ///
  /// A data file that is read again becomes one batch of updates, which goes through the chain; only pages that show something of it are
  /// looked at. Other files, such as templates, have the catalog opened anew.
  ///
  /// - Parameter changed: The paths of the files that are others than before, as they are found from the catalog's path.
  /// - Returns: What was done.
  /// - Throws: ``Diagnostics/DiagnosticsError`` as ``build()`` does; what was published stays.
  public func update(_ changed: Set<String>) throws(DiagnosticsError) -> BuildReport {
    guard let catalog else { return try build() }
    var clock = Stopwatch()
    let folder = try openFolder()
    var report = BuildReport()
    var present = catalog
    if !isStale, let changes = try catalog.reload(changed) {
      report.changes = changes
    } else {
      // Until that succeeds the old catalog is good for nothing: its data may be read already, by new fields.
      isStale = true
      log = InputLog()
      present = try Catalog(at: path, options: options, registry: registry, log: log)
      self.catalog = present
      isStale = false
    }
    report.describe(present, in: output)
    report.seconds.reading = clock.lap()
    let files = present.plannedFiles
    let old = Dictionary(planned.map { ($0.path, $0.ingredients) }, uniquingKeysWith: { first, _ in first })
    let new = Set(files.map(\.path))
    let affected = files.filter { file in
      guard let ingredients = file.ingredients, let before = old[file.path] else { return true }
      return before != ingredients
    }
    report.seconds.planning = clock.lap()
    // What the last build left to be known is not true any more.
    var options = PublishingOptions(jobs: settings.jobs, progress: settings.onProgress)
    options.notes[BuildMemo.name] = []
    review(present, in: folder, &options)
    report.take(
      try folder.publish(changed: affected, removed: old.keys.filter { !new.contains($0) }.sorted(), options: options))
    planned = files
    for kind in [PlannedFile.Kind.page, .asset] {
      let total = files.count { $0.kind == kind }
      let counts = kind == .page ? \BuildReport.pages : \BuildReport.assets
      report[keyPath: counts].total = total
      report[keyPath: counts].unchanged = total - report[keyPath: counts].written
    }
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// What a person should look at since the catalog was built or updated last.
  public var warnings: [Diagnostic] { (catalog?.warnings ?? []) + addressWarnings }

  /// Finds out which pages stand elsewhere than before, and has that kept which the next build will ask for.
  private func review(_ catalog: Catalog, in folder: PublishedFolder, _ options: inout PublishingOptions) {
    let review = AddressReview(catalog, after: folder.note)
    options.notes.merge(review.notes) { $1 }
    addressWarnings = review.warnings
  }

  /// Gives the folder free for others, before the builder goes; a later build opens it once more.
  public func close() {
    folder?.close()
    folder = nil
  }

  /// The files that the catalog was made from, or was to be made from where it could not be opened, as they were when they were read.
  var inputs: [String: FileState?] { log.states }

  private func openFolder() throws(DiagnosticsError) -> PublishedFolder {
    if let folder { return folder }
    let opened = try PublishedFolder(
      output, adopting: settings.isAdopting, isChecking: settings.isChecking, onWait: settings.onWait)
    folder = opened
    return opened
  }
}

extension BuildReport {
  /// Takes over what a catalog consists of.
  fileprivate mutating func describe(_ catalog: Catalog, in output: String) {
    (rows, sections) = (catalog.document.numberOfObjects, catalog.document.numberOfSections)
    candidates = catalog.numberOfCandidates
    formats = catalog.formats
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
