public import Cells
public import DocumentModel
public import Fingerprints
public import JSONValues

/// The content of one page, which is everything that a renderer receives: nothing else of the catalog affects the bytes
/// of the page's file.
///
/// All stored properties of a page and of the types below are part of the ``fingerprint``.
public struct Page: Hashable, Fingerprintable, Sendable {
  /// The purpose of a page.
  public enum Kind: String, Hashable, Sendable {
    /// A page that leads to sections: the home page, the first page of another listing, the page of an outer section,
    /// or a list of the sections of an index.
    case index
    /// A page of a section's cells, or the page that leads to a section's pages.
    case section
    /// The page of an object.
    case object
    /// The page at a former address of another page, which leads to that page, the ``Page/destination``.
    case redirect
    /// The page at the address of an object that was removed, which says so; or at the former address of several
    /// objects, which leads to all of them.
    case gone
    /// The page that a server shows if there is no page at an address.
    case notFound = "not-found"
  }

  /// A link to another page.
  public struct Link: Hashable, Fingerprintable, Sendable {
    /// The text of the link.
    public var title: String
    /// The address of the other page.
    public var path: PagePath

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
    }
  }

  /// The resolution of a link in a cell's body.
  package struct Reference: Hashable, Fingerprintable, Sendable {
    /// The placeholder for the page's address in the cell's body.
    package var destination: String
    /// The page that the link leads to.
    package var link: Link

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(destination)
      parts.combine(link)
    }
  }

  /// A section as a page shows it.
  public struct Section: Hashable, Fingerprintable, Sendable {
    /// The name of the section, or `nil` if it has none.
    public var title: String?
    /// The first page of the section itself, or the page that shows the section if it does not have its own pages.
    public var path: PagePath
    /// The number of objects in the whole section; on a page with a ``Page/guide``, only those on that page.
    public var count: Int
    /// The cells on this page.
    public var cells: [Cell]
    /// Whether the section has further cells on its own pages. `false` on a page that leads to the section's pages and
    /// shows no cells.
    public var hasMore: Bool
    /// The arrangement of the cells.
    public var view = PageLayout.View.cards
    /// The totals of the whole section, on the page where the section begins; empty on other pages, and if the listing
    /// has no totals.
    public var totals: [Block.Property] = []
    /// What the titles of the cells are, such as the label of a field: the head of their column in a table. `nil` if
    /// they have no common name.
    package var titleLabel: String?

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
      parts.combine(count)
      parts.combine(cells)
      parts.combine(hasMore)
      parts.combine(view.rawValue)
      parts.combine(totals.isEmpty)
      if !totals.isEmpty { parts.combine([Block.properties(totals)]) }
      parts.combine(titleLabel)
    }
  }

  /// A cell as a page shows it, most often of an object.
  public struct Cell: Hashable, Fingerprintable, Sendable {
    /// The kind of the cell.
    public var identifier: CellIdentifier
    /// The title; empty for a cell without one.
    public var title: String
    /// The address of the object's page, or `nil` if the object has none.
    public var path: PagePath?
    /// A colour that decorates the cell.
    public var accent: Accent?
    /// The body. Its headings are relative to the cell, and its links lead to pages relative to the catalog's root.
    /// Setting the body discards the resolutions of its links.
    public var body: CellBody {
      get { content.resolving(references) }
      set { (content, references) = (newValue, []) }
    }
    var blocks: [Block] { content.blocks.resolving(references) }
    /// The body with placeholders for the addresses of other pages.
    private var content: CellBody
    /// The pages that the links of the body lead to. Setting them discards the stored HTML.
    package var references: [Reference] { didSet { cachedHTML = CachedHTML() } }
    /// The HTML of the body, if the cell stores it.
    private var cachedHTML = CachedHTML()
    /// The fields of the object that the cell shows. `nil` for a cell without an object, and if
    /// ``PageRenderer/showsFields`` of the renderer is `false`.
    public var fields: JSONObject?

    init(
      identifier: CellIdentifier, title: String, path: PagePath? = nil, accent: Accent? = nil, body: CellBody,
      references: [Reference] = [], fields: JSONObject? = nil
    ) {
      self.identifier = identifier
      self.title = title
      self.path = path
      self.accent = accent
      content = body
      self.references = references
      self.fields = fields
    }

    /// Creates a cell of a page from one of a chain.
    init(_ cell: DocumentCell, path: PagePath?, references: [Reference]) {
      self.init(
        identifier: cell.identifier, title: cell.title, path: path, accent: cell.accent, body: cell.body,
        references: references)
    }

    /// A copy of the cell that stores the HTML of its body, for all pages that show the cell.
    var keepingHTML: Cell {
      var cell = self
      cell.cachedHTML = CachedHTML(isStored: true)
      return cell
    }

    /// Appends the HTML of the body to a page, with its headings below one of the given level.
    func writeHTML(headingLevel: Int, from root: String, to page: inout [UInt8]) {
      // Links are resolved while they are written, which copies only the inlines with links to pages.
      cachedHTML.write(
        headingLevel: headingLevel, from: root, to: &page, resolving: { [references] in $0.resolving(references) }
      ) { content.blocks }
    }

    /// Combines the properties of the cell. A body that is created on demand is represented by the fingerprint of its
    /// origins, so that it need not be created.
    package func combine(into parts: inout Fingerprinter) { combine(path, references, into: &parts) }

    /// Combines what the cell shows, except for the address of its object and the pages that its links lead to.
    func combineContent(into parts: inout Fingerprinter) { combine(nil, [], into: &parts) }

    private func combine(_ path: PagePath?, _ references: [Reference], into parts: inout Fingerprinter) {
      parts.combine(identifier.rawValue)
      parts.combine(title)
      parts.combine(path)
      parts.combine(accent?.css)
      parts.combine(content)
      parts.combine(references)
      parts.combine(fields != nil)
      if let fields { parts.combine(Fingerprint(fields.line)) }
    }
  }

  /// The range of entries on a page, as the guide words at the head of a dictionary's page indicate it.
  public struct GuideWords: Hashable, Fingerprintable, Sendable {
    /// The guide word of the first entry: its title, or the value that the section is sorted by.
    public var first: String
    /// The guide word of the last entry.
    public var last: String

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(first)
      parts.combine(last)
    }
  }

  /// A page of a list that is divided by guide words.
  public struct Part: Hashable, Fingerprintable, Sendable {
    /// The first and the last entry on the page.
    public var guide: GuideWords
    /// The address of the page.
    public var path: PagePath

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(guide)
      parts.combine(path)
    }
  }

  /// A section in a list of sections, which shows no cells.
  public struct Term: Hashable, Fingerprintable, Sendable {
    /// The name of the section.
    public var title: String
    /// The section's own page.
    public var path: PagePath
    /// The number of objects in the section.
    public var count: Int

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
      parts.combine(count)
    }
  }

  /// The position of a page among the numbered pages of a list.
  public struct Position: Hashable, Fingerprintable, Sendable {
    /// The page's number, from 1.
    public var number: Int
    /// The number of pages.
    public var count: Int

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(number)
      parts.combine(count)
    }

    /// The numbers of the pages that the page links to, in ascending order, including its own.
    ///
    /// The pages are divided into blocks of equal size. Every page links to all pages of its own block, to the first
    /// page of every block, and to the last page. So any page can be reached from any other page by two links: to the
    /// first page of its block, and to the page itself. The size of a block is about the square root of the number of
    /// pages, so that a page has O(√*n*) links. Up to 20 pages are one block.
    ///
    ///     page 34 of 388:  1  21 22 23 … 33 [34] 35 … 40  41  61  81  …  381  388
    var links: [Int] {
      // The smallest of the round numbers 10, 20, 50, 100, 200 … whose square is not less than the number of pages.
      let sizes = sequence(first: [10, 20, 50]) { $0.map { $0 * 10 } }.lazy.joined()
      let size = count <= 20 ? count : sizes.first { $0 * $0 >= count } ?? count
      let own = (number - 1) / size * size + 1
      let shown = Set(stride(from: 1, through: count, by: size)).union(own...min(own + size - 1, count)).union([count])
      return shown.sorted()
    }
  }

  /// The purpose of the page.
  public var kind: Kind
  /// The page's address.
  public var path: PagePath
  /// The page's title.
  public var title: String
  /// The catalog that the page is part of.
  public var catalog: CatalogInfo
  /// The links from the home page, which is the first, down to the page that leads here. Empty on the home page. The
  /// page itself is not included.
  public var breadcrumbs: [Link]
  /// The previous page of the same kind.
  public var previous: Link?
  /// The next page of the same kind.
  public var next: Link?
  /// The position of this page among the numbered pages of a list, or `nil` if the list has one page or its pages have
  /// guide words.
  public var position: Position?
  /// The first and the last entry of this page of a list, or `nil` if the pages are numbered or the list has one page.
  public var guide: GuideWords?
  /// The pages of a list that is divided by guide words, on the list's own page; empty on other pages.
  public var parts: [Part] = []
  /// The other collections and the indexes of the catalog, on the home page; the indexes of another collection, on its
  /// first page; empty on other pages.
  public var indexes: [Link] = []
  /// The page that a ``Page/Kind/redirect`` leads to; `nil` on other pages.
  public var destination: Link?
  /// The text at the head of the home page and of the page for unknown addresses, and the notice about a removed
  /// object; empty on other pages.
  public var introduction: [Block]
  /// The sections on a page that leads to sections, or the one section of a section's page; empty on other pages.
  public var sections: [Section]
  /// The sections of an index, on the pages that list them, and the sections of which a page shows no cells; empty on
  /// other pages.
  public var terms: [Term] = []
  /// The number of objects that the page leads to, where each object of a listing is counted once. It includes the
  /// other collections on the home page of the catalog. `nil` except on the first page of a listing with sections and
  /// on the page of an outer section.
  public var entryCount: Int?
  /// The number of sections that the page leads to directly. On the home page of the catalog, each other collection
  /// counts as one. `nil` on the same pages as ``Page/entryCount``.
  public var sectionCount: Int?
  /// The object of an object's page; `nil` on other pages.
  public var article: Cell?

  /// The fingerprint of everything that the page contains. A renderer returns the same bytes for pages with the same
  /// fingerprint.
  ///
  /// Cell bodies that are created on demand are represented by the fingerprints of their origins, so that they need not
  /// be created.
  ///
  /// - Complexity: O(*n*) in the number of cells and the length of their texts.
  public var fingerprint: Fingerprint {
    var parts = Fingerprinter()
    combine(into: &parts)
    return parts.finish()
  }

  package func combine(into parts: inout Fingerprinter) {
    parts.combine(kind.rawValue)
    parts.combine(path)
    parts.combine(title)
    parts.combine(catalog)
    parts.combine(breadcrumbs)
    parts.combine(previous)
    parts.combine(next)
    parts.combine(position)
    parts.combine(guide)
    parts.combine(self.parts)
    parts.combine(indexes)
    parts.combine(destination)
    parts.combine(introduction)
    parts.combine(sections)
    parts.combine(terms)
    parts.combine(entryCount)
    parts.combine(sectionCount)
    parts.combine(article)
  }
}
