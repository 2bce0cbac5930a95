import CatalogKit
import Diagnostics
import Foundation

/// The list of changed paths that `--changes` asks for: what a cache has to forget, or what has to be uploaded.
enum ChangesFile {
  private struct Changes: Encodable {
    let created: [String]
    let updated: [String]
    let deleted: [String]
  }

  static func write(_ report: BuildReport, to file: String) throws(DiagnosticsError) {
    do {
      try text(of: report, asJSON: file.hasSuffix(".json")).write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw DiagnosticsError(
        Diagnostic(
          code: "changes/unwritable", "the list of changes cannot be written: \(error.localizedDescription)",
          at: .init(file: file), hint: "The catalog itself is written. Name another file."))
    }
  }

  private static func text(of report: BuildReport, asJSON: Bool) throws -> Data {
    guard asJSON else {
      let lines =
        report.created.map { "created\t\($0)\n" } + report.updated.map { "updated\t\($0)\n" }
        + report.deleted.map { "deleted\t\($0)\n" }
      return Data(lines.joined().utf8)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Changes(created: report.created, updated: report.updated, deleted: report.deleted))
  }
}
