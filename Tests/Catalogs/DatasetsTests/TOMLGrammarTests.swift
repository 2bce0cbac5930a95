import Datasets
import Testing

/// Strict TOML 1.0 where parsers tend to be lenient, and long texts.
@Suite struct TOMLGrammarTests {
  @Test(arguments: [
    // A carriage return that ends no line.
    "v = 1\r\r", "v = 1\rw = 2", "\rv = 1", "v = 1 # a\rb", "v = [1,\r2]", "v = \"\"\"a\rb\"\"\"", "v = '''a\rb'''",
    // Control characters in comments.
    "# a\u{1}b", "# a\u{8}", "# a\u{1F}", "# a\u{7F}", "v = [ # a\u{1}\n1]", "v = 1 # \u{B}",
    // Underscores that are not between digits.
    "v = 1e_23", "v = 1e2_", "v = 1_e2", "v = 1.2_e2", "v = 1._2", "v = 1_.2", "v = 0b_1", "v = 0x_f", "v = 0o7_",
    "v = 0_1", "v = -01", "v = 00", "v = 0e1_", "v = 1e", "v = 1e+", "v = +-1", "v = 0B1", "v = +0x1", "v = 0o8",
    // Times without seconds.
    "v = 07:32", "v = 1979-05-27T07:32", "v = 1979-05-27 07:32Z", "v = 1979-05-27T07:32+01:00", "v = 07:32:00Z",
    "v = 07:32:00+01:00", "v = 24:00:00", "v = 1979-05-27T", "v = 1979-05-27T07", "v = 07:32:00.",
    // Escapes of later versions.
    "v = \"\\e\"", "v = \"\\x41\"", "v = \"\"\"\\e\"\"\"", "v = \"\"\"a \\ b\"\"\"", "v = \"\\", "v = \"\\u12\"",
    // Six quotes and more.
    "v = \"\"\"a\"\"\"\"\"\"", "v = '''a''''''", "v = \"\"\"a\"\"\"\"\"\"\"", "v = ''''''''''",
    // Tables that are complete.
    "v = {a.b = 1}\nv.a.c = 2", "v.a = 1\n[f.v]", "v = [{a = 1}]\n[[f.v]]", "[f.x.y]\n[f]", "v = {a = 1, a = 2}",
    "v = {a = 1,}", "v = {a = 1\n}", "[[f.v]]\n[f.v]", "[ [f]]", "[[f] ]", "[f.]", "[.f]", "a..b = 1",
  ])
  func `texts outside of the grammar are errors`(toml: String) {
    #expect(message(of: try read(.toml, "[[f]]\nid = 1\n\(toml)\n")).hasPrefix("error: fruits.toml"))
  }

  @Test(
    arguments: [
      ("1e06", "1e06"), ("-0.0", "-0.0"), ("1_000.5_0e+1_0", "1000.50e+10"), ("0xdead_beef", "3735928559"),
      ("0b1_0", "2"), ("+nan", "+nan"), ("-inf", "-inf"), ("1979-05-27t07:32:00.25z", "1979-05-27T07:32:00.25Z"),
      ("\"\"\"\r\na\r\nb\"\"\"", "a\nb"), ("'''a\r\nb'''", "a\nb"), ("\"a\\r\\nb\"", "a\r\nb"),
      ("\"\"\"a\\\r\n \r\n b\"\"\"", "ab"), ("'''a'''''", "a''"), ("\"\"\"\"\"a\"\"\"\"\"", "\"\"a\"\""),
      ("\"\"\"\\\"\"\"\\\"\"\"\"", "\"\"\"\""), ("\"\"\"\t\"\"\"", ""), ("'\t'", ""), ("\"é\\té\"", "é\té"),
      ("1e400", "1e400"), ("[ # a\r\n 'a', # b\n ]", "a"), ("{ \"a b\".c = 1 }", nil),
    ] as [(String, String?)])
  func `texts of the grammar are read`(toml: String, text: String?) throws {
    let record = try read(.toml, "[[f]]\nid = \"x\"\nv = \(toml)\r\n").records.first
    #expect(record?[text == nil ? "v.a b.c" : "v"]?.text == text ?? "1")
  }

  @Test func `tables may be written in any order`() throws {
    let toml = """
      [[f]]
      a.b = 1
      [f.a.c]
      d = 2
      [f.x.y]
      z = 3
      [f.x]
      w = 4
      [[f.rows]]
      "quoted \\u00E9" = 5
      [[f]]
      'a'.b = 6
      """
    #expect(try read(.toml, toml, .init(key: "@row", path: "f")).records.first?["rows.quoted é"]?.text == "5")
    let dataset = try read(.toml, toml.replacing("[[f.rows]]", with: "[f.rows]"), .init(key: "@row", path: "f"))
    #expect(dataset.fieldNames == ["a.b", "a.c.d", "x.y.z", "x.w", "rows.quoted é"])
    #expect(dataset.texts == [["1", "2", "3", "4", "5"], ["6", "", "", "", ""]])
  }

  /// None of these would end in time if a table were copied on each addition.
  @Test func `long texts take linear time`() throws {
    let rows = (0..<30_000).map { "[[r]]\nid = \($0)\n" }.joined()
    #expect(try read(.toml, rows).records.count == 30_000)
    let names = (0..<20_000).map { "a.k\($0) = 1\nb.\"q\($0)\" = 1\n" }.joined()
    #expect(try read(.toml, names + "[[r]]\nid = 1\n").records.count == 1)
    let tables = (0..<20_000).map { "[t.k\($0)]\n[[u.v.w]]\n" }.joined()
    #expect(try read(.toml, tables + "[[r]]\nid = 1\n").records.count == 1)
    let escapes = String(repeating: "\\u00e9x", count: 50_000)
    #expect(
      try read(.toml, "[[r]]\nid = 1\nv = \"\(escapes)\"\nw = \"\"\"\(escapes)\"\"\"\n").records.first?["v"]?.text.count
        == 100_000)
  }
}
