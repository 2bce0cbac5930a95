public import Cells
public import DocumentModel

/// Everything that a renderer needs to know of one page; nothing else of the catalog reaches its bytes.
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
  public struct Link: Hashable, Sendable {
    /// The text of the link.
    public var title: String
    /// The other page.
    public var path: PagePath
  }

  /// What a page shows of a section.
  public struct Section: Hashable, Sendable {
    /// The section's name, where it has one.
    public var title: String?
    /// The section's own first page.
    public var path: PagePath
    /// How many objects the whole section has.
    public var count: Int
    /// The cells that stand on this page.
    public var cells: [Cell]
    /// Whether the section has more cells than those, on its own pages.
    public var hasMore: Bool
  }

  /// What a page shows of an object.
  public struct Cell: Hashable, Sendable {
    /// The kind of the cell.
    public var identifier: CellIdentifier
    /// The title; empty for a cell without one.
    public var title: String
    /// The page of the object, where it has one.
    public var path: PagePath?
    /// A colour that decorates the cell.
    public var accent: Accent?
    /// The body; its headings are relative to the cell.
    public var body: CellBody
  }

  /// From where to where a page of a section goes, as the guide words of a dictionary say it.
  public struct Guide: Hashable, Sendable {
    /// What the page's first object is found by: its title, or the value that the section is sorted by.
    public var first: String
    /// What the page's last object is found by.
    public var last: String
  }

  /// A page of a section that goes from one object to another.
  public struct Part: Hashable, Sendable {
    /// What is on it.
    public var guide: Guide
    /// Where it is.
    public var path: PagePath
  }

  /// Which of several pages of the same section a page is.
  public struct Position: Hashable, Sendable {
    /// The page's number, from 1.
    public var number: Int
    /// How many there are.
    public var count: Int
  }

  /// What the page is for.
  public var kind: Kind
  /// The page's address.
  public var path: PagePath
  /// The page's title.
  public var title: String
  /// What the page is part of.
  public var catalog: CatalogInfo
  /// The way here from the home page, which comes first; empty on the home page. The page itself is not in it.
  public var breadcrumbs: [Link]
  /// The page before this one, of its kind.
  public var previous: Link?
  /// The page after this one, of its kind.
  public var next: Link?
  /// Which of a section's pages this is; nothing where there is only one.
  public var position: Position?
  /// From where to where this page of a section goes; nothing where pages are numbered, and where there is only one.
  public var guide: Guide?
  /// The pages of a section that is cut into pages with guide words, on the section's own page; empty on any other.
  public var parts: [Part] = []
  /// The other indexes of the catalog, on the home page; empty on any other.
  public var indexes: [Link] = []
  /// Where to go from here, on a page that redirects to it.
  public var destination: Link?
  /// What stands at the head of the home page, of the page for what is not found, and what there is to say of an object that has gone; empty
  /// on any other.
  public var introduction: [Block]
  /// The sections on the home page, the one section on a section's page, none on an object's page.
  public var sections: [Section]
  /// The number of objects that all sections of a listing show, each counted once, on the page that they begin on; nil on any other.
  public var entryCount: Int?
  /// The object, on an object's page.
  public var article: Cell?
}
