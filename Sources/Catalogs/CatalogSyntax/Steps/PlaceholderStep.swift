import DataSources
import Rendering

/// A step that shows a cell while there are no other cells.
struct PlaceholderStep: CellStep {
  static let key = "placeholder"
  static let schema = """
    { "$ref": "#/$defs/cell", "description": "The only cell of the listing when there are no rows." }
    """

  var cell: LocatedText

  init?(_ node: YAMLNode) {
    guard let cell = node.name else { return nil }
    self.cell = cell
  }

  var summary: String { cell.text }

  func apply(
    to cells: any DataSource<DocumentCell>, adding cell: any DataSource<DocumentCell>
  ) -> any DataSource<DocumentCell> {
    Transform(of: [cells, cell], by: .showPlaceholder()).named(label)
  }
}
