import Foundation
import JSONValues
import TestKit
import Testing

/// RFC 8259, strictly.
@Suite struct JSONParsingTests {
  private func error(of text: String) -> JSONError? { error(of: Array(text.utf8)) }

  private func error(of bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsEveryKind() throws {
    let value = try parsed(
      #" {"a": null, "b": [true, false, []], "c": {"d": "é\n"}, "": -0.50e+1, "é": 12, "e\u0301": 13}"#)
    #expect(
      value == [
        "a": nil, "b": [true, false, []], "c": ["d": "é\n"],
        "": .number(try #require(JSONNumber(literal: "-0.50e+1"))), "é": 12, "e\u{301}": 13,
      ])
    #expect(value.object?.members.map(\.name.utf8.count) == [1, 1, 1, 0, 2, 3])
    #expect(value["é"]?.integer == 12)
    #expect(value["e\u{301}"]?.integer == 13)
    #expect(try JSONValue(parsing: Array("[1]".utf8).span) == [1])
  }

  @Test(arguments: [
    ("\"\"", ""), ("\"a\"", "a"), (#""\"\\\/\b\f\n\r\t|""#, "\"\\/\u{8}\u{C}\n\r\t|"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\ud83c\udf4e""#, "🍎"), (#""a\uD83C\uDF4Eb""#, "a🍎b"),
    (#""\u0000""#, "\u{0}"), ("\"é🍎\u{7F}\u{2028}\"", "é🍎\u{7F}\u{2028}"), ("\"[x]{y}//#\"", "[x]{y}//#"),
    (" \t\r\n\"a\" \n", "a"), ("\"12345678 more than eight\"", "12345678 more than eight"),
  ])
  func readsStrings(json: String, text: String) throws {
    #expect(try parsed(json).string?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test(arguments: [
    "0", "-0", "12", "-1.50", "1e5", "1E+5", "0.1e-2", "123456789012345678901234567890", "1e999", "0.10",
  ])
  func keepsNumbersAsWritten(literal: String) throws {
    #expect(try parsed(literal) == .number(try #require(JSONNumber(literal: literal))))
    #expect(try parsed(literal).written == literal)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "NaN", "-", "01", "-01", ".5", "5.", "1e", "1e+", "+1", "0x1", "1,", "\"a", "\"a\nb\"",
    "\"\t\"", "'a'", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83c""#, #""\udf4e""#, #""\ud83cx""#, #""\ud83c\n""#,
    #""\ud83c\ud83c""#, "\"\\", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
    "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}",
    #"{"a":1,"\u0061":2}"#, "1 2", "]", "}", "// x\n1", "/* x */ 1", "undefined", "\u{FEFF}1", "\u{A0}1", "{}x", "[]]",
  ])
  func refusesTextsThatAreNoJSON(text: String) {
    #expect(error(of: text) != nil)
  }

  @Test(
    arguments: [
      [0xE9], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xF0, 0x9F],
    ] as [[UInt8]])
  func refusesInvalidUTF8(invalid: [UInt8]) {
    let byte = String(invalid[0], radix: 16, uppercase: true)
    for start in ["[\"ä", "[\"ä\\n", "{\"a\":\"", "[\"a longer text of ASCII, and then "] {
      let error = error(of: Array(start.utf8) + invalid + Array("\"]".utf8))
      #expect(error?.offset == start.utf8.count)
      #expect(error?.message == "the byte \(byte) is not valid UTF-8")
    }
    #expect(error(of: invalid)?.offset == 0)
  }

  @Test func errorsHaveAMessageAndAPlace() {
    #expect(
      error(of: #"{"a": 1, "b" 2}"#)?.description == "a colon is expected, “2” found (byte 13)")
    #expect(error(of: "[1,]")?.description == "there is a comma after the last item (byte 3)")
    #expect(error(of: #"{"a":1,"b":2,"a":3}"#)?.message == "the object has the name “a” twice")
    #expect(error(of: #"{"a":1,"b":2,"a":3}"#)?.offset == 13)
    #expect(error(of: "\"a")?.message == "the string that begins here is not closed")
    #expect(error(of: "007")?.hint == "Write a code such as “007” in quotes.")
    #expect(error(of: "[] []")?.message == "the end of the text is expected, “[” found")
  }

  @Test(arguments: [2, 16, 17, 18, 300])
  func findsADuplicateName(count: Int) {
    let members = (0..<count).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
    #expect(error(of: "{\(members)}") == nil)
    #expect(error(of: "{\(members),\"name\(count / 2)\":0}")?.offset == members.utf8.count + 2)
  }

  @Test func limitsTheDepth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(error(of: nested(512)) == nil)
    #expect(error(of: nested(513))?.message == "values are nested deeper than 512 levels")
    #expect(error(of: String(repeating: "{\"a\":", count: 100_000))?.offset == 512 * 5)
    #expect(error(of: "[\(Array(repeating: "[],{}", count: 600).joined(separator: ","))]") == nil)
  }

  /// Texts that the parser accepts are accepted by Foundation, with the same value.
  @Test(arguments: 1...6)
  func agreesWithFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var text = JSONValue.random(depth: 4, using: &random).spaced(using: &random)
      // Some texts have a byte replaced, left out or written twice.
      if Bool.random(using: &random), let index = text.indices.randomElement(using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[index] = Array("{}[]\",:\\ 0a".utf8).randomElement(using: &random) ?? 0
        case 1: text.remove(at: index)
        default: text.insert(text[index], at: index)
        }
      }
      let printed = String(decoding: text, as: UTF8.self)
      let model = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      if let error = error(of: text) {
        // Foundation is lenient about names and commas.
        let isAccepted = error.message.hasSuffix("twice") || error.message.hasPrefix("there is a comma after")
        #expect(model == nil || isAccepted, "seed \(seed): \(error) in \(printed)")
        continue
      }
      let value = try JSONValue(parsing: text)
      #expect(value.isEqual(toFoundation: try #require(model)), "seed \(seed): \(printed)")
    }
  }
}
