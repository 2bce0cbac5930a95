import CatalogKit
import DataSources
import JSONValues
import Messages
import Rendering

/// What the pages of a catalog offer to their readers: what is handled, and nothing else.
struct PageControls {
  private let listings: [Listing]
  /// The names of the messages about no part of a page that are handled.
  let events: [String]

  /// Creates the controls of a catalog; `nil` if it handles nothing.
  init?(of catalog: Catalog) {
    listings = catalog.document.listings
    guard listings.contains(where: { $0.cells.allowsMessages }) else { return nil }
    events = Set(listings.flatMap { $0.cells.namesOfMessages(answeredAt: nil) }).sorted()
  }

  /// Returns the attributes of a part of a page that say what is handled there.
  ///
  /// - Parameter arranged: The cells of the listing as a reader has arranged them; `nil` for the listing itself.
  func attributes(of place: ListingPlace, in arranged: (any DataSource<DocumentCell>)? = nil) -> String {
    let cells = arranged ?? listings[place.listing].cells
    guard let path = place.path else {
      return Self.attribute("events", cells.namesOfMessages(answeredAt: .section(place.section)))
    }
    var names = cells.namesOfMessages(answeredAt: .item(path))
    if names.isEmpty { return "" }
    names.removeAll { cells.refusal(of: $0, at: path) != nil }
    var attributes = Self.attribute("events", names)
    if names.contains(MessageSelector.commitEdit.name), (try? cells.send(.editingStyleOfItem, path)) == .insert {
      attributes += Self.attribute("editing", ["insert"])
    }
    if names.contains(MessageSelector.performAction.name), let actions = try? cells.send(.editActions, path),
      !actions.isEmpty
    {
      attributes += Self.attribute("actions", [JSONValue.array(actions.map(\.json)).jsonText])
    }
    return attributes
  }

  /// Returns an attribute with a list of values, after a space; an empty text if there are none.
  static func attribute(_ name: String, _ values: [String]) -> String {
    if values.isEmpty { return "" }
    let text = values.joined(separator: " ")
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    return " data-\(name)=\"\(escaped)\""
  }
}

extension DataSource {
  /// Returns the question because of whose answer a message about an item is not offered; `nil` if it is. What nobody
  /// is asked for is allowed.
  func refusal(of message: String, at path: ItemPath) -> MessageSelector<ItemPath, Bool>? {
    let question: MessageSelector<ItemPath, Bool>
    switch message {
    case MessageSelector.moveItem.name: question = .canMoveItem
    case MessageSelector.deleteItems.name, MessageSelector.commitEdit.name: question = .canEditItem
    default: return nil
    }
    return (try? deliver(question, path))?.result == false ? question : nil
  }
}

extension ItemAction {
  fileprivate var json: JSONValue {
    ["identifier": .string(identifier), "title": .string(title), "isDestructive": .boolean(isDestructive)]
  }
}
