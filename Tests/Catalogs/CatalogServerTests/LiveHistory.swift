import Foundation
import Templates
import TestKit
import Testing

/// A catalog that is edited at random while pages of it are open: the contents of its files.
struct LiveHistory {
  private struct Fruit {
    var name: String
    var family: String
    var price: Int
    var grower: String
  }

  private static let families = ["Citrus", "Pome", "Stone", "Berry"]
  private static let templates = [
    "It costs **{{price}}**.\n", "{{price}} from {{grower}}\n", "```properties\nPrice: {{price}}\n```\n",
  ]
  /// The theme's template has a style sheet beside its own, which is a file that is copied.
  private static let themes = [
    Templates.page.replacing(
      "<link rel=\"icon\"", with: "<link rel=\"stylesheet\" href=\"{{homeHref}}/../extra.css\">\n<link rel=\"icon\"")
  ].flatMap { [$0, $0.replacing("<main", with: "<p>Another theme</p>\n<main")] }

  private var fruits: [Fruit] = []
  private var growers = ["Ada": "1", "Bea": "2", "Cem": "3"]
  /// The rows that have gone, and may come back.
  private var gone: [Fruit] = []
  private var template = 0
  private var theme = 0
  private var title = 0
  private(set) var isBroken = false
  /// The value of the theme's variable, of that of the other style sheet, and the width of the picture: what a browser
  /// shows of files that are not in the nodes of a page.
  private(set) var (mark, extra, width) = (1, 1, 10)
  private var count = 0
  private let seed: UInt64
  private var random: SeededGenerator

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    for _ in 0..<40 { fruits.append(newFruit()) }
  }

  /// The pages that are open: that of a section, and another one.
  var openPages: [String] {
    ["fruits/citrus/", ["fruits/\(fruits[7].name.lowercased()).html", "growers/ada.html", ""][Int(seed % 3)]]
  }

  /// The files, by path.
  var files: [String: String] {
    let order = title % 2 == 0 ? "{ field: price, order: descending }" : "price"
    return [
      "catalog.yml": """
      title: Fruit \(title)
      datasets:
        fruits:
          file: fruits.csv
          key: name
          card: card
          page: page
          fields: { grower: { refers: growers } }
          chain: [{ group: family }, { sort: \(order) }]
          pages: { size: 100 }
        growers: { file: growers.csv, key: name }
      documents: { search: true }
      formats: { html: { theme: theme } }
      assets: [extra.css]
      \(isBroken ? "nonsense: 1" : "")
      """,
      "fruits.csv": "name,family,price,grower,picture\n"
        + fruits.map { "\($0.name),\($0.family),\($0.price),\($0.grower),pear.svg\n" }.joined(),
      "growers.csv": "name,acres\n" + growers.sorted { $0.key < $1.key }.map { "\($0),\($1)\n" }.joined(),
      "templates/card.md": Self.templates[template],
      "templates/page.md": "{{picture}}\n\nGrown by {{grower}}, for {{price}}.\n",
      "theme/page.mustache": Self.themes[theme],
      "theme/style.css": Templates.styleSheet + ":root { --mark: \(mark) }\n",
      "extra.css": ":root { --extra: \(extra) }\n",
      "pear.svg": """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="20"><rect width="9" height="9"/></svg>
      """,
    ]
  }

  /// Changes one thing.
  ///
  /// - Returns: What was done, for messages.
  mutating func edit() -> String {
    // A mistake does not last: nothing else is seen as long as it is there.
    if isBroken, Bool.random(using: &random) {
      isBroken = false
      return "the configuration is mended"
    }
    let place = Int.random(in: 0..<fruits.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2:
      fruits[place].price = Int.random(in: 1...60, using: &random)
      return "\(fruits[place].name) has another price, and moves"
    case 3:
      fruits[place].grower = growers.keys.sorted()[Int.random(in: 0..<growers.count, using: &random)]
      return "\(fruits[place].name) has another grower"
    case 4, 5:
      for _ in 0..<Int.random(in: 1...3, using: &random) { fruits.insert(newFruit(), at: 0) }
      return "fruits come"
    case 6 where fruits.count > 10:
      let fruit = fruits.remove(at: place)
      gone.append(fruit)
      return "\(fruit.name) goes"
    case 7 where fruits.count > 10:
      // Those that are open go most often.
      guard let place = fruits.firstIndex(where: { $0.name == "Fruit8" }) else { fallthrough }
      gone.append(fruits.remove(at: place))
      return "the open fruit goes"
    case 8, 9:
      guard !gone.isEmpty else { fallthrough }
      fruits.insert(gone.removeLast(), at: place)
      return "\(fruits[place].name) is back"
    case 10:
      count += 1
      fruits[place].name = "Fruit\(count)"
      return "a key is now Fruit\(count)"
    case 11:
      var fruit = newFruit()
      fruit.family = "Family \(count)"
      fruits.insert(fruit, at: place)
      return "a section comes"
    case 12:
      let family = Self.families[Int.random(in: 0..<4, using: &random)]
      let others = fruits.filter { $0.family != family }
      guard others.count > 10 else { fallthrough }
      gone += fruits.filter { $0.family == family }
      fruits = others
      return "the section \(family) goes"
    case 13:
      growers["Ada"] = growers["Ada"].map { "\($0)1" }
      return "a grower changes"
    case 14:
      template = (template + 1) % Self.templates.count
      return "the template changes"
    case 15:
      theme = 1 - theme
      return "the theme changes"
    case 16:
      mark += 1
      return "the theme's variable changes"
    case 17:
      extra += 1
      return "the style sheet changes"
    case 18:
      width += 1
      return "the picture changes"
    default:
      title += 1
      isBroken = Bool.random(using: &random)
      return isBroken ? "the configuration is broken" : "the title and the order change"
    }
  }

  private mutating func newFruit() -> Fruit {
    count += 1
    return Fruit(
      name: "Fruit\(count)", family: Self.families[Int.random(in: 0..<4, using: &random)],
      price: Int.random(in: 1...60, using: &random),
      grower: growers.keys.sorted()[Int.random(in: 0..<growers.count, using: &random)])
  }
}

extension LiveHistory {
  /// Whether a page says that it is gone.
  private static let isGone =
    "(document.querySelector('pomona-live-panel')?.shadowRoot.textContent ?? '').includes('This page is gone')"

  /// Expects a tab to become as one in which its page is loaded now.
  func expect(
    _ tab: Tab, toBeAs fresh: Tab, openedAt url: URL, _ comment: Comment
  ) throws {
    try fresh.open(url)
    let isThere = try fresh.evaluate("performance.getEntriesByType('navigation')[0].responseStatus") as? Int == 200
    let expected = try #require(try fresh.evaluate(Stage.nodes) as? String)
    // Until an edit is seen, the last state without mistakes is.
    let isSeen = """
      !(\(Self.isGone)) && \(Stage.nodes) === \(try Browser.literal(expected)) && (\(isBroken) || (
        getComputedStyle(document.documentElement).getPropertyValue("--mark") === "\(mark)" &&
        getComputedStyle(document.documentElement).getPropertyValue("--extra") === "\(extra)" &&
        [...document.querySelectorAll("main img")].every((image) => image.naturalWidth === \(width))))
      """
    do {
      try tab.poll(isThere ? isSeen : Self.isGone)
    } catch {
      let shown = try tab.evaluate(Stage.nodes) as? String ?? ""
      let links = try tab.evaluate(
        """
        location.href + [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.outerHTML) +
          ["--mark", "--extra"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)) +
          [...document.querySelectorAll("main img")].map((image) => image.outerHTML + image.naturalWidth)
        """)
      let lines = Set(expected.split(separator: "\n")).symmetricDifference(shown.split(separator: "\n"))
      Issue.record("\(comment): there is a page: \(isThere); other lines: \(lines.sorted().prefix(9)); \(links ?? "")")
      throw error
    }
  }
}
