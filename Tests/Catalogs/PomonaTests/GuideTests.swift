import Foundation
import TestKit
import Testing

/// The guide for publishers in `docs/`: it is built, and its first chapter is followed step by step.
@Suite struct GuideTests {
  private static let docs = packageFolder.appending(path: "docs")

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  // MARK: - The guide as a catalog

  @Test func theGuideIsACatalogWithoutProblems() throws {
    let docs = Self.docs.path(percentEncoded: false)
    let check = try sandbox.pomona("check", docs)
    #expect(check.status == 0 && check.errors == "", "\(check.errors)")
    #expect(check.output.hasPrefix("No problems in "), "\(check.output)")

    try sandbox.build(docs, "--output", "guide")
    let chapters = try FileManager.default.contentsOfDirectory(atPath: docs + "/guide").filter { $0.hasSuffix(".md") }
    #expect(chapters.count > 30)
    for chapter in chapters {
      let text = try String(contentsOf: Self.docs.appending(path: "guide/\(chapter)"), encoding: .utf8)
      let title = try #require(text.components(separatedBy: "\n# ").dropFirst().first?.prefix { $0 != "\n" })
      let page = HTMLPage(try sandbox.text("guide/guide/\(chapter.dropLast(3)).html"))
      #expect(page.all("h1").map(\.text) == [String(title)])
      // Tables of Markdown would be shown as text.
      #expect(!text.contains("| --- |"), "\(chapter)")
    }
    let home = HTMLPage(try sandbox.text("guide/index.html"))
    #expect(
      home.all("h2").map(\.text).prefix(7) == [
        "Contents", "Getting started", "catalog.yml", "Cells and templates", "Looking into a catalog", "Publishing",
        "Reference",
      ])
    #expect(sandbox.exists("guide/plugins/messages.schema.json") && sandbox.exists("guide/search/index.js"))
  }

  // MARK: - From a spreadsheet to a catalog

  /// A block of code in a chapter.
  private struct Block {
    /// The number of the section, as in “## 4. Add pictures”.
    let step: Int
    let language: Substring
    let code: String
  }

  private static func blocks() throws -> [Block] {
    let text = try String(contentsOf: docs.appending(path: "guide/first-catalog.md"), encoding: .utf8)
    var (blocks, step): ([Block], Int) = ([], 0)
    var open: (language: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (language, lines) = open {
        if line == "```" {
          blocks.append(Block(step: step, language: language, code: lines.joined(separator: "\n") + "\n"))
          open = nil
        } else {
          open = (language, lines + [line])
        }
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3), [])
      } else if let number = line.firstMatch(of: #/^## ([0-9]+)\. /#)?.1 {
        step = try #require(Int(number))
      }
    }
    return blocks
  }

  /// Writes a block of YAML to `catalog.yml`: instead of the whole file, or each part instead of the key that it begins
  /// with.
  private func configure(_ yaml: String) throws {
    guard !yaml.contains("datasets:") else { return try sandbox.write("library/catalog.yml", yaml) }
    func parts(_ text: String) -> [String] {
      text.components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) }
    }
    var all = parts(try sandbox.text("library/catalog.yml"))
    for part in parts(yaml) {
      let key = part.prefix { $0 != ":" } + ":"
      if let index = all.firstIndex(where: { $0.hasPrefix(key) }) {
        all[index] = part
      } else if key == "address:" {
        all.insert(part, at: try #require(all.firstIndex { $0.hasPrefix("datasets:") }))
      } else {
        all.append(part)
      }
    }
    try sandbox.write("library/catalog.yml", all.joined(separator: "\n\n") + "\n")
  }

  /// Runs a command in the folder of the chapter.
  private func run(_ command: String) throws -> (status: Int32, text: String) {
    let words = command.replacing("\"", with: "").split(separator: " ").map(String.init)
    try #require(words.first == "pomona", "\(command)")
    let running = try RunningCommand(
      sandbox.executable(), Array(words.dropFirst()), in: sandbox.url("library"))
    if words[1] == "serve" {
      try running.line { $0.hasPrefix("Press Control-C") }
      running.send(SIGINT)
      _ = try running.end()
      return (0, "")
    }
    try running.endInput()
    let outcome = try running.end()
    return (outcome.status, outcome.output + outcome.errors)
  }

  /// A line of output without what differs from one machine to another: sizes, times, and the folder.
  private static func essence(_ line: Substring) -> String {
    String(line).replacing(#/ \([0-9.]+ [kKM]?B\) in .*$/#, with: "")
      .replacing(#/file:/.*/library//#, with: "file:///library/")
  }

  /// Checks the results that the text describes after a step.
  private func expectResults(of step: Int) throws {
    func position(_ word: String, _ page: String) throws -> String.Index? {
      try sandbox.text("library/build/library/\(page)").range(of: ">\(word)<")?.lowerBound
    }
    switch step {
    case 3:
      let files = try sandbox.files("library/build/books", ending: ".html")
      #expect(files.contains("index.html") && files.contains("books/emma.html"))
    case 4:
      #expect(try sandbox.files("library/build/books", ending: ".png").count == 3)
      #expect(try sandbox.text("library/build/books/books/moby-dick.html").contains("covers/moby-dick.png"))
    case 5:
      let home = HTMLPage(try sandbox.text("library/build/library/index.html"))
      #expect(home.all("h1").map(\.text) == ["The Reading Room"])
      #expect(home.all("h2").map(\.text) == ["Contents", "Essay", "Novel", "Poetry"])
      #expect(home.all("h3").count == 2 + 6 + 3)
      let novels = HTMLPage(try sandbox.text("library/build/library/novel/index.html")).all("h2").map(\.text)
      #expect(novels.count == 7 && novels.first == "Emma" && novels.last == "The War of the Worlds")
      #expect(try sandbox.text("library/build/library/books/emma.html").contains("€"))
    case 6:
      #expect(try sandbox.files("library/build/library/subjects", ending: "/index.html").count == 13)
      #expect(try position("A–Z", "index.html") != nil && position("Subjects", "index.html") != nil)
      #expect(try sandbox.text("library/build/library/books/moby-dick.html").contains("subjects/whales/index.html"))
    case 7:
      #expect(try position("Emma", "authors/jane-austen.html") != nil)
      #expect(try position("Persuasion", "authors/jane-austen.html") != nil)
      #expect(HTMLPage(try sandbox.text("library/build/library/authors/index.html")).all("table").count == 1)
      #expect(try sandbox.text("library/build/library/books/emma.html").contains("authors/jane-austen.html"))
    case 9:
      let files = try sandbox.files("library/build/library")
      #expect(files.contains("404.html") && files.contains("sitemap.xml"))
      #expect(sandbox.exists("library/reading-room.zip"))
      #expect(try sandbox.text("library/changed.txt").contains("sitemap.xml"))
    default: break
    }
  }

  @Test func theFirstChapterHasTheDescribedResults() throws {
    let blocks = try Self.blocks()
    var tables = ["books.csv", "authors.csv"]
    var (commands, compared, output) = (0, 0, "")
    for (index, block) in blocks.enumerated() {
      if block.step == 4 {
        for name in ["frankenstein", "moby-dick", "time-machine"] {
          try sandbox.write("library/covers/\(name).png", "PNG")
        }
      }
      switch block.language {
      case "csv": try sandbox.write("library/\(tables.removeFirst())", block.code)
      case "yaml": try configure(block.code)
      case "sh":
        try sandbox.makeFolder("library")
        for command in block.code.split(separator: "\n") {
          let outcome = try run(String(command))
          #expect(outcome.status == 0, "\(command): \(outcome.text)")
          (output, commands) = (outcome.text, commands + 1)
          // After the first steps there are no warnings.
          if block.step > 3 { #expect(!output.contains("warning:"), "\(command): \(output)") }
        }
      case "text" where block.step > 1:
        let lines = output.split(separator: "\n").map(Self.essence)
        for line in block.code.split(separator: "\n").map(Self.essence) {
          #expect(lines.contains(line), "\(line): \(output)")
          compared += 1
        }
      default: #expect(block.step == 1, "\(block.code)")
      }
      if index + 1 == blocks.count || blocks[index + 1].step != block.step { try expectResults(of: block.step) }
    }
    #expect(tables.isEmpty && commands == 12 && compared == 11)
  }
}
