import Fingerprints
import Foundation
import Glibc
import Publishing
import Testing

/// A folder for one test, with a folder `out` that is published to; it is deleted with the last reference.
final class Site {
  /// The attributes of a file that show whether it was touched.
  struct Trace: Equatable {
    var identity: UInt64
    var mode: UInt32
    var size: Int
    var modified: Int
    var changed: Int

    init(_ status: stat) {
      func nanoseconds(_ time: timespec) -> Int { time.tv_sec * 1_000_000_000 + time.tv_nsec }
      identity = UInt64(status.st_ino)
      mode = status.st_mode
      size = Int(status.st_size)
      modified = nanoseconds(status.st_mtim)
      changed = nanoseconds(status.st_ctim)
    }
  }

  let root: String
  var out: String { "\(root)/out" }

  /// Creates a folder.
  ///
  /// - Parameter inMemory: Whether it is on a file system in memory, if there is one: for tests of many publications,
  ///   which would wait for the disk.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isInMemory = inMemory && access(memory, W_OK) == 0
    root = (isInMemory ? URL(filePath: memory) : FileManager.default.temporaryDirectory).resolvingSymlinksInPath()
      .appending(
        path: "publishing-\(UUID().uuidString)"
      )
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  // MARK: - Publishing

  /// The files of a plan: their paths and their texts. Files in a folder `assets` are assets.
  static func plan(_ texts: [String: String]) -> [PlannedFile] {
    texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { plan($0.key, $0.value) }
  }

  static func plan(_ path: String, _ text: String, inputs: String? = nil) -> PlannedFile {
    PlannedFile(path, as: path.hasPrefix("assets/") ? .asset : .page, key: Fingerprint(inputs ?? text)) {
      .made { Array(text.utf8) }
    }
  }

  @discardableResult
  func publish(
    _ texts: [String: String], adopting: Bool = false, options: PublishingOptions = PublishingOptions()
  ) throws -> PublishingReport {
    try PublishedFolder(out, adopting: adopting).publish(Self.plan(texts), options: options)
  }

  // MARK: - Files

  func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: "\(root)/\(path)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Into the same file, as an editor may do, and without a temporary file.
    if FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) {
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    } else {
      try Data(text.utf8).write(to: url)
    }
  }

  func write(_ folder: String, _ texts: [String: String]) throws {
    for (path, text) in texts { try write("\(folder)/\(path)", text) }
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: "\(root)/\(path)")) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

  func link(_ path: String, to destination: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(filePath: "\(root)/\(path)").deletingLastPathComponent().path(percentEncoded: false),
      withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: destination)
  }

  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat("\(root)/\(path)", &status) == 0
  }

  /// The texts of the files in `out`, by path, without the hidden folder.
  func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for (path, trace) in try traces() where trace.mode & S_IFMT == S_IFREG {
      if let name = Self.name(path) { texts[name] = String(decoding: try bytes(path), as: UTF8.self) }
    }
    return texts
  }

  /// The folders in `out`, without the hidden one.
  func folders() throws -> Set<String> {
    Set(try traces().filter { $0.value.mode & S_IFMT == S_IFDIR }.keys.compactMap { Self.name($0) })
  }

  /// The catalog's name for a file of the test's folder, or `nil` if it is not in the catalog. By bytes: a combining
  /// mark after a slash changes the character.
  private static func name(_ path: String) -> String? {
    guard path.utf8.starts(with: "out/".utf8) else { return nil }
    let name = String(decoding: path.utf8.dropFirst(4), as: UTF8.self)
    return name.utf8.starts(with: ".pomona/".utf8) || name == ".pomona" ? nil : name
  }

  /// The attributes of the file at a path.
  func status(_ path: String) throws -> Trace {
    var status = stat()
    guard lstat("\(root)/\(path)", &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    return Trace(status)
  }

  /// The attributes of all files, hidden or not, by their paths in the test's folder.
  func traces() throws -> [String: Trace] {
    var traces: [String: Trace] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var status = stat()
      guard lstat("\(root)/\(path)", &status) == 0 else { continue }
      traces[path] = Trace(status)
    }
    return traces
  }

  /// The files of the catalog that have changed, in the form of a report.
  static func touched(
    from before: [String: Trace], to after: [String: Trace]
  ) -> (created: Set<String>, updated: Set<String>, deleted: Set<String>) {
    func files(_ traces: [String: Trace]) -> [String: Trace] {
      let named = traces.compactMap { path, trace in name(path).map { ($0, trace) } }
      return Dictionary(uniqueKeysWithValues: named.filter { $0.1.mode & S_IFMT == S_IFREG })
    }
    let (old, new) = (files(before), files(after))
    let updated = new.filter { path, trace in
      old[path].map { $0.identity != trace.identity || $0.modified != trace.modified } ?? false
    }
    return (
      Set(new.keys.filter { old[$0] == nil }), Set(updated.keys), Set(old.keys.filter { new[$0] == nil })
    )
  }
}
