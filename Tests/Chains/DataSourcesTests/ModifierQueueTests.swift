import Changesets
import DataSources
import Snapshots
import Testing

/// Sessions that are requested during another.
@Suite struct ModifierQueueTests {
  /// The events, in order.
  private final class Log {
    var lines: [String] = []
  }

  private let modifier = Modifier([String]())
  private let log = Log()

  private func append(_ item: String, to modifier: Modifier<[String], String>) throws {
    try modifier.modify(
      insert: {
        $0.append(item)
        return [ItemPath(section: 0, item: $0.count - 1)]
      },
      completion: { [log] isMade in log.lines.append(isMade ? "\(item) done" : "\(item) failed") })
  }

  private func observe(_ react: @escaping ([String], UpdateEvent) throws -> Void) {
    _ = modifier.addObserver(log) { [modifier] log, event in
      log.lines.append("\(event == .willUpdate ? "will" : "did") \(modifier.model.joined())")
      do { try react(modifier.model, event) } catch { Issue.record(error) }
    }
  }

  @Test func sessionsRunAfterTheCurrentOneInOrder() throws {
    observe { [modifier] model, event in
      switch (model, event) {
      case ([], .willUpdate):
        try append("b", to: modifier)
        try append("c", to: modifier)
      case (["a"], .didUpdate):
        try append("d", to: modifier)
      default: break
      }
    }
    try append("a", to: modifier)
    // Each session starts from the model of the one before; a session requested in an epoch runs in the next one, as
    // for any source.
    #expect(log.lines == ["will ", "did a", "a done", "will a", "did abcd", "b done", "c done", "d done"])
  }

  @Test func allObserversAreNotifiedBeforeTheNextSession() throws {
    let second = Log()
    observe { [modifier] model, event in
      if model == ["a"], event != .willUpdate { try append("b", to: modifier) }
    }
    _ = modifier.addObserver(second) { [modifier] second, event in
      if event != .willUpdate { second.lines.append(modifier.model.joined()) }
    }
    try append("a", to: modifier)
    #expect(second.lines == ["a", "ab"])
  }

  @Test func completionsAndBlocksMayRequestSessions() throws {
    observe { _, _ in }
    try modifier.modify(
      insert: { [modifier] in
        try append("b", to: modifier)
        $0.append("a")
        return [ItemPath(0, 0)]
      },
      completion: { [modifier, log] _ in
        log.lines.append("a done")
        do { try append("c", to: modifier) } catch { Issue.record(error) }
      })
    // The session that the block requests runs with the block's own, and after it.
    #expect(log.lines == ["will ", "did ab", "a done", "b done", "will ab", "did abc", "c done"])
  }

  @Test func errorsOfSessionsAreThrownWhereverTheyAreRequested() throws {
    observe { [modifier, log] model, event in
      guard model == ["a"], event != .willUpdate else { return }
      let error = #expect(throws: UpdateError.self) {
        try modifier.modify(
          insert: {
            $0.append("lost")
            return []
          },
          completion: { log.lines.append("lost: \($0)") })
      }
      log.lines.append("\(error?.code.rawValue ?? "")")
      try append("b", to: modifier)
    }
    try append("a", to: modifier)
    #expect(
      log.lines == ["will ", "did a", "lost: false", "update/wrong-count", "a done", "will a", "did ab", "b done"])
  }

  @Test func errorsOfSessionsOfABlockReachTheirCompletion() throws {
    try modifier.modify(insert: { [modifier, log] in
      try modifier.modify(
        delete: { _ in [ItemPath(0, 0)] }, completion: { log.lines.append("lost: \($0)") })
      $0.append("a")
      return [ItemPath(0, 0)]
    })
    #expect(modifier.model == ["a"])
    #expect(log.lines == ["lost: false"])
  }

  @Test func anErrorDoesNotStopTheQueue() {
    #expect(throws: UpdateError.self) {
      try modifier.modify(
        delete: { _ in [ItemPath(0, 0)] },
        completion: { [modifier] _ in
          do { try append("a", to: modifier) } catch { Issue.record(error) }
        })
    }
    #expect(modifier.model == ["a"])
    #expect(log.lines == ["a done"])
  }

  @Test func aLongChainOfSessionsNeedsNoStack() throws {
    let modifier = Modifier(0) { _ in [SectionState<String?, Int>]() }
    _ = modifier.addObserver(log) { [modifier] log, event in
      guard event != .willUpdate, modifier.model < 10_000 else { return }
      do { try modifier.modifyWithoutAnimation { $0 += 1 } } catch { Issue.record(error) }
    }
    try modifier.modifyWithoutAnimation { $0 += 1 }
    #expect(modifier.model == 10_000)
  }
}
