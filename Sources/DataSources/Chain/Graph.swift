import Changesets

/// What links share that are connected: whose turn it is when something changes.
///
/// Links that are connected have one graph, found through ``root``: when two graphs are connected, the larger one succeeds the other, and
/// takes over all that is under way there. When a link is put upon others, what nothing connects any more gets a graph of its own, as
/// soon as nothing is under way. A link that goes may do so on any thread, and does not part those that it connected.
final class Graph {
  // Unchecked for speed. All but the epoch are changed by single calls that run no code of others: what lists let go of is held until
  // after the call. The epoch is changed by the one run that `runs` lets through, and by nobody else while code of others runs in it.

  @exclusivity(unchecked) private(set) var successor: Graph?
  /// How many links have this graph.
  @exclusivity(unchecked) private var size = 1
  /// Links that stood on others and do not any more, and those others.
  @exclusivity(unchecked) private var disconnected: [Link] = []
  @exclusivity(unchecked) private var edits: [Edit] = []
  /// The transactions that are open.
  @exclusivity(unchecked) private var transactions: [Transaction] = []
  /// How many runs are under way: several where a graph was connected, within a run of it, with one that is running as well.
  @exclusivity(unchecked) private var runs = 0
  /// How often links were connected.
  @exclusivity(unchecked) private var connections = 0
  /// A number that grows whenever what the links show may change, or what they stand on.
  @exclusivity(unchecked) var state = 0
  /// How many epochs are in the middle of their changes: one at the most, unless graphs were connected meanwhile.
  @exclusivity(unchecked) private var changing = 0
  /// Whether some links show the state before an epoch, and some that after it.
  var isChanging: Bool { changing > 0 }
  /// The epoch under way; kept for its room.
  @exclusivity(unchecked) private var epoch = Epoch()

  /// What is asked for.
  struct Edit {
    let link: Link
    /// What the link will stand on, where that changes.
    let upstream: [Link]?
    /// All transactions that were open when it was asked for.
    let transactions: [Transaction]
    let change: () -> Void
    /// Takes back what was done when the edit was asked for, if a transaction fails.
    var undo: (() -> Void)?
    /// Is called once: with true when observers were notified, or with false when the edit was rolled back.
    var completion: ((_ isMade: Bool) -> Void)?
  }

  /// A transaction, told from others by its identity.
  final class Transaction {
    let isAnimated: Bool
    init(isAnimated: Bool) { self.isAnimated = isAnimated }
  }

  /// The graph that this one has become part of.
  var root: Graph {
    guard successor != nil else { return self }
    var root = self
    while let next = root.successor { root = next }
    // The next time it is one step from all that were met.
    var graph = self
    while let next = graph.successor, next !== root {
      graph.successor = root
      graph = next
    }
    return root
  }

  /// Makes this graph and another one a single one, because links of the two are connected.
  func connect(with other: Graph) {
    var (winner, loser) = (root, other.root)
    if winner !== loser, winner.size < loser.size { swap(&winner, &loser) }
    winner.connections += 1
    guard winner !== loser else { return }
    loser.successor = winner
    winner.size += loser.size
    winner.disconnected += loser.disconnected
    winner.edits += loser.edits
    winner.transactions += loser.transactions
    winner.runs += loser.runs
    winner.state = max(winner.state, loser.state) + 1
    winner.changing += loser.changing
    winner.connections += loser.connections
    loser.edits = []
    loser.transactions = []
    loser.disconnected = []
  }

  /// Notes that a link does not stand on some others any more.
  func disconnect(_ link: Link, from former: [Link]) { disconnected += [link] + former }

  /// Makes an edit in an epoch: at once, unless one is under way or a transaction is open.
  func edit(
    _ link: Link, upstream: [Link]? = nil, undo: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil,
    _ change: @escaping () -> Void
  ) {
    edits.append(
      Edit(
        link: link, upstream: upstream, transactions: transactions, change: change, undo: undo, completion: completion))
    run()
  }

  /// Collects the edits that a closure asks for, and commits them in one epoch when no other transaction is open.
  ///
  /// - Throws: What the closure throws; its edits are then rolled back.
  func transaction<Result>(animated: Bool, _ body: () throws -> Result) rethrows -> Result {
    let transaction = Transaction(isAnimated: animated)
    transactions.append(transaction)
    // The closure may connect the graph with another one.
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

  private func close(_ transaction: Transaction) { transactions.removeAll { $0 === transaction } }

  /// Closes a transaction, and forgets the edits that were asked for within it: the latest is undone first, and all are undone before
  /// code of others hears of it.
  private func rollBack(_ transaction: Transaction) {
    func isWithin(_ edit: Edit) -> Bool { edit.transactions.contains { $0 === transaction } }
    let forgotten = edits.filter(isWithin)
    edits.removeAll(where: isWithin)
    for edit in forgotten.reversed() {
      if edit.upstream != nil { edit.link.nextUpstreams.removeLast() }
      edit.undo?()
    }
    close(transaction)
    for edit in forgotten { edit.completion?(false) }
    // Only now they are released, which may run code that asks for edits.
    withExtendedLifetime(forgotten) {}
  }

  private func run() {
    guard runs == 0, transactions.isEmpty else { return }
    runs = 1
    // An observer may connect the graph with one that is running, or has a transaction open: what waits is then made there.
    var graph = root
    while graph.runs == 1, graph.transactions.isEmpty, !graph.edits.isEmpty {
      graph.runEpoch()
      graph = graph.root
    }
    graph.runs -= 1
    if graph.runs == 0, graph.transactions.isEmpty, graph.edits.isEmpty { graph.split() }
  }

  /// Gives graphs of their own to links that nothing connects any more. Nothing may be under way.
  private func split() {
    guard !disconnected.isEmpty else { return }
    // One link at least of everything that may be a part of its own now.
    var loose = disconnected
    disconnected = []
    while let first = loose.popLast(), let second = loose.last {
      if first.graph !== self { continue }
      if second.graph !== self {
        loose[loose.count - 1] = first
        continue
      }
      // What is connected with the second is parted with it.
      guard let part = Link.part(of: first, or: second) else { continue }
      let graph = Graph()
      graph.size = part.count
      // Ways that links remember are known by this number, which never comes again.
      graph.state = state + 1
      for link in part { link.leave(for: graph) }
      size -= part.count
      if first.graph === self { loose[loose.count - 1] = first }
    }
  }

  private func runEpoch() {
    swap(&edits, &epoch.edits)
    epoch.listLinks()
    let connections = connections
    epoch.announce()
    // Observers may have put links upon those that are listed.
    if root.connections != connections { epoch.listLinks() }
    root.state += 1
    root.changing += 1
    epoch.run()
    root.changing -= 1
    epoch.tell()
  }
}
