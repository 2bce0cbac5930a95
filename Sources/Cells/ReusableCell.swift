/// What shows an object. Cells are objects because they are used again: one that has served is prepared and serves the next object.
///
/// ```swift
/// final class FruitCell: ReusableCell {
///   var title = ""
///   override func prepareForReuse() { title = "" }
/// }
/// ```
///
/// A chain of cells of several classes is one of `ReusableCell`, or of any other class that they have in common.
open class ReusableCell {
  /// The kind that the cell was dequeued as.
  public let identifier: CellIdentifier

  /// Where the cell goes when it is recycled: nowhere while it waits there, or if it came from no pool. So the two never hold each other.
  var queue: ReuseQueue?
  /// Whether a source has lent the cell to a reader, and keeps it until that one holds it no more.
  var isLent = false
  /// The object that an adapter had the cell show: when the cell ends, the object may not be found any more.
  package var shownModel: Any?

  /// Creates an empty cell of a kind.
  public required init(_ identifier: CellIdentifier) { self.identifier = identifier }

  /// Forgets the object that the cell showed.
  open func prepareForReuse() {}

  /// Gives the cell back to the pool that it came from, for the next object of its kind. A display does this when the item is gone.
  ///
  /// A cell that came from no pool is just released, and one that was given back already stays there.
  public final func recycle() {
    guard let queue else { return }
    self.queue = nil
    shownModel = nil
    prepareForReuse()
    queue.put(self)
  }

  /// Lets a closure have this very cell, as it is, where it dequeues one of the kind from the pool for the first time.
  ///
  /// This is how an item is configured again in the cell that shows it already: the display asks the chain for it as always, and
  /// the cell source, which dequeues as always, gets the cell. Whether it did, the caller sees by what comes back.
  package final func reconfiguring<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let queue else { return try body() }
    return try queue.offering(self, to: body)
  }
}

/// The kind of a cell: objects with the same identifier are shown by interchangeable cells, and a template is named by it.
public struct CellIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, such as `fruit-card`.
  public let rawValue: String

  /// Creates an identifier from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from its name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The identifier of the objects of a type, unless somebody says otherwise: the type's qualified name.
  public init(_ type: Any.Type) { rawValue = String(reflecting: type) }
}

extension CellIdentifier: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
