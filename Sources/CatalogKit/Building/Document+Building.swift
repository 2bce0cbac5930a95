public import Diagnostics
import Fingerprints
package import Publishing
public import Rendering

extension Document {
  /// Writes the document into a folder, and no more than has to be written: pages that show what they did are neither made nor written.
  ///
  /// - Parameters:
  ///   - folder: Where the catalog goes; it is made if need be.
  ///   - renderers: The formats, each of which has a file for every page.
  ///   - adopting: Whether the folder may hold files that belong to somebody else; they are left alone, now and later.
  /// - Returns: What was done.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if something is wrong with the folder or the disk, or if two pages have one place. The
  ///   catalog in the folder is as it was then, unless the error says that it is on its way.
  /// - Complexity: O(*n*), *n* being the number of objects, and what it costs to make the pages that have changed.
  @discardableResult
  public func build(
    into folder: String, renderers: [any PageRenderer], adopting: Bool = false
  ) throws(DiagnosticsError) -> BuildReport {
    try build(into: folder, renderers: renderers, adopting: adopting, options: PublishingOptions())
  }

  /// Writes the document into a folder, as decided.
  package func build(
    into folder: String, renderers: [any PageRenderer], adopting: Bool = false, options: PublishingOptions
  ) throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    var files: [PlannedFile] = []
    for renderer in renderers { addFiles(of: renderer, to: &files) }
    let opened = try PublishedFolder(folder, adopting: adopting)
    defer { opened.close() }
    var report = BuildReport()
    report.rows = numberOfObjects
    report.sections = numberOfSections
    report.formats = renderers.map(\.format)
    report.output = folder
    report.seconds.planning = clock.lap()
    report.take(try opened.publish(files, options: options))
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// Adds the files of a format: what goes with the pages, and the pages.
  ///
  /// - Complexity: O(*n*), *n* being the number of pages. None is made.
  func addFiles(of renderer: any PageRenderer, to files: inout [PlannedFile]) {
    for asset in renderer.assets {
      files.append(PlannedFile(asset.path, as: .asset, inputs: Fingerprint(asset.bytes)) { .bytes(asset.bytes) })
    }
    let pages = plannedPages, format = PageFormat(renderer)
    let places = pages.concurrentMap(with: Fingerprinter.init) { page, parts in
      (file: renderer.file(of: page.path), ingredients: page.ingredients.flatMap { format.combine($0, &parts) })
    }
    for (page, place) in zip(pages, places) {
      files.append(
        PlannedFile(place.file, as: .page, ingredients: place.ingredients) {
          let page = self.page(page)
          var parts = Fingerprinter()
          return PreparedFile(
            inputs: format.combine(page.fingerprint, &parts), content: .made { format.renderer.render(page).bytes })
        })
    }
  }
}

/// A renderer, held once for all of its pages.
final class PageFormat: Sendable {
  let renderer: any PageRenderer
  /// The fingerprint of all that its files follow from beside the pages; nil where only their bytes tell.
  private let fingerprint: Fingerprint?

  init(_ renderer: any PageRenderer) {
    self.renderer = renderer
    let type = String(reflecting: type(of: renderer))
    fingerprint = renderer.fingerprint.map { renderer in
      var parts = Fingerprinter()
      parts.combine(Program.fingerprint)
      parts.combine(type)
      parts.combine(renderer)
      return parts.finish()
    }
  }

  /// The file of a page that is there already.
  func plan(_ page: Page, as kind: PlannedFile.Kind) -> PlannedFile {
    var parts = Fingerprinter()
    let inputs = combine(page.fingerprint, &parts)
    return PlannedFile(renderer.file(of: page.path), as: kind, ingredients: inputs) { [renderer] in
      PreparedFile(inputs: inputs, content: .made { renderer.render(page).bytes })
    }
  }

  /// What a file follows from that shows a page.
  func combine(_ page: Fingerprint, _ parts: inout Fingerprinter) -> Fingerprint? {
    guard let fingerprint else { return nil }
    parts.combine(fingerprint)
    parts.combine(page)
    return parts.finish()
  }
}
