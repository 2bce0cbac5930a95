import Changesets
import DataSources
import Messages

/// The places of things and sections in each source of a chain, found by an exhaustive search: things by their
/// identity, sections by their name, without conversions.
struct IdentitySearch {
  /// The present state of a source of the chain.
  struct Floor {
    var things: [[Thing]] = []
    var names: [String] = []
    var places: [ObjectIdentifier: ItemPath] = [:]
    var sections: [String: Int] = [:]
    /// The numbers of its upstream sources.
    var upstream: [Int] = []

    func contains(_ path: ItemPath) -> Bool {
      things.indices.contains(path.section) && things[path.section].indices.contains(path.item)
    }

    /// Whether an item can be inserted at a place.
    func containsTarget(_ path: ItemPath) -> Bool {
      things.indices.contains(path.section) && (0...things[path.section].count).contains(path.item)
    }

    var paths: [ItemPath] {
      things.indices.flatMap { section in things[section].indices.map { ItemPath(section: section, item: $0) } }
    }
  }

  private(set) var floors: [Floor] = []
  /// A duplicate, which makes the search meaningless.
  private(set) var ambiguity: String?

  init(_ sources: [any DataSource]) {
    let numbers = Dictionary(uniqueKeysWithValues: sources.enumerated().map { (ObjectIdentifier($1), $0) })
    for source in sources {
      var floor = Floor()
      floor.upstream = source.upstreamSources.compactMap { numbers[ObjectIdentifier($0)] }
      floor.names = source.sectionNames.map { $0 ?? "" }
      floor.things = Self.things(source)
      for (section, things) in floor.things.enumerated() {
        for (item, thing) in things.enumerated() {
          if floor.places.updateValue(ItemPath(section: section, item: item), forKey: ObjectIdentifier(thing)) != nil {
            ambiguity = "a thing is twice in \(source.link.name)"
          }
        }
      }
      for (section, name) in floor.names.enumerated() where floor.sections.updateValue(section, forKey: name) != nil {
        ambiguity = "“\(name)” is twice in \(source.link.name)"
      }
      floors.append(floor)
    }
  }

  private static func things(_ source: some DataSource) -> [[Thing]] {
    source.itemsBySection.map { items in items.compactMap(thing) }
  }

  private static func thing(_ item: Any) -> Thing? {
    switch item {
    case let thing as Thing: thing
    case Separated<Thing, Thing>.item(let thing), Separated<Thing, Thing>.separator(let thing): thing
    case let joined as Joined<Thing, Thing>: joined.left
    case Either<Thing, Thing>.left(let thing), Either<Thing, Thing>.right(let thing): thing
    default: nil
    }
  }

  /// The origin of a thing: the index among the upstream sources, and the place there.
  func origin(_ source: Int, _ path: ItemPath) -> (index: Int, path: ItemPath)? {
    var thing: Thing? = floors[source].things[path.section][path.item]
    // A copy is not in the upstream source itself.
    while let candidate = thing {
      for (index, upstream) in floors[source].upstream.enumerated() {
        if let place = floors[upstream].places[ObjectIdentifier(candidate)] { return (index, place) }
      }
      thing = candidate.origin
    }
    return nil
  }

  /// The origin of a section.
  func origin(_ source: Int, section: Int) -> (index: Int, section: Int)? {
    let name = floors[source].names[section]
    // A section of copies has their mark as a prefix.
    for wanted in [name, name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name] {
      for (index, upstream) in floors[source].upstream.enumerated() {
        if let section = floors[upstream].sections[wanted] { return (index, section) }
      }
    }
    return nil
  }
}
