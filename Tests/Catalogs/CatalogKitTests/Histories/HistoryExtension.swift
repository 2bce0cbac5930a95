import Cells
import DataSources
import Datasets
import DocumentModel
import Fingerprints
import Rendering
import TestKit

@testable import CatalogKit

/// The extension of a catalog that is edited at random by a program.
struct HistoryExtension {
  /// A closure of the program that captures a text.
  private struct Addition {
    var text: String
    var isDeclared: Bool

    /// The declared dependencies of the closure, if there are any.
    var origin: Fingerprint? { isDeclared ? Fingerprint(text) : nil }

    static func random(_ random: inout SeededGenerator) -> Addition {
      Addition(text: ["e", "a"].randomElement(using: &random) ?? "", isDeclared: Bool.random(using: &random))
    }
  }

  private static let kinds: [CellIdentifier] = ["card", "page", "special"]

  private var cells: [CellIdentifier: Addition] = [:]
  private var rules: [CatalogExtension.Role: Addition] = [:]
  private var steps: [String: Addition] = [:]
  /// By formats, instead of those of Pomona.
  private var renderers: [String: Addition] = [:]

  /// Whether all additions declare their dependencies.
  var isDeclared: Bool {
    let additions = [Array(cells.values), Array(rules.values), Array(steps.values), Array(renderers.values)]
    return additions.joined().allSatisfy(\.isDeclared)
  }

  /// Whether pages are rendered in every build.
  var alwaysRenders: Bool { !renderers.values.allSatisfy(\.isDeclared) }

  /// Changes one thing.
  ///
  /// - Returns: A description of the change, for messages.
  mutating func edit(_ random: inout SeededGenerator) -> String {
    let addition: Addition? = Int.random(in: 0..<4, using: &random) == 0 ? nil : .random(&random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: cells[Self.kinds.randomElement(using: &random) ?? "card"] = addition
    case 3: rules[.card] = addition
    case 4: rules[.page] = addition
    case 5: steps["filter"] = addition
    case 6: steps["twice"] = addition
    default: renderers[["html", "markdown"].randomElement(using: &random) ?? ""] = addition
    }
    return "\(self)"
  }

  /// Adds everything to a catalog.
  func extend(_ catalog: inout CatalogExtension) {
    for (kind, addition) in cells.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      register(kind, addition, with: &catalog)
    }
    for role in [CatalogExtension.Role.card, .page] {
      guard let rule = rules[role] else { continue }
      register("own", rule, with: &catalog)
      catalog.show(role, by: "own", following: rule.origin) { $0.title.contains(rule.text) }
    }
    if let step = steps["filter"] {
      catalog.addStep("filter", following: step.origin) { rows in
        rows.applying(.filter { $0.title.contains(step.text) })
      }
    }
    if let step = steps["twice"] {
      catalog.addStep("twice", following: step.origin) { rows in
        Transform(of: [rows, rows.applying(.reverse(reversesSections: step.text == "e"))], by: .concatenate())
      }
    }
    for (format, renderer) in renderers.sorted(by: { $0.key < $1.key }) {
      catalog.register(WholePageRenderer(format: format, greeting: renderer.text, fingerprint: renderer.origin))
    }
  }

  private func register(_ kind: CellIdentifier, _ addition: Addition, with catalog: inout CatalogExtension) {
    func content(of row: Record) -> CellContent {
      CellContent(title: row.title, body: [.paragraph([.text("\(addition.text): \(row["note"]?.text ?? "")")])])
    }
    if let origin = addition.origin {
      catalog.register(kind, following: origin, content: content)
    } else {
      catalog.register(kind) { cell, row in
        (cell.title, cell.target, cell.body) = (row.title, row.objectID, content(of: row).body)
      }
    }
  }
}
