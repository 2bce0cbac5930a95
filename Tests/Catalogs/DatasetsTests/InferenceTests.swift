import Datasets
import Testing

@Suite struct InferenceTests {
  private static let prose = "A fruit that keeps well through the winter, if it is stored in a cool and dark place. "

  /// The type of a CSV field by its values.
  @Test(
    arguments: [
      ([], .text), ([""], .text), (["true", "No", "YES", ""], .boolean), (["true", "maybe"], .text),
      ([" yes "], .boolean),
      (["0", "1", "1"], .number), (["1", "-2.5", "+3e4", ""], .number), ([" 1", "2 "], .number),
      (["0.5", "0"], .number),
      (["007", "1"], .text), (["-01"], .text), (["1,000"], .number), (["1e999"], .text), (["nan"], .text),
      (["1", "yes"], .text),
      (["2024-02-29", "0001-12-31"], .date), (["2024-02-29T23:59", "2024-02-29"], .date),
      (["2024-02-29T23:59:59.123Z", "2024-02-29T00:00+02:00"], .date), (["2023-02-29"], .text), (["1900-02-29"], .text),
      (["2000-02-29"], .date), (["2024-04-31"], .text), (["2024-13-01"], .text), (["2024-00-10"], .text),
      (["2024-1-1"], .date),
      (["2024-01-01T24:00"], .text), (["2024-01-01T12"], .text), (["2024-01-01T12:60"], .text),
      (["2024-01-01 12:00"], .date),
      (["2024-01-01T12:00:60"], .text), (["2024-01-01T12:00:00."], .text), (["2024-01-01T12:00z"], .text),
      (["2024-01-01T12:00+2"], .text), (["2024"], .number), (["20240101"], .number),
      (["images/red apple.PNG", "a.jpeg"], .image), (["https://a.org/b.webp?w=20#x"], .image),
      (["http://a.org/b.SVG"], .image),
      (["../a.avif", ""], .image), (["https://a.org/b.png", "https://a.org/b"], .url), (["/abs/a.png"], .text),
      (["javascript:alert(1)//.png"], .text), (["a\nb.png"], .text), ([".png"], .text), (["images/.png"], .text),
      (["a.pdf"], .text), (["\"><img src=x>.png"], .text), (["https://a.png"], .url), (["a.png", "nothing"], .text),
      (["https://a.org", "HTTP://b.org/c?d=e#f"], .url), (["https://münchen.de/straße"], .url), (["https://"], .text),
      (["https:///x"], .text), (["https://a b"], .text), (["see https://a.org"], .text), (["ftp://a.org"], .text),
      (["javascript:alert(1)"], .text), (["https://a.org/\"><script>"], .text),
      (["a;b", "c"], .list), (["red; green ;blue", "Çà-et-là; d’or"], .list), (["1;2"], .list),
      (["50 %;2 °C;A+/B, etc.;R&D"], .list),
      (["a;"], .text), (["a;;b"], .text), ([";"], .text), (["a;b", "c:d"], .text), (["a;b", "<b>"], .text),
      (["salt &amp; pepper"], .text), (["a &lt;b"], .text), (["AT&T; Verizon"], .list), (["a;b\nc"], .text),
      (["a;" + String(repeating: "b", count: 40)], .list), (["a;" + String(repeating: "b", count: 41)], .text),
      (["It grows; it ripens (slowly)"], .text), (["a;🍎"], .text), (["a", "b"], .text),
      ([prose + "**bold** and more"], .markdown), ([prose + "[text](https://a.org)"], .markdown),
      ([prose + "\n# Title"], .markdown),
      ([prose + "\n## Title"], .markdown), ([prose + "\n- item"], .markdown), ([prose + "\r\n* item"], .markdown),
      ([prose + "\n1. item"], .markdown), ([prose + "\n> quote"], .markdown), ([prose + "\n```\ncode\n```"], .markdown),
      ([prose + "**bold**", "plain"], .markdown), ([prose], .text), (["**bold**"], .text), ([prose + "*word*"], .text),
      ([prose + "[x](javascript:alert(1))"], .text), ([prose + "<b>x</b>"], .markdown), ([prose + "a | b"], .text),
      ([prose + "2 ** 3 ** 4"], .text), ([prose + "f**k and s**t"], .text), ([prose + "****"], .text),
      ([prose + "#1"], .text),
      ([prose + "\n12. Mai"], .text), ([prose + "[1] (https://a.org)"], .text),
    ] as [([String], FieldType)])
  func `a CSV field's type`(values: [String], type: FieldType) throws {
    let rows = values.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    let dataset = try read(csv: (["v"] + rows).joined(separator: "\n"), .init(key: "@row"))
    #expect(dataset.types == [type])
  }

  /// The type of a JSON field by its values.
  @Test(
    arguments: [
      (["1", "2.5", "null"], .number), (["true", "false"], .boolean), (["\"yes\"", "\"no\""], .text),
      (["\"1\"", "\"2\""], .text), (["1", "\"2\""], .text), (["true", "1"], .text), (["1e999"], .text),
      (["\"2024-02-29\""], .date), (["\"https://a.org\""], .url), (["\"a.png\""], .image), (["20240101"], .number),
      (["[\"a\"]", "[1, true]"], .list), (["[\"a\"]", "\"b;c\"", "1"], .list), (["\"a;b\""], .text), (["null"], .text),
      (["[]", "{}"], .text),
    ] as [([String], FieldType)])
  func `a JSON field's type`(values: [String], type: FieldType) throws {
    let rows = values.map { "{\"v\": \($0)}" }.joined(separator: ",")
    #expect(try read(json: "[\(rows)]", .init(key: "@row")).types == [type])
  }

  @Test func `values are read as their type`() throws {
    let csv = """
      b,n,d,u,i,l,t
      YES, 2.50 ,2024-02-29,https://a.org,a.png,x; y ;z, t

      """
    let values = try #require(try read(csv: csv, .init(key: "@row")).records.first?.values)
    let number = try #require(Value.Number("2.50"))
    #expect(
      values == [
        .boolean(true), .number(number), .date("2024-02-29"), .url("https://a.org"), .image("a.png"),
        .list([.text("x"), .text("y"), .text("z")], written: "x; y ;z"), .text(" t"),
      ])
    #expect(values[1].text == "2.50")
  }

  @Test func `a value among arrays is a list of one`() throws {
    let dataset = try read(json: #"[{"v":["a","b"]},{"v":"c;d"},{"v":5}]"#, .init(key: "@row"))
    #expect(
      dataset.records.map(\.values) == [
        [.list([.text("a"), .text("b")])], [.list([.text("c;d")])], [.list([.text("5")])],
      ])
  }

  @Test(arguments: ["markdown", "notes_md", "Notes_MD", "long_markdown"])
  func `a name can make a field Markdown`(name: String) throws {
    #expect(try read(csv: "\(name)\n12\n", .init(key: "@row")).types == [.markdown])
    #expect(try read(csv: "\(name)\n\"\"\n", .init(key: "@row")).types == [.text])
    #expect(try read(json: "[{\"\(name)\":12}]", .init(key: "@row")).types == [.number])
  }

  @Test func `other names have no effect`() throws {
    #expect(try read(csv: "md,markdown_version\nx,y\n").types == [.text, .text])
  }
}
