import Foundation
import Testing

/// Another program renders all pages again; the same program at another path does not.
@Suite struct ProgramIdentityTests {
  private let sandbox: Sandbox
  /// A build id, with the bytes before it in a program.
  private static let note = Data([4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0]) + Data("GNU\0".utf8)

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name\nApple\nPear\n")
  }

  private func path(_ name: String) -> String { sandbox.url(name).path(percentEncoded: false) }

  /// The number of pages that a program renders.
  private func rendered(by program: String) throws -> Int {
    let command = try RunningCommand(
      sandbox.url(program), ["build", "fruits.csv", "--output", "out", "--report", "json"], in: sandbox.folder)
    let end = try command.end()
    try #require(end.status == 0, "\(end.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(end.output.utf8)).pages.rendered
  }

  @Test func sameProgramElsewhereRendersNothing() throws {
    #expect(try sandbox.build("fruits.csv", "--output", "out").pages.rendered == 4)
    try FileManager.default.copyItem(at: sandbox.executable(), to: sandbox.url("copy"))
    #expect(try rendered(by: "copy") == 0)
    try FileManager.default.linkItem(at: sandbox.url("copy"), to: sandbox.url("twin"))
    #expect(try rendered(by: "twin") == 0)
    #expect(chmod(path("copy"), 0o700) == 0)
    #expect(utimes(path("copy"), [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
    for _ in 0..<3 { #expect(try rendered(by: "copy") == 0) }
  }

  @Test func otherProgramRendersEverything() throws {
    #expect(try sandbox.build("fruits.csv", "--output", "out").pages.rendered == 4)
    var program = try Data(contentsOf: sandbox.executable())
    let id = try #require(program.range(of: Self.note)?.upperBound, "the linker gives each build an id")
    func write(_ name: String) throws {
      try sandbox.write(name, program)
      #expect(chmod(path(name), 0o755) == 0)
    }
    program[id] ^= 1
    try write("other")
    #expect(try rendered(by: "other") == 4)
    #expect(try rendered(by: "other") == 0)
    // Without an id, all bytes are compared.
    program[id - 2] ^= 1
    try write("nameless")
    #expect(try rendered(by: "nameless") == 4)
    try FileManager.default.copyItem(at: sandbox.url("nameless"), to: sandbox.url("copy"))
    #expect(try rendered(by: "copy") == 0)
    program.append(0)
    try write("longer")
    #expect(try rendered(by: "longer") == 4)
  }
}
