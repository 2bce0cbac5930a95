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

  /// The store in a state that nobody can read, or only the beginning of which.
  private func damage(_ store: Data, at position: Int, _ bit: Int?) throws {
    var bytes = store
    if let bit { bytes[position] ^= 1 << UInt8(bit) } else { bytes = bytes.prefix(position) }
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
  }

  /// The end is known from elsewhere, or the store is made anew from the files, of which none is touched.
  @Test(arguments: [false, true])
  func storeThatIsDamagedAnywhereIsMadeAnew(isAppended: Bool) throws {
    let folder = try PublishedFolder(site.out)
    try folder.deliverChanges { _ in }
    var plan = plan
    if isAppended {
      plan["index.html"] = "house"
      _ = try folder.publish(changed: [Site.plan("index.html", "house")])
      try folder.deliverChanges { _ in }
    }
    folder.close()
    let store = try site.bytes("out/.pomona/store")
    let changes = try site.bytes("out/.pomona/changes")
    let before = try site.traces().filter { !$0.key.contains(".pomona") }
    let warning = """
      warning: \(site.out): the list of the catalog's files in it, .pomona/store, was damaged, and is made anew from the files that are \
      as they would be written.
        The next list of changes names all of them.
      """
    var rebuilt = 0
    for position in store.indices {
      // What one bit makes of a number, another makes of it, too: `make fuzz` tries all.
      let bits = Seeds.isThorough || position < 15 ? Array(0..<8) : [position % 8]
      for bit in bits.map(Optional.init) + [nil] {
        let comment: Comment = "byte \(position) of \(store.count), \(bit.map { "bit \($0)" } ?? "cut off")"
        try damage(store, at: position, bit)
        try changes.write(to: URL(filePath: "\(site.out)/.pomona/changes"))
        let folder = try PublishedFolder(site.out)
        let report = try folder.publish(Site.plan(plan))
        #expect(report.created + report.updated + report.deleted == [], comment)
        let isRebuilt = !report.warnings.isEmpty
        #expect(report.warnings.map(\.description) == (isRebuilt ? [warning] : []), comment)
        var told = FileChanges()
        try folder.deliverChanges { told = $0 }
        // Where only the end is lost, it may have said that all was told.
        #expect(!isRebuilt || (told.created + told.updated).sorted() == plan.keys.sorted(), comment)
        #expect(told.deleted == [], comment)
        #expect(try folder.isIntact(), comment)
        folder.close()
        rebuilt += isRebuilt ? 1 : 0
      }
    }
    #expect(try site.traces().filter { !$0.key.contains(".pomona") } == before)
    #expect(try site.texts() == plan)
    #expect(rebuilt > store.count)
    // They are the catalog's.
    #expect(try site.publish([:]).deleted.count == 3)
  }

  @Test func checkOfADamagedStoreTouchesNothing() throws {
    try damage(site.bytes("out/.pomona/store"), at: 0, nil)
    let before = try site.traces()
    let report = try PublishedFolder(site.out, for: .check).publish(Site.plan(plan))
    #expect(report.created + report.updated + report.deleted == [] && report.warnings.count == 1)
    #expect(try site.traces() == before)
  }

  /// Data may have changed since: what is not as it would be written may be somebody's.
  @Test func otherFilesBesideADamagedStoreAreNotTouched() throws {
    try site.write("out/mine.html", "mine")
    try damage(site.bytes("out/.pomona/store"), at: 40, 3)
    let cause = "the list of the catalog's files, .pomona/store, was damaged, and does not tell whether Pomona wrote"
    #expect(try site.refusal { try site.publish(plan) }.contains("\(cause) “mine.html”"))
    let next = plan.merging(["index.html": "house"]) { $1 }
    #expect(try site.refusal { try site.publish(next) }.contains("\(cause) “index.html”"))
    #expect(try site.refusal { try site.publish(next, adopting: true) }.contains("\(cause) “index.html”"))
    // The hints lead out.
    try site.remove("out/index.html")
    #expect(try site.publish(next, adopting: true).created == ["index.html"])
    #expect(try site.texts() == next.merging(["mine.html": "mine"]) { $1 })
    try damage(site.bytes("out/.pomona/store"), at: 40, 3)
    for name in ["index.html", "fruits", "mine.html"] { try site.remove("out/\(name)") }
    try site.publish(plan)
    #expect(try site.texts() == plan)
  }

  /// The files of a group that fails may be the catalog's: they are known again when it does not.
  @Test func damagedStoreAndAGroupThatFails() throws {
    func file(_ path: String, fails: Bool = false) -> PlannedFile {
      PlannedFile(path, as: .page, group: path, key: nil) { () throws(DiagnosticsError) in
        if fails { throw DiagnosticsError(Diagnostic(code: "test/group", "it fails")) }
        return .bytes(Array((plan[path] ?? "").utf8))
      }
    }
    try damage(site.bytes("out/.pomona/store"), at: 0, nil)
    var options = PublishingOptions()
    options.keepsGoing = true
    let folder = try PublishedFolder(site.out)
    let report = try folder.publish(plan.keys.sorted().map { file($0, fails: $0 == "index.html") }, options: options)
    #expect(Array(report.failures.keys) == ["index.html"] && report.warnings.isEmpty)
    #expect(try !folder.isIntact() && site.texts() == plan)
    let last = try folder.publish(plan.keys.sorted().map { file($0) }, options: options)
    #expect(last.warnings.count == 1 && last.pages.written == 0)
    #expect(try folder.isIntact())
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
    // Its seals follow from its own name.
    bytes[13] = UInt8(ascii: "4")
    bytes[30] ^= 1
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
        PlannedFile("\(number).html", as: .page, planKey: keys.plan) { (isUpToDate) throws(DiagnosticsError) in
          try isUpToDate(keys.prepared) ? nil : .bytes(Array(text.utf8))
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

  @Test(arguments: [1, 2, 3])
  func listOfAKilledBuildIsBroken(step: Int) throws {
    let next = plan.merging(["index.html": "new", "nuts/hazel.html": "new"]) { $1 }
    try site.write("plan", next)
    #expect(try Child.run(site.out, "\(site.root)/plan", "--kill-committed", "\(step)").isKilled)
    try #require(site.exists("out/.pomona/commit/changes"))
    try Data().write(to: URL(filePath: "\(site.out)/.pomona/commit/changes"))
    let report = try site.publish(next)
    #expect(report.warnings.map(\.code) == ["output/store"])
    #expect(try site.texts() == next)
    #expect(!site.exists("out/.pomona/commit"))
    #expect(try site.publish(next).pages.made == 0)
  }
}
