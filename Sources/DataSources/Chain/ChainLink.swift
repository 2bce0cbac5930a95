public import Changesets
import Synchronization

/// The place of a source in its chains: which links it stands on, which stand on it, and who observes it.
///
/// Every ``DataSource`` has one link for its life. A leaf changes what it holds in ``edit(_:)``, and says by ``onUpdate(_:with:)``
/// what changed:
///
/// ```swift
/// final class Clock: DataSource {
///   let link = ChainLink("Clock")
///   private var hours = 0
///   private var recorder = BatchRecorder()
///
///   init() { link.onUpdate(self) { $0.recorder.finish() } }
///
///   func tick() {
///     link.edit { [self] in
///       hours += 1
///       recorder.updateItem(at: ItemPath(0, 0))
///     }
///   }
/// }
/// ```
///
/// What happens between the first edit and the last notification is an *epoch*. In it, every link has at most one turn, after
/// those that it stands on, and so makes at most one batch; observers hear of it when all links are done. So nobody sees a state that
/// the sources were never in, also where two ways lead from a source to a link. Edits that are asked for during an epoch make the
/// next one, together.
public final class ChainLink {
  /// The kind of the link, for people, or any other name that tells it from others.
  public var name: String
  /// The links that this one stands on.
  public var upstream: [ChainLink] { links }
  /// The number of links below this one on the longest way to a leaf.
  public var height: Int { level }
  /// The batch of this epoch; empty between epochs, and before the link's turn.
  public var batch: UpdateBatch { result }
  /// Whether ``batch`` is not empty.
  private var hasBatch: Bool { !result.isEmpty }
  /// What the link has done since profiling started; nil while it is not profiled.
  public internal(set) var statistics: LinkStatistics? {
    get { profile }
    set { profile = newValue }
  }
  /// What answers messages to the link's source, if anything does. The link stores it for the senders of messages.
  package var responder: AnyObject? {
    get { handlers }
    set { handlers = newValue }
  }

  // What every turn and every message reads is private, and changed by assigning it, not in place: the compiler then proves that no two
  // accesses conflict, instead of checking each of them at run time.

  private var links: [ChainLink]
  private var level: Int
  private var result = UpdateBatch()
  private var profile: LinkStatistics?
  private var handlers: AnyObject?
  private var turn: () -> UpdateBatch = { UpdateBatch() }
  private var source: () -> (any DataSource)? = { nil }
  /// The number of items in each section of the source as of the last epoch; nil until it is needed.
  private var counts: SectionCounts?
  private var downstream: [Downstream] = []
  private let presence = Presence()
  private var observers: Observers<UpdateEvent>?
  /// Those who see a batch before the observers do.
  private var inspectors: Observers<Inspection>?
  /// Whether the link itself was edited in this epoch.
  var isEdited = false
  /// Whether an epoch has the link on its list.
  var isListed = false
  private(set) var ownGraph = Graph()
  /// What the link will stand on, for each pending edit that changes it.
  var nextUpstreams: [[ChainLink]] = []

  /// A link that stands on this one, as long as it is present.
  private struct Downstream {
    let presence: Presence
    unowned let link: ChainLink
  }

  /// Whether a link still exists, for those that it stands on.
  ///
  /// A weak reference would make every strong reference to the link several times as slow. And the last one may be released on any thread,
  /// so that the link cannot remove itself from their lists.
  private final class Presence: Sendable {
    let isOver = Atomic(false)
  }

  /// A batch that is shown to one inspector after the other.
  private final class Inspection {
    var batch: UpdateBatch

    init(_ batch: UpdateBatch) { self.batch = batch }
  }

  /// Creates a link over others; a leaf stands on none.
  ///
  /// - Parameters:
  ///   - name: The kind of the link, for people.
  ///   - upstream: The links that it stands on.
  /// - Complexity: O(*u* + *d*), *u* being the number of links it stands on, and *d* that of the links that stand on those.
  public init(_ name: String, over upstream: [ChainLink] = []) {
    self.name = name
    links = upstream
    level = Self.height(over: upstream)
    for link in upstream { link.attach(self) }
  }

  deinit { presence.isOver.store(true, ordering: .releasing) }

  /// Sets what the link does on its turn: to take over the ``batch`` of each link it stands on, and to return its own.
  ///
  /// - Parameters:
  ///   - owner: The source, which is referenced weakly.
  ///   - turn: Returns the batch that leads from the previous state to the present one, in any order. It is called when the link was
  ///     edited, or when a link that it stands on has a batch. A batch that does not fit is replaced, see ``onInconsistency``.
  @inlinable public func onUpdate<Owner: AnyObject>(
    _ owner: Owner, with turn: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    setTurn { [weak owner] in
      guard let owner else { return UpdateBatch() }
      return turn(owner)
    }
    if let source = owner as? any DataSource { setSource { [weak source] in source } }
  }

  /// Sets what the link does on its turn, for an owner that calls ``retire()`` when it is deallocated.
  ///
  /// Such an owner is not referenced weakly, which would make every strong reference to it several times as slow.
  @inlinable func onUpdate<Owner: DataSource>(
    unowned owner: Owner, with turn: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    setTurn { [unowned owner] in turn(owner) }
    setSource { [unowned owner] in owner }
  }

  @usableFromInline func setTurn(_ turn: @escaping () -> UpdateBatch) { self.turn = turn }

  /// Sets the source whose counts the batches are compared with.
  @usableFromInline func setSource(_ source: @escaping () -> (any DataSource)?) { self.source = source }

  /// Sets the source, unless it is known.
  func noteSource(_ source: any DataSource) {
    if self.source() == nil { setSource { [weak source] in source } }
  }

  /// Forgets the owner, which is being deallocated. Links that stand on this one may still reference it.
  @usableFromInline func retire() {
    setTurn { UpdateBatch() }
    setSource { nil }
  }

  /// Changes the source: at once, or, while an epoch runs, in the next one; within a transaction, when it ends.
  ///
  /// - Parameter change: Changes what the source holds. All links still show the previous state; those that stand on this one have their
  ///   turn afterwards.
  public func edit(_ change: @escaping () -> Void) {
    graph.edit(self, change)
  }

  /// Defers all edits that a closure asks for until it returns.
  @usableFromInline func hold(_ body: () -> Void) { graph.transaction(animated: .automatic, body) }

  /// Adds an observer, which is notified of every update.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is deallocated.
  ///   - handler: Called for every event. It should not reference the owner strongly.
  /// - Returns: A token that cancels the observer earlier.
  @discardableResult
  public func addObserver<Owner: AnyObject>(
    _ owner: Owner, _ handler: @escaping (_ owner: Owner, _ event: UpdateEvent) -> Void
  ) -> ObserverToken {
    let observers = observers ?? Observers()
    self.observers = observers
    return observers.add(owner, handler)
  }

  /// Adds an inspector, which sees every batch of the link before anything else does, and may replace it. This is for oracles.
  ///
  /// The source already shows the state after the batch, and the links that stand on it still show the state before. Inspectors are called in
  /// the order in which they were added, with the batch that those before them returned.
  ///
  /// - Parameters:
  ///   - owner: The object that the inspector belongs to, referenced weakly. The inspector is removed when it is deallocated.
  ///   - handler: Returns the batch, or another one in its place. It should not reference the owner strongly.
  /// - Returns: A token that cancels the inspector earlier.
  @discardableResult
  public func inspect<Owner: AnyObject>(
    for owner: Owner, _ handler: @escaping (_ owner: Owner, _ batch: UpdateBatch) -> UpdateBatch
  ) -> ObserverToken {
    let inspectors = inspectors ?? Observers()
    self.inspectors = inspectors
    return inspectors.add(owner) { owner, inspection in inspection.batch = handler(owner, inspection.batch) }
  }

  /// Notifies those who observe the link now; nil if nobody does.
  var notifyPresentObservers: ((UpdateEvent) -> Void)? { observers?.snapshot() }

  /// Whether anything may be notified of the link's batches: an observer, an inspector, or a link that stands on it.
  package var isWatched: Bool {
    observers?.isEmpty == false || inspectors != nil
      || downstream.contains { !$0.presence.isOver.load(ordering: .acquiring) }
  }

  /// Counts the items of the source, unless their number is known, before the edits of an epoch.
  func countItems() {
    if counts == nil, let source = source() { counts = SectionCounts(source) }
  }

  /// Takes the link's turn, if it was edited or a link that it stands on has a batch.
  ///
  /// Whatever form the batch has: after that it is in normal form, and its counts are those of the source.
  func takeTurn() {
    guard isEdited || links.contains(where: { $0.hasBatch }) else { return }
    var batch = profile == nil ? settledTurn() : measuredTurn()
    if let inspectors { batch = inspected(batch, by: inspectors) }
    if let source = source(), let error = counts?.misfit(of: batch, leadingTo: source, isEdited: isEdited) {
      report(error)
      batch = .reload
    }
    isEdited = false
    result = batch
  }

  private func settledTurn() -> UpdateBatch {
    var batch = turn()
    batch.settle()
    return batch
  }

  private func measuredTurn() -> UpdateBatch {
    var batch = UpdateBatch()
    let time = ContinuousClock().measure { batch = settledTurn() }
    var profile = profile
    profile?.add(batch, time)
    self.profile = profile
    return batch
  }

  private func inspected(_ batch: UpdateBatch, by inspectors: Observers<Inspection>) -> UpdateBatch {
    let inspection = Inspection(batch)
    inspectors.notify(inspection)
    return inspection.batch.normalised()
  }

  /// The batches of the links that this one stands on; nil if none has a batch. If one of several sources was reloaded, that is spelled out.
  ///
  /// - Parameter sources: The sources, in the state after.
  @usableFromInline func upstreamBatches(of sources: @autoclosure () -> [any DataSource]) -> SourceBatches? {
    guard links.contains(where: { $0.hasBatch }) else { return nil }
    let isOnlySource = links.count == 1
    return SourceBatches(count: links.count) { index in
      let link = links[index], counts = link.countsBefore
      guard link.result.isReload, !isOnlySource else { return (link.result, counts) }
      let sections = Edits(deletes: Array(0..<counts.count), inserts: Array(0..<sources()[index].numberOfSections))
      return (UpdateBatch(sections: sections), counts)
    }
  }

  /// The number of items in each section of the source as of the last epoch.
  ///
  /// What is not known is counted now: no edit has reached the source, or it would have been counted before.
  var countsBefore: SectionCounts {
    countItems()
    return counts ?? SectionCounts()
  }

  /// Resets the batch at the end of an epoch, and takes it over into the counts.
  func clearBatch() {
    guard hasBatch else { return }
    var counts = counts
    // Referenced once, so that they are not copied.
    self.counts = nil
    if result.sections.keepsPlaces {
      counts?.apply(result.items)
      self.counts = counts
    }
    result = UpdateBatch()
  }
}

// MARK: - The graph

extension ChainLink {
  /// What all links share that are connected with this one.
  var graph: Graph {
    let root = ownGraph.root
    if root !== ownGraph { ownGraph = root }
    return root
  }

  /// Goes to another graph, which no other one has become part of.
  func leave(for graph: Graph) { ownGraph = graph }

  /// Calls a closure with every link that stands on this one.
  func forEachDownstream(_ body: (ChainLink) -> Void) {
    for entry in downstream where !entry.presence.isOver.load(ordering: .acquiring) { body(entry.link) }
  }

  /// Whether the link is another one, or stands on it, or will when the edits that wait are made.
  private func stands(on other: ChainLink) -> Bool {
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
  public func setUpstream(_ links: [ChainLink], _ change: @escaping () -> Void) throws {
    if let link = links.first(where: { $0.stands(on: self) }) { throw UpdateError.cycle(self, over: link) }
    nextUpstreams.append(links)
    graph.edit(self, upstream: links, change)
  }

  /// Sets what the link stands on, by the first pending edit.
  func applyUpstream(_ links: [ChainLink]) {
    nextUpstreams.removeFirst()
    let remaining = Set(links.map(ObjectIdentifier.init))
    let former = upstream.filter { !remaining.contains(ObjectIdentifier($0)) }
    if !former.isEmpty { graph.disconnect(self, from: former) }
    for link in upstream { link.detach(self) }
    self.links = links
    for link in links { link.attach(self) }
    updateHeight()
  }

  private static func height(over upstream: [ChainLink]) -> Int { upstream.map { $0.height + 1 }.max() ?? 0 }

  private func updateHeight() {
    let new = Self.height(over: upstream)
    guard new != level else { return }
    level = new
    forEachDownstream { $0.updateHeight() }
  }

  private func attach(_ link: ChainLink) {
    downstream =
      downstream.filter { !$0.presence.isOver.load(ordering: .acquiring) }
      + [Downstream(presence: link.presence, link: link)]
    graph.connect(with: link.graph)
  }

  private func detach(_ link: ChainLink) {
    downstream = downstream.filter {
      $0.presence !== link.presence && !$0.presence.isOver.load(ordering: .acquiring)
    }
  }
}

extension UpdateError {
  fileprivate static func cycle(_ link: ChainLink, over source: ChainLink) -> UpdateError {
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
