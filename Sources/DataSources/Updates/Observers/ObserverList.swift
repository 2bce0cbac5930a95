/// The handlers of those who observe something, in the order that they were added.
///
/// A value, so that it can be kept under a lock while observers are told, and let go, outside. Nothing here asks whether an
/// observer is active, or lets go of one: both may run code of others.
package struct ObserverList<Handler> {
  /// One observer.
  package struct Entry {
    package let token: ObserverToken
    package let handler: Handler
  }

  /// All observers; those whose token is not active have gone.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// Adds a handler.
  package mutating func add(_ token: ObserverToken, _ handler: Handler) {
    entries.append(Entry(token: token, handler: handler))
  }

  /// Takes observers out.
  ///
  /// - Returns: What was taken out, to be let go by the caller.
  package mutating func remove(_ gone: [Entry]) -> [Entry] {
    let tokens = Set(gone.map { ObjectIdentifier($0.token) })
    let removed = entries.filter { tokens.contains(ObjectIdentifier($0.token)) }
    entries.removeAll { tokens.contains(ObjectIdentifier($0.token)) }
    return removed
  }
}

extension Array {
  /// Those observers that have gone.
  package func inactive<Handler>() -> [Element] where Element == ObserverList<Handler>.Entry {
    filter { !$0.token.isActive }
  }
}

extension ObserverList.Entry: Sendable where Handler: Sendable {}
extension ObserverList: Sendable where Handler: Sendable {}
