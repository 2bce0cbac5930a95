import Foundation
import Publishing
import Testing

/// Bytes that are kept beside the catalog, and come and go with it.
@Suite struct NoteTests {
  private let site: Site
  private let plan = ["index.html": "home"]

  init() throws { site = try Site() }

  private func publish(_ plan: [String: String], _ notes: [String: String]) throws {
    var options = PublishingOptions()
    options.notes = notes.mapValues { Array($0.utf8) }
    try site.publish(plan, options: options)
  }

  private func note(_ name: String, isChecking: Bool = false) throws -> String? {
    try PublishedFolder(site.out, for: isChecking ? .check : .build).note(name).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func isKeptUntilThereIsAnother() throws {
    #expect(try note("a") == nil)
    try publish(plan, ["a": "first", "b": ""])
    #expect(try note("a") == "first" && note("b") == "" && note("c") == nil)
    try publish(plan, ["b": "second"])
    #expect(try note("a") == "first" && note("b") == "second")
    #expect(try note("a", isChecking: true) == "first")
    try site.publish(["index.html": "house"])
    #expect(try note("a") == "first" && note("b") == "second")
  }

  @Test func onlyAnotherOneIsWritten() throws {
    try publish(plan, ["a": "first", "b": "second"])
    let before = try site.traces()
    try publish(plan, ["a": "first", "b": "second"])
    #expect(try site.traces() == before)
    try publish(plan, ["a": "first", "b": "third"])
    let changed = try site.traces().filter { $0.value.mode & S_IFMT == S_IFREG && $0.value != before[$0.key] }
    #expect(Array(changed.keys) == ["out/.pomona/notes/b"])
  }

  @Test func thatIsLostOrDamagedIsNil() throws {
    try publish(plan, ["a": "first", "b": "second"])
    try site.remove("out/.pomona/notes/a")
    var bytes = try site.bytes("out/.pomona/notes/b")
    bytes[20] ^= 1
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/notes/b"))
    #expect(try note("a") == nil && note("b") == nil)
    try publish(plan, ["a": "first", "b": "second"])
    #expect(try note("a") == "first" && note("b") == "second")
  }

  @Test func whoOnlyLooksKeepsNothing() throws {
    try publish(plan, ["a": "first"])
    let before = try site.traces()
    var options = PublishingOptions()
    options.notes["a"] = [1]
    _ = try PublishedFolder(site.out, for: .check).publish(Site.plan(plan), options: options)
    #expect(try site.traces() == before)
  }

  /// A process that is killed before any change of the disk: the note is that of the catalog, old or new.
  @Test(arguments: [["index.html": "house", "a.html": "a"], ["index.html": "home"]])
  func goesWithTheCatalog(new: [String: String]) throws {
    var step = 0
    var isKilled = true
    var isNew = false
    while isKilled {
      step += 1
      let site = try Site(inMemory: true)
      var options = PublishingOptions()
      options.notes = ["note": Array("old".utf8), "other": Array("other".utf8)]
      try site.publish(plan, options: options)
      try site.write("plan", new)
      let child = try Child.run(site.out, "\(site.root)/plan", "--note", "new", "--kill", "\(step)")
      isKilled = child.isKilled
      isNew = child.lines.dropLast(isKilled ? 1 : 0).contains("move staging")
      for isChecking in [true, false] {
        let folder = try PublishedFolder(site.out, for: isChecking ? .check : .build)
        #expect(folder.note("note") == Array((isNew ? "new" : "old").utf8), "step \(step)")
        #expect(folder.note("other") == Array("other".utf8), "step \(step)")
      }
      #expect(try site.texts() == (isNew ? new : plan), "step \(step)")
    }
    #expect(isNew && step > 5)
  }
}
