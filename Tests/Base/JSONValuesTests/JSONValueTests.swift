import Foundation
import JSONValues
import TestKit
import Testing

@Suite struct JSONValueTests {
  @Test func accessorsAreOfOneKind() {
    let value: JSONValue = ["text": "a", "number": 1.5, "integer": 3, "yes": true, "none": nil, "list": [1, "b"]]
    #expect(value["text"]?.string == "a")
    #expect(value["number"]?.number?.double == 1.5)
    #expect(value["number"]?.integer == nil)
    #expect(value["integer"]?.integer == 3)
    #expect(value["yes"]?.boolean == true)
    #expect(value["none"] == .null)
    #expect(value["list"]?.array == [1, "b"])
    #expect(value["nowhere"] == nil)
    #expect(value["text"]?["text"] == nil)
    #expect(value["text"]?.integer == nil)
    #expect(value.object?.members.map(\.name) == ["text", "number", "integer", "yes", "none", "list"])
  }

  @Test func objectsKeepTheirOrder() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = nil
    object["a"] = "new"
    object["nowhere"] = nil
    #expect(object == ["a": "new", "c": 3])
    #expect(object != ["c": 3, "a": "new"])
    #expect(object["b"] == nil)
    #expect(JSONObject().members.isEmpty)
  }

  @Test func numbersAreTheirLiterals() {
    #expect(JSONNumber(-12).literal == "-12")
    #expect(JSONNumber(0.1)?.literal == "0.1")
    #expect(JSONNumber(1e300)?.double == 1e300)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    for literal in ["", " 1", "1 ", "01", "+1", "1.", "nan", "1,2", "true", "\"1\"", "[1]", "é"] {
      #expect(JSONNumber(literal: literal) == nil, "\(literal)")
    }
    #expect(JSONNumber(literal: "0.10") != JSONNumber(literal: "0.1"))
    #expect(JSONNumber(literal: "1e999")?.double == .infinity)
    #expect(JSONNumber(literal: "9223372036854775807")?.integer == .max)
    #expect(JSONNumber(literal: "9223372036854775808")?.integer == nil)
    #expect(JSONNumber(literal: "-0")?.integer == 0)
    for value in [1e20, Double.leastNonzeroMagnitude, -0.0, 1, .pi, .greatestFiniteMagnitude] {
      #expect(JSONNumber(value).flatMap { JSONNumber(literal: $0.literal) }?.double == value)
    }
  }

  @Test func writesCompactly() {
    let value: JSONValue = ["z": [1, 0.5, nil, true, false, "x"], "a": [:], "b": [], "": ["\"": "\\"]]
    #expect(value.written == #"{"z":[1,0.5,null,true,false,"x"],"a":{},"b":[],"":{"\"":"\\"}}"#)
    var json = Array("data: ".utf8)
    JSONObject().write(to: &json)
    #expect(String(decoding: json, as: UTF8.self) == "data: {}")
  }

  @Test func stringsAreReadAgainAndSafeInScripts() throws {
    for scalar in (0...0xFFF).compactMap({ Unicode.Scalar($0 as UInt32) }) + ["\u{2027}", "\u{2028}", "\u{2029}", "🍎"] {
      // At each place of the words that are read at once.
      for count in 0..<9 {
        let text = String(repeating: "x", count: count) + String(Character(scalar)) + "and more"
        var plain: [UInt8] = []
        plain.append(jsonString: text)
        #expect(plain.allSatisfy { $0 >= 0x20 })
        #expect(try JSONValue(parsing: plain).string?.utf8.elementsEqual(text.utf8) == true)
        var json: [UInt8] = []
        json.append(scriptString: text)
        #expect(json.count == text.scriptStringCount + 2)
        #expect(json.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") })
        #expect(!String(decoding: json, as: UTF8.self).unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
        #expect(try JSONValue(parsing: json).string?.utf8.elementsEqual(text.utf8) == true)
      }
    }
  }

  @Test(arguments: 1...8)
  func writtenValuesAreReadAgain(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let value = JSONValue.random(depth: 5, using: &random)
      var json: [UInt8] = []
      value.write(to: &json)
      let again = try JSONValue(parsing: json)
      #expect(again == value, "seed \(seed)")
      #expect(again.written.utf8.elementsEqual(json), "seed \(seed)")
      #expect(
        again.isEqual(toFoundation: try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)))
      #expect(try JSONValue(parsing: value.spaced(using: &random)) == value, "seed \(seed)")
    }
  }
}
