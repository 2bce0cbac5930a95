import Datasets
import Diagnostics
import Rendering

/// What a person says of a field: how it is read, and how it is shown where there is no template.
struct FieldEntry: Hashable, Sendable {
  /// The field.
  var field: CatalogConfiguration.Name
  /// What people call it; made from its name unless given.
  var label: String?
  /// What its values are measured in.
  var unit: String?
  /// How its numbers or dates are written: numbers as the language of the catalog writes them, and dates as the data has them, unless given.
  var format: ValueFormat?
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
      case "format": format = ValueFormat(value)
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

extension ValueFormat {
  /// The format that a text names; nothing, and a report, where there is none.
  fileprivate init?(_ node: YAMLNode) {
    guard let text = node.string else { return nil }
    guard let format = ValueFormat(text) else {
      node.report("catalog/format", "there is no format “\(text)”", hint: Self.suggestion(for: text))
      return nil
    }
    self = format
  }

  /// Says that the values of a field cannot be written in the format; nil if they can.
  func misfit(for field: Field, at location: Diagnostic.Location) -> Diagnostic? {
    let own = Subject.allCases.first { $0.fieldType == field.type }
    if own == subject { return nil }
    return Diagnostic(
      code: "catalog/format-type",
      "the field “\(field.name)” is of type \(field.type.rawValue), and “\(name)” is a format of \(subject.rawValue)s",
      at: location,
      hint: own.map { "Write \(Self.list(of: $0))." }
        ?? "Only numbers and dates have formats. If it should be one, say so: type: \(subject.fieldType.rawValue).")
  }
}

extension ValueFormat.Subject {
  /// The type of the fields whose values are written in such formats.
  var fieldType: FieldType {
    switch self {
    case .number: .number
    case .date: .date
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
