import Changesets
import DataSources
import Messages
import Testing

extension MessageSelector<ItemPath, Void> {
  static var openItem: Self { Self("catalog:openItemAtPath:") }
}

extension MessageSelector<ItemPath, String> {
  static var seasonOfItem: Self { Self("catalog:seasonOfItemAtPath:") { _ in "autumn" } }
}

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct MessagesCommentTests {
  private let path = ItemPath(0, 1)

  struct Rename: Routable {
    var path: ItemPath
    var name: String

    mutating func route(with router: inout Router) { router.route(&path) }
  }

  struct Prefetch: Routable {
    var paths: [ItemPath]
    var priority: Int

    mutating func route(with router: inout Router) { paths.route(with: &router) }

    func split() -> ArgumentSplit<Self>? {
      paths.split()?.within(\.paths) { Prefetch(paths: $0, priority: priority) }
    }
  }

  @Test func whatNobodyAnswers() throws {
    var shown: [String] = []
    func show(_ item: String) { shown.append(item) }
    let list = ArraySource(["a", "b"], name: "leaf").applying(.sort(by: >))
    list.on(.didSelectItem, in: .unanswered) { list, path in show(list.item(at: path)) }
    try list.send(.didSelectItem, path)
    #expect(shown == ["a"])
  }

  @Test func argumentsOfSeveralParts() throws {
    let renaming = MessageSelector<Rename, String>("test:rename:")
    let prefetching = MessageSelector<Prefetch, Int>(
      "test:prefetch:", merge: ResultMerge { $0.map(\.result).reduce(0, +) })
    let first = ArraySource(["fig"]), second = ArraySource(["kiwi", "nut"])
    let all = Transform(of: [first, second], by: .concatenate())
    second.on(renaming) { source, rename in "\(source.item(at: rename.path)) → \(rename.name)" }
    for source in [first, second] { source.on(prefetching) { _, prefetch in prefetch.paths.count * prefetch.priority } }
    #expect(try all.send(renaming, Rename(path: ItemPath(1, 0), name: "lime")) == "kiwi → lime")
    #expect(try all.send(prefetching, Prefetch(paths: Array(all.paths), priority: 2)) == 6)
  }

  @Test func selectors() throws {
    let cells = ArraySource(["fig", "kiwi"])
    var opened: [ItemPath] = []
    cells.on(.openItem) { path in opened.append(path) }

    try cells.send(.openItem, path)

    #expect(opened == [path])
    #expect(try cells.send(.seasonOfItem, path) == "autumn")
  }

  @Test func handlers() throws {
    let fruits = ArraySource(["fig"]), vegetables = ArraySource(["carrot"], name: "Roots")
    var log: [String] = []
    func open(_ fruit: String) { log.append("open \(fruit)") }
    func show(_ fruit: String) { log.append("show \(fruit)") }
    func dig(_ path: ItemPath) { log.append("dig \(path)") }
    let catalog = Transform(of: [fruits, vegetables], by: .concatenate())
    let handler =
      fruits.on(.didSelectItem) { fruits, path in show(fruits.item(at: path)) }
    handler.cancel()
    fruits.on(.didSelectItem) { fruits, path in open(fruits.item(at: path)) }
    vegetables.on(.didSelectItem, in: .section(named: "Roots")) { _, path in dig(path) }
    for path in catalog.paths { try catalog.send(.didSelectItem, path) }
    #expect(log == ["open fig", "dig (0, 0)"])
  }

  @Test func messages() throws {
    let catalog = ArraySource(["fig", "kiwi"])
    var selected: [ItemPath] = []
    catalog.on(.didSelectItem) { path in selected.append(path) }
    try catalog.send(.didSelectItem, path)
    catalog.append("nut")
    catalog.messages.allow(.didSelectItem)
    let result = try catalog.send(named: "catalog:didSelectItemAtPath:", json: "[0, 2]")
    #expect(selected == [path, ItemPath(0, 2)] && result == "null")
  }
}
