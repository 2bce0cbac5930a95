import Testing

/// The effect of a second build on the files of the first.
@Suite struct RebuildTests {
  private static let formats = ["html", "md", "tex", "7", "xml"]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name,kind\nApple,Pome\nPear,Pome\nPlum,Stone\nQuince,Pome\n")
  }

  @discardableResult
  private func build(into output: String = "out") throws -> Report {
    try sandbox.build(
      "fruits.csv", "--group-by", "kind", "--format", "html,markdown,latex,man,xml", "--output", output)
  }

  @Test func twoBuildsHaveTheSameBytes() throws {
    try build(into: "out")
    try build(into: "again")
    #expect(try sandbox.catalog("out") == sandbox.catalog("again"))
    #expect(try sandbox.files("out").count == 5 * 7 + 1)
  }

  @Test func secondBuildWritesNothing() throws {
    #expect(try build().counts == [35, 35, 0])
    let before = try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") }
    #expect(try build().counts == [0, 0, 35])
    #expect(try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") } == before)
    // When the files have been unchanged for a moment, the memory is not written either.
    var isSame = false
    while !isSame {
      let before = try sandbox.traces()
      try build()
      isSame = try sandbox.traces() == before
    }
  }

  @Test func theFilesOfADeletedRowAreDeleted() throws {
    try build()
    let before = try sandbox.files("out")
    try sandbox.write("fruits.csv", "name,kind\nApple,Pome\nPlum,Stone\nQuince,Pome\n")
    let report = try build()
    let pages = Self.formats.map { "fruits/pear.\($0)" }
    #expect(Set(before).subtracting(try sandbox.files("out")) == Set(pages))
    #expect(Set(try sandbox.files("out")).isSubset(of: before))
    // Only the pages that listed it or were next to it are written: home, its section, and its neighbours.
    #expect(report.counts == [20, 20, 10])
    #expect(report.deleted == pages.sorted())
  }

  @Test func aFolderIsDeletedWithItsLastPage() throws {
    try build()
    try sandbox.write("fruits.csv", "name,kind\nApple,Pome\nPear,Pome\nQuince,Pome\n")
    try build()
    #expect(!sandbox.exists("out/stone"))
    #expect(sandbox.exists("out/pome"))
  }

  @Test func filesOfARemovedFormatAreDeleted() throws {
    try build()
    let report = try sandbox.build("fruits.csv", "--group-by", "kind", "--format", "markdown", "--output", "out")
    #expect(report.pages.unchanged == 7)
    #expect(try sandbox.files("out").allSatisfy { $0.hasSuffix(".md") })
  }

  @Test func deletedFileIsWrittenAgain() throws {
    try build()
    let before = try sandbox.catalog("out")
    try sandbox.remove("out/fruits/apple.html")
    let report = try build()
    #expect(report.counts == [1, 1, 34])
    #expect(report.created == ["fruits/apple.html"])
    #expect(try sandbox.catalog("out") == before)
  }
}
