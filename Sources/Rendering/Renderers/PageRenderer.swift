import Diagnostics
public import Fingerprints

/// Turns pages into files of one format.
///
/// Rendering is a pure function of the page, so that pages can be rendered in any order, and side by side.
///
/// ```swift
/// struct Titles: PageRenderer {
///   let format = "titles"
///   let fileExtension = "txt"
///
///   func render(_ page: Page) -> [UInt8] {
///     let titles = [page.title] + page.sections.flatMap(\.cells).map(\.title)
///     return Array((titles.joined(separator: "\n") + "\n").utf8)
///   }
/// }
/// ```
public protocol PageRenderer: Sendable {
  /// The name of the format, by which people ask for it: `html`.
  var format: String { get }

  /// The ending of the format's files, without a dot; the name of the format by default.
  var fileExtension: String { get }

  /// The ending of the files that links between pages lead to: `pdf` for LaTeX; ``fileExtension`` by default.
  var linkExtension: String { get }

  /// The fingerprint of all that the bytes of a page's file follow from beside the page and the program: of what the renderer was created
  /// with. The file of a page is not made as long as this and the page's fingerprint are those of the last build.
  ///
  /// Nil, unless a renderer says otherwise: then every page is rendered in every build, and what is written is found by its bytes.
  var fingerprint: Fingerprint? { get }

  /// Files that go with the pages and do not depend on them, such as a style sheet.
  var assets: [Artifact] { get }

  /// Whether the files show the ``Page/Cell/fields`` of cells; false by default.
  var showsFields: Bool { get }

  /// Returns the file of a page.
  ///
  /// - Throws: Any error, if the page cannot be rendered; then no file of the catalog is written.
  func render(_ page: Page) throws -> [UInt8]

  /// Returns the files of some pages, in their order. One after the other, unless a renderer has a better way, such as one request to a
  /// process for all of them.
  func render(_ pages: [Page]) throws -> [[UInt8]]
}

extension PageRenderer {
  /// The name of the format.
  public var fileExtension: String { format }

  /// That of the format's own files.
  public var linkExtension: String { fileExtension }

  /// Not known.
  public var fingerprint: Fingerprint? { nil }

  /// No assets.
  public var assets: [Artifact] { [] }

  /// No fields.
  public var showsFields: Bool { false }

  /// The files of some pages, rendered one after the other.
  public func render(_ pages: [Page]) throws -> [[UInt8]] {
    try pages.map { page in
      do {
        return try render(page)
      } catch let error as DiagnosticsError {
        throw error
      } catch {
        throw DiagnosticsError(
          Diagnostic(
            code: "renderer/failed", "the page cannot be rendered as \(format): \(error)",
            at: .init(file: file(of: page.path))))
      }
    }
  }

  /// The place of a page's file, relative to the catalog's root: `fruits/apple.html`.
  public func file(of path: PagePath) -> String { path.file(fileExtension) }
}

/// A renderer whose pages are put together into one file: a book, an archive.
///
/// What `render(_:)` returns is a fragment, which is kept until its page changes, and can be in any form that the renderer
/// reads again. The file depends on all pages, so that it is made again whenever one of them changes.
public protocol CollectingRenderer: PageRenderer {
  /// Puts the fragments of all pages together.
  ///
  /// - Parameters:
  ///   - fragments: The fragments, in the order of the catalog's pages. Each is read when it is reached.
  ///   - write: Appends bytes to the file.
  func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws
}

extension CollectingRenderer {
  /// The place of the file, relative to the catalog's root: `catalog.epub`.
  public var file: String { "catalog.\(fileExtension)" }
}

/// A file that a renderer made.
public struct Artifact: Hashable, Sendable {
  /// The file's place relative to the catalog's root, such as `assets/style.css`; of a fragment the address of its page.
  public var path: String
  /// What is in the file.
  public var bytes: [UInt8]

  /// Creates an artifact from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates an artifact from text, in UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
