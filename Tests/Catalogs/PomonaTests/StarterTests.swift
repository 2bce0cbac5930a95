import Testing

@Suite struct StarterTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func starterBuilds() throws {
    let outcome = try sandbox.pomona("init", "shelves/books")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        Wrote catalog.yml, books.csv, templates/book.md in shelves/books
        Build it with: pomona build shelves/books

        """)
    #expect(try sandbox.files("shelves/books") == ["books.csv", "catalog.yml", "templates/book.md"])

    let report = try sandbox.build("shelves/books", "--format", "html,markdown,latex,man,xml", "--output", "out")
    #expect(report.rows == 6)
    #expect(report.sections == 4)
    #expect(report.pages.rendered == 5 * (1 + 4 + 6))
    #expect(try sandbox.text("out/index.md").hasPrefix("# A shelf of books\n"))
  }

  @Test func anEmptyFolderIsUsed() throws {
    try sandbox.makeFolder("books")
    #expect(try sandbox.pomona("init", "books").status == 0)
    #expect(sandbox.exists("books/catalog.yml"))
  }

  @Test(arguments: ["books", "books/notes.txt"])
  func existingFilesAreUnchanged(folder: String) throws {
    try sandbox.write("books/notes.txt", "mine")
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona("init", folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(folder): "), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("\n  Name a new folder for the catalog.\n"), "\(outcome.errors)")
    #expect(try sandbox.contents() == before)
  }

  @Test func aPluginInSwiftSaysWhatHasToBeReplaced() throws {
    let outcome = try sandbox.pomona("plugin", "new", "org", "--language", "swift")
    #expect(outcome.status == 0 && outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.dropFirst().first
        == "Replace https://example.org/pomona.git in org/Package.swift by the address of Pomona's repository")
    #expect(lines.dropFirst(2).first == "Build it with: swift build -c release --package-path org")
    #expect(try sandbox.text("org/Package.swift").contains("url: \"https://example.org/pomona.git\""))
    #expect(try !sandbox.pomona("plugin", "new", "other").output.contains("Replace"))
  }
}
