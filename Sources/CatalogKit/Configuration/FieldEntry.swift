import Datasets

/// What a person says of a field: how it is read, and how it is shown where there is no template.
struct FieldEntry: Hashable, Sendable {
  /// How the numbers of a field are written.
  enum Format: Hashable, Sendable {
    /// As the data has them.
    case plain
    /// As the language of the catalog writes them, also where they look like years or numbers of things.
    case grouped
    /// As the language writes them, with so many decimals.
    case decimals(Int)
  }

  /// The field.
  var field: CatalogConfiguration.Name
  /// What people call it; made from its name unless given.
  var label: String?
  /// What its values are measured in.
  var unit: String?
  /// How its numbers are written; as the language of the catalog writes them unless given.
  var format: Format?
  /// Its place among the fields: those that have one come first.
  var order: Int?
  /// Whether it is left out where there is no template.
  var isHidden = false
  /// The addresses that its values lead to.
  var link: LinkTemplate?
  /// What stands between the elements of a list that is one text.
  var separator: String?
  /// The rows that its values refer to.
  var reference: ReferenceEntry?
  /// Whether its values refer to no rows, also where the data says so.
  var isNoReference = false

  /// Makes an entry that says nothing.
  init(field: CatalogConfiguration.Name) { self.field = field }
}

extension FieldEntry {
  private static let keys = ["label", "unit", "format", "order", "hide", "link", "type", "separator", "refers"]
  /// More decimals than any number has that people read.
  private static let maximumDecimals = 20

  /// A field, and a mapping of what is said of it.
  ///
  /// - Parameters:
  ///   - type: Takes the type of the field, and the node that says so.
  init(field: CatalogConfiguration.Name, value: YAMLNode, type: (FieldReading, YAMLNode) -> Void) {
    self.init(field: field)
    for (key, value) in value.mapping(Self.keys) {
      switch key.text {
      case "label": label = value.string
      case "unit": unit = value.string
      case "format": format = Format(value)
      case "order": order = value.count()
      case "hide": isHidden = value.boolean ?? false
      case "link": link = LinkTemplate(value)
      case "refers":
        if !value.isMapping, value.string == "false" {
          isNoReference = true
        } else {
          reference = ReferenceEntry(value)
        }
      case "type": if let chosen = FieldReading(value) { type(chosen, value) }
      default:
        separator = value.string
        if separator?.isEmpty == true {
          value.report(
            "catalog/separator", "nothing stands between the values", hint: "Write what stands between them: \"|\".")
        } else if separator != nil {
          type(.list, value)
        }
      }
    }
  }
}

extension FieldEntry.Format {
  /// `plain`, `grouped`, or a number of decimals.
  fileprivate init?(_ node: YAMLNode) {
    switch node.string {
    case nil: return nil
    case "plain": self = .plain
    case "grouped": self = .grouped
    case let text?:
      guard let decimals = Int(text), (0...FieldEntry.maximumDecimals).contains(decimals) else {
        node.report(
          "catalog/number-format", "“\(text)” is no way to write numbers",
          hint: "Write plain, grouped, or the number of decimals, from 0 to \(FieldEntry.maximumDecimals).")
        return nil
      }
      self = .decimals(decimals)
    }
  }
}

extension FieldReading {
  /// The type that a text names; nothing, and a report, where there is none.
  init?(_ node: YAMLNode) {
    guard let text = node.string else { return nil }
    // Records get into a field by a join, and are not read.
    let types = FieldReading.allCases.filter { $0.type != .records }
    guard let type = types.first(where: { $0.rawValue == text }) else {
      node.report(
        "catalog/unknown-type", "“\(text)” is not a type of field", hint: text.suggestion(from: types.map(\.rawValue)))
      return nil
    }
    self = type
  }
}
