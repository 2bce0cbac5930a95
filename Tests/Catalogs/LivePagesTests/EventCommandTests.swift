import CatalogSyntax
import Diagnostics
import Foundation
import PluginHosting
import SystemPackage
import TestKit
import Testing

@testable import LivePages

/// Programs that handle events.
@Suite struct EventCommandTests {
  private let folder: CatalogFolder

  init() throws { folder = try CatalogFolder(["catalog.yml": ""]) }

  /// Writes a program, and returns the command that runs it.
  private func command(
    _ text: String, _ arguments: String..., name: String = "handle", mode: Int = 0o755,
    within limits: RunLimits = RunLimits(time: .seconds(120), output: 64_000), isAllowed: Bool = true
  ) throws -> EventCommand {
    try folder.write(name, text)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(name)")
    return existing(name, arguments, within: limits, isAllowed: isAllowed)
  }

  private func existing(
    _ name: String, _ arguments: [String] = [],
    within limits: RunLimits = RunLimits(time: .seconds(120), output: 64_000), isAllowed: Bool = true
  ) -> EventCommand {
    EventCommand(
      LocatedText(name, at: .init(file: "catalog.yml", line: 3, column: 5)), arguments: arguments,
      in: FilePath(folder.path), within: limits, isAllowed: isAllowed,
      allowed: AllowedPlugins(path: "\(folder.path)/state/plugins"))
  }

  private func shell(_ text: String, _ arguments: String...) throws -> EventCommand {
    try folder.write("handle", "#!/bin/sh\n" + text)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/handle")
    return existing("handle", arguments)
  }

  private static let event = Array(#"{"event":"didSelectItem","title":"Lemon"}"#.utf8)

  /// The finding about a command that fails.
  private func finding(_ command: EventCommand, _ event: [UInt8] = event) async throws -> Diagnostic {
    let error = try await #require(throws: DiagnosticsError.self) { try await command.answer(event) }
    let finding = try #require(error.diagnostics.first)
    #expect(error.diagnostics.count == 1 && finding.severity == .error)
    #expect(finding.location == .init(file: "catalog.yml", line: 3, column: 5))
    return finding
  }

  // MARK: - Answers

  @Test func theEventIsReadAndAnswered() async throws {
    let text = String(decoding: Self.event, as: UTF8.self)
    let answer = try await shell(
      """
      read event
      test "$event" = '\(text)' && echo '{"say": "Lemon is noted."}'
      """
    ).answer(Self.event)
    var expected = EventCommand.Answer()
    expected.say = "Lemon is noted."
    #expect(answer == expected)
  }

  @Test func allOfAnAnswer() async throws {
    let json = #"""
      {"say": "ä \ud83c\udf4b",
        "go": "fruits/lemon.html#top", "replace": "*x*\n", "stay": true}
      """#
    let answer = try await shell("cat <<'END'\n\(json)\nEND").answer(Self.event)
    #expect(answer.say == "ä 🍋" && answer.go == "fruits/lemon.html#top")
    #expect(answer.replace == "*x*\n" && answer.stay)
  }

  @Test(arguments: ["", "\n", " \r\n\t ", "{}", #"{"say": null, "stay": false}"#])
  func nothingIsAnAnswer(text: String) async throws {
    #expect(try await shell("printf '%s' '\(text)'").answer(Self.event) == EventCommand.Answer())
  }

  @Test func argumentsAndFolderArePassed() async throws {
    let command = try shell(#"printf '{"say": "%s|%s|%s"}' "$1" "$2" "$(cat note)""#, "a b", "$HOME;")
    try folder.write("note", "here")
    #expect(try await command.answer(Self.event).say == "a b|$HOME;|here")
  }

  @Test(arguments: ["https://example.org/", "HTTP://example.org", "index.html", "fruits/", "./", "?a=b", "a/../b"])
  func addressesToGoTo(address: String) async throws {
    #expect(try await shell("echo '{\"go\": \"\(address)\"}'").answer(Self.event).go == address)
  }

  @Test(arguments: [
    "javascript:alert(1)", "java\\u000ascript:x", " javascript:x", "data:text/html,x", "file:///etc/passwd",
    "//example.org/", "/etc", "", "#top", "mailto:a@b.c",
  ])
  func addressesThatNoPageGoesTo(address: String) async throws {
    let finding = try await finding(shell("cat <<'END'\n{\"go\": \"\(address)\"}\nEND"))
    #expect(finding.code == "event/answer" && finding.message.contains("is not an address"))
  }

  @Test(arguments: [
    ("hello", "“handle” is not JSON: a value is expected, “h” found (byte 0)"),
    ("[]", "“handle” is not a JSON object"), ("7", "“handle” is not a JSON object"),
    ("{} {}", "“handle” is not JSON"), (#"{"say": 1}"#, "“say” in the answer of “handle” is not a text"),
    (#"{"stay": "x"}"#, "“stay” in the answer of “handle” is not true or false"),
    (#"{"say": "a", "say": "b"}"#, "“handle” is not JSON"), (#"{"sya": "a"}"#, "has “sya”, which is not known"),
  ])
  func otherAnswersAreMistakes(output: String, message: String) async throws {
    let finding = try await finding(shell("cat <<'END'\n\(output)\nEND"))
    #expect(finding.code == "event/answer" && finding.message.contains(message), "\(finding)")
    #expect(
      finding.hint == (output.contains("sya") ? "Did you mean “say”?" : nil) || finding.hint?.hasPrefix("Print") == true
    )
    #expect(finding.notes.first?.hasPrefix(output.prefix(3)) == true)
  }

  // MARK: - Failures

  @Test func aStatusIsAMistakeWithTheLastLines() async throws {
    let finding = try await finding(shell(#"echo '{"say": "x"}'; echo first >&2; echo last >&2; exit 1"#))
    #expect(finding.code == "event/failed")
    #expect(finding.message == "“handle” has failed: it ended with status 1")
    #expect(finding.notes == ["first", "last"])
  }

  @Test func aHangIsAMistake() async throws {
    let text = "#!/bin/sh\ntrap '' TERM; echo why >&2; while :; do sleep 600; done"
    let finding = try await finding(command(text, within: RunLimits(time: .seconds(1), output: 64_000)))
    #expect(finding.message == "“handle” has failed: its answer was not complete after 1 s")
    #expect(finding.notes == ["why"])
    #expect(EventCommand.limits == RunLimits(time: .seconds(10), output: 64_000))
  }

  @Test func aFloodIsAMistake() async throws {
    let finding = try await finding(shell("exec cat /dev/zero"))
    #expect(finding.message == "“handle” has failed: it wrote more than 64 kB")
  }

  @Test func whatCannotBeStartedIsAMistake() async throws {
    let missing = try await finding(existing("nothing"))
    #expect(missing.code == "event/unstartable" || missing.message.contains("there is no file"))
    let plain = try await finding(command("#!/bin/sh\n", mode: 0o644))
    #expect(plain.message.contains("is not executable") && plain.hint?.hasPrefix("Run: chmod +x") == true)
    #expect(try await finding(command("text", name: "text")).hint?.contains("#!") == true)
  }

  @Test func aHangDelaysOnlyItsOwnEvents() async throws {
    let hanging = try command("#!/bin/sh\nwhile [ ! -e go ]; do sleep 0.05; done\n", name: "hang")
    let other = try shell("echo '{\"say\": \"x\"}'")
    try await withThrowingTaskGroup(of: EventCommand.Answer.self) { group in
      for _ in 0..<20 { group.addTask { try await hanging.answer(Self.event) } }
      for _ in 0..<20 { #expect(try await other.answer(Self.event).say == "x") }
      try folder.write("go", "")
      for try await answer in group { #expect(answer == EventCommand.Answer()) }
    }
  }

  @Test func whatAProgramStartsDelaysNothing() async throws {
    #expect(try await shell("sleep 600 & echo '{\"stay\": true}'").answer(Self.event).stay)
  }

  @Test func anEventNeedNotBeRead() async throws {
    let event = Array(#"{"arguments": "\#(String(repeating: "x", count: 8 << 20))"}"#.utf8)
    #expect(try await shell("exit 0").answer(event) == EventCommand.Answer())
    #expect(try await shell("wc -c | sed 's/.*/{\"say\": \"&\"}/'").answer(event).say == "\(event.count + 1)")
  }

  // MARK: - Permission

  @Test func aProgramHasToBeAllowedOnce() async throws {
    let text = "#!/bin/sh\necho '{\"say\": \"ran\"}'\n"
    let unknown = try command(text, isAllowed: false)
    let warning = try #require(unknown.warning())
    #expect(warning.severity == .warning && warning.code == "event/not-allowed" && warning.location.line == 3)
    #expect(warning.hint?.contains("--allow-commands") == true)
    #expect(try await finding(unknown).code == "event/not-allowed")

    let allowed = existing("handle")
    #expect(allowed.warning() == nil)
    #expect(try await allowed.answer(Self.event).say == "ran")
    // From now on it may run without the option, under any name.
    #expect(unknown.warning() == nil)
    #expect(try await unknown.answer(Self.event).say == "ran")
    #expect(try command(text, name: "other", isAllowed: false).warning() == nil)

    let changed = try command(text + "# changed\n", isAllowed: false)
    #expect(changed.warning()?.code == "event/not-allowed")
    #expect(try await finding(changed).code == "event/not-allowed")
    #expect(try await finding(unknown).code == "event/not-allowed")
  }

  @Test func aProgramThatCannotBeStartedIsAWarning() throws {
    #expect(existing("nothing").warning()?.code == "event/unstartable")
    let warning = try #require(command("#!/bin/sh\n", mode: 0o644).warning())
    #expect(warning.severity == .warning && warning.hint?.contains("chmod +x") == true)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/state/plugins"))
  }
}
