import Fingerprints
import Foundation
import Publishing
import TestKit
import Testing

/// Random histories of plans, of edits by hand and of damage, compared with a dictionary: after each publishing the
/// folder equals the plan, and the report equals the changes of the folder.
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

/// A folder, with the expected state of its files, and the steps of a history.
private struct History {
  /// Every relevant shape of a path: folders in folders, names that sort around a slash, files that are folders at
  /// another time.
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
  /// The files of the last plan.
  private var plan: [String: File] = [:]
  /// The texts of the files on the disk.
  private var disk: [String: String] = [:]
  /// The records of the store: inputs and texts.
  private var stored: [String: File] = [:]
  private var folder: PublishedFolder?

  init(seed: UInt64) throws {
    site = try Site(inMemory: true)
    random = SeededGenerator(seed: seed)
  }

  // MARK: - Disturbances

  /// Edits and deletes files by hand, or damages the store, as may happen between two builds.
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

  /// Appends garbage to the store, behind its last record: so all files have to be compared, and none has to be
  /// prepared.
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

  /// Publishes another plan, whole or as a change, and compares the folder and the report.
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

    if isWhole, folder == nil { try expectCheckToPredict(next, options, comment) }
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
    stored = isWhole ? next : stored.filter { next[$0.key] != nil }.merging(named) { $1 }
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
      // Other inputs may yield the same bytes, but the same inputs never other bytes.
      next[path] =
        Int.random(in: 0..<3, using: &random) == 0
        ? File(text: text, inputs: "\(text) \(Bool.random(using: &random))")
        : plan[path] ?? File(text: text, inputs: text)
    }
    return next
  }

  /// Compares the counts of a report with the planned files that had to be prepared and written.
  private func expect(_ report: PublishingReport, _ named: [String: File], isClean: Bool, _ comment: Comment) {
    for (isAsset, counts) in [(false, report.pages), (true, report.assets)] {
      let files = named.filter { $0.key.hasPrefix("assets/") == isAsset }
      let made = files.filter { path, file in
        isClean || stored[path]?.inputs != file.inputs || disk[path] != stored[path]?.text
      }
      let written = files.filter { path, file in disk[path] != file.text }
      #expect(counts.planned == files.count, comment)
      #expect(counts.made == made.count, comment)
      #expect(counts.written == written.count, comment)
      #expect(counts.unchanged == files.count - written.count, comment)
      #expect(counts.bytes == written.values.map(\.text.utf8.count).reduce(0, +), comment)
    }
  }

  /// Checks the next plan, which must change nothing, and compares the report with the publishing that follows.
  private func expectCheckToPredict(_ next: [String: File], _ options: PublishingOptions, _ comment: Comment) throws {
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
