import Foundation
import Testing

/// `pomona build --archive`: the catalog as one file.
@Suite struct ArchiveTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", "name\nApple\nPear\n")
  }

  private func build(_ arguments: String...) throws -> Sandbox.Outcome {
    try sandbox.pomona(["build", "fruits.csv", "--output", "out", "--archive", "fruits.zip"] + arguments)
  }

  /// The files of the archive with their bytes, as another program unpacks them.
  private func unpacked() throws -> [String: Sandbox.Entry] {
    try? sandbox.remove("unpacked")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["unzip", "-qq", sandbox.url("fruits.zip").path(), "-d", sandbox.url("unpacked").path()]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try sandbox.catalog("unpacked")
  }

  @Test func theArchiveHasTheFilesOfTheOutput() throws {
    try sandbox.write("out/mine.txt", "not of the catalog")
    #expect(try build("--adopt", "--format", "html,markdown").status == 0)
    #expect(try unpacked() == sandbox.catalog("out").filter { $0.key != "mine.txt" })
    #expect(try unpacked().count > 8)
  }

  @Test func theSameCatalogGivesTheSameBytes() throws {
    #expect(try build().status == 0)
    let first = try Data(contentsOf: sandbox.url("fruits.zip"))
    // The memory of an earlier catalog has no effect.
    try sandbox.write("fruits.csv", "name\nApple\nPear\nFig\n")
    #expect(try build().status == 0)
    #expect(try Data(contentsOf: sandbox.url("fruits.zip")) != first)
    try sandbox.write("fruits.csv", "name\nApple\nPear\n")
    #expect(try build("--clean").status == 0)
    #expect(try Data(contentsOf: sandbox.url("fruits.zip")) == first)
    // Nor has a build without changes.
    try sandbox.remove("fruits.zip")
    #expect(try build().status == 0)
    #expect(try Data(contentsOf: sandbox.url("fruits.zip")) == first)
  }

  @Test func aFailureLeavesTheOldArchive() throws {
    #expect(try build().status == 0)
    let first = try Data(contentsOf: sandbox.url("fruits.zip"))
    try sandbox.write("fruits.csv", "name\nApple\nApple,2\n")
    #expect(try build("--problems", "stop").status == 1)
    #expect(try Data(contentsOf: sandbox.url("fruits.zip")) == first)
    #expect(try sandbox.contents().keys.filter { $0.hasPrefix("fruits.zip") } == ["fruits.zip"])
  }

  @Test(arguments: [
    ("fruits.csv", 1, "the archive cannot be written: the catalog is built from this file"),
    ("out/fruits.zip", 1, "the archive cannot be written: it would be among the catalog's files"),
    ("none/fruits.zip", 1, "the archive cannot be written: No such file or directory"),
  ]) func theArchiveNeedsItsOwnPath(archive: String, status: Int32, message: String) throws {
    try sandbox.makeFolder("out")
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--archive", archive)
    #expect(outcome.status == status && outcome.errors.contains(message))
    #expect(try sandbox.contents() == before)
  }

  @Test func aCheckWritesNone() throws {
    #expect(try build("--check").status == 2)
    #expect(!sandbox.exists("fruits.zip"))
  }
}
