import Fingerprints
import Foundation
import Publishing
import TestKit
import Testing

/// Random histories of plans, of edits by hand and of damage, against a dictionary: after each publishing the folder is what the plan says,
/// and the report is what a walk before and after shows.
@Suite struct HistoryTests {
  @Test(arguments: Seeds.fixed(3, fresh: 3))
  func folderIsThePlanAndTheReportIsTheDifference(seed: UInt64) throws {
    var history = try History(seed: seed)
    for step in 0..<30 {
      try history.disturb()
      try history.publish(comment: "seed \(seed), step \(step)")
    }
  }
}

/// A folder, and what is expected of it.
private struct History {
  /// Every shape of a path that matters: folders in folders, names that sort around a slash, files that are folders at another time.
  private static let paths = [
    "index.html", "a", "a/x.html", "a/y.html", "a/b", "a/b/z.html", "a-b/x.html", "a.b", "b/c/d/e.html", "b/c/f.html",
    "assets/style.css", "assets/pictures/pear.jpg", "äpfel/süß.html", "日本/梨.html", "-", "~/.html", "c d/e f.html",
  ]

  /// A file of a plan.
  private struct File: Equatable {
    var text: String
    var inputs: String
  }

  private let site: Site
  private var random: SeededGenerator
  /// What the last publishing planned.
  private var plan: [String: File] = [:]
  /// What is on the disk.
  private var disk: [String: String] = [:]
  /// What the store knows: inputs and texts.
  private var known: [String: File] = [:]
  private var folder: PublishedFolder?

  init(seed: UInt64) throws {
    site = try Site(inMemory: true)
    random = SeededGenerator(seed: seed)
  }

  // MARK: - What others do

  /// Edits and deletes files by hand, or damages the store, as somebody may between two builds.
  mutating func disturb() throws {
    if Int.random(in: 0..<3, using: &random) == 0 { folder = nil }
    for path in disk.keys.sorted() where Int.random(in: 0..<12, using: &random) == 0 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        // Of the same length, and likely within the same tick of the clock.
        disk[path] = String(repeating: "?", count: disk[path]?.utf8.count ?? 0)
        try site.write("out/\(path)", disk[path] ?? "")
      case 1: try site.write("out/\(path)", disk[path] ?? "")
      default:
        disk[path] = nil
        try site.remove("out/\(path)")
        try removeEmptyFolders(from: path)
      }
    }
    if folder == nil, site.exists("out/.pomona/store"), Int.random(in: 0..<4, using: &random) == 0 { try damageStore() }
  }

  /// Tears the store's end, behind all that is known: so all files have to be looked at, and none has to be made.
  private mutating func damageStore() throws {
    var bytes = try site.bytes("out/.pomona/store")
    let length = Int.random(in: 1..<60, using: &random)
    bytes.append(contentsOf: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
    try bytes.write(to: URL(filePath: "\(site.out)/.pomona/store"))
  }

  private func removeEmptyFolders(from path: String) throws {
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty {
      let folder = "\(site.out)/\(parts.joined(separator: "/"))"
      guard try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty else { return }
      try FileManager.default.removeItem(atPath: folder)
      parts.removeLast()
    }
  }

  // MARK: - Publishing

  /// Publishes another plan, whole or as a change, and compares.
  mutating func publish(comment: Comment) throws {
    let next = nextPlan()
    let isWhole = Bool.random(using: &random)
    let removed = Set(plan.keys).subtracting(next.keys)
    // A change may name files that have not changed, and leaves those alone that it does not name.
    var named = next
    for path in next.keys.sorted() where !isWhole && plan[path] == next[path] {
      if Int.random(in: 0..<3, using: &random) > 0 { named[path] = nil }
    }
    let options = PublishingOptions(
      jobs: Int.random(in: 1...3, using: &random), isClean: Int.random(in: 0..<6, using: &random) == 0)

    if isWhole, folder == nil { try expectCheckToTell(next, options, comment) }
    let before = try site.traces()
    if folder == nil { folder = try PublishedFolder(site.out) }
    let files = named.sorted { $0.key < $1.key }.map { Site.plan($0.key, $0.value.text, inputs: $0.value.inputs) }
      .shuffled(using: &random)
    let publishing = try #require(folder)
    let report =
      try isWhole
      ? publishing.publish(files, options: options)
      : publishing.publish(changed: files, removed: removed.sorted(), options: options)
    let after = try site.traces()

    expect(report, named, isClean: options.isClean, comment)
    for path in removed { disk[path] = nil }
    for (path, file) in named { disk[path] = file.text }
    known = isWhole ? next : known.filter { next[$0.key] != nil }.merging(named) { $1 }
    plan = next
    #expect(try site.texts() == disk, comment)
    let touched = Site.touched(from: before, to: after)
    #expect(Set(report.created) == touched.created, comment)
    #expect(Set(report.updated) == touched.updated, comment)
    #expect(Set(report.deleted) == touched.deleted, comment)
    let parents = disk.keys.flatMap { path in
      let parts = path.split(separator: "/").dropLast()
      return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
    #expect(try site.folders() == Set(parents), comment)
  }

  /// Some files, of which none is the folder of another.
  private mutating func nextPlan() -> [String: File] {
    var next: [String: File] = [:]
    for path in Self.paths where Int.random(in: 0..<4, using: &random) > 0 {
      let isInside = next.keys.contains { path.hasPrefix("\($0)/") || $0.hasPrefix("\(path)/") }
      if isInside { continue }
      let text = String(repeating: "\(Int.random(in: 0..<3, using: &random))", count: 5)
      // Other inputs may make the same bytes, never the other way round.
      next[path] =
        Int.random(in: 0..<3, using: &random) == 0
        ? File(text: text, inputs: "\(text) \(Bool.random(using: &random))")
        : plan[path] ?? File(text: text, inputs: text)
    }
    return next
  }

  private func expect(_ report: PublishingReport, _ named: [String: File], isClean: Bool, _ comment: Comment) {
    for (isAsset, counts) in [(false, report.pages), (true, report.assets)] {
      let files = named.filter { $0.key.hasPrefix("assets/") == isAsset }
      let made = files.filter { path, file in
        isClean || known[path]?.inputs != file.inputs || disk[path] != known[path]?.text
      }
      let written = files.filter { path, file in disk[path] != file.text }
      #expect(counts.planned == files.count, comment)
      #expect(counts.made == made.count, comment)
      #expect(counts.written == written.count, comment)
      #expect(counts.unchanged == files.count - written.count, comment)
      #expect(counts.bytes == written.values.map(\.text.utf8.count).reduce(0, +), comment)
    }
  }

  /// Asks what would happen, which must touch nothing, and do as the next publishing says.
  private func expectCheckToTell(_ next: [String: File], _ options: PublishingOptions, _ comment: Comment) throws {
    let before = try site.traces()
    let files = next.map { Site.plan($0.key, $0.value.text, inputs: $0.value.inputs) }
    let report = try PublishedFolder(site.out, for: .check).publish(files, options: options)
    #expect(try site.traces() == before, comment)
    expect(report, next, isClean: options.isClean, comment)
    #expect(Set(report.created) == Set(next.keys.filter { disk[$0] == nil }), comment)
    #expect(
      Set(report.updated) == Set(next.filter { disk[$0.key] != nil && disk[$0.key] != $0.value.text }.keys), comment)
    #expect(Set(report.deleted) == Set(disk.keys).subtracting(next.keys), comment)
  }
}
