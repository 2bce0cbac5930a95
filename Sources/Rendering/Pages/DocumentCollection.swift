public import Cells

/// Objects of a document with chains of their own: the cells of their pages, and the listings that show them.
///
/// A document has one collection or several, such as works and artists. Each has its own sections, indexes and neighbours; the addresses of
/// the objects follow from their identities, whatever collection they are in.
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
  /// The listing that the pages of the objects lead up to.
  package let listing: Listing
  /// Further listings of the same objects.
  package let indexes: [Listing]
  /// The cells of the objects' own pages.
  package let articles: CellSource<Object, DocumentCell>
  /// Returns the pages that the links in an object's cells may lead to; nil where there are none.
  let links: (@Sendable (Object) -> ObjectLinks)?
  /// Returns the object that an object is a part of, whose page leads to it; nil where there are none.
  let whole: (@Sendable (Object) -> ObjectID?)?
  /// The number of its first cells that the home page of the document shows, where that is not its own.
  package let previewSize: Int

  /// Creates a collection.
  ///
  /// - Parameters:
  ///   - listing: The listing that the pages of the objects lead up to: the home page and its sections for the first collection of a document,
  ///     and for each of the others one with a folder and a title of its own, to which the home page leads.
  ///   - articles: The cells of the objects' own pages. What an object's section is follows from a source that both come from, however many
  ///     transforms lie between.
  ///   - indexes: Further listings of the same objects, each with a folder of its own in that of the main one.
  ///   - previewSize: How many of its first cells the home page of the document shows, unless it is the first collection; nil for as many as
  ///     the listing's own page shows of a section. Without any, the home page lists it.
  ///   - links: Returns the pages that the links in an object's cells may lead to. A link to another one is shown as its text.
  ///   - whole: Returns the object that an object is a part of, such as the series of a letter: the way to the page of the part goes by the pages of
  ///     all that it is a part of.
  public init(
    _ listing: Listing, articles: CellSource<Object, DocumentCell>, indexes: [Listing] = [], previewSize: Int? = nil,
    links: (@Sendable (Object) -> [PageTarget])? = nil, partOf whole: (@Sendable (Object) -> ObjectID?)? = nil
  ) {
    self.init(
      listing, articles: articles, indexes: indexes, previewSize: previewSize,
      objectLinks: links.map { links in { @Sendable object in ObjectLinks(inAllCells: links(object)) } }, partOf: whole)
  }

  /// Creates a collection whose cells have some links only on the objects' own pages.
  ///
  /// - Parameter objectLinks: Returns where the links in an object's cells may lead.
  package init(
    _ listing: Listing, articles: CellSource<Object, DocumentCell>, indexes: [Listing], previewSize: Int?,
    objectLinks: (@Sendable (Object) -> ObjectLinks)?, partOf whole: (@Sendable (Object) -> ObjectID?)?
  ) {
    (self.listing, self.indexes, self.articles) = (listing, indexes, articles)
    self.previewSize = max(0, previewSize ?? listing.layout.previewSize)
    (links, self.whole) = (objectLinks, whole)
  }

  /// All listings, the main one first.
  package var listings: [Listing] { [listing] + indexes }
}

/// The pages to which the links in the cells of an object may lead.
package struct ObjectLinks: Sendable {
  /// Those of all of its cells.
  let inAllCells: [PageTarget]
  /// Those of the cell of its own page alone: where such a page comes, goes, or is called otherwise, the listings stay as they are.
  let onItsPage: [PageTarget]

  package init(inAllCells: [PageTarget], onItsPage: [PageTarget] = []) {
    (self.inAllCells, self.onItsPage) = (inAllCells, onItsPage)
  }
}
