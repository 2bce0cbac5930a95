import Changesets
import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// Runs the examples of the article TestingYourTransform.md that are not those of documentation comments.
/// `DocumentationTests` of the architecture checks that they are here as text.
@Suite struct TestingDocumentationTests {
  /// Shows every second item of each section, and reports wrong batches.
  private struct EverySecond: SectionPreservingMapping {
    private var counts = SectionCounts()

    mutating func refresh(from sources: [any DataSource<SampleItem>]) { counts = SectionCounts(sources[0]) }

    mutating func update(_ changes: SourceChanges<SampleItem>) -> UpdateBatch {
      refresh(from: changes.sources)
      return changes.batch(ofSource: 0)
    }

    var numberOfSections: Int { counts.count }
    func numberOfItems(inSection section: Int) -> Int { (counts[section] + 1) / 2 }

    func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      (0..<numberOfItems(inSection: section)).contains(item) ? item * 2 : nil
    }

    func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      (0..<counts[section]).contains(item) && item.isMultiple(of: 2) ? item / 2 : nil
    }
  }

  @Test func aFailureIsDescribed() throws {
    let error = #expect(throws: ChainFuzzer.Failure.self) {
      try ChainFuzzer { $0[0].applying(EverySecond()) }.run(seeds: 0..<200)
    }
    let failure = try #require(error)
    // The article has the same words on shorter lines.
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(words(try article()).contains("```text \(words("\(failure)")) ```"), "\(failure)")
  }

  /// A leaf of its own.
  private final class Playlist: DataSource {
    let link = ChainLink("Playlist")
    private var songs = ["Alone", "Sing"]
    private var recorder = BatchRecorder()

    init() { link.onUpdate(self) { $0.recorder.finish() } }

    func append(_ song: String) {
      link.edit { [self] in
        recorder.insertItems(at: ItemPath(0, songs.count))
        songs.append(song)
      }
    }

    func removeFirst() {
      link.edit { [self] in
        songs.removeFirst()
        recorder.removeItems(at: ItemPath(0, 0))
      }
    }

    var numberOfSections: Int { 1 }
    func numberOfItems(inSection section: Int) -> Int { songs.count }
    func item(at path: ItemPath) -> String { songs[path.item] }
  }

  @Test func aLeafIsChecked() {
    let playlist = Playlist()
    var findings: [Finding] = []
    let oracle = Oracle(playlist, demands: .strict) { findings.append($0) }
    playlist.append("Blue")
    playlist.removeFirst()
    oracle.check()
    #expect(findings.isEmpty)
    #expect(playlist.brokenLaw() == nil)
  }

  private func article() throws -> String {
    let path = "Sources/Chains/DataSourcesTesting/DataSourcesTesting.docc/TestingYourTransform.md"
    return try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }
}
