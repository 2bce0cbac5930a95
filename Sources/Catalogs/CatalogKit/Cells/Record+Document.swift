public import Datasets
import DocumentModel
public import Fingerprints
public import JSONValues
public import Rendering

extension Record: DocumentObject {
  /// The identity of the record in the document: its data set and key.
  public var objectID: ObjectID {
    let id = id
    return ObjectID(collection: id.dataset, key: id.key)
  }

  /// The fingerprint of the whole record.
  public var fingerprint: Fingerprint? {
    var parts = Fingerprinter()
    combine(fields: nil, into: &parts)
    return parts.finish()
  }

  /// Returns the fields that have a value, as JSON.
  public func fields(from references: PageReferences) -> JSONObject? {
    var object = JSONObject()
    for (field, value) in zip(schema.fields, values) where !value.isMissing && object[field.name] == nil {
      object[field.name] = value.json(from: references)
    }
    return object
  }

  fileprivate func json(from references: PageReferences) -> JSONValue {
    var object = identity(from: references)
    object["fields"] = fields(from: references).map { .object($0) }
    return .object(object)
  }

  fileprivate func identity(from references: PageReferences) -> JSONObject {
    var object: JSONObject = ["title": .string(title), "dataset": .string(id.dataset), "key": .string(id.key)]
    if let page = references.page(of: objectID) {
      object["page"] = .string(page.page)
      object["href"] = .string(page.href)
    }
    return object
  }

  var link: [Inline] { [.link(to: .object(objectID), [.text(title)])] }
}

extension Value {
  /// The value's text without markup.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var plainText: String {
    if case .markdown(let markdown) = self { [Block](markdown: markdown).plainText } else { text }
  }

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
}

extension [Value.Member] {
  func formatted(for names: TemplateNames, style: FieldStyle) -> [String: TemplateValue] {
    names.fields.reduce(into: [:]) { values, name in
      guard let (field, format) = ValueFormat.parts(ofTemplateName: name),
        let member = first(where: { $0.name == field })
      else { return }
      values[name] = member.value.templateValue(as: format, style: style)
    }
  }
}

extension Schema {
  /// Returns the index of the field that a template names, and the format after the name; `nil` if there is no such
  /// field.
  func place(ofTemplateName name: String) -> (field: Int, format: ValueFormat?)? {
    if let field = index(of: name) { return (field, nil) }
    guard let (name, format) = ValueFormat.parts(ofTemplateName: name) else { return nil }
    return index(of: name).map { ($0, format) }
  }
}

extension Record {
  /// Returns the record for a template that shows it within another record.
  ///
  /// - Parameter style: The style of fields without one of their own.
  func templateValue(
    showing names: TemplateNames, styled styles: [String: FieldStyle]?, or style: FieldStyle,
    without missing: Set<String>
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
    return .record(Dictionary([("title", .text(title))] + values, uniquingKeysWith: { _, own in own }), link: link)
  }

  /// Combines what a template uses of the record within another record.
  fileprivate func combine(_ names: TemplateNames, into parts: inout Fingerprinter) {
    parts.combine(title)
    let indices = names.fields.compactMap { schema.place(ofTemplateName: $0)?.field }
    parts.combine(indices.count)
    combine(fields: indices, showing: names, into: &parts)
  }

  /// Combines the values of some fields; of the records in them, only what a template uses.
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
  /// Combines the value; of the records in it, only what a template uses.
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
  /// The name of the title alone, which represents a record in a text.
  static let title = TemplateNames(["title"])

  /// Creates the names of the fields of schemas, and of the fields of the records attached to them.
  init(_ schemas: [Schema], attached: [String: Schema]) {
    var seen: Set<String> = []
    let fields = schemas.flatMap(\.fields).map(\.name).filter { seen.insert($0).inserted }
    let members = schemas.flatMap(\.fields).compactMap { field in
      TemplateNames(within: field).map { (field.name, $0) }
    }
    self.init(
      fields,
      records: attached.mapValues { TemplateNames(ofRecordsWith: $0.fields) }.merging(members) { first, _ in first },
      subjects: schemas.flatMap(\.fields).subjects())
  }

  /// Creates the names in records that a field holds, and in the records that these refer to.
  private init(ofRecordsWith fields: [Field]) {
    let names = fields.map(\.name)
    let records = fields.filter { $0.type == .records }.map { ($0.name, TemplateNames(ofRecordsWith: $0.members)) }
    self.init(
      names + ["title", TemplateValue.link].filter { !names.contains($0) },
      records: Dictionary(records, uniquingKeysWith: { first, _ in first }), subjects: fields.subjects())
  }

  /// Creates the names in the objects of a field: those of their members, or `key` and `value` if the members' names
  /// are data. Returns `nil` if the field has no objects.
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

  /// The names in an object whose members' names are data.
  private static let entries = TemplateNames(["key", "value"])

  var areOfEntries: Bool {
    fields.contains { Self.entries.fields.contains($0) }
      && fields.allSatisfy { ["key", "value", "title"].contains($0) }
  }
}

extension [Field] {
  /// Returns the kinds of formats in which the values of each field can be written. Fields with the same name have the
  /// kinds of all of them.
  ///
  /// - Parameter areMembers: Whether the fields are members of objects, whose plain values have no known type.
  fileprivate func subjects(areMembers: Bool = false) -> [String: Set<ValueFormat.Subject>] {
    reduce(into: [:]) { subjects, field in
      let isAnything = areMembers && field.type == .text
      let own = ValueFormat.Subject.allCases.filter { isAnything || $0.fieldType == field.type }
      subjects[field.name, default: []].formUnion(own)
    }
  }
}
