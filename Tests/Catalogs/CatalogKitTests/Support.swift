import CatalogKit
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// A folder with a catalog's files. It is deleted with the last reference to the object.
final class CatalogFolder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "pomona-tests-\(UUID().uuidString)")
    for (path, text) in files { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and replaces an existing one at the path.
  func write(_ path: String, _ text: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Executes SQL in a database, which is created if necessary.
  func execute(_ sql: String, in database: String) throws {
    try SQLiteFile("\(path)/\(database)").execute(sql)
  }

  var path: String { url.path(percentEncoded: false) }

  /// Opens the catalog of the folder, or of a data file in it.
  func catalog(_ file: String = "", options: CatalogOptions = CatalogOptions()) throws -> Catalog {
    try Catalog(at: file.isEmpty ? path : "\(path)/\(file)", options: options)
  }

  /// Builds the catalog of the folder, or of a data file in it.
  @discardableResult
  func build(
    _ file: String = "", into output: String, options: CatalogOptions = CatalogOptions(),
    settings: CatalogBuilder.Settings = CatalogBuilder.Settings()
  ) throws -> BuildReport {
    let path = file.isEmpty ? path : "\(path)/\(file)"
    return try CatalogBuilder(at: path, into: output, options: options, settings: settings).build()
  }

  /// Builds the catalog of the folder, or of a data file in it, as Markdown, and returns the texts of the pages by their paths.
  func pages(of file: String = "", options: CatalogOptions = CatalogOptions()) throws -> [String: String] {
    var options = options
    options.formats = ["markdown"]
    let output = "\(path)/out-\(UUID().uuidString)"
    try build(file, into: output, options: options)
    var pages: [String: String] = [:]
    for page in try FileManager.default.subpathsOfDirectory(atPath: output) where page.hasSuffix(".md") {
      pages[page] = String(decoding: try Data(contentsOf: URL(filePath: "\(output)/\(page)")), as: UTF8.self)
    }
    return pages
  }
}

/// Returns the findings of a body that has to fail.
func findings(of body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Diagnostic] {
  try #require(throws: DiagnosticsError.self, sourceLocation: sourceLocation) { try body() }.diagnostics
}

extension Diagnostic {
  /// The code, followed by the line and column if they are known: `yaml/type 3:5`.
  var brief: String {
    let place = [location.line, location.column].compactMap { $0.map(String.init) }.joined(separator: ":")
    return code.rawValue + (place.isEmpty ? "" : " " + place)
  }
}

/// Returns the titles of links in the headings of a level in a Markdown page.
func links(_ level: Int, in page: String?) -> [String] {
  let mark = String(repeating: "#", count: level) + " ["
  return (page ?? "").split(separator: "\n").filter { $0.hasPrefix(mark) }
    .map { String($0.dropFirst(mark.count).prefix { $0 != "]" }) }
}
