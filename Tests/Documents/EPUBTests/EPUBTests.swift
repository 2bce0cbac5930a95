import CatalogKit
import EPUB
import Fingerprints
import Foundation
import JSONValues
import PluginHosting
import Rendering
import TestKit
import Testing

@Suite struct EPUBTests {
  private static let fruitypedia = packageFolder.appending(path: "Examples/Fruitypedia")

  /// Rows with texts that are difficult to write as XML, and links of all kinds, on pages of all kinds.
  private static let hard: [String: String] = [
    "catalog.yml": """
    title: Fruits & <others>
    language: ar-EG
    datasets:
      fruits: { file: fruits.json, key: name, aliases: once, types: { text: markdown } }
    chain:
      - group: kind
      - sort: name
    pages: { size: 2, kind: stable }
    documents:
      facets: [colour]
      letters: name
    formats:
      epub: { author: Ada & "Bob" }
    """,
    "fruits.json": """
    [
      { "name": "Apple", "kind": "pome", "colour": "red", "once": "Malus",
        "text": "[fig](fruits/fig.html) [later](fruits/zucchini.html?a#b) [none](fruits/nothing.html) \
    [former](fruits/malus.html)" },
      { "name": "Fig", "kind": "a & b", "colour": "<i>",
        "text": "![a <b> picture](none.png) [script](javascript:alert) [site](https://example.org/?a=1&b='2') \
    [top](/etc/passwd)" },
      { "name": "Früchte & 日本", "kind": "a & b", "colour": "red", "text": "[file](a.pdf) [home](index.html) \
    [folder](pome/) [out](../x.html)" },
      { "name": "<script>alert(1)</script>", "kind": "a & b", "colour": "red", "text": "\\u0001 ]]> &nbsp; \\ufffe \
    `<code>`" },
      { "name": "Pear", "kind": "pome", "colour": "green", "text": "# A heading\\n\\n| a | b |\\n|---|---|\\n| 1 | |" },
      { "name": "Quince", "kind": "pome", "colour": "green", "text": "1. one\\n2. two\\n\\n> \
    said\\n\\n---\\n\\n    code" },
      { "name": "Zucchini", "kind": "", "colour": "green", "text": "" }
    ]
    """,
  ]

  /// Builds the book of a catalog by a renderer in this process, or as configured.
  private func archive(of files: [String: String], isInProcess: Bool = true) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "epub-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalog = folder.appending(path: "catalog")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if files["fruits.json"] == nil {
      try FileManager.default.copyItem(at: Self.fruitypedia, to: catalog)
    } else {
      try FileManager.default.createDirectory(at: catalog, withIntermediateDirectories: true)
    }
    for (path, text) in files { try Data(text.utf8).write(to: catalog.appending(path: path)) }
    let output = folder.appending(path: "out")
    var options = CatalogOptions()
    options.formats = ["epub"]
    let builder = CatalogBuilder(at: catalog.path(), into: output.path(), options: options) { catalog in
      if isInProcess { catalog.register(.epub, following: Fingerprint("")) }
    }
    defer { builder.close() }
    _ = try builder.build()
    return try Data(contentsOf: output.appending(path: "catalog.epub"))
  }

  private func archive(of pages: [Page], by renderer: EPUBRenderer = EPUBRenderer()) throws -> Data {
    var bytes = Data()
    let fragments = pages.map { Artifact(path: $0.path.address, bytes: renderer.render($0)) }
    try renderer.collect(fragments) { bytes += $0 }
    return bytes
  }

  private func page(_ json: JSONValue) throws -> Page {
    try #require(Page(json: json, catalog: CatalogInfo(title: "Fruits")))
  }

  /// The program, next to the tests.
  private static func plugin() throws -> String {
    let tests =
      Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      + [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }].compactMap(\.self)
    let places = tests.map { $0.absoluteURL.deletingLastPathComponent().appending(path: "pomona-epub").path() }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0) }, "the plugin stands beside the tests")
  }

  // MARK: -

  @Test func `a catalog is the same book by the plugin as by the renderer`() throws {
    let plugin = try Self.plugin()
    let digest = try ExecutableDigest(ofFile: plugin)
    var there = Self.hard
    let (format, options) = ("epub: { author: Ada & \"Bob\" }", "options: { author: Ada & \"Bob\" }")
    let yaml = try #require(there["catalog.yml"])
    there["catalog.yml"] = yaml.replacing(format, with: "epub: { plugin: \(plugin), digest: \(digest), \(options) }")
    #expect(try archive(of: there, isInProcess: false) == archive(of: Self.hard))
  }

  @Test func `the example is a book`() throws {
    let yaml = try String(contentsOf: Self.fruitypedia.appending(path: "catalog.yml"), encoding: .utf8)
    let book = try Book(archive(of: ["catalog.yml": yaml + "\nformats: { epub: { author: Ada } }\n"]))
    try book.check()
    #expect(try book.contents() == book.spine())
    #expect(try book.spine().count > 300)
    #expect(try book.page("fruits/lemon").contains("<a href=\"../citrus/index.xhtml\">Citrus</a>"))
  }

  @Test func `every page of a catalog with all kinds of them is in the book`() throws {
    let bytes = try archive(of: Self.hard)
    #expect(try archive(of: Self.hard) == bytes, "the same catalog is the same book")
    let book = try Book(bytes)
    try book.check()
    #expect(try book.contents() == book.spine())
    let package = try book.text("EPUB/package.opf")
    #expect(package.contains("<dc:title>Fruits &amp; &lt;others&gt;</dc:title>"))
    #expect(package.contains("<dc:creator>Ada &amp; &quot;Bob&quot;</dc:creator>"))
    #expect(package.contains("<spine page-progression-direction=\"rtl\">"))
    #expect(try book.page("index").contains("xml:lang=\"ar-EG\" dir=\"rtl\""))
    // The reading order is a section, then its pages, then its objects.
    let order = try book.spine().map { $0.dropFirst("EPUB/pages/".count) }
    #expect(order.first == "index.xhtml")
    let section = try #require(order.firstIndex(of: "pome/index.xhtml"))
    let others = try #require(order.firstIndex(of: "a-and-b/index.xhtml"))
    for fruit in ["apple", "pear", "quince"] {
      let place = try #require(order.firstIndex(of: "fruits/\(fruit).xhtml"))
      #expect(section < place && (others < section || place < others))
    }
    #expect(!order.contains("fruits/malus.xhtml"), "a page that leads to another one is not read")
  }

  @Test func `texts are escaped`() throws {
    let book = try Book(archive(of: Self.hard))
    let script = try book.page("fruits/script-alert-1-script")
    #expect(script.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>"))
    #expect(script.contains("]]&gt; \u{A0}") && script.contains("<code>&lt;code&gt;</code>"))
    #expect(!script.unicodeScalars.contains("\u{1}") && !script.unicodeScalars.contains("\u{FFFE}"))
  }

  @Test func `links are to pages of the book, or out of it`() throws {
    let book = try Book(archive(of: Self.hard))
    let apple = try book.page("fruits/apple")
    #expect(
      apple.contains("<a href=\"fig.xhtml\">fig</a> <a href=\"zucchini.xhtml\">later</a> <a>none</a> <a>former</a>"))
    let fig = try book.page("fruits/fig")
    #expect(
      fig.contains("a &lt;b&gt; picture script <a href=\"https://example.org/?a=1&amp;b=&#x27;2&#x27;\">site</a> top"))
    let other = try #require(book.entries.first { $0.text.contains("<h1>Früchte") }).text
    #expect(other.contains("file <a href=\"../index.xhtml\">home</a> <a href=\"../pome/index.xhtml\">folder</a> out"))
  }

  @Test func `the identifier of a book depends on its pages, or is given`() throws {
    func identifier(_ title: String, _ renderer: EPUBRenderer = EPUBRenderer()) throws -> String {
      let home = try page(["id": "index", "kind": "index", "title": .string(title)])
      let package = try Book(archive(of: [home], by: renderer)).text("EPUB/package.opf")
      return String(try #require(package.firstMatch(of: /<dc:identifier id="identifier">(.*)<.dc:identifier>/)).1)
    }
    let first = try identifier("Fruits")
    #expect(first.wholeMatch(of: /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(try identifier("Fruits") == first)
    #expect(try identifier("Fruits", EPUBRenderer(author: "Ada")) == first)
    #expect(try identifier("Vegetables") != first)
    #expect(try identifier("Fruits", EPUBRenderer(identifier: "urn:isbn:9780000000000")) == "urn:isbn:9780000000000")
  }

  @Test func `the contents of a large book have as many levels as fit`() throws {
    let home: JSONValue = ["title": "Fruits", "page": "index"]
    let section: JSONValue = ["title": "Citrus", "page": "citrus/index"]
    var pages = [
      try page(["id": "index", "kind": "index", "title": "Fruits"]),
      try page(["id": "citrus/index", "kind": "section", "title": "Citrus", "breadcrumbs": [home]]),
      try page(["id": "citrus/2", "kind": "section", "title": "Citrus", "breadcrumbs": [home, section]]),
    ]
    for number in 1...4997 {
      pages.append(
        try page([
          "id": .string("fruits/\(number)"), "kind": "object", "title": .string("Fruit \(number)"),
          "breadcrumbs": [home, section],
        ]))
    }
    let book = try Book(archive(of: pages))
    #expect(try book.contents().count == 5000)
    pages.append(try page(["id": "fruits/last", "kind": "object", "title": "Last", "breadcrumbs": [home, section]]))
    let larger = try Book(archive(of: pages))
    #expect(try larger.contents() == ["index", "citrus/index", "citrus/2"].map { "EPUB/pages/\($0).xhtml" })
    #expect(try larger.spine().count == 5001)
  }
}
