public import Changesets
import Synchronization

/// The place of a source in its chains: which links it stands on, which stand on it, and who observes it.
///
/// Every ``DataSource`` has one link for its life. A leaf changes what it holds in ``edit(_:)``, and says by ``respond(_:with:)``
/// what changed:
///
/// ```swift
/// final class Clock: DataSource {
///   let link = Link("Clock")
///   private var hours = 0
///   private var recorder = BatchRecorder()
///
///   init() { link.respond(self) { $0.recorder.finish() } }
///
///   func tick() {
///     link.edit { [self] in
///       hours += 1
///       recorder.updateItem(at: ItemPath(section: 0, item: 0))
///     }
///   }
/// }
/// ```
///
/// What happens between the first edit and the last notification is an *epoch*. In it, every link has at most one turn, after
/// those that it stands on, and so makes at most one batch; observers hear of it when all links are done. So nobody sees a state that
/// the sources were never in, also where two ways lead from a source to a link. Edits that are asked for during an epoch make the
/// next one, together.
public final class Link {
  // The properties below are looked at by every link at every turn, which a dynamic check would double in cost. None of them is passed
  // `inout` or changed in place while code of others runs: they are read, and set as a whole.

  /// What kind of link it is, for people, or any other name that tells it from its likes.
  public var name: String
  /// The links that this one stands on.
  @exclusivity(unchecked) public private(set) var upstream: [Link]
  /// How many links lie below this one, on the longest way to a leaf.
  @exclusivity(unchecked) public private(set) var height = 0
  /// What the link's turn in this epoch came to; empty between epochs, and before its turn.
  @exclusivity(unchecked) public private(set) var batch = UpdateBatch()
  /// Whether there is anything in ``batch``.
  @exclusivity(unchecked) @usableFromInline private(set) var hasBatch = false

  /// Those who look at the batches first.
  @exclusivity(unchecked) private var inspectors: Observers<Inspection>?
  /// What the link's turns came to since it is profiled; nothing where it is not.
  @exclusivity(unchecked) public internal(set) var statistics: LinkStatistics?

  @exclusivity(unchecked) private var downstream: [Downstream] = []
  private let presence = Presence()
  private let observers = Observers<UpdateEvent>()
  @exclusivity(unchecked) @usableFromInline var turn: () -> UpdateBatch = { UpdateBatch() }
  /// The way up; nothing at a leaf.
  @exclusivity(unchecked) @usableFromInline package var ascent: Ascent?
  /// What answers messages to the link's source; nothing where nothing does. The link only keeps it, for those who send messages.
  @exclusivity(unchecked) @usableFromInline package var responder: AnyObject?
  /// Whether there is something to do in this epoch that no source told.
  @exclusivity(unchecked) var isEdited = false
  /// Whether the link stands on others since its last turn.
  @exclusivity(unchecked) private var isMoved = false
  /// Whether an epoch has the link on its list.
  @exclusivity(unchecked) var isListed = false
  /// The ways of messages that climbed from here lately.
  @exclusivity(unchecked) var routes = RouteCache()
  @exclusivity(unchecked) private(set) var ownGraph = Graph()
  /// What the link will stand on, edit by edit of those that wait.
  @exclusivity(unchecked) var nextUpstreams: [[Link]] = []

  /// A link that stands on this one, as long as it is present.
  private struct Downstream {
    let presence: Presence
    // Looked at only while it is present, by the isolation domain of the chain. To let the last reference go elsewhere in that very
    // moment is a race of the one who does; that is so for a source that is edited, too.
    unowned(unsafe) let link: Link
  }

  /// Whether a link is there, for those that it stands on. A weak reference would make every later reference to the link several times
  /// as slow; and the last one may be let go on any thread, so that the link cannot take itself off their lists.
  private final class Presence: Sendable {
    let isOver = Atomic(false)
  }

  /// A batch that is being looked at, by one inspector after the other.
  private final class Inspection {
    var batch: UpdateBatch

    init(_ batch: UpdateBatch) { self.batch = batch }
  }

  /// Makes a link over others; a leaf stands on none.
  ///
  /// - Parameters:
  ///   - name: What kind of link it is, for people.
  ///   - upstream: The links that it stands on.
  /// - Complexity: O(*u* + *d*), *u* being the number of links it stands on, and *d* that of the links that stand on those.
  public init(_ name: String, over upstream: [Link] = []) {
    self.name = name
    self.upstream = upstream
    for link in upstream { link.attach(self) }
    height = (upstream.map(\.height).max() ?? -1) + 1
  }

  deinit {
    presence.isOver.store(true, ordering: .releasing)
    routes.deallocate()
  }

  /// Sets what the link does when it is its turn: take over what its sources' links have in ``batch``, and say what became of it.
  ///
  /// - Parameters:
  ///   - owner: The source, held weakly.
  ///   - turn: Makes the batch, in normal form, that leads from the state before to the present one. It is called when the link was
  ///     edited, or a link that it stands on has a batch.
  @inlinable public func respond<Owner: AnyObject>(
    _ owner: Owner, with turn: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    self.turn = { [weak owner] in
      guard let owner else { return UpdateBatch() }
      return turn(owner)
    }
  }

  /// Sets what the link does when it is its turn, for an owner that calls ``retire()`` when it goes.
  ///
  /// Such an owner need not be held weakly. To retain an object that somebody holds weakly costs several times as much, and whoever walks
  /// a chain retains every source of it.
  @inlinable func respond<Owner: AnyObject>(
    unowned owner: Owner, with turn: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    // The owner is there as long as this turn is set: when it goes, it retires.
    self.turn = { [unowned(unsafe) owner] in turn(owner) }
  }

  /// Forgets the owner, which is about to go. Links that stand on this one may still hold it.
  @inlinable func retire() {
    turn = { UpdateBatch() }
    ascent = nil
  }

  /// Changes the source: at once, or, if an epoch is under way, in the next one; within a transaction, when it ends.
  ///
  /// - Parameter change: Changes what the source holds. All links still show the state before; those that stand on this one have their
  ///   turn afterwards.
  public func edit(_ change: @escaping () -> Void) {
    graph.edit(self, change)
  }

  /// Lets all edits wait that a closure asks for, until it is done.
  @usableFromInline func hold(_ body: () -> Void) { graph.transaction(animated: true, body) }

  /// Adds an observer, who is told of every update.
  ///
  /// - Parameters:
  ///   - owner: Whom the observer belongs to, held weakly; when the owner is gone, so is the observer.
  ///   - handler: What is told. It should not hold the owner.
  /// - Returns: What cancels the observer before its owner is gone.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: UpdateEvent) -> Void
  ) -> ObserverToken {
    observers.add(owner, handler)
  }

  /// Lets somebody look at every batch of the link before anybody else does, and put another one in its place. For oracles.
  ///
  /// The source already shows the state after the batch, and the links that stand on it still show the state before. Inspectors see
  /// what those before them made of the batch, in the order that they were added.
  ///
  /// - Parameters:
  ///   - owner: Whom the inspector belongs to, held weakly; when the owner is gone, so is the inspector.
  ///   - handler: Returns the batch, or another one in its place. It should not hold the owner.
  /// - Returns: What cancels the inspector before its owner is gone.
  @discardableResult
  public func inspect<Owner: AnyObject>(
    for owner: Owner, _ handler: @escaping (_ owner: Owner, _ batch: UpdateBatch) -> UpdateBatch
  ) -> ObserverToken {
    let inspectors = inspectors ?? Observers()
    self.inspectors = inspectors
    return inspectors.add(owner) { owner, inspection in inspection.batch = handler(owner, inspection.batch) }
  }

  /// What tells those who observe now; nothing where nobody does.
  var audience: ((UpdateEvent) -> Void)? { observers.isEmpty ? nil : observers.present() }

  /// Whether anybody may be notified of the link's batches: observers, inspectors, or links that stand on it.
  package var isWatched: Bool {
    !observers.isEmpty || inspectors != nil
      || downstream.contains { !$0.presence.isOver.load(ordering: .acquiring) }
  }

  /// Takes the link's turn.
  func takeTurn() {
    guard isEdited || upstream.contains(where: { $0.hasBatch }) else { return }
    isEdited = false
    let made = statistics == nil ? turn() : measuredTurn()
    // Before others look: the source goes by its new sources from now on.
    if isMoved {
      isMoved = false
      ascent?.follow(self)
    }
    let batch = inspected(made)
    hasBatch = !batch.isEmpty
    self.batch = batch
  }

  private func measuredTurn() -> UpdateBatch {
    var batch = UpdateBatch()
    let time = ContinuousClock().measure { batch = turn() }
    statistics?.add(batch, time)
    return batch
  }

  private func inspected(_ batch: consuming UpdateBatch) -> UpdateBatch {
    guard let inspectors else { return batch }
    let inspection = Inspection(batch)
    inspectors.tell(inspection)
    return inspection.batch
  }

  /// Forgets what the link's turn came to.
  func forgetBatch() {
    guard hasBatch else { return }
    hasBatch = false
    batch = UpdateBatch()
  }
}

// MARK: - The graph

extension Link {
  /// What all links share that are connected with this one.
  var graph: Graph {
    let root = ownGraph.root
    if root !== ownGraph { ownGraph = root }
    return root
  }

  /// Goes to another graph, which no other one has become part of.
  func leave(for graph: Graph) { ownGraph = graph }

  /// All links that are connected with one of two: the one with fewer of them; nil if the two are connected with each other.
  ///
  /// - Complexity: O(*l*), *l* being the number of links and connections of the smaller part.
  static func part(of first: Link, or second: Link) -> [Link]? {
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
    private(set) var links: [Link] = []
    private var known: Set<ObjectIdentifier>
    private var waiting: [Link]

    init(of link: Link) {
      known = [ObjectIdentifier(link)]
      waiting = [link]
    }

    var count: Int { known.count }

    func contains(_ link: Link) -> Bool { known.contains(ObjectIdentifier(link)) }

    /// The next link that is found; nothing if there are no more.
    mutating func next() -> Link? {
      guard let link = waiting.popLast() else { return nil }
      links.append(link)
      for neighbour in link.upstream { note(neighbour) }
      link.forEachDownstream { note($0) }
      return link
    }

    private mutating func note(_ link: Link) {
      if known.insert(ObjectIdentifier(link)).inserted { waiting.append(link) }
    }
  }

  /// Calls a closure with every link that stands on this one.
  func forEachDownstream(_ body: (Link) -> Void) {
    for entry in downstream where !entry.presence.isOver.load(ordering: .acquiring) { body(entry.link) }
  }

  /// Whether the link is another one, or stands on it, or will when the edits that wait are made.
  private func stands(on other: Link) -> Bool {
    var waiting = [self]
    var seen: Set<ObjectIdentifier> = []
    while let link = waiting.popLast() {
      if link === other { return true }
      if seen.insert(ObjectIdentifier(link)).inserted { waiting += link.nextUpstreams.last ?? link.upstream }
    }
    return false
  }

  /// Makes the link stand on others, by an edit.
  ///
  /// - Parameters:
  ///   - links: What it is to stand on.
  ///   - change: Changes what the source holds.
  /// - Throws: ``UpdateError`` of the code ``UpdateError/Code/cycle`` if one of the links stands on this one.
  public func setUpstream(_ links: [Link], _ change: @escaping () -> Void) throws {
    if let link = links.first(where: { $0.stands(on: self) }) { throw UpdateError.cycle(self, over: link) }
    nextUpstreams.append(links)
    graph.edit(self, upstream: links, change)
  }

  /// Makes the link stand on others, as the first edit that waits says.
  func stand(on links: [Link]) {
    nextUpstreams.removeFirst()
    let remaining = Set(links.map(ObjectIdentifier.init))
    let former = upstream.filter { !remaining.contains(ObjectIdentifier($0)) }
    if !former.isEmpty { graph.disconnect(self, from: former) }
    for link in upstream { link.detach(self) }
    upstream = links
    isMoved = true
    for link in links { link.attach(self) }
    raise()
  }

  private func raise() {
    let new = (upstream.map(\.height).max() ?? -1) + 1
    guard new != height else { return }
    height = new
    forEachDownstream { $0.raise() }
  }

  private func attach(_ link: Link) {
    downstream.removeAll { $0.presence.isOver.load(ordering: .acquiring) }
    downstream.append(Downstream(presence: link.presence, link: link))
    graph.connect(with: link.graph)
  }

  private func detach(_ link: Link) {
    downstream.removeAll { $0.presence === link.presence || $0.presence.isOver.load(ordering: .acquiring) }
  }
}

extension UpdateError {
  fileprivate static func cycle(_ link: Link, over source: Link) -> UpdateError {
    UpdateError(
      .cycle,
      source === link
        ? "“\(link.name)” cannot be a source of itself."
        : "“\(source.name)” cannot be a source of “\(link.name)”, because it stands on it.")
  }
}

extension UpdateError.Code {
  /// A chain would stand on itself.
  public static let cycle = Self(rawValue: "chain/cycle")
}
