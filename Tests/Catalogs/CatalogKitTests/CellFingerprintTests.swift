import Fingerprints
import Foundation
import Rendering
import TestKit
import Testing

@testable import CatalogKit
@testable import CatalogSyntax

/// All properties that determine a cell are part of its fingerprint.
@Suite struct CellFingerprintTests {
  /// A change for each stored property of a style.
  private static let changes: [String: @Sendable (inout FieldStyle) -> Void] = [
    "label": { $0.label += "!" }, "unit": { $0.unit = "kg" },
    "language.numbers.grouping": { $0.language = LanguageStyle(language: "de") },
    "language.numbers.decimal": { $0.language = LanguageStyle(language: "fr") },
    "language.numbers.smallestGrouped": { $0.language = LanguageStyle(language: "es") },
    "language.numbers.currency": { $0.language = LanguageStyle(language: "nl") },
    "language.numbers.separatesPercent": { $0.language = LanguageStyle(language: "it") },
    "language.dates": { $0.language = LanguageStyle(language: "en-US") },
    "format.decimals": { $0.format = .decimals(3) }, "link.parts": { $0.link = LinkTemplate("https://a.org/{value}") },
    "terms.folders": { $0.terms = TermPlaces.Place(folders: ["b"], isByRecord: false) },
    "terms.isByRecord": { $0.terms = TermPlaces.Place(folders: ["a"], isByRecord: true) },
  ]

  @Test func everyPropertyOfAStyleChangesTheFingerprint() {
    let style = FieldStyle(
      label: "Size", unit: "m", language: LanguageStyle(language: "en"), format: .decimals(2),
      link: LinkTemplate("https://example.org/{value}"), terms: TermPlaces.Place(folders: ["a"], isByRecord: false))
    #expect(
      storedProperties(of: style, leaves: []) == Set(Self.changes.keys),
      "a property of FieldStyle that has no change here, or one that is no more")
    for (name, change) in Self.changes {
      var other = style
      change(&other)
      #expect(Fingerprint(storedPropertiesOf: other) != Fingerprint(storedPropertiesOf: style), "\(name)")
    }
    for change in [{ $0.unit = nil }, { $0.format = nil }, { $0.link = nil }, { $0.terms = nil }]
      as [(inout FieldStyle) -> Void]
    {
      var other = style
      change(&other)
      #expect(Fingerprint(storedPropertiesOf: other) != Fingerprint(storedPropertiesOf: style))
    }
  }

  /// A text may name rows of any data set, even of one without pages: the new data set is the only change.
  @Test(arguments: ["", "templates/page.md"])
  func aTextNamesARowOfANewDataSetWithoutPages(template: String) throws {
    let entry = "works: { file: works.csv, key: id, types: { note: markdown } }"
    func configuration(_ datasets: String) -> String {
      "datasets:\n  \(entry)\n\(datasets)formats: [html, json]\n"
    }
    let folder = try CatalogFolder([
      "catalog.yml": configuration(""), "works.csv": "id,name,note\n1,Dog,Of [[artists/nobody]].\n",
      "artists.csv": "id,name\n",
    ])
    if !template.isEmpty { try folder.write(template, "{{note}}\n") }
    let output = folder.path + "/out"
    try folder.build(into: output)
    try folder.write("catalog.yml", configuration("  artists: { file: artists.csv, key: id }\n"))
    let report = try folder.build(into: output)
    #expect(report.updated.contains("works/1.html") && report.updated.contains("works/1.json"))
    try folder.build(into: folder.path + "/clean")
    #expect(try OutputTree(output).differences(from: OutputTree(folder.path + "/clean")) == [])
  }
}
