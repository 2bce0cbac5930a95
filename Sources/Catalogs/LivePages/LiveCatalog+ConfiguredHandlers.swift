import CatalogKit
import CatalogSyntax
import Cells
import Changesets
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import JSONValues
import Messages
import PluginHosting
import Rendering

/// The handlers of events that `catalog.yml` names.
extension LiveCatalog {
  /// Registers the handlers that may run, and returns warnings about the others.
  ///
  /// A program's own handlers come before them.
  func registerConfiguredHandlers(of catalog: Catalog) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var handlers: [String: [EventAction]] = [:]
    for configured in catalog.handlers {
      let action = EventAction(
        configured, in: catalog, isAllowed: open.options.allowsCommands, allowed: allowedCommands)
      if let warning = action.warning() {
        warnings.append(warning)
      } else {
        handlers[configured.selector, default: []].append(action)
      }
    }
    for (selector, actions) in handlers {
      // The handlers of data sets are asked first.
      catalog.register(actions.filter { $0.dataset != nil } + actions.filter { $0.dataset == nil }, of: selector)
    }
    return warnings
  }
}

/// What is done outside of this program with some events.
private struct EventAction: Sendable {
  private enum Work: Sendable {
    case run(EventCommand)
    case append(EventFile)
  }

  private let handler: ConfiguredHandler
  private let work: Work
  var dataset: String? { handler.dataset }

  init(_ handler: ConfiguredHandler, in catalog: Catalog, isAllowed: Bool, allowed: AllowedPlugins?) {
    self.handler = handler
    work =
      switch handler.action {
      case .run(let program, let arguments):
        .run(
          EventCommand(
            program, arguments: arguments, in: catalog.handlerFolder, isAllowed: isAllowed, allowed: allowed))
      case .append(let file): .append(EventFile(file, in: catalog.handlerFolder))
      }
  }

  /// Returns why the action is not possible; `nil` if it is.
  func warning() -> Diagnostic? { if case .run(let command) = work { command.warning() } else { nil } }

  func includes(dataset: String?, section: String?, cell: CellIdentifier?) -> Bool {
    (handler.dataset == nil || handler.dataset == dataset)
      && (handler.section == nil || handler.section?.text == section)
      && (handler.cell == nil || handler.cell?.text == cell?.rawValue)
  }

  func perform<Arguments>(_ event: PageEvent<Arguments>) async throws -> PageReply {
    let description = EventDescription(
      event: handler.event, selector: handler.selector, page: event.pageFile, section: event.section,
      record: event.row, arguments: event.json.string == nil ? event.json : ["text": event.json])
    switch work {
    case .append(let file):
      try await file.append(description)
      return .nothing
    case .run(let command):
      let answer = try await command.answer(description.json)
      return PageReply(
        text: answer.say, destination: answer.go.map { .address($0) },
        content: answer.replace.map { [Block](markdown: $0) }, isStaying: answer.stay)
    }
  }
}

extension PageEvent {
  /// The file of the page, relative to the catalog's root.
  fileprivate var pageFile: String { LiveAddress(LiveAddress.divided(page).address)?.file ?? page }
}

/// The arguments of an event that only the configuration knows: a path, or an object with one.
private struct OwnArguments: Routable, Decodable, Sendable {
  private enum Keys: CodingKey { case path }
  private var path: ItemPath

  init(from decoder: any Decoder) throws {
    if let path = try? ItemPath(from: decoder) {
      self.path = path
    } else {
      path = try decoder.container(keyedBy: Keys.self).decode(ItemPath.self, forKey: .path)
    }
  }

  mutating func route(with router: inout Router) { router.route(&path) }
}

extension Catalog {
  /// Registers actions for a message, of which the first that includes an event is performed.
  fileprivate func register(_ actions: [EventAction], of selector: String) {
    switch StandardEvent(selector: selector) {
    case .didSelectItem: register(actions, of: .didSelectItem)
    case .didDeselectItem: register(actions, of: .didDeselectItem)
    case .performPrimaryAction: register(actions, of: .performPrimaryAction)
    case .deleteItems: register(actions, of: .deleteItems)
    case .commitEdit: register(actions, of: .commitEdit)
    case .moveItem: register(actions, of: .moveItem)
    case .didTapAccessory: register(actions, of: .didTapAccessory)
    case .performAction: register(actions, of: .performAction)
    case .didChangeSearchText: register(actions, of: .didChangeSearchText)
    case nil: register(actions, of: MessageSelector<OwnArguments, Void>(selector))
    }
  }

  private func register<Arguments: Routable & Decodable & Sendable>(
    _ actions: [EventAction], of selector: MessageSelector<Arguments, Void>
  ) {
    let scope =
      Arguments.hasPlaces
      ? HandlerScope.items(.unanswered, named: "catalog.yml") { source, path in
        let cell = source.cellHost(at: path)
        let row = cell.flatMap { $0.host.cellObject(at: $0.path) as? Record }
        return actions.contains {
          $0.includes(
            dataset: row?.id.dataset, section: source.name(ofSection: path.section),
            cell: cell.map { $0.host.cellIdentifier(at: $0.path) })
        }
      } : .unanswered
    prepareCells(ofCollection: nil) { cells in
      cells.messages.allow(selector)
      cells.handleEvents(selector, in: scope) { event in
        let action = actions.first {
          $0.includes(dataset: event.row?.id.dataset, section: event.section, cell: event.cell)
        }
        return try await action?.perform(event) ?? .nothing
      }
    }
  }
}

/// An event of a live page, as it is described to what handles it outside of this program.
struct EventDescription: Sendable {
  /// The short name of the event, or the full name of one without a short name.
  var event: String
  /// The full name of the message.
  var selector: String
  /// The file of the page, relative to the catalog's root.
  var page: String
  /// The name of the section that contains the row or that the event is about; `nil` if there is none.
  var section: String?
  /// The row that the event is about; `nil` if there is none.
  var record: Record?
  var arguments: JSONValue

  /// The event as a JSON object in one line: `event`, `selector`, `page`, `dataset`, `key`, `title`, `section`, `row`
  /// and `arguments`. What does not apply is left out.
  var json: [UInt8] {
    var json: [UInt8] = []
    for (name, value) in texts {
      json.append(json: json.isEmpty ? "{" : ",")
      json.append(jsonString: name)
      json.append(json: ":")
      json.append(jsonString: value)
    }
    if let record {
      json.append(json: ",\"row\":")
      record.writeFields(to: &json)
    }
    json.append(json: ",\"arguments\":")
    arguments.write(to: &json)
    json.append(json: "}")
    return json
  }

  private var texts: [(name: String, value: String)] {
    let id = record?.id
    let texts = [
      ("event", event), ("selector", selector), ("page", page), ("dataset", id?.dataset), ("key", id?.key),
      ("title", record?.title), ("section", section),
    ]
    return texts.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Returns the text with a name: a part of the event, a member of its arguments, or a field of its row. The text is
  /// empty if there is none.
  func text(named name: String) -> String {
    if let part = texts.first(where: { $0.name == name }) { return part.value }
    switch arguments[name] {
    case .string(let text): return text
    case .null: return ""
    case let value?: return String(decoding: value.line, as: UTF8.self)
    case nil: return record?[name]?.text ?? ""
    }
  }

  /// Whether `text(named:)` can have a value.
  func has(_ name: String) -> Bool {
    texts.contains { $0.name == name } || arguments[name] != nil || record?[name] != nil
  }
}
