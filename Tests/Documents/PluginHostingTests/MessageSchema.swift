import JSONValues

/// The schema of the messages: the part of JSON Schema that it uses.
struct MessageSchema {
  private let definitions: JSONValue

  init(_ schema: JSONValue) { definitions = schema["$defs"] ?? [:] }

  /// Returns the violations of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of its definition.
  func problems(of value: JSONValue, as name: String) -> [String] {
    problems(of: value, by: definitions[name] ?? ["enum": []], at: name)
  }

  private func problems(of value: JSONValue, by schema: JSONValue, at place: String) -> [String] {
    var found: [String] = []
    for (keyword, rule) in (schema.object?.members ?? []).map({ ($0.name, $0.value) }) {
      switch keyword {
      case "$ref":
        let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
        found += problems(of: value, by: definitions[name] ?? ["enum": []], at: place)
      case "type": if !value.types.contains(rule.string ?? "") { found.append("\(place) is no \(rule)") }
      case "const": if value != rule { found.append("\(place) is \(value)") }
      case "enum": if rule.array?.contains(value) != true { found.append("\(place) is \(value)") }
      case "minimum":
        if let number = value.integer, number < rule.integer ?? .min { found.append("\(place): \(number)") }
      case "maximum":
        if let number = value.integer, number > rule.integer ?? .max { found.append("\(place): \(number)") }
      case "minItems": if let items = value.array, items.count < rule.integer ?? 0 { found.append("\(place) is short") }
      case "maxProperties":
        if let object = value.object, object.members.count > rule.integer ?? .max { found.append("\(place) is long") }
      case "pattern":
        if let text = value.string, let pattern = try? Regex(rule.string ?? ""), text.firstMatch(of: pattern) == nil {
          found.append("\(place) is “\(text)”")
        }
      case "items":
        for (index, item) in (value.array ?? []).enumerated() {
          found += problems(of: item, by: rule, at: "\(place)[\(index)]")
        }
      case "required":
        guard let object = value.object else { break }
        for name in (rule.array ?? []).compactMap(\.string) where object[name] == nil {
          found.append("\(place) has no \(name)")
        }
      case "properties":
        for member in value.object?.members ?? [] {
          guard let schema = rule[member.name] else { continue }
          found += problems(of: member.value, by: schema, at: "\(place).\(member.name)")
        }
      case "oneOf", "anyOf":
        let choices = (rule.array ?? []).map { problems(of: value, by: $0, at: place) }
        let count = choices.count { $0 == [] }
        if keyword == "oneOf" ? count != 1 : count == 0 {
          found.append("\(place) is \(count) of \(choices.count): \(choices.min { $0.count < $1.count } ?? [])")
        }
      default: break
      }
    }
    return found
  }
}

extension JSONValue {
  /// The name of the type in a JSON Schema.
  fileprivate var types: [String] {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .number: integer == nil ? ["number"] : ["integer", "number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
