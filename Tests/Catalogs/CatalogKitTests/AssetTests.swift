import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The files of a catalog's folder that are copied.
@Suite struct AssetTests {
  /// The files of a catalog in a folder `shop`, as one of `assets`.
  private static func shop(_ assets: String, _ files: [String: String] = [:]) throws -> CatalogFolder {
    let all = files.merging([
      "catalog.yml": "title: Shop\ndatasets: { fruits: fruits.csv }\nassets: [\(assets)]\n",
      "fruits.csv": "name\nApple\n",
    ]) { first, _ in first }
    return try CatalogFolder(Dictionary(uniqueKeysWithValues: all.map { ("shop/\($0.key)", $0.value) }))
  }

  /// Builds the catalog, and returns the paths of the copied files.
  private func copied(_ folder: CatalogFolder, into output: String = "out") throws -> [String] {
    try folder.build("shop", into: "\(folder.path)/\(output)")
    return try files(folder, output).filter { !$0.hasSuffix(".html") && $0 != "assets/style.css" }
  }

  private func files(_ folder: CatalogFolder, _ output: String) throws -> [String] {
    let top = "\(folder.path)/\(output)"
    return try FileManager.default.subpathsOfDirectory(atPath: top).filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(top)/\($0)", isDirectory: &isFolder)
      return !isFolder.boolValue && !$0.hasPrefix(".pomona/")
    }.sorted()
  }

  private func link(_ folder: CatalogFolder, _ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(path)", withDestinationPath: destination)
  }

  private func makePipe(_ folder: CatalogFolder, _ path: String) {
    #expect(mkfifo("\(folder.path)/\(path)", 0o600) == 0)
  }

  private func problems(_ folder: CatalogFolder) throws -> [String] {
    try findings { _ = try folder.catalog("shop") }.map { "\($0.brief) \($0.message)" }
  }

  // MARK: - Hidden files

  @Test(arguments: [
    (
      ".nojekyll, .well-known, sub",
      [".nojekyll", ".well-known/deep/a.txt", ".well-known/security.txt", "sub/page.txt"]
    ),
    ("\".well-known/*\"", [".well-known/deep/a.txt", ".well-known/security.txt"]),
    ("\".*\"", [".nojekyll", ".well-known/deep/a.txt", ".well-known/security.txt"]),
    ("\"sub/*\"", ["sub/page.txt"]), ("\"sub/.*\"", ["sub/.hidden"]), ("\"*/.*\"", ["sub/.hidden"]),
    ("\".*/*.txt\"", [".well-known/security.txt"]), ("\".well-known/deep/\"", [".well-known/deep/a.txt"]),
  ])
  func hiddenFilesAreCopiedIfTheyAreNamed(assets: String, expected: [String]) throws {
    let folder = try Self.shop(
      assets,
      [
        ".nojekyll": "", ".well-known/security.txt": "a", ".well-known/deep/a.txt": "b", ".well-known/.hidden": "c",
        "sub/page.txt": "d", "sub/.hidden": "e", ".git/config": "f", ".pomona/store": "g", "sub/.git/config": "h",
      ])
    #expect(try copied(folder) == expected)
  }

  // MARK: - Patterns

  @Test func patternsMayOverlap() throws {
    let folder = try Self.shop(
      "images, \"images/*.png\", images/a.png, \"*/a.png\"", ["images/a.png": "PNG", "images/b.svg": "SVG"])
    #expect(try copied(folder) == ["images/a.png", "images/b.svg"])
  }

  @Test func patternThatMatchesNothingIsAnError() throws {
    let folder = try Self.shop("images, \"images/*.gif\", empty", ["images/a.png": "PNG", "empty/.hidden": ""])
    #expect(
      try problems(folder) == [
        "catalog/no-asset 3:18 “images/*.gif” is no file or folder with files in it",
        "catalog/no-asset 3:34 “empty” is no file or folder with files in it",
      ])
  }

  @Test func namesThatLookTheSameAreDistinct() throws {
    let names = ["caf\u{E9}.txt", "cafe\u{301}.txt"]
    let folder = try Self.shop("notes", ["notes/\(names[0])": "a"])
    try folder.write("shop/notes/\(names[1])", "b")
    #expect(Set(try copied(folder).map { Array($0.utf8) }) == Set(names.map { Array("notes/\($0)".utf8) }))
  }

  // MARK: - Links

  @Test func linksToOuterFoldersAreSkipped() throws {
    let folder = try Self.shop("images", ["images/a.png": "PNG", "images/deep/b.png": "PNG", "other/c.png": "PNG"])
    // Two of them would make 2⁴⁰ paths, before the file system reports an error.
    for name in ["one", "two"] { try link(folder, "shop/images/\(name)", to: ".") }
    try link(folder, "shop/images/deep/up", to: "../..")
    try link(folder, "shop/images/deep/self", to: "../../images/deep")
    try link(folder, "shop/images/endless", to: "endless")
    try link(folder, "shop/images/other", to: "../other")
    #expect(try copied(folder) == ["images/a.png", "images/deep/b.png", "images/other/c.png"])
    let warnings = try folder.catalog("shop").warnings
    #expect(
      warnings.map(\.message)
        == ["images/deep/self", "images/deep/up", "images/one", "images/two"].map {
          "“\($0)” leads back to a folder that it is in, and is not copied"
        })
    #expect(warnings.allSatisfy { $0.severity == .warning })
    #expect(
      warnings.map(\.location.file)
        == ["deep/self", "deep/up", "one", "two"].map { "\(folder.path)/shop/images/\($0)" })
  }

  @Test func foldersLinkedToEachOtherAreCopiedOncePerPath() throws {
    let folder = try Self.shop("\"modules/*\"", ["modules/a/x": "1", "modules/b/y": "2"])
    try link(folder, "shop/modules/a/b", to: "../b")
    try link(folder, "shop/modules/b/a", to: "../a")
    #expect(try copied(folder) == ["modules/a/b/y", "modules/a/x", "modules/b/a/x", "modules/b/y"])
  }

  @Test(arguments: ["up", "\"u*\""]) func aNamedLinkToAnOuterFolderIsAnError(assets: String) throws {
    let folder = try Self.shop(assets)
    try link(folder, "shop/up", to: ".")
    #expect(
      try problems(folder) == [
        "catalog/asset 3:10 “up” leads back to a folder that it is in, and is not copied"
      ])
  }

  @Test func aNamedLinkOutOfTheFolderIsAnError() throws {
    let folder = try Self.shop("out, sub", ["sub/a.txt": "a"])
    try folder.write("shop-secret/key", "secret")
    try link(folder, "shop/out", to: "../shop-secret")
    try link(folder, "shop/sub/out", to: "../../shop-secret")
    #expect(
      try problems(folder) == [
        "catalog/asset 3:10 “out” leads out of the catalog's folder, and is not copied"
      ])
    try folder.write("shop/catalog.yml", "datasets: { fruits: fruits.csv }\nassets: sub\n")
    #expect(try copied(folder) == ["sub/a.txt"])
  }

  // MARK: - Special files

  @Test func pipesAreSkippedAndNeverOpened() throws {
    let folder = try Self.shop("images, \"images/*\"", ["images/a.png": "PNG"])
    makePipe(folder, "shop/images/pipe")
    #expect(try copied(folder) == ["images/a.png"])
    let warnings = try folder.catalog("shop").warnings
    #expect(warnings.map(\.message) == ["“images/pipe” is a named pipe, and is not copied"])
    #expect(warnings.map(\.location.file) == ["\(folder.path)/shop/images/pipe"])
  }

  @Test func aNamedPipeIsAnError() throws {
    let folder = try Self.shop("pipe, device")
    makePipe(folder, "shop/pipe")
    try link(folder, "shop/device", to: "/dev/null")
    #expect(
      try problems(folder) == [
        "catalog/asset 3:10 “pipe” is a named pipe, and is not copied",
        "catalog/asset 3:16 “device” leads out of the catalog's folder, and is not copied",
      ])
  }

  @Test func pictureThatIsAPipeIsAWarning() throws {
    let folder = try Self.shop("fruits.csv", ["fruits.csv": "name,picture\nApple,a.png\nPear,a.png\nFig,b.png\n"])
    makePipe(folder, "shop/a.png")
    let warnings = try folder.catalog("shop").warnings
    #expect(
      warnings.map(\.message) == [
        "the picture “a.png” is a named pipe, and is not shown",
        "the picture “a.png” is a named pipe, and is not shown",
        "the picture “b.png” is not in the catalog's folder",
      ])
    #expect(warnings.map(\.location.row) == [2, 3, 4])
    #expect(try copied(folder) == ["fruits.csv"])
  }

  @Test(arguments: ["catalog.yml", "templates/page.md"]) func pipesAreNotReadAsText(path: String) throws {
    let folder = try Self.shop("fruits.csv", ["templates/card.md": "{{name}}"])
    try? FileManager.default.removeItem(atPath: "\(folder.path)/shop/\(path)")
    makePipe(folder, "shop/\(path)")
    let found = try findings { _ = try folder.catalog("shop") }
    #expect(found.map(\.message) == ["this is a named pipe, not a file"])
    #expect(found.map(\.location.file) == ["\(folder.path)/shop/\(path)"])
  }
}
