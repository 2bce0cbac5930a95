import Foundation
import Publishing
import Testing

/// A process that is killed before any single change of the disk leaves the old catalog or one on its way, and the next run finishes.
@Suite struct KillTests {
  private static let old = [
    "index.html": "old", "fruits/apple.html": "same", "fruits/pear.html": "old", "nuts/hazel.html": "old",
    "crossed": "a file", "turned/inside.html": "in a folder", "assets/style.css": "same",
  ]
  private static let new = [
    "index.html": "new", "fruits/apple.html": "same", "fruits/quince.html": "new", "fruits/pear.html": "new",
    "roots/red/beet.html": "new", "roots/carrot.html": "new", "crossed/now.html": "in a folder", "turned": "a file",
    "assets/style.css": "same",
  ]

  @Test(arguments: [
    ([:], new), (old, new), (new, old), (old, [:]), (old, old.merging(["index.html": "new"]) { $1 }),
    (old, old.merging(["nuts/pecan.html": "new"]) { $1 }),
  ])
  func everyStep(old: [String: String], new: [String: String]) throws {
    let steps = try self.steps(from: old, to: new)
    // The count is of this design; that it is not 0 shows that there is something to kill.
    let committing = try #require(steps.firstIndex(of: "move staging"))
    for step in 1...steps.count {
      let site = try site(old: old, new: new)
      let child = try Child.run(site.out, "\(site.root)/plan", "--kill", "\(step)")
      #expect(child.isKilled && child.lines == Array(steps[..<step]), "step \(step)")

      let texts = try site.texts()
      if step <= committing + 1 {
        #expect(texts == old, "killed before \(steps[step - 1]), step \(step)")
      } else {
        for (path, text) in texts { #expect(text == old[path] || text == new[path], "\(path) at step \(step)") }
        for path in old.keys where new[path] == old[path] { #expect(texts[path] != nil, "\(path) at step \(step)") }
      }
      try expectToFinish(
        site, from: old, to: new, isCommitted: step > committing + 1, "step \(step), before \(steps[step - 1])")
    }
  }

  @Test func killedWhileAnotherKilledOneIsFinished() throws {
    var second = 0
    var isKilled = true
    while isKilled {
      second += 1
      let site = try site(old: Self.old, new: Self.new)
      _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "4")
      isKilled = try Child.run(site.out, "\(site.root)/plan", "--kill", "\(second)").isKilled
      guard isKilled else { break }
      for (path, text) in try site.texts() { #expect(text == Self.old[path] || text == Self.new[path], "\(path)") }
      // What the second was going to tell of is lost with it if it had finished all but its own cleaning up.
      let report = try site.publish(Self.new)
      #expect(try site.texts() == Self.new, "killed in the middle, then at \(second)")
      #expect(report.pages.written == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == Self.hidden)
    }
    #expect(second > 10)
  }

  @Test func whatAKilledOneStagedIsNotPublishedByAnother() throws {
    let site = try site(old: Self.old, new: Self.new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "0")
    let report = try site.publish(Self.old)
    #expect(report.created + report.updated + report.deleted == [])
    #expect(try site.texts() == Self.old)
  }

  @Test func whatAKilledOneChangedIsTold() throws {
    let site = try site(old: Self.old, new: Self.new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "1")
    // The way back: what was new for a moment is gone, the rest has changed twice.
    let report = try site.publish(Self.old)
    #expect(try site.texts() == Self.old)
    #expect(report.created == [] && report.deleted == [])
    #expect(
      Set(report.updated) == ["index.html", "fruits/pear.html", "nuts/hazel.html", "crossed", "turned/inside.html"])
  }

  // MARK: -

  private static let hidden = ["lock", "manifest", "store", "undelivered"]

  private func site(old: [String: String], new: [String: String]) throws -> Site {
    let site = try Site(inMemory: true)
    if !old.isEmpty { try site.publish(old) }
    try FileManager.default.createDirectory(atPath: "\(site.root)/plan", withIntermediateDirectories: true)
    try site.write("plan", new)
    return site
  }

  /// The changes that a process makes that nobody kills.
  private func steps(from old: [String: String], to new: [String: String]) throws -> [String] {
    let site = try site(old: old, new: new)
    let child = try Child.run(site.out, "\(site.root)/plan")
    try #require(child.status == 0, "\(child.errors)")
    #expect(try site.texts() == new)
    return child.lines
  }

  /// Publishes once more, and expects the catalog of a clean build, and a report of all that it has done and finished.
  private func expectToFinish(
    _ site: Site, from old: [String: String], to new: [String: String], isCommitted: Bool, _ comment: Comment
  ) throws {
    // A killed one whose list of changes is gone has but its own folder to delete.
    let isDone = isCommitted && !site.exists("out/.pomona/commit/changes")
    let old = isDone ? new : old
    let report = try site.publish(new)
    #expect(try site.texts() == new, comment)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == Self.hidden, comment)
    #expect(Set(report.created) == Set(new.keys).subtracting(old.keys), comment)
    #expect(Set(report.deleted) == Set(old.keys).subtracting(new.keys), comment)
    #expect(Set(report.updated) == Set(new.keys.filter { old[$0] != nil && old[$0] != new[$0] }), comment)
    let before = try site.traces()
    let again = try site.publish(new)
    #expect(again.created + again.updated + again.deleted == [] && again.pages.made + again.assets.made == 0, comment)
    #expect(try site.traces() == before, comment)
  }
}
