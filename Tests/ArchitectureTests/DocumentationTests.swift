import Foundation
import TestKit
import Testing

/// Checks that the Swift in the documents, and in the documentation comments, is compiled: every block is in a test,
/// which checks its results.
@Suite struct DocumentationTests {
  /// Swift code in a document or in a comment.
  struct Block: CustomTestStringConvertible {
    let file: String
    let code: String

    var testDescription: String { "\(file): \(code.prefix { $0 != "\n" })" }
  }

  /// The code without the decisions of a formatter: line breaks, indentation, and the space before comments.
  private static func words(_ code: some StringProtocol) -> [CChar] {
    code.utf8.filter { $0 > 0x20 }.map(CChar.init(bitPattern:)) + [0]
  }

  /// The files of a folder whose names have one of several suffixes, in order.
  private static func files(in folder: String, _ suffixes: String...) throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: packageFolder.appending(path: folder).path))
    return files.compactMap { $0 as? String }.filter { file in
      !file.contains(".build/") && suffixes.contains { file.hasSuffix($0) }
    }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }

  /// The blocks of a text.
  ///
  /// - Parameter line: Returns the documentation in a line, or `nil` for a line without.
  private static func blocks(of file: String, _ line: (Substring) -> Substring?) throws -> [Block] {
    var blocks: [Block] = []
    var code: [Substring]?
    for text in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
      guard let content = line(text) else {
        code = nil
        continue
      }
      switch (code, content.trimmingPrefix(while: \.isWhitespace)) {
      case (nil, "```swift"): code = []
      case (let lines?, "```"):
        blocks.append(Block(file: file, code: lines.joined(separator: "\n")))
        code = nil
      default: code?.append(content)
      }
    }
    return blocks
  }

  /// The content of a line that is a comment.
  private static func comment(_ line: Substring) -> Substring? {
    // By bytes, as the lines of all sources are read.
    guard let start = line.utf8.firstIndex(where: { $0 != UInt8(ascii: " ") }),
      line.utf8[start...].starts(with: "//".utf8)
    else { return nil }
    var content = line[start...].dropFirst(2)
    if content.first == "/" { content = content.dropFirst() }
    return content.first == " " ? content.dropFirst() : content
  }

  private static func documented() throws -> [Block] {
    let documents = try ["README.md", "CONTRIBUTING.md"] + files(in: "docs", ".md") + files(in: "Sources", ".md")
    let sources = try files(in: "Sources", ".swift") + files(in: "Examples", ".swift")
    return try documents.flatMap { try blocks(of: $0) { $0 } }
      + sources.flatMap { try blocks(of: $0, comment) }
  }

  /// The code from the beginning of a test to that of the next one, with the imports of its file.
  private struct Stretch {
    let imports: Set<Substring>
    let words: [CChar]

    /// The position behind the first occurrence of words, from a position on, or `nil` if there is none.
    func end(of other: [CChar], from start: Int) -> Int? {
      // The C library compares many bytes at once, which matters: each block is searched in each test.
      words.withUnsafeBufferPointer { words in
        guard let base = words.baseAddress, let found = strstr(base + start, other) else { return nil }
        return UnsafePointer(found) - base + strlen(other)
      }
    }
  }

  /// The stretches of the tests, and of the example that is a separate package, which `make test` builds.
  private static func tests() throws -> [Stretch] {
    try (files(in: "Tests", ".swift") + files(in: "Examples/Garden", ".swift")).flatMap { file in
      let text = try text(file)
      let imports = Set(text.split(separator: "\n").filter { $0.hasPrefix("import ") })
      return text.components(separatedBy: "@Test").map { Stretch(imports: imports, words: words($0)) }
    }
  }

  @Test func everySwiftBlockIsCompiled() throws {
    let (blocks, tests) = (try Self.documented(), try Self.tests())
    // The smallest plausible number: fails if blocks are no longer found.
    #expect(blocks.count > 130)
    for block in blocks {
      let lines = block.code.split(separator: "\n")
      let imports = Set(lines.filter { $0.hasPrefix("import ") })
      let wanted = lines.filter { !$0.hasPrefix("import ") }
        .map { Self.words($0.hasPrefix("@Test") ? $0.dropFirst("@Test".count) : $0) }.filter { $0 != [0] }
      // A test has every line, in order. Other lines may be between them, which check its results.
      let isTested = tests.contains { test in
        var end: Int? = 0
        for words in wanted {
          end = end.flatMap { test.end(of: words, from: $0) }
          if end == nil { return false }
        }
        return imports.isSubset(of: test.imports)
      }
      #expect(isTested, "no test has this block of \(block.file):\n\(block.code)")
    }
  }

  /// The addresses that a document of Markdown links to, but for those in blocks of code, and those of other sites.
  private static func links(in document: String) -> [String] {
    var isCode = false
    return document.split(separator: "\n").flatMap { line -> [String] in
      if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") { isCode.toggle() }
      return isCode ? [] : line.replacing(#/`[^`]*`/#, with: "").matches(of: #/\]\(([^()\s]+)\)/#).map { String($0.1) }
    }.filter { !$0.contains(":") }
  }

  @Test func linksBetweenDocumentsLeadToFiles() throws {
    let documents =
      try ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md"]
      + Self.files(in: "docs", ".md") + Self.files(in: "Sources", ".md") + Self.files(in: "Plugins", ".md")
    var count = 0
    for document in documents {
      let folder = packageFolder.appending(path: document).deletingLastPathComponent()
      for link in Self.links(in: try Self.text(document)) where !link.hasPrefix("#") {
        let path = String(link.prefix { $0 != "#" })
        let exists = FileManager.default.fileExists(atPath: folder.appending(path: path).standardizedFileURL.path())
        #expect(exists, "\(document) links to \(link)")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
