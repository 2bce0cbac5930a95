import Foundation
import Glibc
import Publishing
import Testing

/// Two processes that publish into one folder.
@Suite struct LockTests {
  private let site: Site
  private let first = ["index.html": "first", "a.html": "first"]
  private let second = ["index.html": "second", "b.html": "second"]

  init() throws {
    site = try Site()
    try site.write("first", first)
    try site.write("second", second)
  }

  private func start(_ plan: String, _ options: String...) throws -> Child {
    try Child([site.out, "\(site.root)/\(plan)"] + options)
  }

  @Test(arguments: [true, false])
  func theSecondWaitsAndIsNotifiedOnce(isNew: Bool) throws {
    if !isNew { try site.publish(["old.html": "old"]) }
    let holder = try start("first", "--hold")
    try holder.wait(for: "open")
    let waiter = try start("second")
    try waiter.wait(for: "waiting")
    #expect(try site.texts() == (isNew ? [:] : ["old.html": "old"]))
    try holder.goOn()
    #expect(holder.wait().status == 0)
    let end = waiter.wait()
    #expect(end.status == 0 && !end.lines.contains("waiting"), "\(end.errors)")
    #expect(try site.texts() == second)
  }

  @Test func aWaitingProcessNamesTheOwnerOfTheLock() throws {
    let holder = try start("first", "--hold", "--watch")
    try holder.wait(for: "open")
    let waiter = try start("second")
    try waiter.wait(for: "waiting")
    #expect(waiter.line() == "for watch, \(holder.process)")
    try holder.goOn()
    #expect(holder.wait().status == 0 && waiter.wait().status == 0)
  }

  @Test func aWaitingProcessNamesACheck() throws {
    try site.publish(first)
    let looking = try PublishedFolder(site.out, for: .check)
    let waiter = try start("second")
    try waiter.wait(for: "waiting")
    #expect(waiter.line() == "for check, \(getpid())")
    looking.close()
    #expect(waiter.wait().status == 0)
  }

  @Test func theLockEndsWithAKilledProcess() throws {
    let holder = try start("first", "--hold")
    try holder.wait(for: "open")
    let waiter = try start("second")
    try waiter.wait(for: "waiting")
    holder.kill()
    #expect(waiter.wait().status == 0)
    #expect(try site.texts() == second)
  }

  /// The first process deletes the new folder that the second one waits in: the second creates it again, and no other
  /// gets in between.
  @Test func theFolderOfAWaitingProcessIsDeleted() throws {
    for _ in 0..<10 {
      let holder = try start("first", "--hold", "--leave")
      try holder.wait(for: "open")
      let waiters = [try start("second"), try start("second")]
      for waiter in waiters { try waiter.wait(for: "waiting") }
      try holder.goOn()
      #expect(holder.wait().status == 0)
      for waiter in waiters {
        let end = waiter.wait()
        #expect(end.status == 0, "\(end.errors)")
      }
      #expect(try site.texts() == second)
      try site.remove("out")
    }
  }

  /// Two processes find an empty folder; the second one finds its own catalog there, and deletes nothing.
  @Test func anotherProcessPublishesTheSameJustBefore() throws {
    let arguments = [site.out, "\(site.root)/first"]
    let folder = try PublishedFolder(
      site.out,
      willChange: { step in
        guard step == "make lock" else { return }
        let child = try? Child.run(arguments)
        #expect(child?.status == 0)
      }, onWait: { _ in })
    #expect(try folder.publish(Site.plan(first)).pages.made == 0)
    folder.close()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == [
        "changes", "lock", "store",
      ])
  }

  @Test func manyProcessesPublishInSequence() throws {
    let children = try (0..<8).map { try start($0 % 2 == 0 ? "first" : "second") }
    for child in children { #expect(child.wait().status == 0) }
    let texts = try site.texts()
    #expect(texts == first || texts == second)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(site.out)/.pomona").sorted() == [
        "changes", "lock", "store",
      ])
  }
}
