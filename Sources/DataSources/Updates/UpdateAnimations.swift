/// How those who draw what is observed are to show an update: an animation for each kind of operation.
///
/// ```swift
/// try director.reload(animated: UpdateAnimations(insertedItems: .left, deletedItems: .fade)) {
///   try director.firstSection?.remove(at: 0)
/// }
/// fruits.transaction(animated: false) { fruits.removeAll() }
/// ```
///
/// Unless something else is said, all of them are automatic. Moves have no animation of their own: they are animated where
/// ``isAnimated`` is true.
public struct UpdateAnimations: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// How something comes, goes or changes.
  public enum Animation: Hashable, Sendable, CaseIterable {
    /// Not animated.
    case none
    /// As whoever draws it thinks best.
    case automatic
    /// It fades in or out.
    case fade
    /// It comes from the left, or goes there.
    case left
    /// It comes from the right, or goes there.
    case right
    /// It comes from the top, or goes there.
    case top
    /// It comes from the bottom, or goes there.
    case bottom
    /// It comes from its middle, or goes there.
    case middle
  }

  /// For items that are inserted.
  public var insertedItems: Animation
  /// For items that are deleted.
  public var deletedItems: Animation
  /// For items that are updated.
  public var updatedItems: Animation
  /// For sections that are inserted.
  public var insertedSections: Animation
  /// For sections that are deleted.
  public var deletedSections: Animation
  /// For sections that are updated.
  public var updatedSections: Animation

  /// Creates animations by the kind of operation.
  public init(
    insertedItems: Animation = .automatic, deletedItems: Animation = .automatic, updatedItems: Animation = .automatic,
    insertedSections: Animation = .automatic, deletedSections: Animation = .automatic,
    updatedSections: Animation = .automatic
  ) {
    self.insertedItems = insertedItems
    self.deletedItems = deletedItems
    self.updatedItems = updatedItems
    self.insertedSections = insertedSections
    self.deletedSections = deletedSections
    self.updatedSections = updatedSections
  }

  /// Creates the same animation for every kind of operation.
  public init(all animation: Animation) {
    self.init(
      insertedItems: animation, deletedItems: animation, updatedItems: animation, insertedSections: animation,
      deletedSections: animation, updatedSections: animation)
  }

  /// Creates automatic animations, or none.
  public init(_ isAnimated: Bool) { self.init(all: isAnimated ? .automatic : .none) }

  /// Creates automatic animations, or none.
  public init(booleanLiteral isAnimated: Bool) { self.init(isAnimated) }

  /// Automatic animations for every kind of operation.
  public static let automatic = Self(true)

  /// No animations.
  public static let none = Self(false)

  /// Whether any kind of operation is animated.
  public var isAnimated: Bool { self != .none }

  /// The animations of two transactions that are one update: for each kind of operation the first that is not automatic, unless one of the
  /// two is none.
  func combined(with other: Self) -> Self {
    if other == .automatic { return self }
    func combine(_ kind: KeyPath<Self, Animation>) -> Animation {
      let (first, second) = (self[keyPath: kind], other[keyPath: kind])
      return second == .none || first == .automatic ? second : first
    }
    return Self(
      insertedItems: combine(\.insertedItems), deletedItems: combine(\.deletedItems),
      updatedItems: combine(\.updatedItems), insertedSections: combine(\.insertedSections),
      deletedSections: combine(\.deletedSections), updatedSections: combine(\.updatedSections))
  }
}

extension UpdateAnimations: CustomStringConvertible {
  /// `automatic` or `none`, or the kinds of operation that are animated otherwise: `insertedItems: left, deletedItems: fade`.
  public var description: String {
    let kinds = [
      ("insertedItems", insertedItems), ("deletedItems", deletedItems), ("updatedItems", updatedItems),
      ("insertedSections", insertedSections), ("deletedSections", deletedSections),
      ("updatedSections", updatedSections),
    ]
    if kinds.allSatisfy({ $0.1 == insertedItems }) { return "\(insertedItems)" }
    return kinds.filter { $0.1 != .automatic }.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
  }
}
