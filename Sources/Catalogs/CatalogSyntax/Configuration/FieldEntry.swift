package import Datasets
package import Diagnostics
package import Rendering

/// The configuration of a field: how it is read, and how it is shown by cells without a template.
package struct FieldEntry: Hashable, Sendable {
  /// The field.
  package var field: LocatedText
  /// The label; derived from the name unless given.
  package var label: String?
  /// The unit of its values.
  package var unit: String?
  /// The format of its numbers or dates. Without one, numbers follow the language of the catalog, and dates are shown
  /// as they are written.
  package var format: ValueFormat?
  /// The position among the fields. Fields with a position come first.
  package var order: Int?
  /// Whether cells without a template leave it out.
  package var isHidden = false
  /// The addresses that its values link to.
  package var link: LinkTemplate?
  /// The separator between the elements of a list that is written as a single text.
  package var separator: String?
  /// The texts that stand for no value, or `false` if none do; `nil` if those of the data set count.
  package var none: [LocatedText]?
  /// The rows that its values refer to.
  package var reference: ReferenceEntry?
  /// Whether its values are no references, even if the data says so.
  package var isNoReference = false

  /// Creates an entry that leaves everything to be inferred.
  package init(field: LocatedText) { self.field = field }

  private static let keys = ["label", "unit", "format", "order", "hide", "link", "type", "separator", "none", "refers"]

  /// Reads the mapping that configures a field.
  ///
  /// - Parameter type: Called with the type of the field, and the node that defines it.
  init(field: LocatedText, value: YAMLNode, type: (FieldReading, YAMLNode) -> Void) {
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
        if !value.isMapping, value.string == "false" { isNoReference = true } else { reference = ReferenceEntry(value) }
      case "none": none = value.names
      case "type": if let chosen = FieldReading(value) { type(chosen, value) }
      default:
        separator = value.string
        if separator?.isEmpty == true {
          value.report(
            "catalog/separator", "the separator is empty", hint: "Write the characters that separate the values: \"|\"."
          )
        } else if separator != nil {
          type(.list, value)
        }
      }
    }
  }
}

extension [FieldEntry] {
  /// The configured labels of fields. If there are several for a field, the first one wins.
  var labels: [String: String] {
    Dictionary(
      compactMap { field in field.label.map { (field.field.text, $0) } }, uniquingKeysWith: { first, _ in first })
  }
}

extension ValueFormat {
  /// Reads the name of a format. A name that does not exist is reported, and the result is `nil`.
  fileprivate init?(_ node: YAMLNode) {
    guard let text = node.string else { return nil }
    guard let format = ValueFormat(text) else {
      node.report("catalog/format", "there is no format “\(text)”", hint: Self.suggestion(for: text))
      return nil
    }
    self = format
  }

  /// Returns the error that values of a field cannot be written in the format; `nil` if they can.
  package func misfit(for field: Field, at location: Diagnostic.Location) -> Diagnostic? {
    let own = Subject.allCases.first { $0.fieldType == field.type }
    if own == subject { return nil }
    return Diagnostic(
      code: "catalog/format-type",
      "the field “\(field.name)” is of type \(field.type.rawValue), and “\(name)” is a format of \(subject.rawValue)s",
      at: location,
      hint: own.map { "Write \(Self.list(of: $0))." }
        ?? "Only numbers and dates have formats. If the field should have that type, declare it: type: \(subject.fieldType.rawValue)."
    )
  }
}

extension ValueFormat.Subject {
  /// The type of the fields whose values can be written in such formats.
  package var fieldType: FieldType {
    switch self {
    case .number: .number
    case .date: .date
    }
  }
}

extension FieldReading {
  /// Reads the name of a type. A name that does not exist is reported, and the result is `nil`.
  init?(_ node: YAMLNode) {
    guard let text = node.string else { return nil }
    let types = FieldReading.allCases.filter(\.isOfFiles)
    guard let type = types.first(where: { $0.rawValue == text }) else {
      node.report(
        "catalog/unknown-type", "“\(text)” is not a type of field", hint: text.suggestion(from: types.map(\.rawValue)))
      return nil
    }
    self = type
  }
}
