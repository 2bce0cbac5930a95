import Datasets
import Testing

@Suite struct TOMLTests {
  @Test func `an array of tables`() throws {
    let dataset = try read(
      .toml,
      #"""
      title = "Fruits" # of autumn

      [[fruits]]
      name = "Apple"
      price = 1.50
      picked = 1979-05-27
      nutrition.energy = 0x34
      tags = [ "red", 'gr\een', 3, # green
        ]
      [fruits.origin]
      country = "Kazakhstan"

      [[fruits]]
      name = """
      Fig \
        tree"""
      ripe = true
      size = {height = 1_000, "leaf width" = 12}
      """#)
    #expect(
      dataset.fieldNames == [
        "name", "price", "picked", "nutrition.energy", "tags", "origin.country", "ripe", "size.height",
        "size.leaf width",
      ])
    #expect(dataset.types == [.text, .number, .date, .number, .list, .text, .boolean, .number, .number])
    #expect(
      dataset.texts == [
        ["Apple", "1.50", "1979-05-27", "52", "red, gr\\een, 3", "Kazakhstan", "", "", ""],
        ["Fig tree", "", "", "", "", "", "yes", "1000", "12"],
      ])
  }

  @Test(
    arguments: [
      (#""a\tb\u00e9\U0001F34E\\""#, "a\tbé🍎\\"), ("'C:\\dir'", "C:\\dir"), ("'''\na'b''c'''", "a'b''c"),
      (#""""a"b""c"""""#, "a\"b\"\"c\""), ("+99", "+99"), ("-17", "-17"), ("5e+22", "5e+22"),
      ("6.626e-34", "6.626e-34"),
      ("0o755", "493"), ("0b1101", "13"), ("1979-05-27T07:32:00Z", "1979-05-27T07:32:00Z"),
      ("1979-05-27 07:32:00.5-07:00", "1979-05-27T07:32:00.5-07:00"), ("07:32:00", "07:32:00"), ("false", "no"),
      ("inf", "inf"), ("[]", ""), ("[[1, 2], [3]]", "1, 2, 3"), ("\"\"", ""),
      ("[{a = 1, b = \"x\"}, {a = 2}]", "1, x; 2"),
    ])
  func `values`(toml: String, text: String) throws {
    let dataset = try read(.toml, "[[f]]\nid = \"x\"\nv = \(toml)\n")
    #expect(dataset.records.first?["v"]?.text == text)
  }

  @Test(arguments: [
    "v = ", "v = 01", "v = 1__0", "v = _1", "v = 1_", "v = 0x", "v = .5", "v = 5.", "v = 1979-13-01", "v = abc",
    "v = \"a",
    "v = \"a\nb\"", "v = \"\\x\"", "v = '''a", "v = [1", "v = [1 2]", "v = {a = 1", "v = {a = 1,\nb = 2}", "v", "= 1",
    "v = 1 w = 2", "v = 1\nv = 2", "v.a = 1\nv = 2", "v = {a = 1}\nv.b = 2", "[v", "[v]\n[v]", "[[f]]\n[f]",
    "v = \"\u{1}\"", "v = \"\\uD800\"", "[f.x]\n[f.x]", "v = +", "\"\"\"a\"\"\" = 1", "v = true1",
  ])
  func `invalid texts`(toml: String) {
    #expect(message(of: try read(.toml, "[[f]]\nid = 1\n\(toml)\n")).hasPrefix("error: fruits.toml"))
  }

  @Test(arguments: [
    (
      "[[f]]\nid = 1\nid = 2\n",
      "error: fruits.toml, line 3, column 1: “id” is written twice.\n  Keep one of them."
    ),
    (
      "a = 1\n",
      """
      error: fruits.toml, line 1, column 1: an array of tables is expected, a table found.
        Begin each row with a line of [[fruits]], with its fields below.
      """
    ),
  ])
  func `errors have a place`(text: String, expected: String) {
    #expect(message(of: try read(.toml, text)) == expected)
  }

  @Test func `a path chooses an array`() throws {
    let toml = "[[a]]\nid = 1\n[[b.c]]\nid = 2\n[[d]]\nid = 3\n"
    #expect(try read(.toml, toml, .init(path: "b.c")).keys == ["2"])
    #expect(message(of: try read(.toml, toml)).contains("in catalog.yml: “a”, “d”."))
    #expect(message(of: try read(.toml, toml, .init(path: "b.x"))).contains("there is no member “x” in the way “b.x”"))
  }

  @Test(arguments: ["[", "{a = "])
  func `values that are nested too deeply are refused`(opening: String) {
    #expect(message(of: try read(.toml, "v = " + String(repeating: opening, count: 10_000))).contains("nested deeper"))
    #expect(
      message(of: try read(.toml, "v" + String(repeating: ".v", count: 10_000) + " = 1")).contains("nested deeper"))
  }
}
