package import Diagnostics
public import JSONValues

/// The description of a format's options: a JSON Schema of an object with a member for each option.
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
/// The supported keywords are `type`, `enum` (of strings), `pattern`, `minimum`, `maximum`, `items`, `minItems`,
/// `properties`, `additionalProperties` (not of the options themselves), `required` and `default`. The `description` of
/// a string is the hint that is shown for a value that does not match its pattern. Other keywords are for editors.
public struct OptionSchema: Hashable, ExpressibleByStringLiteral, Sendable {
  /// The schema.
  public let json: JSONObject

  /// Creates a schema from a JSON object.
  public init(_ json: JSONObject) { self.json = json }

  /// The schema of a format without options.
  public static let none = OptionSchema([:])

  /// The names of the options.
  package var names: [String] { json["properties"]?.object?.members.map(\.name) ?? [] }

  /// The complete schema of the mapping with the options, which allows no other members and may be empty.
  package var schema: JSONObject {
    var schema = json
    schema["type"] = ["object", "null"]
    schema["additionalProperties"] = false
    if schema["properties"] == nil { schema["properties"] = [:] }
    return schema
  }

  /// Creates a schema from JSON text. The text has to be an object.
  ///
  /// - Warning: The program ends if the text is no object. For a text that is not written in the program, parse it, and
  ///   use ``init(_:)``.
  public init(stringLiteral text: String) {
    guard let json = try? JSONValue(parsing: Array(text.utf8)), let object = json.object else {
      fatalError("The options are no object of JSON: \(text)")
    }
    self.init(object)
  }

  /// Validates the options of a format, and returns them with the defaults of missing options.
  ///
  /// - Parameters:
  ///   - options: The options in the configuration, or `nil` if there are none.
  ///   - findings: Receives a diagnostic for every value that is not valid.
  /// - Returns: The valid options. Others are left out; if the value is not a mapping, the object is empty.
  package func options(_ options: OptionValue?, findings: inout [Diagnostic]) -> JSONObject {
    var check = OptionCheck()
    let value = check.value(of: options ?? OptionValue(.mapping([]), at: .init()), by: .object(schema))
    findings += check.findings
    return value?.object ?? [:]
  }
}

/// A value in a configuration that a person wrote, with its location.
package struct OptionValue: Hashable, Sendable {
  /// The content of a value.
  package indirect enum Content: Hashable, Sendable {
    /// An empty value, with no text after the colon.
    case nothing
    case scalar(String)
    case list([OptionValue])
    case mapping([Member])
  }

  /// A key with its value.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let name: String
    /// The location of the key.
    package let location: Diagnostic.Location
    /// The value.
    package let value: OptionValue

    package init(name: String, location: Diagnostic.Location, value: OptionValue) {
      self.name = name
      self.location = location
      self.value = value
    }
  }

  /// The content.
  package let content: Content
  /// The location.
  package let location: Diagnostic.Location

  package init(_ content: Content, at location: Diagnostic.Location) {
    self.content = content
    self.location = location
  }
}

private struct OptionCheck {
  var findings: [Diagnostic] = []

  private mutating func report(
    _ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location, hint: String? = nil
  ) {
    findings.append(Diagnostic(code: code, message, at: location, hint: hint))
  }

  /// Returns the value as JSON, or reports a finding and returns `nil` if it does not match the schema.
  mutating func value(of value: OptionValue, by schema: JSONValue) -> JSONValue? {
    // A list of choices is one of strings, and needs no type.
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

  /// Returns the type that a schema requires, other than `null`: the first one if there are several, or `object` for a
  /// schema of properties without a type. Returns `nil` if any type is valid.
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
    // In the order of the schema, so that the same options are the same JSON, in whatever order they are written.
    for property in properties.members {
      // An option without a value, `width:`, is one that was not written.
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
        result[member.name] = self.value(of: member.value, by: schema["additionalProperties"] ?? [:])
      }
    }
    return .object(result)
  }

  /// A value that is not a list is treated as a list of one element.
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
      report("yaml/pattern", "“\(text)” does not fit here", at: value.location, hint: schema["description"]?.string)
      return nil
    }
    return .string(text)
  }

  /// Converts a value of any type. The type of a scalar is inferred from its text.
  private func json(_ value: OptionValue) -> JSONValue {
    switch value.content {
    case .nothing: .null
    case .scalar("true"): true
    case .scalar("false"): false
    case .scalar(let text): JSONNumber(literal: text).map { .number($0) } ?? .string(text)
    case .list(let elements): .array(elements.map(json))
    case .mapping(let members):
      .object(members.reduce(into: JSONObject()) { object, member in object[member.name] = json(member.value) })
    }
  }
}
