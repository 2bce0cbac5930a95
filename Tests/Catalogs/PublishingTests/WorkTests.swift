import Fingerprints
import Foundation
import Publishing
import Synchronization
import Testing

/// The numbers of changes of the disk, and of prepared files, which do not depend on the machine.
@Suite struct WorkTests {
  /// The changes of the disk, in their order.
  private final class Log: Sendable {
    private let steps = Mutex<[String]>([])

    func note(_ step: String) { steps.withLock { $0.append(step) } }

    func take() -> [String] {
      steps.withLock { steps in
        defer { steps = [] }
        return steps
      }
    }
  }

  private let site: Site
  private let log = Log()
  private let plan: [String: String]

  init() throws {
    site = try Site(inMemory: true)
    let pages = (0..<500).flatMap {
      [("fruits/\($0).html", "fruit \($0)"), ("nuts/\($0 % 50)/\($0).html", "nut \($0)")]
    }
    plan = Dictionary(uniqueKeysWithValues: pages).merging(["index.html": "home"]) { $1 }
  }

  private func open() throws -> PublishedFolder {
    try PublishedFolder(
      site.out, willChange: { [log] in log.note($0) }, onWait: { _ in })
  }

  @Test func aFirstCatalogIsMovedFolderByFolder() throws {
    _ = try open().publish(Site.plan(plan))
    let steps = log.take()
    // Two folders, a file, the store, the list of changes, and the point of no return.
    #expect(
      steps.filter { $0.hasPrefix("move ") }.sorted() == [
        "move changes", "move fruits", "move index.html", "move nuts", "move staging", "move store",
      ])
    // The store, and the list of changes.
    #expect(steps.filter { $0.hasPrefix("write ") }.count == plan.count + 2)
  }

  @Test func unchangedFilesCostNothing() throws {
    _ = try open().publish(Site.plan(plan))
    _ = log.take()
    let folder = try open()
    for _ in 0..<2 {
      let files = plan.map { path, text in
        PlannedFile(path, as: .page, key: Fingerprint(text)) {
          Issue.record("\(path) is prepared")
          return .bytes([])
        }
      }
      let report = try folder.publish(files)
      #expect(report.pages.made == 0 && report.pages.unchanged == plan.count)
    }
    #expect(log.take() == ["make .pomona/", "make lock"])
  }

  @Test func aChangedFileCostsTheSameInAnyCatalog() throws {
    var costs: [[[String]]] = []
    for pages in [plan, plan.filter { $0.key == "fruits/7.html" || $0.key == "index.html" }] {
      let folder = try open()
      _ = try folder.publish(Site.plan(pages))
      _ = log.take()
      var changed = pages
      changed["fruits/7.html"] = "another"
      #expect(try folder.publish(Site.plan(changed)).updated == ["fruits/7.html"])
      let whole = log.take()
      #expect(try folder.publish(changed: [Site.plan("fruits/7.html", "a third")]).updated == ["fruits/7.html"])
      costs.append([whole, log.take()])
      #expect(try folder.publish(changed: [Site.plan("fruits/7.html", "a third")]).updated == [])
      #expect(log.take() == [])
      folder.close()
      try site.remove("out")
    }
    #expect(Set(costs).count == 1 && costs[0][0].count < 16 && costs[0][1].count < 11)
  }

  /// A changed file, a new one and a deleted one cost the same in a catalog of twenty times the size: visited records,
  /// changes of the disk, and written bytes.
  @Test func changesCostTheSameInALargeCatalog() throws {
    var costs: [[Int]] = []
    var steps: [[String]] = []
    for count in [1000, 20_000] {
      let folder = try open()
      // The last folder is never empty, and the paths are of one length.
      let plan = (0..<count).map { Site.plan("\($0 % 30 + 10)/\($0 + 100_000).html", "page") }
      _ = try folder.publish(plan)
      try folder.deliverChanges { _ in }
      for round in 0..<10 {
        _ = log.take()
        let before = try site.status("out/.pomona/store").size
        var options = PublishingOptions(jobs: 1)
        options.appendedNotes["changes"] = Array("round \(round)".utf8)
        let report = try folder.publish(
          changed: [Site.plan("13/100003.html", "round \(round)"), Site.plan("15/20000\(round).html", "new")],
          removed: ["21/\(100_011 + 30 * round).html"], options: options)
        #expect(report.updated.count == 1 && report.created.count == 1 && report.deleted.count == 1)
        // The first publication has no note to append to.
        guard round > 0 else { continue }
        costs.append([report.visits, try site.status("out/.pomona/store").size - before])
        steps.append(log.take().map { $0.replacing(/[0-9a-f]{32}/, with: "file").replacing(/[0-9]{6}/, with: "file") })
      }
      #expect(try site.texts().count == count)
      folder.close()
      try site.remove("out")
    }
    #expect(Set(costs).count == 1, "\(costs)")
    #expect(Set(steps).count == 1, "\(steps)")
    #expect(costs[0][0] < 40 && costs[0][1] < 500 && steps[0].count < 18)
  }

  @Test func aNewFileAndADeletedOne() throws {
    let folder = try open()
    _ = try folder.publish(Site.plan(plan))
    _ = log.take()
    let report = try folder.publish(changed: [Site.plan("fruits/new.html", "new")], removed: ["nuts/7/7.html"])
    #expect(report.created == ["fruits/new.html"] && report.deleted == ["nuts/7/7.html"])
    // New files are moved before others are deleted, so that no link is broken meanwhile.
    let steps = log.take().filter { $0.hasPrefix("move ") || $0 == "delete 7.html" }
    #expect(steps.count == 4 && steps[0] == "move staging" && steps[2...] == ["delete 7.html", "move changes"])
  }

  @Test func newFilesAreMovedBeforeChangedOnes() throws {
    let folder = try open()
    _ = try folder.publish(Site.plan(["a.html": "links to nothing", "old.html": "old"]))
    _ = log.take()
    _ = try folder.publish(Site.plan(["a.html": "links to z", "z.html": "new"]))
    let steps = log.take().filter { ["move a.html", "move z.html", "delete old.html"].contains($0) }
    #expect(steps == ["move z.html", "move a.html", "delete old.html"])
  }

  @Test func theSameFilesHaveTheSameStore() throws {
    /// Sets the same time for all files, and lets the store be rewritten.
    func settle() throws -> Data {
      let times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
      for path in plan.keys { utimensat(AT_FDCWD, "\(site.out)/\(path)", times, 0) }
      let folder = try open()
      #expect(try folder.publish(Site.plan(plan)).pages.made == 0)
      try folder.deliverChanges { _ in }
      folder.close()
      return try site.bytes("out/.pomona/store")
    }
    let first = try open()
    _ = try first.publish(Site.plan(plan))
    try first.deliverChanges { _ in }
    first.close()
    let once = try settle()
    // In other steps: in parts, in another order, and with a file that is deleted.
    try site.remove("out")
    let folder = try open()
    _ = try folder.publish(Site.plan(plan.filter { $0.key.hasSuffix("7.html") }.merging(["gone.html": ""]) { $1 }))
    try folder.deliverChanges { _ in }
    _ = try folder.publish(changed: Site.plan(plan).reversed(), removed: ["gone.html"], options: .init(jobs: 3))
    try folder.deliverChanges { _ in }
    folder.close()
    #expect(try settle() == once)
  }

  /// Prepared files must not accumulate in memory: only a limited number is prepared ahead of writing.
  @Test func preparingWaitsForMaking() throws {
    var mostAhead = 0
    let counter = Counter()
    let files = (0..<3000).map { number in
      PlannedFile("\(number).html", as: .page, key: Fingerprint("\(number)")) {
        mostAhead = max(mostAhead, number - counter.count)
        return .made {
          counter.add()
          return Array("\(number)".utf8)
        }
      }
    }
    _ = try PublishedFolder(site.out).publish(files, options: PublishingOptions(jobs: 2))
    #expect(counter.count == 3000)
    #expect(mostAhead < 200)
  }

  private final class Counter: Sendable {
    private let made = Mutex(0)

    var count: Int { made.withLock { $0 } }

    func add() { made.withLock { $0 += 1 } }
  }
}
