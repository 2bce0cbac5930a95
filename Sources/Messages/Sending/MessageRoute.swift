public import DataSources

/// The way that a message takes, as values.
public struct MessageRoute: Hashable, Sendable {
  /// A source on the way.
  public struct Hop: Hashable, Sendable {
    /// The name of the source's link.
    public let name: String
    /// What the message is about, in the space of that source.
    public let place: Place?
  }

  /// How a way ends.
  public enum End: Hashable, Sendable {
    /// A handler has the message, by the scope of a name.
    case handler(scope: String)
    /// Nobody has it.
    case nobody(UnansweredReason)
  }

  /// The sources, from the one that the message is sent to to the last one that it reaches.
  public var hops: [Hop]
  /// How it ends.
  public var end: End
}

extension MessageRoute.Hop: CustomStringConvertible {
  /// The name, and the place if there is one.
  public var description: String { place.map { "\(name) \($0)" } ?? name }
}

extension MessageRoute: CustomStringConvertible {
  /// The hops, and the end.
  public var description: String {
    let end =
      switch end {
      case .handler(let scope): "handler for \(scope)"
      case .nobody(.noReceiver): "nobody: there is no such place"
      case .nobody(.noHandler): "nobody: no handler"
      case .nobody(.parted): "nobody: the places belong to different sources"
      }
    return (hops.map(\.description) + [end]).joined(separator: " → ")
  }
}

extension DataSource {
  /// The way that a message would take, or the ways of its parts, without sending it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source.
  /// - Returns: The ways: one, unless the message is about many places.
  /// - Complexity: As ``send(_:_:from:)``.
  public func routes<Arguments, Result>(
    of selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> [MessageRoute] {
    ways(selector, arguments).map { way in
      let end: MessageRoute.End =
        switch way.end {
        case .handler(let handler): .handler(scope: handler.scope.name)
        case .nobody(let reason): .nobody(reason)
        }
      return MessageRoute(hops: way.route, end: end)
    }
  }

  /// Whether the source, or any that a message could be forwarded to, has a handler for a selector.
  ///
  /// - Parameter selector: The message.
  /// - Complexity: O(*l*), *l* being the number of links that the source stands on.
  public func responds<Arguments, Result>(to selector: Selector<Arguments, Result>) -> Bool {
    if !Arguments.hasPlaces { return link.table?.handlers(of: selector) != nil }
    var isKnown: Set<ObjectIdentifier> = []
    return link.responds(to: selector, &isKnown)
  }

  /// Whether a message would be answered by a handler.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, with places in the space of this source; of many places, one that is answered for is enough.
  /// - Complexity: As ``send(_:_:from:)``.
  public func responds<Arguments, Result>(to selector: Selector<Arguments, Result>, at arguments: Arguments) -> Bool {
    ways(selector, arguments).contains { if case .handler = $0.end { true } else { false } }
  }
}

extension Link {
  fileprivate func responds<Arguments, Result>(
    to selector: Selector<Arguments, Result>, _ isKnown: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard isKnown.insert(ObjectIdentifier(self)).inserted else { return false }
    if table?.handlers(of: selector) != nil { return true }
    guard ascent != nil, table?.forwards(selector) ?? true else { return false }
    return upstream.contains { $0.responds(to: selector, &isKnown) }
  }
}
