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
/// A selector is a value. Two selectors are the same if they have the same name and the same types; so a handler is never called with
/// arguments of other types, whoever else uses the name. All that a selector says apart from that counts where it is used: by the sender, the
/// default result and the merge of results.
public struct MessageSelector<Arguments: Routable, Result>: Hashable, Sendable {
  /// The selector without its types, for the search of a handler.
  let key: SelectorKey
  /// How the results of a message about many places become one.
  let merge: ResultMerge<Result>?
  /// What the sender gets if nothing responds, as the last source on the path would answer.
  let defaultResult: (@Sendable (Arguments) -> Result)?

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  ///   - family: What the message is about.
  ///   - splitPolicy: What happens to a message about two places that belong to different sources.
  ///   - merge: How the results of a message about many places become one; without it, several results are an error.
  ///   - defaultResult: What the sender gets if nothing responds; without it, the sender gets an error. If it has places, it is called with the
  ///     arguments as the last source that the message came to has them, and what it returns is converted on its way back.
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

  /// Whether there may be places in results, to be converted on the way back.
  var returnsPlaces: Bool {
    Result.self != Void.self && (Result.self as? any Routable.Type)?.hasPlaces ?? false
  }

  /// The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  public var name: String { key.name }
  /// What the message is about.
  public var family: SelectorFamily { key.family }

  /// Whether two selectors have the same name.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension MessageSelector where Result == Void {
  /// Creates a selector of a message without a result, which nothing needs to answer.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  ///   - family: What the message is about.
  ///   - splitPolicy: What happens to a message about two places that belong to different sources.
  public init(_ name: String, family: SelectorFamily = .other, whenSplit splitPolicy: SplitPolicy = .refuse) {
    self.init(name, family: family, whenSplit: splitPolicy, merge: .void, default: { _ in })
  }
}

extension MessageSelector: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// A selector without its types.
struct SelectorKey: Hashable {
  let name: String
  /// The types, which tell the selector from others of its name.
  let arguments, result: ObjectIdentifier
  let family: SelectorFamily
  let splitPolicy: SplitPolicy

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.arguments == rhs.arguments && lhs.result == rhs.result && lhs.name == rhs.name
  }

  // Not the name itself: most messages have a name of another length, or other types, and a long name takes longer to hash than all else.
  func hash(into hasher: inout Hasher) {
    hasher.combine(arguments)
    hasher.combine(name.utf8.count)
  }
}

/// What a selector is about. Sources forward messages by family, see ``Forwarding``.
public struct SelectorFamily: RawRepresentable, Hashable, Sendable {
  /// The family's name.
  public let rawValue: String

  /// Creates a family with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Selecting and deselecting items.
  public static let selection = Self(rawValue: "selection")
  /// Highlighting items while they are touched.
  public static let highlight = Self(rawValue: "highlight")
  /// The beginning and the end of a cell's time on display.
  public static let display = Self(rawValue: "display")
  /// Items that will be needed soon.
  public static let prefetching = Self(rawValue: "prefetching")
  /// Inserting, deleting and editing items.
  public static let editing = Self(rawValue: "editing")
  /// Moving items.
  public static let moving = Self(rawValue: "moving")
  /// Titles of sections, and the index of them.
  public static let titles = Self(rawValue: "titles")
  /// Menus of items.
  public static let menu = Self(rawValue: "menu")
  /// What stands beside an item and can be touched.
  public static let accessory = Self(rawValue: "accessory")
  /// What can be done by swiping over an item.
  public static let swipeActions = Self(rawValue: "swipeActions")
  /// The keyboard's focus.
  public static let focus = Self(rawValue: "focus")
  /// The size of cells.
  public static let layout = Self(rawValue: "layout")
  /// The family of selectors that are declared without one.
  public static let other = Self(rawValue: "other")
}

/// What happens to a message about two places, such as a move, where they belong to different sources, or where the second is of an item that
/// is a source's own.
///
/// Before the policy applies, the source where the places part is asked for a handler of the scope ``HandlerScope/acrossSources``; and its
/// table may have another policy for a selector, see ``MessageTable/setSplitPolicy(_:for:)``.
public enum SplitPolicy: Hashable, Sendable {
  /// The message is not delivered.
  case refuse
  /// The owner of the first place gets it. Each other place of an item becomes the nearest one that belongs to the same owner, on the way
  /// to the first; the target of a move becomes the place that the item has with what is not the owner's left out. Where the other is a
  /// section, the message is not delivered.
  ///
  /// - Complexity: O(*d*) conversions of places, *d* being the distance to that place.
  case clamp
}

/// How the results of a message about many places, which was split among several sources or handlers, become one.
public struct ResultMerge<Result>: Sendable {
  /// The result of one of them.
  public struct Part {
    /// The positions of its places among all that the message was about.
    public var positions: [Int]
    /// The result.
    public var result: Result
  }

  let merge: @Sendable ([Part]) -> Result

  /// Creates a merge from a closure.
  ///
  /// - Parameter merge: Returns one result for several, which are ordered by their first positions. Places that nothing answered for
  ///   are in none of them.
  public init(_ merge: @escaping @Sendable (_ parts: [Part]) -> Result) {
    self.merge = merge
  }

  /// The elements of all results, in the order of the places.
  ///
  /// The elements of a result that has one for each of its places are put where the places stand in the whole; those of any other stand where
  /// its first place does.
  public static func elements<Element>() -> Self where Result == [Element] {
    Self { parts in
      parts.flatMap { part -> [(position: Int, element: Element)] in
        let hasOneEach = part.result.count == part.positions.count
        return part.result.enumerated().map { index, element in (part.positions[hasOneEach ? index : 0], element) }
      }
      .enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element.element)
    }
  }
}

extension ResultMerge where Result == Void {
  /// No result.
  public static var void: Self { Self { _ in } }
}

extension ResultMerge where Result == Bool {
  /// Whether all results are true.
  public static var all: Self { Self { $0.allSatisfy(\.result) } }
  /// Whether any result is true.
  public static var any: Self { Self { $0.contains(where: \.result) } }
}
