import Changesets

/// What links share that are connected: whose turn it is when something changes.
///
/// Links that are connected have one graph, found through ``root``: when two graphs are connected, the larger one succeeds the other, and
/// takes over all that is under way there. When a link is put upon others, what nothing connects any more gets a graph of its own, as
/// soon as nothing is under way. A link that goes may do so on any thread, and does not part those that it connected.
final class Graph {
  // What every edit reads is changed by assigning it, and not in place: the compiler then proves that no two accesses conflict, instead of
  // checking each of them at run time.

  private(set) var successor: Graph?
  /// How many links have this graph.
  private var size = 1
  /// Links that stood on others and do not any more, and those others.
  private var disconnected: [ChainLink] = []
  private var edits: [Edit] = []
  /// The transactions that are open.
  private var transactions: [Transaction] = []
  /// How many runs are under way: several where a graph was connected, within a run of it, with one that is running as well.
  private var runs = 0
  /// The number of times that links were connected.
  private var connections = 0
  /// The latest epoch, stored for the capacity of its arrays.
  private var epoch = Epoch()

  /// What is asked for.
  struct Edit {
    let link: ChainLink
    /// What the link will stand on, where that changes.
    let upstream: [ChainLink]?
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
    let animations: UpdateAnimations
    init(_ animations: UpdateAnimations) { self.animations = animations }
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
    winner.disconnected = winner.disconnected + loser.disconnected
    winner.edits += loser.edits
    winner.transactions = winner.transactions + loser.transactions
    winner.runs += loser.runs
    winner.connections += loser.connections
    loser.edits = []
    loser.transactions = []
    loser.disconnected = []
  }

  /// Notes that a link does not stand on some others any more.
  func disconnect(_ link: ChainLink, from former: [ChainLink]) { disconnected = disconnected + [link] + former }

  /// Makes an edit in an epoch: at once, unless one is under way or a transaction is open.
  func edit(
    _ link: ChainLink, upstream: [ChainLink]? = nil, undo: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil,
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
  func transaction<Result>(animated animations: UpdateAnimations, _ body: () throws -> Result) rethrows -> Result {
    let transaction = Transaction(animations)
    transactions = transactions + [transaction]
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

  private func close(_ transaction: Transaction) { transactions = transactions.filter { $0 !== transaction } }

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
    if graph.runs == 0, graph.transactions.isEmpty, !graph.disconnected.isEmpty, graph.edits.isEmpty { graph.split() }
  }

  /// Gives graphs of their own to links that nothing connects any more. Nothing may be under way.
  private func split() {
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
    swap(&epoch, &self.epoch)
    defer { swap(&epoch, &self.epoch) }
    swap(&edits, &epoch.edits)
    epoch.listLinks()
    let connections = connections
    epoch.notifyWillUpdate()
    // Observers may have put links upon those that are listed.
    if root.connections != connections { epoch.listLinks() }
    epoch.run()
    epoch.notifyDidUpdate()
  }
}

extension ChainLink {
  /// All links that are connected with one of two: the one with fewer of them; nil if the two are connected with each other.
  ///
  /// - Complexity: O(*l*), *l* being the number of links and connections of the smaller part.
  static func part(of first: ChainLink, or second: ChainLink) -> [ChainLink]? {
    var parts = [Part(of: first), Part(of: second)]
    while true {
      // A link may have many neighbours: so it is what was seen that is kept even, and not the number of steps.
      let index = parts[0].count <= parts[1].count ? 0 : 1
      guard let next = parts[index].next() else { return parts[index].links }
      if parts[1 - index].contains(next) { return nil }
    }
  }

  /// The links that are connected with one, as far as they have been looked for.
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

    /// The next link that is found; nil if there are no more.
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
