import CatalogKit
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

extension CatalogFolder {
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

  /// Builds the catalog of the folder, or of a data file in it, as Markdown, and returns the texts of the pages by
  /// their paths.
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

/// Returns the titles of links in the headings of a level in a Markdown page.
func links(_ level: Int, in page: String?) -> [String] {
  let mark = String(repeating: "#", count: level) + " ["
  return (page ?? "").split(separator: "\n").filter { $0.hasPrefix(mark) }
    .map { String($0.dropFirst(mark.count).prefix { $0 != "]" }) }
}
