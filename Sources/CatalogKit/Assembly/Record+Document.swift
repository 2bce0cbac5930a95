public import Datasets
import DocumentModel
public import Fingerprints
public import JSONValues
public import Rendering

extension Record: DocumentObject {
  /// The record's data set and key.
  public var objectID: ObjectID { ObjectID(collection: id.dataset, key: id.key) }

  /// The fingerprint of the whole record.
  public var fingerprint: Fingerprint? {
    var parts = Fingerprinter()
    combine(fields: nil, into: &parts)
    return parts.finish()
  }
}

extension Record {
  /// The fields that have a value, as data.
  public func fields(from references: PageReferences) -> JSONObject? {
    var object = JSONObject()
    for (field, value) in zip(schema.fields, values) where !value.isMissing && object[field.name] == nil {
      object[field.name] = value.json(from: references)
    }
    return object
  }

  /// The record as a part of another one.
  fileprivate func json(from references: PageReferences) -> JSONValue {
    var object = identity(from: references)
    object["fields"] = fields(from: references).map { .object($0) }
    return .object(object)
  }

  /// What the record is known by, and where its page is.
  fileprivate func identity(from references: PageReferences) -> JSONObject {
    var object: JSONObject = ["title": .string(title), "dataset": .string(id.dataset), "key": .string(id.key)]
    if let page = references.page(of: objectID) {
      object["page"] = .string(page.page)
      object["href"] = .string(page.href)
    }
    return object
  }

  /// The title as a link to the record's page.
  var link: [Inline] { [.link(to: .object(objectID), [.text(title)])] }
}

extension Value {
  /// The value as data.
  fileprivate func json(from references: PageReferences) -> JSONValue {
    switch self {
    case .missing: .null
    case .boolean(let isTrue): .boolean(isTrue)
    case .number(let number): JSONNumber(literal: number.text).map { .number($0) } ?? .string(number.text)
    case .image(let source): .string(references.reference(to: source))
    case .list(let elements, _): .array(elements.map { $0.json(from: references) })
    case .object(let members):
      .object(members.reduce(into: JSONObject()) { $0[$1.name] = $1.value.json(from: references) })
    case .record(let record): .object(record.identity(from: references))
    case .records(let records): .array(records.map { $0.json(from: references) })
    case .text, .markdown, .date, .url: .string(text)
    }
  }

  /// The value as a template sees it.
  ///
  /// - Parameters:
  ///   - title: What people call the record: the text that stands for its pictures.
  ///   - style: How the value is shown.
  ///   - names: The fields of a record in it that the template uses.
  ///   - others: How the fields of a record in it are shown.
  ///   - missing: The pictures that are not there: their names are shown as text.
  func templateValue(
    title: @autoclosure () -> String, style: FieldStyle, showing names: TemplateNames = .title,
    styled others: FieldStyles? = nil, without missing: Set<String>
  ) -> TemplateValue {
    switch self {
    case .missing: .missing
    case .text: .text(text)
    case .number(let number): .number(number.text, shown: style.text(number))
    case .date(let date): .date(date.text, shown: style.text(date))
    case .markdown(let markdown): .markdown(markdown)
    case .boolean(let isTrue): .boolean(isTrue)
    case .url(let address): .link(address)
    case .image(let source):
      ImageFiles.isShown(source, besides: missing) ? .image(source: source, alternative: title()) : .text(source)
    case .list(let elements, let written):
      .list(
        elements.filter { !$0.isBlank }.map {
          $0.templateValue(
            title: title(), style: style.ofMembers, showing: names, styled: others, without: missing)
        },
        written: written)
    case .object(let members):
      if names.areOfEntries {
        .list(
          members.map { member in
            let value = member.value.templateValue(title: title(), style: style.ofMembers, without: missing)
            return .record([
              "key": .text(member.name), "value": value, "title": .text("\(member.name): \(value.plainText)"),
            ])
          })
      } else {
        .record(
          members.reduce(into: ["title": .text(text)]) { fields, member in
            fields[member.name] = member.value.templateValue(
              title: title(), style: style.ofMembers, showing: names.records[member.name] ?? .title, without: missing)
          }.merging(members.formatted(for: names, style: style)) { own, _ in own })
      }
    case .record(let record): record.templateValue(showing: names, styled: others, or: style, without: missing)
    case .records(let records):
      .list(records.map { $0.templateValue(showing: names, styled: others, or: style, without: missing) })
    }
  }
}

extension Value {
  /// A number or a date in a format that a template asks for, wherever it stands there; nil for any other value.
  func templateValue(as format: ValueFormat?, style: FieldStyle) -> TemplateValue? {
    guard let format else { return nil }
    switch self {
    case .number(let number): return .text(style.language.text(number, as: format))
    case .date(let date): return .text(style.language.text(date, as: format))
    // Members of objects are not recognized as dates.
    case .text(let text) where format.subject == .date:
      return WrittenDate(text).map { .text(style.language.text($0, as: format)) }
    default: return nil
    }
  }
}

extension [Member] {
  /// The values in formats that a template asks for.
  fileprivate func formatted(for names: TemplateNames, style: FieldStyle) -> [String: TemplateValue] {
    names.fields.reduce(into: [:]) { values, name in
      guard let (field, format) = ValueFormat.parts(ofTemplateName: name),
        let member = first(where: { $0.name == field })
      else { return }
      values[name] = member.value.templateValue(as: format, style: style)
    }
  }
}

extension Schema {
  /// The place of a field that a template names, and the format behind the name; nil where there is no such field.
  func place(ofTemplateName name: String) -> (field: Int, format: ValueFormat?)? {
    if let field = index(of: name) { return (field, nil) }
    guard let (name, format) = ValueFormat.parts(ofTemplateName: name) else { return nil }
    return index(of: name).map { ($0, format) }
  }
}

extension Record {
  /// The record as a template sees it that shows it within another one.
  ///
  /// - Parameter style: How fields are shown that have no style of their own.
  fileprivate func templateValue(
    showing names: TemplateNames, styled styles: FieldStyles?, or style: FieldStyle, without missing: Set<String>
  ) -> TemplateValue {
    let fields = names.fields.compactMap { name in schema.place(ofTemplateName: name).map { (name: name, place: $0) } }
    let values = zip(fields, values(at: fields.map(\.place.field))).map { field, value in
      let style = styles?[schema.fields[field.place.field].name] ?? style
      return (
        field.name,
        value.templateValue(as: field.place.format, style: style)
          ?? value.templateValue(
            title: title, style: style, showing: names.records[field.name] ?? .title, without: missing)
      )
    }
    return .record(
      Dictionary([("title", .text(title))] + values, uniquingKeysWith: { _, own in own }), link: link)
  }

  /// Adds what a template uses of the record within another one.
  fileprivate func combine(_ names: TemplateNames, into parts: inout Fingerprinter) {
    parts.combine(title)
    let indices = names.fields.compactMap { schema.place(ofTemplateName: $0)?.field }
    parts.combine(indices.count)
    combine(fields: indices, showing: names, into: &parts)
  }

  /// Adds the values of some fields, and of the records in them what a template uses.
  func combine(fields: [Int], showing names: TemplateNames, into parts: inout Fingerprinter) {
    if names.records.isEmpty { return combine(fields: fields, into: &parts) }
    let holdRecords = { (index: Int) in names.records[self.schema.fields[index].name] != nil }
    combine(fields: fields.filter { !holdRecords($0) }, into: &parts)
    for index in fields where holdRecords(index) {
      let (name, value) = (schema.fields[index].name, value(at: index))
      value.combine(names.records[name] ?? .title, into: &parts)
    }
  }
}

extension Value {
  /// Adds the value, but of the records in it what a template uses.
  fileprivate func combine(_ names: TemplateNames, into parts: inout Fingerprinter) {
    switch self {
    case .record(let record): parts.combine([record]) { $1.combine(names, into: &$0) }
    case .records(let records): parts.combine(records) { $1.combine(names, into: &$0) }
    case .list(let elements, _) where !allRecords.isEmpty: parts.combine(elements) { $1.combine(names, into: &$0) }
    default: combine(into: &parts)
    }
  }
}

extension TemplateNames {
  /// What stands for a record in a text.
  static let title = TemplateNames(["title"])

  /// The names of a schema's fields, and of the fields of the records that are attached to it.
  ///
  /// - Parameters:
  ///   - schemas: The schemas of the data sets that a template is for.
  ///   - attached: The schema of the records that a field holds.
  init(_ schemas: [Schema], attached: [String: Schema]) {
    var seen: Set<String> = []
    let fields = schemas.flatMap(\.fields).map(\.name).filter { seen.insert($0).inserted }
    let members = schemas.flatMap(\.fields).compactMap { field in
      TemplateNames(within: field).map { (field.name, $0) }
    }
    self.init(
      fields,
      records: attached.mapValues { schema in
        let names = schema.fields.map(\.name)
        return TemplateNames(
          names + ["title", TemplateValue.link].filter { !names.contains($0) }, subjects: schema.fields.subjects())
      }
      .merging(members) { first, _ in first }, subjects: schemas.flatMap(\.fields).subjects())
  }

  /// The names in the objects of a field: those of their members, or `key` and `value` where the names are data; nil where there are no objects.
  private init?(within field: Field) {
    guard field.isNested else { return nil }
    guard !field.members.isEmpty else {
      self = .entries
      return
    }
    let members = field.members.compactMap { member in TemplateNames(within: member).map { (member.name, $0) } }
    self.init(
      field.members.map(\.name), records: Dictionary(members, uniquingKeysWith: { first, _ in first }),
      subjects: field.members.subjects(areMembers: true))
  }

  /// The names in an object whose names are data.
  private static let entries = TemplateNames(["key", "value"])

  /// Whether the names that are used are those of the entries of an object.
  fileprivate var areOfEntries: Bool {
    fields.contains { Self.entries.fields.contains($0) }
      && fields.allSatisfy { ["key", "value", "title"].contains($0) }
  }
}

extension [Field] {
  /// What is written in formats of the values of each; of several with the same name in those of all.
  ///
  /// - Parameter areMembers: Whether they are members of objects, of which it is not known what their plain values are.
  fileprivate func subjects(areMembers: Bool = false) -> [String: Set<ValueFormat.Subject>] {
    reduce(into: [:]) { subjects, field in
      let isAnything = areMembers && field.type == .text
      let own = ValueFormat.Subject.allCases.filter { isAnything || $0.fieldType == field.type }
      subjects[field.name, default: []].formUnion(own)
    }
  }
}
