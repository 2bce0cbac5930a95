import Datasets
import Testing

@Suite struct CSVTests {
  /// Fields of the records after the header `a,b`, as plain text.
  @Test(
    arguments: [
      ("a,b\r\n1,2\r\n", [["1", "2"]]), ("a,b\n1,2", [["1", "2"]]), ("a,b\r1,2\r3,4", [["1", "2"], ["3", "4"]]),
      ("a,b\n1,2\r\n3,4\r5,6", [["1", "2"], ["3", "4"], ["5", "6"]]), ("\u{FEFF}a,b\n1,2\n", [["1", "2"]]),
      ("\u{FEFF}\"a\",b\n1,2\n", [["1", "2"]]), ("a,b\n\"x\",\"y\"\n", [["x", "y"]]),
      ("a,b\n\"x,y\",z\n", [["x,y", "z"]]),
      ("a,b\n\"say \"\"hi\"\"\",z\n", [["say \"hi\"", "z"]]), ("a,b\n\"\"\"\",z\n", [["\"", "z"]]),
      ("a,b\n\"x\ny\",z\n", [["x\ny", "z"]]), ("a,b\n\"x\r\ny\",z\r\n", [["x\ny", "z"]]),
      ("a,b\n\"x\ry\",z\n", [["x\ry", "z"]]), ("a,b\n\"x\r\r\ny\",z\n", [["x\r\ny", "z"]]),
      ("a,b\n\"\",z\n", [["", "z"]]), ("a,b\n,z\n", [["", "z"]]), ("a,b\nz,\n", [["z", ""]]), ("a,b\nz,", [["z", ""]]),
      ("a,b\nz,\"\"", [["z", ""]]), ("a,b\n,\n", [["", ""]]), ("a,b\n x , y \n", [[" x ", " y "]]),
      ("a,b\n5\" pot,x\"y\"\n", [["5\" pot", "x\"y\""]]), ("a,b\nx, \"y\"\n", [["x", " \"y\""]]),
      ("a,b\n\nx,y\n\n\nz,w\n\n", [["x", "y"], ["z", "w"]]), ("a,b\r\n\r\nx,y\r\n \t\r\n", [["x", "y"]]),
      ("\n\na,b\nx,y", [["x", "y"]]), ("a,b\n", []), ("a,b", []), (" a , b \nx,y", [["x", "y"]]),
      ("a,b\nÄpfel,🍎\n", [["Äpfel", "🍎"]]), ("a,b\nx\ty,'z'\n", [["x\ty", "'z'"]]),
      ("a,b\n\"  x\n\",y\n", [["  x\n", "y"]]),
    ] as [(String, [[String]])])
  func `records and fields`(text: String, texts: [[String]]) throws {
    let dataset = try read(csv: text, .init(key: "@row"))
    #expect(dataset.fieldNames == ["a", "b"])
    #expect(dataset.texts == texts)
  }

  @Test func `one column`() throws {
    #expect(try read(csv: "a\nx\n\n\"\"\ny\n", .init(key: "@row")).texts == [["x"], [""], ["y"]])
  }

  @Test func `an empty field is missing, whether quoted or blank`() throws {
    let dataset = try read(csv: "a,b,c\n,\"\",  \n", .init(key: "@row"))
    #expect(dataset.records.first?.values == [.missing, .missing, .missing])
  }

  @Test func `a header alone is a data set without rows`() throws {
    let dataset = try read(csv: "name,price\n")
    #expect(dataset.records.isEmpty)
    #expect(dataset.types == [.text, .text])
    #expect(dataset.keyFields == ["name"])
    #expect(dataset.warnings.isEmpty)
  }

  @Test func `rows count as in a spreadsheet`() throws {
    let dataset = try read(csv: "name\n\nApple\n\"two\nlines\"\nPear\n")
    #expect(dataset.records.map(\.row) == [3, 4, 5])
  }
}
