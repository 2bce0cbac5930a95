package import Diagnostics
import SystemPackage

/// A handler of events of live pages: a program that is started, or a file that a row is appended to.
///
/// Of the handlers of an event, those of a data set are asked before those of the catalog, and the first that includes
/// the event answers it.
package struct ConfiguredHandler: Hashable, Sendable {
  /// What a handler does with an event.
  package enum Action: Hashable, Sendable {
    /// Starts an executable, which receives the event and may answer it. Its path is relative to the catalog's folder.
    case run(LocatedText, arguments: [String])
    /// Appends a row to a CSV file, whose path is relative to the catalog's folder.
    case append(LocatedText)
  }

  /// The name of the event: the short name of a standard one, or the full name of the message.
  package var event: String
  /// The full name of the message.
  package var selector: String
  /// The data set of the rows that the handler is for; `nil` for all data sets.
  package var dataset: String?
  /// The name of the sections that the handler is for; `nil` for all sections.
  package var section: LocatedText?
  /// The kind of the cells that the handler is for; `nil` for all cells.
  package var cell: LocatedText?
  /// What the handler does.
  package var action: Action
  /// The location of the handler, for messages.
  package var location: Diagnostic.Location

  /// Whether a handler after this one is never asked.
  private func hides(_ other: Self) -> Bool {
    selector == other.selector && (section == nil || section?.text == other.section?.text)
      && (cell == nil || cell?.text == other.cell?.text)
  }

  private static let keys = ["run", "append", "section", "cell"]

  /// Reads the mapping after `on:`, from events to handlers or lists of them.
  ///
  /// - Parameter dataset: The name of the data set whose configuration contains it; `nil` for that of the catalog.
  static func read(_ node: YAMLNode, dataset: String? = nil) -> [ConfiguredHandler] {
    // Events of the catalog's own have any names that have colons.
    let own = node.isMapping ? node.mapping().map(\.key.text).filter { $0.contains(":") } : []
    var handlers: [ConfiguredHandler] = []
    for (key, value) in node.mapping(StandardEvent.allCases.map(\.rawValue) + own) {
      let event = StandardEvent(rawValue: key.text) ?? StandardEvent(selector: key.text)
      guard event != nil || key.text.isSelector else {
        node.findings.diagnostics.append(
          Diagnostic(
            code: "catalog/event", "“\(key.text)” is not the name of an event", at: key.location,
            hint: "Write a name of your own with all of its colons, in quotes: \"shop:buyItem:\"."))
        continue
      }
      for element in value.elements {
        guard
          let handler = ConfiguredHandler(
            element, event: event?.rawValue ?? key.text, selector: event?.selector ?? key.text, dataset: dataset)
        else { continue }
        if let other = handlers.first(where: { $0.hides(handler) }) {
          element.report(
            "catalog/handler-order",
            "this handler is never asked, because the one in line \(other.location.line ?? 0) answers all of its events",
            hint: "Put it before that one, or delete it.")
        }
        handlers.append(handler)
      }
    }
    return handlers
  }

  private init?(_ node: YAMLNode, event: String, selector: String, dataset: String?) {
    let values = node.mapping(Self.keys)
    (self.event, self.selector, self.dataset, location) = (event, selector, dataset, node.location)
    (section, cell) = (values["section"]?.name, values["cell"]?.name)
    if event == StandardEvent.didChangeSearchText.rawValue,
      let (key, value) = values.first(where: { ["section", "cell"].contains($0.key.text) })
    {
      value.report(
        "catalog/event-place", "“\(event)” is not about a row, so that it has no \(key.text)",
        hint: "Delete `\(key.text):`.")
    }
    if let second = values.filter({ ["run", "append"].contains($0.key.text) }).dropFirst().first {
      second.value.report(
        "catalog/one-of-two", "“run” and “append” cannot be combined",
        hint: "Keep one of them; a program can append to a file itself.")
    }
    if let program = values["run"]?.program {
      action = .run(program.path, arguments: program.arguments)
    } else if let file = values["append"]?.table {
      action = .append(file)
    } else {
      if node.lacks("run"), node.lacks("append") {
        node.report(
          "catalog/no-action", "the handler does nothing",
          hint: "Add `run:` with a program, or `append:` with a CSV file.")
      }
      return nil
    }
  }
}

extension YAMLNode {
  /// The node as a program in the catalog's folder: its path, or a list of its path and arguments. A path that leads
  /// out of the folder is reported.
  fileprivate var program: (path: LocatedText, arguments: [String])? {
    let words = names
    guard words.count == elements.count else { return nil }
    guard let path = words.first, path.isInFolder else {
      report(
        "catalog/program", "“\(words.first?.text ?? "")” is not the path of a program in the catalog's folder",
        hint: "Name it by its path in the folder, with arguments in a list: [./notify.sh, --quiet].")
      return nil
    }
    return (path, words.dropFirst().map(\.text))
  }

  /// The node as a CSV file in the catalog's folder. A path that leads out of the folder is reported.
  fileprivate var table: LocatedText? {
    guard let path = name else { return nil }
    guard path.isInFolder, path.text.lowercased().hasSuffix(".csv") else {
      report(
        "catalog/table", "“\(path.text)” is not the path of a CSV file in the catalog's folder",
        hint: "Name it by its path in the folder: picks.csv.")
      return nil
    }
    return path
  }
}

extension LocatedText {
  /// Whether the text is the path of a file in the catalog's folder, apart from links, that is not reserved.
  fileprivate var isInFolder: Bool {
    guard !text.utf8.contains(0) else { return false }
    let path = FilePath(text).lexicallyNormalized()
    return path.isRelative && !path.isEmpty && !text.hasSuffix("/")
      && path.components.allSatisfy { $0.kind == .regular && !CatalogConfiguration.isReserved($0) }
  }
}

extension String {
  /// Whether the text is the full name of a message: words of letters, digits and underscores, each with a colon behind
  /// it.
  fileprivate var isSelector: Bool { wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*:([A-Za-z0-9_]+:)*/) != nil }
}

/// An event of a live page, which a `catalog.yml` calls by this short name. Events that a catalog defines itself have
/// full names only.
package enum StandardEvent: String, CaseIterable, Sendable {
  /// A row was selected.
  case didSelectItem
  /// A row was deselected.
  case didDeselectItem
  /// A row was activated, as by a click on its link.
  case performPrimaryAction
  /// A row is to be deleted.
  case deleteItems
  /// A row is to be deleted, or one is to be inserted at its place.
  case commitEdit
  /// A row was moved.
  case moveItem
  /// The accessory beside a row was tapped.
  case didTapAccessory
  /// An action of a row was chosen.
  case performAction
  /// The text in a search field has changed.
  case didChangeSearchText

  /// The full name of the message.
  package var selector: String {
    switch self {
    case .didSelectItem: "catalog:didSelectItemAtPath:"
    case .didDeselectItem: "catalog:didDeselectItemAtPath:"
    case .performPrimaryAction: "catalog:performPrimaryActionForItemAtPath:"
    case .deleteItems: "catalog:deleteItemsAtPaths:"
    case .commitEdit: "catalog:commitEditingStyle:forItemAtPath:"
    case .moveItem: "catalog:moveItemAtPath:toPath:"
    case .didTapAccessory: "catalog:accessoryTappedForItemAtPath:"
    case .performAction: "catalog:performAction:forItemAtPath:"
    case .didChangeSearchText: "catalog:didChangeSearchText:"
    }
  }

  /// Creates the event whose message has a full name; `nil` if there is none.
  package init?(selector: String) {
    guard let event = Self.allCases.first(where: { $0.selector == selector }) else { return nil }
    self = event
  }
}
