public import Cells

/// Objects of a document with their own chains: the cells of the objects' pages, and the listings that show the
/// objects.
///
/// A document has one collection or several, such as works and artists. Each collection has its own sections and
/// indexes, and the links to the previous and the next object stay within it. The addresses of the objects follow from
/// their identities, regardless of the collection.
///
/// ```swift
/// let document = Document(
///   CatalogInfo(title: "A museum"),
///   collections: [
///     DocumentCollection(Listing(workCards), articles: workPages),
///     DocumentCollection(Listing(artistCards, folder: "artists", title: "Artists"), articles: artistPages),
///   ])
/// ```
public struct DocumentCollection<Object: Sendable> {
  /// The main listing, which the pages of the objects link back to.
  package let listing: Listing
  /// Further listings of the same objects.
  package let indexes: [Listing]
  /// The cells of the objects' own pages.
  package let articles: CellSource<Object, DocumentCell>
  /// Returns the pages that the links in an object's cells may lead to; `nil` if the cells have no such links.
  let links: (@Sendable (Object) -> ObjectLinks)?
  /// Returns the identity of the object that contains an object, and whose page leads to it; `nil` if no object
  /// contains another.
  let whole: (@Sendable (Object) -> ObjectID?)?
  /// The number of cells that the home page of the document shows of the collection, unless it is the first collection.
  package let previewSize: Int

  /// Creates a collection.
  ///
  /// - Parameters:
  ///   - listing: The main listing, which the pages of the objects link back to. That of a document's first collection
  ///     is the home page with its sections. Each of the others has its own folder and title, and the home page links
  ///     to it.
  ///   - articles: The cells of the objects' own pages. The section of an object is found by a source that both the
  ///     listing and the articles derive from, through any number of transforms.
  ///   - indexes: Further listings of the same objects, each with its own folder in that of the main listing.
  ///   - previewSize: The number of cells that the home page of the document shows of the collection, unless it is the
  ///     first one. If `nil`, it is the ``PageLayout/previewSize`` of the listing. If 0, the home page lists the
  ///     collection without cells.
  ///   - links: Returns the pages that the links in an object's cells may lead to. A link to any other page is shown as
  ///     its text.
  ///   - whole: Returns the identity of the object that contains an object, such as the series of a letter. The
  ///     breadcrumbs of the object's page then include the pages of all objects around it.
  public init(
    _ listing: Listing, articles: CellSource<Object, DocumentCell>, indexes: [Listing] = [], previewSize: Int? = nil,
    links: (@Sendable (Object) -> [PageTarget])? = nil, partOf whole: (@Sendable (Object) -> ObjectID?)? = nil
  ) {
    self.init(
      listing, articles: articles, indexes: indexes, previewSize: previewSize,
      objectLinks: links.map { links in { @Sendable object in ObjectLinks(inAllCells: links(object)) } }, partOf: whole)
  }

  /// Creates a collection in which some links of cells occur only on the objects' own pages.
  ///
  /// - Parameter objectLinks: Returns the pages that the links in an object's cells may lead to.
  package init(
    _ listing: Listing, articles: CellSource<Object, DocumentCell>, indexes: [Listing], previewSize: Int?,
    objectLinks: (@Sendable (Object) -> ObjectLinks)?, partOf whole: (@Sendable (Object) -> ObjectID?)?
  ) {
    self.listing = listing
    self.indexes = indexes
    self.articles = articles
    self.previewSize = max(0, previewSize ?? listing.layout.previewSize)
    links = objectLinks
    self.whole = whole
  }

  /// All listings, the main one first.
  package var listings: [Listing] { [listing] + indexes }
}

/// The pages that the links in the cells of an object may lead to.
package struct ObjectLinks: Sendable {
  /// The pages that any cell of the object may link to.
  let inAllCells: [PageTarget]
  /// The pages that only the cell on the object's own page may link to. If such a page is added, removed, moved or
  /// renamed, the listings are not updated.
  let onItsPage: [PageTarget]

  package init(inAllCells: [PageTarget], onItsPage: [PageTarget] = []) {
    self.inAllCells = inAllCells
    self.onItsPage = onItsPage
  }
}
