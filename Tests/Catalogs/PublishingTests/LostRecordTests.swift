import Diagnostics
import Foundation
import Publishing
import TestKit
import Testing

/// The end of the store is lost, as when the machine goes down: the lost records are restored, and no foreign file is
/// touched.
@Suite struct LostRecordTests {
  private let site: Site
  private let old = ["index.html": "old", "a/b.html": "old", "gone.html": "old", "kept.html": "same"]
  private let new = [
    "index.html": "new", "a/b.html": "old", "kept.html": "same", "a/new.html": "new", "x/y.html": "new",
  ]
  /// The length of the store before the last two batches.
  private let length: Int
  /// The length of the store before the last batch.
  private let firstLength: Int

  init() throws {
    site = try Site(inMemory: true)
    try site.publish(old)
    length = try site.bytes("out/.pomona/store").count
    let folder = try PublishedFolder(site.out)
    let changed = Site.plan(["index.html": "new", "a/new.html": "new", "x/y.html": "new"])
    _ = try folder.publish(changed: changed.prefix(2), removed: [])
    firstLength = try site.bytes("out/.pomona/store").count
    _ = try folder.publish(changed: changed.dropFirst(2), removed: ["gone.html"])
  }

  /// The last batch is missing, in part or as a whole: it is also in the list of the last changes.
  @Test(arguments: [false, true])
  func theLastBatchIsWrittenAgain(isWhole: Bool) throws {
    let store = try site.bytes("out/.pomona/store")
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(changed: [Site.plan("index.html", "last"), Site.plan("z.html", "last")])
    folder.close()
    let whole = try site.bytes("out/.pomona/store")
    try tear(site, at: isWhole ? store.count : store.count + 30, isCut: true)
    let last = new.merging(["index.html": "last", "z.html": "last"]) { $1 }
    #expect(try PublishedFolder(site.out, for: .check).publish(Site.plan(last)).pages.made == 0)
    let report = try site.publish(last)
    #expect(report.pages.made == 0 && report.created + report.updated + report.deleted == [])
    #expect(try site.bytes("out/.pomona/store") == whole)
  }

  /// The list of the last changes cannot be read: then the store may have lost its end.
  @Test func aDamagedListCausesAFullInspection() throws {
    try site.write("out/.pomona/changes", "")
    let folder = try PublishedFolder(site.out)
    #expect(try !folder.isIntact())
    #expect(try folder.publish(Site.plan(new)).pages.made == 0)
    #expect(try folder.isIntact())
  }

  /// Cuts the store off, or changes a byte of it.
  private func tear(_ site: Site, at length: Int, isCut: Bool) throws {
    var bytes = try site.bytes("out/.pomona/store")
    if isCut { bytes = bytes.prefix(length) } else { bytes[length] ^= 0x20 }
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
  }

  private func copy() throws -> Site {
    let copy = try Site(inMemory: true)
    try FileManager.default.copyItem(atPath: site.out, toPath: copy.out)
    return copy
  }

  @Test(arguments: [false, true])
  func filesWithTheSameBytesAreAdopted(isCut: Bool) throws {
    let end = try site.bytes("out/.pomona/store").count
    // After the end of a batch only the list shows that another one has followed.
    let whole = [length, firstLength]
    for position in length..<end {
      let site = try copy()
      try tear(site, at: position, isCut: isCut)
      // The list of the last changes has the last batch.
      let isKnown = position % 2 == 0 || whole.contains(position)
      if !isKnown { try site.remove("out/.pomona/changes") }
      let comment: Comment = "torn at \(position) of \(length)..<\(end)"
      let folder = try PublishedFolder(site.out)
      if try folder.publish(changed: []).created.isEmpty, try !folder.isIntact() {
        let report = try folder.publish(Site.plan(new))
        #expect(report.created + report.updated + report.deleted == [], comment)
        var delivered = FileChanges()
        try folder.deliverChanges { delivered = $0 }
        // A change may be reported twice, but must not be omitted.
        #expect(
          Set(delivered.created + delivered.updated).isSuperset(of: ["index.html", "a/new.html", "x/y.html"]), comment)
      }
      #expect(try folder.isIntact(), comment)
      folder.close()
      #expect(try site.texts() == new, comment)
      #expect(try site.publish(new).pages.made == 0, comment)
      // The files are the catalog's again.
      #expect(try site.publish([:]).deleted.count == new.count, comment)
      #expect(try site.texts() == [:], comment)
    }
  }

  @Test func filesWithOtherBytesAreNotReplaced() throws {
    try tear(site, at: length + 100, isCut: true)
    try site.remove("out/.pomona/changes")
    let other = new.merging(["x/y.html": "other"]) { $1 }
    for _ in 0..<2 {
      #expect(
        try site.refusal { try site.publish(other) } == """
          error: \(site.out): the list of the catalog's files, .pomona/store, was damaged, and does not tell whether \
          Pomona wrote “x/y.html”, which is not touched.
            Delete it if it is from an earlier build, or everything in the folder, and build again. If it is yours, \
          move it away.
          """)
    }
    try site.remove("out/x/y.html")
    #expect(try site.publish(other).created == ["x/y.html"])
    #expect(try site.texts() == other)
  }

  @Test func filesThatAreNotPlannedAreNotDeleted() throws {
    try tear(site, at: length + 100, isCut: true)
    try site.remove("out/.pomona/changes")
    #expect(
      try site.refusal { try site.publish(old) } == """
        error: \(site.out): the list of the catalog's files, .pomona/store, was damaged, and does not tell whether \
        Pomona wrote “a/new.html”, which is not touched.
          Delete it if it is from an earlier build, or everything in the folder, and build again. If it is yours, move \
        it away, or use the folder with --adopt.
        """)
    #expect(try site.texts() == new)
    // With foreign files allowed, they are kept.
    try site.publish(old, adopting: true)
    #expect(try site.texts() == old.merging(["a/new.html": "new", "x/y.html": "new"]) { $1 })
  }

  @Test func foreignFilesAreKept() throws {
    try tear(site, at: length + 100, isCut: true)
    try site.remove("out/.pomona/changes")
    try site.write("out/mine.html", "mine")
    #expect(try site.refusal { try site.publish(new) }.contains("“mine.html”"))
    let named = new.merging(["mine.html": "planned"]) { $1 }
    #expect(try site.refusal { try site.publish(named) }.contains("whether Pomona wrote “mine.html”"))
  }

  /// The loss of records is stored until all files are published.
  @Test func theLossIsStoredUntilAllFilesArePublished() throws {
    try tear(site, at: length + 100, isCut: true)
    try site.remove("out/.pomona/changes")
    let folder = try PublishedFolder(site.out)
    #expect(try folder.publish(changed: [Site.plan("kept.html", "another")]).updated == ["kept.html"])
    try folder.deliverChanges { _ in }
    folder.close()
    let again = try PublishedFolder(site.out)
    #expect(try !again.isIntact())
    let all = new.merging(["kept.html": "another"]) { $1 }
    let report = try again.publish(Site.plan(all))
    #expect(report.created + report.updated + report.deleted == [] && report.pages.made > 0)
    #expect(report.warnings.map(\.code) == ["output/store"])
    #expect(try again.isIntact())
    #expect(try again.publish(Site.plan(all)).pages.made == 0)
  }

  /// A batch after a lost one is still applied.
  @Test func aBatchAfterALostOne() throws {
    let last = new.merging(["index.html": "last", "z.html": "last"]) { $1 }
    try site.write("old", new)
    try site.write("plan", last)
    let child = try Child.run(
      site.out, "\(site.root)/plan", "--since", "\(site.root)/old", "--kill-committed", "1")
    #expect(child.isKilled && site.exists("out/.pomona/commit/changes"))
    try tear(site, at: length + 100, isCut: true)
    try site.remove("out/.pomona/changes")
    let report = try site.publish(last)
    #expect(report.created == ["z.html"] && report.updated == ["index.html"] && report.deleted == [])
    #expect(try site.texts() == last)
    #expect(try site.publish(last).pages.made == 0)
    #expect(try site.publish([:]).deleted.count == last.count)
  }

  /// The rest of an older store, longer than the present one, is never read as its end.
  @Test func theEndOfAnOlderStoreIsIgnored() throws {
    let older = try site.bytes("out/.pomona/store")
    let other = try Site(inMemory: true)
    try other.publish(old.merging(["kept.html": "other"]) { $1 })
    let bytes = try other.bytes("out/.pomona/store") + older.dropFirst(length)
    try bytes.write(to: URL(filePath: "\(other.out)/.pomona/store"))
    let report = try other.publish(old)
    #expect(report.updated == ["kept.html"] && report.deleted == [])
    #expect(try other.texts() == old)
  }
}
