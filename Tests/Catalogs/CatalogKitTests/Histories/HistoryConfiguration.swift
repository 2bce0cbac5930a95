import TestKit

/// A `catalog.yml` that is edited at random, without its data sets.
struct HistoryConfiguration {
  /// The possible steps for each place in the chain.
  private static let steps = [
    ["concatenate: [lines, csv, markdown]", "concatenate: [sqlite, parts]"],
    [
      "filter: { field: price, range: { above: 1 } }", "filter: { not: { field: kind, equals: stone } }",
      "filter: { field: name, equals: nothing at all }",
    ],
    ["except: { dataset: json, on: kind }", "intersect: { dataset: parts, on: kind }"],
    ["distinct: kind", "distinct: [kind, price]"],
    [
      "flatten: All of them", "group: kind", "group: { field: tags, by: element, order: sorted }",
      "group: { field: name, by: first_letter, order: sorted, rest: None }", "group: { field: added, by: year }",
      "group: [{ field: kind, order: sorted }, { field: tags, by: element }]",
      "group: [{ field: tags, by: element, order: sorted }, kind, { field: added, by: year }]",
    ],
    ["sort: name", "sort: [kind, { field: price, order: descending }]", "sort: { field: added, order: descending }"],
    ["sort_sections: name", "sort_sections: { by: size, order: descending }"],
    ["reverse: rows", "reverse: all"],
    ["limit: 4", "limit: { count: 3, skip: 1 }"],
    ["insert: { cell: banner, at: [0, 1] }", "insert: { cell: unknown, at: [0, 0] }"],
    ["placeholder: nothing"],
  ]
  /// The possible settings of `documents`, with their forms.
  private static let documents = [
    [
      "indexes: { by-price: { title: By price, chain: [{ sort: price }], pages: { size: 4, kind: stable } } }",
      "indexes: { by-price: { chain: [{ group: kind }, { limit: 2 }], card: special }, kind-2: { chain: [] } }",
    ],
    [
      "facets: [kind]", "facets: [kind, tags]",
      "facets: [kind, { field: tags, title: Words, order: size }]",
      "facets: [[kind, tags], { field: tags, limit: 2 }]",
      "facets: [{ field: [tags, kind], order: size, limit: 2, minimum: 2 }, kind]",
    ], ["letters: name"],
    ["feed: { date: added, summary: note, limit: 3 }", "feed: { date: added, title: News }"], ["sitemap: true"],
    ["search: true", "search: { fields: [note, tags] }"],
    [
      "json: true", "json: { fields: [name, price] }", "json: { joined: true }", "json: { whole: true, joined: true }",
    ],
    ["objects: false"],
  ]
  private static let addresses = [
    nil, "{ pretty: true }", "{ sections: by-kind }",
    "{ pretty: true, sections: things, redirects: [cloudflare, nginx] }",
    "{ redirects: [apache, netlify] }",
  ]
  private static let homes = [
    nil, "contents", "{ newest: { date: added, limit: 3 } }",
    "{ picks: [lines/a, csv/b, csv/nobody], show: contents, newest: added }",
    "{ show: previews, picks: { title: Chosen, rows: csv/b } }",
  ]
  private static let formats = [
    "html", "html: { theme: theme }", "markdown", "latex: { documentclass: report }", "man: { section: 5 }", "xml",
  ]
  private static let views = [
    "", ", view: list", ", view: table", ", view: table, columns: [tags, price, note]",
    ", totals: { total: { sum: price }, last: { max: added }, first: { min: name } }",
    ", view: list, totals: { stones: { count: rows, where: { field: kind, equals: stone } }, mean: { mean: price } }",
  ]
  private static let assets = [nil, "[logo.txt]", "[extra, logo.txt]", "[\"extra/*.txt\"]"]
  private static let cells = [
    nil, "[{ when: { field: kind, equals: stone }, card: special, page: special }]",
    "[{ when: { field: tags, contains: red }, page: special }]",
  ]

  private var title = "Fruits"
  private var language = "en"
  private var introduction = ""
  private var address = "https://example.org/fruits"
  private var chain = [Int?](repeating: nil, count: steps.count)
  private var documents = [Int?](repeating: nil, count: Self.documents.count)
  private var size = 3
  private var preview = 2
  private var isStable = false
  private var view = 0
  private var home = 0
  private var formats: Set = [0]
  private var assets = 0
  private var addresses = 0
  private var cells = 0

  /// Changes one thing.
  mutating func edit(_ random: inout SeededGenerator) {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0..<13) {
    case 0: title = ["Fruits", "Fruits & <nuts>", "果物"][number(0..<3)]
    case 1: language = ["en", "de"][number(0..<2)]
    case 2: introduction = ["", "Hello *you*.", "- a\n- b\n\n<b>raw</b>"][number(0..<3)]
    case 3 where number(0..<2) == 0: addresses = number(0..<Self.addresses.count)
    case 3: address = ["https://example.org/fruits", "https://example.net"][number(0..<2)]
    case 4...6:
      let place = number(0..<Self.steps.count)
      chain[place] = chain[place] == nil || number(0..<2) == 0 ? number(0..<Self.steps[place].count) : nil
    case 7, 8:
      let place = number(0..<Self.documents.count)
      documents[place] = documents[place] == nil || number(0..<3) == 0 ? number(0..<Self.documents[place].count) : nil
    case 9: (size, preview) = (number(1..<8), number(1..<5))
    case 10:
      (isStable, view) = (number(0..<2) == 0, number(0..<Self.views.count))
      home = number(0..<Self.homes.count)
    case 11:
      formats.formSymmetricDifference([number(0..<Self.formats.count)])
      // HTML occurs at most once, with a theme or without.
      if formats.isSuperset(of: [0, 1]) { formats.remove(number(0..<2)) }
      if formats.isEmpty { formats = [0] }
    default: (assets, cells) = (number(0..<Self.assets.count), number(0..<Self.cells.count))
    }
  }

  /// The text of the `catalog.yml`.
  func text(_ datasets: [HistoryDataset]) -> String {
    var lines = ["title: \(title.quoted)", "language: \(language)", "introduction: \(introduction.quoted)"]
    if let addresses = Self.addresses[addresses] { lines.append("addresses: \(addresses)") }
    lines += ["address: \(address)", "datasets:"] + datasets.map { "  \($0.name): \($0.entry)" }
    let steps = zip(Self.steps, chain).compactMap { steps, chosen in chosen.map { steps[$0] } }
    if !steps.isEmpty { lines += ["chain:"] + steps.map { "  - \($0)" } }
    lines.append(
      "pages: { size: \(size), preview: \(preview), kind: \(isStable ? "stable" : "numbered")\(Self.views[view]) }")
    if let home = Self.homes[home] { lines.append("home: \(home)") }
    let documents = zip(Self.documents, documents).compactMap { forms, chosen in chosen.map { forms[$0] } }
    if !documents.isEmpty { lines += ["documents:"] + documents.map { "  \($0)" } }
    lines +=
      ["formats:"] + formats.sorted().map { Self.formats[$0] }.map { "  " + ($0.contains(":") ? $0 : "\($0): {}") }
    if let assets = Self.assets[assets] { lines.append("assets: \(assets)") }
    if let cells = Self.cells[cells] { lines.append("cells: \(cells)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
