import Foundation
import Testing

/// Options that determine how a catalog is built, without changing its files.
@Suite struct BuildOptionTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name,kind\nApple,Pome\nPear,Pome\nPlum,Stone\n")
  }

  private func write(_ text: String) throws { try sandbox.write("fruits.csv", text) }

  // MARK: - Checking

  @Test func aCheckReportsAndWritesNothing() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    let unchanged = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check")
    #expect(unchanged.status == 0)
    #expect(unchanged.output.contains("\nNothing would change ("), "\(unchanged.output)")

    try write("name,kind\nApple,Pome\nPlum,Stone\nQuince,Pome\n")
    let before = try sandbox.traces()
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check")
    #expect(outcome.status == 3)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines[1] == "fruits: 3 rows, identified by “name”")
    #expect(lines[2].hasPrefix("Would be written: 1 created, 4 updated, 1 deleted ("), "\(lines)")
    #expect(
      lines.dropFirst(3) == [
        "+ fruits/quince.html", "~ fruits/apple.html", "~ fruits/index.html", "~ fruits/plum.html", "~ index.html",
        "- fruits/pear.html",
      ])
    #expect(try sandbox.traces() == before)

    // The report equals that of a build.
    let checked = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check", "--report", "json")
    #expect(checked.status == 3)
    let report = try JSONDecoder().decode(Report.self, from: Data(checked.output.utf8))
    let built = try sandbox.build("fruits.csv", "--output", "out")
    #expect([report.created, report.updated, report.deleted] == [built.created, built.updated, built.deleted])
    #expect(report.counts == built.counts)
  }

  @Test func checkOfAMissingFolder() throws {
    let before = try sandbox.traces()
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "new/out", "--check")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("+ fruits/apple.html\n"))
    #expect(try sandbox.traces() == before)
  }

  @Test func checkOfWrongInput() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    try write("name,kind\nApple\n")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check", "--problems", "stop")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
  }

  // MARK: - Lists of changes

  private struct Changes: Decodable, Equatable {
    var created: [String]
    var updated: [String]
    var deleted: [String]
  }

  @Test func changesAsLines() throws {
    try sandbox.build("fruits.csv", "--output", "out", "--changes", "changes.txt")
    #expect(
      try sandbox.text("changes.txt")
        == [
          "assets/style.css", "fruits/apple.html", "fruits/index.html", "fruits/pear.html", "fruits/plum.html",
          "index.html",
        ]
        .map { "created\t\($0)\n" }.joined())
    try write("name,kind\nApple,Pome\nPear,Pome!\n")
    try sandbox.build("fruits.csv", "--output", "out", "--changes", "changes.txt")
    #expect(
      try sandbox.text("changes.txt") == """
        updated\tfruits/index.html
        updated\tfruits/pear.html
        updated\tindex.html
        deleted\tfruits/plum.html

        """)
    try sandbox.build("fruits.csv", "--output", "out", "--changes", "changes.txt")
    #expect(try sandbox.text("changes.txt") == "")
  }

  @Test func changesAsJSON() throws {
    func changes(_ arguments: String...) throws -> Changes {
      _ = try sandbox.pomona(
        ["build", "fruits.csv", "--output", "out", "--quiet", "--changes", "changes.json"] + arguments)
      return try JSONDecoder().decode(Changes.self, from: Data(contentsOf: sandbox.url("changes.json")))
    }
    #expect(try changes().created.count == 6)
    try write("name,kind\nApple,Pome\nPear,Pome!\n")
    let expected = Changes(
      created: [], updated: ["fruits/index.html", "fruits/pear.html", "index.html"], deleted: ["fruits/plum.html"])
    #expect(try changes("--check") == expected)
    #expect(try changes() == expected)
    #expect(try changes() == Changes(created: [], updated: [], deleted: []))
  }

  @Test func failedBuildLeavesTheList() throws {
    try sandbox.write("changes.txt", "mine")
    try write("name,kind\nApple\n")
    let options = ["--changes", "changes.txt", "--problems", "stop"]
    #expect(try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + options).status == 1)
    #expect(try sandbox.text("changes.txt") == "mine")
  }

  // MARK: - Clean builds and jobs

  @Test func aCleanBuildRendersAllAndWritesNothing() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    let before = try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") }
    let report = try sandbox.build("fruits.csv", "--output", "out", "--clean")
    #expect(report.counts == [5, 0, 5])
    #expect(try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") } == before)
  }

  @Test func aCleanBuildRepairsUnnoticedDamage() throws {
    try sandbox.build("fruits.csv", "--output", "out")
    try sandbox.build("fruits.csv", "--output", "clean")
    // Other bytes of the same length and time, so that the file seems unchanged.
    let url = sandbox.url("out/fruits/apple.html")
    let date = try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[.modificationDate]
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count - 2] ^= 1
    try bytes.write(to: url)
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(date)], ofItemAtPath: url.path(percentEncoded: false))
    try sandbox.build("fruits.csv", "--output", "out", "--clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test func theNumberOfJobsHasNoEffect() throws {
    let rows = (0..<90).map { "Fruit \($0),Kind \($0 % 4)\n" }.joined()
    try write("name,kind\n" + rows)
    let arguments = ["--group-by", "kind", "--page-size", "7", "--format", "html,markdown,latex,man,xml"]
    for jobs in ["1", "2", "4", "16"] {
      let outcome = try sandbox.pomona(["build", "fruits.csv", "--output", jobs, "--jobs", jobs] + arguments)
      #expect(outcome.status == 0)
      #expect(try sandbox.catalog(jobs) == sandbox.catalog("1"))
    }
    #expect(try sandbox.pomona("build", "fruits.csv", "--jobs", "0").status == 2)
  }

  @Test func theCurrentFolderHasNoEffect() throws {
    try sandbox.write("catalog/catalog.yml", "datasets: { fruits: fruits.csv }\n")
    try sandbox.write("catalog/fruits.csv", try sandbox.text("fruits.csv"))
    try sandbox.build("catalog", "--output", "out")
    let whole = sandbox.url("catalog").path(percentEncoded: false)
    try sandbox.build(whole, "--output", sandbox.url("whole").path(percentEncoded: false))
    #expect(try sandbox.catalog("out") == sandbox.catalog("whole"))
  }
}
