import Changesets

/// One update cycle of a graph: from the first of some edits to the last notification of them.
///
/// A cycle has five phases:
///
/// 1. All links that the edits may reach are listed, sorted by height. The height of a link is the length of the
///    longest path to it from a leaf. It is greater than the heights of all upstream links, so the sorted list is a
///    topological order.
/// 2. The observers of listed links receive ``UpdateEvent/willUpdate``.
/// 3. The edits are made.
/// 4. Each listed link takes its turn once, in order. When it does, the batches of all its upstream links are final.
/// 5. The batches are cleared, and the observers receive the results.
///
///     height 0     1           2
///             leaf ─── filter ─── join     Breadth-first order may be: leaf, join, filter.
///               └───────────────────┘      Sorted by height: leaf, filter, join.
///
/// A cycle costs O(*l* log *l* + *c*) for *l* listed links with *c* connections, beside their turns. A single chain is
/// listed in order and needs no sorting.
///
/// A strong reference to a link takes several times as long as to other objects, because links are referenced weakly.
/// So links are moved from list to list, and not read from one.
struct Epoch {
  /// The edits, in the order of their requests.
  var edits: [Graph.Edit] = []
  /// The links that the edits may reach.
  private var links: [ChainLink] = []
  /// The links that had their turns, in order.
  private var done: [ChainLink] = []
  /// The downstream links of listed ones, of which those up to `next` are listed.
  private var waiting: [[ChainLink.Downstream]] = []
  /// The height of the last link in the list.
  private var lastHeight = 0
  /// Whether a link may precede one of its upstream links in the list.
  private var isOutOfOrder = false
  private var notifications: [Notification] = []

  /// An update of a link, for the observers that it has when the epoch begins.
  private struct Notification {
    let link: ChainLink
    let notify: (UpdateEvent) -> Void
    /// The event that reports the result, after the link had its turn.
    var event = UpdateEvent.willUpdate
  }

  /// Lists the links that the edits may reach by the present connections, and counts their items unless the counts are
  /// known.
  ///
  /// - Parameter isFirst: Whether the observers of the links take part in the epoch, and not only those that were
  ///   listed before.
  mutating func listLinks(isFirst: Bool) {
    // The list may be made twice, if observers connect links before the edits are made. The second list begins anew.
    while let link = links.popLast() { link.isListed = false }
    lastHeight = 0
    for index in edits.indices { list(edits[index].link, isFirst) }
    if isFirst, isOutOfOrder { notifications.sort { $0.link.height < $1.link.height } }
    sortLinks()
  }

  /// Sorts every link behind its upstream links. A single chain is listed in this order.
  private mutating func sortLinks() {
    if isOutOfOrder { links.sort { $0.height < $1.height } }
    isOutOfOrder = false
  }

  /// Appends a link and all links downstream of it.
  private mutating func list(_ link: ChainLink, _ isFirst: Bool) {
    append(link, isFirst)
    var next = 0
    while next < waiting.count {
      for entry in waiting[next] { if let link = entry.link { append(link, isFirst) } }
      next += 1
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ link: consuming ChainLink, _ isFirst: Bool) {
    guard !link.isListed else { return }
    link.isListed = true
    let height = link.height
    if height < lastHeight { isOutOfOrder = true }
    lastHeight = height
    link.countItems()
    if isFirst, let notify = link.notifyPresentObservers {
      notifications.append(Notification(link: copy link, notify: notify))
    }
    waiting.append(link.downstream)
    links.append(link)
  }

  /// Notifies the observers of all listed links that an update may follow.
  mutating func notifyWillUpdate() {
    for index in notifications.indices { notifications[index].notify(.willUpdate) }
  }

  /// Makes the edits, and calls every listed link for its turn.
  mutating func run() {
    var animations = UpdateAnimations.automatic
    for index in edits.indices {
      // Inner transactions take precedence.
      for transaction in edits[index].transactions.reversed() {
        animations = animations.combined(with: transaction.animations)
      }
    }
    for index in edits.indices {
      edits[index].link.isEdited = true
      if let upstream = edits[index].upstream {
        // The links change now. A transform replaces its list of sources later, in its turn.
        edits[index].link.applyUpstream(upstream)
        isOutOfOrder = true
      }
      edits[index].change()
    }
    // An edit that replaces upstream links may change heights. It does not change the set of links that are downstream
    // of the edited ones.
    sortLinks()
    // The buffer is not used beyond the call. Its elements are moved, while those of an array would be retained.
    links.withUnsafeMutableBufferPointer { $0.reverse() }
    while let link = links.popLast() {
      link.computeBatch()
      done.append(consume link)
    }
    for index in notifications.indices {
      // The events take the batches of all links before these are cleared.
      let batch = notifications[index].link.batch
      notifications[index].event =
        batch.isEmpty ? .didNotUpdate : .didUpdate(batch, animated: batch.isReload ? .none : animations)
    }
    while let link = done.popLast() {
      link.clearBatch()
      link.isListed = false
    }
  }

  /// Notifies the observers of all listed links of the results.
  mutating func notifyDidUpdate() {
    for index in notifications.indices { notifications[index].notify(notifications[index].event) }
    // Removing elements one by one keeps the capacity, and is fast for a few of them.
    while notifications.popLast() != nil {}
    // After all observers, so that a completion finds them up to date.
    for index in edits.indices { edits[index].completion?(true) }
    while edits.popLast() != nil {}
  }
}
