import Diagnostics
import Publishing
import Rendering

/// An opened catalog, and what has become of it since it was published.
final class FollowedCatalog {
  let catalog: Catalog
  /// Whether the folder holds the catalog as it was before the ``changes``: nobody else has published, or deleted it.
  var isPublished = false
  /// What has become of the pages since they were published.
  private(set) var changes = DocumentChanges()
  /// The paths of the files that are no pages, as they were published last.
  private(set) var assets: Set<String> = []
  /// The files that are made of many objects; nil before they were planned.
  private var exports: LiveExports?

  init(_ catalog: Catalog) {
    self.catalog = catalog
    catalog.document.addObserver(self) { followed, changes in
      followed.changes.append(changes)
      followed.exports?.update(changes)
    }
  }

  /// All files.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages and objects.
  func files(in folder: PublishedFolder, isClean: Bool) -> PlannedFiles {
    let exports = exports ?? LiveExports(catalog)
    self.exports = exports
    _ = exports.takeChanges()
    return catalog.plannedFiles(with: exports) { folder.fragments(of: $0, isClean: isClean) }
  }

  /// Publishes all files.
  func publish(
    _ files: PlannedFiles, in folder: PublishedFolder, _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    isPublished = false
    changes = DocumentChanges()
    defer { catalog.document.releaseCells() }
    var assets: Set<String> = []
    // No page is prepared any more when the last file was planned: what follows needs the room.
    let report = try folder.publish(
      files.onEnd { [document = catalog.document] in document.releaseCells() }.lazy.map { file in
        if file.kind == .asset { assets.insert(file.path) }
        return file
      }, options: options)
    self.assets = assets
    isPublished = report.failures.isEmpty
    return report
  }

  /// The files that may be others than those that were published.
  ///
  /// - Complexity: That of the changes.
  func changedFiles(in folder: PublishedFolder) -> ChangedFiles {
    var files = catalog.changedPageFiles(changes) { folder.fragments(of: $0, isClean: false) }
    files.append(exports?.takeChanges() ?? ChangedFiles())
    return files
  }

  /// Publishes the files that have changed. If that fails, all have to be published the next time.
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
