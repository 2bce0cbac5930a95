import Foundation
import FoundationXML
import Testing

/// Data that could become markup, or leave the output folder.
@Suite struct UntrustedDataTests {
  /// Texts that mean something in one format or another.
  private static let texts = [
    "<script>alert(1)</script>", "\"><img onerror=alert(1)>", "'><svg/onload=alert(1)>", "[x](javascript:alert(1))",
    "![x](javascript:alert(1))", "<javascript:alert(1)>", "*not bold*", "# no heading", "| not | a | table |", "${x}",
    "{{x}}", "{{{x}}}", "{{#x}}", ".TH roff", "'br", "\\fB", "\\input{/etc/passwd} $ & # % _ { } ~ ^", "../../etc/x",
    "&lt;b&gt; &amp;", "]]>", "<!-- -->", "```", "T}", "--", "a\\", "javascript:alert(1)",
  ]
  /// Keys that a file system could confuse or misinterpret.
  private static let keys =
    texts + [
      "Apple", "apple", "APPLE", "Résumé", "Resume", "résumé", "CON", "nul", "index", "page-2", "assets", ".pomona",
      "..",
      ".", "🍏", "🍎", "👩‍🌾🍎", "!!!", "???", "…", "a/b", "a b", "a-b", String(repeating: "x", count: 1000),
      String(repeating: "x", count: 999) + "y", String(repeating: "長", count: 300),
    ]

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  // MARK: - The data

  /// A table of a row for each key, whose other fields are texts as well.
  private static let rows: [[String]] = keys.enumerated().map { index, key in
    let text = texts[index % texts.count]
    return [key, text, index.isMultiple(of: 3) ? "" : String(key.prefix(40))]
  }

  /// The titles of the rows, in which emphasis is no markup, but its marks are left out.
  private static let titles = keys.map { $0 == "*not bold*" ? "not bold" : $0 }

  /// The names of the fields: they are printed as labels.
  private static let fields = ["name", "<b>*note*</b> {{x}}", "${group}"]

  private static let csv = ([fields] + rows).map { row in
    row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
  }.joined(separator: "\n")

  private static func json() throws -> String {
    let objects = rows.map { Dictionary(uniqueKeysWithValues: zip(fields, $0)) }
    return String(decoding: try JSONSerialization.data(withJSONObject: objects), as: UTF8.self)
  }

  private static let dataFiles = ["<img onerror=alert(1)> ${x}.csv", "*fruits* & \"nuts\".json"]

  /// Builds every format of a data file, grouped by texts.
  private func build(_ file: String) throws {
    try sandbox.write(file, file.hasSuffix(".csv") ? Self.csv : Self.json())
    let before = try sandbox.contents()
    let report = try sandbox.build(
      file, "--key", "name", "--group-by", "${group}", "--format", "html,markdown,latex,man,xml", "--output", "out",
      "--title", "<script>alert(1)</script> *x* {{x}}", "--page-size", "5", "--none", "false",
      "--field", "\(Self.fields[0])=text", "--field", "\(Self.fields[1])=text", "--field", "\(Self.fields[2])=text")
    #expect(report.rows == Self.rows.count)
    // All files are in the output folder.
    #expect(try sandbox.contents().filter { $0.key != "out" && !$0.key.hasPrefix("out/") } == before)
    #expect(try sandbox.files("out").count == report.pages.rendered + 1)
  }

  private func pages() throws -> [(file: String, page: HTMLPage)] {
    try sandbox.files("out", ending: ".html").map { ($0, HTMLPage(try sandbox.text("out/\($0)"))) }
  }

  // MARK: - Files

  @Test(arguments: dataFiles)
  func fileNamesAreSafeAndDistinct(file: String) throws {
    try build(file)
    let files = try sandbox.files("out")
    #expect(files.filter { $0.hasSuffix(".html") }.count > Self.keys.count)
    let folded = files.map { $0.lowercased().folding(options: .diacriticInsensitive, locale: nil) }
    #expect(Set(folded).count == files.count, "no two names are the same to any file system")
    let unsafe = Set(files.flatMap { $0.split(separator: "/") }).filter { component in
      component.utf8.count > 255 || component.hasPrefix(".") || component.contains { "<>:\"\\|?*".contains($0) }
        || ["con", "prn", "aux", "nul"].contains(component.prefix { $0 != "." }.lowercased())
    }
    #expect(unsafe.isEmpty)
  }

  // MARK: - HTML

  @Test(arguments: dataFiles)
  func htmlHasOnlyTheMarkupOfTheTheme(file: String) throws {
    try build(file)
    try expectSafe(pages())
  }

  private func expectSafe(_ pages: [(file: String, page: HTMLPage)]) throws {
    try #require(!pages.isEmpty)
    let files = Set(try sandbox.files("out"))
    for (file, page) in pages {
      #expect(page.problems == [], "\(file)")
      for element in page.elements {
        #expect(!["script", "svg", "iframe", "object", "b"].contains(element.name), "\(file)")
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") }, "\(file)")
      }
      for reference in page.references where !reference.hasPrefix("#") && !reference.hasPrefix("https://example.org/") {
        guard !reference.hasPrefix("data:image/svg+xml,%3Csvg") else { continue }
        #expect(target(of: reference, on: file).map(files.contains) == true, "\(reference) on \(file)")
      }
    }
  }

  @Test(arguments: dataFiles)
  func htmlHasTheTextsOfTheData(file: String) throws {
    try build(file)
    let articles = try pages().map(\.page).filter { !$0.all("article").isEmpty }
    #expect(articles.count == Self.rows.count)
    var shown: Set<[String]> = []
    for page in articles {
      // A JSON file may have the fields in any order.
      shown.insert([try #require(page.all("h1").first).text] + page.all("dd").map(\.text).sorted())
    }
    #expect(
      shown
        == Set(zip(Self.titles, Self.rows).map { title, row in [title] + row[1...].filter { !$0.isEmpty }.sorted() }))
    let labels = Set(articles.flatMap { $0.all("dt").map(\.text) })
    #expect(labels == ["<b>*note*</b> {{x}}", "${group}"])
  }

  @Test func groupsHaveTheNamesOfTheData() throws {
    try build(Self.dataFiles[0])
    let home = HTMLPage(try sandbox.text("out/index.html"))
    let groups = Set(Self.rows.map { $0[2].isEmpty ? "Other" : $0[2] })
    #expect(Set(home.all("a", in: "terms").map(\.text)) == groups)
    #expect(home.all("h1").first?.text == "<script>alert(1)</script> *x* {{x}}")
  }

  // MARK: - The other formats

  @Test(arguments: dataFiles)
  func otherFormatsHaveNoMarkupOfTheData(file: String) throws {
    try build(file)
    for file in try sandbox.files("out", ending: ".md") {
      let text = try sandbox.text("out/\(file)").replacing(/\\./, with: "")
      #expect(text.firstMatch(of: /<(script|img|svg|b>|!--)/) == nil, "\(file)")
      #expect(!text.contains("](javascript:") && !text.contains("${"), "\(file)")
    }
    for file in try sandbox.files("out", ending: ".tex") {
      let text = try sandbox.text("out/\(file)")
      #expect(!text.contains("\\input{"), "\(file)")
      #expect(text.components(separatedBy: "\\end{document}").count == 2, "\(file)")
    }
    for file in try sandbox.files("out", ending: ".7") {
      let lines = try sandbox.text("out/\(file)").split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix(".TH") }.count == 1, "\(file)")
      #expect(!lines.contains { $0.hasPrefix("'br") }, "\(file)")
    }
  }

  @Test(arguments: dataFiles)
  func xmlHasTheTextsOfTheData(file: String) throws {
    try build(file)
    var texts: [String] = []
    for file in try sandbox.files("out", ending: ".xml") {
      texts.append(try XMLText.read(Data(contentsOf: sandbox.url("out/\(file)"))))
    }
    for (title, row) in zip(Self.titles, Self.rows) {
      let parts = [title] + row[1...]
      #expect(texts.contains { text in parts.allSatisfy { $0.isEmpty || text.contains($0) } }, "\(row)")
    }
  }

  // MARK: - Templates

  /// A template that shows a field in every possible place of a value.
  private static let template = """
    # {{note}} and {{key}}

    {{note}}

    - [{{note}}]({{url}}) `{{note}}` *{{note}}* **{{note}}** ![{{note}}]({{url}})
    - [{{note}}](https://example.org/{{note}})

    > {{note}}

    ```properties
    Note: {{note}}
    {{note}}: label
    ```

    ```table
    Head {{note}} | {{key}}
    --- | ---
    {{note}} | cell
    ```

    ```
    {{note}}
    ```
    """

  @Test func templatesShowValuesUnchanged() throws {
    let urls = [
      "javascript:alert(1)", " JAVA\tSCRIPT:alert(1)", "data:text/html,<script>", "https://example.org/\"><b>",
    ]
    let rows = Self.texts.enumerated().map { ["key\($0)", $1, urls[$0 % urls.count]] }
    let objects = rows.map { Dictionary(uniqueKeysWithValues: zip(["key", "note", "url"], $0)) }
    try sandbox.write("data/rows.json", try JSONSerialization.data(withJSONObject: objects))
    try sandbox.write([
      "data/catalog.yml": """
      datasets:
        rows: { file: rows.json, titles: key, page: row, card: row, types: { key: text, note: text, url: text } }
      formats: [html, markdown, latex, man, xml]
      """,
      "data/templates/row.md": Self.template,
    ])
    try sandbox.build("data", "--output", "out")
    try expectSafe(pages())
    for row in rows {
      let page = HTMLPage(try sandbox.text("out/rows/\(row[0]).html"))
      let note = row[1]
      #expect(page.all("h2", in: "article-body").map(\.text) == ["\(note) and \(row[0])"])
      #expect(page.all("p", in: "article-body").first?.text == note)
      #expect(page.all("code").map { $0.text.hasSuffix("\n") ? String($0.text.dropLast()) : $0.text } == [note, note])
      #expect(page.all("em").map(\.text) == [note])
      #expect(page.all("strong").map(\.text) == [note])
      #expect(page.all("dd").map(\.text) == [note, "label"])
      #expect(page.all("dt").map(\.text) == ["Note", note])
      #expect(page.all("th").map(\.text) == ["Head \(note)", row[0]])
      #expect(page.all("td").map(\.text) == [note, "cell"])
      #expect(page.all("blockquote").map { $0.text.trimmingCharacters(in: .newlines) } == [note])
    }
  }
}

/// The text of an XML file, which has to be well-formed.
private final class XMLText: NSObject, XMLParserDelegate {
  private var text = ""

  static func read(_ data: Data) throws -> String {
    let reader = XMLText()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.text
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
