import Changesets
import DataSources
import Snapshots
import Testing

typealias Fruits = DiffableDataSource<String, Int>

/// Records entries.
final class Recorder<Entry> {
  private(set) var entries: [Entry] = []

  func record(_ entry: Entry) { entries.append(entry) }
}

/// An update of a diffable source, with what was shown before and after it.
struct Update {
  var batch: UpdateBatch
  var before: Snapshot<String, Int>
  var after: Snapshot<String, Int>
  var animated: Bool
}

extension Snapshot where Section == String, Item == Int {
  /// A snapshot of the sections given.
  static func of(_ sections: (String, [Int])...) throws -> Snapshot { try Snapshot(sections: sections) }

  /// The sections with their items, as the states that a mirror compares.
  var state: [SectionState<String?, Int>] {
    sectionIdentifiers.map { SectionState($0, items: (try? itemIdentifiers(inSection: $0)) ?? []) }
  }
}

extension DiffableDataSource where Section == String, Item == Int {
  /// A source that shows the sections given.
  static func showing(_ sections: (String, [Int])...) throws -> Fruits { Fruits(try Snapshot(sections: sections)) }

  /// The present state, as chains read it.
  var shown: Snapshot<String, Int> {
    let sections = (0..<numberOfSections).map { (sectionIdentifier(for: $0) ?? "?", items(inSection: $0)) }
    guard let snapshot = try? Snapshot(sections: sections) else {
      Issue.record("An identifier is shown twice.")
      return Snapshot()
    }
    return snapshot
  }

  /// Records every update of this source.
  func recorder() -> Recorder<Update> {
    let recorder = Recorder<Update>()
    var before = shown
    _ = addObserver(recorder) { [unowned self] recorder, event in
      switch event {
      case .willUpdate: before = shown
      case .didUpdate(let batch, let animated):
        recorder.record(Update(batch: batch, before: before, after: shown, animated: animated.isAnimated))
      case .didNotUpdate:
        recorder.record(Update(batch: UpdateBatch(), before: before, after: shown, animated: true))
      }
    }
    return recorder
  }
}

/// Checks that updates are continuous, and that each batch leads from the state before to the state after.
func expectContinuity(
  _ updates: [Update], from first: Snapshot<String, Int>, to last: Snapshot<String, Int>,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var state = first
  for update in updates {
    #expect(update.before == state, comment, sourceLocation: sourceLocation)
    #expect(
      mirrored(state.state, update.batch, update.after.state) == update.after.state, comment,
      sourceLocation: sourceLocation)
    state = update.after
  }
  #expect(state == last, comment, sourceLocation: sourceLocation)
}
