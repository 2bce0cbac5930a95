/// The themes and starter catalogs that are part of the program: the files of this folder, embedded.
public enum Templates {
  /// The page template of the HTML theme, in Mustache.
  public static let page = text(PackageResources.page_mustache)

  /// The style sheet of the HTML theme.
  public static let styleSheet = text(PackageResources.style_css)

  /// The script of the HTML theme that searches the catalog.
  public static let searchScript = text(PackageResources.search_js)

  /// The JSON Schema of a catalog's configuration.
  public static let catalogSchema = text(PackageResources.catalog_schema_json)

  /// The files of the starter catalog: their paths in its folder, and their texts.
  public static let starter = [
    (file: "catalog.yml", text: text(PackageResources.catalog_yml)),
    (file: "books.csv", text: text(PackageResources.books_csv)),
    (file: "templates/book.md", text: text(PackageResources.book_md)),
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
