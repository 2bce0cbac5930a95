public import Diagnostics
import Fingerprints
package import Publishing
public import Rendering

extension Document {
  /// Publishes the document in a folder. Only files whose inputs have changed are rendered, and only those whose bytes
  /// have changed are written.
  ///
  /// - Parameters:
  ///   - folder: The folder of the output. It is created if it does not exist.
  ///   - renderers: The formats, each of which has a file for every page.
  ///   - adopting: Whether the folder may contain files that do not belong to the catalog. Builds leave them alone, now
  ///     and later.
  /// - Returns: A report of what was done.
  /// - Throws: `DiagnosticsError` for problems of the folder or the disk, or if two pages have the same path. The
  ///   catalog in the folder is unchanged then, unless the error says that the new one is on its way: the next build
  ///   completes it.
  /// - Complexity: O(*n*), *n* being the number of objects, and the cost of rendering the pages that have changed.
  @discardableResult
  public func build(
    into folder: String, renderers: [any PageRenderer], adopting: Bool = false
  ) throws(DiagnosticsError) -> BuildReport {
    try build(into: folder, renderers: renderers, adopting: adopting, options: PublishingOptions())
  }

  /// Publishes the document in a folder, with options.
  package func build(
    into folder: String, renderers: [any PageRenderer], adopting: Bool = false, options: PublishingOptions
  ) throws(DiagnosticsError) -> BuildReport {
    var clock = Stopwatch()
    let opened = try PublishedFolder(folder, adopting: adopting)
    defer {
      opened.close()
      releaseCells()
    }
    let files = renderers.reduce(PlannedFiles([])) { all, renderer in
      all + self.files(of: renderer) { opened.fragments(of: $0, isClean: options.isClean) }
    }
    var report = BuildReport()
    report.rows = numberOfObjects
    report.sections = numberOfSections
    report.formats = renderers.map(\.format)
    report.output = folder
    report.seconds.planning = clock.lap()
    report.copyFiles(from: try opened.publish(files.onEnd(releaseCells), options: options))
    report.seconds.writing = clock.lap()
    report.seconds.total = clock.total
    return report
  }

  /// Returns the files of a format: its assets, and the pages.
  ///
  /// - Parameter fragments: Returns the store of the fragments of a format that collects all pages in one file.
  /// - Complexity: O(*n*), *n* being the number of pages. No page is created.
  func files(
    of renderer: any PageRenderer, keeping fragments: @escaping (_ format: String) -> FragmentStore
  ) -> PlannedFiles {
    let assets = renderer.assets.map { asset in
      PlannedFile(asset.path, as: .asset, group: renderer.format, key: Fingerprint(asset.bytes)) { .bytes(asset.bytes) }
    }
    let format = PageFormat(renderer, addresses: renderer.showsFields ? addresses : nil)
    if let renderer = renderer as? any CollectingRenderer {
      return PlannedFiles(assets + [collectedFile(of: renderer, as: format, keeping: fragments)])
    }
    return PlannedFiles(assets) + PlannedFiles(plannedPages) { self.files(of: $0, as: format) }
  }

  func files<Pages: RandomAccessCollection<PlannedPage> & Sendable>(
    of pages: Pages, as format: PageFormat
  ) -> [PlannedFile] where Pages.Index == Int {
    let renderer = format.renderer
    let fieldLinks = renderer.showsFields ? renderer.linkExtension : nil
    let places = pages.concurrentMap(with: Fingerprinter.init) { page, parts in
      (file: renderer.file(of: page.path), planKey: page.planKey.flatMap { format.combine($0, &parts) })
    }
    return zip(pages.indices, places).map { index, place in
      PlannedFile(place.file, as: .page, group: renderer.format, planKey: place.planKey) {
        (isUpToDate) throws(DiagnosticsError) in
        // Few of the pages are looked up in most builds, so that they are not stored with their files.
        let page = try self.page(pages[index], withFieldsFor: fieldLinks) { (page) throws(DiagnosticsError) in
          var parts = Fingerprinter()
          return try isUpToDate(format.combine(page, &parts))
        }
        return page.map { .part(of: format, subject: $0) }
      }
    }
  }
}

/// The planned files of a catalog, in order. The files of pages are created lazily, a share at a time, so that they
/// need not be in memory together.
struct PlannedFiles: Sequence {
  private(set) var count: Int
  /// The shares, each of which is created when the iteration reaches it.
  private var shares: [() -> [PlannedFile]]

  init(_ files: [PlannedFile]) { (count, shares) = (files.count, [{ files }]) }

  init(_ pages: PlannedPages, files: @escaping (Slice<PlannedPages>) -> [PlannedFile]) {
    count = pages.count
    shares = stride(from: 0, to: pages.count, by: 4096).map { start in
      { files(pages[start..<Swift.min(start + 4096, pages.count)]) }
    }
  }

  static func + (first: PlannedFiles, second: PlannedFiles) -> PlannedFiles {
    var all = first
    all.count += second.count
    all.shares += second.shares
    return all
  }

  /// Returns the same files with a closure, which is called when the iterator is asked for another file after the last
  /// one.
  func onEnd(_ end: @escaping () -> Void) -> PlannedFiles {
    var files = self
    files.shares.append {
      end()
      return []
    }
    return files
  }

  var underestimatedCount: Int { count }

  func makeIterator() -> Iterator { Iterator(shares: shares[...]) }

  struct Iterator: IteratorProtocol {
    private var shares: ArraySlice<() -> [PlannedFile]>
    private var share = ArraySlice<PlannedFile>()

    fileprivate init(shares: ArraySlice<() -> [PlannedFile]>) { self.shares = shares }

    mutating func next() -> PlannedFile? {
      // A share may be empty, so the next ones are tried until one has a file.
      while share.isEmpty {
        guard let create = shares.popFirst() else { return nil }
        share = create()[...]
      }
      return share.popFirst()
    }
  }
}

extension Document {
  /// Returns the file of a format that collects all pages. Only fragments of pages that have changed are rendered.
  ///
  /// A fragment is stored under the fingerprint of its page, the key. When the file is prepared, the pages whose key
  /// the store lacks are created; when it is written, these are rendered in batches and added to the store, and the
  /// renderer collects the fragments of all pages from there.
  func collectedFile(
    of renderer: any CollectingRenderer, as format: PageFormat,
    keeping fragments: @escaping (_ format: String) -> FragmentStore
  ) -> PlannedFile {
    let linkExtension = renderer.showsFields ? renderer.linkExtension : nil
    let pages = plannedPages
    let keys = pages.concurrentMap(with: Fingerprinter.init) { page, parts in
      page.planKey.flatMap { format.combine($0, &parts) }
    }
    var inputs: Fingerprint?
    if !keys.contains(nil) {
      var parts = Fingerprinter()
      for (page, key) in zip(pages, keys) {
        parts.combine(page.path.address)
        if let key { parts.combine(key) }
      }
      inputs = parts.finish()
    }
    return PlannedFile(renderer.file, as: .asset, group: renderer.format, key: inputs) {
      let store = fragments(renderer.format)
      // A page that does not declare its inputs gets a key for this build only.
      let made = zip(pages, keys).map { page, key in
        CollectedPage(
          address: page.path.address, key: key ?? Fingerprint("this time: \(page.path.address)"),
          page: key.map(store.contains) ?? false ? nil : self.page(page, withFieldsFor: linkExtension))
      }
      return .streamed { write in
        for start in stride(from: 0, to: made.count, by: 256) {
          let batch = made[start..<min(start + 256, made.count)].filter { $0.page != nil }
          for (page, bytes) in zip(batch, try format.contents(of: batch.compactMap(\.page))) {
            store.add(bytes, for: page.key)
          }
        }
        var lost: String?
        let fragments = made.lazy.map { page in
          let bytes = store[page.key]
          if bytes == nil { lost = page.address }
          return Artifact(path: page.address, bytes: bytes ?? [])
        }
        try renderer.collect(fragments, to: write)
        if let lost {
          throw DiagnosticsError(
            Diagnostic(
              code: "renderer/fragment", "the rendered part of the page “\(lost)” cannot be read again",
              hint: "Build once more."))
        }
        store.compact(keeping: keys.compactMap(\.self))
      }
    }
  }
}

/// A page whose fragment becomes part of a file.
private struct CollectedPage: Sendable {
  let address: String
  /// The key of the fragment in the store.
  let key: Fingerprint
  /// The page; `nil` if the store has its fragment.
  let page: Page?
}

/// A renderer, shared by the files of all of its pages.
final class PageFormat: ContentMaker {
  let renderer: any PageRenderer
  /// The fingerprint of everything that determines the files apart from the pages; `nil` if only their bytes reveal a
  /// change.
  private let fingerprint: Fingerprint?

  /// Creates the format of a renderer.
  ///
  /// - Parameter addresses: The fingerprint of all addresses, for a renderer that shows fields, which may contain
  ///   addresses of objects.
  init(_ renderer: any PageRenderer, addresses: Fingerprint? = nil) {
    self.renderer = renderer
    let type = String(reflecting: type(of: renderer))
    fingerprint = renderer.fingerprint.map { renderer in
      var parts = Fingerprinter()
      parts.combine(Program.fingerprint)
      parts.combine(type)
      parts.combine(renderer)
      if let addresses { parts.combine(addresses) }
      return parts.finish()
    }
  }

  /// Returns the file of a page that exists already, and is none of the document's.
  func asset(_ page: Page) -> PlannedFile {
    var parts = Fingerprinter()
    let inputs = combine(page.fingerprint, &parts)
    return PlannedFile(renderer.file(of: page.path), as: .asset, group: renderer.format, key: inputs) {
      .part(of: self, subject: page)
    }
  }

  func contents(of subjects: [any Sendable]) throws(DiagnosticsError) -> [[UInt8]] {
    do {
      let (files, failures) = try RenderingFailures.collected {
        try renderer.render(subjects.compactMap { $0 as? Page })
      }
      if !failures.isEmpty { throw DiagnosticsError(failures) }
      return files
    } catch let error as DiagnosticsError {
      throw error
    } catch {
      throw DiagnosticsError(
        Diagnostic(code: "renderer/failed", "the pages cannot be rendered as \(renderer.format): \(error)"))
    }
  }

  /// Returns the fingerprint of a file's inputs, given that of its page.
  func combine(_ page: Fingerprint, _ parts: inout Fingerprinter) -> Fingerprint? {
    guard let fingerprint else { return nil }
    parts.combine(fingerprint)
    parts.combine(page)
    return parts.finish()
  }
}
