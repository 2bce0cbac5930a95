import Changesets
import DataSources
import Testing

/// What observers of chains get, and how long what they observe lives.
@Suite struct ObservationTests {
  private final class Page {
    var token: ObserverToken?
    var events: [UpdateEvent] = []
  }

  private let fruits = ArraySource(["apple", "fig"])
  private let page = Page()

  @Test func whatCameToNothingIsNoUpdate() {
    let short = fruits.applying(.filter { $0.count < 4 })
    page.token = short.addObserver(page) { $0.events.append($1) }
    fruits.append("banana")
    fruits.append("yam")
    short.configure { _ in }
    let insert = UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)]))
    #expect(
      page.events == [
        .willUpdate, .didNotUpdate, .willUpdate, .didUpdate(insert, animated: true), .willUpdate, .didNotUpdate,
      ])
  }

  @Test func aTokenKeepsTheSource() {
    weak var short: Transform<Mappings.Filter<String>>?
    do {
      let observed = fruits.applying(.filter { $0.count < 4 })
      short = observed
      page.token = observed.addObserver(page) { $0.events.append($1) }
    }
    fruits.append("yam")
    #expect(page.events.count == 2 && short != nil)
    page.token?.cancel()
    #expect(short == nil)
    fruits.append("date")
    #expect(page.events.count == 2)
  }

  @Test func aTokenThatIsReleasedKeepsNothing() {
    weak var short: Transform<Mappings.Filter<String>>?
    do {
      let observed = fruits.applying(.filter { $0.count < 4 })
      short = observed
      _ = observed.addObserver(page) { $0.events.append($1) }
      fruits.append("yam")
    }
    #expect(page.events.count == 2 && short == nil)
  }

  @Test func whatAnOwnerObservesGoesWithIt() {
    weak var short: Transform<Mappings.Filter<String>>?
    do {
      let observed = fruits.applying(.filter { $0.count < 4 })
      short = observed
      let page = Page()
      page.token = observed.addObserver(page) { $0.events.append($1) }
    }
    #expect(short == nil)
  }
}
