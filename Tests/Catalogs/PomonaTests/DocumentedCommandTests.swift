import Foundation
import TestKit
import Testing

/// Runs the commands of README.md and of the chapters of the guide in sequence, in a folder with files of their names.
@Suite struct DocumentedCommandTests {

  /// The commands of the shell blocks of a document, as their words.
  private static func commands(of path: String) throws -> [[String]] {
    let text = try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
    let blocks = text.components(separatedBy: "```sh\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    var commands: [[String]] = []
    for line in blocks.flatMap({ $0.split(separator: "\n") }) {
      let code = line.prefix { $0 != "#" }
      for command in String(code).components(separatedBy: "&&") {
        commands.append(command.split(separator: " ").map { String($0) })
      }
    }
    return commands.filter { $0.first == "pomona" }
  }

  /// The documents with commands. Two chapters of the guide have tests of their own, with other files.
  private static let documents: [String] = {
    let folder = packageFolder.appending(path: "docs/guide").path(percentEncoded: false)
    let chapters = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"]
      + chapters.filter { $0.hasSuffix(".md") && !["first-catalog.md", "how-do-i.md"].contains($0) }.sorted()
      .map { "docs/guide/\($0)" }
  }()

  @Test func thereAreCommands() throws {
    #expect(try Self.documents.flatMap(Self.commands).count == 25)
  }

  @Test(arguments: documents) func everyCommandSucceeds(document: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write([
      "fruits.csv": "name,origin\nFig,Asia\nLemon,Asia\n", "books.csv": "title,year\nEmma,1815\nFrankenstein,1818\n",
      "cities.json": #"[{"name": "Graz", "country": "AT", "population": 3}, {"name": "Bern", "country": "CH"}]"#,
      "cities.txt": "geonameid\tname\tcountry\tregion\tpopulation\n1\tGraz\tAT\tStyria\t3\n2\tBern\tCH\tBern\t1\n",
      "yesterday.csv": "name,price\nFig,1\n", "today.csv": "name,price\nFig,2\n",
    ])
    try sandbox.database(
      "shop.sqlite",
      "CREATE TABLE a (name); INSERT INTO a VALUES ('Fig'); CREATE TABLE b (id); INSERT INTO b VALUES (1)")
    // These run until they are interrupted, which their own tests do.
    let commands = try Self.commands(of: document).filter { !["serve", "watch"].contains($0[1]) }
    if !commands.contains(["pomona", "init", "my-catalog"]) { _ = try sandbox.pomona("init", "my-catalog") }
    for command in commands {
      let outcome = try sandbox.pomona(Array(command.dropFirst().prefix { $0 != ">" }))
      #expect(outcome.status == 0, "\(command.joined(separator: " ")): \(outcome.errors)")
    }
    if document == "README.md" {
      #expect(sandbox.exists("build/books/index.html") && sandbox.exists("shelf/catalog.yml"))
    }
  }
}
