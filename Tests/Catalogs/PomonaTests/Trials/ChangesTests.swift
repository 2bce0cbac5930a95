import Foundation
import Testing

/// The list of changes: it is kept until it is delivered.
@Suite struct ChangesTests {
  private static let all = [
    "assets/style.css", "fruits/apple.html", "fruits/index.html", "fruits/pear.html", "index.html",
  ]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name\nApple\nPear\n")
  }

  private func build(_ arguments: String...) throws -> Sandbox.Outcome {
    try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + arguments)
  }

  private func changes() throws -> [String] {
    #expect(try build("--changes", "changes.txt").status == 0)
    return try sandbox.text("changes.txt").split(separator: "\n").map(String.init)
  }

  @Test func changesOfBuildsWithoutAListAreAddedToTheNext() throws {
    #expect(try build().status == 0)
    try sandbox.write("fruits.csv", "name\nApple\nFig\n")
    #expect(try build("--quiet", "--report", "json").status == 0)
    #expect(try build("--check").status == 0)
    let expected = ["assets/style.css", "fruits/apple.html", "fruits/fig.html", "fruits/index.html", "index.html"]
    #expect(try changes() == expected.map { "created\t\($0)" })
    #expect(try changes() == [])
  }

  @Test func theReportInJSONDeliversTheList() throws {
    #expect(try build().status == 0)
    let outcome = try build("--report", "json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let list = try #require(object?["undelivered"] as? [String: [String]])
    #expect(list == ["created": Self.all, "updated": [], "deleted": []])
    #expect(object?["created"] as? [String] == [])
    #expect(try changes() == [])
  }

  @Test func anUnwritableListIsReportedBeforeAnythingIsWritten() throws {
    try sandbox.makeFolder("folder")
    for (file, reason) in [
      ("none/changes.txt", "No such file or directory"), ("folder", "it is a folder"),
      ("fruits.csv/changes.txt", "Not a directory"),
    ] {
      let before = try sandbox.contents()
      let outcome = try build("--changes", file)
      #expect(outcome.status == 1 && outcome.output == "")
      #expect(
        outcome.errors == """
          error: \(file): the list of changes cannot be written: \(reason).
            Nothing was built. Name a file in a folder that exists, and that you may write to.

          """)
      #expect(try sandbox.contents() == before)
    }
  }

  @Test func filesOfTheCatalogAreNotReplaced() throws {
    try sandbox.link("link.csv", to: "fruits.csv")
    try sandbox.write("templates/card.md", "{{name}}\n")
    for round in 0..<2 {
      if round > 0 { #expect(try build().status == 0) }
      let before = try sandbox.contents()
      for file in ["fruits.csv", "./fruits.csv", "link.csv", "templates/card.md", "templates/page.md"] {
        let outcome = try build("--changes", file)
        #expect(outcome.status == 1)
        #expect(
          outcome.errors.contains("\(file): the list of changes cannot be written: the catalog is built from this file")
        )
        #expect(try sandbox.contents() == before)
      }
    }
    for file in ["out/changes.txt", "out/.pomona/changes.txt", "out/index.html"] {
      let outcome = try build("--changes", file)
      #expect(outcome.status == 1 && outcome.errors.contains("it would be among the catalog's files"))
    }
  }

  @Test func aListWithoutRoomIsDeliveredTheNextTime() throws {
    let outcome = try build("--changes", "/dev/full")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: /dev/full: the list of changes cannot be written: No space left on device.
          The catalog itself was written. The next build with --changes reports the changes of this one, too.

        """)
    #expect(try changes() == Self.all.map { "created\t\($0)" })
  }

  @Test(arguments: [
    ["build", "fruits.csv", "--output", "out"], ["build", "fruits.csv", "--output", "out", "--report", "json"],
    ["build", "fruits.csv", "--output", "out", "--check"], ["check", "fruits.csv"],
    ["check", "fruits.csv", "--report", "json"],
    ["explain", "Apple", "fruits.csv"], ["diff", "fruits.csv", "fruits.csv"], ["graph", "fruits.csv"], ["schema"],
  ])
  func aReportWithoutRoomIsAnError(arguments: [String]) throws {
    let command = try sandbox.start(after: "exec > /dev/full", arguments)
    let end = try command.end()
    #expect(end.status == 1)
    #expect(end.errors.contains("error: standard output: the report cannot be written: No space left on device."))
    if arguments.contains("json"), arguments[0] == "build" {
      #expect(try changes() == Self.all.map { "created\t\($0)" })
    }
  }

  /// A list is delivered only if the command exits with 0.
  @Test(arguments: [["--changes", "changes.txt"], ["--report", "json"]])
  func listOfABuildWithAFailedFormatIsRepeated(arguments: [String]) throws {
    try sandbox.write("bad.sh", "#!/bin/sh\nexit 3\n")
    chmod(sandbox.url("bad.sh").path(percentEncoded: false), 0o755)
    let rest = "datasets: { fruits: fruits.csv }\n"
    try sandbox.write("catalog.yml", "\(rest)formats: { html: {}, bad: { plugin: bad.sh } }\n")
    let expected = Self.all.map { "created\t\($0)" }
    let state = sandbox.url("state").path(percentEncoded: false)
    for _ in 0..<2 {
      let outcome = try sandbox.start(
        after: "export XDG_STATE_HOME='\(state)'",
        ["build", ".", "--output", "out", "--keep-going", "--allow-plugin", "bad"] + arguments
      ).end()
      #expect(outcome.status == 1 && outcome.errors.contains("bad"), "\(outcome.errors)")
      if arguments[0] == "--changes" {
        #expect(try sandbox.text("changes.txt").split(separator: "\n").map(String.init) == expected)
      } else {
        #expect(outcome.output.contains("\"undelivered\""))
      }
    }
    try sandbox.write("catalog.yml", "\(rest)formats: html\n")
    func changes() throws -> [String] {
      #expect(try sandbox.pomona("build", ".", "--output", "out", "--changes", "changes.txt").status == 0)
      return try sandbox.text("changes.txt").split(separator: "\n").map(String.init)
    }
    #expect(try changes() == expected)
    #expect(try changes() == [])
  }

  @Test func filesMovedByAKilledBuildAreReported() throws {
    #expect(try changes().count == 5)
    try sandbox.write("fruits.csv", "name\nApple\nFig\n")
    let command = try sandbox.start("build", "fruits.csv", "--output", "out")
    while !command.hasEnded(within: 1), !sandbox.exists("out/.pomona/commit") {}
    command.send(SIGKILL)
    _ = try command.end()
    let expected = [
      "created\tfruits/fig.html", "updated\tfruits/apple.html", "updated\tfruits/index.html", "updated\tindex.html",
      "deleted\tfruits/pear.html",
    ]
    if sandbox.exists("out/.pomona/commit/changes") {
      let outcome = try build()
      #expect(!outcome.output.contains("Nothing has changed"))
      #expect(outcome.output.contains("1 created, 3 updated, 1 deleted"))
    }
    #expect(try changes() == expected)
  }

  // MARK: - Other options

  @Test func verifyingRepairsUnnoticedDamage() throws {
    #expect(try build().status == 0)
    #expect(try build("--verify").output.contains("Restored: 0 of 5 files\n"))
    // The bytes have changed, the size and the time have not.
    let path = sandbox.url("out/index.html").path(percentEncoded: false)
    var status = stat()
    #expect(stat(path, &status) == 0)
    let page = try sandbox.text("out/index.html")
    try sandbox.write("out/index.html", page.replacing("Apple", with: "Maple"))
    #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
    let checked = try build("--verify", "--check")
    #expect(checked.status == 3 && checked.output.contains("Would be restored: 1 of 5 files\n! index.html\n"))
    let outcome = try build("--verify")
    #expect(outcome.output.contains("\nRestored: 1 of 5 files\n! index.html\n"))
    #expect(try sandbox.text("out/index.html") == page)
    #expect(try build("--verify").output.contains("Restored: 0 of 5 files\n"))
  }

  @Test func stateIsKeptElsewhere() throws {
    let arguments = ["--state", "state"]
    func build() throws -> Sandbox.Outcome {
      try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + arguments)
    }
    #expect(try build().status == 0)
    #expect(try sandbox.contents(of: "out").keys.filter { $0.hasPrefix(".") } == [])
    #expect(try build().output.contains("Nothing has changed"))
    let watch = try sandbox.start("watch", "fruits.csv", "--output", "out", "--state", "state")
    try watch.line { $0.hasPrefix("Open ") }
    try sandbox.write("fruits.csv", "name\nApple\n")
    try watch.line { $0.hasPrefix("Open ") }
    watch.send(SIGINT)
    #expect(try watch.end().status == 0)
    #expect(try build().output.contains("Nothing has changed"))
    #expect(!sandbox.exists("out/fruits/pear.html"))
  }

  @Test func losingAllRowsIsRefusedUnlessAllowed() throws {
    #expect(try build().status == 0)
    try sandbox.write("fruits.csv", "name\n")
    let before = try sandbox.contents(of: "out")
    for arguments in [[], ["--check"], ["--where", "name=Apple"]] {
      let outcome = try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + arguments)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          error: fruits.csv: the data set “fruits” has 0 of the 2 rows that it had at the last build.
            Nothing was written. If this is right, build once with --allow-empty.

          """)
      #expect(try sandbox.contents(of: "out") == before)
    }
    #expect(try build("--allow-empty").status == 0)
    #expect(try build().status == 0)
  }

  @Test func aWatchContinuesWhenLostRowsAreRestored() throws {
    let watch = try sandbox.start("watch", "fruits.csv", "--output", "out")
    try watch.line { $0.hasPrefix("Open ") }
    let before = try sandbox.catalog("out")
    try sandbox.write("fruits.csv", "name\n")
    try watch.line(of: .errors) { $0.contains("has 0 of the 2 rows") }
    #expect(try sandbox.catalog("out") == before)
    try sandbox.write("fruits.csv", "name\nApple\nFig\n")
    try watch.line { $0.hasPrefix("Open ") }
    #expect(sandbox.exists("out/fruits/fig.html") && !sandbox.exists("out/fruits/pear.html"))
    watch.send(SIGINT)
    #expect(try watch.end().status == 0)
  }
}
