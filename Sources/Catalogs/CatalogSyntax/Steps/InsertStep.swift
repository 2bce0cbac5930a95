import Changesets
import DataSources
import Diagnostics
import Rendering

/// A step that inserts a cell without a record at a position among the cells of the records.
struct InsertStep: CellStep {
  static let key = "insert"
  static let schema = """
    {
      "type": "object",
      "description": "A cell among the rows' cells.",
      "additionalProperties": false,
      "required": ["cell"],
      "properties": {
        "cell": { "$ref": "#/$defs/cell" },
        "at": {
          "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "integer", "minimum": 0 },
          "description": "The section and the place in it, both counting from 0."
        }
      }
    }
    """

  var cell: LocatedText
  var path = ItemPath(0, 0)

  init?(_ node: YAMLNode) {
    let values = node.mapping(["cell", "at"])
    if let value = values["at"] {
      let indexes = value.elements.compactMap { $0.count() }
      if indexes.count == 2 {
        path = ItemPath(section: indexes[0], item: indexes[1])
      } else {
        value.report("chain/path", "a place is two numbers: [section, item]", hint: "Both count from 0.")
      }
    }
    guard let cell = node.required(values["cell"]?.name, "cell") else { return nil }
    self.cell = cell
  }

  var summary: String { "\(cell.text) at \(path.section), \(path.item)" }

  func apply(
    to cells: any DataSource<DocumentCell>, adding cell: any DataSource<DocumentCell>
  ) -> any DataSource<DocumentCell> {
    Transform(of: [cells, cell], by: .insert(at: path, clampsToEnd: true)).named(label)
  }
}
