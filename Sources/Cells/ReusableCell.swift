public import DataSources

/// What shows an object. Cells are objects because they are used again: one that has served is prepared and serves the next object.
///
/// ```swift
/// final class FruitCell: ReusableCell {
///   var title = ""
///   override func prepareForReuse() { title = "" }
/// }
/// ```
///
/// A chain of cells of several classes is one of `ReusableCell`, or of any other class that they have in common: see
/// ``DataSources/DataSource/asCells(of:)``.
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

extension DataSource where Item: ReusableCell {
  /// The same cells for a chain of several classes.
  ///
  /// ```swift
  /// let page = Transform(of: [fruits.asReusableCells(), ads.asReusableCells()], by: .concatenate())
  /// let display = CellDisplay(page)
  /// ```
  ///
  /// Messages, selection and the cells that are shown go through to the sources.
  public func asReusableCells() -> Transform<Mappings.Map<Item, ReusableCell>> { applying(.map { $0 }) }

  /// The same cells for a chain of a class that they have in common.
  ///
  /// - Parameter type: A class that all of the cells are of; anything else is a programmer's error.
  public func asCells<Shown: ReusableCell>(of type: Shown.Type) -> Transform<Mappings.Map<Item, Shown>> {
    applying(.map { shown($0, as: type) })
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
