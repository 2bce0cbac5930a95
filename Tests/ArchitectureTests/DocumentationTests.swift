import Foundation
import TestKit
import Testing

/// Checks that the Swift in the documents, and in the documentation comments, is compiled as a user compiles it: every
/// block is in a test, which checks its results, in a target that sees no declaration of the package's own.
@Suite struct DocumentationTests {
  /// Swift code in a document or in a comment.
  struct Block: CustomTestStringConvertible {
    let file: String
    let code: String
    /// Whether users can write this code: it is in a document for them, or about a public declaration.
    var isForUsers = true

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
    /// The number of blocks before those of the present comment.
    var open = 0
    var code: [Substring]?
    for text in try text(file).split(separator: "\n", omittingEmptySubsequences: false) {
      guard let content = line(text) else {
        code = nil
        // The line below a comment is the declaration that its blocks are about.
        let isPublic = ["public ", "case ", "@"].contains { text.trimmingPrefix(while: \.isWhitespace).hasPrefix($0) }
        for index in open..<blocks.count where !isPublic { blocks[index].isForUsers = false }
        open = blocks.count
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
    let file: TestFile
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

  /// A file of tests.
  private struct TestFile {
    let path: String
    let imports: Set<Substring>
    /// Whether it sees only what users of the package see.
    let isOutside: Bool
    /// The names of the types that are declared in it, each as often as it is.
    let types: [Substring]
  }

  /// The names that occur in code.
  private static func names(in code: String) -> Set<Substring> {
    Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }

  /// The names of the types that are declared in code.
  private static func types(in code: some StringProtocol) -> [Substring] {
    let kinds = ["struct", "class", "enum", "protocol", "actor"]
    return code.split(separator: "\n").compactMap { line in
      let words = Substring(line).split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
      guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count,
        words[..<kind].allSatisfy({ ["public", "private", "fileprivate", "final", "indirect"].contains(String($0)) })
      else { return nil }
      return words[kind + 1]
    }
  }

  /// The stretches of the tests, and of the example that is a separate package, which `make test` builds.
  private static func tests() throws -> [Stretch] {
    let folders = try PackageManifest.read().rooms.filter { $0.type == "test" && !$0.hasPackageAccess }.map(\.folder)
    return try (files(in: "Tests", ".swift") + files(in: "Examples/Garden", ".swift")).flatMap { path in
      let text = try text(path)
      let file = TestFile(
        path: path, imports: Set(text.split(separator: "\n").filter { $0.hasPrefix("import ") }),
        isOutside: (folders + ["Examples/Garden"]).contains { path.hasPrefix("\($0)/") }, types: types(in: text))
      return text.components(separatedBy: "@Test").map { Stretch(file: file, words: words($0)) }
    }
  }

  /// The folders of the rooms that no library brings to its users. Their documents are for those who change them.
  private static func innerFolders() throws -> [String] {
    let manifest = try PackageManifest.read(), visible = manifest.modulesOfLibraries
    return manifest.rooms.filter { !visible.contains($0.name) }.map { "\($0.folder)/" }
  }

  /// The files of tests that have every line of a block, in order. Other lines may be between them, which check its
  /// results.
  private static func files(with block: Block, among tests: [Stretch]) -> [TestFile] {
    let lines = block.code.split(separator: "\n")
    let imports = Set(lines.filter { $0.hasPrefix("import ") })
    let wanted = lines.filter { !$0.hasPrefix("import ") }
      .map { words($0.hasPrefix("@Test") ? $0.dropFirst("@Test".count) : $0) }.filter { $0 != [0] }
    return tests.filter { test in
      var end: Int? = 0
      for words in wanted {
        end = end.flatMap { test.end(of: words, from: $0) }
        if end == nil { return false }
      }
      return imports.isSubset(of: test.file.imports)
    }.map(\.file)
  }

  @Test func everySwiftBlockIsCompiled() throws {
    let (tests, inner) = (try Self.tests(), try Self.innerFolders())
    let blocks = try Self.documented().map { block in
      (
        block,
        files: Self.files(with: block, among: tests).filter { file in
          file.isOutside || !block.isForUsers || inner.contains { block.file.hasPrefix($0) }
        }
      )
    }
    // The smallest plausible number: fails if blocks are no longer found.
    #expect(blocks.count > 130 && blocks.count { $0.0.isForUsers } > 130)
    for (block, files) in blocks {
      #expect(!files.isEmpty, "no test that sees what a user sees has this block of \(block.file):\n\(block.code)")
    }

    // The types that an article declares are those that its other blocks use, and not others of the same names.
    for (declaring, files) in blocks where declaring.file.hasSuffix(".md") {
      for type in Self.types(in: declaring.code) {
        let homes = Set(files.filter { file in file.types.count { $0 == type } == 1 }.map(\.path))
        for (using, others) in blocks where using.file == declaring.file && Self.names(in: using.code).contains(type) {
          #expect(
            !homes.isDisjoint(with: others.map(\.path)),
            "\(using.file) declares \(type), and tests this with another type of that name:\n\(using.code)")
        }
      }
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
