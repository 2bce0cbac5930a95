package import Cells
public import DataSources
package import DocumentModel

/// Sections of cells that a document cuts into pages: those that its home page shows, or that of one of its collections, or another index of
/// the same objects.
///
/// ```swift
/// let index = Listing(byMaintainer, folder: "by-maintainer", title: "By maintainer", layout: PageLayout(pageSize: 100))
/// ```
public struct Listing {
  /// The folder of its pages, in that of its collection if it is an index: a plain name that no section there has then; nil for the listing
  /// that has the home page.
  package let folder: String?
  /// The folder in its own that those of its sections are in; nil where they are in its own.
  let sectionFolder: String?
  /// What people call it; nil for one that is called as the catalog is.
  package let title: String?
  /// Whether its cells stand in sections, each of which has a folder of its own. Where they do not, the listing has one section at the most, whose
  /// pages are those of the listing.
  package let hasSections: Bool
  /// Whether its sections stand within others, as their names say.
  package let hasNestedSections: Bool
  /// Whether there is a page with the list of its sections, if it is an index.
  package let isListed: Bool
  /// How it is cut into pages.
  package let layout: PageLayout
  /// What an object is found by among pages with guide words, such as the value that the sections are sorted by; nil for its title. The
  /// whole is nil where all of them are found by their titles.
  let guideWord: ((any DocumentObject) -> String?)?
  /// What the objects of each section come to: a section with one item for each section of the cells. Nil where nothing is said of that.
  let totals: (any DataSource<SectionTotals>)?
  /// Shows the cells that are kept.
  package let display: CellDisplay<DocumentCell>

  /// Creates a listing.
  ///
  /// - Parameters:
  ///   - cells: The cells, in sections.
  ///   - folder: The folder of its pages: a plain name of letters, digits and hyphens. Nil for the listing that has the home page.
  ///   - title: What people call it; nil for one that is called as the catalog is.
  ///   - hasSections: Whether its cells stand in sections. If not, the source never has more than one, whose pages stand in the folder of the
  ///     listing itself; that is for the main listings of collections that have a folder.
  ///   - isListed: Whether there is a page with the list of its sections, if it is an index. If not, only links in cells lead to its sections.
  ///   - layout: How it is cut into pages.
  ///   - guideWord: What an object is found by among ``PageLayout/Pagination/stable`` pages, such as the value that the sections are sorted
  ///     by. Where it is nil, or returns nil, the object's title is.
  public init(
    _ cells: any DataSource<DocumentCell>, folder: String? = nil, title: String? = nil, hasSections: Bool = true,
    isListed: Bool = true, layout: PageLayout = PageLayout(), guideWord: ((any DocumentObject) -> String?)? = nil
  ) {
    self.init(
      cells, folder: folder, title: title, hasSections: hasSections, hasNestedSections: false, isListed: isListed,
      layout: layout, guideWord: guideWord)
  }

  /// Creates a listing, whose sections may stand within others.
  ///
  /// - Parameters:
  ///   - sectionFolder: The folder in its own that those of its sections are in; nil where they are in its own.
  ///   - hasNestedSections: Whether they do: then each is called as ``SectionName/path(_:)`` says, and those around them have pages of their
  ///     own.
  ///   - totals: What the objects of each section come to: a section with one item for each section of the cells.
  package init(
    _ cells: any DataSource<DocumentCell>, folder: String? = nil, sectionFolder: String? = nil, title: String? = nil,
    hasSections: Bool = true, hasNestedSections: Bool, isListed: Bool = true, layout: PageLayout = PageLayout(),
    guideWord: ((any DocumentObject) -> String?)? = nil, totals: (any DataSource<SectionTotals>)? = nil
  ) {
    self.totals = totals
    self.hasNestedSections = hasSections && hasNestedSections
    self.folder = folder
    self.sectionFolder = sectionFolder
    self.title = title
    self.hasSections = hasSections
    self.isListed = isListed
    self.layout = layout
    self.guideWord = guideWord
    display = CellDisplay(cells)
  }

  var cells: any DataSource<DocumentCell> { display.cells }
}

/// What the objects of a section come to.
package struct SectionTotals: Hashable, Sendable {
  /// What is shown of that.
  package let properties: [Block.Property]

  package init(_ properties: [Block.Property]) { self.properties = properties }
}

extension PagePath {
  /// Folders for things with names, all different.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - others: Folders that are taken by something else.
  /// - Complexity: O(*n*) in the length of the names.
  package static func folders(for names: [String], except others: Set<String> = []) -> [String] {
    Slug.unique(names, except: others)
  }

  /// What a name becomes in an address, as long as no other name becomes the same.
  package static func slug(of name: String) -> String { Slug.plain(name) }
}

/// How the sections of a listing are cut into pages.
public struct PageLayout: Hashable, Sendable {
  /// Where the boundaries between a section's pages are.
  public enum Pagination: String, CaseIterable, Hashable, Sendable {
    /// Every page has as many cells as there is room for, and its number: `citrus/page-2`. A cell more moves all that follow.
    case numbered
    /// The objects themselves say where a page ends, so that an object more or less changes one page, or splits or joins one. A page is
    /// named after its first object, `citrus/page-lemon`, and titled by its first and last, as in a dictionary; the section's own page
    /// leads to them.
    case stable
  }

  /// What a section's cells look like beside each other.
  public enum View: String, CaseIterable, Hashable, Sendable {
    /// Each stands for itself.
    case cards
    /// A line for each: its title, and what its body has.
    case list
    /// A row for each: its title, and its properties, each in the column of its label.
    case table
  }

  /// How many cells a section's page has at the most.
  public var pageSize: Int
  /// How many cells of each section the home page shows; without any, it lists the sections.
  public var previewSize: Int
  /// Where the boundaries between a section's pages are.
  public var pagination: Pagination
  /// What a section's cells look like beside each other.
  public var view: View
  /// How many sections a page of an index lists at the most; about as many where pages are stable.
  package var numberOfTerms: Int

  /// Creates a layout; page sizes below 1 count as 1.
  public init(
    pageSize: Int = 60, previewSize: Int = 6, pagination: Pagination = .numbered, view: View = .cards,
    numberOfTerms: Int = 400
  ) {
    self.pageSize = max(1, pageSize)
    self.previewSize = max(0, previewSize)
    self.pagination = pagination
    self.view = view
    self.numberOfTerms = max(1, numberOfTerms)
  }
}
