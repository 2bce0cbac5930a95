import Diagnostics
import Foundation
import Testing

/// A file system in memory, mounted for one test.
struct Disk {
  private let path: String

  /// Whether this process may mount one.
  static let isAvailable: Bool = {
    let path = FileManager.default.temporaryDirectory.appending(path: "publishing-\(UUID().uuidString)")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let disk = try? Disk(at: path, options: "size=64k") else { return false }
    disk.remove()
    return true
  }()

  init(at path: String, options: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path)
  }

  /// Mounts another disk a second time, so that it can only be read there.
  ///
  /// The first mount cannot be made one for reading while a process that a test starts at the moment still has its
  /// files.
  init(at path: String, readingOnly other: Disk) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run("mount", "--bind", "-o", "ro", other.path, path)
  }

  func remove() { try? Self.run("umount", "-l", path) }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw CocoaError(.fileWriteNoPermission) }
  }
}

/// The message of a process, as an error of this one.
func refused(_ text: String) -> DiagnosticsError { DiagnosticsError(Diagnostic(code: "test/child", text)) }
