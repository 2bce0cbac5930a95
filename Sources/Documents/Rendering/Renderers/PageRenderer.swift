import Diagnostics
public import Fingerprints

/// Renders pages as files of one format.
///
/// Rendering is a pure function of the page, so that pages can be rendered in any order and in parallel.
/// A renderer that keeps state from page to page, such as a counter, gives other files in each build: only pages that
/// have changed are rendered.
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
  /// The name of the format in configurations: `html`.
  var format: String { get }

  /// The extension of the format's files, without a dot; by default the name of the format.
  var fileExtension: String { get }

  /// The extension of the files that links between pages lead to: `pdf` for LaTeX; by default ``fileExtension``.
  var linkExtension: String { get }

  /// The fingerprint of everything that the bytes of a page's file depend on besides the page and the program: the
  /// values that the renderer was created with. If this fingerprint and that of the page are the same as in the last
  /// build, the file is not rendered again.
  ///
  /// By default, it is `nil`. Then every page is rendered in every build, and changed files are determined by
  /// comparison of their bytes.
  ///
  /// - Warning: A fingerprint that leaves out a value, such as the content of a file that the renderer was created
  ///   from, keeps old files. In case of doubt, leave it `nil`.
  var fingerprint: Fingerprint? { get }

  /// Files that belong to the pages and do not depend on them, such as a style sheet.
  var assets: [Artifact] { get }

  /// Whether the files show the ``Page/Cell/fields`` of cells; by default `false`.
  /// Without it, the fields are `nil` on all pages, and changes of fields that no cell shows cause no rendering.
  var showsFields: Bool { get }

  /// Returns the file of a page.
  ///
  /// - Throws: Any error if the page cannot be rendered. Then no file of the catalog is written.
  func render(_ page: Page) throws -> [UInt8]

  /// Returns the files of several pages, in their order. By default, the pages are rendered one after the other. A
  /// renderer can implement this if there is a more efficient way, such as one request to a process for all pages.
  func render(_ pages: [Page]) throws -> [[UInt8]]
}

extension PageRenderer {
  /// The name of the format.
  public var fileExtension: String { format }

  /// The extension of the format's own files.
  public var linkExtension: String { fileExtension }

  /// The default, `nil`: the fingerprint is not known.
  public var fingerprint: Fingerprint? { nil }

  /// The default: no assets.
  public var assets: [Artifact] { [] }

  /// The default: no fields.
  public var showsFields: Bool { false }

  /// Returns the files of several pages, rendered one after the other.
  ///
  /// - Throws: `DiagnosticsError`. Any other error of a page becomes a diagnostic with the page's file.
  public func render(_ pages: [Page]) throws -> [[UInt8]] {
    try pages.map { page in
      do {
        return try render(page)
      } catch let error as DiagnosticsError {
        throw error
      } catch {
        throw DiagnosticsError(
          code: "renderer/failed", "the page cannot be rendered as \(format): \(error)",
          at: .init(file: file(of: page.path)))
      }
    }
  }

  /// Returns the path of a page's file, relative to the catalog's root: `fruits/apple.html`.
  public func file(of path: PagePath) -> String { path.file(fileExtension) }
}

/// A renderer that combines all pages into one file, such as a book or an archive.
///
/// `render(_:)` returns a fragment, in any form that the renderer can read again. It is stored until its page changes.
/// The file depends on all pages, so that it is created again whenever one of them changes.
public protocol CollectingRenderer: PageRenderer {
  /// Combines the fragments of all pages.
  ///
  /// - Parameters:
  ///   - fragments: The fragments, in the order of the catalog's pages. Each is read when the iteration reaches it.
  ///     Iterate over them once: a plugin receives them while it collects, and a second iteration has none.
  ///   - write: Appends bytes to the file.
  func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws
}

extension CollectingRenderer {
  /// The path of the file, relative to the catalog's root: `catalog.epub`.
  public var file: String { "catalog.\(fileExtension)" }
}

/// A file that a renderer created.
public struct Artifact: Hashable, Sendable {
  /// The path of the file relative to the catalog's root, such as `assets/style.css`; for a fragment, the address of
  /// its page. A path that leaves the catalog's folder, or that another file has, is an error, and nothing is written.
  public var path: String
  /// The content of the file.
  public var bytes: [UInt8]

  /// Creates an artifact from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates an artifact from text, encoded as UTF-8.
  public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}
