public import Cells
public import Datasets
public import DocumentModel
import JSONValues
public import Messages
public import Rendering

/// What a reader did on a page, as a handler receives it.
///
/// A handler runs beside the catalog, so that it may take its time and holds up nobody. What it knows of the catalog is
/// the ``row`` as it was when the event arrived; to change the data, it calls ``edit(_:)``.
public struct PageEvent<Arguments: Sendable>: Sendable {
  /// The arguments, in the paths of the source that received the message, as of when it did.
  ///
  /// - Warning: Paths may name other rows by now. ``edit(_:)`` passes those of the present state.
  public let arguments: Arguments
  /// The row that the event is about; `nil` if it is about a section, or a cell that shows no row.
  public let row: Record?
  /// The kind of the cell that the event is about; of a row's own page, that of its card. `nil` if it is about a
  /// section or about nothing.
  public let cell: CellIdentifier?
  /// The name of the section that the event is about, or of that in which the reader saw the row; `nil` if the listing
  /// has no sections with names.
  public let section: String?
  /// The name of the section that a row is moved to; `nil` for other events.
  public let targetSection: String?
  /// The address of the page, relative to the catalog's root.
  public let page: String
  /// What the reader searches for on the page; empty if there is nothing.
  public let search: String
  /// The catalog.
  public let catalog: LiveCatalog
  let request: EventRequest
  /// The arguments in the paths of the listing.
  let json: JSONValue
}

extension PageEvent where Arguments: Routable & Decodable {
  /// Edits the data set of the row, and tells the open pages that show it.
  ///
  /// ```swift
  /// catalog.handle(.deleteItems, in: "fruits") { event in
  ///   try await event.edit { fruits, paths in
  ///     fruits.edit { rows in for path in paths { rows.remove(at: path.item) } }
  ///   }
  ///   return .say("Deleted.")
  /// }
  /// ```
  ///
  /// The edit is one batch. It is in memory, and lasts until the data set's file is read again.
  ///
  /// - Parameter change: Called with the data set and the arguments in its paths, as they are now, whatever has moved
  ///   since the event.
  /// - Returns: The closure's result.
  /// - Throws: ``EventError`` if what the event is about has gone, or is no row of a data set; the closure's error.
  @discardableResult
  public func edit<Result: Sendable>(
    _ change: @Sendable (_ rows: RecordFileSource, _ arguments: Arguments) throws -> Result
  ) async throws -> Result {
    try await catalog.edit(request, change)
  }
}

/// The reason why nothing was done for an event.
public struct EventError: Error, CustomStringConvertible {
  /// The status of the answer, as of HTTP.
  let status: Int
  /// A sentence for readers.
  public let description: String

  init(_ status: Int, _ description: String) { (self.status, self.description) = (status, description) }

  static let gone = Self(410, "It is gone.")
  static let oldPage = Self(403, "The page is old. Load it again.")
}

/// An event as a page sends it: the name of a message, and its arguments, in which parts of the page stand for the
/// places that they have when the message is delivered.
struct EventRequest: Sendable {
  /// The address of the page, as the browser knows it.
  let page: String
  let selector: String
  let arguments: JSONValue

  init?(_ message: JSONValue) {
    guard let page = message["page"]?.string, let selector = message["selector"]?.string else { return nil }
    self.page = page
    self.selector = selector
    arguments = message["arguments"] ?? [:]
  }
}

/// What a page does after an event, besides showing the changes of the catalog.
///
/// ```swift
/// catalog.handle(.didSelectItem, in: "fruits") { event in
///   .say("\(event.row?.title ?? "It") is in your basket.")
/// }
/// ```
///
/// Whatever a reply contains is data: texts and addresses can come from anywhere.
public struct PageReply: Sendable {
  /// Where a page leads.
  enum Destination: Sendable {
    case address(String)
    case object(ObjectID)
  }

  var text: String?
  var destination: Destination?
  var content: [Block]?
  var isStaying = false

  /// The page does what it would do without a handler: if a link was clicked, it is followed.
  public static let nothing = PageReply()

  /// The page stays: if a link was clicked, it is not followed.
  public static let stay = PageReply(isStaying: true)

  /// The page stays, and a text is shown over it for a while.
  public static func say(_ text: String) -> Self { PageReply(text: text) }

  /// The page is left for another one.
  ///
  /// - Parameter address: An address of the web, or one in the catalog: `vegetables/artichoke.html`. Addresses of other
  ///   kinds, such as those of scripts, are errors.
  public static func go(to address: String) -> Self { PageReply(destination: .address(address)) }

  /// The page is left for that of an object.
  public static func go(to object: ObjectID) -> Self { PageReply(destination: .object(object)) }

  /// The cell shows something else, for this reader, until the page is loaded again or the cell changes.
  ///
  /// - Parameter content: The cell's new content, such as `[Block](markdown: text)`.
  public static func replace(_ content: [Block]) -> Self { PageReply(content: content) }
}

extension String {
  /// Whether a page may lead to the address: it is one of the web, or one of the catalog, relative to its root.
  var isSafeToGoTo: Bool {
    let isWeb = ["http://", "https://"].contains { lowercased().hasPrefix($0) }
    return isWeb || Destination.isRelative(self)
  }
}
