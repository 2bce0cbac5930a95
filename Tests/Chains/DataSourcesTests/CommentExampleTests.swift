import Changesets
import DataSources
import Testing

/// Runs the examples of the comments on declarations that only the rooms of the package see. `OutsideTests` has the
/// others.
@Suite struct CommentExampleTests {
  private final class Page {
    private(set) var events: [UpdateEvent] = []
    func show(_ event: UpdateEvent) { events.append(event) }
  }

  @Test func keeping() {
    let joined = ArraySource([1, 2])
    let rows = joined.applying(.keep())
    joined.append(3)
    #expect(rows.items == [1, 2, 3])
  }

  @Test func observersOfSomethingElse() {
    let observers = Observers<UpdateEvent>(), page = Page()
    observers.add(page) { page, event in page.show(event) }
    observers.notify(.willUpdate)
    #expect(page.events == [.willUpdate])
  }
}
