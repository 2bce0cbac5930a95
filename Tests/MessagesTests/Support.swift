import Changesets
import DataSources
import Messages

/// What tests send. A name has one signature in the whole program, so that all of them are here.
extension Selectors {
  static let note = Selector<ItemPath, Void>("test:noteItemAtPath:")
  static let wake = Selector<NoArguments, Int>("test:wake")
  static let rename = Selector<Rename, String>("test:renameItemAtPath:to:")
  static let describe = Selector<ItemPath, String>("test:describeItemAtPath:")
  static let describeSection = Selector<SectionIndex, String>("test:describeSection:")
  static let describeAll = Selector<[ItemPath], [String]>("test:describeItemsAtPaths:", gathering: .elements())
  static let drop = Selector<Move, String>("test:dropItemAtPath:onPath:")
  static let dropNearby = Selector<Move, String>("test:dropNearbyItemAtPath:onPath:", whenParted: .clamp)
  static let neighbour = Selector<ItemPath, ItemPath>("test:neighbourOfItemAtPath:")
}

/// Arguments that have a path among other things.
struct Rename: Routable, Codable, Equatable {
  var path: ItemPath
  var name: String

  mutating func route(with router: inout Router) { router.route(&path) }
}

func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

func paths(_ items: Range<Int>, inSection section: Int = 0) -> [ItemPath] { items.map { path(section, $0) } }

/// A source with a name that shows up in routes, and in what it answers.
func leaf(_ name: String, _ items: [String]) -> ArraySource<String> {
  let source = ArraySource(items)
  source.link.name = name
  return source
}

func sectioned(_ name: String, _ sections: [[String]]) -> SectionedArraySource<String> {
  let source = SectionedArraySource(
    sections.enumerated().map { SectionState<String?, String>("\(name)\($0)", items: $1) })
  source.link.name = name
  return source
}

func concatenation<Item>(_ sources: any DataSource<Item>...) -> Transform<ConcatenatedSections<Item>> {
  Transform(of: sources, by: ConcatenatedSections())
}

/// What handlers were called with, in order.
final class Log {
  var entries: [String] = []

  func callAsFunction(_ entry: String) { entries.append(entry) }
}

extension DataSource where Item == String {
  /// Answers what the tests send with its name, and the place that it got.
  func answerAll(_ log: Log? = nil) {
    on(Selectors.describe) { source, path in
      log?("\(source.link.name) \(path)")
      return "\(source.link.name) \(path) \(source.item(at: path))"
    }
    on(Selectors.describeSection) { source, section in "\(source.link.name) section \(section)" }
    on(Selectors.describeAll) { source, paths in
      log?("\(source.link.name) \(paths)")
      return paths.map { "\(source.link.name) \($0)" }
    }
    on(Selectors.rename) { source, rename in "\(source.link.name) \(rename.path) \(rename.name)" }
    for selector in [Selectors.drop, Selectors.dropNearby] {
      on(selector) { source, move in "\(source.link.name) \(move.from) → \(move.to)" }
    }
  }
}

/// The error that a closure throws.
func error<Result>(_ body: () throws(MessageError) -> Result) -> MessageError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
