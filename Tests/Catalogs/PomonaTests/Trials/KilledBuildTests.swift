import Foundation
import TestKit
import Testing

/// After a command is killed all files are whole, of the old catalog or the new one, and the next build completes.
@Suite struct KilledBuildTests {
  private static let arguments = ["--format", "html,markdown", "--group-by", "kind", "--report", "json"]

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Data of some hundred rows; the rows and their content depend on the version.
  private func data(version: Int) -> String {
    "name,kind,note\n"
      + (0..<70).filter { $0 % 7 != version % 7 }.map { number in
        "Fruit \(number),kind \(number % 5),\(number % 3 == 0 ? "version \(version)" : "the same") \(number)\n"
      }.joined()
  }

  private func build(into output: String) throws {
    let outcome = try sandbox.pomona(["build", "fruits.csv", "--output", output] + Self.arguments)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  /// Builds into a folder that is new each time.
  private func cleanBuild() throws -> [String: Sandbox.Entry] {
    try build(into: "clean")
    defer { try? sandbox.remove("clean") }
    return try sandbox.catalog("clean")
  }

  /// Starts a build, and kills it after a while.
  ///
  /// - Returns: Whether it was killed, and had not ended before.
  private func buildAndKill(into output: String, after milliseconds: Int32) throws -> Bool {
    let command = try sandbox.start("build", "fruits.csv", "--output", output, arguments: Self.arguments)
    if !command.hasEnded(within: milliseconds) { command.send(SIGKILL) }
    return try command.end().isKilled
  }

  /// Expects that every file is whole, and that none was touched before the point of no return.
  private func expectWhole(
    _ output: String, old: [String: Sandbox.Entry], new: [String: Sandbox.Entry], _ comment: Comment
  ) throws {
    let present = try sandbox.catalog(output)
    guard sandbox.exists("\(output)/.pomona/commit") else {
      #expect(present == old || present == new, comment)
      return
    }
    for (path, entry) in present { #expect(entry == old[path] || entry == new[path], "\(path): \(comment)") }
    for path in old.keys where old[path] == new[path] { #expect(present[path] != nil, "\(path): \(comment)") }
  }

  /// The duration of a build that is not killed, in milliseconds.
  private func duration() throws -> Int32 {
    let start = ContinuousClock.now
    try build(into: "measured")
    return Int32((ContinuousClock.now - start) / .milliseconds(1))
  }

  @Test func firstBuild() throws {
    try sandbox.write("fruits.csv", data(version: 0))
    let new = try cleanBuild()
    let duration = try duration()
    var kills = 0
    for moment in stride(from: 0, through: 8, by: 2) {
      if try buildAndKill(into: "out", after: duration * Int32(moment) / 8) { kills += 1 }
      try expectWhole("out", old: [:], new: new, "killed after \(moment)/8 of \(duration) ms")
      try build(into: "out")
      #expect(try sandbox.catalog("out") == new, "killed after \(moment)/8 of \(duration) ms")
      try sandbox.remove("out")
    }
    #expect(kills > 0)
  }

  @Test func laterBuilds() throws {
    try sandbox.write("fruits.csv", data(version: 0))
    try build(into: "out")
    let duration = try duration()
    var old = try sandbox.catalog("out")
    var kills = 0
    for moment in [1, 3, 6, 8, 10] {
      try sandbox.write("fruits.csv", data(version: moment))
      let new = try cleanBuild()
      let comment: Comment = "version \(moment), killed after \(moment)/10 of \(duration) ms"
      // Some are killed twice, so that a build is killed that completes an earlier one.
      for delay in moment.isMultiple(of: 3) ? [moment, moment / 2] : [moment] {
        if try buildAndKill(into: "out", after: duration * Int32(delay) / 10) { kills += 1 }
        try expectWhole("out", old: old, new: new, comment)
      }
      try build(into: "out")
      #expect(try sandbox.catalog("out") == new, comment)
      let state = try sandbox.contents(of: "out/.pomona").keys.filter { !$0.hasPrefix("notes/") }.sorted()
      #expect(state == ["changes", "lock", "notes", "store"], comment)
      old = new
    }
    #expect(kills > 0)
  }

  /// Killed as soon as there are staged files.
  @Test(arguments: ["staging", "commit"])
  func whileFilesAreMoved(stage: String) throws {
    try sandbox.write("fruits.csv", data(version: 0))
    try build(into: "out")
    var old = try sandbox.catalog("out")
    for version in 1..<4 {
      try sandbox.write("fruits.csv", data(version: version))
      let new = try cleanBuild()
      let command = try sandbox.start("build", "fruits.csv", "--output", "out", arguments: Self.arguments)
      while !command.hasEnded(within: 1), !sandbox.exists("out/.pomona/\(stage)") {}
      command.send(SIGKILL)
      _ = try command.end()
      try expectWhole("out", old: old, new: new, "version \(version), killed at \(stage)")
      try build(into: "out")
      #expect(try sandbox.catalog("out") == new, "version \(version), killed at \(stage)")
      old = new
    }
  }

  @Test func changesOfAKilledBuildAreReported() throws {
    try sandbox.write("fruits.csv", data(version: 0))
    try build(into: "out")
    let old = try sandbox.catalog("out")
    try sandbox.write("fruits.csv", data(version: 1))
    let command = try sandbox.start("build", "fruits.csv", "--output", "out", arguments: Self.arguments)
    while !command.hasEnded(within: 1), !sandbox.exists("out/.pomona/commit") {}
    command.send(SIGKILL)
    let end = try command.end()
    let outcome = try sandbox.pomona(
      ["build", "fruits.csv", "--output", "out", "--changes", "changes.txt"] + Self.arguments)
    #expect(outcome.status == 0)
    let new = try sandbox.catalog("out")
    let reported = Set(try sandbox.text("changes.txt").split(separator: "\n").map(String.init))
    let all = Set(new.keys.filter { old[$0] == nil }.map { "created\t\($0)" })
      .union(new.keys.filter { old[$0] != nil && old[$0] != new[$0] }.map { "updated\t\($0)" })
      .union(old.keys.filter { new[$0] == nil }.map { "deleted\t\($0)" })
    // A build that could report its changes may have left none to report, and has not if it completed.
    #expect(reported == all && end.isKilled || reported.isEmpty && !end.output.isEmpty)
  }
}
