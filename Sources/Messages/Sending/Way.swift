import Changesets
import DataSources

/// The way of a message to its end, or of those of its places that arrive together.
///
/// All ways of a message are found before any handler is called: so what a handler changes leads no other part astray.
struct Way<Arguments: Routable, Result> {
  /// A source that forwards the message.
  struct Hop {
    let link: Link
    /// The arguments in the space of the source.
    let arguments: Arguments
    /// Which of its sources the message goes to.
    let index: Int
  }

  /// How the way ends.
  enum End {
    case handler(Handler<Arguments, Result>)
    case nobody(UnansweredReason)
  }

  fileprivate(set) var hops: [Hop] = []
  /// Where the way ends.
  fileprivate(set) var link: Link
  /// The arguments in the space of the source where the way ends.
  fileprivate(set) var arguments: Arguments
  fileprivate(set) var end = End.nobody(.noHandler)
  /// Where the parts that take the way stand in the whole.
  fileprivate(set) var positions = [0]

  /// The way for people, as far as the message got.
  var route: [MessageRoute.Hop] { hops.map { $0.link.hop($0.arguments) } + [link.hop(arguments)] }
}

extension DataSource {
  /// The ways of a message: one, unless it is about many places that arrive at several handlers.
  ///
  /// - Complexity: O(*p* · *h*) conversions of places, *p* being the number of places and *h* that of links on their ways.
  func ways<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> [Way<Arguments, Result>] {
    guard let division = arguments.divided(), division.parts.count > 1 else { return [way(selector, arguments)] }
    return ways(selector, division)
  }

  /// The ways of the parts of a message; those that arrive at the same handler are one.
  func ways<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ division: Division<Arguments>
  ) -> [Way<Arguments, Result>] {
    var groups: [[Way<Arguments, Result>]] = []
    var numbers: [Destination: Int] = [:]
    for (position, part) in division.parts.enumerated() {
      var way = way(selector, part)
      way.positions = [position]
      let destination = way.destination(returnsPlaces: selector.returnsPlaces)
      if let number = numbers[destination] {
        groups[number].append(way)
      } else {
        numbers[destination] = groups.count
        groups.append([way])
      }
    }
    return groups.map { group in
      var way = group[0]
      if group.count > 1 {
        way.arguments = division.join(group.map(\.arguments))
        way.positions = group.flatMap(\.positions)
      }
      return way
    }
  }

  /// The way of a message that is not divided.
  private func way<Arguments, Result>(
    _ selector: Selector<Arguments, Result>, _ arguments: Arguments
  ) -> Way<Arguments, Result> {
    var way = Way<Arguments, Result>(link: link, arguments: arguments)
    guard allExist(arguments) else {
      way.end = .nobody(.noReceiver)
      return way
    }
    while true {
      switch way.link.step(selector, way.arguments) {
      case .handle(let handler):
        way.end = .handler(handler)
        return way
      case .forward(let source, let index, let rewritten):
        way.hops.append(Way.Hop(link: way.link, arguments: way.arguments, index: index))
        way.link = source
        way.arguments = rewritten
      case .end(let reason):
        way.end = .nobody(reason)
        return way
      }
    }
  }
}

/// What parts of a message have in common that are one message: the handler, whatever ways lead to it, unless the answer has places in it,
/// which have to find one way back.
private struct Destination: Hashable {
  var handler: ObjectIdentifier?
  var reason: UnansweredReason?
  /// The index of the source at each hop, which tells the ways from a source apart.
  var indexes: [Int] = []
}

extension Way {
  fileprivate func destination(returnsPlaces: Bool) -> Destination {
    switch end {
    case .handler(let handler):
      Destination(handler: ObjectIdentifier(handler), indexes: returnsPlaces ? hops.map(\.index) : [])
    case .nobody(let reason): Destination(reason: reason, indexes: hops.map(\.index))
    }
  }
}
