import Foundation
import TestKit
import Testing

@testable import Showcase

/// The content of the screens, compared with the files of `Examples/Showcase/Goldens`. These are written again when
/// `POMONA_RECORD_GOLDENS` is set.
@Suite struct ShowcaseTests {
  private static let folder = packageFolder.appending(path: "Examples/Showcase/Goldens")
  private static let isRecording = ProcessInfo.processInfo.environment["POMONA_RECORD_GOLDENS"] != nil

  @Test(arguments: Screen.all.map(\.name))
  func `a screen`(name: String) throws {
    let screen = try #require(Screen.all.first { $0.name == name })
    let file = Self.folder.appending(path: "\(name).txt")
    let text = try screen.text()
    if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `every golden file has its screen`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(files.sorted() == Screen.all.map { "\($0.name).txt" }.sorted())
    #expect(Set(Screen.all.map(\.name)).count == Screen.all.count)
  }
}
