import CTemplates

/// The themes, starter catalogs and starter plugins that are part of the program: the embedded files of `Templates/`.
package enum Templates {
  /// The page template of the HTML theme, in Mustache.
  package static let page = text(page_mustache())

  /// The style sheet of the HTML theme.
  package static let styleSheet = text(style_css())

  /// The script of the HTML theme that searches the catalog.
  package static let searchScript = text(search_js())

  /// The script of live pages, which shows changes of the catalog in the page that is open.
  package static let liveScript = text(live_js())

  /// The script of events, which brings what the reader does with a part of a live page to the server.
  package static let liveEventScript = text(live_events_js())

  /// The script of views, by which readers arrange listings.
  package static let liveViewScript = text(live_views_js())

  /// The script of live pages that shows what is known about a cell.
  package static let liveInspectScript = text(live_inspect_js())

  /// The shared worker of live pages, which has one stream of events for all tabs of a browser.
  package static let liveWorkerScript = text(live_worker_js())

  /// The JSON Schema of a catalog's configuration.
  package static let catalogSchema = text(catalog_schema_json())

  /// The files of the starter catalog: their paths in its folder, and their contents.
  package static let starter = [
    (file: "catalog.yml", text: text(catalog_yml())),
    (file: "books.csv", text: text(books_csv())),
    (file: "templates/book.md", text: text(book_md())),
  ]

  /// The languages of the starter plugins.
  package enum PluginLanguage: String, CaseIterable, Sendable {
    case python, shell, swift
  }

  /// Returns the files of a starter plugin: their paths in its folder, and their contents. Files that start with `#!`
  /// are executables.
  ///
  /// - Parameter format: The name of the format: lowercase letters, digits and hyphens.
  package static func pluginStarter(_ language: PluginLanguage, format: String) -> [(file: String, text: String)] {
    let files =
      switch language {
      case .python: [("pomona-NAME", plugin_python()), ("pomona_plugin.py", pomona_plugin_py())]
      case .shell: [("pomona-NAME", plugin_shell())]
      case .swift:
        [("Package.swift", plugin_swift_package()), ("Sources/pomona-NAME/main.swift", plugin_swift_main())]
      }
    return files.map { file, embedded in
      (file.replacing("NAME", with: format), text(embedded).replacing("NAME", with: format))
    }
  }

  private static func text(_ file: EmbeddedFile) -> String {
    // The bytes are constants of the program, so the pointer is always valid.
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
