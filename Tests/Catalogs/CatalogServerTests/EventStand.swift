import CatalogKit
import Foundation
import LivePages
import Synchronization
import Templates
import TestKit
import Testing

/// A catalog with handlers of events, its server, and a browser. What happens is in its log.
final class EventStand {
  typealias Note = @Sendable (String) -> Void

  let stage: Stage
  let tab: Tab
  private let entries: Log

  private final class Log: Sendable {
    let entries = Mutex<[String]>([])
  }

  /// Opens a page of a catalog.
  ///
  /// - Parameters:
  ///   - path: The page.
  ///   - changes: Files of the catalog that are others than usual.
  ///   - extend: Adds handlers. It also receives a function that adds to the log.
  init(
    _ path: String = "", changes: [String: String] = [:],
    _ extend: @escaping @Sendable (inout CatalogExtension, @escaping Note) -> Void
  ) throws {
    let log = Log()
    stage = try Stage(Self.files.merging(changes) { $1 }) { catalog in
      extend(&catalog) { entry in log.entries.withLock { $0.append(entry) } }
    }
    entries = log
    tab = try stage.open(path)
    try tab.evaluate(Self.helpers)
    #expect(try tab.texts("pre") == [], "The catalog can be read.")
  }

  /// What the handlers have noted since the last call.
  var log: [String] {
    entries.entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }

  /// Waits until a condition on the page holds, and nothing is under way.
  func wait(for condition: String) throws {
    try tab.poll("(\(condition)) && !document.querySelector('[aria-busy]')")
  }

  /// Where the focus is: `citrus#fruits/Lime delete`, or only the part.
  func focus() throws -> String { try tab.evaluate("focused()") as? String ?? "" }

  /// The titles of the cells of a section.
  func names(_ part: String) throws -> [String] {
    try tab.texts("[data-part^='\(part)#'] :is(h2, h3, td:first-child)")
  }

  func holds(_ condition: String) throws -> Bool { try tab.evaluate(condition) as? Bool == true }

  private static let files = [
    "catalog.yml": """
    title: Fruit stand
    datasets:
      fruits: { file: fruits.csv, key: name }
      growers: { file: growers.csv, key: name, chain: [{ sort: name }], pages: { view: table } }
    chain: [{ group: family }, { insert: { cell: banner, at: [0, 1] } }]
    pages: { view: list }
    formats: { html: { theme: theme } }
    """,
    "fruits.csv": "name,family,price\nLemon,Citrus,1\nLime,Citrus,2\nPomelo,Citrus,3\nApple,Pome,4\nPear,Pome,5\n",
    "growers.csv": "name,town\nAnn,Ghent\nBob,Lille\nCid,Metz\n",
    "templates/banner.md": "Buy!\n",
    "theme/page.mustache": Templates.page
      .replacing(
        "<main", with: "<input type=\"search\" id=\"query\" data-event=\"catalog:didChangeSearchText:\">\n<main"
      )
      .replacing("{{#table}}", with: "<button class=\"order\" data-event=\"shop:order:\">Order</button>\n{{#table}}")
      .replacing(
        "{{{body}}}\n</div>\n</li>",
        with: """
          {{{body}}}
          <form data-event="shop:note:" data-arguments='{"count": 2}'><input name="text"><button>Send</button></form>
          </div>
          </li>
          """),
    "theme/style.css": Templates.styleSheet,
  ]

  /// Functions for the page, which has all the time in the world: the element of a part, its buttons, one of them,
  /// where the focus is, and what is said.
  static let helpers = """
    pomonaLive.patience = { link: 1e8, answer: 1e8, message: 1e8 };
    window.part = (name) => document.querySelector(`[data-part="${name}"]`);
    window.buttons = (name) => [...part(name).querySelector("pomona-controls")?.shadowRoot.querySelectorAll("button") ?? []];
    window.control = (name, kind) => buttons(name).find((button) => button.name === kind);
    window.focused = () => {
      const element = pomonaLive.focusedElement();
      const host = element.getRootNode().host ?? element;
      return [host.closest("[data-part]")?.dataset.part ?? host.localName, element.name].filter(Boolean).join(" ");
    };
    window.said = () => [...document.querySelector("pomona-messages").shadowRoot.querySelectorAll("section")]
      .map((message) => message.textContent);
    true
    """
}

extension CatalogExtension {
  /// Notes which rows of a data set are selected, `+Lime`, and deselected, `-Lime`.
  mutating func noteSelection(in place: EventPlace, _ note: @escaping EventStand.Note) {
    for (selector, sign) in [(MessageSelector.didSelectItem, "+"), (.didDeselectItem, "-")] {
      handle(selector, in: place) { event in
        note(sign + (event.row?.title ?? ""))
        return .nothing
      }
    }
  }

  /// Deletes and moves fruits. One that is moved to another section has its family from then on.
  mutating func handleEditsOfFruits() {
    handle(.deleteItems, in: "fruits") { event in
      try await event.edit { fruits, paths in
        fruits.edit { rows in for path in paths { rows.remove(at: path.item) } }
      }
      return .say("\(event.row?.title ?? "") is deleted.")
    }
    handle(.moveItem, in: "fruits") { event in
      let family = event.targetSection ?? ""
      try await event.edit { fruits, move in
        fruits.edit { rows in
          rows.update(rows.item(at: move.from).replacing("family", with: .text(family)), at: move.from.item)
          rows.move(from: move.from.item, to: move.to.item)
        }
      }
      return .nothing
    }
  }
}
