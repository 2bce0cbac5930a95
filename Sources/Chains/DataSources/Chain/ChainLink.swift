public import Changesets

/// The node of a source in the graph of chains: it references its upstream and downstream links, and notifies the
/// observers of the source.
///
/// Every ``DataSource`` has one link, which never changes. A leaf changes its contents in ``edit(_:)``, and reports the
/// changes in the closure that it passes to ``onUpdate(_:with:)``:
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
/// The time between the first edit and the last notification is an *epoch*. In an epoch, every link has at most one
/// turn, which comes after the turns of its upstream links, and so returns at most one batch. Observers are notified
/// when all links had their turns. So no observer sees an intermediate state, even if several paths lead from a source
/// to a link. Edits that are requested during an epoch are made together in the next one.
///
/// - Warning: Contents that change outside of ``edit(_:)``, or that an edit does not record, are not passed on, and
///   the positions that downstream links have stored become wrong. Where the counts reveal it, ``onInconsistency`` is
///   called, and the batch becomes a reload.
public final class ChainLink {
  /// The kind of the link, for descriptions, or any other name that identifies it.
  public var name: String
  /// The links of the upstream sources.
  public var upstream: [ChainLink] { links }
  /// The length of the longest path from a leaf to this link; 0 for a leaf.
  public var height: Int { level }
  /// The batch of the current epoch; empty between epochs, and before the link's turn.
  public var batch: UpdateBatch { result }
  private var hasBatch: Bool { !result.isEmpty }
  /// The statistics of the link since profiling started; `nil` while the link is not profiled.
  package internal(set) var statistics: LinkStatistics? {
    get { profile }
    set { profile = newValue }
  }
  /// The object that answers messages to the link's source, if any. The link stores it on behalf of the senders of
  /// messages.
  package var responder: AnyObject? {
    get { handlers }
    set { handlers = newValue }
  }

  // Properties that every turn and every message reads are private, and changed by assignment instead of in place. So
  // the compiler can prove that no two accesses overlap, and omits the dynamic exclusivity checks.

  private var links: [ChainLink]
  private var level: Int
  private var result = UpdateBatch()
  private var profile: LinkStatistics?
  private var handlers: AnyObject?
  private var updateHandler: (ChainLink) -> UpdateBatch = { _ in UpdateBatch() }
  /// The source whose counts the batches are compared with; `nil` if it is not known.
  private var source: CountedSource?
  /// The number of items in each section of the source as of the last epoch; `nil` until it is needed.
  private var counts: SectionCounts?
  private(set) var downstream: [Downstream] = []
  private var observers: Observers<UpdateEvent>?
  /// The inspectors, which receive a batch before the observers do.
  private var inspectors: Observers<Inspection>?
  /// Whether the link itself was edited in this epoch.
  var isEdited = false
  /// Whether the link is in the list of an epoch.
  var isListed = false
  private(set) var ownGraph = Graph()
  /// The upstream links after each pending edit that changes them, in the order of the edits.
  var nextUpstreams: [[ChainLink]] = []

  /// A downstream link. Its last strong reference may be released on any thread, so it cannot remove itself from the
  /// lists of its upstream links.
  ///
  /// It is an object, because a copy of a structure with a weak reference registers another one.
  final class Downstream {
    private(set) weak var link: ChainLink?

    init(_ link: ChainLink) { self.link = link }
  }

  /// A batch that is passed to one inspector after the other.
  private final class Inspection {
    var batch: UpdateBatch

    init(_ batch: UpdateBatch) { self.batch = batch }
  }

  /// Creates a link with upstream links; a leaf has none.
  ///
  /// - Parameters:
  ///   - name: The kind of the link, for descriptions.
  ///   - upstream: The links of the upstream sources.
  /// - Complexity: O(*u* + *d*), *u* being the number of upstream links, and *d* the number of their downstream links.
  public init(_ name: String, over upstream: [ChainLink] = []) {
    self.name = name
    links = upstream
    level = Self.height(over: upstream)
    for link in upstream { link.attach(self) }
  }

  /// Sets the closure that computes the batch of the link. The closure applies the ``batch`` of each upstream link, and
  /// returns the batch of its own source.
  ///
  /// - Parameters:
  ///   - owner: The source, which is referenced weakly.
  ///   - update: Returns the batch that leads from the previous state to the present one, with its edits in any order.
  ///     It is called if the link was edited or an upstream link has a batch. A batch that does not fit is replaced,
  ///     see ``onInconsistency``.
  @inlinable public func onUpdate<Owner: AnyObject>(
    _ owner: Owner, with update: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    setUpdateHandler { [weak owner] _ in
      guard let owner else { return UpdateBatch() }
      return update(owner)
    }
    if let source = owner as? any DataSource { noteSource(source) }
  }

  /// Sets the closure that computes the batch of the link, and those that return the counts of its source.
  @usableFromInline func onUpdate(
    numberOfSections: @escaping () -> Int, numberOfItems: @escaping (_ section: Int) -> Int,
    with update: @escaping (_ link: ChainLink) -> UpdateBatch
  ) {
    setUpdateHandler(update)
    source = CountedSource(numberOfSections: numberOfSections, numberOfItems: numberOfItems)
  }

  @usableFromInline func setUpdateHandler(_ handler: @escaping (ChainLink) -> UpdateBatch) { updateHandler = handler }

  /// Sets the source, which is referenced weakly, unless it is already known.
  @usableFromInline func noteSource(_ source: any DataSource) {
    if self.source != nil { return }
    self.source = CountedSource(
      numberOfSections: { [weak source] in source?.numberOfSections },
      numberOfItems: { [weak source] in source?.numberOfItems(inSection: $0) ?? 0 })
  }

  /// Changes the source: immediately, or in the next epoch if one is running, or when the transaction ends if one is
  /// open.
  ///
  /// Do not rely on the change when the call returns: within a transaction or an observer, the source still shows the
  /// state before it.
  ///
  /// - Parameter change: Changes the contents of the source. When it is called, all links still show the previous
  ///   state. Downstream links have their turns afterwards.
  public func edit(_ change: @escaping () -> Void) { graph.edit(self, change) }

  /// Defers all edits that a closure requests until it returns.
  @usableFromInline func deferEdits(_ body: () -> Void) { graph.transaction(animated: .automatic, body) }

  /// Adds an observer, which is notified of every update.
  ///
  /// It does not keep the source alive, while the token of ``DataSource/addObserver(_:_:)`` does.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, referenced weakly. The observer is removed when it is
  ///     deallocated.
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

  /// Adds an inspector, which receives every batch of the link before downstream links and observers do, and may
  /// replace it. Inspectors exist for oracles.
  ///
  /// The source already shows the state after the batch, while downstream links still show the state before it.
  /// Inspectors are called in the order in which they were added. Each receives the batch that the previous one
  /// returned.
  ///
  /// - Parameters:
  ///   - owner: The object that the inspector belongs to, referenced weakly. The inspector is removed when it is
  ///     deallocated.
  ///   - handler: Returns the batch, or one that replaces it. It should not reference the owner strongly.
  /// - Returns: A token that cancels the inspector earlier.
  @discardableResult
  package func inspect<Owner: AnyObject>(
    for owner: Owner, _ handler: @escaping (_ owner: Owner, _ batch: UpdateBatch) -> UpdateBatch
  ) -> ObserverToken {
    let inspectors = inspectors ?? Observers()
    self.inspectors = inspectors
    return inspectors.add(owner) { owner, inspection in inspection.batch = handler(owner, inspection.batch) }
  }

  /// A closure that notifies the present observers of the link; `nil` if there are none.
  var notifyPresentObservers: ((UpdateEvent) -> Void)? { observers?.snapshot() }

  /// Whether the link's batches have any recipient: an observer, an inspector or a downstream link.
  package var isWatched: Bool {
    observers?.isEmpty == false || inspectors != nil || downstream.contains { $0.link != nil }
  }

  /// Counts the items of the source before the edits of an epoch, unless the counts are known.
  func countItems() {
    if counts == nil { counts = source?.counts }
  }

  /// Computes the batch of the link, if it was edited or an upstream link has a batch.
  ///
  /// Afterwards the batch is in normal form, whatever form the closure returned, and its counts match those of the
  /// source.
  func computeBatch() {
    guard isEdited || links.contains(where: { $0.hasBatch }) else { return }
    var batch = profile == nil ? settledBatch() : measuredBatch()
    // Inspectors come before the comparison, so that a batch that one of them has replaced is compared as well.
    if let inspectors { batch = inspected(batch, by: inspectors) }
    if let source, let error = counts?.inconsistency(of: batch, leadingTo: source, isEdited: isEdited) {
      report(error)
      batch = .reload
    }
    isEdited = false
    result = batch
  }

  private func settledBatch() -> UpdateBatch {
    var batch = updateHandler(self)
    batch.settle()
    return batch
  }

  private func measuredBatch() -> UpdateBatch {
    var batch = UpdateBatch()
    let time = ContinuousClock().measure { batch = settledBatch() }
    var profile = profile
    profile?.add(batch, time)
    self.profile = profile
    return batch
  }

  private func inspected(_ batch: UpdateBatch, by inspectors: Observers<Inspection>) -> UpdateBatch {
    let inspection = Inspection(batch)
    inspectors.notify(inspection)
    return inspection.batch.normalized()
  }

  /// Returns the batches of the upstream links, or `nil` if none has a batch. If the source is one of several, its
  /// reload is replaced by deletions and insertions of all its sections.
  ///
  /// - Parameter sources: The sources, in the state after the batches.
  @usableFromInline func upstreamBatches(of sources: @autoclosure () -> [any DataSource]) -> SourceBatches? {
    guard links.contains(where: { $0.hasBatch }) else { return nil }
    let isOnlySource = links.count == 1
    return SourceBatches(count: links.count) { index in
      // The counts are usually known. The link is then read without a strong reference to it.
      let counts = links[index].counts ?? links[index].countsBefore
      guard links[index].result.isReload, !isOnlySource else {
        return .init(batch: links[index].result, counts: counts)
      }
      let sections = Edits(deletes: Array(0..<counts.count), inserts: Array(0..<sources()[index].numberOfSections))
      return .init(batch: UpdateBatch(sections: sections), counts: counts)
    }
  }

  /// The number of items in each section of the source as of the last epoch.
  ///
  /// Unknown counts are determined now: if an edit had reached the source, they would have been determined before it.
  var countsBefore: SectionCounts {
    countItems()
    return counts ?? SectionCounts()
  }

  /// Applies the batch to the counts, and resets it, at the end of an epoch.
  func clearBatch() {
    guard hasBatch else { return }
    var counts = counts
    // Keeps the reference unique, so that the counts are not copied when they change.
    self.counts = nil
    // Other batches edit sections: the counts stay `nil`, and are determined when they are needed again.
    if result.sections.keepsPlaces {
      counts?.apply(result.items)
      self.counts = counts
    }
    result = UpdateBatch()
  }

  // MARK: - The graph

  /// The graph that all connected links share.
  var graph: Graph {
    let root = ownGraph.root
    if root !== ownGraph { ownGraph = root }
    return root
  }

  /// Assigns the link to another graph, which must be a root.
  func leave(for graph: Graph) { ownGraph = graph }

  /// Calls a closure with every downstream link.
  func forEachDownstream(_ body: (ChainLink) -> Void) {
    for entry in downstream { if let link = entry.link { body(link) } }
  }

  /// Returns whether the link is another one, or has it upstream, now or after the pending edits.
  private func stands(on other: ChainLink) -> Bool {
    var waiting = [self]
    var seen: Set<ObjectIdentifier> = []
    while let link = waiting.popLast() {
      if link === other { return true }
      if seen.insert(ObjectIdentifier(link)).inserted { waiting += link.nextUpstreams.last ?? link.upstream }
    }
    return false
  }

  /// Replaces the upstream links in an edit.
  ///
  /// - Parameters:
  ///   - links: The new upstream links.
  ///   - change: Changes the contents of the source.
  /// - Throws: `UpdateError` with the code `cycle` if one of the links is this one or has it upstream.
  public func setUpstream(_ links: [ChainLink], _ change: @escaping () -> Void) throws {
    // Now, and not when the edit is made: only the caller can handle the error. Edits that are pending by then count
    // as made.
    if let link = links.first(where: { $0.stands(on: self) }) { throw UpdateError.cycle(self, over: link) }
    nextUpstreams.append(links)
    graph.edit(self, upstream: links, change)
  }

  /// Replaces the upstream links for the first of the pending edits.
  func applyUpstream(_ links: [ChainLink]) {
    nextUpstreams.removeFirst()
    // The graph is not split here: an epoch is running in it. It notes which connections may have been the last ones.
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
    // A link that is released leaves its entry behind, which is removed when the next link is added.
    downstream = downstream.filter { $0.link != nil } + [Downstream(link)]
    graph.connect(with: link.graph)
  }

  private func detach(_ link: ChainLink) {
    downstream = downstream.filter { $0.link != nil && $0.link !== link }
  }
}

extension UpdateError {
  fileprivate static func cycle(_ link: ChainLink, over source: ChainLink) -> UpdateError {
    UpdateError(
      .cycle,
      source === link
        ? "“\(link.name)” cannot be a source of itself."
        : "“\(source.name)” cannot be a source of “\(link.name)”, because it is downstream of it.")
  }
}

extension UpdateError.Code {
  /// The upstream links of a link would form a cycle.
  public static let cycle = Self(rawValue: "chain/cycle")
}
