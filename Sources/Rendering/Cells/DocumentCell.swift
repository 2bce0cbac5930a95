public import Cells

/// The cell of a document: a titled body of blocks that serves every format.
public final class DocumentCell: ReusableCell {
  /// The title; empty for a cell without one.
  public var title = ""
  /// The object whose page the cell leads to; nothing for a cell that leads nowhere, such as a banner.
  public var target: ObjectID?
  /// A colour that decorates the cell.
  public var accent: Accent?
  /// The body. Headings in it are relative to the cell: level 1 is the highest.
  public var body: CellBody = []

  /// Forgets the title, target, accent and body.
  public override func prepareForReuse() {
    (title, target, accent, body) = ("", nil, nil, [])
  }
}
