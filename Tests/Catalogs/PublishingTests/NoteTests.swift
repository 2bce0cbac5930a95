import Foundation
import Publishing
import Testing

/// Bytes that are stored with the catalog, and published and deleted with it.
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

  @Test func aNoteIsKeptUntilItIsReplaced() throws {
    #expect(try note("a") == nil)
    try publish(plan, ["a": "first", "b": ""])
    #expect(try note("a") == "first" && note("b") == "" && note("c") == nil)
    try publish(plan, ["b": "second"])
    #expect(try note("a") == "first" && note("b") == "second")
    #expect(try note("a", isChecking: true) == "first")
    try site.publish(["index.html": "house"])
    #expect(try note("a") == "first" && note("b") == "second")
  }

  @Test func onlyAChangedNoteIsWritten() throws {
    try publish(plan, ["a": "first", "b": "second"])
    let before = try site.traces()
    try publish(plan, ["a": "first", "b": "second"])
    #expect(try site.traces() == before)
    try publish(plan, ["a": "first", "b": "third"])
    let changed = try site.traces().filter { $0.value.mode & S_IFMT == S_IFREG && $0.value != before[$0.key] }
    #expect(changed.keys.sorted() == ["out/.pomona/changes", "out/.pomona/notes/b"])
  }

  @Test func aLostOrDamagedNoteIsNil() throws {
    try publish(plan, ["a": "first", "b": "second"])
    try site.remove("out/.pomona/notes/a")
    var bytes = try site.bytes("out/.pomona/notes/b")
    bytes[20] ^= 1
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/notes/b"))
    #expect(try note("a") == nil && note("b") == nil)
    try publish(plan, ["a": "first", "b": "second"])
    #expect(try note("a") == "first" && note("b") == "second")
  }

  @Test func aCheckStoresNoNote() throws {
    try publish(plan, ["a": "first"])
    let before = try site.traces()
    var options = PublishingOptions()
    options.notes["a"] = [1]
    _ = try PublishedFolder(site.out, for: .check).publish(Site.plan(plan), options: options)
    #expect(try site.traces() == before)
  }

  /// A process that is killed before any change of the disk: the note is that of the catalog, old or new.
  @Test(arguments: [["index.html": "house", "a.html": "a"], ["index.html": "home"]])
  func aNoteIsPublishedWithTheCatalog(new: [String: String]) throws {
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

  // MARK: - Appending

  @discardableResult
  private func append(_ text: String, _ plan: [String: String]? = nil, to site: Site? = nil) throws -> PublishingReport
  {
    var options = PublishingOptions()
    options.appendedNotes = ["log": Array(text.utf8)]
    return try (site ?? self.site).publish(plan ?? self.plan, options: options)
  }

  @Test func appendedBytesExtendANote() throws {
    try append("one, ")
    try append("two, ")
    #expect(try note("log") == "one, two, ")
    let folder = try PublishedFolder(site.out)
    for number in 3..<6 {
      var options = PublishingOptions()
      options.appendedNotes = ["log": Array("\(number), ".utf8), "other": Array("\(number)".utf8)]
      _ = try folder.publish(changed: [], options: options)
      #expect(folder.note("log").map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("\(number), ") == true)
    }
    folder.close()
    #expect(try note("log") == "one, two, 3, 4, 5, " && note("other") == "345")
    try publish(plan, ["log": "new: "])
    #expect(try note("log") == "new: ")
    try append("")
    try append("more")
    #expect(try note("log") == "new: more" && note("log", isChecking: true) == "new: more")
  }

  @Test func onlyAppendedBytesAreWritten() throws {
    try publish(plan, ["log": String(repeating: "x", count: 100_000)])
    let before = try site.status("out/.pomona/notes/log")
    try append("more")
    let after = try site.status("out/.pomona/notes/log")
    #expect(before.identity == after.identity && after.size - before.size < 50)
  }

  /// A torn chunk is dropped with all after it, and replaced by the next appended bytes.
  @Test func tornChunksAreDropped() throws {
    let texts = ["one, ", "two, ", "three"]
    var ends: [Int] = []
    for text in texts {
      try append(text)
      ends.append(try site.bytes("out/.pomona/notes/log").count)
    }
    let bytes = try site.bytes("out/.pomona/notes/log")
    for length in 20..<bytes.count {
      for isCut in [true, false] {
        var torn = isCut ? bytes.prefix(length) : bytes
        if !isCut { torn[length] ^= 4 }
        try torn.write(to: URL(filePath: "\(site.out)/.pomona/notes/log"))
        let whole = texts.prefix(ends.count { $0 <= length }).joined()
        #expect(try note("log") == (length < ends[0] ? nil : whole), "\(length)")
        guard length % 7 == 0 else { continue }
        try append("new")
        #expect(try note("log") == whole + "new", "\(length)")
      }
    }
  }

  /// A process is killed before any change of the disk: the note has the appended bytes once, or not at all.
  @Test(arguments: [true, false])
  func bytesAreAppendedOnceWithTheCatalog(isWhole: Bool) throws {
    let new = ["index.html": "house", "a.html": "a"]
    var step = 0
    var isKilled = true
    var isNew = false
    while isKilled {
      step += 1
      let site = try Site(inMemory: true)
      var options = PublishingOptions()
      options.notes = ["note": Array("old".utf8)]
      try site.publish(plan, options: options)
      try site.write("old", plan)
      try site.write("plan", new)
      let arguments = isWhole ? [] : ["--since", "\(site.root)/old"]
      let child = try Child.run([site.out, "\(site.root)/plan", "--append", " new", "--kill", "\(step)"] + arguments)
      isKilled = child.isKilled
      isNew = child.lines.dropLast(isKilled ? 1 : 0).contains("move staging")
      let text = isNew ? "old new" : "old"
      // Half of the bytes may be written.
      if isKilled, child.lines.last == "append note" {
        try (site.bytes("out/.pomona/notes/note") + Data([4, 0, 0])).write(
          to: URL(filePath: "\(site.out)/.pomona/notes/note"))
      }
      for isChecking in [true, false, false] {
        let folder = try PublishedFolder(site.out, for: isChecking ? .check : .build)
        #expect(folder.note("note") == Array(text.utf8), "step \(step)")
      }
      #expect(try site.texts() == (isNew ? new : plan), "step \(step)")
    }
    #expect(isNew && step > 5)
  }
}
