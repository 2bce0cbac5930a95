import Diagnostics
import Fingerprints
import Foundation
import Glibc
import Publishing
import TestKit
import Testing

/// The catalog's hidden files are damaged, or of another catalog.
@Suite struct DamageTests {
  private let site: Site
  private let plan = ["index.html": "home", "fruits/apple.html": "apple", "fruits/pear.html": "pear"]

  init() throws {
    site = try Site()
    try site.publish(plan)
  }

  /// Damages the store, so that nothing or only its beginning can be read.
  private func damage(_ store: Data, at position: Int, _ bit: Int?) throws {
    var bytes = store
    if let bit { bytes[position] ^= 1 << UInt8(bit) } else { bytes = bytes.prefix(position) }
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
  }

  /// The end is restored from the list of changes, or the store is created again from the files, of which none is
  /// touched.
  @Test(arguments: [false, true])
  func aStoreThatIsDamagedAnywhereIsCreatedAgain(isAppended: Bool) throws {
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
      warning: \(site.out): the list of the catalog's files in it, .pomona/store, was damaged, and is made anew from \
      the files that are as they would be written.
        The next list of changes names all of them.
      """
    var rebuilt = 0
    for position in store.indices {
      // All bits of a number have the same effect: only `make fuzz` tries all.
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
        var delivered = FileChanges()
        try folder.deliverChanges { delivered = $0 }
        // If only the end is lost, it may have recorded that all was delivered.
        #expect(!isRebuilt || (delivered.created + delivered.updated).sorted() == plan.keys.sorted(), comment)
        #expect(delivered.deleted == [], comment)
        #expect(try folder.isIntact(), comment)
        folder.close()
        rebuilt += isRebuilt ? 1 : 0
      }
    }
    #expect(try site.traces().filter { !$0.key.contains(".pomona") } == before)
    #expect(try site.texts() == plan)
    #expect(rebuilt > store.count)
    // The files are those of the catalog.
    #expect(try site.publish([:]).deleted.count == 3)
  }

  @Test func aCheckOfADamagedStoreChangesNothing() throws {
    try damage(site.bytes("out/.pomona/store"), at: 0, nil)
    let before = try site.traces()
    let report = try PublishedFolder(site.out, for: .check).publish(Site.plan(plan))
    #expect(report.created + report.updated + report.deleted == [] && report.warnings.count == 1)
    #expect(try site.traces() == before)
  }

  /// The data may have changed since: files that differ from the plan may be foreign.
  @Test func otherFilesBesideADamagedStoreAreNotTouched() throws {
    try site.write("out/mine.html", "mine")
    try damage(site.bytes("out/.pomona/store"), at: 40, 3)
    let cause = "the list of the catalog's files, .pomona/store, was damaged, and does not tell whether Pomona wrote"
    #expect(try site.refusal { try site.publish(plan) }.contains("\(cause) “mine.html”"))
    let next = plan.merging(["index.html": "house"]) { $1 }
    #expect(try site.refusal { try site.publish(next) }.contains("\(cause) “index.html”"))
    #expect(try site.refusal { try site.publish(next, adopting: true) }.contains("\(cause) “index.html”"))
    // The hints are remedies.
    try site.remove("out/index.html")
    #expect(try site.publish(next, adopting: true).created == ["index.html"])
    #expect(try site.texts() == next.merging(["mine.html": "mine"]) { $1 })
    try damage(site.bytes("out/.pomona/store"), at: 40, 3)
    for name in ["index.html", "fruits", "mine.html"] { try site.remove("out/\(name)") }
    try site.publish(plan)
    #expect(try site.texts() == plan)
  }

  /// The files of a group that fails may be the catalog's: they are recognized when it succeeds.
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
    // Its seals depend on its name.
    bytes[13] = UInt8(ascii: "4")
    bytes[30] ^= 1
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    #expect(try site.refusal { try site.publish(plan) }.contains("was written by another version of Pomona"))
  }

  /// Bytes that are changed with the size and the time kept are found if all files are read.
  @Test func editsWithTheSameSizeAndTimeAreRepairedOnRequest() throws {
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

  /// A file that was published with a wrong plan has the right plan key, and differs from the content of a correct
  /// plan.
  @Test func wronglyPublishedFilesAreFoundOnRequest() throws {
    /// A file with its own description, one that depends on its plan, and one whose changes are visible in its bytes
    /// only.
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
    var delivered = FileChanges()
    try verifying.deliverChanges { delivered = $0 }
    #expect(delivered.updated == found)
    #expect(try site.texts() == Dictionary(uniqueKeysWithValues: all.map { ($0, "right") }))
    // The file with a description is not prepared, the others are.
    let again = try verifying.publish(files("right"))
    #expect(again.pages.made == 2 && again.pages.written == 0 && again.updated == [])
  }

  @Test func filesChangedByOthersAreRepaired() throws {
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

  @Test func aStoreOfAnEarlierTimeIsRecognized() throws {
    let early = try site.bytes("out/.pomona/store")
    try site.publish(plan.mapValues { $0.uppercased() })
    try early.write(to: URL(filePath: "\(site.out)/.pomona/store"))
    // By its inputs everything would be unchanged.
    let report = try site.publish(plan)
    #expect(Set(report.updated) == Set(plan.keys))
    #expect(try site.texts() == plan)
  }

  @Test func aCopyWithOtherTimesIsComparedAndNotPrepared() throws {
    for path in plan.keys {
      utimensat(AT_FDCWD, "\(site.out)/\(path)", [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 3, tv_nsec: 4)], 0)
    }
    let before = try site.traces()
    let report = try site.publish(plan)
    #expect(report.pages.made == 0 && report.pages.unchanged == 3)
    let touched = Site.touched(from: before, to: try site.traces())
    #expect(touched.created.union(touched.updated).union(touched.deleted) == [])
  }

  @Test func anEditWithinATickOfTheClockIsNoticed() throws {
    // As on a file system whose clock ticks slowly: the file is written with the store, and again by hand, within the
    // same tick.
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
  func theListOfAKilledBuildIsDamaged(step: Int) throws {
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
