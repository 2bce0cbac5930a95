import DocumentModel
import Mustache

/// The values of one filling of a template: what its tags see, and what is put in the place of its tokens.
final class TemplateValues: MustacheObject {
  /// The names of the fields, in the order of their tokens' numbers.
  let names: TemplateNames
  /// The value of each field.
  let values: [TemplateValue]

  init(names: TemplateNames, values: [TemplateValue]) {
    self.names = names
    self.values = values
  }

  /// What a tag sees: a token to print, and what decides a section.
  func value(for name: MustacheName) -> MustacheValue? {
    guard let index = names.fields.firstIndex(of: name.text) else { return nil }
    return values[index].mustache(TemplateToken(field: index), names: names.records[name.text])
  }

  /// The value that a token stands for; nothing where there is none.
  subscript(token: TemplateToken) -> TemplateValue? {
    guard values.indices.contains(token.field) else { return nil }
    if token.rest.isEmpty { return values[token.field] }
    var (value, names) = (values[token.field], names.records[self.names.fields[token.field]])
    for number in token.rest {
      switch value {
      case .list(let elements, _) where elements.indices.contains(number): value = elements[number]
      case .record(let fields):
        guard let level = names, level.fields.indices.contains(number) else { return nil }
        value = fields[level.fields[number]] ?? .missing
        names = level.records[level.fields[number]]
      default: return nil
      }
    }
    return value
  }
}

/// A record within a value as tags see it. It answers for all of its names, so that none is looked for outside.
private final class TemplateRecord: MustacheObject {
  let fields: [String: TemplateValue]
  let token: TemplateToken
  let names: TemplateNames

  init(fields: [String: TemplateValue], token: TemplateToken, names: TemplateNames) {
    self.fields = fields
    self.token = token
    self.names = names
  }

  func value(for name: MustacheName) -> MustacheValue? {
    guard let index = names.fields.firstIndex(of: name.text) else { return nil }
    return (fields[name.text] ?? .missing).mustache(token[index], names: names.records[name.text])
  }
}

extension TemplateValue {
  /// The value as Mustache sees it.
  ///
  /// - Parameters:
  ///   - token: What it prints.
  ///   - names: The names of the fields of a record, or of the records of a list.
  fileprivate func mustache(_ token: TemplateToken, names: TemplateNames?) -> MustacheValue {
    switch self {
    case .list(let elements, _):
      .list(elements.indices.map { elements[$0].mustache(token[$0], names: names) }, text: token.text)
    case .record(let fields):
      .object(TemplateRecord(fields: fields, token: token, names: names ?? TemplateNames([])), text: token.text)
    default: .scalar(text: token.text, isTrue: isTrue)
    }
  }
}
