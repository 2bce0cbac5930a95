import Diagnostics
import Fingerprints
import Foundation
import Glibc
import Publishing
import TestKit
import Testing

/// What happens when the catalog's own files are damaged, or are somebody else's.
@Suite struct DamageTests {
  private let site: Site
  private let plan = ["index.html": "home", "fruits/apple.html": "apple", "fruits/pear.html": "pear"]

  init() throws {
    site = try Site()
    try site.publish(plan)
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func storeThatIsBrokenWhereItBeginsIsAnErrorAndTouchesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try site.bytes("out/.pomona/store")
    if seed % 2 == 0 {
      bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    } else {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    #expect(
      try site.refusal { try site.publish(plan) } == """
        error: \(site.out): the list of the catalog's files in it, .pomona/store, is broken.
          Choose another folder with --output, or empty this one.
        """, "seed \(seed)")
  }

  @Test(arguments: ["manifest", "manifest.json"])
  func listOfAnOlderVersionIsAnError(name: String) throws {
    try site.remove("out/.pomona/store")
    try site.write("out/.pomona/\(name)", "pomona manifest 2\n")
    #expect(try site.refusal { try site.publish(plan) }.contains("was written by another version of Pomona"))
  }

  @Test func storeOfAnotherVersionIsAnError() throws {
    var bytes = try site.bytes("out/.pomona/store")
    try #require(bytes[13] == UInt8(ascii: "5"))
    bytes[13] = UInt8(ascii: "4")
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    #expect(try site.refusal { try site.publish(plan) }.contains("was written by another version of Pomona"))
  }

  /// Bytes that are changed with the size and the time kept are found by whoever reads all files.
  @Test func editThatKeepsSizeAndTimeIsMendedOnDemand() throws {
    // A file is trusted by its time if that is before the store's.
    let times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
    for path in plan.keys { utimensat(AT_FDCWD, "\(site.out)/\(path)", times, 0) }
    try site.publish(plan)
    try site.write("out/index.html", "HOME")
    utimensat(AT_FDCWD, "\(site.out)/index.html", times, 0)
    #expect(try site.publish(plan).pages.made == 0)
    func open() throws -> PublishedFolder { try PublishedFolder(site.out, isVerifying: true) }
    let folder = try open()
    #expect(try !folder.isIntact())
    let report = try folder.publish(Site.plan(plan))
    folder.close()
    #expect(report.updated == ["index.html"] && report.mended == ["index.html"] && report.pages.written == 1)
    #expect(try site.texts() == plan)
    let again = try open()
    #expect(try again.isIntact())
    #expect(try again.publish(Site.plan(plan)).pages.written == 0)
  }

  /// A file that was published with a plan that was wrong has the right plan key, and what others prepare is not what it was made from.
  @Test func fileThatWasPublishedWronglyIsFoundOnDemand() throws {
    /// A file with a description of its own, one that follows from its plan, and one that shows a change only by its bytes.
    func files(_ text: String) -> [PlannedFile] {
      let keys: [(plan: Fingerprint?, prepared: Fingerprint?)] = [
        (Fingerprint("plan"), Fingerprint(text)), (Fingerprint("plan"), Fingerprint("plan")), (nil, nil),
      ]
      return keys.enumerated().map { number, keys in
        PlannedFile("\(number).html", as: .page, planKey: keys.plan) {
          PreparedFile(preparedKey: keys.prepared, content: .bytes(Array(text.utf8)))
        }
      }
    }
    let all = ["0.html", "1.html", "2.html"]
    let site = try Site()
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(files("wrong"))
    #expect(try folder.publish(files("right")).updated == ["2.html"])
    try folder.deliverChanges { _ in }
    folder.close()
    let found = Array(all.dropLast())
    #expect(try PublishedFolder(site.out, for: .check, isVerifying: true).publish(files("right")).updated == found)
    let verifying = try PublishedFolder(site.out, isVerifying: true)
    let report = try verifying.publish(files("right"))
    #expect(report.updated == found && report.mended == [] && report.created + report.deleted == [])
    var told = FileChanges()
    try verifying.deliverChanges { told = $0 }
    #expect(told.updated == found)
    #expect(try site.texts() == Dictionary(uniqueKeysWithValues: all.map { ($0, "right") }))
    // What has a description is not made, and the others are.
    let again = try verifying.publish(files("right"))
    #expect(again.pages.made == 2 && again.pages.written == 0 && again.updated == [])
  }

  @Test func whatOthersHaveTouchedIsMended() throws {
    try site.write("out/index.html", "mine")
    try site.remove("out/fruits/pear.html")
    let report = try site.publish(plan.merging(["fruits/apple.html": "an apple"]) { $1 })
    #expect(report.mended == ["fruits/pear.html", "index.html"])
    #expect(report.updated == ["fruits/apple.html", "index.html"] && report.created == ["fruits/pear.html"])
  }

  @Test func storeOfAnotherCatalogOwnsNothing() throws {
    let other = try Site()
    try other.publish(plan.merging(["index.html": "another"]) { $1 }.merging(["nuts.html": "nuts"]) { $1 })
    try other.publish(["index.html": "another"])
    try other.bytes("out/.pomona/store").write(to: URL(filePath: "\(site.out)/.pomona/store"))
    #expect(try site.refusal { try site.publish(plan) }.contains("“fruits/apple.html”"))
    #expect(try site.texts() == plan)
  }

  @Test func storeOfAnEarlierTimeIsSeenThrough() throws {
    let early = try site.bytes("out/.pomona/store")
    try site.publish(plan.mapValues { $0.uppercased() })
    try early.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    // By its inputs everything would be as it was.
    let report = try site.publish(plan)
    #expect(Set(report.updated) == Set(plan.keys))
    #expect(try site.texts() == plan)
  }

  @Test func copyWithOtherTimesIsLookedAtAndNotMade() throws {
    for path in plan.keys {
      utimensat(AT_FDCWD, "\(site.out)/\(path)", [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 3, tv_nsec: 4)], 0)
    }
    let before = try site.traces()
    let report = try site.publish(plan)
    #expect(report.pages.made == 0 && report.pages.unchanged == 3)
    let touched = Site.touched(from: before, to: try site.traces())
    #expect(touched.created.union(touched.updated).union(touched.deleted) == [])
  }

  @Test func editWithinATickOfTheClockIsSeen() throws {
    // As on a file system whose clock ticks slowly: the file is written when the store is, and by hand once more, within the same tick.
    let tick = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
    let names = ["index.html", ".pomona/store"]
    for name in names { utimensat(AT_FDCWD, "\(site.out)/\(name)", tick, 0) }
    try site.publish(plan.merging(["fruits/pear.html": "pears"]) { $1 })
    try site.write("out/index.html", "HOME")
    for name in names { utimensat(AT_FDCWD, "\(site.out)/\(name)", tick, 0) }
    #expect(try site.publish(plan).updated == ["fruits/pear.html", "index.html"])
    #expect(try site.texts() == plan)
  }

  @Test func listOfAKilledBuildThatIsBrokenIsAnError() throws {
    let next = plan.merging(["index.html": "new"]) { $1 }
    try site.write("plan", next)
    #expect(try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "1").isKilled)
    try #require(site.exists("out/.pomona/commit/changes"))
    try Data().write(to: URL(filePath: "\(site.out)/.pomona/commit/changes"))
    #expect(try site.refusal { try site.publish(next) }.contains(".pomona/commit/changes, is broken"))
  }
}
