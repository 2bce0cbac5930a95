import Foundation
import Testing

@testable import FruitypediaApp

/// The transcript of the script, as it is in `Examples/FruitypediaApp/Goldens`. It is written anew when `POMONA_RECORD_GOLDENS` is set.
@Suite struct TranscriptTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/FruitypediaApp/Goldens/transcript.txt")

  @MainActor @Test func theScriptGoesAsItIsWritten() throws {
    let text = try transcript(of: Event.script)
    if ProcessInfo.processInfo.environment["POMONA_RECORD_GOLDENS"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: Self.file, encoding: .utf8)))
  }
}
