import Fingerprints
import Foundation
import Glibc
import Publishing

// A process that publishes, and that the tests let wait, fail and be killed: `publishing-child FOLDER PLAN [OPTION …]`.
//
// Every file in the folder PLAN is published at the same path; the name of each change of the disk is printed before
// the change.
//
//   --kill N            the process kills itself before the N-th change
//   --kill-committed N  the same, counted from the point of no return
//   --deliver FILE      writes the pending changes to a file, as JSON
//   --state FOLDER      keeps the state of the catalog there
//   --watch             is announced as a watch to waiting processes
//   --hold              prints “open” when the folder is locked, and continues when its input ends
//   --leave             ends without publishing
//   --user ID           drops the rights of root
//   --since FOLDER      publishes only what differs from the files in that folder
//   --note TEXT         keeps a note of the name “note” with the catalog
//   --append TEXT       appends to a note of the name “note”
//   --limit N           no file may have more than N bytes
//
// If one of these is given, PLAN is the folder of a catalog, which is built:
//
//   --follow FILE       FILE replaces its file of the same name, and the changes are published: `--kill` counts
//                       from there
//   --survive NAME      it is built into each folder in FOLDER; when the input ends, the file NAME has changed, and the
//                       changes are published
//   --rebuild           it is built into each folder in FOLDER, twice

let arguments = CommandLine.arguments

/// Prints a line at once: the process may not live to the next one.
func printLine(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// The value after an option.
func value(_ option: String) -> String? {
  arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

/// The number after an option.
func number(_ option: String) -> Int? { value(option).flatMap { Int($0) } }

if let limit = number("--limit") {
  // Without a handler the signal would end the process before the error is returned.
  signal(SIGXFSZ, SIG_IGN)
  var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
  guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) == 0 else {
    fatalError("the limit cannot be set")
  }
}
if let user = number("--user"), setgid(gid_t(user)) != 0 || setuid(uid_t(user)) != 0 {
  fatalError("the user cannot be changed")
}

/// Counts the changes, and kills the process at its number. One thread prepares files, so that they are always in the
/// same order.
final class Countdown: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private let end: Int?
  private let endCommitted: Int?
  /// The number of the change that is the point of no return.
  private var point: Int?
  private var isCounting = true

  init(end: Int?, endCommitted: Int? = nil) {
    self.end = end
    self.endCommitted = endCommitted
  }

  /// Skips changes, or counts those that follow.
  func count(_ isCounting: Bool) { lock.withLock { self.isCounting = isCounting } }

  func step(_ name: String) {
    lock.withLock {
      guard isCounting else { return }
      count += 1
      printLine(name)
      if name == "move staging" { point = count }
      if count == end || point.map({ count - $0 == endCommitted }) ?? false { kill(getpid(), SIGKILL) }
    }
  }
}

/// Builds a catalog, if the options request it.
func buildCatalog() throws -> Bool {
  let catalog = arguments[2]
  func outputs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: arguments[1]).sorted().map { "\(arguments[1])/\($0)" }
  }
  if let file = value("--follow") {
    try Following(catalog, URL(filePath: file).lastPathComponent)
      .follow(into: arguments[1], new: file, deliveringTo: value("--deliver"), Countdown(end: number("--kill")))
  } else if let name = value("--survive") {
    try Following(catalog, name).survive(into: outputs())
  } else if arguments.contains("--rebuild") {
    try Following(catalog, "").rebuild(into: outputs())
  } else {
    return false
  }
  return true
}

do {
  if try buildCatalog() { exit(0) }
  let countdown = Countdown(end: number("--kill"), endCommitted: number("--kill-committed"))
  let plan = arguments[2]
  let files = try FileManager.default.subpathsOfDirectory(atPath: plan).sorted().compactMap { path in
    FileManager.default.contents(atPath: "\(plan)/\(path)").map { bytes in
      PlannedFile(path, as: .page, key: Fingerprint(Array(bytes))) { .bytes(Array(bytes)) }
    }
  }
  let folder = try PublishedFolder(
    arguments[1], state: value("--state"), for: arguments.contains("--watch") ? .watch : .build,
    willChange: { countdown.step($0) },
    onWait: { holder in
      printLine("waiting")
      if let holder { printLine("for \(holder.activity), \(holder.process)") }
    })
  if arguments.contains("--hold") {
    printLine("open")
    while readLine() != nil {}
  }
  var options = PublishingOptions(jobs: 1)
  if let note = value("--note") { options.notes["note"] = Array(note.utf8) }
  if let note = value("--append") { options.appendedNotes["note"] = Array(note.utf8) }
  if let old = value("--since") {
    let changed = files.filter {
      FileManager.default.contents(atPath: "\(old)/\($0.path)")
        != FileManager.default.contents(atPath: "\(plan)/\($0.path)")
    }
    let removed = try FileManager.default.subpathsOfDirectory(atPath: old).sorted().filter { path in
      FileManager.default.contents(atPath: "\(old)/\(path)") != nil && !files.contains { $0.path == path }
    }
    _ = try folder.publish(changed: changed, removed: removed, options: options)
  } else if !arguments.contains("--leave") {
    _ = try folder.publish(files, options: options)
  }
  if let file = value("--deliver") {
    try folder.deliverChanges { changes in try JSONEncoder().encode(changes).write(to: URL(filePath: file)) }
  }
  folder.close()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
