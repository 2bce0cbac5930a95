import CatalogKit
import Foundation
import TestKit
import Testing

/// The references that `pomona init` proposes, and its example of steps.
@Suite struct InferredReferencesTests {
  private static let artists = "id,name,born\n11,Ada Reed,1900\n12,Bo Lind,1910\n13,Cy Moss,1920\n"

  /// Returns what `pomona init` writes for a folder, and checks that a catalog of it opens without further findings.
  private func written(_ folder: CatalogFolder, _ file: String = "") throws -> String {
    let path = file.isEmpty ? folder.path : "\(folder.path)/\(file)"
    let inferred = try InferredCatalog(of: path, in: folder.path, options: CatalogOptions())
    let before = try Catalog(at: path).warnings.map(\.description)
    try inferred.write()
    let after = try Catalog(at: folder.path).warnings.map(\.description)
    #expect(after.allSatisfy(before.contains), "\(after) \(before)\n\(inferred.text)")
    return inferred.text
  }

  private func written(_ files: [String: String]) throws -> String { try written(CatalogFolder(files)) }

  /// The lines that propose something.
  private func proposals(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.contains("refers:") || $0.contains("parent: ") && $0.contains(" # ") }
  }

  @Test(arguments: ["artist_id", "artist", "ArtistID", "artistid", "Artists", "main_artist_id", "first_artist"])
  func `a field that names a data set refers to it`(field: String) throws {
    let folder = try CatalogFolder([
      "artists.csv": Self.artists, "works.csv": "id,title,\(field)\na1,Dawn,11\na2,Dusk,12\na3,Noon,11\n",
    ])
    let text = try written(folder)
    #expect(
      proposals(text) == ["\(field): { refers: artists } # 2 of 2 different values are keys of artists"], "\(text)")
    #expect(try folder.pages()["works/a1.md"]?.contains("[Ada Reed](../artists/11.md)") == true)
  }

  @Test(arguments: [
    ("houses", "house"), ("classes", "class_id"), ("cities", "cityId"), ("movies", "movie"), ("boxes", "box"),
    ("buses", "bus"), ("codes", "Code_ID"), ("baseball_teams", "team_id"), ("objects", "parentobjectid"),
    ("artist_data", "artistId"), ("movie_list", "movie"),
  ]) func `names of data sets are in the plural`(dataset: String, field: String) throws {
    let text = try written(["\(dataset).csv": Self.artists, "uses.csv": "id,title,\(field)\na1,Dawn,11\na2,Dusk,12\n"])
    #expect(proposals(text).first?.hasPrefix("\(field): { refers: \(dataset) } #") == true, "\(text)")
  }

  @Test func `a field that is called like a key refers to its rows`() throws {
    let text = try written([
      "people.csv": "geonameid,name\n11,Ada Reed\n12,Bo Lind\n13,Cy Moss\n",
      "names.csv": "altname,geonameid\nA. Reed,11\nReed,11\nLind,12\n",
    ])
    #expect(
      proposals(text) == [
        "geonameid: { refers: { dataset: people, field: geonameid } } # 2 of 2 different values are in geonameid of people"
      ], "\(text)")
  }

  @Test func `rows without names may begin with a reference, and numbers be keys among texts`() throws {
    let text = try written([
      "routes.csv": "route_id,name\n10,Harbour\nCB,Crystal Bay\n11,Market\n",
      "trips.csv": "trip_id,route_id\nt_1_a,10\nt_2_a,11\nt_3_b,10\n",
      "stops.csv": "stop_id,name\nS1,Quay\nS2,Church\n",
      "stop_times.csv": "trip_id,arrival,stop_id\nt_1_a,7:55,S1\nt_1_a,8:01,S2\nt_2_a,8:01,S1\nt_3_b,9:30,S2\n",
    ])
    #expect(
      proposals(text) == [
        "trip_id: { refers: trips } # 3 of 3 different values are keys of trips",
        "stop_id: { refers: stops } # 2 of 2 different values are keys of stops",
        "route_id: { refers: routes } # 2 of 2 different values are keys of routes",
      ], "\(text)")
  }

  @Test func `a field may have the titles of rows`() throws {
    let folder = try CatalogFolder([
      "artists.csv": Self.artists,
      "works.csv": "id,title,artist\na1,Dawn,Ada Reed\na2,Dusk,Bo Lind\na3,Noon,Ada Reed\n",
    ])
    #expect(
      proposals(try written(folder)) == [
        "artist: { refers: { dataset: artists, field: name } } # 2 of 2 different values are in name of artists"
      ])
    #expect(try folder.pages()["works/a1.md"]?.contains("[Ada Reed](../artists/11.md)") == true)
  }

  @Test func `numbers without a fitting name refer to nothing`() throws {
    let rows = (1...30).map { "\($0),Thing \($0),\($0 % 5 + 1),\($0)\n" }.joined()
    let keys = (1...30).map { "\($0),Kind \($0)\n" }.joined()
    let text = try written(["things.csv": "id,name,size,weight\n\(rows)", "kinds.csv": "id,name\n\(keys)"])
    #expect(proposals(text).isEmpty, "\(text)")
  }

  @Test func `doubtful references are comments`() throws {
    let text = try written([
      "artists.csv": Self.artists, "works.csv": "id,title,artist\na1,Dawn,11\na2,Dusk,12\na3,Noon,90\n",
    ])
    #expect(
      proposals(text) == [
        "# artist: { refers: artists } # only 2 of 3 different values are keys of artists"
      ], "\(text)")
    #expect(text.contains("    # fields:\n      # artist:"))
  }

  @Test func `rows that will only tie others together are called by these`() throws {
    let folder = try CatalogFolder([
      "artists.csv": Self.artists, "works.csv": "id,title\nw1,Dawn\nw2,Dusk\n",
      "roles.csv": "id,work_id,artist_id,role\nr1,w1,11,painter\nr2,w1,12,engraver\nr3,w2,11,painter\n",
    ])
    #expect(try written(folder).contains("    titles: [work_id, artist_id]\n"))
    let pages = try folder.pages()
    #expect(pages["works/w1.md"]?.contains("Roles (2)") == true && pages["roles/r1.md"] == nil)
  }

  @Test(arguments: ["parent_id", "parent", "broader", "reports_to"])
  func `a field that names a part of the same rows makes a tree`(field: String) throws {
    func text(_ root: String) throws -> String {
      try written(["places.csv": "id,name,\(field)\np1,Europe,\(root)\np2,Austria,p1\np3,Graz,p2\n"])
    }
    #expect(proposals(try text("")) == ["parent: \(field) # 2 of 2 different values are keys of the same rows"])
    #expect(
      proposals(try text("p3")) == [
        "# parent: \(field) # 3 of 3 different values are keys of the same rows, but some rows are parts of themselves"
      ])
  }

  @Test func `what a description states is not proposed`() throws {
    let text = try written([
      "artists.csv": Self.artists, "works.csv": "id,title,artist\na1,Dawn,11\na2,Dusk,12\na3,Noon,11\n",
      "datapackage.json": """
      { "title": "Our museum", "resources": [
        { "path": "artists.csv", "name": "artists", "schema": { "fields": [
          { "name": "born", "title": "Year of birth", "description": "As\\nfar as known." }, { "name": "id", "title": "No." }
        ] } },
        { "path": "works.csv", "title": "Works: all", "schema": { "fields": [], "foreignKeys": [
          { "fields": "artist", "reference": { "resource": "artists", "fields": "id" } }] } }] }
      """,
    ])
    #expect(proposals(text).isEmpty, "\(text)")
    #expect(text.contains("\ntitle: Our museum\n") && text.contains("    title: \"Works: all\"\n"), "\(text)")
    #expect(
      text.contains(" # As far as known.\n") && text.contains("      born: { label: Year of birth }\n"), "\(text)")
  }

  @Test func `the example of steps has a field that makes sections`() throws {
    func example(_ header: String, _ row: (Int) -> String) throws -> String? {
      let text = try written(["things.csv": header + "\n" + (1...40).map { row($0) + "\n" }.joined()])
      return text.split(separator: "\n").first { $0.contains("group:") }.map(String.init)
    }
    // Identifiers, numbers, different texts, few values and always the same make none.
    #expect(
      try example("id,name,objectid,size,note,state,same,colour") {
        "k\($0),Thing \($0 % 7)x\($0),\($0 % 9),\($0 % 4),Note \($0),\($0 < 10 ? "new" : ""),yes it is,\(["red", "green", "blue"][$0 % 3])"
      } == "#   - group: { field: colour, order: sorted }")
    #expect(try example("id,name,objectid") { "k\($0),Thing x\($0),\($0 % 9)" } == nil)
  }

  @Test func `the schema names the key of a table`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE t (slug TEXT UNIQUE, "Artist no" TEXT PRIMARY KEY, id INTEGER);
      INSERT INTO t VALUES ('a', 'x', 1), ('b', 'y', 2);
      """, in: "t.sqlite")
    #expect(try written(folder, "t.sqlite").contains("    key: Artist no\n"))
  }

  /// Names that collide, keys that repeat, and values of all kinds.
  @Test(arguments: Seeds.fixed(12, fresh: 4)) func `what is written opens`(seed: UInt64) throws {
    var random = Seeds.generator(seed)
    let names = ["artists", "works", "parts", "work parts", "a.b"].shuffled(using: &random).prefix(
      Int.random(in: 1...4, using: &random))
    let columns = [
      "id", "name", "parent_id", "artist_id", "work", "parts", "works", "works.count", "on", "part: no", "Artist",
    ]
    var files: [String: String] = [:]
    for name in names {
      let chosen = columns.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
      let count = Int.random(in: 1...30, using: &random)
      let kinds = chosen.map { _ in Int.random(in: 0...4, using: &random) }
      let rows = (1...count).map { row in
        kinds.map { kind in
          let number = Int.random(in: 1...count, using: &random)
          return [
            "\(row)", "\(number)", "Name \(row)", "Name \(number)", Bool.random(using: &random) ? "" : "k\(row)",
          ][kind]
        }.joined(separator: ",")
      }
      files["\(name).csv"] = ([chosen.map { "\"\($0)\"" }.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }
    let folder = try CatalogFolder(files)
    let text = try written(folder)
    #expect(try Catalog(at: folder.path).datasetNames.count == names.count, "\(text)")
  }
}
