import Archives
import Fingerprints
import Rendering

/// Writes the archive of a book (EPUB 3.3, Open Container Format) page by page.
///
/// A page is written when it is added, and only its entry in the contents is kept. A page with links to pages that were
/// not added yet is kept until the end, when it is known whether the book contains them.
struct BookWriter: ~Copyable {
  private static let folder = "EPUB/"

  private var zip = ZipWriter()
  private var digest = Fingerprinter()
  private var contents: BookContents
  /// The addresses of the pages that were added.
  private var addresses: Set<String> = []
  /// The pages that may link to pages outside of the book.
  private var pages: [BookPage] = []

  init(author: String?, identifier: String?) { contents = BookContents(author: author, identifier: identifier) }

  /// Returns the first bytes of the archive.
  mutating func begin() -> [UInt8] {
    let container: XML = """
      <?xml version="1.0" encoding="utf-8"?>
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <rootfiles>
      <rootfile full-path="\(Self.folder)package.opf" media-type="application/oebps-package+xml"/>
      </rootfiles>
      </container>

      """
    // Reading systems look for the type at byte 38, where a stored first entry has it.
    return zip.entry("mimetype", Array("application/epub+zip".utf8), isCompressed: false)
      + zip.entry("META-INF/container.xml", container.bytes)
      + zip.entry(Self.folder + "style.css", Array(BookContents.styleSheet.utf8))
  }

  /// Adds a page, and returns the next bytes of the archive.
  mutating func add(_ fragment: Artifact) -> [UInt8] {
    guard let page = BookPage(fragment: fragment) else { return [] }
    digest.combine(fragment.path)
    digest.combine(Fingerprint(fragment.bytes))
    addresses.insert(page.address)
    contents.add(page)
    guard page.references.allSatisfy(addresses.contains) else {
      pages.append(page)
      return []
    }
    return entry(page, page.content)
  }

  /// Writes the rest of the archive.
  consuming func end(to write: ([UInt8]) throws -> Void) throws {
    for page in pages {
      let missing = page.references.filter { !addresses.contains($0) }
      try write(entry(page, missing.isEmpty ? page.content : page.content(withoutLinksTo: missing)))
    }
    try write(zip.entry(Self.folder + "nav.xhtml", contents.navigation.bytes))
    try write(zip.entry(Self.folder + "package.opf", contents.package(digest: digest.finish()).bytes))
    try write(zip.end())
  }

  private mutating func entry(_ page: BookPage, _ content: [UInt8]) -> [UInt8] {
    zip.entry(Self.folder + BookContents.file(of: page.address), content)
  }
}
