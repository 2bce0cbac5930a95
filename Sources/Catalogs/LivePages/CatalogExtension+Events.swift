public import CatalogKit
public import Cells
import Changesets
import DataSources
public import Datasets
import Diagnostics
public import Messages
import Rendering

extension CatalogExtension {
  /// A function that answers an event. It runs beside the catalog.
  public typealias EventHandler<Arguments: Sendable> =
    @Sendable (_ event: PageEvent<Arguments>) async throws -> PageReply

  /// Registers a handler of what readers do on live pages.
  ///
  /// ```swift
  /// let live = LiveCatalog(at: "fruits") { catalog in
  ///   catalog.handle(.didSelectItem, in: "fruits") { .say("\($0.row?.title ?? "") is sweet.") }
  ///   catalog.handle(.didSelectItem, in: .section("Roots")) { .go(to: "recipes/\($0.row?.title ?? "").html") }
  /// }
  /// ```
  ///
  /// The message is allowed to be sent by pages. These offer what is handled, and nothing else.
  ///
  /// - Warning: A page sends messages about any row that it shows, with any arguments, for anyone who can see it.
  ///
  /// - Parameters:
  ///   - selector: The message: a standard one, or one of the program's own.
  ///   - place: The part of the catalog whose events the handler receives.
  ///   - handler: Returns what the page does. An error is said to the reader.
  public mutating func handle<Arguments: Routable & Decodable & Sendable>(
    _ selector: MessageSelector<Arguments, Void>, in place: EventPlace = .everything,
    _ handler: @escaping EventHandler<Arguments>
  ) {
    prepare { catalog in
      catalog.prepareCells(ofCollection: nil) { $0.messages.allow(selector) }
      return catalog.prepareSources(of: place) { $0.handleEvents(selector, in: place.scope, handler) }
    }
  }

  /// Registers the answer to what pages ask about a row when they are made, such as whether it can be moved, or which
  /// actions it has.
  ///
  /// ```swift
  /// catalog.answer(.editActions, in: "fruits") { _ in [ItemAction("buy", title: "Buy")] }
  /// catalog.handle(.performAction, in: "fruits") { event in
  ///   .say("You have bought \(event.row?.title ?? ""): \(event.arguments.action)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The message.
  ///   - place: The part of the catalog whose cells the answer is for.
  ///   - answer: Returns the answer for a row; for cells that show none, it is `nil`.
  public mutating func answer<Result>(
    _ selector: MessageSelector<ItemPath, Result>, in place: EventPlace = .everything,
    _ answer: @escaping (_ row: Record?) -> Result
  ) {
    prepare { catalog in
      catalog.prepareSources(of: place) { $0.answerQuestions(selector, in: place.scope, answer) }
    }
  }
}

extension Catalog {
  /// Calls a function with the sources that receive the messages of a part of the catalog, and returns what is wrong
  /// with the part's name.
  fileprivate func prepareSources(of place: EventPlace, _ prepare: @escaping (any DataSource) -> Void) -> [Diagnostic] {
    switch place.kind {
    case .dataset(let name):
      guard let dataset = dataset(named: name) else { return [unknown(name, for: "a handler")] }
      prepare(dataset)
    case .collection(let name):
      guard let collection = collection(with: name) else { return [unknown(name, for: "a handler")] }
      prepareCells(ofCollection: collection, prepare)
    case .everything, .cells: prepareCells(ofCollection: nil, prepare)
    }
    return []
  }
}

extension DataSource {
  func handleEvents<Arguments: Routable & Sendable>(
    _ selector: MessageSelector<Arguments, Void>, in scope: HandlerScope,
    _ handler: @escaping CatalogExtension.EventHandler<Arguments>
  ) {
    onAsync(selector, in: scope) { _, arguments, delivery in
      // Programs without pages send messages, too.
      guard let delivery = delivery.sender as? EventDelivery else { return }
      let event = delivery.event(arguments)
      // In a task of its own, a handler that blocks its thread blocks none of those that answer requests.
      let task = Task { try await handler(event) }
      delivery.reply = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  fileprivate func answerQuestions<Result>(
    _ selector: MessageSelector<ItemPath, Result>, in scope: HandlerScope, _ answer: @escaping (Record?) -> Result
  ) {
    on(selector, in: scope) { source, path in
      let object: Any? = source.cellHost(at: path).map { $0.host.cellObject(at: $0.path) } ?? source.anyItem(at: path)
      return answer(object as? Record)
    }
  }

  private func anyItem(at path: ItemPath) -> Any { item(at: path) }
}

/// The part of a catalog whose events a handler receives: a data set, a section, a collection, or everything.
///
/// The handler of the smallest part answers: one for a section or for some cells comes before that of a data set, which
/// comes before that of a collection, which comes before that of everything.
public struct EventPlace: ExpressibleByStringLiteral {
  enum Kind {
    case dataset(String)
    case collection(String)
    case everything
    case cells
  }

  let kind: Kind
  let scope: HandlerScope

  private init(_ kind: Kind, _ scope: HandlerScope) { (self.kind, self.scope) = (kind, scope) }

  /// The data set with a name, wherever its rows are shown.
  public init(stringLiteral name: String) { self = .dataset(name) }

  /// All parts of the catalog.
  public static var everything: Self { Self(.everything, .unanswered) }

  /// The data set with a name, wherever its rows are shown.
  ///
  /// - Parameters:
  ///   - name: The name of the data set.
  ///   - scope: The rows that the handler is for, in the data set.
  public static func dataset(_ name: String, _ scope: HandlerScope = .everything) -> Self {
    Self(.dataset(name), scope)
  }

  /// The listings that show a data set: its rows, those that are listed with them, their sections, and other cells
  /// among them.
  public static func collection(with dataset: String) -> Self { Self(.collection(dataset), .unanswered) }

  /// The sections of listings with a name, and their cells. Sections within others are named with these:
  /// `Fruits/Citrus`.
  public static func section(_ name: String) -> Self { .cells(in: .section(named: name)) }

  /// The cells of a kind, such as those that a step of the chain inserted.
  public static func cells(_ identifier: CellIdentifier) -> Self {
    .cells(
      in: .items(.cells, named: "cells “\(identifier)”") { source, path in
        source.cellHost(at: path).map { $0.host.cellIdentifier(at: $0.path) == identifier } ?? false
      })
  }

  /// The cells and sections of listings that are in a scope.
  public static func cells(in scope: HandlerScope) -> Self { Self(.cells, scope) }
}
