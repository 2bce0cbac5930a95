public import Changesets
public import DataSources

/// The quick way of a message, which is all that most take: about one item, to a handler for everything that needs no more than its path and
/// its own source.
/// Its route is remembered for the item's neighbours as well, until something changes.
extension DataSource {
  /// The answer to a message about one item by a handler for everything that never throws: what nearly all messages come to.
  /// It says nothing where anything is not as simple as that.
  @inlinable @inline(__always) func quickAnswer<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> Result? {
    guard !selector.returnsPlaces, let path = arguments as? ItemPath else { return nil }
    guard let end = link.knownEnd(of: selector.id, path) ?? findEnd(selector, path),
      let rewritten = end.path as? Arguments
    else { return nil }
    // Safe: what is found, and remembered, for the number of a selector is a handler of its types.
    return Handler<Arguments, Result>.answer(end.object, rewritten)
  }

  /// Climbs to the handler of a message about one item, if it is for everything and never throws, and remembers the way.
  @usableFromInline func findEnd<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ path: ItemPath
  ) -> KnownEnd? {
    guard contains(path) else { return nil }
    var climb = Climb(path, from: link, count: numberOfItems(inSection: path.section))
    repeat {
      guard let table = climb.responder?._withUnsafeGuaranteedRef({ MessageTable.table($0) }) else { continue }
      if let handlers = table.handlers(of: selector) {
        guard let only = handlers.only, only.plain != nil else { return nil }
        if climb.before >= 0 { link.remember(path, climb, for: selector.id, only) }
        return KnownEnd(object: Unmanaged.passUnretained(only), path: climb.path)
      }
      guard table.forwards(selector) else { return nil }
    } while climb.next()
    return nil
  }
}
