import DataSources
import Datasets

struct SortSectionsStep: CatalogStep {
  enum Key {
    case name
    case size
    /// The position of the name in a list. Sections that are not listed come last.
    case listed([String])
  }

  static let key = "sort_sections"
  static let schema = """
    {
      "description": "Sorts the sections.",
      "anyOf": [
        { "$ref": "#/$defs/sectionKey" },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["by"],
          "properties": {
            "by": { "$ref": "#/$defs/sectionKey" },
            "order": { "$ref": "#/$defs/direction" }
          }
        }
      ]
    }
    """

  var key: Key
  var sortOrder: ValueOrder

  init(by key: Key, _ sortOrder: ValueOrder = .ascending) { (self.key, self.sortOrder) = (key, sortOrder) }

  /// Reads `name`, `size`, a list of names, or a mapping with `by` and `order`.
  init?(_ node: YAMLNode) {
    let values = node.shorthand(["by", "order"])
    let order: ValueOrder? = values["order"]?.choice()
    guard let by = node.required(values["by"], "by") else { return nil }
    let key: Key? =
      by.isSequence
      ? .listed(by.elements.compactMap(\.string)) : by.choice(KeyWord.self).map { $0 == .name ? .name : .size }
    guard let key else { return nil }
    self.init(by: key, order ?? .ascending)
  }

  enum KeyWord: String, CaseIterable { case name, size }

  var summary: String {
    let name =
      switch key {
      case .name: "name"
      case .size: "size"
      case .listed: "as listed"
      }
    return sortOrder == .ascending ? name : "\(name) \(sortOrder.rawValue)"
  }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    guard chain.hasNestedSections else { return source.applying(.sortSections(by: order)).named(label) }
    let order = order
    return source.applying(.sortSections(together: { NestedSections.ranks(of: $0) { _ in order } })).named(label)
  }

  /// The order of sections, or of the sections within one section. If names are compared, sections without one come
  /// last.
  private var order: NestedSections.Order {
    let descending = sortOrder.isDescending
    let texts = sortOrder.ofTexts
    func byName(_ areInOrder: @escaping (String, String) -> Bool) -> NestedSections.Order {
      { first, second in
        guard let first = first.name, let second = second.name else { return first.name != nil && second.name == nil }
        return areInOrder(first, second)
      }
    }
    switch key {
    case .size: return { descending ? $0.count > $1.count : $0.count < $1.count }
    case .name: return byName { $0.sectionKey(of: texts).precedes($1.sectionKey(of: texts), descending: descending) }
    case .listed(let names):
      let rank = NestedSections.ranks(listedAs: names)
      return byName { descending ? rank($0) > rank($1) : rank($0) < rank($1) }
    }
  }
}
