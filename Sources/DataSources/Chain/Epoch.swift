import Changesets

/// What happens between the first of some edits and the last notification of them.
struct Epoch {
  /// The edits, in the order that they were asked for.
  var edits: [Graph.Edit] = []
  /// The links that the edits may reach.
  private var links: [Link] = []
  private var audiences: [Audience] = []

  /// Those who are told of a link's update, and how it came out.
  private struct Audience {
    let link: Link
    let tell: (UpdateEvent) -> Void
    var batch = UpdateBatch()
  }

  /// Lists the links that the edits may reach as things are now.
  mutating func listLinks() {
    for link in links { link.isListed = false }
    links.removeAll(keepingCapacity: true)
    for edit in edits { list(edit.link) }
    sortLinks()
  }

  /// Puts every link after those that it stands on. A single chain is in order as it was listed.
  private mutating func sortLinks() {
    if zip(links, links.dropFirst()).contains(where: { $0.height > $1.height }) { links.sort { $0.height < $1.height } }
  }

  /// Puts a link on the list, and all that stand on it.
  private mutating func list(_ link: Link) {
    guard !link.isListed else { return }
    link.isListed = true
    links.append(link)
    link.forEachDownstream { list($0) }
  }

  /// Tells the observers of every link on the list what is about to happen.
  mutating func announce() {
    for link in links { if let tell = link.audience { audiences.append(Audience(link: link, tell: tell)) } }
    for audience in audiences { audience.tell(.willUpdate) }
  }

  /// Makes the edits, gives every link on the list its turn, and tells the observers.
  mutating func run() {
    let isAnimated = edits.allSatisfy { $0.transactions.allSatisfy(\.isAnimated) }
    for edit in edits {
      edit.link.isEdited = true
      if let upstream = edit.upstream { edit.link.stand(on: upstream) }
      edit.change()
    }
    // Heights may have changed by edits of what stands on what; what is reached from the edited links has not.
    sortLinks()
    for link in links { link.takeTurn() }
    for index in audiences.indices { audiences[index].batch = audiences[index].link.batch }
    for link in links {
      link.forgetBatch()
      link.isListed = false
    }
    for audience in audiences {
      audience.tell(.didUpdate(audience.batch, animated: isAnimated && !audience.batch.isReload))
    }
    edits.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    audiences.removeAll(keepingCapacity: true)
  }
}
