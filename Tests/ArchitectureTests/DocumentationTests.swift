import Foundation
import Testing

/// Holds the Swift in the documents to what is compiled: every block stands word for word in a test, which says what comes of it.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The code without what a formatter decides on: where lines are broken, how they are indented, and how comments are set off.
  private static func words(_ code: some StringProtocol) -> String { String(code.filter { !$0.isWhitespace }) }

  private static func tests() throws -> [String] {
    let folder = root.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { words(try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  @Test(arguments: [("README.md", 6), ("docs/cells.md", 11), ("docs/chains.md", 5), ("docs/changes.md", 6)])
  func everySwiftBlockIsCompiled(_ path: String, _ count: Int) throws {
    let blocks = try Self.text(path).components(separatedBy: "```swift\n").dropFirst()
      .map { try #require($0.components(separatedBy: "```").first) }
    #expect(blocks.count == count)
    let tests = try Self.tests()
    for block in blocks {
      let words = Self.words(block)
      #expect(tests.contains { $0.contains(words) }, "no test has this block of \(path):\n\(block)")
    }
  }
}
