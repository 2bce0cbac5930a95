public import DocumentModel
public import Rendering

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
