import Foundation
import Testing

@testable import PluginHosting

@Suite struct StartFailureTests {
  private let scripts: Scripts

  init() throws { scripts = try Scripts() }

  /// How an executable fails to start.
  private func failure(of path: String) -> StartFailure? {
    do {
      _ = try ChildProcess(path)
      return nil
    } catch {
      guard case .cannotStart(let failure) = error.reason else { return nil }
      #expect(error.description == "it cannot be started: \(failure)")
      #expect(error.hint == failure.hint)
      return failure
    }
  }

  @Test func aMissingFile() {
    let path = scripts.path("none")
    #expect(failure(of: path) == .missing(path))
    #expect(StartFailure.missing("a\u{1b}b").description == "there is no file “a\\u{1b}b”")
  }

  @Test func aFolder() {
    #expect(failure(of: scripts.folder.path()) == .notAFile(scripts.folder.path()))
  }

  @Test func aFileThatIsNotExecutable() throws {
    let path = try scripts.write("#!/bin/sh\n", name: "it's", mode: 0o644)
    #expect(failure(of: path) == .notExecutable(path))
    #expect(StartFailure.notExecutable("/a/b").hint == "Run: chmod +x /a/b")
    #expect(StartFailure.notExecutable("/a/it's").hint == #"Run: chmod +x '/a/it'\''s'"#)
  }

  @Test(arguments: ["print('no interpreter')\n", "", "\u{7f}ELF but no program"])
  func aFileThatTheSystemCannotRun(text: String) throws {
    let path = try scripts.write(text)
    #expect(failure(of: path) == .unknownFormat(path))
  }

  @Test(arguments: ["#!/no/such/interpreter -x\n", "#! \t/no/such/interpreter", "#!/no/such/interpreter\n"])
  func aScriptWithoutItsInterpreter(text: String) throws {
    let path = try scripts.write(text)
    #expect(failure(of: path) == .noInterpreter("/no/such/interpreter", script: path))
  }

  @Test func aScriptWithOtherLineEnds() throws {
    let path = try scripts.write("#!/bin/sh\r\necho\r\n")
    let failure = failure(of: path)
    #expect(failure == .noInterpreter("/bin/sh\r", script: path))
    #expect(failure?.hint == "Save the script with line feeds alone at the ends of its lines.")
  }

  @Test func aPathMayBeRelative() throws {
    let path = try scripts.write("#!/bin/sh\necho started\n")
    let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }.joined(separator: "/")
    #expect(try ChildProcess(up + path).ask(count: 1) == ["started"])
  }

  @Test func namesAreFoundOnThePath() throws {
    let path = try scripts.write("#!/bin/sh\n", name: "tool")
    let folder = scripts.folder.path().hasSuffix("/") ? String(scripts.folder.path().dropLast()) : scripts.folder.path()
    try FileManager.default.createDirectory(atPath: scripts.path("a/tool"), withIntermediateDirectories: true)
    #expect(ChildProcess.find("tool", on: "/none:\(folder)/a:\(folder):/bin") == path)
    #expect(ChildProcess.find("tool", on: "/none::.") == nil)
    #expect(ChildProcess.find("a/tool", on: folder) == nil)
    #expect(ChildProcess.find("", on: folder) == nil)
    #expect(ChildProcess.find("sh", on: "/usr/bin:/bin")?.hasSuffix("/bin/sh") == true)
  }
}
