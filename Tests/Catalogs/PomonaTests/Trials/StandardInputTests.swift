import Foundation
import Testing

/// Catalogs of data that comes through a pipe.
@Suite struct StandardInputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func build(_ text: String, _ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let command = try sandbox.start("build", "-", arguments: arguments)
    try command.write(text)
    try command.endInput()
    let end = try command.end()
    return (end.status, end.output, end.errors)
  }

  @Test(arguments: [
    ("csv", "name,kind\nApple,pome\nPlum,stone\n"), ("json", #"[{"name": "Apple"}, {"name": "Plum"}]"#),
    ("jsonl", "{\"name\": \"Apple\"}\n{\"name\": \"Plum\"}\n"), ("yaml", "- name: Apple\n- name: Plum\n"),
  ])
  func standardInputIsReadLikeAFile(format: String, text: String) throws {
    let outcome = try build(text, "--input-format", format, "--output", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try sandbox.write("input.\(format)", text)
    try sandbox.build("input.\(format)", "--output", "file")
    #expect(try sandbox.catalog("out") == sandbox.catalog("file"))
    #expect(sandbox.exists("out/input/plum.html"))
  }

  @Test func standardInputIsReadInEachBuild() throws {
    #expect(try build("name\nApple\n", "--input-format", "csv").status == 0)
    #expect(try sandbox.files("build/input", ending: ".html").contains("input/apple.html"))
    let outcome = try build("name\nPear\n", "--input-format", "csv", "--report", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.created == ["input/pear.html"])
    #expect(report.deleted == ["input/apple.html"])
  }

  @Test func standardInputNeedsAFormat() throws {
    let outcome = try build("name\nApple\n", "--output", "out")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "error: standard input: the format of standard input cannot be inferred from a file name."))
    #expect(try sandbox.contents() == [:])
  }

  /// It cannot be corrected and read again, so there is nothing to wait for.
  @Test func standardInputWithAMistakeIsNotServed() throws {
    let command = try sandbox.start(
      "serve", "-", arguments: ["--input-format", "csv", "--problems", "stop", "--port", "0"])
    try command.write("name,kind\nApple\n")
    try command.endInput()
    let end = try command.end()
    #expect(end.status == 1)
    #expect(end.errors.hasPrefix("error: standard input, row 2"), "\(end.errors)")
  }

  @Test func mistakesAreReportedWithTheirRow() throws {
    let outcome = try build("name,kind\nApple\n", "--input-format", "csv", "--problems", "stop", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("error: standard input, row 2"), "\(outcome.errors)")
  }
}
