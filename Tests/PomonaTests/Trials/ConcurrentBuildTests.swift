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

  /// A build that has the folder, and waits for its data.
  private func holdFolder() throws -> RunningCommand {
    let holder = try sandbox.start("build", "-", "--input-format", "csv", "--output", "out")
    while !sandbox.exists("out/.pomona/lock") { try #require(!holder.hasEnded(within: 1)) }
    return holder
  }

  @Test func secondWaitsForTheFirst() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out")
    #expect(
      try second.line(of: .errors) == "Another build is writing to the folder; waiting for it to end.")
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

  @Test func secondGoesOnWhenTheFirstIsKilled() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out")
    _ = try second.line(of: .errors)
    first.send(SIGKILL)
    #expect(try first.end().isKilled)
    #expect(try second.end().status == 0)
    try sandbox.build("nuts.csv", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }

  @Test func quietOneWaitsWithoutAWord() throws {
    let first = try holdFolder()
    let second = try sandbox.start("build", "nuts.csv", "--output", "out", "--quiet")
    try first.endInput()
    // There is no header: the first fails, and leaves the folder to the other.
    #expect(try first.end().status == 1)
    let outcome = try second.end()
    #expect(outcome.status == 0)
    #expect(outcome.output + outcome.errors == "")
    #expect(sandbox.exists("out/nuts/hazel.html"))
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
