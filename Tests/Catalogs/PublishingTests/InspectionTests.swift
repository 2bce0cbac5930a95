import Fingerprints
import Foundation
import Publishing
import TestKit
import Testing

/// Changes by others are found anywhere in a large catalog, which is inspected in pieces.
@Suite struct InspectionTests {
  private let site: Site
  private let plan: [String: String]

  init() throws {
    site = try Site(inMemory: true)
    // Some pieces, and a part of one.
    plan = Dictionary(uniqueKeysWithValues: (0..<2500).map { ("\($0 % 7)/\($0).html", "page \($0)") })
    try site.publish(plan)
  }

  @Test(arguments: 0..<3)
  func touchedFilesArePreparedAgain(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let paths = plan.keys.sorted().shuffled(using: &random)
    let changed = paths.prefix(Int.random(in: 0...30, using: &random))
    let removed = paths.suffix(Int.random(in: 0...30, using: &random))
    for path in changed { try site.write("out/\(path)", "somebody else's") }
    for path in removed { try site.remove("out/\(path)") }

    let folder = try PublishedFolder(site.out)
    let isTouched = !changed.isEmpty || !removed.isEmpty
    #expect(try folder.isIntact() == !isTouched, "seed \(seed)")
    let report = try folder.publish(Site.plan(plan))
    #expect(Set(report.updated) == Set(changed), "seed \(seed)")
    #expect(Set(report.created) == Set(removed), "seed \(seed)")
    #expect(report.pages.made == changed.count + removed.count, "seed \(seed)")
    #expect(try site.texts() == plan, "seed \(seed)")
    #expect(try folder.isIntact(), "seed \(seed)")
  }

  @Test func theFolderIsUnlockedDuringAnInspection() throws {
    // The inspection that opening started continues after closing.
    for _ in 0..<20 { _ = try PublishedFolder(site.out) }
    #expect(try site.publish(plan).pages.made == 0)
  }
}
