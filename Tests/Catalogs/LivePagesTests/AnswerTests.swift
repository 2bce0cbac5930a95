import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

@testable import LivePages

/// What a live catalog answers, compared with what a build writes.
struct AnswerTests {
  static let files = [
    "catalog.yml": """
    title: Fruit stand
    address: https://example.org/stand
    assets: [notes.txt, pictures]
    formats: [html, markdown, latex, man, xml, text, json]
    datasets:
      fruits: { file: fruits.csv, key: name, facets: [colour], chain: [{ group: family }] }
      growers: { file: growers.csv, key: id, chain: [{ sort: id }], pages: { view: table } }
    documents: { search: true, sitemap: true, feed: { date: added }, json: true }
    """,
    "fruits.csv": """
    name,family,colour,price,added
    Lemon,Citrus,yellow,1.20,2026-01-01
    Lime,Citrus,green,1.10,2026-01-02
    Äpfel & Birnen,Pome,red,0.80,2026-01-03
    Pear,Pome,green,0.90,2026-01-04

    """,
    "growers.csv": "id,town\na1,Ghent\nb2,Lille\n",
    "notes.txt": "A file of the catalog's own.\n",
    "pictures/dot.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
  ]

  /// Returns what a build has written, by paths.
  private func built(_ folder: CatalogFolder, into output: String) throws -> [String: Data] {
    let builder = CatalogBuilder(at: folder.path, into: output)
    _ = try builder.build()
    builder.close()
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: output) where !path.hasPrefix(".pomona") {
      if let data = FileManager.default.contents(atPath: "\(output)/\(path)") { files[path] = data }
    }
    return files
  }

  @Test func everyFileIsThatOfABuild() async throws {
    let folder = try CatalogFolder(Self.files)
    let elsewhere = try CatalogFolder([:])
    let live = LiveCatalog(at: folder.path)
    await #expect(live.update().problems == [])
    for edit in 0..<3 {
      let output = elsewhere.path + "/\(edit)"
      let files = try built(folder, into: output)
      #expect(files.count > 60)
      for (path, data) in files {
        let answer = await live.answer("/" + path.percentEncodedForTests)
        #expect(answer.status == 200, "\(path)")
        switch answer.body {
        case .bytes(let bytes): #expect(Self.plain(bytes, path) == Self.plain(data, path), "\(path)")
        case .file(let source): #expect(FileManager.default.contents(atPath: source) == data, "\(path)")
        case .events: Issue.record("\(path) is a stream")
        }
      }
      if edit == 0 {
        try folder.write(
          "fruits.csv", Self.files["fruits.csv"]!.replacing("Lime,", with: "Limette,") + "Fig,,blue,2,2026-01-05\n")
        await live.update([folder.path + "/fruits.csv"])
      } else {
        try folder.write("catalog.yml", Self.files["catalog.yml"]!.replacing("Fruit stand", with: "Stall"))
        await live.update([folder.path + "/catalog.yml"])
      }
    }
  }

  /// Returns a page without what makes it live, and without its policy, which is in the head of the answer then.
  private static func plain(_ bytes: some Sequence<UInt8>, _ path: String) -> String {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    guard path.hasSuffix(".html") else { return text }
    return text.replacing(#/<script src="[^"]*-/live.js"[^>]*></script>\n/#, with: "")
      .replacing(#/\ data-part="[^"]*"/#, with: "").replacing(#/style\.css\?v=[0-9a-f]+/#, with: "style.css")
      .replacing(#/<meta http-equiv="Content-Security-Policy"[^>]*>/#, with: "")
  }

  @Test func nothingElseIsThere() async throws {
    let folder = try CatalogFolder(Self.files)
    try folder.write("secret.txt", "nobody's business")
    let live = LiveCatalog(at: folder.path)
    await live.update()
    for address in [
      "/secret.txt", "/catalog.yml", "/fruits.csv", "/.pomona/store", "/../fruits.csv", "/%2e%2e/fruits.csv",
      "/fruits/citrus/../index.html", "/fruits/citrus/%2E%2e/index.html", "/fruits/citrus\\lemon.html",
      "/fruits/citrus%5clemon.html",
      "/fruits/citrus%2flemon.html", "/notes.txt%00.html", "/%ff", "/%", "/%4", "//index.html", "/index.html/", "/-/",
      "/-/other", "/-", "/assets", "/assets/", "/fruits/citrus/lemon.HTML", "/pictures/../notes.txt", "/./notes.txt",
    ] {
      #expect(await live.answer(address).status == 404, "\(address)")
    }
    #expect(await live.answer("/fruits/citrus").status == 302)
    #expect(
      await live.answer("/fruits/citrus", query: "a=b").headers.first { $0.name == "Location" }?.value == "citrus/?a=b")
    #expect(await live.answer("").status == 200)
    #expect(await live.answer("/fruits/citrus/").status == 200)
  }

  @Test func aFileThatBecameALinkOutOfTheFolderIsNotServed() async throws {
    let folder = try CatalogFolder(Self.files)
    let elsewhere = try CatalogFolder(["secret.txt": "nobody's business"])
    let live = LiveCatalog(at: folder.path)
    await live.update()
    #expect(await live.answer("/notes.txt").status == 200)
    try FileManager.default.removeItem(atPath: folder.path + "/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/notes.txt", withDestinationPath: elsewhere.path + "/secret.txt")
    #expect(await live.answer("/notes.txt").status == 404)
  }

  @Test func mistakesKeepTheLastGoodState() async throws {
    let folder = try CatalogFolder(["catalog.yml": "nonsense: true\n", "fruits.csv": "name\nLemon\n"])
    let live = LiveCatalog(at: folder.path)
    #expect(await live.update().problems.isEmpty == false)
    #expect(await live.answer("/").status == 503)
    try folder.write("catalog.yml", "title: Fruit\ndatasets: { fruits: { file: fruits.csv, key: name } }\n")
    #expect(await live.update([folder.path + "/catalog.yml"]).problems == [])
    #expect(await live.answer("/").status == 200)
    let good = await live.answer("/").headers.first { $0.name == "ETag" }?.value
    try folder.write("fruits.csv", "name\nLemon\nLemon\n")
    try folder.write("catalog.yml", "title: Other\nnonsense: true\n")
    #expect(await live.update([folder.path + "/fruits.csv", folder.path + "/catalog.yml"]).problems.isEmpty == false)
    #expect(await live.answer("/").headers.first { $0.name == "ETag" }?.value == good)
  }

  @Test func dataWithOtherFieldsIsNotShownByCellsOfTheOldOnes() async throws {
    let folder = try CatalogFolder([
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, key: name, fields: { taste: { label: Taste } } } }\n",
      "fruits.csv": "name,taste\nLemon,sour\n",
    ])
    let live = LiveCatalog(at: folder.path)
    #expect(await live.update().problems == [])
    let tag = await live.answer("/fruits/lemon.html").headers.first { $0.name == "ETag" }?.value
    try folder.write("fruits.csv", "name,flavour\nLemon,sour\n")
    #expect(await live.update([folder.path + "/fruits.csv"]).problems.isEmpty == false)
    #expect(await live.answer("/fruits/lemon.html").headers.first { $0.name == "ETag" }?.value == tag)
    try folder.write("fruits.csv", "name,taste\nLemon,bitter\n")
    #expect(await live.update([folder.path + "/fruits.csv"]).problems == [])
    #expect(await live.answer("/fruits/lemon.html").headers.first { $0.name == "ETag" }?.value != tag)
  }

  @Test func policiesLetTheScriptsOfLivePagesWork() {
    for (policy, expected) in [
      ("default-src 'none'", "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'"),
      ("img-src *", "img-src *"),
      (
        "script-src https://a.example 'self'; default-src data:",
        "script-src https://a.example 'self'; default-src data:; connect-src data: 'self'; worker-src data: 'self'"
      ),
      ("Script-Src 'none';;\n", "script-src 'self'"),
    ] {
      #expect(LiveHTML.policy(allowingScriptsIn: policy) == expected)
    }
  }

  @Test func themesOfAnyFormBecomeLive() {
    func live(_ html: String) -> (String, String?) {
      let live = LiveHTML(Array(html.utf8), root: "../", stamp: PageStamp(version: "v", filesVersion: "v", token: nil))
      let text = String(decoding: live.bytes, as: UTF8.self)
      return (text.replacing(/<script.*<\/script>\n/, with: "*"), live.policy)
    }
    #expect(live("<head><title>x</title></head><body>") == ("<head><title>x</title>*</head><body>", nil))
    #expect(live("<title>x</title><p>y") == ("<title>x</title><p>y*", nil))
    #expect(live("") == ("*", nil))
    #expect(
      live("<HEAD><META content='img-src &#39;self&#39;' Http-Equiv=content-security-policy><meta name=a></HEAD >")
        == ("<HEAD><meta name=a>*</HEAD >".replacing("<meta", with: "<meta"), "img-src 'self'"))
    #expect(live("<head></head><meta http-equiv=content-security-policy content=x>").1 == nil)
  }
}

extension String {
  fileprivate var percentEncodedForTests: String {
    addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self
  }
}
