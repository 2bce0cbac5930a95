import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// A catalog that is written into its own folder: the output is not part of its input.
@Suite struct OutputInsideTests {
  private let folder: CatalogFolder

  init() throws {
    folder = try CatalogFolder(["fruits.csv": "name\nApple\n", "images/a.png": "PNG", "notes/one.md": "One.\n"])
  }

  private func configure(_ text: String) throws {
    try folder.write("catalog.yml", "title: Fruit\n\(text)\n")
  }

  /// The files of the folder `path`, without the hidden files of a build.
  private func tree(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/\(path)").filter { !$0.contains(".pomona") }
      .sorted()
  }

  /// Builds several times, each with another builder.
  private func settle(into output: String, at path: String? = nil, behind link: String? = nil) throws -> [String] {
    let written = link ?? output
    let first = try CatalogBuilder(at: path ?? folder.path, into: written).build()
    #expect(!first.isUnchanged)
    let files = try tree("")
    for _ in 0..<3 {
      #expect(try CatalogBuilder(at: path ?? folder.path, into: written).build().isUnchanged)
      #expect(try tree("") == files)
    }
    // The same as a clean build into a place outside.
    let outside = try CatalogFolder([:])
    _ = try CatalogBuilder(at: path ?? folder.path, into: outside.path + "/clean").build()
    #expect(try OutputTree(output).differences(from: OutputTree(outside.path + "/clean")) == [])
    return files
  }

  @Test(arguments: [
    ("[images]", "images/out"), ("[\"*\"]", "out"), ("[\"*\", \"*/*\"]", "build/fruit"),
    ("[images, \"images/*\"]", "images/deep/out"),
  ])
  func outputIsNotCopiedIntoItself(assets: String, output: String) throws {
    try configure("datasets: { fruits: fruits.csv }\nassets: \(assets)")
    let files = try settle(into: "\(folder.path)/\(output)")
    #expect(files.contains("\(output)/images/a.png"))
    #expect(!files.contains { $0.contains("\(output)/\(output)") })
  }

  @Test func outputIsFoundBehindLinks() throws {
    try configure("datasets: { fruits: fruits.csv }\nassets: [images]")
    try FileManager.default.createDirectory(atPath: folder.path + "/images/out", withIntermediateDirectories: true)
    let elsewhere = try CatalogFolder(["x": ""])
    try FileManager.default.createSymbolicLink(
      atPath: elsewhere.path + "/link", withDestinationPath: folder.path + "/images/out")
    try FileManager.default.createSymbolicLink(
      atPath: elsewhere.path + "/shop", withDestinationPath: folder.path)
    let files = try settle(
      into: folder.path + "/images/out", at: elsewhere.path + "/shop", behind: elsewhere.path + "/link")
    #expect(files.contains("images/out/images/a.png"))
    #expect(!files.contains { $0.contains("images/out/images/out") })
  }

  @Test func outputOfAnotherCatalogIsNotCopied() throws {
    try configure("datasets: { fruits: fruits.csv }\nassets: [images]")
    for output in ["images/one", "images/two", "images/one"] {
      try folder.build(into: "\(folder.path)/\(output)")
    }
    #expect(try tree("images/one/images") == ["a.png"])
    #expect(try tree("images/two/images") == ["a.png"])
    #expect(CatalogCheck(at: folder.path).findings == [])
  }

  @Test func namedOutputIsAnError() throws {
    try configure("datasets: { fruits: fruits.csv }")
    let output = folder.path + "/images/out"
    try folder.build(into: output)
    try configure("datasets: { fruits: fruits.csv }\nassets: [images, images/out]")
    for body in [{ _ = try folder.build(into: output) }, { _ = try folder.catalog() }] {
      let found = try findings { try body() }
      #expect(found.map(\.brief) == ["catalog/asset 3:18"])
      #expect(found.map(\.message) == ["“images/out” is the output folder of a catalog, and is not copied"])
    }
  }

  @Test func outputIsNotReadAsMarkdown() throws {
    try configure("datasets: { notes: notes }\nformats: markdown")
    let files = try settle(into: folder.path + "/notes/out")
    #expect(
      files.filter { $0.hasSuffix(".md") } == [
        "notes/one.md", "notes/out/index.md", "notes/out/notes/index.md", "notes/out/notes/one.md",
      ])
  }

  @Test func outputMatchesNoPattern() throws {
    try configure("datasets: { fruits: { file: \"*/*.json\", key: name } }\ndocuments: { json: true }")
    try folder.write("data/fruits.json", #"[{"name": "Apple"}]"#)
    let files = try settle(into: folder.path + "/out")
    #expect(
      files.filter { $0.hasSuffix(".json") } == [
        "data/fruits.json", "out/catalog.json", "out/catalog/objects-1.json",
      ])
    // Without the path of the output, an output is still recognized.
    #expect(CatalogCheck(at: folder.path).findings == [])
  }

  @Test func picturesInTheOutputAreNotShown() throws {
    try configure("datasets: { fruits: { file: fruits.csv, types: { picture: image } } }")
    try folder.write("fruits.csv", "name,picture\nApple,out/images/a.png\nPear,images/a.png\n")
    for reason in ["not in the catalog's folder", "where the catalog is written to, and is not shown"] {
      let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      _ = try builder.build()
      #expect(builder.catalog?.warnings.map(\.message) == ["the picture “out/images/a.png” is \(reason)"])
    }
    #expect(try tree("out").filter { $0.hasSuffix(".png") } == ["images/a.png"])
  }

  @Test func aCatalogWrittenAroundItsFilesIncludesThem() throws {
    let shop = try CatalogFolder([
      "source/catalog.yml": "datasets: { fruits: \"data/*.csv\" }\nassets: [images, \"*/*.png\"]\n",
      "source/data/fruits.csv": "name\nApple\n",
      "source/images/a.png": "PNG",
    ])
    var settings = CatalogBuilder.Settings()
    settings.isAdopting = true
    for _ in 0..<2 {
      try shop.build("source", into: shop.path, settings: settings)
      #expect(FileManager.default.fileExists(atPath: shop.path + "/images/a.png"))
    }
    #expect(try shop.build("source", into: shop.path, settings: settings).isUnchanged)
  }
}
