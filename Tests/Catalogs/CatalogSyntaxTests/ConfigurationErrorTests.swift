import Diagnostics
import TestKit
import Testing

@testable import CatalogSyntax

/// Mistakes in a `catalog.yml`, with their places.
@Suite struct ConfigurationErrorTests {
  @Test(arguments: ["en\\\" onload=\\\"x", "en_GB", "-de", "d e", "überdeutsch", "12"])
  func aLanguageIsATag(language: String) throws {
    #expect(try findings("language: \"\(language)\"\ndatasets: { f: f.csv }\n") == ["catalog/language 1:11"])
  }

  /// The codes of the findings with their lines and columns.
  private func findings(_ yaml: String) throws -> [String] {
    try TestKit.findings { _ = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "") }
      .map { finding in
        #expect(finding.location.file == "catalog.yml")
        #expect(finding.severity == .error)
        return finding.brief
      }
  }

  @Test(arguments: [
    ("", "yaml/empty"), ("# nothing", "yaml/empty"), ("text", "yaml/type 1:1"), ("- a", "yaml/type 1:1"),
    ("title: [a", "yaml/syntax 2:1"), ("title: 'a\n", "yaml/syntax 2:1"), ("a: 1\n\tb: 2", "yaml/syntax 2:1"),
    ("a: *b", "yaml/syntax 1:4"), ("datasets: { a: a.csv, a: b.csv }", "yaml/syntax 1:13"),
    ("title: x", "catalog/no-datasets 1:1"), ("datasets:", "catalog/no-datasets 1:1"),
    ("datasets: {}", "catalog/no-datasets 1:1"), ("datasets: [a.csv]", "yaml/type 1:11"),
    ("datasets: { a: [a.csv] }", "yaml/type 1:16"), ("datasets: { a: { key: x } }", "catalog/no-file 1:16"),
    ("datasets:\n  a:\n", "catalog/no-file 2:5"),
  ])
  func file(yaml: String, finding: String) throws {
    #expect(try findings(yaml) == [finding])
  }

  @Test(arguments: [
    ("colour: red", "yaml/unknown-key 2:1"), ("title: [a]", "yaml/type 2:8"), ("language: { a: b }", "yaml/type 2:11"),
    ("introduction: [a]", "yaml/type 2:15"), ("pages: 3", "yaml/type 2:8"),
    ("pages: { length: 3 }", "yaml/unknown-key 2:10"),
    ("pages: { size: 0 }", "yaml/type 2:16"), ("pages: { size: many }", "yaml/type 2:16"),
    ("pages: { preview: -1 }", "yaml/type 2:19"), ("pages: { preview: 1.5 }", "yaml/type 2:19"),
    ("formats: []", "catalog/no-formats 2:10"), ("formats: [[html]]", "yaml/type 2:11"),
    ("chain: 3", "yaml/type 2:8"), ("chain: [3]", "yaml/type 2:9"), ("chain: [{ order: x }]", "yaml/unknown-key 2:11"),
    ("chain: [{ sort: a, group: b }]", "chain/two-steps 2:9"), ("chain: [{ concatenate: [{}] }]", "yaml/type 2:25"),
    ("chain: [{ sort: [[a]] }]", "yaml/type 2:18"),
    ("chain: [{ sort: { order: ascending } }]", "yaml/missing-key 2:17"),
    ("chain: [{ sort: { field: a, order: up } }]", "yaml/choice 2:36"),
    ("chain: [{ sort: { field: a, by: up } }]", "yaml/unknown-key 2:29"),
    ("chain: [{ group: { order: sorted } }]", "yaml/missing-key 2:18"),
    ("chain: [{ group: { field: a, order: up } }]", "yaml/choice 2:37"),
    ("chain: [{ filter: a }]", "yaml/type 2:19"), ("chain: [{ filter: { equals: a } }]", "yaml/missing-key 2:19"),
    ("chain: [{ filter: { field: a } }]", "chain/condition 2:19"),
    ("chain: [{ filter: { field: a, equals: b, in: [c] } }]", "chain/condition 2:19"),
    ("chain: [{ filter: { field: a, is: b } }]", "yaml/unknown-key 2:31"),
    ("chain: [{ insert: { at: [0, 0] } }]", "yaml/missing-key 2:19"),
    ("chain: [{ insert: { cell: a, at: [0] } }]", "chain/path 2:34"),
    ("chain: [{ insert: { cell: a, at: [0, 0, 0] } }]", "chain/path 2:34"),
    ("chain: [{ placeholder: [a] }]", "yaml/type 2:24"),
  ])
  func keys(line: String, finding: String) throws {
    // The first finding is the cause; some have consequences that are reported, too.
    #expect(try findings("datasets: { a: a.csv }\n\(line)\n").first == finding)
  }

  @Test(arguments: [
    ("colour: x", "yaml/unknown-key 1:31"), ("types: text", "yaml/type 1:38"),
    ("types: { x: word }", "catalog/unknown-type 1:43"), ("types: { x: [text] }", "yaml/type 1:43"),
    ("key: [{}]", "yaml/type 1:37"), ("title: [x]", "yaml/type 1:38"), ("titles: { x: y }", "yaml/type 1:39"),
    ("card: [x]", "yaml/type 1:37"), ("page: [x]", "yaml/type 1:37"), ("accent: [x]", "yaml/type 1:39"),
  ])
  func dataset(key: String, finding: String) throws {
    #expect(try findings("datasets: { a: { file: a.csv, \(key) } }") == [finding])
  }

  @Test func severalMistakesAreReportedTogetherInOrder() throws {
    let yaml = """
      titel: Shop
      datasets:
        a: { file: a.csv, types: { x: txt, y: nubmer } }
        b: { key: x }
      chain:
        - sort: { order: ascending }
        - gruop: kind
      """
    #expect(
      try findings(yaml) == [
        "yaml/unknown-key 1:1", "catalog/unknown-type 3:33", "catalog/unknown-type 3:41", "catalog/no-file 4:6",
        "yaml/missing-key 6:11", "yaml/unknown-key 7:5",
      ])
  }

  @Test func namesThatAreAlmostRightAreSuggested() throws {
    let findings = try TestKit.findings {
      _ = try CatalogConfiguration(yaml: "titel: a\nformat: b\nzzz: c", file: "catalog.yml", title: "")
    }
    #expect(
      findings.map(\.hint) == [
        "Did you mean “title”?", "Did you mean “formats”?",
        """
        There are: title, language, introduction, address, addresses, datasets, cells, chain, pages, home, documents, \
        formats, assets, on.
        """,
      ])
  }
}
