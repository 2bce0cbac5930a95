/// The animations with which a view shows an update, one for each kind of operation.
///
/// ```swift
/// try director.reload(animated: UpdateAnimations(insertedItems: .left, deletedItems: .fade)) {
///   try director.firstSection?.remove(at: 0)
/// }
/// fruits.transaction(animated: false) { fruits.removeAll() }
/// ```
///
/// By default, all of them are automatic. Moves have no animation of their own: they are animated if ``isAnimated`` is
/// true.
public struct UpdateAnimations: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The animation of an insertion, deletion or update.
  public enum Animation: Hashable, Sendable, CaseIterable {
    /// No animation.
    case none
    /// The animation that the view chooses.
    case automatic
    /// Fades in or out.
    case fade
    /// Enters from the left, or leaves to the left.
    case left
    /// Enters from the right, or leaves to the right.
    case right
    /// Enters from the top, or leaves to the top.
    case top
    /// Enters from the bottom, or leaves to the bottom.
    case bottom
    /// Expands from its middle, or shrinks to it.
    case middle
  }

  /// The animation of inserted items.
  public var insertedItems: Animation
  /// The animation of deleted items.
  public var deletedItems: Animation
  /// The animation of updated items.
  public var updatedItems: Animation
  /// The animation of inserted sections.
  public var insertedSections: Animation
  /// The animation of deleted sections.
  public var deletedSections: Animation
  /// The animation of updated sections.
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

  /// Returns the animations of two transactions that are made as one update. For each kind of operation, this is the
  /// first that is not automatic, unless one of the two is none.
  func combined(with other: Self) -> Self {
    if other == .automatic { return self }
    func combine(_ kind: KeyPath<Self, Animation>) -> Animation {
      let (first, second) = (self[keyPath: kind], other[keyPath: kind])
      // Switched off by either of the two; otherwise the first choice that is not left to the view.
      return second == .none || first == .automatic ? second : first
    }
    return Self(
      insertedItems: combine(\.insertedItems), deletedItems: combine(\.deletedItems),
      updatedItems: combine(\.updatedItems), insertedSections: combine(\.insertedSections),
      deletedSections: combine(\.deletedSections), updatedSections: combine(\.updatedSections))
  }
}

extension UpdateAnimations: CustomStringConvertible {
  /// `automatic` or `none`, or the kinds of operation with other animations: `insertedItems: left, deletedItems: fade`.
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
