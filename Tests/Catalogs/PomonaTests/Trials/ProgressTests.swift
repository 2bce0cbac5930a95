import Foundation
import Testing

/// The progress of a build is shown on a terminal only.
@Suite struct ProgressTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name,kind\n" + (0..<1000).map { "Fruit \($0),Kind \($0 % 7)\n" }.joined())
  }

  /// Builds on a terminal, with what goes to standard output in a file.
  private func build(_ arguments: String...) throws -> (screen: String, output: String) {
    let path = try sandbox.executable().path(percentEncoded: false)
    let options = ["--output", "out", "--jobs", "1", "--format", "html,markdown,latex,man,xml", "--clean"]
    let script = (["'\(path)'", "build", "fruits.csv"] + options + arguments).joined(separator: " ") + " >output.txt"
    let terminal = try RunningCommand(
      URL(filePath: "/usr/bin/env"), ["script", "-q", "-e", "-c", script, "/dev/null"], in: sandbox.folder)
    let end = try terminal.end()
    #expect(end.status == 0, "\(end.errors)")
    return (end.output, try sandbox.text("output.txt"))
  }

  @Test func aTerminalShowsOneLineThatIsErasedAtTheEnd() throws {
    let (screen, output) = try build()
    #expect(!output.contains("\u{1B}"))
    let pieces = screen.split(separator: "\r").map(String.init)
    try #require(pieces.count > 1, "a build takes long enough to be watched")
    #expect(pieces.last == "\u{1B}[K")
    var last = 0
    for piece in pieces.dropLast() {
      let match = try #require(piece.wholeMatch(of: /(\d+) of (\d+) files\e\[K/), "\(piece)")
      let (done, total) = (try #require(Int(match.1)), try #require(Int(match.2)))
      #expect(last <= done && done <= total)
      last = done
    }
    #expect(!screen.contains("\n"))
  }

  @Test func quietShowsNothing() throws {
    let (screen, output) = try build("--quiet")
    #expect(screen + output == "")
  }

  @Test func pipeShowsNothing() throws {
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--jobs", "1")
    #expect(outcome.errors == "")
    #expect(!outcome.output.contains("\r"))
  }
}
