import Changesets
import DataSources
import Messages
import Testing

/// Asynchronous handlers.
@Suite struct AsyncTests {
  private struct Spoilt: Error {}

  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])
  private let top: Transform<Mappings.Concatenate<String>>
  private let log = Log()

  init() { top = concatenation(fruits, nuts) }

  @Test func sendAsyncReturnsTheResult() async throws {
    nuts.onAsync(.describe) { source, path, delivery in
      await Task.yield()
      return "\(source.item(at: path)) \(delivery.origin.map { "\($0)" } ?? "")"
    }
    fruits.on(.describe) { _ in "at once" }
    #expect(try await top.sendAsync(.describe, ItemPath(2, 1)) == "walnut (2, 1)")
    #expect(try await top.sendAsync(.describe, ItemPath(0, 1)) == "at once")
    #expect(try await top.sendAsync(.canEditItem, ItemPath(0, 1)) == false)
  }

  @Test func sendThrowsForAsynchronousHandlers() throws {
    nuts.onAsync(.describe) { _, _, _ in "late" }
    let error = error { () throws(MessageError) in try top.send(.describe, ItemPath(2, 1)) }
    #expect(error?.code == .asynchronous)
    #expect(
      error?.description
        == "The handler of “test:describeItemAtPath:” takes its time. Send the message with “sendAsync”, and wait for "
        + "it. The message went to Concatenate (2, 1) → nuts (0, 1).")
    #expect(top.responds(to: .describe, at: ItemPath(2, 1)))
  }

  @Test func aPartlyAsynchronousMessageThrowsBeforeAnyHandlerIsCalled() throws {
    fruits.on(.describeAll) { paths in
      log("fruits")
      return paths.map { _ in "" }
    }
    nuts.onAsync(.describeAll) { _, _, _ in [] }
    let error = error { () throws(MessageError) in try top.send(.describeAll, [ItemPath(0, 0), ItemPath(2, 0)]) }
    #expect(error?.code == .asynchronous)
    #expect(error?.route.map(\.description) == ["Concatenate (2, 0)", "nuts (0, 0)"])
    #expect(log.entries.isEmpty)
  }

  @Test func missingHandlersAndReceiversAreDistinguished() async throws {
    #expect(try await top.deliverAsync(.describe, ItemPath(0, 0)) == .unanswered(.noHandler))
    #expect(try await top.deliverAsync(.describe, ItemPath(0, 9)) == .unanswered(.noReceiver))
    let move = ItemMove(from: ItemPath(0, 0), to: ItemPath(2, 0))
    #expect(try await top.deliverAsync(.drop, move) == .unanswered(.split))
    await #expect(throws: MessageError.self) { try await top.sendAsync(.describe, ItemPath(0, 0)) }
  }

  @Test func aThrownErrorHasItsRoute() async throws {
    nuts.onAsync(.describe) { _, _, _ in throw Spoilt() }
    do {
      _ = try await top.sendAsync(.describe, ItemPath(2, 1))
      Issue.record("no error")
    } catch {
      #expect(error.code == .failed)
      #expect(error.underlying is Spoilt)
      #expect(error.route.map(\.description) == ["Concatenate (2, 1)", "nuts (0, 1)"])
    }
  }

  @Test func aPlaceInAResultIsConvertedWhenItIsReturned() async throws {
    nuts.onAsync(.neighbour) { nuts, path, _ in
      await Task.yield()
      fruits.removeSection(at: 0)
      return path
    }
    #expect(try await top.sendAsync(.neighbour, ItemPath(2, 1)) == ItemPath(1, 1))
  }

  @Test func aPlaceHiddenMeanwhileIsAnError() async {
    let filtered = nuts.applying(.filter { _ in true })
    nuts.onAsync(.neighbour) { _, path, _ in
      filtered.configure { $0.predicate = { _, _ in false } }
      return path
    }
    await #expect { try await filtered.sendAsync(.neighbour, ItemPath(0, 1)) } throws: {
      ($0 as? MessageError)?.code == .hiddenResult
    }
  }

  /// The route of every part is determined when the message is sent.
  @Test func partsKeepTheirRoutesDuringEdits() async throws {
    let roots = leaf("roots", ["beet", "yam"])
    let inner = concatenation(nuts, roots)
    let top = concatenation(fruits, inner)
    fruits.onAsync(.describeAll) { fruits, paths, _ in
      await Task.yield()
      try inner.setSources([])
      fruits.removeAll()
      return paths.map { "fruits \($0)" }
    }
    for source in [nuts, roots] {
      source.onAsync(.describeAll) { source, paths, _ in
        await Task.yield()
        return paths.map { "\(source.link.name) \($0)" }
      }
    }
    let answer = try await top.sendAsync(
      .describeAll, [ItemPath(0, 1), ItemPath(3, 1), ItemPath(2, 0), ItemPath(1, 0), ItemPath(2, 1)])
    #expect(answer == ["fruits (0, 1)", "roots (0, 1)", "nuts (0, 0)", "fruits (1, 0)", "nuts (0, 1)"])
  }
}
