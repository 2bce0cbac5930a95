import Foundation
import Testing

/// Existing files in the output folder.
@Suite struct OutputFolderTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name\nApple\nPear\n")
  }

  /// The message of a build into `out`, which must not change anything.
  private func refusal(_ options: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + options)
    #expect(outcome.status == 1, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(try sandbox.contents() == before, sourceLocation: sourceLocation)
    return outcome.errors
  }

  @Test func outputThatIsAFile() throws {
    try sandbox.write("out", "mine")
    #expect(
      try refusal() == """
        error: out: the output folder is a file.
          Name another folder.

        """)
  }

  @Test func outputThatIsALinkToNothing() throws {
    try sandbox.link("out", to: "nowhere")
    #expect(
      try refusal() == """
        error: out: the output folder is a broken symbolic link.
          Mend the link, delete it, or name another folder.

        """)
  }

  @Test func anEmptyFolderIsUsed() throws {
    try sandbox.makeFolder("out")
    #expect(try sandbox.build("fruits.csv", "--output", "out").pages.written == 4)
  }

  @Test func folderWithOtherFilesIsRefused() throws {
    try sandbox.write("out/notes/today.txt", "mine")
    #expect(
      try refusal() == """
        error: out: the output folder holds a file that Pomona did not write, “notes/today.txt”.
          Choose an empty folder with --output, or use this one with --adopt.

        """)
  }

  @Test func currentFolderWithOtherFilesIsRefused() throws {
    let before = try sandbox.contents()
    for name in [".", ""] {
      let outcome = try sandbox.pomona("build", "fruits.csv", "--output", name)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("a file that Pomona did not write, “fruits.csv”"), "\(outcome.errors)")
      #expect(try sandbox.contents() == before)
    }
  }

  @Test func filesAddedLaterAreRefused() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    try sandbox.write("out/fruits/mine.html", "mine")
    #expect(try refusal().contains("“fruits/mine.html”"))
  }

  @Test func adoptedFilesAreUnchanged() throws {
    try sandbox.write("out/notes.txt", "mine")
    try sandbox.write("out/fruits/mine.html", "mine")
    try sandbox.build("fruits.csv", "--output", "out", "--adopt")
    let files = ["assets/style.css", "fruits/apple.html", "fruits/index.html", "fruits/mine.html", "fruits/pear.html"]
    #expect(try sandbox.files("out") == files + ["index.html", "notes.txt"])

    try sandbox.write("fruits.csv", "name\nApple\n")
    #expect(try sandbox.build("fruits.csv", "--output", "out").deleted == ["fruits/pear.html"])
    #expect(try sandbox.files("out") == files.dropLast() + ["index.html", "notes.txt"])
    #expect(try sandbox.text("out/notes.txt") == "mine")
    #expect(try sandbox.text("out/fruits/mine.html") == "mine")
  }

  @Test func adoptedFilesWithPathsOfTheCatalogAreNotReplaced() throws {
    try sandbox.write("out/fruits/apple.html", "mine")
    #expect(
      try refusal("--adopt") == """
        error: out: “fruits/apple.html” is not a file that Pomona wrote, and is not replaced.
          Move it away, or choose another folder with --output.

        """)
  }

  @Test func filesWithThePathOfAFolderAreNotReplaced() throws {
    try sandbox.write("out/fruits", "mine")
    #expect(try refusal("--adopt").contains("“fruits” is in the way of “fruits/"))
  }

  @Test func foldersWithThePathOfAFileAreNotReplaced() throws {
    try sandbox.write("out/fruits/apple.html/notes.txt", "mine")
    #expect(try refusal("--adopt").contains("“fruits/apple.html” is not a file that Pomona wrote"))
  }

  @Test(arguments: ["fruits", "assets", ".pomona"])
  func nothingIsWrittenThroughALinkToAFolder(link: String) throws {
    try sandbox.makeFolder("outside")
    try sandbox.link("out/\(link)", to: "../outside")
    #expect(try refusal("--adopt").contains("“\(link)” is in the way of “\(link)/"))
  }

  @Test(arguments: ["index.html", "fruits/apple.html", ".pomona/store"])
  func nothingIsWrittenThroughALinkToAFile(link: String) throws {
    try sandbox.write("outside.html", "mine")
    try sandbox.link("out/\(link)", to: link.contains("/") ? "../../outside.html" : "../outside.html")
    #expect(try refusal("--adopt").hasPrefix("error: out: "))
  }

  @Test func linkInAnEarlierCatalogIsNotFollowed() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    try sandbox.build("fruits.csv", "--output", "elsewhere")
    try sandbox.remove("out/fruits")
    try sandbox.link("out/fruits", to: "../elsewhere/fruits")
    try sandbox.write("fruits.csv", "name\nApple\n")
    #expect(try refusal().contains("“fruits”"))
    // Neither is anything deleted behind it, when the catalog no longer has such a folder.
    try sandbox.write("nuts.csv", "name\nHazel\n")
    let before = try sandbox.contents(of: "elsewhere")
    try sandbox.build("nuts.csv", "--output", "out", "--adopt")
    #expect(try sandbox.contents(of: "elsewhere") == before)
  }
}
