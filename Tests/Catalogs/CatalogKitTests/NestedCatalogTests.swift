import CatalogKit
import Diagnostics
import Foundation
import JSONValues
import TestKit
import Testing

/// Catalogs of nested values: in the layout, templates, chains and exports.
@Suite struct NestedCatalogTests {
  private static let json = """
    [
      {"id": "w1", "title": "The wave", "year": 1831,
       "people": [{"name": "Hokusai", "role": "artist", "born": 1760}, {"name": "Eijudo", "role": "publisher"}],
       "size": [[25, 37], [10, 15]],
       "parts": [{"what": "frame", "made": {"by": "Jo", "in": {"town": "Graz"}}}],
       "links": ["https://example.org/a"]},
      {"id": "w2", "title": "The reader", "year": 1770, "people": [{"name": "Fragonard", "role": "artist"}]},
      {"id": "w3", "title": "Nobody's"}
    ]
    """

  @Test func `the layout shows tables, lists and properties`() throws {
    let page = try #require(
      try CatalogFolder(["works.json": Self.json]).pages(of: "works.json")["works/w1.md"])
    #expect(
      page.contains(
        """
        ## People

        <table>
        <thead>
        <tr>
        <th scope="col">Name</th><th scope="col">Role</th><th scope="col" class="align-right">Born</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>Hokusai</td><td>artist</td><td class="align-right">1760</td>
        </tr>
        <tr>
        <td>Eijudo</td><td>publisher</td><td class="align-right"></td>
        </tr>
        </tbody>
        </table>
        """), "\(page)")
    #expect(page.contains("## Size\n\n  - 25, 37\n  - 10, 15\n"), "\(page)")
    #expect(
      page.contains(
        """
        ## Parts

          - **What:** frame

        ### Made

          - **By:** Jo

        #### In

          - **Town:** Graz
        """), "\(page)")
    #expect(page.contains("**Links:** [https://example.org/a](https://example.org/a)"), "\(page)")
  }

  @Test func `objects in the rows of a table are columns`() throws {
    let json = """
      [{"id": "a", "parts": [
        {"of": "frame", "size": {"w": 3, "h": 4}, "see": "https://example.org/a/very/long/address/indeed"},
        {"of": "glass", "size": {"w": 2}}]}]
      """
    let page = try #require(try CatalogFolder(["things.json": json]).pages(of: "things.json")["things/a.md"])
    #expect(page.contains("<th scope=\"col\" class=\"align-right\">Size w</th>"), "\(page)")
    #expect(
      page.contains("<a href=\"https://example.org/a/very/long/address/indeed\">example.org/a/very/long/…</a>"),
      "\(page)")
  }

  @Test func `sentences in objects have a line each`() throws {
    let json =
      #"""
      [{"id": "a", "parts": [{"what": "verse", "lines": ["So it is,", "So it was."]}, {"what": ["x", "y"], "in": \#
      [{"a": [1]}]}]}]
      """#
    let page = try #require(try CatalogFolder(["things.json": json]).pages(of: "things.json")["things/a.md"])
    #expect(page.contains("### Lines\n    \n      - So it is,\n      - So it was.\n"), "\(page)")
  }

  @Test func `a table has eight columns`() throws {
    for count in [8, 9] {
      let member = (0..<count).map { "\"m\($0)\": \($0)" }.joined(separator: ", ")
      let json = "[{\"id\": \"a\", \"parts\": [{\(member)}, {\(member)}]}]"
      let page = try #require(try CatalogFolder(["things.json": json]).pages(of: "things.json")["things/a.md"])
      #expect(page.contains("<table>") == (count == 8))
    }
  }

  /// Rows with a name in three languages, of which one row lacks a part.
  private static func words(_ languages: [String], _ rest: String = "") -> String {
    let names = languages.map { "\"\($0)\": {\"long\": \"\($0) words\", \"short\": \"\($0)\"}" }.joined(separator: ", ")
    return #"[{"id": "a", "in": {\#(names)}, "size": 7\#(rest)}, {"id": "b", "in": {"deu": {"short": "Birne"}}}]"#
  }

  @Test func `fields of the same names are a table`() throws {
    let folder = try CatalogFolder(["words.json": Self.words(["deu", "fra", "ita"])])
    let pages = try folder.pages(of: "words.json")
    let page = try #require(pages["words/a.md"])
    #expect(page.contains("# a\n\n  - **Size:** 7\n\n## In\n\n<table>"), "\(page)")
    #expect(
      page.contains(
        """
        <tr>
        <td></td><th scope="col">Long</th><th scope="col">Short</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <th scope="row">Deu</th><td>deu words</td><td>deu</td>
        </tr>
        <tr>
        <th scope="row">Fra</th><td>fra words</td><td>fra</td>
        </tr>
        """), "\(page)")
    #expect(pages["words/b.md"]?.contains("## In\n\n### Deu\n\n  - **Short:** Birne\n") == true)
    #expect(pages["words/index.md"]?.contains("Deu") == false, "a card has no part of a table")
  }

  @Test func `two are a table if they have the same names, and fields named in catalog.yml are in none`() throws {
    let folder = try CatalogFolder(["words.json": Self.words(["deu", "fra"])])
    #expect(
      try folder.pages(of: "words.json")["words/a.md"]?.contains(
        "<th scope=\"row\">Fra</th><td>fra words</td><td>fra</td>") == true)
    try folder.write("words.json", #"[{"id": "a", "in": {"deu": {"long": "x", "short": "y"}, "fra": {"long": "z"}}}]"#)
    #expect(try folder.pages(of: "words.json")["words/a.md"]?.contains("**In deu long:** x\n") == true)
    try folder.write("words.json", Self.words(["deu", "fra", "ita", "spa"]))
    try folder.write(
      "catalog.yml", "datasets: { words: { file: words.json, fields: { in.deu.short: { label: German } } } }\n")
    let page = try #require(try folder.pages()["words/a.md"])
    #expect(
      page.contains("**German:** deu\n") && page.contains("<th scope=\"row\">Deu</th><td>deu words</td><td></td>"),
      "\(page)")
  }

  @Test func `a new field in a table is on the same pages as in a clean build`() throws {
    let folder = try CatalogFolder(["words.json": Self.words(["deu"])])
    let output = folder.path + "/out"
    for languages in [["deu", "fra", "ita"], ["deu", "fra", "ita", "spa"], ["deu"]] {
      try folder.write("words.json", Self.words(languages))
      try folder.build("words.json", into: output)
      try folder.build("words.json", into: folder.path + "/clean-\(languages.count)")
      #expect(try OutputTree(output).differences(from: OutputTree(folder.path + "/clean-\(languages.count)")) == [])
    }
  }

  @Test func `templates iterate over objects`() throws {
    let folder = try CatalogFolder([
      "works.json": Self.json,
      "catalog.yml": "datasets:\n  works: {file: works.json, page: work}\n",
      "templates/work.md": """
      {{#people}}
      {{name}} ({{role}}){{#born}}, born {{born}}{{/born}} made {{title}}.

      {{/people}}
      {{^people}}Nobody.{{/people}}
      {{#parts}}{{what}} by {{made.by}} of {{#made}}{{in.town}}{{/made}}{{/parts}}
      """,
    ])
    let pages = try folder.pages()
    let wave = try #require(pages["works/w1.md"])
    #expect(wave.contains("Hokusai (artist), born 1760 made The wave."), "\(wave)")
    #expect(wave.contains("Eijudo (publisher) made The wave."), "\(wave)")
    #expect(wave.contains("frame by Jo of Graz"), "\(wave)")
    #expect(try #require(pages["works/w3.md"]).contains("Nobody."))
    try folder.write("templates/work.md", "{{#people}}{{nam}}{{/people}}")
    let finding = try #require(try findings { _ = try folder.catalog() }.first)
    #expect(finding.brief == "template/unknown-field 1:12")
    #expect(finding.hint == "Did you mean “name”?")
  }

  @Test func `templates iterate over objects whose names are data`() throws {
    let folder = try CatalogFolder([
      "words.json": #"[{"id": "a", "in": {"de": "Birne", "fr": "poire"}}]"#,
      "catalog.yml": "datasets:\n  words: {file: words.json, types: {in: object}, page: word}\n",
      "templates/word.md": "{{#in}}{{key}}: {{value}}. {{/in}}",
    ])
    #expect(try #require(folder.pages()["words/a.md"]).contains("de: Birne. fr: poire."))
  }

  @Test func `chains read nested values`() throws {
    let folder = try CatalogFolder([
      "works.json": Self.json,
      "catalog.yml": """
      datasets:
        works: {file: works.json}
      chain:
      - filter: {field: people.role, contains: artist}
      - sort: {field: people.name, order: descending}
      - group: {field: people.name, by: element, order: sorted}
      """,
    ])
    let page = try #require(folder.pages()["index.md"])
    #expect(page.contains("Eijudo") && page.contains("Fragonard") && !page.contains("Nobody"), "\(page)")
    try folder.write(
      "catalog.yml",
      "datasets:\n  works: {file: works.json}\nchain:\n- filter: {field: people.rol, equals: artist}\n")
    let finding = try #require(try findings { _ = try folder.catalog() }.first)
    #expect(finding.brief == "chain/unknown-field 4:19")
    #expect(finding.hint == "Did you mean “people.role”?")
  }

  @Test func `exports keep the places of elements, and pages skip missing ones`() throws {
    let folder = try CatalogFolder([
      "works.json":
        #"[{"id": "w", "xy": [1, null, 3], "at": ["out", " in ", ""], "of": [{"a": " x ", "b": null}, {}, []]}]"#,
      "catalog.yml": "datasets:\n  works: {file: works.json}\ndocuments:\n  json: {whole: true}\n",
    ])
    let page = try #require(try folder.pages()["works/w.md"])
    #expect(page.contains("  - **Xy:** 1, 3\n  - **At:** out,  in"), "\(page)")
    let output = folder.path + "/out"
    try folder.build(into: output)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: output).filter { $0.hasSuffix(".json") }
    let texts = try paths.map { try String(contentsOfFile: "\(output)/\($0)", encoding: .utf8) }.joined()
    #expect(
      texts.contains(#""xy":[1,null,3],"at":["out"," in ",""],"of":[{"a":" x "},{},[]]"#), "\(texts)")
  }

  @Test func `exports write the values of the data`() throws {
    let folder = try CatalogFolder([
      "works.json": Self.json,
      "catalog.yml": """
      datasets:
        works: {file: works.json}
      documents:
        json: {fields: [title, people, size, parts, people.name]}
        search: {fields: [people.name]}
      """,
    ])
    let output = folder.path + "/out"
    try folder.build(into: output)
    var texts = ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: output)
    where path.hasSuffix(".json") || path.hasSuffix(".js") {
      texts += String(decoding: try Data(contentsOf: URL(filePath: "\(output)/\(path)")), as: UTF8.self)
    }
    #expect(
      texts.contains(
        #""people":[{"name":"Hokusai","role":"artist","born":1760},{"name":"Eijudo","role":"publisher"}]"#))
    #expect(texts.contains(#""size":[[25,37],[10,15]]"#))
    #expect(texts.contains(#""parts":[{"what":"frame","made":{"by":"Jo","in":{"town":"Graz"}}}]"#))
    #expect(texts.contains(#""people.name":["Hokusai","Eijudo"]"#))
    #expect(texts.contains("Hokusai, Eijudo"))
  }
}
