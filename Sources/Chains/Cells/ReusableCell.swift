public import DataSources

/// The base class of the cells that show objects. Cells are reference types so that they can be reused: a cell that is
/// no longer needed is prepared for reuse and then shows another object.
///
/// ```swift
/// final class FruitCell: ReusableCell {
///   var title = ""
///   override func prepareForReuse() { title = "" }
/// }
/// ```
///
/// For a chain whose cells are of several classes, use `ReusableCell` or another common superclass as the cell type:
/// see `DataSource.asCells(of:)`.
open class ReusableCell {
  /// The reuse identifier that the cell was dequeued with.
  public let identifier: CellIdentifier

  /// The queue that the cell returns to when it is recycled. It is nil while the cell is idle in that queue, so that
  /// cell and queue never retain each other, and for a cell that came from no pool.
  var queue: ReuseQueue?
  /// Whether a cell source keeps track of the cell, until the reader of the item that it was returned to releases it.
  var isLent = false
  /// The object that an adapter configured the cell for. It is stored because the object may no longer be found when
  /// the cell is no longer shown.
  package var shownModel: Any?

  /// Creates an empty cell with a reuse identifier.
  public required init(_ identifier: CellIdentifier) { self.identifier = identifier }

  /// Resets the state that belongs to the object that the cell showed. Called before the cell returns to its pool; the
  /// default implementation does nothing.
  ///
  /// Reset what a configurator does not set for every object: otherwise the next object shows it, too.
  open func prepareForReuse() {}

  /// Returns the cell to the pool that it came from, where it can be dequeued for another object. A display calls this
  /// when it no longer shows the cell.
  ///
  /// The method has no effect on a cell that came from no pool, or that was already returned.
  /// Release all references to the cell: the next reader of an item may get it for another object.
  public final func recycle() {
    guard let queue else { return }
    self.queue = nil
    shownModel = nil
    prepareForReuse()
    queue.put(self)
  }

  /// Calls a closure in which the first `dequeue` of a cell of the same kind from the same pool returns this cell, as
  /// it is.
  ///
  /// A display uses this to configure an item again in the cell that already shows it: it reads the item from the chain
  /// as usual, and the cell source, which dequeues as usual, gets this cell. The caller compares the returned cell with
  /// this one to determine whether it was used.
  package final func reconfiguring<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let queue else { return try body() }
    return try queue.offering(self, to: body)
  }
}

extension Transform where M.SourceItem == ReusableCell {
  /// Says what is missing if sources of different items are combined, in place of a message about generic parameters.
  @available(*, unavailable, message: "The items are of different types. Cells: call asReusableCells() on each source.")
  public convenience init(of sources: [any DataSource], by mapping: M) { fatalError() }
}

extension DataSource where Item: ReusableCell {
  /// The same cells, typed as `ReusableCell`, for a chain whose sources have cells of different classes.
  ///
  /// ```swift
  /// let page = Transform(of: [fruits.asReusableCells(), ads.asReusableCells()], by: .concatenate())
  /// let display = CellDisplay(page)
  /// ```
  ///
  /// Messages, the selection and shown cells are unaffected: the result forwards them to the sources.
  public func asReusableCells() -> Transform<Mappings.Map<Item, ReusableCell>> { applying(.map { $0 }) }

  /// The same cells, typed as a common superclass of the cells of a chain.
  ///
  /// - Parameter type: A class that all of the cells inherit from. A cell of another class is a programming error.
  public func asCells<Shown: ReusableCell>(of type: Shown.Type) -> Transform<Mappings.Map<Item, Shown>> {
    applying(.map { shown($0, as: type) })
  }
}

/// The reuse identifier of a cell: its *kind*. Objects with the same identifier are shown by interchangeable cells, and
/// a template is found by it.
public struct CellIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, such as `fruit-card`.
  public let rawValue: String

  /// Creates an identifier from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from its name.
  public init(stringLiteral value: String) { rawValue = value }

  /// Creates the default identifier of the objects of a type: the type's qualified name.
  public init(_ type: Any.Type) { rawValue = String(reflecting: type) }
}

extension CellIdentifier: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
