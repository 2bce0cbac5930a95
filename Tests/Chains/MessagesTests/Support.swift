import Changesets
import DataSources
import Messages

// The messages of the tests.

extension MessageSelector<ItemPath, Void> {
  static var note: Self { Self("test:noteItemAtPath:") }
}

extension MessageSelector<NoArguments, Int> {
  static var wake: Self { Self("test:wake") }
}

extension MessageSelector<Rename, String> {
  static var rename: Self { Self("test:renameItemAtPath:to:") }
}

extension MessageSelector<ItemPath, String> {
  static var describe: Self { Self("test:describeItemAtPath:") }
}

extension MessageSelector<SectionIndex, String> {
  static var describeSection: Self { Self("test:describeSection:") }
}

extension MessageSelector<[ItemPath], [String]> {
  static var describeAll: Self { Self("test:describeItemsAtPaths:", merge: .elements()) }
}

extension MessageSelector<ItemMove, String> {
  static var drop: Self { Self("test:dropItemAtPath:onPath:") }
  static var dropNearby: Self { Self("test:dropNearbyItemAtPath:onPath:", whenSplit: .clamp) }
}

extension MessageSelector<ItemPath, ItemPath> {
  static var neighbour: Self { Self("test:neighbourOfItemAtPath:") }
}

/// Arguments that contain a path and another value.
struct Rename: Routable, Codable, Equatable {
  var path: ItemPath
  var name: String

  mutating func route(with router: inout Router) { router.route(&path) }
}

func paths(_ items: Range<Int>, inSection section: Int = 0) -> [ItemPath] { items.map { ItemPath(section, $0) } }

/// Returns a source with a name, which appears in routes and in the answers of its handlers.
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

func concatenation<Item>(_ sources: any DataSource<Item>...) -> Transform<Mappings.Concatenate<Item>> {
  Transform(of: sources, by: .concatenate())
}

/// Records the calls of handlers, in order.
final class Log {
  var entries: [String] = []

  func callAsFunction(_ entry: String) { entries.append(entry) }
}

extension DataSource where Item == String {
  /// Registers handlers for all messages of the tests, which return the source's name and the path that they received.
  func answerAll(_ log: Log? = nil) {
    on(.describe) { source, path in
      log?("\(source.link.name) \(path)")
      return "\(source.link.name) \(path) \(source.item(at: path))"
    }
    on(.describeSection) { source, section in "\(source.link.name) section \(section)" }
    on(.describeAll) { source, paths in
      log?("\(source.link.name) \(paths)")
      return paths.map { "\(source.link.name) \($0)" }
    }
    on(.rename) { source, rename in "\(source.link.name) \(rename.path) \(rename.name)" }
    for selector in [MessageSelector.drop, MessageSelector.dropNearby] {
      on(selector) { source, move in "\(source.link.name) \(move.from) → \(move.to)" }
    }
  }
}

/// Returns the error that a closure throws, or `nil`.
func error<Result>(_ body: () throws(MessageError) -> Result) -> MessageError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
