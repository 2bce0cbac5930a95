import Fingerprints
import Foundation
import Publishing
import Testing

/// The state of a catalog in another folder than the output.
@Suite struct StateFolderTests {
  private let site: Site
  private var state: String { "\(site.root)/state" }
  private let old = ["index.html": "old", "a/b.html": "old"]
  private let new = ["index.html": "new", "c.html": "new"]

  init() throws { site = try Site() }

  @discardableResult
  private func publish(
    _ texts: [String: String], out: String? = nil, state: String? = nil, isChecking: Bool = false
  ) throws -> PublishingReport {
    let folder = try PublishedFolder(out ?? site.out, state: state ?? self.state, for: isChecking ? .check : .build)
    defer { folder.close() }
    return try folder.publish(Site.plan(texts))
  }

  @Test func theOutputHasOnlyTheCatalog() throws {
    #expect(try publish(old).created.count == 2)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: site.out).sorted() == ["a", "a/b.html", "index.html"])
    #expect(try publish(old).pages.made == 0)
    let report = try publish(new)
    #expect(report.created == ["c.html"] && report.updated == ["index.html"] && report.deleted == ["a/b.html"])
    #expect(try site.texts() == new)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: site.out).sorted() == ["c.html", "index.html"])
    #expect(try publish(new, isChecking: true).pages.made == 0)
  }

  @Test func fragmentsMayBeStoredThere() throws {
    try publish(old)
    let folder = try PublishedFolder(site.out, state: state)
    folder.fragments(of: "book", isClean: false).add([1], for: Fingerprint("1"))
    folder.close()
    #expect(try publish(old).pages.made == 0)
  }

  @Test func withoutPublishingNothingIsCreated() throws {
    _ = try publish(old, isChecking: true)
    #expect(try site.refusal { try publish(["../x": "x"]) }.contains("is not a place inside"))
    #expect(try site.traces().isEmpty)
  }

  @Test func killedAtEveryStep() throws {
    var step = 0
    var isKilled = true
    while isKilled {
      step += 1
      let site = try Site(inMemory: true)
      let state = "\(site.root)/state"
      try publish(old, out: site.out, state: state)
      try site.write("plan", new)
      isKilled = try Child.run(site.out, "\(site.root)/plan", "--state", state, "--kill", "\(step)").isKilled
      try publish(new, out: site.out, state: state)
      #expect(try site.texts() == new, "step \(step)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: state).sorted() == ["changes", "lock", "notes", "store"])
    }
    #expect(step > 10)
  }

  @Test func aFolderWithItsOwnStateIsRefused() throws {
    try site.publish(old)
    let message = try site.refusal { try publish(new) }
    #expect(message.contains("already has its own state folder, .pomona"))
    #expect(message.contains("mv \(site.out)/.pomona \(state)"))
    try FileManager.default.moveItem(atPath: "\(site.out)/.pomona", toPath: state)
    #expect(try publish(old).pages.made == 0)
  }

  @Test func aFolderWithoutItsStateIsForeign() throws {
    try publish(old)
    #expect(try site.refusal { try site.publish(new) }.contains("a file that Pomona did not write"))
    #expect(try site.refusal { try publish(new, state: "\(site.root)/other") }.contains("did not write"))
  }

  @Test func twoFoldersCannotShareOne() throws {
    try publish(old)
    let message = try site.refusal { try publish(new, out: "\(site.root)/other") }
    #expect(message.contains("is that of another output folder, \(site.out)"))
    #expect(!site.exists("other"))
    // Nor one of a process that was killed while publishing.
    try site.write("plan", new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--state", state, "--kill-committed", "1")
    #expect(throws: (any Error).self) { try publish(new, out: "\(site.root)/other") }
    #expect(!site.exists("other"))
    try FileManager.default.copyItem(atPath: site.out, toPath: "\(site.root)/copy")
    #expect(throws: (any Error).self) { try publish(new, out: "\(site.root)/copy") }
    try publish(new)
    #expect(try site.texts() == new)
  }

  @Test func movedFoldersAreRecognized() throws {
    let files = FileManager.default
    try publish(old, out: "\(site.root)/one/out", state: "\(site.root)/one/state")
    // Both together, in copies with other times.
    try files.moveItem(atPath: "\(site.root)/one", toPath: "\(site.root)/two")
    #expect(try publish(old, out: "\(site.root)/two/out", state: "\(site.root)/two/state").pages.made == 0)
    try files.copyItem(atPath: "\(site.root)/two", toPath: "\(site.root)/three")
    #expect(try publish(old, out: "\(site.root)/three/out", state: "\(site.root)/three/state").pages.written == 0)
    // Each separately.
    try files.moveItem(atPath: "\(site.root)/two/out", toPath: site.out)
    try files.moveItem(atPath: "\(site.root)/two/state", toPath: state)
    #expect(try publish(old).pages.made == 0)
    // Another folder at the path of a deleted one.
    try files.removeItem(atPath: site.out)
    try site.write("other/index.html", "mine")
    #expect(throws: (any Error).self) { try publish(new, out: "\(site.root)/other") }
    #expect(try String(decoding: site.bytes("other/index.html"), as: UTF8.self) == "mine")
  }

  @Test func invalidPlaces() throws {
    for state in ["\(site.out)/.state", site.out, "\(site.out)/"] {
      #expect(try site.refusal { try publish(old, state: state) }.contains("one within the other"), "\(state)")
    }
    #expect(try site.refusal { try publish(old, state: site.root) }.contains("one within the other"))
    try site.write("mine/notes.txt", "mine")
    try site.write("file", "mine")
    #expect(try site.refusal { try publish(old, state: "\(site.root)/mine") }.contains("“notes.txt”"))
    #expect(try site.refusal { try publish(old, state: "\(site.root)/file") }.contains("is a file"))
    #expect(!site.exists("out"))
  }

  @Test(arguments: Disk.isAvailable ? [0] : [])
  func anotherFileSystem(_: Int) throws {
    let disk = try Disk(at: "\(site.root)/disk", options: "size=1m")
    defer { disk.remove() }
    for isMade in [false, true] {
      if isMade {
        try FileManager.default.createDirectory(atPath: "\(site.root)/disk/s", withIntermediateDirectories: true)
      }
      let message = try site.refusal { try publish(old, state: "\(site.root)/disk/s") }
      #expect(message.contains("is on another file system than the output folder"))
      #expect(!site.exists("out"))
    }
  }
}
