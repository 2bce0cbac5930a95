import CatalogKit
import Cells
import DataSources
import Datasets
import Foundation
import JSONValues
import Messages
import Rendering
import Synchronization

/// What a message of a page carries to the handler, and back.
final class EventDelivery {
  private let request: EventRequest
  private let places: EventPlaces
  private let catalog: LiveCatalog
  /// What the handler wants the page to do; `nil` if no handler of events has answered.
  var reply: PageReply?

  init(_ request: EventRequest, at places: EventPlaces, of catalog: LiveCatalog) {
    (self.request, self.places, self.catalog) = (request, places, catalog)
  }

  func event<Arguments>(_ arguments: Arguments) -> PageEvent<Arguments> {
    PageEvent(
      arguments: arguments, row: places.row, cell: places.cell, section: places.section,
      targetSection: places.targetSection, page: request.page, search: places.search, catalog: catalog,
      request: request, json: places.arguments)
  }
}

/// The places that the parts in an event have at the moment.
struct EventPlaces {
  /// The cells of the listing that has all of them.
  let cells: any DataSource<DocumentCell>
  let arguments: JSONValue
  /// The row of the first part that is a cell.
  let row: Record?
  /// The kind of that cell.
  let cell: CellIdentifier?
  let section: String?
  let targetSection: String?
  let search: String
}

extension LiveCatalog {
  /// The number of events that are under way at most, in all and of one page. Handlers that hang cannot take more.
  private static let limits = (all: 256, page: 16)

  func answer(event body: [UInt8]) async -> LiveAnswer {
    guard let message = try? JSONValue(parsing: body), let request = EventRequest(message) else {
      return Self.json(400, error: "This is no message of a live page.")
    }
    guard message["token"]?.string == token else { return Self.json(403, error: EventError.oldPage.description) }
    guard underWay.count < Self.limits.all,
      underWay.filter({ $0 == request.page }).count < Self.limits.page
    else { return Self.json(429, error: "Too much is under way. Try again later.") }
    underWay.append(request.page)
    // The number counts handlers, which may run on when the answer is sent.
    let timeLimit = timeLimitOfEvents
    var timer: Task<Void, any Error>?
    let answer = await withCheckedContinuation { continuation in
      let waiting = Mutex<CheckedContinuation<LiveAnswer, Never>?>(continuation)
      let work = Task {
        let answer = await deliver(request)
        underWay.firstIndex(of: request.page).map { _ = underWay.remove(at: $0) }
        waiting.take()?.resume(returning: answer)
      }
      timer = Task {
        try await Task.sleep(for: timeLimit)
        work.cancel()
        waiting.take()?.resume(returning: Self.json(504, error: "The answer takes too long."))
      }
    }
    timer?.cancel()
    return answer
  }

  private func deliver(_ request: EventRequest) async -> LiveAnswer {
    do {
      let places = try places(of: request)
      let delivery = EventDelivery(request, at: places, of: self)
      let result = try await places.cells.sendAsync(
        named: request.selector, json: places.arguments.jsonText, from: delivery)
      // Other handlers than those of events may have edited the catalog.
      edit { _ in }
      return try Self.event(delivery.reply ?? .nothing, result: result, to: request, in: open)
    } catch let error as EventError {
      return Self.json(error.status, error: error.description)
    } catch let error as MessageError {
      return Self.event(error)
    } catch {
      return Self.json(500, error: "\(error)")
    }
  }

  /// Calls a closure with the data set and the arguments of an event, as they are now.
  func edit<Arguments: Routable & Decodable, Result>(
    _ request: EventRequest, _ change: (RecordFileSource, Arguments) throws -> Result
  ) throws -> Result {
    guard let catalog = open.catalog else { throw EventError.gone }
    let places = try places(of: request)
    let arguments = try JSONDecoder().decode(Arguments.self, from: Data(places.arguments.line))
    guard let leaf = places.cells.leaf(of: arguments) else { throw EventError.gone }
    guard let rows = leaf.source as? RecordFileSource else {
      throw EventError(409, "This is no row of a single data set.")
    }
    var update = Update()
    return try edit(catalog, &update) { _ in try change(rows, leaf.arguments) }
  }

  // MARK: - Places

  private func places(of request: EventRequest) throws(EventError) -> EventPlaces {
    let page = try shownPage(at: request.page)
    var places: [(role: String?, place: ListingPlace)] = []
    var row: Record?
    let arguments = try request.arguments.replacingParts { part, role throws(EventError) in
      let place: ListingPlace
      switch part {
      case .cell(let name):
        let found = try page.cell(named: name)
        place = found.place
        row = row ?? found.object
      case .section(let name), .end(let name): place = try page.section(named: name)
      }
      places.append((role, place))
      let item: Int
      switch part {
      case .section: return .number(JSONNumber(place.section))
      case .cell: item = place.item ?? 0
      case .end: item = page.cells(ofListing: place.listing).numberOfItems(inSection: place.section)
      }
      return [.number(JSONNumber(place.section)), .number(JSONNumber(item))]
    }
    let listing = places.first?.place.listing ?? page.document.listing(of: page.path)
    guard places.allSatisfy({ $0.place.listing == listing }) else {
      throw EventError(409, "The parts are of different listings.")
    }
    let cells = page.cells(ofListing: listing)
    let target = places.first { $0.role == "to" }?.place
    // The kind of the card, also on the row's own page: it is what scopes of cells know.
    let host = places.lazy.compactMap(\.place.path).first.flatMap(cells.cellHost(at:))
    return EventPlaces(
      cells: cells, arguments: arguments, row: row, cell: host.map { $0.host.cellIdentifier(at: $0.path) },
      section: (places.first { $0.role != "to" }?.place.section).flatMap(cells.name(ofSection:)),
      targetSection: (target?.section).flatMap(cells.name(ofSection:)), search: page.view?.query.text ?? "")
  }

  // MARK: - Answers

  private static func event(
    _ reply: PageReply, result: String, to request: EventRequest, in catalog: OpenCatalog
  ) throws(EventError) -> LiveAnswer {
    var members: JSONObject = [:]
    if let text = reply.text { members["say"] = .string(text) }
    switch reply.destination {
    case .address(let address):
      guard address.isSafeToGoTo else {
        throw EventError(500, "The handler leads to “\(address)”, which is no address of the web.")
      }
      members["go"] = .string(address)
    case .object(let id):
      guard let file = catalog.pageFile(of: id) else { throw .gone }
      members["go"] = .string(file.percentEncodedPath)
    case nil: break
    }
    if let content = reply.content {
      var html: [UInt8] = []
      let root = LiveAddress(LiveAddress.divided(request.page).address)?.wayToRoot ?? ""
      RootedHTML.write(content, headingLevel: 3, from: root, to: &html)
      members["replaceWith"] = .string(String(decoding: html, as: UTF8.self))
    }
    if reply.isStaying || !members.members.isEmpty { members["stay"] = true }
    var answer: JSONObject = ["reply": .object(members)]
    if result != "null", let value = try? JSONValue(parsing: Array(result.utf8)) { answer["result"] = value }
    return json(200, answer.line)
  }

  private static func event(_ error: MessageError) -> LiveAnswer {
    switch error.code {
    case .notAllowed: json(403, error: "Nothing here answers to “\(error.selector)”.")
    case .badArguments: json(400, error: error.message)
    case .noReceiver: json(410, error: EventError.gone.description)
    case .split: json(409, error: "It cannot be moved there.")
    case .failed where error.underlying is EventError:
      json((error.underlying as? EventError)?.status ?? 500, error: "\(error.underlying ?? error)")
    case .failed: json(500, error: error.underlying.map { "\($0)" } ?? error.message)
    default: json(500, error: error.message)
    }
  }
}

extension Mutex {
  fileprivate func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}

// MARK: - JSON

extension JSONValue {
  /// A part of a page in the arguments of an event.
  fileprivate enum Part {
    case cell(String)
    case section(String)
    case end(String)
  }

  private var part: Part? {
    guard let members = object, members.members.count == 1 else { return nil }
    if let name = members["part"]?.string { return .cell(name) }
    if let name = members["section"]?.string { return .section(name) }
    if let name = members["endOf"]?.string { return .end(name) }
    return nil
  }

  /// Returns the value with something else in the place of each part.
  ///
  /// - Parameter replacement: Returns what a part is replaced by. It also receives the name of the argument, if the
  ///   part is one.
  fileprivate func replacingParts<Failure>(
    named name: String? = nil, _ replacement: (Part, String?) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    if let part { return try replacement(part, name) }
    switch self {
    case .array(let elements):
      var replaced: [JSONValue] = []
      for element in elements { replaced.append(try element.replacingParts(replacement)) }
      return .array(replaced)
    case .object(let members):
      var replaced = members
      for member in members.members {
        replaced[member.name] = try member.value.replacingParts(named: member.name, replacement)
      }
      return .object(replaced)
    default: return self
    }
  }

  var jsonText: String { String(decoding: line, as: UTF8.self) }
}
