public import Diagnostics
import Fingerprints
public import Publishing
public import Rendering

extension Document {
  /// Writes the document into a folder, and no more than has to be written: pages that show what they did are neither made nor written.
  ///
  /// - Parameters:
  ///   - folder: Where the catalog goes; it is made if need be.
  ///   - renderers: The formats, each of which has a file for every page.
  ///   - adopting: Whether the folder may hold files that belong to somebody else; they are left alone, now and later.
  ///   - options: How it is done.
  /// - Returns: What was touched on the disk.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if something is wrong with the folder or the disk, or if two pages have one place. The
  ///   catalog in the folder is as it was then, unless the error says that it is on its way.
  /// - Complexity: O(*n*), *n* being the number of objects, and what it costs to make the pages that have changed.
  @discardableResult
  public func build(
    into folder: String, renderers: [any PageRenderer], adopting: Bool = false,
    options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport {
    let pages = Array(plannedPages)
    let files = renderers.flatMap { $0.plannedFiles(of: pages) }
    return try PublishedFolder(folder, adopting: adopting).publish(files, options: options)
  }
}

extension PageRenderer {
  /// The files of pages in the renderer's format: what goes with the pages, and the pages.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages. None is made.
  func plannedFiles(of pages: [PlannedPage]) -> [PlannedFile] {
    var parts = Fingerprinter()
    func combine(_ fingerprint: Fingerprint) -> Fingerprint {
      parts.combine(self.fingerprint)
      parts.combine(fingerprint)
      return parts.finish()
    }
    let assets = assets.map { asset in
      PlannedFile(asset.path, as: .asset, inputs: Fingerprint(asset.bytes)) { .bytes(asset.bytes) }
    }
    return assets
      + pages.map { planned in
        PlannedFile(file(of: planned.path), as: .page, ingredients: planned.ingredients.map(combine)) {
          let page = planned.page()
          return PreparedFile(inputs: combine(page.fingerprint), content: .made { render(page).bytes })
        }
      }
  }
}
