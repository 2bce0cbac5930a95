import TestKit

/// A small catalog of several data sets that refer to each other, of which several change at once: as when a user saves
/// several files, or one database, before the next update.
struct BurstCatalog {
  /// A row. Its texts are few, so that equal values of several rows appear and disappear.
  struct Row: Equatable {
    var id: String
    var name: String
    var kind: String
    var tags: String
    /// A row of the data set that refers to rows of another one, and the row that this one is a part of.
    var other: String
    var whole: String
    var note: String
    var day: String

    static let fields = ["id", "name", "kind", "tags", "other", "whole", "note", "day"]
    var texts: [String] { [id, name, kind, tags, other, whole, note, day] }
  }

  /// A data set: its file, and the forms that its entry in the configuration may have.
  struct Dataset {
    let name: String
    let file: String
    var rows: [Row] = []

    var isTable: Bool { file.hasSuffix(".db") }
  }

  /// Chains of a collection, and its other settings.
  private static let collections = [
    "", "chain: []", "chain: [{ group: { field: name, order: appearance } }]",
    "chain: [{ group: { field: kind, order: appearance } }, { sort: name }], pages: { size: 2, preview: 1 }",
    "chain: [{ group: kind }], facets: [kind, tags], letters: name",
    "chain: [{ group: [{ field: kind, order: appearance }, { field: tags, by: element }] }], facets: tags",
    "chain: [{ sort: name }], pages: { size: 2, preview: 2, kind: stable }, facets: [{ field: tags, limit: 1 }]",
    "chain: [{ group: { field: other, order: appearance } }], letters: name, pages: { size: 3, kind: numbered }",
    """
    chain: [{ filter: { not: { field: kind, equals: stone } } }, { group: { field: tags, by: element, order: \
    appearance } }]
    """,
  ]
  private static let addresses = ["", "address: \"{kind}/{name}/\"", "address: \"x/{name}\"", "aliases: tags"]
  private static let steps = [
    "", "chain: [{ group: { field: kind, order: appearance } }]", "chain: [{ sort: name }]",
    "chain: [{ filter: { not: { field: name, equals: One } } }, { group: { field: name, order: appearance } }]",
    "chain: [{ group: [{ field: tags, by: element }, { field: kind, order: appearance }] }]",
  ]
  private static let documents = [
    "facets: [kind, { field: tags, limit: 2 }]", "letters: name", "feed: { date: day, limit: 3 }", "search: true",
  ]
  private static let json = ["", "  json: true", "  json: { whole: true, joined: true }"]
  private static let formats = [
    "[html]", "[html, json]", "[html, markdown, book]", "[json]", "[html, json, book]",
  ]
  private static let frames = [
    "", "home: { newest: { date: day, limit: 2 }, picks: [works/a, artists/b] }", "home: contents",
    "addresses: { pretty: true, redirects: [nginx] }", "pages: { size: 3, preview: 2, kind: stable }",
  ]

  private(set) var datasets: [Dataset]
  let configuration: String
  private var random: SeededGenerator

  /// Creates the first state of a catalog: at most twelve rows.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: elements.indices, using: &random)] }
    let isDatabase = Bool.random(using: &random)
    datasets = [
      Dataset(name: "works", file: isDatabase ? "all.db" : "works.csv"),
      Dataset(name: "artists", file: isDatabase ? "all.db" : "artists.csv"),
      Dataset(name: "places", file: "places.csv"),
    ]
    var lines = ["title: Things", "address: https://example.org/things", "datasets:"]
    for dataset in datasets {
      var parts = [
        "file: \(dataset.file)", "key: id", "titles: name", "types: { tags: list, day: date, note: markdown }",
      ]
      if dataset.isTable { parts.append("table: \(dataset.name)") }
      if dataset.name == "works" {
        parts.append("fields: { other: { refers: { dataset: artists, back: works\(pick(["", ", limit: 1"])) } } }")
      }
      if dataset.name == "places", Bool.random(using: &random) {
        parts.append("parent: whole, fold: { size: { count: parts } }")
      } else if dataset.name == "artists", Bool.random(using: &random) {
        parts.append("join: { home: { dataset: places, on: other, equals: id } }, facts: [home, kind]")
      }
      parts += [pick(Self.collections), pick(Self.addresses)]
      lines.append("  \(dataset.name): { \(parts.filter { !$0.isEmpty }.joined(separator: ", ")) }")
    }
    let documents = Self.documents.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    lines += ["documents:", "  sitemap: true", pick(Self.json)] + documents.map { "  " + $0 }
    lines += [pick(Self.steps), pick(Self.frames), "formats: \(pick(Self.formats))"]
    configuration = lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    self.random = random
    for index in datasets.indices { for _ in 0..<pickNumber(1...4) { insert(into: index) } }
  }

  /// Changes one data set or several, each in one place or several.
  ///
  /// - Returns: A description of the changes, for messages.
  mutating func burst() -> String {
    let indices = datasets.indices.shuffled(using: &random).prefix(pickNumber(1...datasets.count))
    return indices.map { index in
      let edits = (0..<pickNumber(1...5)).map { _ in edit(index) }
      return "\(datasets[index].name): \(edits.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private mutating func pickNumber(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick(_ texts: [String]) -> String { texts[pickNumber(0...(texts.count - 1))] }

  private mutating func edit(_ index: Int) -> String {
    let count = datasets[index].rows.count
    guard count > 0 else { return insert(into: index) }
    let (place, other) = (pickNumber(0...(count - 1)), pickNumber(0...(count - 1)))
    switch pickNumber(0...9) {
    case 0 where datasets.reduce(0, { $0 + $1.rows.count }) < 12, 1 where count < 3: return insert(into: index)
    case 2, 3:
      return "\(datasets[index].rows.remove(at: place).id) goes"
    case 4:
      datasets[index].rows.swapAt(place, other)
      return "\(place) and \(other) change places"
    case 5:
      let row = datasets[index].rows.remove(at: place)
      datasets[index].rows.insert(row, at: other)
      return "\(row.id) moves to \(other)"
    case 6:
      // The values of two rows are exchanged.
      let name = datasets[index].rows[place].name
      datasets[index].rows[place].name = datasets[index].rows[other].name
      datasets[index].rows[other].name = name
      return "\(place) and \(other) exchange names"
    case 7:
      let free = freeIDs(index)
      if let id = free.first { datasets[index].rows[place].id = id }
      return "\(place) has the key \(datasets[index].rows[place].id)"
    default:
      let old = datasets[index].rows[place]
      datasets[index].rows[place] = row(old.id)
      // Some of the fields are unchanged.
      if pickNumber(0...1) == 0 {
        datasets[index].rows[place].name = old.name
        datasets[index].rows[place].kind = old.kind
      }
      return "\(old.id) is another"
    }
  }

  private func freeIDs(_ index: Int) -> [String] {
    let taken = Set(datasets[index].rows.map(\.id))
    return ["a", "b", "c", "d", "e", "f", "index", "a-b", "A"].filter { !taken.contains($0) }
  }

  @discardableResult
  private mutating func insert(into index: Int) -> String {
    guard let id = freeIDs(index).shuffled(using: &random).first else { return "" }
    datasets[index].rows.insert(row(id), at: pickNumber(0...datasets[index].rows.count))
    return "\(id) comes"
  }

  private mutating func row(_ id: String) -> Row {
    Row(
      id: id, name: pick(["One", "Two", "Three", "one", "Red", "Index"]), kind: pick(["stone", "pome", "", "red"]),
      tags: pick(["", "red", "red; sour", "sour"]), other: pick(["", "a", "b", "c", "nobody"]),
      whole: pick(["", "a", "b", id, "nobody"]),
      note: pick(["", "Some *words*.", "See [[works/a]] and [[artists/b|somebody]].", "[[places/nobody]]"]),
      day: pick(["", "2024-02-29", "2023-12-31", "2020-01-01"]))
  }
}
