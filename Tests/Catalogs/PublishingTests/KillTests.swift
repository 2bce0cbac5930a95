import Diagnostics
import Foundation
import Publishing
import TestKit
import Testing

/// If a process is killed before any single change of the disk, the old catalog remains, or one in transition, and the
/// next run completes it.
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

  /// The change of the store.
  enum StoreChange: CaseIterable {
    /// All files are published.
    case whole
    /// Only those that differ are, and they are appended to the store.
    case appending
    /// Only those that differ are, and the store is rewritten.
    case rewriting
  }

  private static let plans = [
    ([:], new), (old, new), (new, old), (old, [:]), (old, old.merging(["index.html": "new"]) { $1 }),
    (old, old.merging(["nuts/pecan.html": "new"]) { $1 }),
  ]

  @Test(arguments: plans, StoreChange.allCases)
  func everyStep(plans: (old: [String: String], new: [String: String]), change: StoreChange) throws {
    let (old, new) = plans
    let steps = try self.steps(from: old, to: new, change)
    let isSmall = new.count { old[$0.key] != $0.value } == 1 && old.keys.allSatisfy { new[$0] != nil }
    if isSmall { #expect(steps.contains(change == .rewriting ? "move store" : "append store")) }
    // The step depends on the implementation; that it exists shows that there is a commit to interrupt.
    let committing = try #require(steps.firstIndex(of: "move staging"))
    for step in stepsToKill(steps.count, committing: committing, oneOf: 2) {
      let site = try site(old: old, new: new, change)
      let child = try Child.run([site.out, "\(site.root)/plan", "--kill", "\(step)"] + arguments(change, site))
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

  @Test func killedWhileCompletingAnotherKilledProcess() throws {
    var second = 0
    var isKilled = true
    while isKilled {
      second += 1
      let site = try site(old: Self.old, new: Self.new)
      _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "4")
      isKilled = try Child.run(site.out, "\(site.root)/plan", "--kill", "\(second)").isKilled
      guard isKilled else { break }
      for (path, text) in try site.texts() { #expect(text == Self.old[path] || text == Self.new[path], "\(path)") }
      // The report of the second is lost with it if only its cleaning up was missing.
      let report = try site.publish(Self.new)
      #expect(try site.texts() == Self.new, "killed in the middle, then at \(second)")
      #expect(report.pages.written == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == Self.hidden)
    }
    #expect(second > 10)
  }

  @Test func filesStagedByAKilledProcessAreNotPublishedByAnother() throws {
    let site = try site(old: Self.old, new: Self.new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "0")
    let report = try site.publish(Self.old)
    #expect(report.created + report.updated + report.deleted == [])
    #expect(try site.texts() == Self.old)
  }

  @Test func changesOfAKilledProcessAreReported() throws {
    let site = try site(old: Self.old, new: Self.new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "1")
    // The old plan again: new files were deleted again, the others have changed twice.
    let report = try site.publish(Self.old)
    #expect(try site.texts() == Self.old)
    #expect(report.created == [] && report.deleted == [])
    #expect(
      Set(report.updated) == ["index.html", "fruits/pear.html", "nuts/hazel.html", "crossed", "turned/inside.html"])
  }

  /// A foreign file is created at a path to which the killed process was going to move a file.
  @Test(arguments: ["fruits/quince.html", "roots/carrot.html"])
  func aFileCreatedSinceTheCommitIsNotReplaced(path: String) throws {
    let site = try site(old: Self.old, new: Self.new)
    _ = try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "1")
    try site.write("out/\(path)", "mine")
    let error = #expect(throws: DiagnosticsError.self) { try site.publish(Self.new) }
    let message = error?.description ?? ""
    #expect(message.contains("“\(path)” is not a file that Pomona wrote, and is not replaced"), "\(message)")
    #expect(try site.bytes("out/\(path)") == Data("mine".utf8))
    try site.remove("out/\(path)")
    try site.publish(Self.new)
    #expect(try site.texts() == Self.new)
  }

  /// A process is killed, or the machine goes down, while appending: the next process writes the end of the store
  /// again.
  @Test(arguments: [false, true])
  func storeAppendedInPart(isFilledUp: Bool) throws {
    let old = Self.old.filter { !$0.key.hasPrefix("turned") }
    let new = old.merging(["index.html": "new", "z.html": "new"]) { $1 }
    let step = try #require(try steps(from: old, to: new, .appending).firstIndex(of: "append store")) + 1
    let killed = try site(old: old, new: new)
    let child = try Child.run(
      [killed.out, "\(killed.root)/plan", "--kill", "\(step)"] + arguments(.appending, killed))
    #expect(child.isKilled)
    func copy() throws -> Site {
      let site = try Site(inMemory: true)
      try FileManager.default.copyItem(atPath: killed.out, toPath: site.out)
      return site
    }
    let store = try killed.bytes("out/.pomona/store")
    let finished = try copy()
    try PublishedFolder(finished.out).close()
    let batch = Array(try finished.bytes("out/.pomona/store").dropFirst(store.count))
    #expect(batch.count > 100)
    // All lines are affected alike by a missing byte: only `make fuzz` tries all lengths.
    let lengths = (0...batch.count).filter { Seeds.isThorough || $0 % 3 == 0 || $0 < 100 || $0 > batch.count - 10 }
    for length in lengths {
      let site = try copy()
      let end = batch.prefix(length) + Array(repeating: 0, count: isFilledUp ? batch.count + 20 - length : 0)
      try (store + end).write(to: URL(filePath: "\(site.out)/.pomona/store"))
      try PublishedFolder(site.out, for: .check).close()
      try PublishedFolder(site.out).close()
      #expect(try site.bytes("out/.pomona/store") == store + batch, "\(length) bytes")
      for _ in 0..<2 {
        let folder = try PublishedFolder(site.out)
        #expect(try folder.publish(Site.plan(new)).mended == [], "\(length) bytes")
        folder.close()
      }
      #expect(try site.texts() == new, "\(length) bytes")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == Self.hidden)
    }
  }

  // MARK: -

  private static let hidden = ["changes", "lock", "store"]

  private func site(old: [String: String], new: [String: String], _ change: StoreChange = .whole) throws -> Site {
    let site = try Site(inMemory: true)
    if !old.isEmpty { try site.publish(old) }
    try site.write("old", old)
    try FileManager.default.createDirectory(atPath: "\(site.root)/old", withIntermediateDirectories: true)
    if change == .rewriting, let path = old.keys.min() {
      // So many batches that the next one rewrites the store.
      let folder = try PublishedFolder(site.out)
      for number in stride(from: 1 + old.count, through: 62, by: 2) {
        _ = try folder.publish(changed: [Site.plan(path, "\(number)")])
      }
      _ = try folder.publish(changed: [Site.plan(path, old[path] ?? "")])
      try folder.deliverChanges { _ in }
    }
    try FileManager.default.createDirectory(atPath: "\(site.root)/plan", withIntermediateDirectories: true)
    try site.write("plan", new)
    return site
  }

  /// The changes of the disk by a process that is not killed.
  private func steps(from old: [String: String], to new: [String: String], _ change: StoreChange) throws -> [String] {
    let site = try site(old: old, new: new, change)
    let child = try Child.run([site.out, "\(site.root)/plan"] + arguments(change, site))
    try #require(child.status == 0, "\(child.errors)")
    #expect(try site.texts() == new)
    return child.lines
  }

  private func arguments(_ change: StoreChange, _ site: Site) -> [String] {
    change == .whole ? [] : ["--since", "\(site.root)/old"]
  }

  /// Publishes again, and expects the catalog of a clean build, and a report of all changes, including completed ones.
  private func expectToFinish(
    _ site: Site, from old: [String: String], to new: [String: String], isCommitted: Bool, _ comment: Comment
  ) throws {
    // If the list of changes of the killed process is deleted, only its own folder is left to delete.
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
