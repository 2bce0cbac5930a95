package import Diagnostics
public import JSONValues

/// What can be decided about a format: a JSON Schema of an object with a member for each option.
///
/// ```swift
/// let options: OptionSchema = """
///   {
///     "properties": {
///       "width": { "type": "integer", "minimum": 20, "default": 72, "description": "The length of a line." }
///     }
///   }
///   """
/// ```
///
/// Of JSON Schema it knows `type`, `enum`, `pattern`, `minimum`, `maximum`, `items`, `minItems`, `properties`, `required` and `default`; a
/// `description` is shown to people where a value does not fit. Other keywords are for editors.
public struct OptionSchema: Hashable, Sendable {
  /// The schema.
  public let json: JSONObject

  /// Creates a schema.
  public init(_ json: JSONObject) { self.json = json }

  /// The schema of a format about which nothing can be decided.
  public static let none = OptionSchema([:])

  /// The names of the options.
  package var names: [String] { json["properties"]?.object?.members.map(\.name) ?? [] }

  /// The schema of the whole mapping, which allows no other members.
  package var schema: JSONObject {
    var schema = json
    schema["type"] = ["object", "null"]
    schema["additionalProperties"] = false
    if schema["properties"] == nil { schema["properties"] = [:] }
    return schema
  }
}

extension OptionSchema: ExpressibleByStringLiteral {
  /// Creates a schema from its text, which has to be an object of JSON.
  public init(stringLiteral text: String) {
    guard let json = try? JSONValue(parsing: Array(text.utf8)), let object = json.object else {
      fatalError("The options are no object of JSON: \(text)")
    }
    self.init(object)
  }
}

/// A value that a person wrote into a configuration, and where.
package struct OptionValue: Hashable, Sendable {
  /// What is written.
  package indirect enum Content: Hashable, Sendable {
    /// Nothing behind the colon.
    case nothing
    case scalar(String)
    case list([OptionValue])
    case mapping([Member])
  }

  /// A key and its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let name: String
    /// Where the key is.
    package let location: Diagnostic.Location
    /// The value.
    package let value: OptionValue

    package init(name: String, location: Diagnostic.Location, value: OptionValue) {
      (self.name, self.location, self.value) = (name, location, value)
    }
  }

  /// What is written.
  package let content: Content
  /// Where it is.
  package let location: Diagnostic.Location

  package init(_ content: Content, at location: Diagnostic.Location) {
    (self.content, self.location) = (content, location)
  }
}

extension OptionSchema {
  /// Checks what was decided about a format, and returns it with the defaults in it.
  ///
  /// - Parameters:
  ///   - options: What was decided; nil for nothing.
  ///   - findings: Everything that does not fit is added to it.
  package func options(_ options: OptionValue?, findings: inout [Diagnostic]) -> JSONObject {
    var check = OptionCheck()
    let value = check.value(of: options ?? OptionValue(.mapping([]), at: .init()), by: .object(schema))
    findings += check.findings
    return value?.object ?? [:]
  }
}

/// Checks values by a schema.
private struct OptionCheck {
  var findings: [Diagnostic] = []

  private mutating func report(
    _ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location, hint: String? = nil
  ) {
    findings.append(Diagnostic(code: code, message, at: location, hint: hint))
  }

  /// The value as JSON; nil, and a finding, if it does not fit.
  mutating func value(of value: OptionValue, by schema: JSONValue) -> JSONValue? {
    if let choices = schema["enum"]?.array?.compactMap(\.string) { return choice(value, among: choices) }
    switch type(of: schema) {
    case "object": return object(value, by: schema)
    case "array": return array(value, by: schema)
    case "boolean": return boolean(value)
    case "integer", "number": return number(value, by: schema)
    case "string": return text(value, by: schema)
    default: return json(value)
    }
  }

  /// The type that a value has to have; the first one that says anything, if there are several.
  private func type(of schema: JSONValue) -> String? {
    let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string].compactMap(\.self)
    return types.first { $0 != "null" } ?? (schema["properties"] == nil ? nil : "object")
  }

  private mutating func object(_ value: OptionValue, by schema: JSONValue) -> JSONValue? {
    let properties = schema["properties"]?.object ?? [:]
    var members: [OptionValue.Member] = []
    switch value.content {
    case .nothing: break
    case .mapping(let written): members = written
    case .scalar, .list:
      let names = properties.members.map(\.name)
      report(
        "yaml/type", "a mapping is expected here", at: value.location,
        hint: names.isEmpty ? nil : "Its keys are \(names.joined(separator: ", ")).")
      return nil
    }
    var result = JSONObject()
    for property in properties.members {
      if let member = members.first(where: { $0.name == property.name }), member.value.content != .nothing {
        result[property.name] = self.value(of: member.value, by: property.value)
      } else if let value = property.value["default"] {
        result[property.name] = value
      } else if schema["required"]?.array?.contains(.string(property.name)) == true {
        report(
          "yaml/missing-key", "“\(property.name)” is missing here", at: value.location,
          hint: "Add `\(property.name):` to it.")
      }
    }
    for member in members where properties[member.name] == nil {
      if schema["additionalProperties"] == false {
        report(
          "yaml/unknown-key", "the key “\(member.name)” is not known here", at: member.location,
          hint: member.name.suggestion(from: properties.members.map(\.name)))
      } else {
        let rule = schema["additionalProperties"] ?? [:]
        result[member.name] = self.value(of: member.value, by: rule)
      }
    }
    return .object(result)
  }

  /// A single value counts as a list of one.
  private mutating func array(_ value: OptionValue, by schema: JSONValue) -> JSONValue? {
    let elements = if case .list(let elements) = value.content { elements } else { [value] }
    if let minimum = schema["minItems"]?.integer, elements.count < minimum {
      report("yaml/type", "at least \(minimum) of them are expected here", at: value.location)
      return nil
    }
    return .array(elements.compactMap { self.value(of: $0, by: schema["items"] ?? [:]) })
  }

  private mutating func choice(_ value: OptionValue, among choices: [String]) -> JSONValue? {
    if case .scalar(let text) = value.content, choices.contains(text) { return .string(text) }
    let meant = if case .scalar(let text) = value.content { text.closest(in: choices) } else { nil as String? }
    report(
      "yaml/choice", "\(choices.alternatives) is expected here", at: value.location,
      hint: meant.map { "Did you mean “\($0)”?" })
    return nil
  }

  private mutating func boolean(_ value: OptionValue) -> JSONValue? {
    if case .scalar(let text) = value.content {
      switch text.lowercased() {
      case "true", "yes": return true
      case "false", "no": return false
      default: break
      }
    }
    report("yaml/type", "“true” or “false” is expected here", at: value.location)
    return nil
  }

  private mutating func number(_ value: OptionValue, by schema: JSONValue) -> JSONValue? {
    let isWhole = type(of: schema) == "integer"
    let (minimum, maximum) = (schema["minimum"]?.number, schema["maximum"]?.number)
    if case .scalar(let text) = value.content,
      let number = isWhole ? Int(text).map({ JSONNumber($0) }) : JSONNumber(literal: text),
      number.double >= minimum?.double ?? -.infinity, number.double <= maximum?.double ?? .infinity
    {
      return .number(number)
    }
    let noun = isWhole ? "a whole number" : "a number"
    let range =
      switch (minimum?.literal, maximum?.literal) {
      case (let from?, let to?): " from \(from) to \(to)"
      case (let from?, nil): " from \(from) on"
      case (nil, let to?): " up to \(to)"
      case (nil, nil): ""
      }
    report("yaml/type", noun + range + " is expected here", at: value.location)
    return nil
  }

  private mutating func text(_ value: OptionValue, by schema: JSONValue) -> JSONValue? {
    guard case .scalar(let text) = value.content else {
      report("yaml/type", "a text is expected here", at: value.location)
      return nil
    }
    if let pattern = schema["pattern"]?.string, let regex = try? Regex(pattern), text.firstMatch(of: regex) == nil {
      report(
        "yaml/pattern", "“\(text)” does not fit here", at: value.location, hint: schema["description"]?.string)
      return nil
    }
    return .string(text)
  }

  /// A value of any type, by the look of it.
  private func json(_ value: OptionValue) -> JSONValue {
    switch value.content {
    case .nothing: .null
    case .scalar("true"): true
    case .scalar("false"): false
    case .scalar(let text): JSONNumber(literal: text).map { .number($0) } ?? .string(text)
    case .list(let elements): .array(elements.map(json))
    case .mapping(let members):
      .object(
        members.reduce(into: JSONObject()) { object, member in object[member.name] = json(member.value) })
    }
  }
}
