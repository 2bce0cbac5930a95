import Fingerprints
import Foundation
import Publishing
import Testing

/// Checks of a folder: nothing is changed on the disk.
@Suite struct CheckingTests {
  private let site: Site

  init() throws { site = try Site() }

  private func check(_ texts: [String: String], adopting: Bool = false) throws -> PublishingReport {
    let before = try site.traces()
    let folder = try PublishedFolder(site.out, adopting: adopting, for: .check)
    let report = try folder.publish(Site.plan(texts))
    #expect(try site.traces() == before)
    return report
  }

  @Test func missingFolder() throws {
    let report = try check(["index.html": "home", "a/b.html": "b"])
    #expect(report.created == ["a/b.html", "index.html"] && report.pages.bytes == 5)
    #expect(!site.exists("out"))
  }

  @Test func folderWithoutACatalog() throws {
    try site.write("out/notes.txt", "mine")
    #expect(try site.refusal { _ = try check([:]) }.contains("“notes.txt”"))
    #expect(try check(["index.html": "home"], adopting: true).created == ["index.html"])
    #expect(try site.refusal { _ = try check(["notes.txt": "home"], adopting: true) }.contains("“notes.txt”"))
  }

  @Test func catalog() throws {
    try site.publish(["index.html": "home", "a.html": "a", "b.html": "b"])
    let report = try check(["index.html": "house", "a.html": "a", "c.html": "c"])
    #expect(report.created == ["c.html"] && report.updated == ["index.html"] && report.deleted == ["b.html"])
    #expect(report.pages.made == 2)
  }

  @Test func catalogOfAKilledBuild() throws {
    let old = ["index.html": "home", "a.html": "a", "b.html": "b"]
    let new = ["index.html": "house", "a.html": "a", "c.html": "c"]
    try site.publish(old)
    try site.write("plan", new)
    var isKilled = true
    var step = 0
    var commits = 0
    while isKilled {
      step += 1
      let site = try Site()
      try site.publish(old)
      try site.write("plan", new)
      isKilled = try Child.run(site.out, "\(site.root)/plan", "--kill", "\(step)").isKilled
      guard site.exists("out/.pomona/commit/changes") else { continue }
      commits += 1
      let before = try site.traces()
      let texts = try site.texts()
      let report = try PublishedFolder(site.out, for: .check).publish(Site.plan(new))
      #expect(try site.traces() == before)
      // Files that are not moved yet are reported, and those that are will not be touched.
      #expect(Set(report.created) == Set(new.keys.filter { texts[$0] == nil }))
      #expect(Set(report.updated) == Set(new.filter { texts[$0.key] != nil && texts[$0.key] != $0.value }.keys))
      #expect(Set(report.deleted) == Set(texts.keys).subtracting(new.keys))
    }
    #expect(commits > 3)
  }
}
