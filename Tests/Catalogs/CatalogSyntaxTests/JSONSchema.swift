import Foundation
import Yams

/// A JSON value.
enum JSON: Hashable, Sendable {
  case null, boolean(Bool), integer(Int), number(Double), text(String), list([JSON]), object([String: JSON])

  /// Reads the text of a JSON or YAML document; JSON is YAML.
  init(yaml: String) throws { self.init(try Yams.load(yaml: yaml)) }

  private init(_ value: Any?) {
    self =
      switch value {
      case let value as Bool: .boolean(value)
      case let value as Int: .integer(value)
      case let value as Double: .number(value)
      case let value as String: .text(value)
      case let value as [Any]: .list(value.map { JSON($0) })
      case let value as [AnyHashable: Any]:
        .object(Dictionary(uniqueKeysWithValues: value.map { ("\($0.key)", JSON($0.value)) }))
      case let value as Date: .text("\(value)")
      default: .null
      }
  }

  subscript(key: String) -> JSON? { object?[key] }
  var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
  var list: [JSON]? { if case .list(let elements) = self { elements } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The name of the type in a JSON Schema.
  var types: Set<String> {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .integer: ["integer", "number"]
    case .number: ["number"]
    case .text: ["string"]
    case .list: ["array"]
    case .object: ["object"]
    }
  }
}

/// As much of JSON Schema (draft 2020-12) as the schema of a configuration needs.
struct JSONSchema {
  let root: JSON

  /// The keywords that are checked, and those without an effect on values.
  static let keywords: Set<String> = [
    "$ref", "type", "enum", "pattern", "minLength", "minimum", "maximum", "minItems", "maxItems", "items", "required",
    "properties", "patternProperties", "additionalProperties", "minProperties", "maxProperties", "anyOf", "oneOf",
  ]
  static let annotations: Set<String> = ["$schema", "$defs", "title", "description", "default"]

  /// The violations of a value, each with its place in it.
  func mistakes(in value: JSON) -> [String] { mistakes(in: value, by: root, at: "") }

  func resolve(_ schema: JSON) -> JSON {
    guard let reference = schema["$ref"]?.text, let name = reference.split(separator: "/").last else { return schema }
    return resolve(root["$defs"]?[String(name)] ?? .null)
  }

  private func mistakes(in value: JSON, by schema: JSON, at place: String) -> [String] {
    let keywords = (schema.object ?? [:]).sorted { $0.key < $1.key }
    return keywords.flatMap { keyword, rule in
      switch keyword {
      case "$ref": return mistakes(in: value, by: resolve(schema), at: place)
      case "anyOf", "oneOf":
        let count = (rule.list ?? []).filter { mistakes(in: value, by: $0, at: place).isEmpty }.count
        return (keyword == "anyOf" ? count > 0 : count == 1) ? [] : ["\(place): \(count) of \(keyword)"]
      case "items":
        return (value.list ?? []).enumerated().flatMap { mistakes(in: $1, by: rule, at: "\(place)/\($0)") }
      case "additionalProperties":
        let known = schema["properties"]?.object ?? [:]
        let patterns = (schema["patternProperties"]?.object ?? [:]).keys
        let others = (value.object ?? [:]).filter { key, _ in
          known[key] == nil && !patterns.contains { key.range(of: $0, options: .regularExpression) != nil }
        }
        return others.flatMap { key, value in
          rule == .boolean(false) ? ["\(place): \(key)"] : mistakes(in: value, by: rule, at: "\(place)/\(key)")
        }
      case "patternProperties":
        return (value.object ?? [:]).flatMap { key, value in
          (rule.object ?? [:]).filter { key.range(of: $0.key, options: .regularExpression) != nil }
            .flatMap { mistakes(in: value, by: $0.value, at: "\(place)/\(key)") }
        }
      case "properties":
        return (value.object ?? [:]).flatMap { key, value in
          rule[key].map { mistakes(in: value, by: $0, at: "\(place)/\(key)") } ?? []
        }
      default: return fulfils(value, keyword, rule) ? [] : ["\(place): \(keyword)"]
      }
    }
  }

  /// A keyword that constrains the value alone.
  private func fulfils(_ value: JSON, _ keyword: String, _ rule: JSON) -> Bool {
    let bound = rule.integer ?? 0
    switch keyword {
    case "type": return !value.types.isDisjoint(with: (rule.list ?? [rule]).compactMap(\.text))
    case "enum": return rule.list?.contains(value) ?? false
    case "pattern":
      guard let text = value.text, let pattern = rule.text else { return true }
      return text.range(of: pattern, options: .regularExpression) != nil
    case "minLength": return value.text.map { $0.unicodeScalars.count >= bound } ?? true
    case "minimum": return value.integer.map { $0 >= bound } ?? true
    case "maximum": return value.integer.map { $0 <= bound } ?? true
    case "minItems": return value.list.map { $0.count >= bound } ?? true
    case "maxItems": return value.list.map { $0.count <= bound } ?? true
    case "minProperties": return value.object.map { $0.count >= bound } ?? true
    case "maxProperties": return value.object.map { $0.count <= bound } ?? true
    case "required":
      guard let object = value.object else { return true }
      return (rule.list ?? []).compactMap(\.text).allSatisfy { object[$0] != nil }
    default: return true
    }
  }
}
