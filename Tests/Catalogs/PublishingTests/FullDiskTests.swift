import Diagnostics
import Foundation
import Glibc
import Publishing
import Testing

/// A full or read-only disk: a clear error, and the old catalog.
@Suite struct FullDiskTests {
  private let old = Dictionary(uniqueKeysWithValues: (0..<40).map { ("pages/\($0).html", "old") })

  /// A limit of the size of files, which a page exceeds, or the store. This test runs on any machine.
  @Test(arguments: [1000, 1_500, 2_000, 3_000, 6_000])
  func filesLargerThanTheLimit(limit: Int) throws {
    let site = try Site()
    try site.publish(old)
    let new = old.mapValues { _ in "new" }.merging(["large.html": String(repeating: "large", count: 1000)]) { $1 }
    try site.write("plan", new)
    if limit < 5000 {
      let message = try site.refusal {
        let child = try Child.run(site.out, "\(site.root)/plan", "--limit", "\(limit)")
        #expect(child.status == 1 && !child.isKilled)
        throw refused(child.errors)
      }
      #expect(message.contains("File too large") && message.contains("the catalog is as it was"))
      #expect(!site.exists("out/.pomona/staging"))
      // A new folder is deleted.
      #expect(try Child.run("\(site.root)/new", "\(site.root)/plan", "--limit", "\(limit)").status == 1)
      #expect(!site.exists("new"))
    } else {
      #expect(try Child.run(site.out, "\(site.root)/plan", "--limit", "\(limit)").status == 0)
    }
    try site.publish(new)
    #expect(try site.texts() == new)
  }

  /// The error says in which state the catalog is, from before the point of no return to behind the last file.
  @Test func theHintHasTheStateOfTheCatalog() throws {
    let new = old.merging(["pages/7.html": "new", "pages/8.html": "new"]) { $1 }
    func site() throws -> Site {
      let site = try Site(inMemory: true)
      let folder = try PublishedFolder(site.out)
      _ = try folder.publish(Site.plan(old))
      try folder.deliverChanges { _ in }
      folder.close()
      try site.write("plan", new)
      try site.write("old", old)
      return site
    }
    func publish(_ site: Site, _ options: String...) throws -> (status: Int32, errors: String) {
      let child = try Child.run([site.out, "\(site.root)/plan", "--since", "\(site.root)/old"] + options)
      return (child.status, child.errors)
    }
    let measured = try site()
    #expect(try publish(measured).status == 0)
    let size = try measured.status("out/.pomona/store").size
    for (limit, isPublished) in [
      (size - 50, false), (size - 1, false), (size, true), (size + 1, true), (size + 39, true),
    ] {
      let site = try site()
      let outcome = try publish(site, "--deliver", "\(site.root)/list", "--limit", "\(limit)")
      #expect(outcome.status == 1 && outcome.errors.contains("File too large"), "\(limit - size)")
      #expect(outcome.errors.contains("the catalog is as it was") == !isPublished, "\(limit - size): \(outcome.errors)")
      #expect(outcome.errors.contains("complete and in its place") == isPublished, "\(limit - size): \(outcome.errors)")
      #expect(try site.texts() == (isPublished ? new : old))
      // The written part of the last line is removed, so that only the changes are reported again.
      let folder = try PublishedFolder(site.out)
      #expect(try folder.publish(Site.plan(new)).warnings.isEmpty)
      try folder.deliverChanges { #expect($0.updated == ["pages/7.html", "pages/8.html"], "\(limit - size)") }
    }
    #expect(try publish(site(), "--deliver", "\(measured.root)/list", "--limit", "\(size + 40)").status == 0)
  }

  @Test(arguments: ["store", "changes"])
  func anObstacleAfterThePointOfNoReturn(name: String) throws {
    let site = try Site(inMemory: true)
    try site.publish(old)
    let path = "\(site.out)/.pomona/\(name)"
    let block: @Sendable (String) -> Void = { step in
      guard step == "move staging" || step == "deliver" else { return }
      unlink(path)
      mkdir(path, 0o755)
    }
    let folder = try PublishedFolder(site.out, willChange: name == "store" ? nil : block)
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try folder.publish(changed: [Site.plan("pages/7.html", "new")])
      try folder.deliverChanges { _ in block("deliver") }
    }
    let hint = error?.diagnostics.first?.hint ?? ""
    #expect(
      hint.contains(name == "store" ? "complete and in its place" : "perhaps not all of it in its place"), "\(hint)")
    #expect(try site.texts()["pages/7.html"] == "new")
  }

  /// A file system with less and less space. If none can be mounted, the limits above have to suffice.
  @Test(arguments: Disk.isAvailable ? Array(stride(from: 200, through: 480, by: 20)) + [700] : [])
  func diskOfKilobytes(size: Int) throws {
    let site = try Site()
    let disk = try Disk(at: "\(site.root)/disk", options: "size=\(size)k")
    defer { disk.remove() }
    let new = old.mapValues { _ in String(repeating: "n", count: 5000) }
    let folder = try PublishedFolder("\(site.root)/disk/out")
    _ = try folder.publish(Site.plan(old))
    do {
      _ = try folder.publish(Site.plan(new))
      #expect(size == 700)
    } catch {
      #expect(error.description.contains("No space left on device") && error.description.contains("as it was"))
      #expect(size < 700)
      for (path, text) in old {
        #expect(try String(decoding: site.bytes("disk/out/\(path)"), as: UTF8.self) == text)
      }
      #expect(!site.exists("disk/out/.pomona/staging"))
      // When there is space, the next build succeeds.
      #expect(try folder.publish(Site.plan(["pages/0.html": "new"])).updated == ["pages/0.html"])
    }
  }

  @Test(arguments: Disk.isAvailable ? [0] : [])
  func readOnlyDisk(_: Int) throws {
    let site = try Site()
    let disk = try Disk(at: "\(site.root)/disk", options: "size=1m")
    defer { disk.remove() }
    _ = try PublishedFolder("\(site.root)/disk/out").publish(Site.plan(old))
    let copy = try Disk(at: "\(site.root)/copy", readingOnly: disk)
    defer { copy.remove() }
    for folder in ["out", "another"] {
      let message = try site.refusal { _ = try PublishedFolder("\(site.root)/copy/\(folder)").publish([]) }
      #expect(message.contains("Read-only file system") && message.contains("Check that you may write there"))
    }
    // A check is possible.
    #expect(try PublishedFolder("\(site.root)/copy/out", for: .check).publish(Site.plan(old)).pages.made == 0)
  }
}

/// Folders without permission. As root has all permissions, the process runs as another user then.
@Suite struct PermissionTests {
  private let site: Site
  private let old = ["index.html": "old", "fruits/apple.html": "old"]
  private let new = ["index.html": "new", "fruits/apple.html": "new", "nuts/hazel.html": "new"]

  init() throws {
    site = try Site()
    try site.publish(old)
    try site.write("plan", new)
  }

  private func publish() throws -> (lines: [String], errors: String, status: Int32, isKilled: Bool) {
    guard getuid() == 0 else { return try Child.run(site.out, "\(site.root)/plan") }
    for path in try FileManager.default.subpathsOfDirectory(atPath: site.root) + [""] {
      chown("\(site.root)/\(path)", 65534, 65534)
    }
    return try Child.run(site.out, "\(site.root)/plan", "--user", "65534")
  }

  @Test(arguments: ["out/.pomona", "out/.pomona/lock", "out/.pomona/store"])
  func unwritableOrUnreadable(path: String) throws {
    chmod("\(site.root)/\(path)", path == "out/.pomona" ? 0o555 : 0o000)
    let child = try publish()
    #expect(child.status == 1 && child.errors.contains("Permission denied"), "\(child.errors)")
    #expect(child.errors.contains("Check that you may write there, or choose another folder with --output."))
    chmod("\(site.root)/\(path)", 0o755)
    #expect(try site.texts() == old)
    #expect(try publish().status == 0)
    #expect(try site.texts() == new)
  }

  @Test(arguments: ["out", "out/fruits"])
  func folderThatFilesCannotBeMovedTo(path: String) throws {
    chmod("\(site.root)/\(path)", 0o555)
    for _ in 0..<2 {
      let child = try publish()
      #expect(child.status == 1 && child.errors.contains("Permission denied"), "\(child.errors)")
      #expect(child.errors.contains("mend this, and run it again to finish"))
      for (file, text) in try site.texts() { #expect(text == old[file] || text == new[file]) }
    }
    chmod("\(site.root)/\(path)", 0o755)
    let child = try publish()
    #expect(child.status == 0, "\(child.errors)")
    #expect(try site.texts() == new)
  }

  @Test func folderThatMayNotBeCreated() throws {
    chmod(site.root, 0o555)
    let plan = "\(site.root)/plan"
    if getuid() == 0 { chown(site.root, 65534, 65534) }
    let child = try Child.run(["\(site.root)/new", plan] + (getuid() == 0 ? ["--user", "65534"] : []))
    #expect(child.status == 1 && child.errors.contains("Permission denied") && !site.exists("new"))
    chmod(site.root, 0o755)
  }
}
