import Foundation
import Testing

/// Commands whose streams are full or closed.
@Suite struct StreamTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "fruits.csv": "name,colour\nApple,red\nPear\n", "bad/catalog.yml": "datasets: 1\n",
      "shop/catalog.yml": "datasets: { fruits: fruits.csv }\nassets: [\"*\"]\n", "shop/fruits.csv": "name\nApple\n",
    ])
  }

  /// A call of each command that prints on standard output.
  private static let printing: [[String]] = [
    ["--help"], ["help", "build"], ["--version"], ["build", "--help"], ["--generate-completion-script", "bash"],
    ["build", "fruits.csv", "--output", "out"], ["build", "fruits.csv", "--output", "out", "--report", "json"],
    ["watch", "fruits.csv", "--output", "out"], ["check", "fruits.csv"], ["explain", "Apple", "fruits.csv"],
    ["diff", "fruits.csv", "fruits.csv"], ["graph", "fruits.csv"], ["addresses", "shop"],
    ["types", "fruits.csv"], ["init", "new"], ["schema"], ["plugin", "list"], ["plugin", "new", "rst"],
    ["plugin", "check", "/bin/false"],
  ]

  /// A call of each command that prints on standard error, and its exit status.
  private static let failing: [([String], Int32)] = [
    (["biuld"], 2), (["build", "--colour"], 2), (["build", "nosuch"], 1), (["build", "bad"], 1),
    (["build", "fruits.csv", "--output", "out"], 0), (["check", "nosuch"], 1), (["explain", "Apple", "nosuch"], 1),
    (["diff", "nosuch", "fruits.csv"], 1), (["graph", "nosuch"], 1), (["addresses", "nosuch"], 1),
    (["types", "nosuch"], 1), (["init", "nosuch.csv"], 1), (["schema", "bad"], 1), (["plugin", "list", "bad"], 1),
    (["plugin", "new", "."], 1),
  ]

  @Test(arguments: printing, [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")])
  func unwritableOutputIsAnError(arguments: [String], stream: (output: String, reason: String)) throws {
    if arguments[0] == "addresses" { try sandbox.build("shop") }
    let end = try sandbox.start(after: "exec \(stream.output)", arguments).end()
    #expect(end.status == 1 && !end.isKilled)
    #expect(end.errors.contains("error: standard output: the report cannot be written: \(stream.reason)."))
  }

  @Test(arguments: failing)
  func unwritableMessagesAreDropped(arguments: [String], status: Int32) throws {
    for errors in ["2>/dev/full", "2>&-"] {
      let end = try sandbox.start(after: "exec \(errors)", arguments).end()
      #expect(end.status == status && !end.isKilled)
    }
  }

  @Test func noFileReplacesAClosedStream() throws {
    try sandbox.build("fruits.csv", "--output", "expected")
    for streams in ["2>&-", "<&- 2>&-"] {
      let end = try sandbox.start(after: "exec \(streams)", ["build", "fruits.csv", "--output", "out"]).end()
      #expect(end.status == 0)
      #expect(try sandbox.catalog("out") == sandbox.catalog("expected"))
      #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check", "--verify").status == 0)
      try sandbox.remove("out")
    }
    #expect(
      try sandbox.start(after: "exec <&- >&- 2>&-", ["build", "fruits.csv", "--output", "out"]).end().status == 1)
    #expect(try sandbox.catalog("out") == sandbox.catalog("expected"))
    #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out", "--check", "--verify").status == 0)
  }

  @Test func quietBuildNeedsNoStreams() throws {
    let arguments = ["build", "fruits.csv", "--output", "out", "--quiet"]
    #expect(try sandbox.start(after: "exec <&- >&- 2>&-", arguments).end().status == 0)
  }

  @Test func closedInputCannotBeRead() throws {
    let arguments = ["build", "-", "--input-format", "csv", "--output", "out"]
    let end = try sandbox.start(after: "exec <&-", arguments).end()
    #expect(end.status == 1)
    #expect(end.errors.hasPrefix("error: standard input: "))
    #expect(!sandbox.exists("out"))
  }

  @Test func aWatchContinuesWithoutMessages() throws {
    let watch = try sandbox.start(after: "exec 2>/dev/full", ["watch", "fruits.csv", "--output", "out"])
    try watch.line { $0.hasPrefix("Open ") }
    try sandbox.write("fruits.csv", "name\nApple\nApple\n")
    try sandbox.write("fruits.csv", "name,colour\nApple,red,too many\n")
    try sandbox.write("fruits.csv", "name,colour\nApple,red\nQuince\n")
    while !sandbox.exists("out/fruits/quince.html") { try watch.line { $0.hasPrefix("Open ") } }
    watch.send(SIGTERM)
    #expect(try watch.end().status == 0)
  }

  // MARK: - Output among the inputs

  @Test func outputOfABuildIsNotPublished() throws {
    for _ in 0..<2 {
      let end = try sandbox.start(after: "exec >shop/log.txt", ["build", "shop", "--output", "out"]).end()
      #expect(end.status == 0)
      #expect(
        end.errors == """
          warning: shop/log.txt: the command itself prints to this file, which is left out.
            Print to a file outside of the catalog's folder.

          """)
      #expect(!sandbox.exists("out/log.txt") && sandbox.exists("out/catalog.yml"))
    }
    // For a build that prints elsewhere, the log is an ordinary file.
    #expect(try sandbox.build("shop", "--output", "out").created == ["log.txt"])
    #expect(try sandbox.text("out/log.txt") == sandbox.text("shop/log.txt"))
    // The pattern matches nothing else.
    try sandbox.write("shop/catalog.yml", "datasets: { fruits: fruits.csv }\nassets: [\"*.txt\"]\n")
    #expect(try sandbox.start(after: "exec 2>shop/log.txt", ["build", "shop", "--output", "out"]).end().status == 0)
    #expect(!sandbox.exists("out/log.txt"))
  }

  @Test func outputOfABuildIsNoData() throws {
    try sandbox.write(["data/fruits.csv": "name\nApple\n", "data/nuts.csv": "name\nPecan\n"])
    try sandbox.build("data", "--output", "expected")
    let arguments = ["build", "data", "--output", "out", "--report", "json"]
    for _ in 0..<2 {
      let end = try sandbox.start(after: "exec >data/report.json", arguments).end()
      #expect(end.status == 0)
      #expect(end.errors.hasPrefix("warning: data/report.json: the command itself prints to this file"))
      #expect(try sandbox.catalog("out") == sandbox.catalog("expected"))
    }
  }

  @Test func outputOfAWatchCausesNoBuild() throws {
    try sandbox.write("shop/notes.txt", "")
    let watch = try sandbox.start(after: "exec >shop/log.txt", ["watch", "shop", "--output", "out"])
    func builds() -> Int {
      ((try? sandbox.text("shop/log.txt")) ?? "").split(separator: "\n").count { $0.hasPrefix("Open ") }
    }
    func wait(for count: Int) throws {
      while builds() < count { try #require(watch.isRunning) }
    }
    try wait(for: 1)
    for (number, file) in [(2, "fruits.csv"), (3, "notes.txt"), (4, "fruits.csv")] {
      let text = "name\nApple \(number)\n"
      try sandbox.write("new", text)
      let paths = ["new", "shop/\(file)"].map { sandbox.url($0).path(percentEncoded: false) }
      #expect(rename(paths[0], paths[1]) == 0)
      try wait(for: number)
      #expect(try sandbox.text("out/\(file)") == text, "each build was caused by the change")
    }
    watch.send(SIGTERM)
    #expect(try watch.end().status == 0)
    #expect(builds() == 4)
  }

  @Test func copyOfTheOutputIsNamed() throws {
    try sandbox.write("shop/log.txt", "")
    let watch = try sandbox.start(after: "exec 2>&1", ["watch", "shop", "--output", "out"])
    var log = ""
    // As `tee` does.
    func copy(until fits: (String) -> Bool) throws {
      while true {
        let line = try #require(try watch.line())
        log += line + "\n"
        try #require(log.count < 10_000, "some ten builds are enough")
        try sandbox.write("shop/log.txt", log)
        if fits(line) { return }
      }
    }
    try copy { $0.hasPrefix("warning: shop/log.txt: this changes with every build") }
    try copy { $0.hasPrefix("Open ") }
    try sandbox.write("shop/fruits.csv", "name\nApple\nQuince\n")
    try copy { $0.hasPrefix("Open ") && sandbox.exists("out/fruits/quince.html") }
    watch.send(SIGTERM)
    #expect(try watch.end().status == 0)
  }
}
