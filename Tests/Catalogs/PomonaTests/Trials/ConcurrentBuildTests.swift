import Foundation
import Testing

/// Two builds into one folder at once: one waits for the other.
@Suite struct ConcurrentBuildTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("input.csv", "name\nApple\nPear\n")
    try sandbox.write("nuts.csv", "name\nHazel\n")
  }

  /// A build that has locked the folder, and waits for its data.
  private func holdFolder() throws -> RunningCommand {
    let holder = try sandbox.start("build", "-", "--input-format", "csv", "--output", "out")
    while !sandbox.exists("out/.pomona/lock") { try #require(!holder.hasEnded(within: 1)) }
    return holder
  }

  @Test func theSecondWaitsForTheFirst() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out")
    #expect(
      try second.line(of: .errors)
        == "pomona build (process \(first.identifier)) is writing to the folder; waiting for it to end.")
    #expect(second.isRunning)
    #expect(try sandbox.catalog("out") == [:])
    try first.write("name\nApple\nPear\n")
    try first.endInput()
    #expect(try first.end().status == 0)
    let outcome = try second.end()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("1 row in 1 section"))
    try sandbox.build("nuts.csv", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test func theSecondContinuesWhenTheFirstIsKilled() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out")
    _ = try second.line(of: .errors)
    first.send(SIGKILL)
    #expect(try first.end().isKilled)
    #expect(try second.end().status == 0)
    try sandbox.build("nuts.csv", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func theSecondContinuesWhenTheFirstIsInterrupted(_ signal: Int32) throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out")
    _ = try second.line(of: .errors)
    first.send(signal)
    let outcome = try first.end()
    #expect(outcome.isKilled)
    #expect(outcome.status == signal)
    #expect(outcome.output == "" && outcome.errors == "Interrupted: the catalog in out is as it was.\n")
    #expect(try second.end().status == 0)
  }

  @Test func aQuietBuildWaitsWithoutAMessage() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out", "--quiet")
    try first.endInput()
    // There is no header: the first fails, and unlocks the folder.
    #expect(try first.end().status == 1)
    let outcome = try second.end()
    #expect(outcome.status == 0)
    #expect(outcome.output + outcome.errors == "")
    #expect(sandbox.exists("out/nuts/hazel.html"))
  }

  @Test func aCheckWaitsForTheBuild() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out", "--check")
    #expect(try second.line(of: .errors)?.hasPrefix("pomona build (process \(first.identifier)) is writing") == true)
    first.send(SIGKILL)
    #expect(try first.end().isKilled)
    #expect(try second.end().status == 3)
  }

  /// Between two builds of a watch the folder is unlocked.
  @Test func aBuildDuringAWatch() throws {
    let watch = try sandbox.start("watch", "input.csv", "--output", "out")
    try watch.line { $0.hasPrefix("Open ") }
    #expect(try sandbox.pomona("build", "input.csv", "--output", "out", "--check").status == 0)
    #expect(try sandbox.build("input.csv", "--output", "out", "--changes", "changes.txt").created == [])
    #expect(try sandbox.text("changes.txt").contains("created\tinput/apple.html\n"))
    // Another catalog replaces the watched one, until that is saved again.
    #expect(try sandbox.build("nuts.csv", "--output", "out").deleted.contains("input/apple.html"))
    try sandbox.write("input.csv", "name\nApple\nFig\n")
    try watch.line { $0.hasPrefix("Open ") }
    try sandbox.build("input.csv", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
    watch.send(SIGINT)
    #expect(try watch.end().status == 0)
  }

  @Test func theOutputOfAWatchIsDeleted() throws {
    let watch = try sandbox.start("watch", "input.csv", "--output", "new/out")
    try watch.line { $0.hasPrefix("Open ") }
    try sandbox.remove("new")
    try sandbox.write("input.csv", "name\nApple\nFig\n")
    try watch.line { $0.hasPrefix("Open ") }
    try sandbox.build("input.csv", "--output", "clean")
    #expect(try sandbox.catalog("new/out") == sandbox.catalog("clean"))
    // Another folder of the same name, with foreign files, is not changed.
    try sandbox.remove("new/out")
    try sandbox.write("new/out/notes.txt", "mine")
    try sandbox.write("input.csv", "name\nApple\n")
    try watch.line(of: .errors) { $0.contains("a file that Pomona did not write, “notes.txt”") }
    try sandbox.remove("new/out/notes.txt")
    try sandbox.write("input.csv", "name\nApple\nKiwi\n")
    try watch.line { $0.hasPrefix("Open ") }
    #expect(try sandbox.files("new/out").contains("input/kiwi.html"))
    watch.send(SIGINT)
    #expect(try watch.end().status == 0)
  }

  @Test func manyAtOnce() throws {
    for round in 0..<3 {
      try sandbox.write("input.csv", "name\n" + (0..<50).map { "Fruit \($0) of \(round)\n" }.joined())
      let commands = try (0..<4).map { _ in try sandbox.start("build", "input.csv", "--output", "out", "--quiet") }
      for command in commands { #expect(try command.end().status == 0) }
      try sandbox.build("input.csv", "--output", "clean")
      #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
    }
  }
}
