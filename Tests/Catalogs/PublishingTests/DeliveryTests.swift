import Foundation
import Publishing
import TestKit
import Testing

/// The list of changes, which is kept until it is delivered: whichever process has published, and however it ended.
@Suite struct DeliveryTests {
  private let site: Site

  init() throws { site = try Site(inMemory: true) }

  private func deliver(_ site: Site? = nil) throws -> FileChanges {
    let folder = try PublishedFolder((site ?? self.site).out)
    defer { folder.close() }
    var delivered = FileChanges()
    try folder.deliverChanges { delivered = $0 }
    return delivered
  }

  private func changes(_ created: [String], _ updated: [String] = [], _ deleted: [String] = []) -> FileChanges {
    var changes = FileChanges()
    (changes.created, changes.updated, changes.deleted) = (created, updated, deleted)
    return changes
  }

  @Test func theListIsDeliveredOnce() throws {
    try site.publish(["b.html": "b", "a/c.html": "c"])
    #expect(try deliver() == changes(["a/c.html", "b.html"]))
    let before = try site.traces()
    #expect(try deliver() == FileChanges())
    #expect(try site.traces().keys.sorted() == before.keys.sorted())
    try site.publish(["b.html": "B", "d.html": "d"])
    #expect(try deliver() == changes(["d.html"], ["b.html"], ["a/c.html"]))
    #expect(try deliver() == FileChanges())
  }

  @Test func theListHasTheNetChanges() throws {
    try site.publish(["kept": "1", "changed": "1", "gone": "1", "back": "1"])
    _ = try deliver()
    try site.publish(["kept": "1", "changed": "2", "new": "1", "short": "1"])
    try site.publish(["kept": "1", "changed": "3", "new": "2", "back": "2"])
    try site.publish(["kept": "1", "changed": "3", "new": "2", "back": "2"])
    #expect(try deliver() == changes(["new"], ["back", "changed"], ["gone"]))
  }

  @Test func theListIsDeliveredAgainAfterAnError() throws {
    struct Full: Error {}
    try site.publish(["a": "a"])
    let folder = try PublishedFolder(site.out)
    #expect(throws: Full.self) { try folder.deliverChanges { _ in throw Full() } }
    _ = try folder.publish(Site.plan(["a": "a", "b": "b"]))
    folder.close()
    #expect(try deliver() == changes(["a", "b"]))
  }

  @Test func aRepeatableDeliveryIsRepeated() throws {
    try site.publish(["a": "a"])
    let folder = try PublishedFolder(site.out)
    for _ in 0..<2 { try folder.deliverChanges(isRepeated: true) { #expect($0 == changes(["a"])) } }
    _ = try folder.publish(Site.plan(["a": "b"]))
    folder.close()
    #expect(try deliver() == changes(["a"]))
    #expect(try deliver() == FileChanges())
  }

  /// The list is relative to the last delivery, and not to the files on the disk.
  @Test(arguments: [false, true])
  func deletionsByOthersAreNoDelivery(isRestored: Bool) throws {
    try site.publish(["told": "1", "kept": "1", "new": "1"])
    _ = try deliver()
    for path in ["told", "kept"] { try site.remove("out/\(path)") }
    if isRestored { try site.publish(["told": "1", "kept": "1"]) }
    try site.publish(["kept": "1"])
    #expect(try deliver() == changes([], ["kept"], ["new", "told"]))
    #expect(try deliver() == FileChanges())
  }

  /// A file whose delivery may be among the lost records is reported as new, and its deletion is reported in any case.
  @Test func aDeletionAfterLostRecords() throws {
    try site.publish(["a": "a", "b": "b"])
    _ = try deliver()
    try Data().write(to: URL(filePath: "\(site.out)/.pomona/store"))
    try site.publish(["a": "a", "b": "b"])
    #expect(try site.publish(["a": "a"]).deleted == ["b"])
    #expect(try deliver() == changes(["a"], [], ["b"]))
    #expect(try deliver() == FileChanges())
  }

  @Test func aCheckDeliversNothing() throws {
    try site.publish(["a": "a"])
    let folder = try PublishedFolder(site.out, for: .check)
    _ = try folder.publish(Site.plan(["b": "b"]))
    try folder.deliverChanges { _ in Issue.record("nothing is delivered") }
    folder.close()
    #expect(try deliver() == changes(["a"]))
  }

  /// Changes that cannot be read any more are reported twice rather than never.
  @Test func aDamagedStoreReportsEveryFile() throws {
    try site.publish(["a": "a", "b": "b"])
    _ = try deliver()
    try site.publish(["a": "A", "b": "b"])
    var bytes = try site.bytes("out/.pomona/store")
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    try site.remove("out/.pomona/changes")
    #expect(try deliver() == changes([], ["a", "b"]))
    #expect(try deliver() == FileChanges())
    // The loss of records is stored: files that the torn batch published are adopted.
    try site.publish(["a": "A", "b": "b"])
    #expect(try deliver() == FileChanges())
  }

  /// Random plans, among them empty ones, deliveries and edits by others in between, against a dictionary.
  @Test(arguments: Seeds.fixed(2, fresh: 2))
  func randomHistory(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b/c", "b/d", "e", "f/g/h"]
    var delivered: [String: String] = [:]
    var touched: Set<String> = []
    var present: [String: String] = [:]
    for step in 0..<40 {
      for name in present.keys.sorted() where Int.random(in: 0..<6, using: &random) == 0 {
        present[name] = Bool.random(using: &random) ? "?" : nil
        if let text = present[name] { try site.write("out/\(name)", text) } else { try site.remove("out/\(name)") }
      }
      var next: [String: String] = [:]
      for name in names where Bool.random(using: &random) { next[name] = "\(Int.random(in: 0..<2, using: &random))" }
      try site.publish(next)
      touched.formUnion(names.filter { present[$0] != next[$0] })
      present = next
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      let expected = changes(
        names.filter { delivered[$0] == nil && present[$0] != nil },
        names.filter { delivered[$0] != nil && present[$0] != nil && touched.contains($0) },
        names.filter { delivered[$0] != nil && present[$0] == nil })
      #expect(try deliver() == expected, "seed \(seed), step \(step)")
      (delivered, touched) = (present, [])
    }
  }

  /// A process that publishes and delivers is killed before each change of the disk, then another one publishes other
  /// files and is killed, too: the delivered lists together equal the changes.
  @Test(arguments: [nil, 3, 12, 30] as [Int?])
  func everyStep(second: Int?) throws {
    let old = ["index.html": "old", "gone.html": "old", "same.html": "same"]
    let new = ["index.html": "new", "new/a.html": "new", "same.html": "same", "new/b.html": "new"]
    let last = ["index.html": "new", "new/a.html": "last", "same.html": "same"]
    var step = 0
    var isKilled = true
    while isKilled {
      step += 1
      let site = try Site(inMemory: true)
      try site.publish(old)
      _ = try deliver(site)
      try site.write("plan", new)
      try site.write("last", last)
      let list = "\(site.root)/list.json"
      func take(from child: Bool) throws -> FileChanges? {
        guard child, let bytes = FileManager.default.contents(atPath: list) else { return nil }
        return try JSONDecoder().decode(FileChanges.self, from: bytes)
      }
      let first = try Child.run(site.out, "\(site.root)/plan", "--deliver", list, "--kill", "\(step)")
      isKilled = first.isKilled
      // A list is delivered if its process has ended successfully.
      var lists = [try take(from: !first.isKilled)]
      try? FileManager.default.removeItem(atPath: list)
      if let second {
        let child = try Child.run(site.out, "\(site.root)/last", "--deliver", list, "--kill", "\(second)")
        lists.append(try take(from: !child.isKilled))
      }
      try site.publish(last)
      lists.append(try deliver(site))

      var delivered = old
      for changes in lists.compactMap(\.self) {
        for path in changes.created {
          #expect(delivered[path] == nil, "\(path), step \(step)")
          delivered[path] = "told"
        }
        for path in changes.updated {
          #expect(delivered[path] != nil, "\(path), step \(step)")
          delivered[path] = "told"
        }
        for path in changes.deleted { #expect(delivered.removeValue(forKey: path) != nil, "\(path), step \(step)") }
      }
      #expect(Set(delivered.keys) == Set(last.keys), "step \(step)")
      #expect(Set(delivered.filter { $0.value == "told" }.keys) == ["index.html", "new/a.html"], "step \(step)")
    }
    #expect(step > 20)
  }

  /// A move fails after the point of no return: the process that completes the catalog delivers all changes.
  @Test func theListIsDeliveredAfterAnErrorWhileMoving() throws {
    try site.publish(["fruits/a.html": "a", "index.html": "old"])
    _ = try deliver()
    let new = ["fruits/a.html": "a", "fruits/b.html": "b", "index.html": "new"]
    // The path of a new file is taken after it was checked.
    let out = site.out
    let folder = try PublishedFolder(
      out,
      willChange: { step in
        if step == "move staging" { mkdir("\(out)/fruits/b.html", 0o755) }
      })
    #expect(throws: (any Error).self) { try folder.publish(Site.plan(new)) }
    folder.close()
    try site.remove("out/fruits/b.html")
    let report = try site.publish(new)
    #expect(report.created == ["fruits/b.html"] && report.updated == ["index.html"])
    #expect(try deliver() == changes(["fruits/b.html"], ["index.html"]))
  }
}
