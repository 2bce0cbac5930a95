public import Changesets

/// The arguments of messages about a move: the path of an item, and the path that it is to have after the move.
///
/// The paths are those that the sources' own `move(from:to:)` takes: in a section of `n` items, an item of this section can move to the
/// indexes 0 to `n - 1`, and an item of another section to the indexes 0 to `n`.
///
/// On the way, both paths are converted to those of each source. Within its section, the item passes the items between both paths, and the
/// item at the target. In another section, it is placed before the item at the target, or at the end. Items that a source does not have are
/// ignored.
public struct Move: Routable, Hashable, Sendable, Codable {
  /// The path of the item. The source that owns the item receives the message.
  public var from: ItemPath
  /// The path that the item is to have after the move.
  public var to: ItemPath

  /// Creates the arguments.
  public init(from: ItemPath, to: ItemPath) {
    self.from = from
    self.to = to
  }

  /// Routes the item, then its target.
  public mutating func route(with router: inout Router) {
    router.route(&from)
    router.route(target: &to)
  }
}

/// The result of a message about a proposed move: the path that the item may move to.
public struct MoveTarget: Routable, Hashable, Sendable, Codable {
  /// The path of the item after the move, as in ``Move``.
  public var path: ItemPath

  /// Creates a target.
  public init(_ path: ItemPath) { self.path = path }

  /// Creates a target from an encoded path.
  public init(from decoder: any Decoder) throws { path = try ItemPath(from: decoder) }

  /// Encodes the path.
  public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }

  /// Routes the target.
  public mutating func route(with router: inout Router) { router.route(target: &path) }
}

/// The arguments of a message that requests an edit.
public struct EditCommit: Routable, Hashable, Sendable, Codable {
  /// The kind of an edit.
  public enum Style: String, Hashable, Sendable, Codable {
    /// The item is to be deleted.
    case delete
    /// An item is to be inserted at the path.
    case insert
  }

  /// The kind of the edit.
  public var style: Style
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ style: Style, at path: ItemPath) {
    self.style = style
    self.path = path
  }

  /// Routes the item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about the keyboard focus of an item, which receives or loses it. If the focus moves from one item to another,
/// the owner of each receives a message of its own.
public struct FocusUpdate: Routable, Hashable, Sendable, Codable {
  /// Whether the item receives the focus.
  public var isFocused: Bool
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(isFocused: Bool, at path: ItemPath) {
    self.isFocused = isFocused
    self.path = path
  }

  /// Routes the item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about an action of an item, such as an entry of its menu.
public struct ItemCommand: Routable, Hashable, Sendable, Codable {
  /// The identifier of the action.
  public var action: String
  /// The path of the item.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ action: String, at path: ItemPath) {
    self.action = action
    self.path = path
  }

  /// Routes the item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of the message that requests the section of a title in the section index.
public struct IndexTitle: Routable, Hashable, Sendable, Codable {
  /// False: the position is one in the section index.
  public static var hasPlaces: Bool { false }

  /// The title.
  public var title: String
  /// The position of the title in the section index.
  public var position: Int

  /// Creates the arguments.
  public init(_ title: String, at position: Int) {
    self.title = title
    self.position = position
  }
}

/// An action of an item: an entry of its menu, or a swipe action.
public struct ItemAction: Hashable, Sendable, Codable {
  /// The identity of the action among those of the item.
  public var identifier: String
  /// The title that is shown to people.
  public var title: String
  /// Whether the action is destructive.
  public var isDestructive: Bool

  /// Creates an action.
  public init(_ identifier: String, title: String, isDestructive: Bool = false) {
    self.identifier = identifier
    self.title = title
    self.isDestructive = isDestructive
  }
}

/// The size of a cell, in the units of the object that shows it.
public struct ItemSize: Hashable, Sendable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
