import DataSources
import Datasets

struct LimitStep: CatalogStep {
  static let key = "limit"
  static let schema = """
    {
      "description": "So many rows of each section at the most.",
      "anyOf": [
        { "type": "integer", "minimum": 1 },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["count"],
          "properties": {
            "count": { "type": "integer", "minimum": 1, "description": "How many rows are shown." },
            "skip": { "type": "integer", "minimum": 0, "default": 0, "description": "How many rows before them are left out." }
          }
        }
      ]
    }
    """

  var count: Int
  var skip: Int

  init(_ count: Int, skip: Int = 0) { (self.count, self.skip) = (count, skip) }

  /// Reads `limit: 10`, or a mapping with `count` and `skip`.
  init?(_ node: YAMLNode) {
    let values = node.shorthand(["count", "skip"])
    let skip = values["skip"]?.count() ?? 0
    guard let count = node.required(values["count"]?.count(from: 1), "count") else { return nil }
    self.init(count, skip: skip)
  }

  var summary: String { skip == 0 ? "\(count)" : "\(count), skip \(skip)" }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    source.applying(.window(offset: skip, count: count)).named(label)
  }
}
