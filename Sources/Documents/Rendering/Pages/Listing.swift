public import DataSources
package import DocumentModel

/// Sections of cells that a document divides into pages: the listing of the home page, that of another collection, or
/// another index of the same objects.
///
/// ```swift
/// let index = Listing(
///   byMaintainer, folder: "by-maintainer", title: "By maintainer", layout: PageLayout(pageSize: 100))
/// ```
public struct Listing {
  /// The folder of the listing's pages; for an index, in the folder of its collection. It is a plain name, which no
  /// section in the same folder gets. `nil` for the listing that has the home page.
  package let folder: String?
  /// The folder, in that of the listing, which contains the folders of the sections. `nil` if the listing's folder
  /// contains them directly.
  let sectionFolder: String?
  /// The title, or `nil` for a listing with the title of the catalog.
  package let title: String?
  /// Whether the cells are in sections, each with its own folder. If not, the listing has at most one section, whose
  /// pages are those of the listing.
  package let hasSections: Bool
  /// Whether sections are within other sections, as their names say.
  package let hasNestedSections: Bool
  /// Whether an index has a page with the list of its sections.
  package let isListed: Bool
  /// The division into pages.
  package let layout: PageLayout
  /// Returns the guide word of an object, such as the value that the sections are sorted by, or `nil` if it is the
  /// object's title. The closure is `nil` if all guide words are titles.
  let guideWord: ((any DocumentObject) -> String?)?
  /// The totals of each section: a source of one section with one item for each section of the cells. `nil` for a
  /// listing without totals.
  let totals: (any DataSource<SectionTotals>)?
  /// The cells, in sections.
  package let cells: any DataSource<DocumentCell>

  /// Creates a listing.
  ///
  /// - Parameters:
  ///   - cells: The cells, in sections.
  ///   - folder: The folder of the listing's pages: a plain name of letters, digits and hyphens. `nil` for the listing
  ///     that has the home page.
  ///   - title: The title, or `nil` for a listing with the title of the catalog.
  ///   - hasSections: Whether the cells are in sections. If not, the source never has more than one section, whose
  ///     pages are in the folder of the listing. This is only for the main listings of collections that have a folder.
  ///   - isListed: Whether an index has a page with the list of its sections. If not, only links in cells lead to its
  ///     sections.
  ///   - layout: The division into pages.
  ///   - guideWord: Returns the guide word of an object on ``PageLayout/Pagination/stable`` pages, such as the value
  ///     that the sections are sorted by. If the closure is `nil` or returns `nil`, the guide word is the object's
  ///     title.
  public init(
    _ cells: any DataSource<DocumentCell>, folder: String? = nil, title: String? = nil, hasSections: Bool = true,
    isListed: Bool = true, layout: PageLayout = PageLayout(), guideWord: ((any DocumentObject) -> String?)? = nil
  ) {
    self.init(
      cells, folder: folder, title: title, hasSections: hasSections, hasNestedSections: false, isListed: isListed,
      layout: layout, guideWord: guideWord)
  }

  /// Creates a listing whose sections can be within other sections.
  ///
  /// - Parameters:
  ///   - sectionFolder: The folder, in that of the listing, which contains the folders of the sections. `nil` if the
  ///     listing's folder contains them directly.
  ///   - hasNestedSections: Whether sections are within other sections. If so, the source names them as
  ///     ``SectionName/path(_:)`` does, and the outer sections have their own pages.
  ///   - totals: The totals of each section: a source of one section with one item for each section of the cells.
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
    self.cells = cells
  }
}

/// The totals of a section's objects.
package struct SectionTotals: Hashable, Sendable {
  /// The totals, each with its label.
  package let properties: [Block.Property]

  package init(_ properties: [Block.Property]) { self.properties = properties }
}

extension PagePath {
  /// Returns a folder for each name. All folders are different.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - others: Folders that are taken.
  /// - Complexity: O(*n*) on average in the length of the names.
  package static func folders(for names: [String], except others: Set<String> = []) -> [String] {
    Slug.unique(names, except: others)
  }

  /// Returns the form of a name in addresses, before conflicts with other names are resolved.
  package static func slug(of name: String) -> String { Slug.plain(name) }
}

/// The division of a listing's sections into pages.
public struct PageLayout: Hashable, Sendable {
  /// The positions of the boundaries between a section's pages.
  public enum Pagination: String, CaseIterable, Hashable, Sendable {
    /// Every page except the last has the maximum number of cells, and all have numbers: `citrus/page-2`. An additional
    /// cell moves the following cells to other pages.
    case numbered
    /// The boundaries follow from the objects, so that an additional or missing object changes, splits or joins only
    /// the pages around it. A page is named after its first object, `citrus/page-lemon`, and its title consists of
    /// guide words for its first and last object, as in a dictionary. The section's own page links to these pages.
    case stable
  }

  /// The arrangement of a section's cells.
  public enum View: String, CaseIterable, Hashable, Sendable {
    /// Each cell is a separate block.
    case cards
    /// Each cell is a line with its title and its body.
    case list
    /// Each cell is a row with its title and its properties. The properties are in the columns of their labels.
    case table

    /// Whether a cell is a line or a row, without pictures and long texts.
    package var isOfLines: Bool {
      switch self {
      case .cards: false
      case .list, .table: true
      }
    }
  }

  /// The maximum number of cells on a section's page. A stable page can exceed it if too few of its cells show objects.
  public var pageSize: Int
  /// The number of cells of each section that the home page shows. If it is 0, the home page lists the sections without
  /// cells.
  public var previewSize: Int
  /// The positions of the boundaries between a section's pages.
  public var pagination: Pagination
  /// The arrangement of a section's cells.
  public var view: View
  /// The maximum number of sections on a page of an index. Stable pages have approximately this number.
  package var numberOfTerms: Int
  /// The number of sections beyond which a page that leads to them lists them without cells.
  package var previewLimit = Int.max
  /// What the titles of the cells are, such as the label of a field; `nil` if they have no common name.
  package var titleLabel: String?

  /// Creates a layout. Page sizes and numbers of terms below 1 count as 1, preview sizes below 0 as 0.
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
