import Changesets
import DataSources
import Testing

/// The events of observers of chains, and the lifetime of observed sources.
@Suite struct ObservationTests {
  private final class Page {
    var token: ObserverToken?
    var events: [UpdateEvent] = []
  }

  private let fruits = ArraySource(["apple", "fig"])
  private let page = Page()

  @Test func editsThatCancelOutAreNoUpdate() {
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

  @Test func aTokenRetainsTheSource() {
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

  @Test func aReleasedTokenRetainsNothing() {
    weak var short: Transform<Mappings.Filter<String>>?
    do {
      let observed = fruits.applying(.filter { $0.count < 4 })
      short = observed
      _ = observed.addObserver(page) { $0.events.append($1) }
      fruits.append("yam")
    }
    #expect(page.events.count == 2 && short == nil)
  }

  @Test func observedSourcesAreReleasedWithTheOwner() {
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
