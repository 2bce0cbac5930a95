/// The name of a message, with the types of its arguments and its result.
///
/// ```swift
/// extension MessageSelector<ItemPath, Void> {
///   static var openItem: Self { Self("catalog:openItemAtPath:") }
/// }
///
/// extension MessageSelector<ItemPath, String> {
///   static var seasonOfItem: Self { Self("catalog:seasonOfItemAtPath:") { _ in "autumn" } }
/// }
/// ```
///
/// A selector is a value. Two selectors are equal if they have the same name and the same types. Therefore a handler is
/// never called with arguments of other types, even if other code uses the same name. The default result, the merge of
/// results, the family and the split policy are no part of a selector's identity: those of the sender's selector are
/// used.
///
/// If a handler is never called, compare the types: `MessageSelector<ItemPath, Void>` and `MessageSelector<ItemPath,
/// Bool>` with the same name are different messages, and the compiler does not object.
public struct MessageSelector<Arguments: Routable, Result>: Hashable, Sendable {
  /// The selector without its types, for the look-up of a handler.
  let key: SelectorKey
  /// Combines the results of a message about several items; nil if there may be only one.
  let merge: ResultMerge<Result>?
  /// Returns the sender's result if there is no handler, or nil if that is an error. The arguments and the result are
  /// in the space of the last source on the path.
  let defaultResult: (@Sendable (Arguments) -> Result)?

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C, such as `catalog:didSelectItemAtPath:`.
  ///   - family: The subject of the message.
  ///   - splitPolicy: How a message is handled whose two places belong to different sources.
  ///   - merge: Combines the results of a message about several items. Without it, several results are an error.
  ///   - defaultResult: Returns the sender's result if there is no handler. Without it, the sender gets an error. If
  ///     the result contains places, the closure is called with the arguments in the space of the last source that the
  ///     message reached, and its result is converted on the way back.
  public init(
    _ name: String, family: SelectorFamily = .other, whenSplit splitPolicy: SplitPolicy = .refuse,
    merge: ResultMerge<Result>? = nil, default defaultResult: (@Sendable (Arguments) -> Result)? = nil
  ) {
    key = SelectorKey(
      name: name, arguments: ObjectIdentifier(Arguments.self), result: ObjectIdentifier(Result.self), family: family,
      splitPolicy: splitPolicy)
    self.merge = merge
    self.defaultResult = defaultResult
  }

  /// Whether results may contain places, which are converted on the way back.
  var returnsPlaces: Bool {
    Result.self != Void.self && (Result.self as? any Routable.Type)?.hasPlaces ?? false
  }

  /// The name in the style of Objective-C, such as `catalog:didSelectItemAtPath:`.
  public var name: String { key.name }
  /// The subject of the message.
  public var family: SelectorFamily { key.family }

  /// Returns whether two selectors have the same name.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MessageSelector where Result == Void {
  /// Creates a selector of a message without a result. No handler is required.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C, such as `catalog:didSelectItemAtPath:`.
  ///   - family: The subject of the message.
  ///   - splitPolicy: How a message is handled whose two places belong to different sources.
  public init(_ name: String, family: SelectorFamily = .other, whenSplit splitPolicy: SplitPolicy = .refuse) {
    self.init(name, family: family, whenSplit: splitPolicy, merge: .void, default: { _ in })
  }
}

extension MessageSelector: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// A selector without its types as generic parameters, as a key of message tables.
struct SelectorKey: Hashable {
  let name: String
  /// The types of the arguments and the result, which are part of the identity.
  let arguments, result: ObjectIdentifier
  let family: SelectorFamily
  let splitPolicy: SplitPolicy

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.arguments == rhs.arguments && lhs.result == rhs.result && lhs.name == rhs.name
  }

  // The name itself is not hashed: most messages differ in the length of the name or in the types, and hashing a long
  // name takes longer than everything else.
  func hash(into hasher: inout Hasher) {
    hasher.combine(arguments)
    hasher.combine(name.utf8.count)
  }
}

/// The subject of a selector. Sources forward messages by family, see ``Forwarding``.
public struct SelectorFamily: RawRepresentable, Hashable, Sendable {
  /// The family's name.
  public let rawValue: String

  /// Creates a family with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The selection of items.
  public static let selection = Self(rawValue: "selection")
  /// The highlighting of items while they are touched.
  public static let highlight = Self(rawValue: "highlight")
  /// The beginning and the end of the display of cells.
  public static let display = Self(rawValue: "display")
  /// Items that will be needed soon.
  public static let prefetching = Self(rawValue: "prefetching")
  /// Inserting, deleting and editing items.
  public static let editing = Self(rawValue: "editing")
  /// Moving items.
  public static let moving = Self(rawValue: "moving")
  /// Titles of sections, and the section index.
  public static let titles = Self(rawValue: "titles")
  /// Menus of items.
  public static let menu = Self(rawValue: "menu")
  /// Accessories beside items.
  public static let accessory = Self(rawValue: "accessory")
  /// Swipe actions of items.
  public static let swipeActions = Self(rawValue: "swipeActions")
  /// The keyboard focus.
  public static let focus = Self(rawValue: "focus")
  /// The sizes of cells.
  public static let layout = Self(rawValue: "layout")
  /// The family of selectors that are declared without one.
  public static let other = Self(rawValue: "other")
}

/// How a message about two places, such as a move, is handled if they belong to different sources, or if the second is
/// that of an item that a source on the way owns itself.
///
/// Before the policy applies, a handler with the scope ``HandlerScope/acrossSources`` is looked up in the source where
/// the paths of both places diverge. The table of that source can override the policy of a selector: see
/// ``MessageTable/setSplitPolicy(_:for:)``.
public enum SplitPolicy: Hashable, Sendable {
  /// The message is not delivered.
  case refuse
  /// The owner of the first place receives the message. The place of any other item is replaced by the nearest one of
  /// the same owner, towards the first place; the target of a move is replaced by the one that results if all items of
  /// other owners are left out. If the other place is a section, the message is not delivered.
  ///
  /// - Complexity: O(*d*) path conversions, *d* being the distance to that place.
  case clamp
}

/// A closure that combines the results of a message that was split among several sources or handlers.
public struct ResultMerge<Result>: Sendable {
  /// The result of one of them.
  public struct Part {
    /// The positions of the part's items among all items of the message.
    public var positions: [Int]
    /// The result.
    public var result: Result
  }

  let merge: @Sendable ([Part]) -> Result

  /// Creates a merge from a closure.
  ///
  /// - Parameter merge: Returns one result for several parts, which are sorted by their first positions. Items without
  ///   a handler are in none of them.
  public init(_ merge: @escaping @Sendable (_ parts: [Part]) -> Result) { self.merge = merge }

  /// Concatenates arrays, in the order of the message's items.
  ///
  /// If a result has one element for each of its items, each element takes the position of its item. The elements of
  /// any other result take the position of its first item.
  public static func elements<Element>() -> Self where Result == [Element] {
    Self { parts in
      parts.flatMap { part -> [(position: Int, element: Element)] in
        let hasOneEach = part.result.count == part.positions.count
        return part.result.enumerated().map { index, element in (part.positions[hasOneEach ? index : 0], element) }
      }
      // Elements with the same position keep their order.
      .enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element.element)
    }
  }
}

extension ResultMerge where Result == Void {
  /// Results of the type `Void`.
  public static var void: Self { Self { _ in } }
}

extension ResultMerge where Result == Bool {
  /// Whether all results are true.
  public static var all: Self { Self { $0.allSatisfy(\.result) } }
  /// Whether any result is true.
  public static var any: Self { Self { $0.contains(where: \.result) } }
}
