import Changesets
import DataSources
import Snapshots
import Synchronization
import Testing

typealias Fruits = DiffableDataSource<String, Int>

/// Writes down what it is told, from any thread.
final class Recorder<Entry: Sendable>: Sendable {
  private let recorded = Mutex<[Entry]>([])

  var entries: [Entry] { recorded.withLock { $0 } }

  func record(_ entry: Entry) { recorded.withLock { $0.append(entry) } }
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
  static func showing(_ sections: (String, [Int])...) throws -> Fruits {
    let source = Fruits()
    source.apply(try Snapshot(sections: sections), completion: nil)
    return source
  }

  /// Writes down every update of this source.
  func recorder() -> Recorder<Update> {
    let recorder = Recorder<Update>()
    addObserver(recorder) { $0.record($1) }
    return recorder
  }
}

/// Checks that updates follow on each other without a gap, and that each batch leads from the state before to the state after.
func expectContinuity(
  _ updates: [Fruits.Update], from first: Snapshot<String, Int>, to last: Snapshot<String, Int>,
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
    state.removeAllMarks()
  }
  #expect(state == last, comment, sourceLocation: sourceLocation)
}

extension DiffableDataSource {
  /// What is shown, section by section.
  var itemsBySection: [[Item]] {
    let snapshot = snapshot()
    return snapshot.sectionIdentifiers.map { (try? snapshot.itemIdentifiers(inSection: $0)) ?? [] }
  }

  /// What is shown.
  var items: [Item] { snapshot().itemIdentifiers }

  /// The names of the sections.
  var sectionNames: [String?] { snapshot().sectionIdentifiers.indices.map(name(ofSection:)) }
}
