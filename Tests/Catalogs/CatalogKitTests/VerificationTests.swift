import Diagnostics
import Fingerprints
import Foundation
import Publishing
import TestKit
import Testing

@testable import CatalogKit

/// Files that are published wrongly, although the store records them as correct.
@Suite struct VerificationTests {
  @Test(arguments: [
    "fruits/apple.html", "index.html", "catalog.json", "catalog/objects-1.json", "sitemap.xml", "assets/style.css",
  ])
  func wrongFilesAreRepairedAndReported(path: String) throws {
    let folder = try CatalogFolder([
      "catalog.yml":
        "address: https://example.org\ndatasets: { fruits: fruits.csv }\ndocuments: { json: true, sitemap: true }\n",
      "fruits.csv": "name\nApple\nPear\n",
    ])
    let output = folder.path + "/out"
    let first = CatalogBuilder(at: folder.path, into: output)
    _ = try first.build()
    first.close()
    let planned = try #require(first.catalog?.plannedFiles().first { $0.path == path })
    let right = try Data(contentsOf: URL(filePath: "\(output)/\(path)"))

    let published = try PublishedFolder(output)
    var options = PublishingOptions(isClean: true)
    options.notes[BuildMemo.name] = published.note(BuildMemo.name)
    let wrong = PlannedFile(path, as: planned.kind, planKey: planned.planKey) {
      (isUpToDate) throws(DiagnosticsError) in
      var isDescribed = false
      _ = try planned.prepare { preparedKey in
        isDescribed = preparedKey != planned.planKey
        return false
      }
      if try isUpToDate(isDescribed ? Fingerprint("another") : planned.planKey) { return nil }
      return .bytes(Array("wrong".utf8))
    }
    #expect(try published.publish(changed: [wrong], options: options).updated == [path])
    try published.deliverChanges { _ in }
    published.close()

    func build(_ change: (inout CatalogBuilder.Settings) -> Void = { _ in }) throws -> BuildReport {
      var settings = CatalogBuilder.Settings()
      change(&settings)
      let builder = CatalogBuilder(at: folder.path, into: output, settings: settings)
      defer { builder.close() }
      var report = try builder.build()
      if !settings.isChecking { try builder.deliver(report) { report = $0 } }
      return report
    }
    #expect(try build().isUnchanged)
    let checked = try build { ($0.isVerifying, $0.isChecking) = (true, true) }
    #expect(checked.updated == [path] && checked.mended == [])
    let report = try build { $0.isVerifying = true }
    #expect(report.updated == [path] && report.mended == [] && report.created + report.deleted == [])
    #expect(report.undelivered?.updated == [path])
    #expect(try Data(contentsOf: URL(filePath: "\(output)/\(path)")) == right)
    #expect(try build { $0.isVerifying = true }.isUnchanged)
  }
}
