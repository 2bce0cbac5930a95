import CatalogKit
import Foundation
import TestKit
import Testing

/// Tables of a database that only link rows of two others.
@Suite struct LinkTableTests {
  /// A database of songs on lists, with more in each row of the table that links them.
  private func music(_ columns: String) throws -> CatalogFolder {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE playlist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE playlist_track (
        playlist_id INTEGER NOT NULL REFERENCES playlist, track_id INTEGER NOT NULL REFERENCES track\(columns)
      );
      INSERT INTO playlist VALUES (1, 'Morning'), (3, 'Evening');
      INSERT INTO track VALUES (7, 'Overture'), (8, 'Finale'), (9, 'Encore');
      INSERT INTO playlist_track (playlist_id, track_id) VALUES (1, 7), (1, 8), (3, 7);
      """, in: "music.db")
    return folder
  }

  @Test(arguments: ["", ", PRIMARY KEY (playlist_id, track_id)", ", last_update TEXT, UNIQUE (track_id, playlist_id)"])
  func `rows of a table that only links are lists of references`(_ columns: String) throws {
    let folder = try music(columns)
    let pages = try folder.pages(of: "music.db")
    #expect(
      pages["track/7.md"]?.contains("**Playlist:** [Morning](../playlist/1.md), [Evening](../playlist/3.md)") == true)
    #expect(
      pages["playlist/1.md"]?.contains("## Track (2)\n\n  - [Overture](../track/7.md)\n  - [Finale]") == true,
      "\(pages["playlist/1.md"] ?? "")")
    #expect(pages["track/9.md"]?.contains("Playlist") == false)
    #expect(!pages.keys.contains { $0.hasPrefix("playlist_track") || $0.hasPrefix("playlist-track") })
  }

  @Test(arguments: [", place INTEGER, PRIMARY KEY (playlist_id, track_id)", ", id INTEGER PRIMARY KEY"])
  func `both tables list the rows of one with more columns`(_ columns: String) throws {
    let pages = try music(columns).pages(of: "music.db")
    #expect(!pages.keys.contains { $0.hasPrefix("playlist-track/") || $0.hasPrefix("playlist_track/") })
    #expect(pages["track/7.md"]?.contains("**Playlist:**") == false)
    #expect(pages["track/7.md"]?.contains("## Playlist (2)\n\n  - [Morning](../playlist/1.md)\n") == true)
    #expect(pages["playlist/1.md"]?.contains("## Track (2)\n\n  - [Overture](../track/7.md)\n") == true)
  }

  @Test func `a table that others refer to has pages`() throws {
    let folder = try music(", id INTEGER PRIMARY KEY, UNIQUE (playlist_id, track_id)")
    #expect(
      try !folder.pages(of: "music.db").keys.contains {
        $0.hasPrefix("playlist_track/") || $0.hasPrefix("playlist-track/")
      })
    try folder.execute(
      """
      CREATE TABLE vote (id INTEGER PRIMARY KEY, stars INTEGER, entry REFERENCES playlist_track); INSERT INTO vote \
      VALUES (1, 5, 2)
      """,
      in: "music.db")
    let pages = try folder.pages(of: "music.db")
    #expect(pages.keys.contains { $0.hasPrefix("playlist_track/") || $0.hasPrefix("playlist-track/") })
    #expect(pages["track/7.md"]?.contains("**Playlist:**") == false)
  }

  @Test func `links are between the tables that are data sets`() throws {
    let folder = try music("")
    func pages(_ tables: String...) throws -> [String: String] {
      let datasets = tables.map { "  \($0.replacing("_", with: "-")): { file: music.db, table: \($0) }\n" }
      try folder.write("catalog.yml", "datasets:\n\(datasets.joined())")
      return try folder.pages()
    }
    #expect(try pages("playlist", "track")["track/8.md"]?.contains("**Playlist:** [Morning]") == true)
    #expect(try pages("track")["track/8.md"]?.contains("Playlist") == false)
    let all = try pages("playlist", "track", "playlist_track")
    #expect(all["track/8.md"]?.contains("**Playlist:**") == false)
    #expect(all["track/8.md"]?.contains("## Playlist (1)\n\n  - [Morning](../playlist/1.md)") == true)
  }

  @Test func `a table may link another one to itself, and two tables the same`() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    try folder.execute(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE acts (film REFERENCES film, person REFERENCES person);
      CREATE TABLE directs (film REFERENCES film, person REFERENCES person);
      CREATE TABLE knows (person REFERENCES person, other REFERENCES person);
      INSERT INTO film VALUES (1, 'Dawn'), (2, 'Dusk');
      INSERT INTO person VALUES (1, 'Ada'), (2, 'Bo');
      INSERT INTO acts VALUES (1, 1), (2, 1);
      INSERT INTO directs VALUES (1, 2), (2, 2);
      INSERT INTO knows VALUES (1, 2);
      """, in: "films.db")
    let pages = try folder.pages(of: "films.db")
    let film = try #require(pages["film/1.md"])
    #expect(
      film.contains("**Acts:** [Ada](../person/1.md)") && film.contains("**Directs:** [Bo](../person/2.md)"), "\(film)")
    #expect(pages["person/1.md"]?.contains("**Knows:** [Bo](../person/2.md)") == true, "\(pages["person/1.md"] ?? "")")
    #expect(pages["person/2.md"]?.contains("## Film (Directs) (2)") == true)
    #expect(pages["person/2.md"]?.contains("## Person (Knows) (1)\n\n  - [Ada](../person/1.md)") == true)
  }

  @Test func `another link changes the row`() throws {
    let folder = try music("")
    let builder = CatalogBuilder(at: folder.path + "/music.db", into: folder.path + "/out")
    defer { builder.close() }
    let first = try builder.build()
    let links = try #require(first.keys.first { $0.dataset == "track" }?.links)
    #expect(links.map(\.field) == ["playlist"] && links.map(\.table) == ["playlist_track"])
    try folder.execute("INSERT INTO playlist_track VALUES (3, 8)", in: "music.db")
    let report = try builder.update([folder.path + "/music.db"])
    #expect(Set(report.updated).isSuperset(of: ["playlist/3.html", "track/8.html"]))
    #expect(
      !report.updated.contains("playlist/1.html") && !report.updated.contains("track/9.html"), "\(report.updated)")
  }
}
