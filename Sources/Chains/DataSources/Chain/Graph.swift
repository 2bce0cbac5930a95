import Changesets

/// The state that connected links share, which schedules their updates.
///
/// All links that are connected, directly or indirectly, have the same graph, which ``root`` returns. When links of two
/// graphs are connected, the larger graph succeeds the smaller one, and adopts its pending edits, transactions and
/// runs. When the upstream links of a link are replaced, the parts that are no longer connected get graphs of their
/// own, as soon as no epoch and no transaction is in progress. The deallocation of a link, which may happen on any
/// thread, does not split a graph.
///
/// This is the union–find structure of disjoint sets, with union by size and path compression, so that finding the root
/// takes almost constant time:
///
///     link a ──> graph 1 ──┐
///     link b ──> graph 2 ──┴─> graph 3 (root: edits, transactions, epoch) <── link c
///
/// An edit is appended to the root. If no epoch is running and no transaction is open, epochs are run until no edits
/// are left: see ``Epoch``. Edits that are requested in an epoch (by observers, or by code that edits call) are left
/// for the next one. So no epoch is ever nested in another one of the same graph.
final class Graph {
  // Properties that every edit reads are changed by assignment instead of in place. So the compiler can prove that no
  // two accesses overlap, and omits the dynamic exclusivity checks.

  private(set) var successor: Graph?
  /// The number of links of this graph.
  private var size = 1
  /// Links of which upstream links were removed, and these upstream links.
  private var disconnected: [ChainLink] = []
  private var edits: [Edit] = []
  /// The open transactions, outermost first.
  private var transactions: [Transaction] = []
  /// The number of runs in progress. There are several if an observer, during a run of one graph, connects it with
  /// another that is running too.
  private var runs = 0
  /// The number of times that links of this graph were connected.
  private var connections = 0
  /// The latest epoch, kept for the capacity of its arrays.
  private var epoch = Epoch()

  struct Edit {
    let link: ChainLink
    /// The new upstream links, if the edit replaces them.
    let upstream: [ChainLink]?
    /// All transactions that were open when the edit was requested.
    let transactions: [Transaction]
    let change: () -> Void
    /// Reverts what was done when the edit was requested. Called if a transaction is rolled back.
    var undo: (() -> Void)?
    /// Called once: with `true` after observers were notified, or with `false` after the edit was rolled back.
    var completion: ((_ isMade: Bool) -> Void)?
  }

  /// A transaction, identified by its object identity.
  final class Transaction {
    let animations: UpdateAnimations
    init(_ animations: UpdateAnimations) { self.animations = animations }
  }

  /// The graph that this one has become part of, or this one.
  var root: Graph {
    guard successor != nil else { return self }
    var root = self
    while let next = root.successor { root = next }
    // Path compression: the next search takes one step from each graph on the path.
    var graph = self
    while let next = graph.successor, next !== root {
      graph.successor = root
      graph = next
    }
    return root
  }

  /// Merges this graph and another one, because links of the two are connected.
  func connect(with other: Graph) {
    var (winner, loser) = (root, other.root)
    if winner !== loser, winner.size < loser.size { swap(&winner, &loser) }
    // Also within one graph: an epoch that is about to run has to list its links again.
    winner.connections += 1
    guard winner !== loser else { return }
    loser.successor = winner
    winner.size += loser.size
    // The winner continues all that the loser has begun. Those who run the loser find the winner as its root.
    winner.disconnected = winner.disconnected + loser.disconnected
    winner.edits += loser.edits
    winner.transactions = winner.transactions + loser.transactions
    winner.runs += loser.runs
    winner.connections += loser.connections
    loser.edits = []
    loser.transactions = []
    loser.disconnected = []
  }

  /// Records that links are no longer upstream of a link.
  func disconnect(_ link: ChainLink, from former: [ChainLink]) { disconnected = disconnected + [link] + former }

  /// Makes an edit in an epoch: immediately, unless an epoch is running or a transaction is open.
  func edit(
    _ link: ChainLink, upstream: [ChainLink]? = nil, undo: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil,
    _ change: @escaping () -> Void
  ) {
    edits.append(
      Edit(
        link: link, upstream: upstream, transactions: transactions, change: change, undo: undo, completion: completion))
    run()
  }

  /// Collects the edits that a closure requests, and commits them in one epoch when no other transaction is open.
  ///
  /// - Throws: The error that the closure throws, after its edits have been rolled back.
  func transaction<Result>(animated animations: UpdateAnimations, _ body: () throws -> Result) rethrows -> Result {
    let transaction = Transaction(animations)
    transactions = transactions + [transaction]
    // The closure may connect the graph with another one, hence the root is determined again.
    defer { root.run() }
    do {
      let result = try body()
      root.close(transaction)
      return result
    } catch {
      root.rollBack(transaction)
      throw error
    }
  }

  private func close(_ transaction: Transaction) { transactions = transactions.filter { $0 !== transaction } }

  /// Closes a transaction, and discards the edits that were requested in it. The edits are undone in reverse order. All
  /// are undone before any completion is called, which is code of clients.
  private func rollBack(_ transaction: Transaction) {
    func isWithin(_ edit: Edit) -> Bool { edit.transactions.contains { $0 === transaction } }
    // Edits of transactions that were nested in this one are within it, too, even if these have been closed.
    let forgotten = edits.filter(isWithin)
    edits.removeAll(where: isWithin)
    for edit in forgotten.reversed() {
      if edit.upstream != nil { edit.link.nextUpstreams.removeLast() }
      edit.undo?()
    }
    close(transaction)
    for edit in forgotten { edit.completion?(false) }
    // The edits are released at the end, because that may run code that requests edits.
    withExtendedLifetime(forgotten) {}
  }

  private func run() {
    // Otherwise the run in progress, or the end of the outermost transaction, makes the pending edits.
    guard runs == 0, transactions.isEmpty else { return }
    runs = 1
    // An observer may connect the graph with one that is running or has an open transaction. The pending edits are then
    // made there.
    var graph = root
    while graph.runs == 1, graph.transactions.isEmpty, !graph.edits.isEmpty {
      // Each epoch takes all edits that are pending. Those that its observers request are left for the next one.
      graph.runEpoch()
      graph = graph.root
    }
    graph.runs -= 1
    if graph.runs == 0, graph.transactions.isEmpty, !graph.disconnected.isEmpty, graph.edits.isEmpty { graph.split() }
  }

  /// Assigns new graphs to the parts that are no longer connected. No epoch may be running, and no transaction open.
  ///
  /// Every part contains at least one link of `disconnected`. The links of that list are compared in pairs: of two that
  /// are not connected, the smaller part gets a new graph; of two that are, one is dropped.
  private func split() {
    // At least one link of every part that may be separate now.
    var loose = disconnected
    disconnected = []
    while let first = loose.popLast(), let second = loose.last {
      if first.graph !== self { continue }
      if second.graph !== self {
        loose[loose.count - 1] = first
        continue
      }
      // If the two are connected, the first one is dropped: the second one represents their part.
      guard let part = ChainLink.part(of: first, or: second) else { continue }
      let graph = Graph()
      graph.size = part.count
      for link in part { link.leave(for: graph) }
      size -= part.count
      if first.graph === self { loose[loose.count - 1] = first }
    }
  }

  private func runEpoch() {
    var epoch = Epoch()
    // The epoch is out of the graph while it runs: its observers call the graph, which must not be accessed twice at
    // once.
    swap(&epoch, &self.epoch)
    defer { swap(&epoch, &self.epoch) }
    swap(&edits, &epoch.edits)
    let connections = connections
    epoch.listLinks(isFirst: true)
    epoch.notifyWillUpdate()
    // Observers may have added links downstream of listed ones.
    if root.connections != connections { epoch.listLinks(isFirst: false) }
    epoch.run()
    epoch.notifyDidUpdate()
  }
}

extension ChainLink {
  /// Returns all links of the smaller of the parts that two links belong to, or `nil` if the two are connected.
  ///
  /// Two searches, one from each link, advance by turns. The search that ends first has found a whole part. If one
  /// search finds a link that the other knows, the parts are the same.
  ///
  /// - Complexity: O(*l*), *l* being the number of links and connections of the smaller part.
  static func part(of first: ChainLink, or second: ChainLink) -> [ChainLink]? {
    var parts = [Part(of: first), Part(of: second)]
    while true {
      // The searches are balanced by the number of links that they know, and not by steps, because a link may have many
      // neighbours.
      let index = parts[0].count <= parts[1].count ? 0 : 1
      guard let next = parts[index].next() else { return parts[index].links }
      if parts[1 - index].contains(next) { return nil }
    }
  }

  /// The links that are connected with one, as far as they have been found.
  private struct Part {
    private(set) var links: [ChainLink] = []
    private var known: Set<ObjectIdentifier>
    private var waiting: [ChainLink]

    init(of link: ChainLink) {
      known = [ObjectIdentifier(link)]
      waiting = [link]
    }

    var count: Int { known.count }

    func contains(_ link: ChainLink) -> Bool { known.contains(ObjectIdentifier(link)) }

    mutating func next() -> ChainLink? {
      guard let link = waiting.popLast() else { return nil }
      links.append(link)
      for neighbour in link.upstream { note(neighbour) }
      link.forEachDownstream { note($0) }
      return link
    }

    private mutating func note(_ link: ChainLink) {
      if known.insert(ObjectIdentifier(link)).inserted { waiting.append(link) }
    }
  }
}
