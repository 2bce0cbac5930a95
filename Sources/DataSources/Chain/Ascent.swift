public import Changesets

/// The way up from a link whose source stands on others: where its items come from.
///
/// A message climbs a chain link by link. Asked through the link, a way up costs a call; asked of the source, each step would look
/// up at run time what kind of source it is, and hold it meanwhile.
@usableFromInline package final class Ascent {
  /// Where an item comes from: nothing where the path does not exist, or where the item is the source's own.
  @usableFromInline package let sourcePath: (ItemPath) -> SourcePath?
  /// The source, as long as it is there.
  package let source: () -> (any DerivedSource)?
  /// The links of the sources that it knows at present. When a link is put upon others, its source goes by the former ones until its turn.
  @exclusivity(unchecked) private(set) var links: [Link]

  @usableFromInline init(
    _ links: [Link], sourcePath: @escaping (ItemPath) -> SourcePath?, source: @escaping () -> (any DerivedSource)?
  ) {
    self.links = links
    self.sourcePath = sourcePath
    self.source = source
  }

  /// The link of one of the source's sources, by its index.
  package func link(_ index: Int) -> Link? { links.indices.contains(index) ? links[index] : nil }

  /// The index of one of the links: the one where it is expected, if it is there, as a source may stand on another several times.
  package func index(of link: Link, expectedAt index: Int) -> Int? {
    self.link(index) === link ? index : links.firstIndex { $0 === link }
  }

  /// Goes by the links that the link stands on now.
  func follow(_ link: Link) { links = link.upstream }
}

extension Link {
  /// Sets what the link does when it is its turn, and where messages go from here: to the sources of the owner.
  ///
  /// - Parameters:
  ///   - owner: The source, held weakly. Its ``DerivedSource/upstreamSources`` are those whose links this one stands on, in that order.
  ///   - turn: As in ``respond(_:with:)-(Owner,_)``.
  public func respond<Owner: DerivedSource>(
    _ owner: Owner, with turn: @escaping (_ owner: Owner) -> UpdateBatch
  ) {
    self.turn = { [weak owner] in
      guard let owner else { return UpdateBatch() }
      return turn(owner)
    }
    ascent = Ascent(
      upstream, sourcePath: { [weak owner] in owner?.sourcePath(for: $0) }, source: { [weak owner] in owner })
  }

  /// What answers messages here, not held: it is there as long as the link is, unless somebody puts another one in its place.
  package var unretainedResponder: Unmanaged<AnyObject>? { responder.map { Unmanaged.passUnretained($0) } }
}
