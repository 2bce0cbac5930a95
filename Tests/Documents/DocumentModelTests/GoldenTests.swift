import DocumentModel
import Foundation
import Testing

/// A document with everything in it, compared with the files of the folder `Goldens`. They are written again when
/// `POMONA_RECORD_GOLDENS` is set.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  private static let isRecording = ProcessInfo.processInfo.environment["POMONA_RECORD_GOLDENS"] != nil

  @Test(arguments: MarkupFormat.allCases)
  func `a document with everything`(format: MarkupFormat) throws {
    try expectGolden("sample.\(format.fileExtension)", Sample.blocks.rendered(as: format))
  }

  @Test func `a document with everything, as plain text`() throws {
    try expectGolden("sample.txt", Sample.blocks.renderedAsText())
    try expectGolden("sample-narrow.txt", Sample.blocks.renderedAsText(width: 20))
  }

  private func expectGolden(_ name: String, _ rendered: String) throws {
    let file = Self.folder.appending(path: name)
    if Self.isRecording { try rendered.write(to: file, atomically: true, encoding: .utf8) }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(rendered == golden)
  }

  @Test func `rendering in many tasks at once gives the same`() async {
    let blocks = Sample.blocks
    let expected = MarkupFormat.allCases.map { blocks.rendered(as: $0) }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<100).allSatisfy { _ in MarkupFormat.allCases.map { blocks.rendered(as: $0) } == expected }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test(arguments: MarkupFormat.allCases)
  func `no blocks`(format: MarkupFormat) {
    let nothing: [[Block]] = [
      [], [.paragraph([])], [.paragraph([" ", .lineBreak, .emphasis([.text("")])])], [.heading(level: 1, [.softBreak])],
      [.list(Block.List(items: []))], [.properties([])], [.table(Block.Table(header: [], rows: [[["lost"]]]))],
    ]
    for blocks in nothing { #expect(blocks.rendered(as: format) == [Block]().rendered(as: format), "\(blocks)") }
  }
}

extension MarkupFormat {
  fileprivate var fileExtension: String {
    switch self {
    case .html, .man, .xml: rawValue
    case .markdown: "md"
    case .latex: "tex"
    }
  }
}
