import Diagnostics
import TestKit
import Testing

@testable import CatalogKit

/// Mistakes of several kinds in one catalog, all of which are reported together.
@Suite struct MistakeTests {
  /// Returns the places of the errors of a catalog, with their codes, or the quoted names for some codes.
  private func mistakes(_ yaml: String, _ files: [String: String]) throws -> [String] {
    let folder = try CatalogFolder(files.merging(["catalog.yml": yaml]) { $1 })
    return CatalogCheck(at: folder.path).findings.filter { $0.severity == .error }.map { finding in
      var place = finding.location
      place.file = place.file.map { String($0.dropFirst(folder.path.count).drop { $0 == "/" }) }
      return "\(place): \(finding.message)".replacing("catalog.yml, ", with: "")
    }
  }

  private static let words = ["a.csv": "id,name,year\n1,A,x\n"]

  @Test func dataFieldsChainAndDocuments() throws {
    let found = try mistakes(
      """
      datasets:
        a: { file: a.csv, types: { year: number }, fields: { foo: { hide: true }, bar: { hide: true } } }
      chain: [{ sort: yaer }]
      documents: { facets: [nmae] }
      """, Self.words)
    #expect(
      found == [
        "a.csv, row 2, field “year”: “x” is not a number",
        "line 2, column 56: there is no field “foo”", "line 2, column 77: there is no field “bar”",
        "line 3, column 17: there is no field “yaer”", "line 4, column 23: there is no field “nmae”",
      ])
  }

  @Test func keysOfTheFileAndTemplates() throws {
    let found = try mistakes(
      """
      titel: Words
      datasets:
        a: { file: a.csv, types: { year: number } }
        b: { file: a.csv, key: it, titel: B, types: { nam: text } }
      chain: [{ sort: name }, { sort: yaer }, { srot: name }]
      """, ["a.csv": "id,name,year\n1,A,x\n2,B\n3,C,4\n", "templates/card.md": "{{nmae}}"])
    #expect(
      found == [
        "line 1, column 1: the key “titel” is not known here", "line 4, column 26: there is no field “it”",
        "line 4, column 30: the key “titel” is not known here", "line 4, column 49: there is no field “nam”",
        "line 5, column 33: there is no field “yaer”", "line 5, column 43: the key “srot” is not known here",
        "a.csv, row 3: 3 fields expected, 2 found", "a.csv, row 2, field “year”: “x” is not a number",
        "templates/card.md, line 1, column 1: there is no field “nmae”",
      ])
  }

  @Test func rowsOfSeveralKindsAndDerivedValues() throws {
    let found = try mistakes(
      """
      datasets:
        a: { file: a.csv, key: id, types: { year: number }, derive: { next: { sql: year + 1, type: date } } }
      """, ["a.csv": "id,name,year\n1,A,x\n1,B,3\n2\n4,D,99999\n"])
    #expect(
      found == [
        "a.csv, row 4: 3 fields expected, 1 found",
        "a.csv, row 2, field “year”: “x” is not a number",
        "a.csv, row 3, field “id”: “1” is already the key of row 2",
        "a.csv, row 5, field “next”: “100000” is not a date: it stays text",
      ])
  }

  @Test(arguments: [
    // Fields that would exist without the mistake.
    ("derive: { next: yaer + 1 }", "chain: [{ sort: next }]", ["there is no field “yaer”"]),
    (
      "derive: { next: yaer + 1, last: next - 2 }, titles: next, types: { last: number }", "chain: [{ sort: last }]",
      ["there is no field “yaer”"]
    ),
    ("dreive: { next: year + 1 }", "chain: [{ sort: next }]", ["the key “dreive” is not known here"]),
    ("derive: [next]", "chain: [{ sort: next }]", ["a mapping is expected here"]),
    (
      "fields: { naem: { refers: { dataset: a, back: others } } }", "documents: { facets: [others] }",
      ["there is no field “naem”"]
    ),
    (
      "join: { all: { dataset: a, on: nmae, equals: id } }", "chain: [{ sort: all.name }]", ["there is no field “nmae”"]
    ),
    ("fold: { sum: { count: rows } }", "chain: [{ sort: sum }]", ["no rows go with those of “a” by the name “rows”"]),
    (
      "delimeter: \";\", fields: { x: { hide: true } }", "chain: [{ sort: id;name }]",
      ["the key “delimeter” is not known here"]
    ),
    ("fields: { nam: { separator: \"|\" } }", "", ["there is no field “nam”"]),
    ("file: b.csv", "chain: [{ sort: x }]", ["there is no such file"]),
  ])
  func whatFollowsFromAMistakeIsNone(entry: String, more: String, messages: [String]) throws {
    let file = entry.hasPrefix("file") ? "" : "file: a.csv, "
    let found = try mistakes("datasets: { a: { \(file)\(entry) } }\n\(more)", ["a.csv": "id,name,year\n1,A,3\n"])
    #expect(found.map { String($0.split(separator: ": ", maxSplits: 1).last ?? "") } == messages)
  }

  @Test func theCodeOfAProgramIsGivenNoRowsWithMistakes() throws {
    let folder = try CatalogFolder([
      "catalog.yml": "datasets: { a: { file: a.csv, types: { year: number } } }", "a.csv": "id,year\n1,x\n",
    ])
    var isCalled = false
    let found = try findings {
      _ = try Catalog(at: folder.path) { program in
        program.addStep("own") { rows in
          isCalled = true
          return rows
        }
      }
    }
    #expect(found.map(\.code) == ["datasets/type-mismatch"] && !isCalled)
  }

  @Test func aMistakeInFrontMatterHasALine() throws {
    let found = try mistakes(
      "datasets: { a: { file: a, accent: shade, types: { year: number } } }",
      [
        "a/one.md": "---\nname: One\nyear: x\nshade: blue\n---\n", "a/two.md": "---\nname: Two\nshade: red\n---\n",
      ])
    #expect(
      found == [
        "a/one.md, line 3, field “year”: “x” is not a number",
        "a/one.md, line 4, field “shade”: “blue” is not a colour",
        "a/two.md, line 3, field “shade”: “red” is not a colour",
      ])
  }
}
