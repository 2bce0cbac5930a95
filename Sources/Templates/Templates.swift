import CTemplates

/// The themes and starter catalogs that are part of the program: the files of `Templates/`, embedded.
package enum Templates {
  /// The page template of the HTML theme, in Mustache.
  package static let page = text(page_mustache())

  /// The style sheet of the HTML theme.
  package static let styleSheet = text(style_css())

  /// The script of the HTML theme that searches the catalog.
  package static let searchScript = text(search_js())

  /// The JSON Schema of a catalog's configuration.
  package static let catalogSchema = text(catalog_schema_json())

  /// The files of the starter catalog: their paths in its folder, and their texts.
  package static let starter = [
    (file: "catalog.yml", text: text(catalog_yml())),
    (file: "books.csv", text: text(books_csv())),
    (file: "templates/book.md", text: text(book_md())),
  ]

  private static func text(_ file: EmbeddedFile) -> String {
    // The bytes are constants of the program.
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
