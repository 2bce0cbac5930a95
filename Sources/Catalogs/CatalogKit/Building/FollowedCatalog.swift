import Diagnostics
import Publishing
import Rendering

/// An open catalog, and its changes since it was published.
final class FollowedCatalog {
  let catalog: Catalog
  /// Whether the folder contains the catalog as it was before the ``changes``: no other process has published to it or
  /// deleted it.
  var isPublished = false
  /// The changes of the pages since they were published.
  private(set) var changes = DocumentChanges()
  /// The paths of the files that are not pages, as they were published last.
  private(set) var assets: Set<String> = []
  /// The files made from many objects; `nil` until they are planned.
  private var exports: LiveExports?
  /// The changes of these files since they were published.
  private var exportChanges = ChangedFiles()
  /// These files by their paths; `nil` until one of them is looked up.
  private var exportFiles: [String: PlannedFile]?

  init(_ catalog: Catalog) {
    self.catalog = catalog
    // The observer comes as an argument. A closure that captured it would form a cycle of references with the catalog.
    catalog.document.addObserver(self) { followed, changes, objects in
      followed.changes.append(changes)
      followed.exports?.update(changes, objects)
    }
  }

  /// Returns all files.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages and objects.
  func files(in folder: PublishedFolder, isClean: Bool) -> PlannedFiles {
    let exports = currentExports()
    // All files are planned, and the changes are among them.
    exportChanges = ChangedFiles()
    return catalog.plannedFiles(with: exports) { folder.fragments(of: $0, isClean: isClean) }
  }

  /// Returns the files made from many objects, after their changes were taken.
  private func currentExports() -> LiveExports {
    guard let exports else {
      let planned = LiveExports(catalog)
      exports = planned
      return planned
    }
    let changes = exports.takeChanges()
    for file in changes.changed { exportFiles?[file.path] = file }
    for path in changes.removed { exportFiles?[path] = nil }
    // A folder without the last state gets all files, whatever has changed.
    if isPublished { exportChanges.append(changes) }
    return exports
  }

  /// Returns the file made from many objects that has a path, or `nil` if there is none.
  ///
  /// - Complexity: That of the changes of these files since the last call; O(*n* log *n*) for the first call, *n* being
  ///   the number of objects.
  func export(at path: String) -> PlannedFile? {
    let exports = currentExports()
    if exportFiles == nil {
      exportFiles = Dictionary(exports.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return exportFiles?[path]
  }

  func publish(
    _ files: PlannedFiles, in folder: PublishedFolder, _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    // Set before the attempt: if it fails, what the folder has is unknown, and all files are published the next time.
    isPublished = false
    changes = DocumentChanges()
    defer { catalog.document.releaseCells() }
    var assets: Set<String> = []
    // No page is prepared after the last file was planned. Cells are released then, because the following steps need
    // the memory.
    let report = try folder.publish(
      files.onEnd { [document = catalog.document] in document.releaseCells() }.lazy.map { file in
        if file.kind == .asset { assets.insert(file.path) }
        return file
      }, options: options)
    self.assets = assets
    isPublished = report.failures.isEmpty
    return report
  }

  /// Returns the files that may differ from those that were published.
  ///
  /// - Complexity: That of the changes; see ``Catalog/changedPageFiles(_:keeping:)``.
  func changedFiles(in folder: PublishedFolder) -> ChangedFiles {
    var files = catalog.changedPageFiles(changes) { folder.fragments(of: $0, isClean: false) }
    if exports != nil { _ = currentExports() }
    files.append(exportChanges)
    exportChanges = ChangedFiles()
    return files
  }

  /// Publishes the files that have changed. If that fails, all files have to be published the next time.
  func publish(
    _ files: ChangedFiles, in folder: PublishedFolder, _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    isPublished = false
    changes = DocumentChanges()
    defer { catalog.document.releaseCells() }
    let report = try folder.publish(changed: files.changed, removed: files.removed, options: options)
    for file in files.changed where file.kind == .asset { assets.insert(file.path) }
    assets.subtract(files.removed)
    isPublished = report.failures.isEmpty
    return report
  }
}
