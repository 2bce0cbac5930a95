import Foundation
import Testing

@testable import PluginHosting

@Suite struct AllowedPluginsTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  // MARK: - Digests

  /// Source: NIST, “Secure Hash Standard”, FIPS 180-4, examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func digestsAreThoseOfTheStandard(text: String, digits: String) throws {
    #expect(try ExecutableDigest(ofFile: scripts.write(text)).description == digits)
  }

  @Test func digestsOfOtherThanFiles() throws {
    #expect(throws: StartFailure.missing(scripts.path("none"))) { try ExecutableDigest(ofFile: scripts.path("none")) }
    #expect(throws: StartFailure.notAFile(scripts.folder.path())) {
      try ExecutableDigest(ofFile: scripts.folder.path())
    }
    #expect(throws: StartFailure.notAFile("/dev/zero")) { try ExecutableDigest(ofFile: "/dev/zero") }
  }

  @Test func digestsAreWrittenInHexadecimalDigits() {
    let digits = String(repeating: "0123456789ABCDEF", count: 4)
    #expect(ExecutableDigest(digits)?.digits == digits.lowercased())
    #expect(ExecutableDigest(digits.dropLast()) == nil)
    #expect(ExecutableDigest(digits.dropLast() + "g") == nil)
    #expect(ExecutableDigest(String(repeating: "ä", count: 32)) == nil)
  }

  // MARK: - The list

  private func digest(_ text: String) throws -> ExecutableDigest { try ExecutableDigest(ofFile: scripts.write(text)) }

  @Test func noExecutableIsAllowedAtFirst() throws {
    #expect(try !AllowedPlugins(path: scripts.path("list")).allows(digest("a")))
  }

  @Test func allowedExecutablesAreStored() throws {
    let list = AllowedPlugins(path: scripts.path("state/pomona/plugins"))
    try list.allow(digest("a"), name: "one")
    try list.allow(digest("b"), name: "an\nother")
    try list.allow(digest("a"), name: "one again")
    #expect(try list.allows(digest("a")) && list.allows(digest("b")) && !list.allows(digest("c")))
    #expect(
      try String(contentsOfFile: list.path, encoding: .utf8)
        == "\(digest("a")) one\n\(digest("b")) an\\u{a}other\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: list.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // The file was replaced, and no temporary file is left.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scripts.path("state/pomona")) == ["plugins"])
  }

  @Test func damagedLinesAreIgnoredAndKept() throws {
    let damaged = "no digest\n\n\(try digest("a"))x name\n \(try digest("b")) name"
    let list = AllowedPlugins(path: try scripts.write(damaged + "\n\(try digest("c"))\n", name: "list"))
    #expect(try !list.allows(digest("a")) && !list.allows(digest("b")) && list.allows(digest("c")))
    try list.allow(digest("d"), name: "new")
    #expect(try !list.allows(digest("a")) && !list.allows(digest("b")) && list.allows(digest("d")))
    #expect(try String(contentsOfFile: list.path, encoding: .utf8).hasPrefix("no digest\n"))
  }

  @Test func anUnwritableList() throws {
    let file = try scripts.write("", name: "file")
    let list = AllowedPlugins(path: file + "/plugins")
    #expect(throws: StartFailure.self) { try list.allow(digest("a"), name: "a") }
  }

  @Test func theUsersListIsInTheStateFolder() {
    #expect(AllowedPlugins(environment: ["HOME": "/h"])?.path == "/h/.local/state/pomona/plugins")
    #expect(AllowedPlugins(environment: ["HOME": "/h", "XDG_STATE_HOME": "/s"])?.path == "/s/pomona/plugins")
    #expect(
      AllowedPlugins(environment: ["HOME": "/h", "XDG_STATE_HOME": "s"])?.path == "/h/.local/state/pomona/plugins")
    #expect(AllowedPlugins(environment: [:]) == nil)
  }
}
