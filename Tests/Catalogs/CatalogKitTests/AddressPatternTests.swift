import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Addresses by patterns, and folders for pages and sections.
@Suite struct AddressPatternTests {
  /// The files of a built catalog, without its assets.
  private func files(of folder: CatalogFolder, into output: String = "out") throws -> [String] {
    try folder.build(into: "\(folder.path)/\(output)")
    return try OutputTree("\(folder.path)/\(output)").files.keys.filter { !$0.hasPrefix("assets/") }.sorted()
  }

  private func warnings(of folder: CatalogFolder) throws -> [String] {
    try folder.catalog().warnings.map { "\($0.location.row ?? 0) \($0.message)" }
  }

  private func folder(_ configuration: String, _ rows: String..., more: [String: String] = [:]) throws -> CatalogFolder
  {
    let yaml = "formats: markdown\n" + configuration
    let files = ["catalog.yml": yaml, "works.csv": (["id,acno,kind,title"] + rows).map { $0 + "\n" }.joined()]
    return try CatalogFolder(files.merging(more) { first, _ in first })
  }

  private static let works = "file: works.csv, key: id, titles: title, types: { acno: text, kind: text }"

  @Test func fieldsAreSluggedAndSlashesOfValuesAreNoFolders() throws {
    let folder = try folder(
      "datasets: { works: { \(Self.works), address: \"objects/{kind}/no-{acno}-{id}\" } }", "1,T 01/23,Öl,A",
      "2,T#4,../x,B")
    #expect(
      try files(of: folder) == [
        "index.md", "objects/ol/no-t-01-23-1.md", "objects/x/no-t-sharp-4-2.md", "works/index.md",
      ])
    #expect(try folder.pages()["works/index.md"]?.contains("](../objects/ol/no-t-01-23-1.md)") == true)
    #expect(try folder.pages()["objects/ol/no-t-01-23-1.md"]?.contains("](../../works/index.md)") == true)
  }

  @Test func aSlashAtTheEndIsAFolder() throws {
    let folder = try folder(
      "datasets: { works: { \(Self.works), address: \"objects/{acno}/\" } }", "1,T1,a,A", "2,T2,a,B")
    #expect(try files(of: folder) == ["index.md", "objects/t1/index.md", "objects/t2/index.md", "works/index.md"])
    let page = try #require(try folder.pages()["objects/t1/index.md"])
    #expect(page.contains("](../t2/index.md)") && page.contains("](../../works/index.md)"))
  }

  @Test func patternsMayUseDerivedAndReferredFields() throws {
    let folder = try folder(
      """
      datasets:
        works: { \(Self.works), derive: { code: "upper(kind) || acno" }, fields: { kind: { refers: kinds } },
          address: "{kind.plural}/{code}" }
        kinds: { file: kinds.csv, key: kind, chain: [] }
      """, "1,T1,a,A", more: ["kinds.csv": "kind,plural\na,Many As\n"])
    #expect(try files(of: folder).contains("many-as/at1.md"))
    try folder.write("kinds.csv", "kind,plural\na,More As\n")
    #expect(try files(of: folder).contains("more-as/at1.md"))
  }

  @Test func rowsWithoutAValueHaveTheirKeys() throws {
    let folder = try folder(
      "datasets: { works: { \(Self.works), address: \"objects/{acno}/\" } }", "1,T1,a,A", "2,,a,B", "3,,a,C")
    #expect(
      try files(of: folder) == [
        "index.md", "objects/t1/index.md", "works/2/index.md", "works/3/index.md", "works/index.md",
      ])
    #expect(
      try warnings(of: folder) == [
        "3 2 rows have no value in “acno”, and their addresses follow from their keys; the first is “2”"
      ])
  }

  @Test func rowsThatShareAnAddressHaveDigests() throws {
    let yaml = "datasets: { works: { \(Self.works), address: \"objects/{acno}\" } }"
    let folder = try folder(yaml, "1,T1,a,A", "2,t1,a,B", "t3,T3,a,C", "4,T3,a,D")
    let files = try files(of: folder)
    let objects = files.filter { $0.hasPrefix("objects/") }
    #expect(objects.count == 4)
    // As for keys, the row whose key is spelled like the address has it; among equal values the key decides, and not
    // the order.
    #expect(objects.filter { $0.count > "objects/t1.md".count }.count == 3 && objects.contains("objects/t3.md"))
    #expect(
      try warnings(of: folder) == [
        """
        2 the addresses of 3 rows end in digests, because other pages have the same addresses or because they are not \
        valid alone; the first is “1”
        """
      ])
    try folder.write("works.csv", "id,acno,kind,title\n4,T3,a,D\nt3,T3,a,C\n2,t1,a,B\n1,T1,a,A\n")
    #expect(try self.files(of: folder, into: "other") == files)
  }

  @Test func dataSetsMayShareAFolder() throws {
    let yaml = """
      datasets:
        works: { \(Self.works), address: "all/{acno}" }
        all: { file: all.csv, key: name }
      """
    let folder = try folder(yaml, "1,T1,a,A", "2,T2,a,B", more: ["all.csv": "name\nt1\nt9\n"])
    let files = try files(of: folder).filter { $0.hasPrefix("all/t") }
    #expect(files.count == 4 && files.contains("all/t1.md") && files.contains("all/t2.md"))
    #expect(files.contains("all/t9.md") && files.contains { $0.hasPrefix("all/t1-") })
  }

  @Test func pagesWithFoldersYieldToListings() throws {
    let yaml = """
      datasets: { works: { \(Self.works), address: "{acno}/" } }
      chain: [{ group: kind }]
      documents: { facets: kind }
      """
    let folder = try folder(yaml, "1,Paint,paint,A", "2,kind,print,B", "3,index,print,C", "4,assets,print,D")
    let files = try files(of: folder)
    let plain = [
      "index.md", "kind/index.md", "kind/paint/index.md", "kind/print/index.md", "paint/index.md", "print/index.md",
    ]
    #expect(files.count == plain.count + 4)
    #expect(Set(plain).isSubset(of: files))
    #expect(files.contains { $0.hasPrefix("paint-") } && files.contains { $0.hasPrefix("kind-") })
    #expect(try folder.pages()["paint/index.md"]?.contains("# paint") == true)
    #expect(try warnings(of: folder).count == 1)
  }

  @Test func everyPageMayHaveAFolder() throws {
    let yaml = """
      addresses: { pretty: true, sections: by-kind }
      datasets:
        works: { \(Self.works) }
        people: { file: people.csv, key: name, address: "who/{name}" }
      chain: [{ group: kind }]
      """
    let folder = try folder(yaml, "1,T1,paint,A", "2,T2,print,B", more: ["people.csv": "name,kind\nBlake,paint\n"])
    #expect(
      try files(of: folder) == [
        "by-kind/paint/index.md", "by-kind/print/index.md", "index.md", "who/blake/index.md", "works/1/index.md",
        "works/2/index.md",
      ])
    let pages = try folder.pages()
    #expect(pages["works/1/index.md"]?.contains("](../../by-kind/paint/index.md)") == true)
    #expect(pages["index.md"]?.contains("](by-kind/print/index.md)") == true)
    #expect(pages["by-kind/paint/index.md"]?.contains("](../../who/blake/index.md)") == true)
  }

  @Test func aFolderOfSectionsMayNotBeThatOfADataSet() throws {
    let found = try findings {
      _ = try folder(
        "addresses: { sections: works }\ndatasets: { works: { \(Self.works), chain: [] } }", "1,T1,a,A"
      ).catalog()
    }
    #expect(found.map(\.message) == ["“works” is the folder of the data set “works”"])
  }

  @Test func unknownFieldIsAnError() throws {
    let found = try findings {
      _ = try folder("datasets: { works: { \(Self.works), address: \"objects/{acn}\" } }", "1,T1,a,A").catalog()
    }
    #expect(found.map(\.message) == ["there is no field “acn”"])
    #expect(found.map(\.hint) == ["Did you mean “acno”?"])
    #expect(found.allSatisfy { $0.location.line == 2 })
  }

  @Test func aFormerKeyRedirectsFromItsAddress() throws {
    let yaml = """
      datasets:
        works: { \(Self.works), aliases: acno, address: "objects/{id}/" }
      """
    let folder = try folder(yaml, "new,old,a,A")
    #expect(
      try files(of: folder) == ["index.md", "objects/new/index.md", "objects/old/index.md", "works/index.md"])
    #expect(try folder.pages()["objects/old/index.md"]?.contains("](../new/index.md)") == true)
  }

  @Test func assignedAddressesTakePrecedence() throws {
    let folder = try folder(
      "datasets: { works: { \(Self.works), address: \"objects/{acno}/\" } }", "1,T1,a,A", "2,T2,a,B", "3,T3,a,C",
      more: [
        "addresses.csv":
          "dataset,key,address,moved_to,gone\nworks,1,works/1,,\nworks,2,objects/t3/,,\n,,first,objects/t3/,\n"
      ])
    let pages = try folder.pages()
    #expect(pages.keys.count { $0.hasPrefix("objects/t3-") } == 1)
    #expect(pages["works/1.md"]?.contains("# A") == true && pages["objects/t3/index.md"]?.contains("# B") == true)
    #expect(pages["first.md"]?.contains("](objects/t3/index.md)") == true)
    #expect(pages["objects/t1/index.md"] == nil)
  }

  // MARK: - Existing catalogs

  @Test func aNewPatternRedirectsFormerAddresses() throws {
    let folder = try folder("datasets: { works: { \(Self.works) } }", "1,T1,a,A", "2,T2,a,B")
    _ = try files(of: folder)
    try folder.write(
      "catalog.yml",
      "formats: markdown\ndatasets: { works: { \(Self.works), address: \"objects/{acno}/\" } }")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    builder.close()
    #expect(
      builder.warnings.map(\.message) == [
        "the page of “1” is now at objects/t1/index, and no longer at works/1",
        "the page of “2” is now at objects/t2/index, and no longer at works/2",
      ])
    let kept = try folder.catalog().addressRevision(after: folder.path + "/out")
    #expect(kept.lines.map(\.kind) == [.page, .page, .moved, .moved])
    let moved = try folder.catalog().addressRevision(after: folder.path + "/out", movingPages: true)
    try moved.write()
    #expect(
      try String(contentsOfFile: folder.path + "/addresses.csv", encoding: .utf8) == """
        dataset,key,address,moved_to,gone
        works,1,works/1,objects/t1/index,
        works,2,works/2,objects/t2/index,

        """)
    #expect(
      try files(of: folder) == [
        "index.md", "objects/t1/index.md", "objects/t2/index.md", "works/1.md", "works/2.md", "works/index.md",
      ])
    #expect(try folder.catalog().addressRevision(after: folder.path + "/out", movingPages: true).isEmpty)
    #expect(try folder.catalog().warnings == [])
  }

  @Test func aRowWhoseFieldsChangeMoves() throws {
    let folder = try folder(
      "datasets: { works: { \(Self.works), address: \"objects/{acno}\" } }", "1,T1,a,A", "2,T2,a,B")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    try folder.write("works.csv", "id,acno,kind,title\n1,T7,a,A\n2,T2,a,B\n")
    let report = try builder.update([folder.path + "/works.csv"])
    #expect(report.created == ["objects/t7.md"] && report.deleted == ["objects/t1.md"])
    #expect(
      builder.warnings.map(\.message) == ["the page of “1” is now at objects/t7, and no longer at objects/t1"])
    builder.close()
  }
}
