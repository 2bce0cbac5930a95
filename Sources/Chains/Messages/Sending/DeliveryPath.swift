import Changesets
public import DataSources

/// The path of a message up a chain, for diagnostics.
public struct DeliveryPath: Hashable, Sendable {
  /// A source on the path.
  public struct Hop: Hashable, Sendable {
    /// The name of the source's link.
    public let name: String
    /// The first place of the message, in the space of that source; nil if it has none.
    public let place: MessagePlace?
  }

  /// The end of a path.
  public enum End: Hashable, Sendable {
    /// At a handler with the name of its scope.
    case handler(scope: String)
    /// Without a handler.
    case unanswered(UnansweredReason)
  }

  /// The sources, from the one that the message is sent to, to the last one that it reaches.
  public let hops: [Hop]
  /// The end of the path.
  public let end: End
  /// If no handler answers, the names of the scopes with handlers on the path that do not include the message, such as
  /// the scope of a section that does not exist.
  public let otherScopes: [String]
}

extension DeliveryPath.Hop: CustomStringConvertible {
  /// The name, with the place if there is one.
  public var description: String { place.map { "\(name) \($0)" } ?? name }

  init(_ source: any DataSource, _ places: RoutedPlaces) {
    self.init(name: source.link.name, place: places.first)
  }
}

extension DeliveryPath: CustomStringConvertible {
  /// The hops and the end.
  public var description: String { (hops.map(\.description) + [textOfEnd]).joined(separator: " → ") }

  /// The end: which handler answers, or why none does.
  package var textOfEnd: String {
    switch end {
    case .handler(let scope): "handler for \(scope)"
    case .unanswered(.noReceiver): "no receiver: the place does not exist"
    case .unanswered(.noHandler) where otherScopes.isEmpty: "no handler"
    case .unanswered(.noHandler): "no handler except for \(otherScopes.joined(separator: ", "))"
    case .unanswered(.split): "no receiver: the places belong to different sources"
    }
  }
}

extension DataSource {
  /// Returns the path that a message would take, or the paths of its parts, without sending it.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source.
  /// - Returns: One path, or several if the message is about several items.
  /// - Complexity: As ``send(_:_:from:)``.
  public func deliveryPaths<Arguments, Result>(
    of selector: MessageSelector<Arguments, Result>, _ arguments: Arguments
  ) -> [DeliveryPath] { prepare(selector, arguments).map(\.path) }

  /// Returns whether the source, or any source that it could forward a message to, has a handler for a selector.
  ///
  /// - Parameter selector: The message.
  /// - Complexity: O(*l*), *l* being the number of links that the source stands on.
  public func responds<Arguments, Result>(to selector: MessageSelector<Arguments, Result>) -> Bool {
    let key = selector.key
    var seen: Set<ObjectIdentifier> = []
    var waiting: [any DataSource] = [self]
    while let source = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(source)).inserted else { continue }
      let table = source.link.table
      if table?.responds(to: key) ?? false { return true }
      guard Arguments.hasPlaces, table?.refuses(key) != true, table?.forwarding.includes(key) ?? true else { continue }
      waiting += source.upstreamSources
    }
    return false
  }

  /// Returns whether a handler would answer a message.
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - arguments: The arguments, in the space of this source. If there are several items, a handler for one of them
  ///     suffices.
  /// - Complexity: As ``send(_:_:from:)``.
  public func responds<Arguments, Result>(
    to selector: MessageSelector<Arguments, Result>, at arguments: Arguments
  ) -> Bool { prepare(selector, arguments).contains { $0.handler != nil } }

  /// Returns the last source upstream that has all places of some arguments, and the arguments in its space; nil if a
  /// place does not exist here. Handlers and tables have no part in it.
  ///
  /// - Complexity: As ``send(_:_:from:)``.
  package func leaf<Arguments: Routable>(
    of arguments: Arguments
  ) -> (source: any DataSource, arguments: Arguments)? {
    guard var places = PlaceConversion.entering(self, arguments.places) else { return nil }
    var source: any DataSource = self
    while let converted = try? PlaceConversion.upstream(from: source, places, .refuse),
      case let sources = source.upstreamSources, sources.indices.contains(converted.index)
    {
      (source, places) = (sources[converted.index], converted.places)
    }
    return (source, arguments.replacing(places))
  }
}

// MARK: - Step by step

/// The next step of a message at one source.
///
/// All operations on messages take these steps: sending, preparing, checking for a response, and describing the path.
enum DeliveryStep {
  /// The source handles the message.
  case handle(HandlerRegistration)
  /// The source forwards the message to a source upstream, with its places in the space of that source.
  case forward(to: any DataSource, index: Int, RoutedPlaces)
  /// The path ends here.
  case end(UnansweredReason)
}

extension DataSource {
  /// Determines the next step of a message at this source.
  ///
  ///     refused by the table ────────────▶ end
  ///     handler whose scope matches ─────▶ handle
  ///     not included in forwarding ──────▶ end
  ///     all places have one owner ───────▶ forward
  ///     first place has no owner ────────▶ end (at a leaf, or at an item of the source's own)
  ///     several owners ──────────────────▶ handler across sources, or clamp and forward, or end as split
  ///
  /// If the path ends without a handler, the last source on it with a handler of what is unanswered answers.
  ///
  /// - Parameter places: The places in the space of this source.
  func step(_ selector: SelectorKey, _ places: RoutedPlaces) -> DeliveryStep {
    let table = link.table
    if let table {
      if table.refuses(selector) { return .end(.noHandler) }
      if let handler = table.handler(of: selector, for: places.first) { return .handle(handler) }
      if !table.forwarding.includes(selector) { return .end(.noHandler) }
    }
    do {
      // Without clamping at first: if the places have several owners, a handler across sources takes precedence over
      // the policy.
      return forward(try PlaceConversion.upstream(from: self, places, .refuse))
    } catch .hidden {
      return .end(.noHandler)
    } catch {
      if let handler = table?.handlerAcrossSources(of: selector) { return .handle(handler) }
      let policy = table?.splitPolicy(for: selector) ?? selector.splitPolicy
      guard policy == .clamp, let clamped = try? PlaceConversion.upstream(from: self, places, policy) else {
        return .end(.split)
      }
      return forward(clamped)
    }
  }

  private func forward(_ converted: PlaceConversion.Upstream?) -> DeliveryStep {
    guard let converted, case let sources = upstreamSources, sources.indices.contains(converted.index) else {
      return .end(.noHandler)
    }
    return .forward(to: sources[converted.index], index: converted.index, converted.places)
  }
}

/// A source that forwarded a message, for the conversion of the result on the way back.
struct Forwarder {
  let source: any DataSource
  /// The places in the space of the source.
  let places: RoutedPlaces
  /// The source that the message was forwarded to, and its index at that time.
  let upstream: any DataSource
  let index: Int
  /// The places in the space of the upstream source.
  let upstreamPlaces: RoutedPlaces

  /// The item that the message is about: in the upstream source, where a result comes from, and in this one.
  private var item: (here: ItemPath, there: ItemPath)? {
    guard let path = upstreamPlaces.item, let image = places.item else { return nil }
    return (path, image)
  }

  /// Returns an error with this source at the beginning of its route.
  func prependingHop(_ error: MessageError) -> MessageError { error.prependingHop(DeliveryPath.Hop(source, places)) }

  /// Converts the places in a result from the upstream source to this one. A handler may have moved the upstream source
  /// to another index, or removed it.
  func returned(_ places: RoutedPlaces, _ selector: SelectorKey) throws(MessageError) -> RoutedPlaces {
    let sources = source.upstreamSources
    let isAtIndex = sources.indices.contains(index) && sources[index] === upstream
    guard let index = isAtIndex ? index : sources.firstIndex(where: { $0 === upstream }),
      let converted = try? PlaceConversion.downstream(to: source, from: index, places, about: item)
    else {
      throw prependingHop(
        MessageError(
          .hiddenResult, selector: selector.name,
          "The answer to “\(selector.name)” is a place that a source on its way back hides."))
    }
    return converted
  }
}
