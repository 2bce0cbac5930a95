import Foundation
import Testing

extension Sandbox {
  /// Runs statements in a database, which is created if necessary.
  func database(_ path: String, _ sql: String) throws {
    let folder = url(path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", url(path).path(percentEncoded: false), sql]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
