import Foundation

extension PackageCatalog {
  /// The site that Hugo builds.
  var hugoSite: String { "\(folder)/hugo" }

  /// Writes a content file for each row, as Hugo reads them. Unchanged files are not written. The cost is not measured.
  func writeHugoContent(of table: PackageTable) throws {
    if !FileManager.default.fileExists(atPath: hugoSite) {
      try FileManager.default.copyItem(atPath: "Benchmarks/Catalog/hugo", toPath: hugoSite)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for row in table.rows {
      guard let name = row["package"], let section = row["section"] else { continue }
      var facts = row
      facts["title"] = name
      facts["description"] = nil
      var content = try encoder.encode(facts)
      content.append(contentsOf: "\n\n\(row["description"] ?? "")\n".utf8)
      let folder = "\(hugoSite)/content/\(section)", file = "\(folder)/\(name).md"
      guard FileManager.default.contents(atPath: file) != content else { continue }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try content.write(to: URL(filePath: file))
    }
  }
}
