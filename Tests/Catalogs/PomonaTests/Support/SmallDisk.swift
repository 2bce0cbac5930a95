import Foundation
import Testing

/// A file system for one test, of a few hundred kilobytes, if the user that runs the tests may mount one.
final class SmallDisk {
  /// Whether one can be mounted.
  static let isPossible: Bool = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-disk-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return (try? SmallDisk(at: folder, kilobytes: 64)) != nil
  }()

  private let path: String

  /// Mounts one at a folder, which is created.
  init(at folder: URL, kilobytes: Int) throws {
    path = folder.path(percentEncoded: false)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
  }

  deinit { try? Self.run("umount", path) }

  /// Mounts it again with other options, such as another size, or read-only.
  func mount(_ options: String) throws { try Self.run("mount", "-o", "remount,\(options)", path) }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw CocoaError(.featureUnsupported) }
  }
}
