import Changesets

/// What happens between the first of some edits and the last notification of them.
struct Epoch {
  /// The edits, in the order that they were asked for.
  var edits: [Graph.Edit] = []
  /// The links that the edits may reach.
  private var links: [ChainLink] = []
  /// The height of the last link on the list.
  private var lastHeight = 0
  /// Whether a link may be listed in front of one that it stands on.
  private var isOutOfOrder = false
  private var notifications: [Notification] = []

  /// An update of a link, for the observers that it has when the epoch begins.
  private struct Notification {
    let link: ChainLink
    let notify: (UpdateEvent) -> Void
    /// What the update came to, once the link had its turn.
    var event = UpdateEvent.willUpdate
  }

  /// Lists the links that the edits may reach as things are now.
  mutating func listLinks() {
    while let link = links.popLast() { link.isListed = false }
    lastHeight = 0
    for edit in edits { list(edit.link) }
    sortLinks()
  }

  /// Puts every link after those that it stands on. A single chain is in order as it is listed.
  private mutating func sortLinks() {
    if isOutOfOrder { links.sort { $0.height < $1.height } }
    isOutOfOrder = false
  }

  /// Puts a link on the list, and all that stand on it.
  private mutating func list(_ link: ChainLink) {
    var next = links.count
    append(link)
    while next < links.count {
      links[next].forEachDownstream { append($0) }
      next += 1
    }
  }

  private mutating func append(_ link: ChainLink) {
    guard !link.isListed else { return }
    link.isListed = true
    let height = link.height
    if height < lastHeight { isOutOfOrder = true }
    lastHeight = height
    links.append(link)
  }

  /// Notifies the observers of every link on the list that an update may be about to happen.
  mutating func notifyWillUpdate() {
    for link in links {
      if let notify = link.notifyPresentObservers { notifications.append(Notification(link: link, notify: notify)) }
    }
    for notification in notifications { notification.notify(.willUpdate) }
  }

  /// Makes the edits, and gives every link on the list its turn.
  mutating func run() {
    var animations = UpdateAnimations.automatic
    for edit in edits {
      // What an inner transaction says comes first.
      for transaction in edit.transactions.reversed() { animations = animations.combined(with: transaction.animations) }
    }
    for link in links { link.countItems() }
    for edit in edits {
      edit.link.isEdited = true
      if let upstream = edit.upstream {
        edit.link.applyUpstream(upstream)
        isOutOfOrder = true
      }
      edit.change()
    }
    // Heights may have changed by edits of what stands on what; what is reached from the edited links has not.
    sortLinks()
    for link in links { link.takeTurn() }
    for index in notifications.indices {
      let batch = notifications[index].link.batch
      notifications[index].event =
        batch.isEmpty ? .didNotUpdate : .didUpdate(batch, animated: batch.isReload ? .none : animations)
    }
    while let link = links.popLast() {
      link.clearBatch()
      link.isListed = false
    }
  }

  /// Notifies the observers of every link on the list of what happened.
  mutating func notifyDidUpdate() {
    for notification in notifications { notification.notify(notification.event) }
    // One by one, which is fast for a few.
    while notifications.popLast() != nil {}
    for index in edits.indices { edits[index].completion?(true) }
    while edits.popLast() != nil {}
  }
}
