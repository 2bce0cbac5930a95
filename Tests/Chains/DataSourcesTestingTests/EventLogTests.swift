import Changesets
import DataSources
import DataSourcesTesting
import Testing

@Suite struct EventLogTests {
  @Test func eventsAreRecordedInOrder() {
    let source = ArraySource([1, 2], name: "Numbers")
    let log = EventLog(source, keepsStates: true)
    source.append(3)
    source.transaction(animated: false) {
      source.remove(at: 0)
      source.remove(at: 0)
    }
    let (insert, delete) = (
      UpdateBatch(items: Edits(inserts: [ItemPath(0, 2)])),
      UpdateBatch(items: Edits(deletes: [ItemPath(0, 0), ItemPath(0, 1)]))
    )
    #expect(
      log.events == [
        .willUpdate, .didUpdate(insert, animated: true), .willUpdate, .didUpdate(delete, animated: false),
      ])
    #expect(log.batches == [insert, delete])
    #expect(log.states == [[SectionState("Numbers", items: [1, 2, 3])], [SectionState("Numbers", items: [3])]])
    log.removeAll()
    #expect(log.events.isEmpty && log.states.isEmpty)
  }

  @Test func statesAreRecordedOnlyIfRequested() {
    let source = ArraySource([1])
    let log = EventLog(source)
    source.append(2)
    #expect(log.states.isEmpty && log.batches.count == 1)
    log.cancel()
    source.append(3)
    #expect(log.batches.count == 1)
  }

  @Test func aLogDoesNotRetainItsSource() {
    weak var released: ArraySource<Int>?
    let log: EventLog<Int>
    do {
      let source = ArraySource([1])
      released = source
      log = EventLog(source, keepsStates: true)
    }
    #expect(released == nil && log.events.isEmpty)
  }
}
