import Foundation
import JSONValues

func parsed(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

extension JSONValue {
  /// The value as JSON.
  var written: String {
    var json: [UInt8] = []
    write(to: &json)
    return String(decoding: json, as: UTF8.self)
  }

  /// Returns a random value that is nested up to a depth.
  static func random(depth: Int, using random: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2: return .number(JSONNumber(Int.random(in: -1000...1000, using: &random)))
    case 3: return JSONNumber(Double.random(in: -10...10, using: &random)).map(JSONValue.number) ?? .null
    case 4: return .string(text(using: &random))
    case 5, 6:
      return .array(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in Self.random(depth: depth - 1, using: &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        object[text(using: &random)] = Self.random(depth: depth - 2, using: &random)
      }
      return .object(object)
    }
  }

  private static func text(using random: inout some RandomNumberGenerator) -> String {
    let parts = [
      "a", "bc", "some words of text", "é", "e\u{301}", "\"", "\\", "\n", "/", "<", "\u{2028}", "🍎", "\0", "日",
    ]
    return (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in parts.randomElement(using: &random) }.joined()
  }

  /// Returns the value as JSON with random white space wherever JSON allows it.
  func spaced(using random: inout some RandomNumberGenerator) -> [UInt8] {
    var isInString = false, isEscaped = false
    return written.utf8.flatMap { byte -> [UInt8] in
      defer { isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      guard !isInString, Array("[]{},:".utf8).contains(byte) else { return [byte] }
      func space() -> [UInt8] {
        (0..<Int.random(in: 0..<3, using: &random)).compactMap { _ in
          Array(" \n\r\t".utf8).randomElement(using: &random)
        }
      }
      return space() + [byte] + space()
    }
  }

  /// Whether `JSONSerialization` reads an equal value.
  func isEqual(toFoundation model: Any) -> Bool {
    switch self {
    case .null: model is NSNull
    case .boolean(let value): (model as? Bool) == value
    case .number(let number):
      // Foundation reads some numbers as decimal numbers, whose binary values are not always the nearest ones.
      (model as? NSNumber).map { abs($0.doubleValue - number.double) <= abs(number.double) * 1e-15 } ?? false
    case .string(let text): (model as? String)?.utf8.elementsEqual(text.utf8) == true
    case .array(let elements):
      (model as? [Any]).map {
        $0.count == elements.count && zip(elements, $0).allSatisfy { $0.isEqual(toFoundation: $1) }
      }
        ?? false
    case .object(let object):
      // For Foundation, canonically equivalent names are the same name.
      (model as? [String: Any]).map { model in
        object.members.allSatisfy { member in
          object.members.contains { $0.name == member.name && !$0.name.utf8.elementsEqual(member.name.utf8) }
            || model[member.name].map(member.value.isEqual) == true
        }
      } ?? false
    }
  }
}
