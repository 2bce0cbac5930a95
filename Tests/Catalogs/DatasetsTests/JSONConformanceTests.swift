import Datasets
import Diagnostics
import Testing

/// RFC 8259, seen through a data set of one row whose field `v` has the value in question.
@Suite struct JSONConformanceTests {
  private func value(_ json: String) throws -> Value? {
    try read(json: "[{\"v\":\(json)}]", .init(key: "@row")).records.first?["v"]
  }

  @Test(arguments: [
    ("\"\"", ""), ("\"a\"", "a"), (#""\"\\\/\b\f\n\r\t|""#, "\"\\/\u{8}\u{C}\n\r\t|"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"),
    (#""\ud83c\udf4e""#, "🍎"), (#""a\uD83C\uDF4Eb""#, "a🍎b"), (#""\u0000""#, "\u{0}"),
    ("\"é🍎\u{7F}\u{2028}\"", "é🍎\u{7F}\u{2028}"),
    ("\"[x]{y}//#\"", "[x]{y}//#"), (" \t\r\n\"a\" ", "a"), ("null", ""), ("[]", ""),
    ("[\"a\", 1 ,true]", "a, 1, yes"),
    ("0", "0"), ("-0", "-0"), ("12", "12"), ("-1.50", "-1.50"), ("1e5", "1e5"), ("1E+5", "1E+5"), ("0.1e-2", "0.1e-2"),
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("1e999", "1e999"), ("true", "yes"),
    ("false", "no"),
  ])
  func `valid values`(json: String, text: String) throws {
    #expect(try value(json)?.text == text)
  }

  @Test(arguments: [
    ("// x\n1", "1"), ("/* x\n */ 1 // y\n", "1"), ("[1, 2,]", "1, 2"),
    ("[\"a\", // first\n \"b\" /* last */,\n]", "a, b"),
    ("\"// no comment\"", "// no comment"),
  ])
  func `comments and a last comma are read`(json: String, text: String) throws {
    #expect(try value(json)?.text == text)
    #expect(
      try read(json: "/* rows */ [{\"v\":\(json),},] // end", .init(key: "@row")).records.first?["v"]?.text == text)
  }

  @Test(arguments: [
    "", "nul", "True", "NaN", "-", "01", "-01", ".5", "5.", "1e", "1e+", "+1", "0x1", "1,,", "\"a", "\"a\nb\"",
    "\"\t\"",
    "'a'", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83c""#, #""\udf4e""#, #""\ud83cx""#, #""\ud83c\n""#,
    #""\ud83c\ud83c""#,
    "\"\\", "[", "[1", "[1,", "[1,,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
    "{\"a\":1,,}",
    "{a:1}",
    "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", "1 2", "]", "}", "// x 1", "/* x 1", "# x\n1",
    "undefined",
    "\u{FEFF}1", "\u{A0}1",
  ])
  func `invalid values`(json: String) {
    #expect(message(of: try read(json: "[{\"v\":\(json)}]")).hasPrefix("error: fruits.json"))
  }

  @Test(
    arguments: [
      [0xE9], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xF0, 0x9F],
    ] as [[UInt8]])
  func `invalid UTF-8 is never replaced`(invalid: [UInt8]) {
    let bytes = Array("[{\"v\":\"ä\\n".utf8) + invalid + Array("\"}]".utf8)
    let byte = String(invalid[0], radix: 16, uppercase: true)
    #expect(
      message(of: try Dataset(bytes: bytes, file: "fruits.json", format: .json, options: .init(encoding: .utf8))) == """
        error: fruits.json, line 1, column 11: the byte \(byte) is not valid UTF-8.
          Save the file with the encoding UTF-8.
        """)
  }

  @Test func `a byte order mark is skipped`() throws {
    #expect(try read(json: "\u{FEFF}[{\"name\":\"Apple\"}]").keys == ["Apple"])
  }

  @Test func `nesting has a limit`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    // The array around the row is the first level.
    #expect(try read(json: "[\(nested(511))]", .init(key: "@row")).fieldNames.first?.count == 1021)
    #expect(
      message(of: try read(json: "[\(nested(512))]"))
        == "error: fruits.json, line 1, column 2557: values are nested deeper than 512 levels.")
    #expect(message(of: try read(json: String(repeating: "[", count: 100_000))).contains("deeper than 512 levels"))
  }

  @Test func `values nested side by side are not deep`() throws {
    let row = "{\"a\":[],\"b\":{}}"
    let rows = Array(repeating: row, count: 600).joined(separator: ",")
    #expect(try read(json: "[\(rows)]", .init(key: "@row")).records.count == 600)
  }
}
