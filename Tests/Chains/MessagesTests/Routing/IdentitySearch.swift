import Changesets
import DataSources
import Messages

/// Where things and sections are in each source of a chain, found by looking at all of them: things by their identity, sections by
/// their name. No conversion of places is asked.
struct IdentitySearch {
  /// A source of the chain, as it is now.
  struct Floor {
    var things: [[Thing]] = []
    var names: [String] = []
    var places: [ObjectIdentifier: ItemPath] = [:]
    var sections: [String: Int] = [:]
    /// The numbers of the sources that it stands on.
    var upstream: [Int] = []

    func contains(_ path: ItemPath) -> Bool {
      things.indices.contains(path.section) && things[path.section].indices.contains(path.item)
    }

    /// Whether a place is one that an item can be put at.
    func containsTarget(_ path: ItemPath) -> Bool {
      things.indices.contains(path.section) && (0...things[path.section].count).contains(path.item)
    }

    var paths: [ItemPath] {
      things.indices.flatMap { section in things[section].indices.map { ItemPath(section: section, item: $0) } }
    }
  }

  private(set) var floors: [Floor] = []
  /// What makes the search useless: something that is there twice.
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

  /// Where a thing comes from: by the index among the sources that this one stands on, and the place there.
  func origin(_ source: Int, _ path: ItemPath) -> (index: Int, path: ItemPath)? {
    var thing: Thing? = floors[source].things[path.section][path.item]
    // One that is a copy is not there itself.
    while let wanted = thing {
      for (index, upstream) in floors[source].upstream.enumerated() {
        if let place = floors[upstream].places[ObjectIdentifier(wanted)] { return (index, place) }
      }
      thing = wanted.origin
    }
    return nil
  }

  /// Which section a section is.
  func origin(_ source: Int, section: Int) -> (index: Int, section: Int)? {
    let name = floors[source].names[section]
    // One of copies has their mark in front.
    for wanted in [name, name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name] {
      for (index, upstream) in floors[source].upstream.enumerated() {
        if let section = floors[upstream].sections[wanted] { return (index, section) }
      }
    }
    return nil
  }
}
