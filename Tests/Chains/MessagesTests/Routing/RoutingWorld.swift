import Changesets
import DataSources
import Messages
import TestKit

extension MessageSelector<ItemPath, String> {
  fileprivate static var fuzzItem: Self { Self("test:fuzzItem:") }
}

extension MessageSelector<SectionIndex, String> {
  fileprivate static var fuzzSection: Self { Self("test:fuzzSection:") }
}

extension MessageSelector<[ItemPath], [String]> {
  fileprivate static var fuzzItems: Self { Self("test:fuzzItems:", merge: .elements()) }
}

extension MessageSelector<ItemMove, String> {
  fileprivate static var fuzzMove: Self { Self("test:fuzzMove:") }
  fileprivate static var fuzzMoveNearby: Self { Self("test:fuzzMoveNearby:", whenSplit: .clamp) }
}

extension MessageSelector<ItemPath, ItemPath> {
  fileprivate static var fuzzResult: Self { Self("test:fuzzResult:") }
}

extension MessageSelector<NoArguments, String> {
  fileprivate static var fuzzWake: Self { Self("test:fuzzWake:") }
}

/// A random chain with random handlers, to which random messages are sent.
///
/// A ``NaiveRouter`` predicts the receiver and the places of each message from the handlers that are registered here,
/// which `desks` lists by source. ``play(_:)`` compares the predictions with the deliveries, routes and results of the
/// chain.
struct RoutingWorld {
  private var chain: RandomChain
  private let sources: [any DataSource]
  private var desks: [NaiveRouter.Desk]
  private var registrations: [(source: Int, number: Int, HandlerRegistration, [HandlerRegistration])] = []
  private let log = Log()
  private var posts = 0
  private var random: SeededGenerator

  init(seed: UInt64) {
    chain = RandomChain(seed: seed)
    random = SeededGenerator(seed: seed &+ 1_000_000)
    sources = chain.top.chain
    desks = sources.map { _ in NaiveRouter.Desk() }
    for (number, source) in sources.enumerated() { source.link.name += " \(number)" }
    for number in sources.indices where sources[number].link.upstream.isEmpty { register(number, kind: 3) }
    for number in sources.indices where chance(4) { register(number, kind: self.number(0...3)) }
    for number in sources.indices where sources[number].upstreamSources.count > 1 && chance(2) {
      register(number, kind: 4)
    }
    for number in sources.indices where chance(12) { stopForwarding(number) }
    for number in sources.indices where chance(4) { setRule(number) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }

  // MARK: - Handlers

  /// Registers a handler for each message, all of one kind of scope, which return their number and their arguments.
  private mutating func register(_ number: Int, kind: Int) {
    posts += 1
    let (post, n) = (posts, self.number(0...3))
    let scope: HandlerScope
    let includes: (IdentitySearch, Int, Int?) -> Bool
    switch kind {
    case 0 where n < 2:
      scope = .section(n)
      includes = { _, section, _ in section == n }
    case 0:
      let name = sources[number].sectionNames.first ?? "none"
      scope = .section(named: name ?? "")
      includes = { search, section, _ in search.floors[number].names[section] == name ?? "" }
    case 1, 2:
      scope = .items(kind == 1 ? .cells : .items, named: "every second") { _, path in
        (path.section + path.item) % 2 == n % 2
      }
      includes = { _, section, item in item.map { (section + $0) % 2 == n % 2 } ?? false }
    case 3:
      scope = .everything
      includes = { _, _, _ in true }
    default:
      scope = .acrossSources
      includes = { _, _, _ in true }
    }
    desks[number].posts.append(NaiveRouter.Post(number: post, kind: kind, includes: includes))
    let all = Self.registerAll(sources[number], scope, post, log)
    registrations.append((number, post, all[0], Array(all.dropFirst())))
  }

  private static func registerAll(
    _ source: some DataSource, _ scope: HandlerScope, _ post: Int, _ log: Log
  ) -> [HandlerRegistration] {
    func answer<Arguments>(_ arguments: Arguments) -> String {
      log("\(post) \(arguments)")
      return "\(post) \(arguments)"
    }
    return [
      source.on(.fuzzItem, in: scope) { path in answer(path) },
      source.on(.fuzzSection, in: scope) { section in answer(section) },
      source.on(.fuzzItems, in: scope) { paths in
        log("\(post) \(paths)")
        return paths.map { "\(post) \($0)" }
      },
      source.on(.fuzzMove, in: scope) { move in answer([move.from, move.to]) },
      source.on(.fuzzMoveNearby, in: scope) { move in answer([move.from, move.to]) },
      source.on(.fuzzResult, in: scope) { source, path in
        log("\(post) \(path)")
        // The place of another thing of the source.
        let paths = Array(source.paths)
        return paths[(path.item * 7 + path.section * 3 + paths.count / 2) % paths.count]
      },
      source.on(.fuzzWake, in: scope) { _ in answer("") },
    ]
  }

  /// Cancels the handlers of a random registration.
  private mutating func cancel() {
    guard !registrations.isEmpty else { return }
    let (source, post, first, others) = registrations.remove(at: number(0...registrations.count - 1))
    first.cancel()
    for registration in others { registration.cancel() }
    desks[source].posts.removeAll { $0.number == post }
  }

  private mutating func stopForwarding(_ number: Int) {
    desks[number].forwards = false
    sources[number].messages.forwarding = .everything(but: [.other])
  }

  /// Sets whether moves between sources are clamped or refused.
  private mutating func setRule(_ number: Int) {
    let clamps = chance(2)
    desks[number].clamps = clamps
    for selector in [MessageSelector.fuzzMove, MessageSelector.fuzzMoveNearby] {
      sources[number].messages.setSplitPolicy(clamps ? .clamp : .refuse, for: selector)
    }
  }

  // MARK: - Messages

  /// Changes the chain and the handlers at random, and sends messages of all kinds.
  ///
  /// - Returns: A description of the first failure, or `nil`.
  mutating func play(_ tally: inout Tally) -> String? {
    for _ in 0..<number(0...3) { chain.change() }
    if chance(5) { register(number(0...sources.count - 1), kind: number(0...4)) }
    if chance(4) { cancel() }
    let search = IdentitySearch(sources)
    if let ambiguity = search.ambiguity { return ambiguity }
    let router = NaiveRouter(search: search, desks: desks)
    if let failure = sendEveryItem(router, number(0...sources.count - 1), &tally) { return failure }
    for _ in 0..<4 {
      // Messages to the end of the chain have the longest routes.
      let source = chance(2) ? 0 : number(0...sources.count - 1)
      let failure =
        sendItem(router, source, &tally) ?? sendSection(router, source, &tally) ?? sendItems(router, source, &tally)
        ?? sendMove(router, source, &tally) ?? sendMove(router, source, &tally) ?? sendResult(router, source, &tally)
        ?? sendWake(router, source, &tally)
      if let failure { return "\(failure), to \(source) of\n\(chain.top.chainDescription())" }
    }
    return nil
  }

  /// Returns the path of a thing of a source, or, one time in eight, any path, which may not exist.
  private mutating func path(_ floor: IdentitySearch.Floor) -> ItemPath {
    if let path = floor.paths.randomElement(using: &random), !chance(8) { return path }
    return ItemPath(section: number(-1...3), item: number(-1...6))
  }

  private mutating func sendItem(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let path = path(router.search.floors[source])
    return check(MessageSelector.fuzzItem, path, source, router.item(source, path), &tally, "item") {
      "\($0.places[0])"
    }
  }

  /// Neighbours often have the same route.
  private func sendEveryItem(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    var failure: String?
    for path in router.search.floors[source].paths where failure == nil {
      failure = check(MessageSelector.fuzzItem, path, source, router.item(source, path), &tally, "item") {
        "\($0.places[0])"
      }
    }
    return failure
  }

  private mutating func sendSection(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let section = number(-1...3)
    let expected = router.section(source, section)
    return check(MessageSelector.fuzzSection, SectionIndex(section), source, expected, &tally, "section") {
      "\($0.section ?? -1)"
    }
  }

  private mutating func sendMove(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let floor = router.search.floors[source]
    let from = path(floor)
    var to = path(floor)
    // Far away, where places of other sources are likely.
    if chance(2) { to = floor.paths.last == from ? floor.paths.first ?? to : floor.paths.last ?? to }
    if chance(3), let section = floor.things.indices.randomElement(using: &random) {
      to = ItemPath(section: section, item: floor.things[section].count)
    }
    let clamps = chance(2)
    let selector = clamps ? MessageSelector.fuzzMoveNearby : MessageSelector.fuzzMove
    let expected = router.move(source, from, to, clamps: clamps)
    if expected.post != nil,
      desks[expected.source].posts.contains(where: { $0.number == expected.post && $0.kind == 4 })
    {
      tally.count("across")
    }
    return check(selector, ItemMove(from: from, to: to), source, expected, &tally, "move") { "\($0.places)" }
  }

  /// Sends a message, and compares its receiver with the predicted one; also the results of queries without sending.
  private func check<Arguments>(
    _ selector: MessageSelector<Arguments, String>, _ arguments: Arguments, _ number: Int,
    _ expected: NaiveRouter.Arrival,
    _ tally: inout Tally, _ kind: String, places: (NaiveRouter.Arrival) -> String
  ) -> String? {
    let source = sources[number]
    let answer = expected.post.map { "\($0) \(places(expected))" }
    let expectedOutcome: MessageOutcome<String> =
      answer.map { .answered($0) } ?? .unanswered(expected.reason ?? .noHandler)
    tally.count(expected.reason.map { "\($0)" } ?? kind)
    log.entries = []
    do {
      let outcome = try source.deliver(selector, arguments)
      if outcome != expectedOutcome { return "\(kind) \(arguments): \(outcome) instead of \(expectedOutcome)" }
    } catch {
      return "\(kind) \(arguments): \(error)"
    }
    if log.entries != (answer.map { [$0] } ?? []) {
      return "\(kind) \(arguments): \(log.entries) instead of \(expectedOutcome)"
    }
    if source.responds(to: selector, at: arguments) != (expected.post != nil) { return "\(kind) \(arguments) responds" }
    if expected.post != nil, !source.responds(to: selector) { return "\(kind) does not respond" }
    let routes = source.deliveryPaths(of: selector, arguments)
    let hops = zip(expected.hops, expected.trail).map { "\(sources[$0].link.name) \($1)" }
    if routes.count != 1 || routes[0].hops.map(\.description) != hops {
      return "\(kind) \(arguments): \(routes), \(hops)"
    }
    return nil
  }

  private mutating func sendItems(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let paths = (0..<number(2...9)).map { _ in path(router.search.floors[source]) }
    let arrivals = paths.map { router.item(source, $0) }
    var owned: [(post: Int, paths: [ItemPath])] = []
    for arrival in arrivals {
      guard let post = arrival.post else { continue }
      if let index = owned.firstIndex(where: { $0.post == post }) {
        owned[index].paths += arrival.places
      } else {
        owned.append((post, arrival.places))
      }
    }
    let answers = arrivals.flatMap { arrival in arrival.post.map { ["\($0) \(arrival.places[0])"] } ?? [] }
    let reason: UnansweredReason = arrivals.contains { $0.reason == .noReceiver } ? .noReceiver : .noHandler
    tally.count("items")
    log.entries = []
    do {
      let outcome = try sources[source].deliver(.fuzzItems, paths)
      let expectedOutcome: MessageOutcome<[String]> = answers.isEmpty ? .unanswered(reason) : .answered(answers)
      if outcome != expectedOutcome { return "items \(paths): \(outcome) instead of \(expectedOutcome)" }
    } catch {
      return "items \(paths): \(error)"
    }
    let calls = owned.map { "\($0.post) \($0.paths)" }
    if log.entries != calls { return "items \(paths): \(log.entries) instead of \(calls)" }
    return nil
  }

  private mutating func sendResult(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let path = path(router.search.floors[source])
    let expected = router.item(source, path)
    guard expected.post != nil else { return nil }
    let paths = router.search.floors[expected.source].paths
    let place = expected.places[0]
    let answer = paths[(place.item * 7 + place.section * 3 + paths.count / 2) % paths.count]
    // The sender's places that lead along the same route to the result, if no handler is in between.
    let silent = NaiveRouter(search: router.search, desks: sources.map { _ in NaiveRouter.Desk() })
    let images = router.search.floors[source].paths.filter { candidate in
      let arrival = silent.item(source, candidate)
      guard arrival.indexes.starts(with: expected.indexes) else { return false }
      return arrival.trail[expected.indexes.count] == .item(answer)
    }
    do {
      let result = try sources[source].send(.fuzzResult, path)
      tally.count("result")
      return images == [result] ? nil : "result \(path): \(result) instead of \(images)"
    } catch {
      tally.count("hidden")
      return error.code == .hiddenResult && images.isEmpty ? nil : "result \(path): \(error), not \(images)"
    }
  }

  private mutating func sendWake(_ router: NaiveRouter, _ source: Int, _ tally: inout Tally) -> String? {
    let post = desks[source].posts.last { $0.kind == 3 }
    tally.count("wake")
    do {
      let outcome = try sources[source].deliver(.fuzzWake, NoArguments())
      let expectedOutcome: MessageOutcome<String> = post.map { .answered("\($0.number) ") } ?? .unanswered(.noHandler)
      return outcome == expectedOutcome ? nil : "wake: \(outcome) instead of \(expectedOutcome)"
    } catch {
      return "wake: \(error)"
    }
  }
}
