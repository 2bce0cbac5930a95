/// What shows an object. Cells are objects because they are used again: one that has served is prepared and serves the next object.
public protocol ReusableCell: AnyObject {
  /// The kind that the cell was dequeued as.
  var identifier: CellIdentifier { get }

  /// Forgets the object that the cell showed.
  func prepareForReuse()
}
