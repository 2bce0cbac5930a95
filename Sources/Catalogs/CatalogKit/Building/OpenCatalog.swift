import Diagnostics
import Fingerprints
import Publishing
import Rendering

/// A catalog that stays open: when some of its files have changed, it is read again as far as they require.
///
/// If the files have mistakes, the catalog stays as it was.
///
/// Not thread-safe: only one thread at a time uses it and the catalog.
package final class OpenCatalog {
  /// The path of the catalog.
  let path: String
  package let options: CatalogOptions
  /// The folders that are written to, which are excluded from the inputs.
  private let outputs: [String]
  private let extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void
  let plugins: PluginFormats
  /// The inputs that were read when the catalog was opened last.
  private(set) var log = InputManifest()
  /// The catalog, with its changes since it was published; `nil` until it was opened.
  private(set) var followed: FollowedCatalog?
  /// Whether the catalog has to be opened again, because the last attempt failed.
  private var isStale = false
  /// The fragments of the formats that collect all pages in one file, for files that are not published.
  private var fragmentStores: [String: FragmentStore] = [:]

  /// Creates a catalog that has yet to be opened.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`, a data file, a folder of data files, or `-` for data from standard input.
  ///   - outputs: The folders that are written to.
  ///   - options: The choices that override the configuration.
  ///   - plugins: The formats that plugins render.
  ///   - extend: Adds the cells, rules, steps and renderers of the program. It is called whenever the catalog is
  ///     opened.
  init(
    at path: String, outputs: [String], options: CatalogOptions, plugins: PluginFormats,
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void
  ) {
    self.path = path
    self.outputs = outputs
    self.options = options
    self.plugins = plugins
    self.extend = extend
  }

  /// Creates a catalog that is not published.
  package convenience init(
    at path: String, options: CatalogOptions,
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void
  ) {
    self.init(at: path, outputs: [], options: options, plugins: PluginFormats(options), extending: extend)
  }

  /// The catalog; `nil` until it was opened.
  package var catalog: Catalog? { followed?.catalog }

  /// The states of the files that the catalog was made from when they were read, including those of a catalog that
  /// could not be opened. Files that this process prints to are not among them.
  package var inputs: [String: FileState?] { log.states.filter { !log.ownStreams.contains($0.key) } }

  /// Returns the additions of the program.
  func additions() throws(DiagnosticsError) -> CatalogExtension {
    var additions = CatalogExtension()
    try extend(&additions)
    return additions
  }

  /// Opens the catalog from the present state of its files. It is not followed yet.
  ///
  /// - Parameter log: Records the inputs.
  func open(_ additions: CatalogExtension, log: InputManifest) throws(DiagnosticsError) -> Catalog {
    self.log = log
    return try Catalog(at: path, outputs: outputs, options: options, extending: additions, plugins: plugins, log: log)
  }

  /// Follows the changes of a catalog that was opened.
  @discardableResult
  func follow(_ catalog: Catalog) -> FollowedCatalog {
    let followed = FollowedCatalog(catalog)
    self.followed = followed
    isStale = false
    return followed
  }

  /// Returns the store of the fragments of a format, which is in memory.
  func fragments(of format: String) -> FragmentStore {
    let store = fragmentStores[format] ?? FragmentStore()
    fragmentStores[format] = store
    return store
  }

  /// States that the inputs are those of the catalog that was built last, which is not opened.
  func trust(_ states: [String: FileState?]) { log = InputManifest(states: states) }

  /// Brings the catalog up to date after some of its files have changed.
  ///
  /// A data file is read again, and its differences pass through the chain as one batch. For any other file, such as a
  /// template, the catalog is opened again.
  ///
  /// - Parameter changed: The paths of the files that have changed, as the ``inputs`` name them.
  /// - Returns: The changes of records; `nil` if the catalog was opened again.
  /// - Throws: `DiagnosticsError` with the mistakes in the files. Call the method again with the same files, and those
  ///   that have changed since then, once they are corrected.
  package func update(_ changed: Set<String>) throws(DiagnosticsError) -> BuildReport.Rows? {
    plugins.forgetFailures()
    // A catalog that was opened without a format, whose plugin has failed, may have it now.
    if let followed, !isStale, plugins.failures.isEmpty, let rows = try followed.catalog.reload(changed) { return rows }
    // Until opening succeeds, the old catalog must not be updated: its data may have been read already with other
    // fields.
    isStale = true
    let catalog = try open(additions(), log: InputManifest())
    // If the configuration of a followed catalog is deleted, or moved for a moment, the catalog must not be replaced by
    // one inferred from the data files.
    if let followed, followed.catalog.foundDatasets == nil, catalog.foundDatasets != nil {
      throw DiagnosticsError(.lostConfiguration(at: path))
    }
    follow(catalog)
    return nil
  }
}
