import Foundation
import Testing

/// Full disks, and folders without permission: the error names the cause, and the catalog is unchanged.
@Suite struct DiskTests {
  /// The resource that is short.
  enum Shortage: CaseIterable {
    /// Space on the disk.
    case room
    /// The permission to write a large file: every process can be limited, of any user.
    case length
  }

  private static let shortages = Shortage.allCases.filter { $0 == .length || SmallDisk.isPossible }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func data(rows: Int, story: Int = 0) -> String {
    "name,story\n" + (0..<rows).map { "Fruit \($0),\(String(repeating: "long ", count: story))\n" }.joined()
  }

  @Test(arguments: shortages)
  func withoutRoomTheCatalogIsUnchanged(shortage: Shortage) throws {
    let disk = shortage == .room ? try SmallDisk(at: sandbox.url("disk"), kilobytes: 400) : nil
    func build() throws -> (status: Int32, isKilled: Bool, output: String, errors: String) {
      let arguments = ["build", "fruits.csv", "--output", "disk/out"]
      // The shell counts in blocks of 512 bytes; the signal of the limit is ignored, as by a service manager.
      return try sandbox.start(after: disk == nil ? "trap '' XFSZ; ulimit -f 60" : ":", arguments).end()
    }
    try sandbox.write("fruits.csv", data(rows: 12))
    #expect(try build().status == 0)
    let before = try sandbox.catalog("disk/out")
    let state = try sandbox.contents(of: "disk/out/.pomona").keys.sorted()

    try sandbox.write("fruits.csv", disk == nil ? data(rows: 12, story: 9000) : data(rows: 120))
    let outcome = try build()
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    let message = disk == nil ? "File too large" : "No space left on device"
    #expect(outcome.errors.hasPrefix("error: disk/out: cannot write "), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix("\n  Make room on the disk, and run it again: the catalog is as it was.\n"),
      "\(outcome.errors)")
    #expect(try sandbox.catalog("disk/out") == before)
    #expect(try sandbox.contents(of: "disk/out/.pomona").keys.sorted() == state)

    // The space is available again.
    try disk?.mount("size=4m")
    if disk == nil { try sandbox.write("fruits.csv", data(rows: 14)) }
    #expect(try build().status == 0)
    try sandbox.build("fruits.csv", "--output", "clean")
    #expect(try sandbox.catalog("disk/out") == sandbox.catalog("clean"))
  }

  @Test func firstBuildWithoutRoomLeavesNothing() throws {
    try sandbox.write("fruits.csv", data(rows: 3, story: 9000))
    let outcome = try sandbox.start(
      after: "trap '' XFSZ; ulimit -f 60", ["build", "fruits.csv", "--output", "here/out"]
    ).end()
    #expect(outcome.status == 1)
    #expect(try sandbox.contents().keys.sorted() == ["fruits.csv"])
  }

  @Test(.enabled(if: SmallDisk.isPossible || getuid() != 0, "the user that runs the tests may write everywhere"))
  func withoutPermissionTheCatalogIsUnchanged() throws {
    try sandbox.write("fruits.csv", data(rows: 3))
    let disk = SmallDisk.isPossible ? try SmallDisk(at: sandbox.url("disk"), kilobytes: 400) : nil
    try sandbox.build("fruits.csv", "--output", "disk/out")
    let before = try sandbox.contents(of: "disk")
    func allow(_ isAllowed: Bool) throws {
      if let disk { return try disk.mount(isAllowed ? "rw" : "ro") }
      for folder in ["disk/out/fruits", "disk/out/.pomona", "disk/out", "disk"] {
        chmod(sandbox.url(folder).path(percentEncoded: false), isAllowed ? 0o755 : 0o555)
      }
    }
    try allow(false)
    defer { try? allow(true) }
    try sandbox.write("fruits.csv", data(rows: 4))
    for output in ["disk/out", "disk/new"] {
      let outcome = try sandbox.pomona("build", "fruits.csv", "--output", output)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error: \(output): cannot "), "\(outcome.errors)")
      #expect(outcome.errors.contains("Check that you may write there"), "\(outcome.errors)")
    }
    #expect(try sandbox.contents(of: "disk") == before)
    try allow(true)
    #expect(try sandbox.build("fruits.csv", "--output", "disk/out").created == ["fruits/fruit-3.html"])
  }

  @Test func anOuterFolderIsAFile() throws {
    try sandbox.write("fruits.csv", data(rows: 3))
    try sandbox.write("file", "mine")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "file/out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("error: file/out: "), "\(outcome.errors)")
    #expect(try sandbox.text("file") == "mine")
  }
}
