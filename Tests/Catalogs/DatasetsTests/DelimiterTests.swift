import Datasets
import Diagnostics
import Testing

@Suite struct DelimiterTests {
  @Test(arguments: [
    ("name;price\nApple;1,5\n", [["Apple", "1.5"]]), ("name|price\nApple|1\n", [["Apple", "1"]]),
    ("name\tprice\nApple\t1\n", [["Apple", "1"]]), ("name;price\n\"Ap;ple!\";\"1\"\"\"\n", [["Ap;ple!", "1\""]]),
    ("name,a;b\nApple,1\n", [["Apple", "1"]]), ("\"a,b\";c\n1;2\n", [["1", "2"]]),
    ("name\tprice\n\t1\n", [["", "1"]]),
  ])
  func `the header shows the delimiter`(text: String, texts: [[String]]) throws {
    #expect(try read(csv: text, .init(key: "@row")).texts == texts)
  }

  @Test func `a chosen delimiter is used`() throws {
    #expect(try read(csv: "a,b;c\n1,2;3\n", .init(key: "@row", delimiter: ";")).texts == [["1.2", "3"]])
    #expect(try read(csv: "a:b\n1:2\n", .init(key: "@row", delimiter: ":")).texts == [["1", "2"]])
  }

  @Test func `tab-separated values`() throws {
    let dataset = try read(.tsv, "name\tnote\nApple\t\"a\tb\"\n", .init())
    #expect(dataset.texts == [["Apple", "a\tb"]])
    #expect(
      message(of: try read(.tsv, "a\tb\n1\n"))
        == "error: fruits.tsv, row 2: 2 fields expected, 1 found.\n  An empty field needs its comma, too.")
  }

  @Test(arguments: ["é", "\"", "\n"] as [Unicode.Scalar])
  func `not everything can separate fields`(delimiter: Unicode.Scalar) {
    #expect(message(of: try read(csv: "a,b\n", .init(delimiter: delimiter))).contains("cannot separate fields"))
  }
}
