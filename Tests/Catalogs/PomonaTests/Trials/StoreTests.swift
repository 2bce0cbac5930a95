import Foundation
import TestKit
import Testing

/// The store of the last build is damaged, lost, or of another catalog: then all files are compared, or the build is
/// refused; the output is never wrong.
@Suite struct StoreTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("fruits.csv", data())
    try sandbox.build("fruits.csv", "--output", "out")
  }

  private func data(_ note: String = "sweet", rows: Int = 20) -> String {
    "name,kind,note\n" + (0..<rows).map { "Fruit \($0),kind \($0 % 3),\(note) \($0)\n" }.joined()
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: sandbox.url(path)) }

  private func expectCleanBuild(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sandbox.build("fruits.csv", "--output", "out")
    try sandbox.build("fruits.csv", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"), comment, sourceLocation: sourceLocation)
    try sandbox.remove("clean")
  }

  /// The store is damaged behind its beginning, which was written by the first build.
  @Test func damagedEndOfTheStore() throws {
    let start = try bytes("out/.pomona/store").count
    var random = SeededGenerator(seed: 7)
    for round in 0..<12 {
      try sandbox.write("fruits.csv", data().replacing("sweet \(round % 5)\n", with: "round \(round)\n"))
      try sandbox.build("fruits.csv", "--output", "out")
      var damaged = try bytes("out/.pomona/store")
      guard start < damaged.count else { continue }
      switch round % 4 {
      case 0: damaged = damaged.prefix(Int.random(in: start..<damaged.count, using: &random))
      case 1: damaged[Int.random(in: start..<damaged.count, using: &random)] ^= 0x10
      case 2: damaged += Data("more".utf8)
      default: damaged = damaged.prefix(start) + Data("{}".utf8)
      }
      try sandbox.write("out/.pomona/store", damaged)
      if round % 3 == 0 { try sandbox.remove("out/.pomona/changes") }
      if round % 2 == 0 { try sandbox.write("fruits.csv", data("round \(round)")) }
      try expectCleanBuild("round \(round)")
    }
  }

  @Test func storeOfAnEarlierBuild() throws {
    let store = try bytes("out/.pomona/store")
    try sandbox.write("fruits.csv", data("other"))
    try sandbox.build("fruits.csv", "--output", "out")
    // The files are the same: only their records in the store are old.
    try sandbox.write("out/.pomona/store", store)
    try expectCleanBuild("an old store, and new data")
    try sandbox.write("out/.pomona/store", store)
    try sandbox.write("fruits.csv", data())
    try expectCleanBuild("an old store, and its data")
  }

  @Test(arguments: ["-r", "-a"])
  func copiedCatalog(option: String) throws {
    let copy = Process()
    copy.executableURL = URL(filePath: "/usr/bin/env")
    copy.arguments = ["cp", option, "out", "copy"]
    copy.currentDirectoryURL = sandbox.folder
    try copy.run()
    copy.waitUntilExit()
    let before = try sandbox.catalog("copy")
    #expect(try sandbox.build("fruits.csv", "--output", "copy").counts.prefix(2) == [0, 0])
    #expect(try sandbox.catalog("copy") == before)
    try sandbox.write("fruits.csv", data("other"))
    try sandbox.build("fruits.csv", "--output", "copy")
    try sandbox.build("fruits.csv", "--output", "clean")
    #expect(try sandbox.catalog("copy") == sandbox.catalog("clean"))
  }

  @Test func damagedStore() throws {
    let store = try bytes("out/.pomona/store")
    var random = SeededGenerator(seed: 8)
    for round in 0..<8 {
      var damaged = store
      switch round % 4 {
      case 0: damaged = damaged.prefix(Int.random(in: 0..<store.count, using: &random))
      case 1: damaged[Int.random(in: 0..<store.count, using: &random)] ^= 0x01
      case 2: damaged = Data()
      default: damaged = Data("pomona store 5\n../fruits.csv\0\(sandbox.url("fruits.csv").path())\0".utf8)
      }
      try sandbox.write("out/.pomona/store", damaged)
      let before = try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") }
      let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out")
      #expect(outcome.status == 0 && outcome.output.contains("Nothing has changed"), "round \(round)")
      #expect(
        outcome.errors == """
          warning: out: the list of the catalog's files in it, .pomona/store, was damaged, and is made anew from the \
          files that are as they would be written.
            The next list of changes names all of them.

          """, "round \(round)")
      #expect(try sandbox.traces(of: "out").filter { !$0.key.hasPrefix(".pomona") } == before)
      #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out").errors == "")
    }
  }

  @Test func damagedStoreAndOtherData() throws {
    let store = try bytes("out/.pomona/store")
    try sandbox.write("out/.pomona/store", store.prefix(100))
    try sandbox.write("fruits.csv", data("other"))
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out")
    #expect(outcome.status == 1 && outcome.errors.contains(".pomona/store, was damaged"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Delete it if it is from an earlier build, or everything in the folder"))
    #expect(try sandbox.contents() == before)
    for name in try sandbox.contents(of: "out").keys where name != ".pomona" && !name.contains("/") {
      try sandbox.remove("out/\(name)")
    }
    try expectCleanBuild("everything but the state was deleted")
  }

  @Test func lostStore() throws {
    try sandbox.remove("out/.pomona/store")
    let before = try sandbox.catalog("out")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("holds a file that Pomona did not write"), "\(outcome.errors)")
    #expect(try sandbox.catalog("out") == before)
  }

  @Test func aStoreOfAnotherCatalogDeletesNothing() throws {
    try sandbox.write("nuts.csv", data("nut", rows: 5))
    try sandbox.build("nuts.csv", "--output", "nuts")
    try sandbox.write("out/.pomona/store", try bytes("nuts/.pomona/store"))
    let before = try sandbox.catalog("out")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("holds a file that Pomona did not write"), "\(outcome.errors)")
    #expect(try sandbox.catalog("out") == before)
  }

  @Test func catalogOfAnOlderVersionIsRefused() throws {
    try sandbox.write("old/.pomona/manifest.json", #"{"version": 1, "isAdopted": false, "files": ["index.html"]}"#)
    try sandbox.write("old/index.html", "old")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "old")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: old: the catalog in it was written by another version of Pomona.
          Choose another folder with --output, or empty this one.

        """)
    #expect(try sandbox.text("old/index.html") == "old")
  }
}
