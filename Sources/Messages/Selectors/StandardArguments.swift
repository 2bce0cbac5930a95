public import Changesets

/// The arguments of messages about a move: where an item is, and the place that it is to have afterwards.
///
/// So they are what the sources' own `move(from:to:)` takes, and in a section of `n` items an item of this section can go to the places from
/// 0 to `n - 1`, one of another section to those from 0 to `n`.
///
/// Each source on the way has them in its own places. Within its section, the item passes over what stands between, and over the item that
/// has the place; in another one it stands in front of that item, or at the end. Items that are not there are passed over with the others.
public struct Move: Routable, Hashable, Sendable, Codable {
  /// Where the item is. Its owner gets the message.
  public var from: ItemPath
  /// The place that it is to have afterwards.
  public var to: ItemPath

  /// Creates the arguments.
  public init(from: ItemPath, to: ItemPath) {
    self.from = from
    self.to = to
  }

  /// The item, then its new place.
  public mutating func route(with router: inout Router) {
    router.route(&from)
    router.route(target: &to)
  }
}

/// Where an item may go: the answer to a proposed move.
public struct MoveTarget: Routable, Hashable, Sendable, Codable {
  /// The place that the item may have afterwards, as in ``Move``.
  public var path: ItemPath

  /// Creates a target.
  public init(_ path: ItemPath) { self.path = path }

  /// Decodes a path.
  public init(from decoder: any Decoder) throws { path = try ItemPath(from: decoder) }

  /// Encodes the path.
  public func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }

  /// The place.
  public mutating func route(with router: inout Router) { router.route(target: &path) }
}

/// The arguments of a message that ends an edit.
public struct EditCommit: Routable, Hashable, Sendable, Codable {
  /// What is to be done.
  public enum Style: String, Hashable, Sendable, Codable {
    /// The item is to be deleted.
    case delete
    /// An item is to be inserted at the place.
    case insert
  }

  /// What is to be done.
  public var style: Style
  /// The item's place.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ style: Style, at path: ItemPath) {
    self.style = style
    self.path = path
  }

  /// The item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about the keyboard's focus: an item gets it, or loses it. Where the focus goes from one item to another, the
/// owner of each gets a message of its own.
public struct FocusUpdate: Routable, Hashable, Sendable, Codable {
  /// Whether the item gets the focus.
  public var isFocused: Bool
  /// The item's place.
  public var path: ItemPath

  /// Creates the arguments.
  public init(isFocused: Bool, at path: ItemPath) {
    self.isFocused = isFocused
    self.path = path
  }

  /// The item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of a message about something that can be done with an item, such as an entry of its menu.
public struct ItemCommand: Routable, Hashable, Sendable, Codable {
  /// The identifier of what can be done.
  public var action: String
  /// The item's place.
  public var path: ItemPath

  /// Creates the arguments.
  public init(_ action: String, at path: ItemPath) {
    self.action = action
    self.path = path
  }

  /// The item.
  public mutating func route(with router: inout Router) { router.route(&path) }
}

/// The arguments of the message that asks for the section of a title in the index.
public struct IndexTitle: Routable, Hashable, Sendable, Codable {
  /// No: the position is one in the index.
  public static var hasPlaces: Bool { false }

  /// The title.
  public var title: String
  /// Where the title stands in the index.
  public var position: Int

  /// Creates the arguments.
  public init(_ title: String, at position: Int) {
    self.title = title
    self.position = position
  }
}

/// Something that can be done with an item: an entry of its menu, or what a swipe over it shows.
public struct ItemAction: Hashable, Sendable, Codable {
  /// What tells the action from others.
  public var identifier: String
  /// What people call it.
  public var title: String
  /// Whether it destroys something.
  public var isDestructive: Bool

  /// Creates an action.
  public init(_ identifier: String, title: String, isDestructive: Bool = false) {
    self.identifier = identifier
    self.title = title
    self.isDestructive = isDestructive
  }
}

/// The size of a cell, in the units of what shows it.
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
