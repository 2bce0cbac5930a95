public import Cells
public import DocumentModel
public import Fingerprints
public import JSONValues

/// All that a renderer knows of one page: nothing else of the catalog reaches its bytes.
///
/// Each type below has its part in the ``fingerprint`` beside its stored properties, which all count.
public struct Page: Hashable, Sendable {
  /// What a page is for.
  public enum Kind: String, Hashable, Sendable {
    /// The home page, with the beginning of every section.
    case index
    /// A page of a section's cells.
    case section
    /// The page of an object.
    case object
    /// What stands at an address that a page had before: it leads to ``Page/destination``.
    case redirect
    /// What stands at the address of an object that is not there any more, and says so.
    case gone
    /// What a server shows in the place of a page that is not there.
    case notFound = "not-found"
  }

  /// A link to another page.
  public struct Link: Hashable, Fingerprintable, Sendable {
    /// The text of the link.
    public var title: String
    /// The other page.
    public var path: PagePath

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
    }
  }

  /// What a link in a cell leads to.
  package struct Reference: Hashable, Fingerprintable, Sendable {
    /// What stands for the address in the cell's body.
    package var destination: String
    /// The page there.
    package var link: Link

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(destination)
      parts.combine(link)
    }
  }

  /// What a page shows of a section.
  public struct Section: Hashable, Fingerprintable, Sendable {
    /// The section's name, where it has one.
    public var title: String?
    /// The section's own first page; that on which it stands where it has none.
    public var path: PagePath
    /// How many objects the whole section has.
    public var count: Int
    /// The cells that stand on this page.
    public var cells: [Cell]
    /// Whether the section has more cells than those, on its own pages.
    public var hasMore: Bool
    /// What the cells look like beside each other.
    public var view = PageLayout.View.cards
    /// What the objects of the whole section come to, where the section begins on this page; empty where nothing is said of that.
    public var totals: [Block.Property] = []

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(title)
      parts.combine(path)
      parts.combine(count)
      parts.combine(cells)
      parts.combine(hasMore)
      parts.combine(view.rawValue)
      parts.combine(totals.isEmpty)
      if !totals.isEmpty { parts.combine([Block.properties(totals)]) }
    }
  }

  /// What a page shows of an object.
  public struct Cell: Hashable, Fingerprintable, Sendable {
    /// The kind of the cell.
    public var identifier: CellIdentifier
    /// The title; empty for a cell without one.
    public var title: String
    /// The page of the object, where it has one.
    public var path: PagePath?
    /// A colour that decorates the cell.
    public var accent: Accent?
    /// The body; its headings are relative to the cell.
    public var body: CellBody {
      get { content.resolving(references) }
      set { (content, references) = (newValue, []) }
    }
    /// The blocks of the body.
    var blocks: [Block] { content.blocks.resolving(references) }
    /// The body without the addresses of other pages.
    private var content: CellBody
    /// The pages that its links lead to.
    package var references: [Reference] { didSet { keptHTML = KeptHTML() } }
    /// The HTML of the body, if it is kept.
    private var keptHTML = KeptHTML()
    /// The fields of the object that the cell shows; nil where it shows none, and unless the renderer ``PageRenderer/showsFields``.
    public var fields: JSONObject?

    init(
      identifier: CellIdentifier, title: String, path: PagePath? = nil, accent: Accent? = nil, body: CellBody,
      references: [Reference] = [], fields: JSONObject? = nil
    ) {
      (self.identifier, self.title, self.path, self.accent) = (identifier, title, path, accent)
      (content, self.references, self.fields) = (body, references, fields)
    }

    /// The cell, with the HTML of its body kept for all pages that it stands on.
    var keepingHTML: Cell {
      var cell = self
      cell.keptHTML = KeptHTML(isKept: true)
      return cell
    }

    /// Returns the HTML of the body.
    ///
    /// - Parameter headingLevel: The level of the heading that the body stands under.
    func html(headingLevel: Int) -> RootedHTML {
      keptHTML.html(headingLevel: headingLevel) { blocks }
    }

    /// The body counts by what it is made from, and is not made.
    package func combine(into parts: inout Fingerprinter) {
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

  /// From where to where a page of a section goes, as the guide words of a dictionary say it.
  public struct Guide: Hashable, Fingerprintable, Sendable {
    /// What the page's first object is found by: its title, or the value that the section is sorted by.
    public var first: String
    /// What the page's last object is found by.
    public var last: String

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(first)
      parts.combine(last)
    }
  }

  /// A page of a list that goes from one entry of it to another.
  public struct Part: Hashable, Fingerprintable, Sendable {
    /// What is on it.
    public var guide: Guide
    /// Where it is.
    public var path: PagePath

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(guide)
      parts.combine(path)
    }
  }

  /// A section of an index, in the list of all of them.
  public struct Term: Hashable, Fingerprintable, Sendable {
    /// The section's name.
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

  /// Which of several pages of the same section a page is.
  public struct Position: Hashable, Fingerprintable, Sendable {
    /// The page's number, from 1.
    public var number: Int
    /// The number of pages.
    public var count: Int

    package func combine(into parts: inout Fingerprinter) {
      parts.combine(number)
      parts.combine(count)
    }

    /// The numbers of the pages to which the page leads, in order, with its own: those in its block, and the first of every block. So any page is two
    /// steps from any other one.
    ///
    ///     page 34 of 388:  1  21 22 23 … 33 [34] 35 … 40  41  61  81  …  381  388
    var links: [Int] {
      // About as many blocks as there are pages in one, in numbers that people count by.
      let sizes = sequence(first: [10, 20, 50]) { $0.map { $0 * 10 } }.lazy.joined()
      let size = count <= 20 ? count : sizes.first { $0 * $0 >= count } ?? count
      let own = (number - 1) / size * size + 1
      let shown = Set(stride(from: 1, through: count, by: size)).union(own...min(own + size - 1, count)).union([count])
      return shown.sorted()
    }
  }

  /// What the page is for.
  public var kind: Kind
  /// The page's address.
  public var path: PagePath
  /// The page's title.
  public var title: String
  /// The catalog that the page is part of.
  public var catalog: CatalogInfo
  /// The way here from the home page, which comes first; empty on the home page. The page itself is not in it.
  public var breadcrumbs: [Link]
  /// The page before this one, of its kind.
  public var previous: Link?
  /// The page after this one, of its kind.
  public var next: Link?
  /// Which of several pages of the same list this is; nil where there is only one.
  public var position: Position?
  /// From where to where this page of a list goes; nil where pages are numbered, and where there is only one.
  public var guide: Guide?
  /// The pages of a list that is cut into pages with guide words, on the list's own page; empty on any other.
  public var parts: [Part] = []
  /// The other collections and indexes of the catalog, on the home page, and those of a collection on its first page; empty on any other.
  public var indexes: [Link] = []
  /// Where to go from here, on a page that redirects to it.
  public var destination: Link?
  /// What stands at the head of the home page, of the page for what is not found, and what there is to say of an object that has gone; empty
  /// on any other.
  public var introduction: [Block]
  /// The sections on the home page, the one section on a section's page; empty on any other.
  public var sections: [Section]
  /// The sections of an index, on the pages that list them, and those of which the home page shows no cells; empty on any other.
  public var terms: [Term] = []
  /// The number of objects in all sections of a listing, each counted once, on the page that they begin on, or in all collections on the home
  /// page of the catalog; nil on any other.
  public var entryCount: Int?
  /// The number of those sections, among which each other collection is one; nil on any other page.
  public var sectionCount: Int?
  /// The object, on an object's page.
  public var article: Cell?
}

extension Page: Fingerprintable {
  /// The fingerprint of all that the page holds: as long as it is the same, a renderer makes the same of the page.
  ///
  /// The bodies of its cells count by what they are made from, and are not made.
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
