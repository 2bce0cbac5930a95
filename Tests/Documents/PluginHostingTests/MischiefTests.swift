import CatalogKit
import Diagnostics
import Foundation
import Testing

@testable import PluginHosting

/// The failures of “What goes wrong” in `docs/guide/plugins.md`, each caused by a process.
@Suite struct MischiefTests {
  /// The failure of a plugin, and the expected message.
  struct Mischief: CustomTestStringConvertible, Sendable {
    let name: String
    let messages: [String]
    var settings: [String] = []

    init(_ name: String, _ messages: String..., settings: String...) {
      self.name = name
      self.messages = messages
      self.settings = settings
    }

    var testDescription: String { name }
  }

  /// Limits that are short for a plugin that never answers.
  private static let short = "timeouts: { start: 120, idle: 0.4, request: 120 }"

  private static let mischiefs: [Mischief] = [
    Mischief("silent", "did not answer for 0.4 s", settings: "timeouts: { start: 0.4 }"),
    Mischief("end-at-hello", "ended with status 0"),
    Mischief("crash-at-hello", "ended with status 3", "last line"),
    Mischief("garbage-first", "its first line is no JSON", "line 1 of its output: Hello, I am a plugin"),
    Mischief("array-first", "its first line is no `welcome`"),
    Mischief("print-first", "its first line is no JSON", "loading…"),
    Mischief("half-welcome", "in the middle of a line"),
    Mischief("version", "it speaks version 2 of the protocol, and Pomona 1 to 1"),
    Mischief("no-formats", "names no format"),
    Mischief("other-format", "does not render “naughty”, but other"),
    Mischief("bad-welcome", "lacks the name or the version"),
    Mischief("bad-extension", "an ending of files"),
    Mischief("deaf", "did not answer for 0.4 s", settings: short),
    Mischief("closes-output", "did not answer for 0.4 s", settings: short),
    Mischief("closes-input", "did not answer for 0.4 s", settings: short),
    Mischief("hang-at-configure", "did not answer for 0.4 s", settings: short),
    Mischief("crash-at-configure", "ended with status 4", "last line"),
    Mischief("error-at-configure", "the options are no good", "Leave them out."),
    Mischief("asset-up", "“../x” has no place inside the output folder"),
    Mischief("asset-up-within", "“a/../../x” has no place inside the output folder"),
    Mischief("asset-absolute", "“/etc/x” has no place inside the output folder"),
    Mischief("asset-empty", "“” has no place inside the output folder"),
    Mischief("asset-twice", "“x.css” is there twice"),
    Mischief(
      "asset-page", "two files: an asset of the format “naughty” and a page of the format “naughty”", "another place"),
    Mischief("asset-folder", "the asset “rows” of the format “naughty” is a file and the folder of", "another place"),
    Mischief("asset-bad-base64", "is not base64"),
    Mischief("input-folder", "which cannot be read"),
    Mischief("crash", "failed twice, the second time at the page “index”: it ended with status 3", "last line"),
    Mischief("end", "failed twice", "ended with status 0"),
    Mischief("abort", "failed twice", "killed by signal 6 (ABRT)"),
    Mischief("kill", "failed twice", "killed by signal 9 (KILL)"),
    Mischief("hang", "failed twice", "did not answer for 0.4 s", settings: short),
    Mischief("hang-deaf", "failed twice", "did not answer for 0.4 s", settings: short),
    Mischief("progress", "its answer was not complete after 1 s", settings: "timeouts: { start: 120, request: 1 }"),
    Mischief("garbage", "it wrote a line that is no JSON"),
    Mischief("print", "it wrote a line that is no JSON"),
    Mischief("blank-line", "it wrote a line that is no JSON"),
    Mischief("invalid-utf8", "it wrote a line that is no JSON"),
    Mischief("deep", "it wrote a line that is no JSON"),
    Mischief("half-line", "in the middle of a line"),
    Mischief("half-line-hang", "did not answer for 0.4 s", settings: short),
    Mischief("no-feed", "in the middle of a line"),
    Mischief("long-line", "a line of more than 8388608 bytes"),
    Mischief("endless-line", "a line of more than 8388608 bytes"),
    Mischief("other-id", "without the number of the request", "line 3 of its output: {\"t\": \"result\""),
    Mischief("no-id", "without the number of the request"),
    Mischief("other-kind", "it answered “ok” in the place of `result`"),
    Mischief("unknown-kind", "it answered “unknown” in the place of `result`"),
    Mischief("cancelled", "it answered “cancelled” in the place of `result`"),
    Mischief("piece", "it answered “piece” in the place of `result`"),
    Mischief("no-artifacts", "it answered no file for the page"),
    Mischief("page-missing", "it answered no file for the page"),
    Mischief("page-twice", "it answered two files for the page"),
    Mischief("page-unknown", "“no/such/page”, which was not asked for"),
    Mischief("path", "at “other.txt”, and its place is"),
    Mischief("path-up", "at “../x.txt”, and its place is"),
    Mischief("path-absolute", "at “/etc/x”, and its place is"),
    Mischief("content-number", "has no `content`"),
    Mischief("bad-base64", "is not base64"),
    Mischief("bad-encoding", "the encoding “rot13”"),
    Mischief("resync", "it answered `resync` to pages that were whole"),
    Mischief("error", "index.txt: the plugin “naughty” says: a page is no good", "Leave it out."),
    Mischief("error-empty", "reports an error without saying which"),
    Mischief("error-control", "says: red", "line"),
    Mischief("error-in-result", "a page is wrong"),
    Mischief("memory", "of memory, and may take 100 MB", settings: "memory: 100 MB"),
    Mischief("fork", "ended with status 5"),
    Mischief("changes-itself", "has changed while the plugin “naughty” was running"),
    Mischief("input-changes", "changes.input” has changed while the plugin “naughty” was running"),
  ]

  @Test(arguments: mischiefs) func aFailureOfAPluginFailsTheBuildAndChangesNothing(_ mischief: Mischief) throws {
    let catalog = try PluginCatalog(naughty: mischief.name, settings: mischief.settings)
    try catalog.configure(withPlugin: false)
    try catalog.build()
    let before = try catalog.files()
    #expect(before.keys.contains("index.md"))
    try catalog.configure()
    try catalog.write("rows.csv", "name,note\nApple,yellow\nLemon,sour\n")

    let text = try catalog.failure().text
    for message in mischief.messages { #expect(text.contains(message), "\(text)") }
    if !["asset-page", "asset-folder"].contains(mischief.name) {
      #expect(text.contains("the plugin “naughty”"), "\(text)")
    }
    #expect(!text.utf8.contains(0x1B), "\(text.debugDescription)")
    #expect(try catalog.files() == before)
    #expect(catalog.processes == [])
  }

  @Test(arguments: [
    "fine", "stateless", "cells", "slow-start", "loud", "crash-once", "crash-once-at-hello", "crash-once-at-configure",
    "unknown-members", "warning", "severity", "twice", "input-missing",
  ])
  func unusualBehaviourIsTolerated(_ oddity: String) throws {
    let catalog = try PluginCatalog(naughty: oddity)
    try catalog.configure()
    let (report, warnings) = try catalog.build()
    #expect(report.formats == ["markdown", "naughty"])
    #expect(try catalog.files()["rows/apple.txt"] == Data("Apple\n".utf8))
    #expect(warnings.map(\.message) == (["warning", "severity"].contains(oddity) ? ["a page is odd"] : []))
    #expect(catalog.notes(".starts").count == (oddity.hasPrefix("crash-once") ? 2 : 1))
    #expect(catalog.processes == [])
  }

  @Test func aProcessHasAReducedEnvironmentAndAnEmptyFolder() throws {
    let catalog = try PluginCatalog(naughty: "environment")
    try catalog.configure()
    try catalog.build()
    let names = try #require(try catalog.files()["rows/fig.txt"])
    let lines = String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(Set(lines).isSubset(of: ["PATH", "HOME", "LANG", "TMPDIR", "TZ", "LC_ALL", "LC_CTYPE"]), "\(lines)")
  }

  @Test func thePageOfACrashIsNamed() throws {
    let catalog = try PluginCatalog(naughty: "crash-page")
    try catalog.write("rows.csv", "name,note\nApple,red\nCrash,loud\nFig,sweet\n")
    try catalog.configure()
    let builder = catalog.builder()
    defer { builder.close() }
    let text = try catalog.failure(of: builder).text
    #expect(text.contains("failed twice, the second time at the page “rows/crash”: it ended with status 3"), "\(text)")
    #expect(text.contains("last line"))
    #expect(catalog.notes(".starts").count == 2)
    let requests = catalog.notes(".pages")
    #expect(requests.filter { $0.contains("rows/crash") }.count == 2, "\(requests)")

    #expect(try catalog.failure(of: builder).text == text)
    #expect(catalog.notes(".starts").count == 4, "each build tries it")

    try catalog.write("rows.csv", "name,note\nApple,red\nCrasher,loud\nFig,sweet\n")
    _ = try builder.build()
    #expect(try catalog.files()["rows/crasher.txt"] == Data("Crasher\n".utf8))
  }

  @Test(arguments: ["crash-at-hello", "crash-at-configure", "crash"])
  func aPluginThatAlwaysCrashesIsStartedTwice(_ mischief: String) throws {
    let catalog = try PluginCatalog(naughty: mischief)
    catalog.builderSettings.keepsGoing = true
    try catalog.write("rows.csv", "name,note\n" + (1...200).map { "Row \($0),x\n" }.joined())
    try catalog.configure()
    for build in 1...2 {
      #expect(try catalog.build().report.failedFormats == ["naughty"])
      #expect(catalog.notes(".starts").count == 2 * build)
    }
    #expect(try catalog.files()["rows/row-200.md"] != nil)
  }

  /// Pages are rendered in batches.
  @Test func aPluginThatCrashesAtALaterRequestIsStartedAgain() throws {
    let catalog = try PluginCatalog(naughty: "crash-once-2")
    try catalog.write("rows.csv", "name,note\n" + (1...40).map { "Row \($0),x\n" }.joined())
    try catalog.configure()
    try catalog.build()
    #expect(catalog.notes(".starts").count == 2)
    let files = try catalog.files()
    for row in 1...40 { #expect(files["rows/row-\(row).txt"] == Data("Row \(row)\n".utf8)) }
    let requests = catalog.notes(".pages").map { $0.split(separator: " ") }
    let others = requests.enumerated().filter { $0.offset != 1 }.flatMap(\.element)
    #expect(others.count == Set(others).count, "only the pages of the second request are sent again")
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let catalog = try PluginCatalog(naughty: "fine")
    try catalog.configure()
    try catalog.build()
    let outside = catalog.scripts.path("outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: catalog.output + "/rows")
    try FileManager.default.createSymbolicLink(atPath: catalog.output + "/rows", withDestinationPath: outside)
    try catalog.write("rows.csv", "name,note\nApple,yellow\nLemon,sour\n")
    _ = try catalog.failure()
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    #expect(catalog.processes == [])
  }

  @Test func aProcessOutsideOfItsGroupDelaysNothing() throws {
    let catalog = try PluginCatalog(naughty: "fork-daemon")
    try catalog.configure()
    let text = try catalog.failure().text
    #expect(text.contains("ended with status 5"), "\(text)")
  }
}
