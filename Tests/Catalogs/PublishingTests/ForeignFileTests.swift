import Foundation
import Publishing
import Testing

/// Foreign files in the folder are never replaced, deleted or followed.
@Suite struct ForeignFileTests {
  private let site: Site
  private let plan = ["index.html": "home", "fruits/apple.html": "apple"]

  init() throws { site = try Site() }

  @Test func folderThatIsAFile() throws {
    try site.write("out", "mine")
    #expect(
      try site.refusal { try site.publish(plan) } == """
        error: \(site.out): the output folder is a file.
          Name another folder.
        """)
  }

  @Test func aBrokenLinkIsNoFolder() throws {
    try site.link("out", to: "nowhere")
    #expect(try site.refusal { try site.publish(plan) }.contains("is a broken symbolic link"))
  }

  @Test func theFolderMayBeALink() throws {
    try FileManager.default.createDirectory(atPath: "\(site.root)/elsewhere", withIntermediateDirectories: true)
    try site.link("out", to: "elsewhere")
    try site.publish(plan)
    #expect(try String(decoding: site.bytes("elsewhere/index.html"), as: UTF8.self) == "home")
  }

  @Test func folderWithOtherFilesIsRefused() throws {
    try site.write("out/notes/today.txt", "mine")
    try site.write("out/notes.txt", "mine")
    #expect(
      try site.refusal { try site.publish(plan) } == """
        error: \(site.out): the output folder holds a file that Pomona did not write, “notes/today.txt”.
          Choose an empty folder with --output, or use this one with --adopt.
        """)
  }

  @Test func filesAddedLaterAreRefused() throws {
    try site.publish(plan)
    try site.write("out/fruits/mine.html", "mine")
    #expect(try site.refusal { try site.publish(plan) }.contains("“fruits/mine.html”"))
  }

  /// A folder with as many files as the catalog may still have foreign ones.
  @Test func aForeignFileInsteadOfAnotherIsRefused() throws {
    try site.publish(plan)
    try site.remove("out/fruits/apple.html")
    for path in ["fruits/mine.html", "fruits/apple.htm", "nuts/mine.html"] {
      try site.write("out/\(path)", "apple")
      #expect(try site.refusal { try site.publish(plan) }.contains("“\(path)”"))
      #expect(try site.refusal { _ = try PublishedFolder(site.out).isIntact() }.contains("“\(path)”"))
      try site.remove("out/\(path)")
    }
    #expect(try site.publish(plan).created == ["fruits/apple.html"])
  }

  @Test func aFileThatWasMovedAwayIsNoObstacle() throws {
    try site.publish(plan)
    try site.write("out/mine.html", "mine")
    let folder = try PublishedFolder(site.out)
    for _ in 0..<2 {
      #expect(try site.refusal { _ = try folder.publish(Site.plan(plan)) }.contains("“mine.html”"))
    }
    try site.remove("out/mine.html")
    #expect(try folder.publish(Site.plan(plan)).pages.made == 0)
    #expect(try folder.isIntact())
  }

  @Test func aLinkIsAForeignFile() throws {
    try site.link("out/fruits", to: "../elsewhere")
    #expect(try site.refusal { try site.publish(plan) }.contains("“fruits”"))
  }

  @Test func emptyFoldersAreNoObstacle() throws {
    try FileManager.default.createDirectory(atPath: "\(site.out)/fruits", withIntermediateDirectories: true)
    try site.publish(plan)
    #expect(try site.texts() == plan)
  }

  @Test func adoptedFilesAreUnchangedLater() throws {
    let mine = ["notes.txt": "mine", "fruits/mine.html": "mine"]
    try site.write("out", mine)
    try site.publish(plan, adopting: true)
    #expect(try site.texts() == plan.merging(mine) { $1 })
    // The adoption of the folder is stored, and a folder with a foreign file is not deleted.
    let report = try site.publish(["index.html": "home"])
    #expect(report.deleted == ["fruits/apple.html"])
    #expect(try site.texts() == ["index.html": "home"].merging(mine) { $1 })
  }

  @Test(arguments: ["index.html", "fruits/apple.html"])
  func adoptedFilesWithPathsOfTheCatalogAreNotReplaced(path: String) throws {
    for text in ["mine", plan[path] ?? ""] {
      let site = try Site()
      try site.write("out/\(path)", text)
      #expect(
        try site.refusal { try site.publish(plan, adopting: true) } == """
          error: \(site.out): “\(path)” is not a file that Pomona wrote, and is not replaced.
            Move it away, or choose another folder with --output.
          """)
    }
  }

  @Test func filesWithThePathOfAFolderAreNotReplaced() throws {
    try site.write("out/fruits", "mine")
    let message = try site.refusal { try site.publish(plan, adopting: true) }
    #expect(message.contains("“fruits” is in the way of “fruits/apple.html”"))
  }

  @Test func foldersWithThePathOfAFileAreNotReplaced() throws {
    try site.write("out/fruits/apple.html/notes.txt", "mine")
    let message = try site.refusal { try site.publish(plan, adopting: true) }
    #expect(message.contains("“fruits/apple.html” is not a file that Pomona wrote"))
    try site.remove("out/fruits/apple.html/notes.txt")
    #expect(try site.refusal { try site.publish(plan) }.contains("“fruits/apple.html” is not a file that Pomona wrote"))
  }

  @Test(arguments: ["fruits", ".pomona"])
  func nothingIsWrittenThroughALinkToAFolder(link: String) throws {
    try FileManager.default.createDirectory(atPath: "\(site.root)/outside", withIntermediateDirectories: true)
    try site.link("out/\(link)", to: "../outside")
    #expect(
      try site.refusal { try site.publish(plan, adopting: true) }.contains("“\(link)” is in the way of “\(link)/"))
  }

  @Test(arguments: ["index.html", "fruits/apple.html", ".pomona/store", ".pomona/lock"])
  func nothingIsWrittenThroughALinkToAFile(link: String) throws {
    try site.write("outside", "mine")
    try site.link("out/\(link)", to: link.contains("/") ? "../../outside" : "../outside")
    let message = try site.refusal { try site.publish(plan, adopting: true) }
    #expect(message.contains("“\(link)” is not a file that Pomona wrote, and is not replaced"))
  }

  @Test func linkInAnEarlierCatalogIsNotFollowed() throws {
    try site.publish(plan)
    try site.write("elsewhere/apple.html", "mine")
    try site.remove("out/fruits")
    try site.link("out/fruits", to: "../elsewhere")
    // An adopted folder, since the link is foreign.
    let message = try site.refusal { try site.publish(plan, adopting: true) }
    #expect(message.contains("“fruits” is in the way of “fruits/apple.html”"))
    // Neither is anything deleted behind it, when the catalog no longer has such a file.
    let report = try site.publish(["index.html": "home"], adopting: true)
    #expect(report.deleted == [])
    #expect(site.exists("elsewhere/apple.html") && site.exists("out/fruits"))
  }

  @Test func filesThatReplacedTheCatalogsAreNotDeleted() throws {
    try site.publish(plan)
    try site.remove("out/fruits/apple.html")
    try site.write("out/fruits/apple.html/notes.txt", "mine")
    let message = try site.refusal { try site.publish(plan, adopting: true) }
    #expect(message.contains("“fruits/apple.html” is not a file that Pomona wrote"))
    #expect(try site.publish(["index.html": "home"], adopting: true).deleted == [])
    #expect(site.exists("out/fruits/apple.html/notes.txt"))
  }

  @Test func filesAddedAfterAKilledBuildAreNotReplaced() throws {
    try site.publish(["index.html": "old"])
    try site.write("plan", plan)
    let child = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "1")
    #expect(child.isKilled && site.exists("out/.pomona/commit") && !site.exists("out/fruits"))
    try site.write("out/fruits", "mine")
    #expect(
      try site.refusal { try site.publish(plan) } == """
        error: \(site.out): “fruits/apple.html” is not a file that Pomona wrote, and is not replaced.
          Move it away. The new catalog is complete, and perhaps not all of it in its place yet: mend this, and run it \
        again to finish.
        """)
    try site.remove("out/fruits")
    #expect(Set(try site.publish(plan).created) == ["fruits/apple.html"])
    #expect(try site.texts() == plan)
  }
}
