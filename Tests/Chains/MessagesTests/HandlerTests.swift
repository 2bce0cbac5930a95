import Changesets
import DataSources
import Messages
import Testing

/// The choice among the handlers of a source.
@Suite struct HandlerTests {
  private let source = sectioned("leaf", [["a", "b"], ["c", "d"]])

  private func answer(_ section: Int = 0, _ item: Int = 0) throws -> String {
    try source.send(.describe, ItemPath(section, item))
  }

  @Test func aHandlerReceivesTheSourceAndTheArguments() throws {
    let source = source
    source.on(.describe) { source, path in source.item(at: path) }
    #expect(try answer(1, 0) == "c")
  }

  @Test func aHandlerMayOmitTheSource() throws {
    source.on(.describe) { path in "\(path)" }
    #expect(try answer(1, 0) == "(1, 0)")
  }

  @Test func aHandlerMayReceiveTheSenderAndTheFirstPlace() throws {
    let sender = Log()
    let top = concatenation(leaf("other", ["x"]), source)
    source.on(.describe) { _, path, delivery in
      "\(path) from \(delivery.sender === sender), \(delivery.origin.map { "\($0)" } ?? "")"
    }
    #expect(try top.send(.describe, ItemPath(2, 1), from: sender) == "(1, 1) from true, (2, 1)")
    #expect(try top.send(.describe, ItemPath(2, 1)) == "(1, 1) from false, (2, 1)")
  }

  @Test func anOriginMayBeASectionOrNil() throws {
    source.on(.describeSection) { _, _, delivery in delivery.origin.map { "\($0)" } ?? "" }
    source.on(.wake) { _, _, delivery in delivery.origin == nil ? 1 : 0 }
    #expect(try concatenation(leaf("x", []), source).send(.describeSection, 2) == "section 2")
    #expect(try source.send(.wake, NoArguments()) == 1)
  }

  @Test func theLatestOfAKindPrecedes() throws {
    let kinds: [HandlerScope] = [
      .everything, .items(named: "all") { _, _ in true }, .items(.cells, named: "cells") { _, _ in true },
      .section(named: "leaf0"), .section(0),
    ]
    for scope in kinds {
      source.on(.describe, in: scope) { _ in "early \(scope.name)" }
      source.on(.describe, in: scope) { _ in "late \(scope.name)" }
      #expect(try answer() == "late \(scope.name)")
    }
  }

  /// All orders in which one handler of each kind can be registered.
  @Test func kindsPrecedeInOrderHoweverTheyAreRegistered() throws {
    let kinds: [(HandlerScope.Kind, () -> HandlerScope)] = [
      (.sections, { .section(0) }), (.cells, { .items(.cells, named: "cells") { _, _ in true } }),
      (.items, { .items(named: "items") { _, _ in true } }), (.everything, { .everything }),
      (.unanswered, { .unanswered }),
    ]
    var orders: [[Int]] = [[]]
    for _ in kinds {
      orders = orders.flatMap { order in kinds.indices.filter { !order.contains($0) }.map { order + [$0] } }
    }
    #expect(orders.count == 120)
    for order in orders {
      let source = sectioned("leaf", [["a"]])
      let registrations = order.map { kind in
        (kind, source.on(.describe, in: kinds[kind].1()) { _ in "\(kind)" })
      }
      // Each is called when those before it are cancelled.
      for (kind, registration) in registrations.sorted(by: { $0.0 < $1.0 }) {
        #expect(try source.send(.describe, ItemPath(0, 0)) == "\(kind)", "\(order)")
        #expect(registration.scope.kind == kinds[kind].0)
        registration.cancel()
      }
      #expect(!source.responds(to: .describe))
    }
  }

  @Test func scopesThatDoNotContainAMessageAreSkipped() throws {
    source.on(.describe) { _ in "everything" }
    source.on(.describe, in: .section(1)) { _ in "section" }
    source.on(.describe, in: .items(named: "a") { $0.name(ofSection: $1.section) == "leaf0" && $1.item == 0 }) {
      _ in "item"
    }
    #expect(try answer(0, 0) == "item")
    #expect(try answer(0, 1) == "everything")
    #expect(try answer(1, 0) == "section")
  }

  /// All ways in which the sources of a chain can have handlers.
  @Test func whatNobodyElseAnswersComesBack() async throws {
    enum Table: CaseIterable { case none, everything, unanswered }
    for tables in Table.allCases.flatMap({ first in
      Table.allCases.flatMap { second in Table.allCases.map { [first, second, $0] } }
    }) {
      let leaf = sectioned("leaf", [["a", "b"]])
      let sorted = leaf.applying(.sort(by: >))
      let chain: [any DataSource<String>] = [sorted.applying(.filter { _ in true }), sorted, leaf]
      for (number, source) in chain.enumerated() where tables[number] != .none {
        let scope = tables[number] == .everything ? HandlerScope.everything : .unanswered
        source.on(.describe, in: scope) { (path: ItemPath) in "\(number) \(path.item)" }
      }
      // Downstream first; what comes back, from upstream.
      let expected = tables.firstIndex(of: .everything) ?? tables.lastIndex(of: .unanswered)
      let answer = expected.map { "\($0) \($0 == 2 ? 1 : 0)" }
      let sender = chain[0]
      let path = ItemPath(0, 0)
      #expect(
        try sender.deliver(.describe, path) == answer.map { .answered($0) } ?? .unanswered(.noHandler), "\(tables)")
      #expect(try await sender.deliverAsync(.describe, path) == answer.map { .answered($0) } ?? .unanswered(.noHandler))
      #expect(sender.responds(to: .describe, at: path) == (answer != nil))
      let end = sender.deliveryPaths(of: .describe, path).last
      #expect(end?.hops.count == (expected ?? 2) + 1)
      // By name, too.
      sender.messages.allow(.describe)
      #expect(sender.pathsOfMessages(at: .item(path)).map(\.path) == sender.deliveryPaths(of: .describe, path))
      #expect(sender.namesOfMessages(answeredAt: .item(path)).isEmpty == (expected == nil))
    }
  }

  @Test func aConditionOfTheLastKindIsTested() throws {
    source.on(.describe) { _ in "everything" }
    source.on(.describe, in: .items(.everything, named: "a") { $1 == ItemPath(0, 0) }) { _ in "a" }
    #expect(try answer(0, 0) == "a")
    #expect(try answer(0, 1) == "everything")
  }

  @Test func sectionsAreFoundByTheirPresentName() throws {
    source.on(.describe, in: .section(named: "leaf1")) { _ in "by name" }
    source.on(.describeSection, in: .section(named: "leaf1")) { _ in "by name" }
    #expect(error { () throws(MessageError) in try source.send(.describe, ItemPath(0, 0)) }?.code == .noHandler)
    #expect(try answer(1, 1) == "by name")
    #expect(try source.send(.describeSection, 1) == "by name")
    source.moveSection(from: 1, to: 0)
    #expect(try answer(0, 1) == "by name")
    source.renameSection(at: 1, "leaf1")
    #expect(try answer(1, 1) == "by name")
  }

  @Test func sectionIndicesAreThoseOfTheMoment() throws {
    source.on(.describe, in: .section(1)) { source, path in source.item(at: path) }
    #expect(try answer(1, 0) == "c")
    source.moveSection(from: 1, to: 0)
    #expect(try answer(1, 0) == "a")
    #expect(!source.responds(to: .describe, at: ItemPath(0, 0)))
  }

  @Test func aScopeOfItemsHasNoSections() throws {
    source.on(.describeSection, in: .items(named: "items") { _, _ in true }) { _ in "item" }
    #expect(!source.responds(to: .describeSection, at: 0))
  }

  @Test func messagesWithoutAPlaceMatchOnlyTheScopeOfEverything() throws {
    source.on(.wake) { _ in 1 }
    source.on(.wake, in: .section(0)) { _ in 2 }
    #expect(try source.send(.wake, NoArguments()) == 1)
  }

  @Test func anEmptyListOfPathsMatchesOnlyTheScopeOfEverything() throws {
    source.on(.describeAll) { paths in ["\(paths.count)"] }
    #expect(try source.send(.describeAll, []) == ["0"])
    source.on(.describeAll, in: .section(0)) { _ in [] }
    #expect(try source.send(.describeAll, []) == ["0"])
  }

  @Test func aCancelledHandlerIsNotCalled() throws {
    let first = source.on(.describe) { _ in "first" }
    let second = source.on(.describe) { _ in "second" }
    #expect(try answer() == "second")
    second.cancel()
    #expect(try answer() == "first")
    second.cancel()
    #expect(try answer() == "first")
    first.cancel()
    #expect(!source.responds(to: .describe))
    #expect(!source.responds(to: .describe, at: ItemPath(0, 0)))
    source.on(.describe) { _ in "third" }
    #expect(try answer() == "third")
  }

  @Test func aRegistrationMayOutliveTheSource() {
    var source: ArraySource? = leaf("leaf", ["a"])
    let registration = source?.on(.describe) { _ in "" }
    weak let link = source?.link
    source = nil
    #expect(link == nil)
    registration?.cancel()
  }

  @Test func handlersDoNotRetainTheirSource() {
    var source: ArraySource? = leaf("leaf", ["a"])
    source?.on(.describe, in: .section(0)) { source, path in source.item(at: path) }
    source?.on(.wake) { _, _, _ in 1 }
    source?.onAsync(.note) { _, _, _ in }
    weak let held = source
    source = nil
    #expect(held == nil)
  }

  @Test func aScopeMayCancelHandlers() throws {
    var registrations: [HandlerRegistration] = []
    var isDone = false
    for number in 0..<3 {
      let scope = HandlerScope.items(named: "\(number)") { _, _ in
        if !isDone { registrations.forEach { $0.cancel() } }
        isDone = true
        return number == 0
      }
      registrations.append(source.on(.describe, in: scope) { _ in "\(number)" })
    }
    // Handlers that the message has reached are not affected.
    #expect(try answer() == "0")
    #expect(!source.responds(to: .describe))
  }
}
