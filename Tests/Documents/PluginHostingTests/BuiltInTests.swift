import CatalogKit
import Foundation
import JSONValues
import Rendering
import TestKit
import Testing

@testable import PluginHosting

/// The formats of Pomona, rendered by another process: the files have the same bytes.
@Suite struct BuiltInTests {
  /// The executable in the folder of products that the running tests are in.
  private static let child: URL? = {
    let tests =
      Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
      + [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(filePath: $0) }].compactMap(\.self)
    return tests.map { $0.absoluteURL.deletingLastPathComponent().appending(path: "PluginChild") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()

  private static let names = RendererFormat.builtIn.map(\.name)

  /// Builds a catalog within this process and by others, and returns both outputs.
  private func outputs(
    of catalog: PluginCatalog, configuration: String, formats: [String] = names, options: [String: String] = [:]
  ) throws -> (within: [String: Data], through: [String: Data]) {
    let child = try #require(Self.child)
    let digest = try ExecutableDigest(ofFile: child.path(percentEncoded: false))
    var (own, others) = ("formats:\n", "formats:\n")
    for name in formats {
      try FileManager.default.createSymbolicLink(
        at: catalog.scripts.folder.appending(path: "pomona-\(name)"), withDestinationURL: child)
      own += "  \(name): { \(options[name] ?? "") }\n"
      others +=
        """
          \(name): { plugin: pomona-\(name), digest: \(digest), options: { \(options[name] ?? "") }, \
        \(PluginCatalog.patience) }\n
        """
    }
    let outputs = (within: catalog.scripts.path("out/within"), through: catalog.scripts.path("out/through"))
    try catalog.write("catalog.yml", configuration + "\n" + own)
    try catalog.build(into: outputs.within)
    try catalog.write("catalog.yml", configuration + "\n" + others)
    catalog.builderSettings.jobs = 2
    let (report, warnings) = try catalog.build(into: outputs.through)
    // Many rows of the catalog with everything have had the same name.
    #expect(report.formats == formats && warnings.filter { $0.code != "addresses/shared-alias" } == [])
    #expect(catalog.processes == [])
    return (try catalog.files(in: outputs.within), try catalog.files(in: outputs.through))
  }

  private func compare(_ outputs: (within: [String: Data], through: [String: Data])) {
    #expect(outputs.within.keys.sorted() == outputs.through.keys.sorted())
    let other = outputs.within.keys.filter { outputs.within[$0] != outputs.through[$0] }.sorted()
    #expect(other == [], "\(other.count) of \(outputs.within.count) files differ")
  }

  /// Neither output of the program nor a process that it starts disturbs the messages.
  @Test func standardInputAndOutputAreForMessages() throws {
    let catalog = try PluginCatalog("noisy", program: "", name: "unused")
    let child = try #require(Self.child)
    try FileManager.default.createSymbolicLink(
      at: catalog.scripts.folder.appending(path: "pomona-noisy"), withDestinationURL: child)
    let digest = try ExecutableDigest(ofFile: child.path(percentEncoded: false))
    try catalog.write(
      "catalog.yml",
      """
      datasets: { rows: { file: rows.csv, key: name } }
      formats: { noisy: { plugin: pomona-noisy, digest: \(digest), \(PluginCatalog.patience) } }
      """)
    try catalog.build()
    #expect(try catalog.files()["rows/fig.noisy"] == Data("Fig".utf8))
  }

  @Test func theSchemaOfACatalogHasThePluginInsteadOfItsFormat() throws {
    let catalog = try PluginCatalog("html", program: "", name: "unused")
    let child = try #require(Self.child)
    try FileManager.default.createSymbolicLink(
      at: catalog.scripts.folder.appending(path: "pomona-html"), withDestinationURL: child)
    let digest = try ExecutableDigest(ofFile: child.path(percentEncoded: false))
    try catalog.write(
      "catalog.yml",
      """
      datasets: { rows: { file: rows.csv, key: name } }
      formats: { html: { plugin: pomona-html, digest: \(digest), \(PluginCatalog.patience) } }
      """)
    let text = try CatalogConfiguration.schema(ofCatalogAt: catalog.folder, options: CatalogOptions())
    // A duplicate name in an object is an error.
    let schema = try JSONValue(parsing: Array(text.utf8))
    let formats = schema["properties"]?["formats"]?["anyOf"]?.array?.last?["properties"]
    #expect(formats?.object?.members.map(\.name) == Self.names)
    #expect(formats?["html"]?["$ref"] == "#/$defs/plugin")
    #expect(formats?["html"]?["properties"]?["options"]?["properties"]?["theme"] != nil)
    #expect(formats?["latex"]?["$ref"] == nil)
  }

  @Test func fruitypediaIsTheSame() throws {
    let catalog = try PluginCatalog("html", program: "", name: "unused")
    let source = packageFolder.appending(path: "Examples/Fruitypedia")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path()) where name != "catalog.yml" {
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: catalog.scripts.folder.appending(path: name))
    }
    let text = try String(contentsOf: source.appending(path: "catalog.yml"), encoding: .utf8)
    let outputs = try outputs(of: catalog, configuration: text, formats: ["html"])
    #expect(outputs.within.count > 300)
    compare(outputs)
  }

  @Test func aCatalogWithEverythingIsTheSame() throws {
    let catalog = try PluginCatalog("html", program: "", name: "unused")
    let kinds = ["pome", "stone", "", "berry & co", "letters"]
    let rows = (0..<60).map { number in
      let picture = ["", "images/a b.png", "https://example.org/x.png"][number % 3]
      let tags = ["sweet; red", "sour", "", "red; Ünusual"][number % 4]
      let name = ["Ä", "b", "Öl ", "7", "é"][number % 5] + "pple \(number)"
      return "\(name),\(kinds[number % 5]),\(tags),2024-01-\(10 + number % 20),\(picture),former \(number); Äpple 0"
    }
    try catalog.write("fruits.csv", "name,kind,tags,added,picture,former\n" + rows.joined(separator: "\n"))
    try catalog.write(
      "recipes.json",
      #"[{"id": "pie", "fruit": "Äpple 0", "text": "Bake."}, {"id": "jam", "fruit": "bpple 1", "text": "Cook."}]"#)
    try catalog.write("images/a b.png", "PNG")
    try catalog.write("extra/readme.txt", "hello")
    try catalog.write("templates/nothing.md", "Nothing.\n")
    try catalog.write("templates/banner.md", "{{title}}: {{entries}} in {{sections}}.\n")
    try catalog.write("theme/style.css", "h1 { color: red }\n")
    let configuration = """
      title: Rich & <famous>
      introduction: "Look at [the index](letters/index.html)."
      address: https://example.org/rich
      datasets:
        fruits:
          file: fruits.csv
          key: name
          types: { tags: list, former: list, picture: image, added: date }
          aliases: former
          join: { recipes: { dataset: recipes, on: name, equals: fruit } }
        recipes: recipes.json
      chain:
        - group: { field: tags, by: element, order: sorted, rest: Plain }
        - sort: name
        - insert: { cell: banner, at: [0, 1] }
        - placeholder: nothing
      pages: { size: 8, preview: 3, kind: stable }
      documents:
        indexes:
          by-day:
            title: By day
            chain: [{ flatten: All }, { sort: { field: added, order: descending } }]
            pages: { size: 7, kind: numbered }
        facets: [kind]
        letters: name
        feed: { date: added }
        sitemap: true
        search: true
        json: true
      assets: [extra]
      """
    let options = [
      "html": "theme: theme", "latex": "documentclass: report", "man": "section: 3", "text": "width: 40",
      "json": "body: markdown",
    ]
    compare(try outputs(of: catalog, configuration: configuration, options: options))
  }
}
