import Foundation
import Publishing
import Testing

/// A folder that other processes may publish to for a while.
@Suite struct ReopeningTests {
  private let site: Site
  private let plan = ["index.html": "home", "a.html": "a"]

  init() throws { site = try Site() }

  @Test func noOtherHasPublishedMeanwhile() throws {
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(Site.plan(plan))
    folder.close()
    #expect(throws: (any Error).self) { try folder.publish([]) }
    _ = try PublishedFolder(site.out, for: .check).publish(Site.plan(plan))
    #expect(try folder.reopen())
    #expect(try folder.publish(changed: Site.plan(["a.html": "b"])).updated == ["a.html"])
    folder.close()
    #expect(try folder.reopen())
    #expect(try folder.isIntact())
  }

  @Test func anotherHasPublishedMeanwhile() throws {
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(Site.plan(plan))
    folder.close()
    try site.publish(["index.html": "house"])
    #expect(try !folder.reopen())
    #expect(throws: (any Error).self) { try folder.publish([]) }
  }

  @Test func anotherHasAppendedToANoteMeanwhile() throws {
    func publish(_ folder: PublishedFolder, _ text: String) throws {
      var options = PublishingOptions()
      options.appendedNotes["log"] = Array(text.utf8)
      _ = try folder.publish(Site.plan(plan), options: options)
      folder.close()
    }
    let folder = try PublishedFolder(site.out)
    try publish(folder, "one, ")
    try publish(PublishedFolder(site.out), "two, ")
    #expect(try !folder.reopen())
    try publish(PublishedFolder(site.out), "three")
    #expect(try PublishedFolder(site.out).note("log") == Array("one, two, three".utf8))
  }

  /// Files staged by a process that was killed are deleted when the folder is locked again, too.
  @Test func anotherWasKilledWhileItStagedMeanwhile() throws {
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(Site.plan(plan))
    folder.close()
    let new = plan.merging(["a.html": "b", "b.html": "new"]) { $1 }
    try site.write("plan", new)
    try site.write("old", plan)
    let arguments = [site.out, "\(site.root)/plan", "--since", "\(site.root)/old"]
    let committing = try #require(try Self.steps(of: arguments, at: site).firstIndex(of: "move staging"))
    for step in 1...committing + 1 {
      #expect(try Child.run(arguments + ["--kill", "\(step)"]).isKilled)
      if try !folder.reopen() { continue }
      #expect(throws: Never.self, "killed before step \(step)") {
        _ = try folder.publish(changed: Site.plan(["a.html": "\(step)"]))
      }
      folder.close()
    }
  }

  private static func steps(of arguments: [String], at site: Site) throws -> [String] {
    try FileManager.default.copyItem(atPath: site.out, toPath: "\(site.root)/copy")
    return try Child.run(["\(site.root)/copy"] + arguments.dropFirst()).lines
  }

  @Test(arguments: [true, false])
  func folderIsDeletedOrReplacedMeanwhile(isReplaced: Bool) throws {
    let folder = try PublishedFolder(site.out)
    _ = try folder.publish(Site.plan(plan))
    folder.close()
    try FileManager.default.moveItem(atPath: site.out, toPath: "\(site.root)/old")
    if isReplaced { try FileManager.default.copyItem(atPath: "\(site.root)/old", toPath: site.out) }
    #expect(try !folder.reopen())
    #expect(try site.publish(plan).created == (isReplaced ? [] : ["a.html", "index.html"]))
  }

  @Test func anUnusedFolderIsDeletedWhenItIsClosed() throws {
    let folder = try PublishedFolder("\(site.root)/new/out")
    #expect(site.exists("new/out/.pomona/lock"))
    folder.close()
    #expect(!site.exists("new"))
    #expect(try !folder.reopen())
    folder.close()
    #expect(!site.exists("new"))
  }
}
