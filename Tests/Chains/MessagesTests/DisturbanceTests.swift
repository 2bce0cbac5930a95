import Changesets
import DataSources
import Messages
import Testing

/// Handlers that change the sources on a message's route while they run.
@Suite struct DisturbanceTests {
  private let fruits = sectioned("fruits", [["apple", "fig"], ["kiwi", "lime"]])
  private let nuts = leaf("nuts", ["pecan", "walnut"])

  @Test func aHandlerMayEditTheChain() throws {
    let top = concatenation(nuts, fruits).applying(.filter { $0 != "fig" })
    fruits.on(.describe) { fruits, path in
      let item = fruits.item(at: path)
      fruits.remove(at: path)
      nuts.append("almond")
      top.configure { $0.predicate = nil }
      return item
    }
    #expect(try top.send(.describe, ItemPath(1, 0)) == "apple")
    #expect(top.itemsBySection == [["pecan", "walnut", "almond"], ["fig"], ["kiwi", "lime"]])
    #expect(try top.send(.describe, ItemPath(1, 0)) == "fig")
    #expect(try top.deliver(.describe, ItemPath(1, 0)) == .unanswered(.noReceiver))
  }

  @Test func aHandlerMayCancelItself() throws {
    var registration: HandlerRegistration?
    registration = fruits.on(.describe) { path in
      registration?.cancel()
      return "once \(path)"
    }
    let top = fruits.applying(.notify())
    #expect(try top.send(.describe, ItemPath(0, 0)) == "once (0, 0)")
    #expect(try top.deliver(.describe, ItemPath(0, 0)) == .unanswered(.noHandler))
  }

  @Test func aHandlerMayCancelItsSuccessors() throws {
    var registrations: [HandlerRegistration] = []
    for source in [fruits as any DataSource<String>, nuts] {
      registrations.append(
        source.on(.describeAll) { paths in
          registrations.forEach { $0.cancel() }
          return paths.map { "\($0)" }
        })
    }
    // The message reaches the handlers that were registered when it was sent.
    let top = concatenation(fruits, nuts)
    #expect(try top.send(.describeAll, [ItemPath(0, 0), ItemPath(2, 0)]) == ["(0, 0)", "(0, 0)"])
    #expect(!top.responds(to: .describeAll))
  }

  @Test func aHandlerMayRegisterOthers() throws {
    fruits.on(.describe) { fruits, _ in
      fruits.on(.describe) { _ in "second" }
      for number in 0..<40 { fruits.on(MessageSelector<ItemPath, Int>("test:other\(number):")) { _ in number } }
      return "first"
    }
    let top = fruits.applying(.notify())
    #expect(try top.send(.describe, ItemPath(0, 0)) == "first")
    #expect(try top.send(.describe, ItemPath(0, 0)) == "second")
    #expect(try top.send(MessageSelector<ItemPath, Int>("test:other39:"), ItemPath(0, 0)) == 39)
  }

  @Test func aHandlerMayReplaceSources() throws {
    let top = concatenation(fruits, nuts)
    let outer = top.applying(.notify())
    for source in [fruits as any DataSource<String>, nuts] {
      source.on(.describeAll) { source, paths in
        try top.setSources([nuts])
        return paths.map { "\(source.link.name) \($0)" }
      }
    }
    #expect(
      try outer.send(.describeAll, [ItemPath(2, 1), ItemPath(0, 0), ItemPath(2, 0)])
        == ["nuts (0, 1)", "fruits (0, 0)", "nuts (0, 0)"])
    #expect(outer.numberOfSections == 1)
    #expect(try outer.send(.describeAll, [ItemPath(2, 1), ItemPath(0, 0)]) == ["nuts (0, 0)"])
  }

  @Test func aHandlerMayReleaseEverything() throws {
    final class Holder {
      var source: ArraySource<String>?
      var top: Transform<Mappings.Concatenate<String>>?
    }
    let holder = Holder()
    holder.source = leaf("gone", ["a", "b"])
    holder.top = holder.source.map { concatenation($0, leaf("other", ["c"])) }
    weak let (source, top) = (holder.source, holder.top)
    source?.on(.describe) { source, path in
      holder.source = nil
      try holder.top?.setSources([])
      holder.top = nil
      return source.item(at: path)
    }
    source?.on(.note) { _ in holder.source = nil }
    #expect(try holder.top?.send(.describe, ItemPath(0, 1)) == "b")
    #expect(source == nil)
    #expect(top == nil)
  }

  @Test func removedSourcesStillReceiveTheirPartOfTheMessage() throws {
    let top = concatenation(fruits, leaf("gone", ["a"]))
    weak let gone = top.sources[1]
    top.sources[1].on(.describeAll) { _, paths in paths.map { "gone \($0)" } }
    fruits.on(.describeAll) { fruits, paths in
      try top.setSources([fruits])
      return paths.map { "\($0)" }
    }
    #expect(try top.send(.describeAll, [ItemPath(0, 0), ItemPath(2, 0)]) == ["(0, 0)", "gone (0, 0)"])
    #expect(gone == nil)
  }

  @Test func aHandlerMaySendOn() throws {
    let top = concatenation(fruits, nuts)
    nuts.on(.describe) { nuts, path in nuts.item(at: path) }
    fruits.on(.describe) { fruits, _ in
      fruits.removeAll()
      return try top.send(.describe, ItemPath(0, 1))
    }
    #expect(try top.send(.describe, ItemPath(0, 0)) == "walnut")
  }

  @Test func aPendingEditHasNoEffectYet() throws {
    let top = concatenation(nuts, fruits)
    nuts.on(.describe) { nuts, path in nuts.item(at: path) }
    let answer = try top.transaction {
      nuts.remove(at: 0)
      return try top.send(.describe, ItemPath(0, 1))
    }
    #expect(answer == "walnut")
    #expect(try top.send(.describe, ItemPath(0, 0)) == "walnut")
  }

  /// Places found during an epoch are those of the moment: sources may be released before it ends.
  @Test func closuresOfAnEpochMaySend() throws {
    let (new, other) = (leaf("new", ["x", "y"]), leaf("other", ["z"]))
    let top = concatenation(leaf("old", ["a", "b"]))
    weak let old = top.sources[0]
    let log = Log()
    old?.on(.note) { path in log("old \(path)") }
    new.on(.note) { path in log("new \(path)") }
    // All are connected already, so that nothing but the epoch changes the routes.
    let connection = concatenation(new, other)
    var send: () -> Void = {}
    let down = concatenation(top, other).applying(
      Mappings.Filter { _ in
        send()
        return true
      })
    try down.transaction {
      other.update(at: 0) { _ in
        send = { try? top.send(.note, ItemPath(0, 1)) }
        send()
      }
      try top.setSources([new])
    }
    #expect(old == nil)
    #expect(log.entries == ["old (0, 1)", "new (0, 1)", "new (0, 1)", "new (0, 1)"])
    withExtendedLifetime(connection) {}
  }

  /// Observers see the state before or after the update; so do the messages that they send.
  @Test func observersMaySend() throws {
    let roots = leaf("roots", ["beet"])
    let top = concatenation(fruits, nuts)
    let outer = top.applying(.notify())
    for source in [fruits as any DataSource<String>, nuts, roots] {
      source.on(.describe) { source, path in source.item(at: path) }
    }
    var received: [[String]] = []
    let log = Log()
    for source in [outer as any DataSource<String>, top, roots, nuts] {
      _ = source.addObserver(log) { _, _ in
        received.append(outer.paths.map { (try? outer.send(.describe, $0)) ?? "lost" })
        if received.last != outer.items { log("\(received)") }
      }
    }
    try top.setSources([roots, nuts, roots])
    try top.transaction {
      roots.append("yam")
      try top.setSources([nuts])
    }
    #expect(log.entries == [])
    #expect(received.first == ["apple", "fig", "kiwi", "lime", "pecan", "walnut"])
    #expect(received.contains(["beet", "pecan", "walnut", "beet"]))
    #expect(received.last == ["pecan", "walnut"])
  }

  /// Inspectors run after the update of their source.
  @Test func inspectorsSendToTheNewSources() throws {
    let top = concatenation(nuts)
    let roots = leaf("roots", ["beet"])
    for source in [nuts, roots] { source.on(.describe) { source, path in source.item(at: path) } }
    let log = Log()
    top.link.inspect(for: log) { log, batch in
      log(
        "\((try? top.send(.describe, ItemPath(0, 0))) ?? "nobody"), "
          + "\(top.convert(ItemPath(0, 0), to: roots) == ItemPath(0, 0))"
      )
      return batch
    }
    try top.setSources([roots])
    #expect(log.entries == ["beet, true"])
  }

  @Test func aMessageDuringAnEpochIsSentToTheFormerSources() throws {
    let first = ArraySource(["a", "b"]), second = ArraySource(["x"])
    let list = concatenation(first as any DataSource<String>, second)
    var isListening = false
    var outcomes: [MessageOutcome<String>] = []
    let filtered = first.applying(
      Mappings.Filter { _ in
        if isListening, let outcome = try? list.deliver(.describe, ItemPath(1, 0)) { outcomes.append(outcome) }
        return true
      })
    second.on(.describe) { source, path in source.item(at: path) }
    isListening = true
    first.transaction {
      first.append("c")
      #expect(throws: Never.self) { try list.setSources([filtered]) }
    }
    #expect(outcomes == [.answered("x")], "The list is not updated yet.")
    #expect(try list.deliver(.describe, ItemPath(1, 0)) == .unanswered(.noReceiver))
  }
}
