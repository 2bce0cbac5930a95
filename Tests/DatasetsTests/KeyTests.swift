import Datasets
import Diagnostics
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    ("id,name", "id"), ("name,id", "id"), ("title,name", "name"), ("x,Name", "Name"), ("label,title", "title"),
    ("name,CODE", "CODE"), ("name,slug,key", "key"), ("colour,price", "colour"), ("ident,names", "ident"),
  ])
  func `usual names make the key`(header: String, key: String) throws {
    let row = header.split(separator: ",").map { _ in "x" }.joined(separator: ",")
    #expect(try read(csv: "\(header)\n\(row)\n").keyField == key)
  }

  @Test func `otherwise the first field with different values does`() throws {
    let dataset = try read(csv: "kind,sort,note,place\na,x,1,p\na,y,,q\nb,x,3,r\n")
    #expect(dataset.keyField == "place")
    #expect(dataset.keys == ["p", "q", "r"])
    #expect(dataset.warnings.isEmpty)
  }

  @Test func `otherwise row numbers do, with a warning`() throws {
    let dataset = try read(csv: "kind\na\n\na\n")
    #expect(dataset.keyField == nil)
    #expect(dataset.keys == ["2", "4"])
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv: no field has a different value in every row; row numbers are the keys.
          Choose a field with --key NAME, or --key @row if row numbers are what you want.
        """
      ])
    #expect(try read(json: #"[{"a":1},{"a":1}]"#).keys == ["1", "2"])
  }

  @Test func `chosen keys`() throws {
    let csv = "id,sort\n1,x\n2,y\n"
    #expect(try read(csv: csv, .init(key: "sort")).keys == ["x", "y"])
    let numbered = try read(csv: csv, .init(key: "@row"))
    #expect(numbered.keys == ["2", "3"])
    #expect(numbered.keyField == nil)
    #expect(numbered.warnings.isEmpty)
  }

  @Test func `keys are trimmed texts`() throws {
    #expect(try read(csv: "id\n 1.50 \nyes\n").keys == ["1.50", "yes"])
    #expect(try read(csv: "id\n 01 \n 02 \n").keys == ["01", "02"])
    #expect(try read(json: #"[{"id":true},{"id":false}]"#).keys == ["yes", "no"])
  }

  @Test func `keys are exact`() throws {
    #expect(try read(csv: "id\ne\nE\né\n").keys == ["e", "E", "é"])
    #expect(try read(csv: "id\n1\n1.0\n").keys == ["1", "1.0"])
  }

  @Test func `canonically equivalent keys are the same`() {
    #expect(message(of: try read(csv: "id\n\u{E9}\ne\u{301}\n")).contains("is already the key of row 2"))
  }

  @Test func `unknown fields bring a suggestion`() {
    #expect(
      message(of: try read(csv: "name,price\nA,1\n", .init(key: "nmae", title: "titel"))) == """
        error: fruits.csv: there is no field “nmae”.
          Did you mean “name”?
        error: fruits.csv: there is no field “titel”.
          The file has “name”, “price”.
        """)
    #expect(message(of: try read(csv: "ID\n1\n", .init(key: "id"))).contains("Did you mean “ID”?"))
  }

  @Test func `a double key names the first row and a way out`() {
    #expect(
      message(of: try read(csv: "name,id no\nApple,1\nPear,2\nApple ,3\n")) == """
        error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
          Give each row a key of its own, or use “id no”, which is different in every row: choose it with --key "id no".
        """)
    #expect(
      message(of: try read(csv: "name,kind\nApple,1\n\nApple,1\nApple,1\n")) == """
        error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
        error: fruits.csv, row 5, field “name”: “Apple” is already the key of row 2.
          Give each row a key of its own, or number the rows: choose it with --key @row.
        """)
    #expect(
      message(of: try read(json: #"[{"id":1},{"id":1}]"#)) == """
        error: fruits.json, row 2, line 1, column 11, field “id”: “1” is already the key of row 1.
          Give each row a key of its own, or number the rows: choose it with --key @row.
        """)
  }

  @Test func `a row without a key is an error`() {
    #expect(
      message(of: try read(csv: "name,no\n,1\n\" \",2\n")) == """
        error: fruits.csv, row 2, field “name”: the row has no key.
        error: fruits.csv, row 3, field “name”: the row has no key.
          Fill in the field, or use “no”, which is different in every row: choose it with --key no.
        """)
  }

  @Test(arguments: [
    ("id,title,name", "title"), ("id,LABEL", "LABEL"), ("n,sort", "sort"), ("n,m", "n"),
  ])
  func `titles`(header: String, title: String) throws {
    let row = header.split(separator: ",").map { $0.count == 1 ? "7" : "x" }.joined(separator: ",")
    #expect(try read(csv: "\(header)\n\(row)\n").titleField == title)
  }

  @Test func `a chosen title, and the key where it is empty`() throws {
    let dataset = try read(csv: "id,name,also\n1,Apple,Malus\n2,Pear,\n", .init(title: "also"))
    #expect(dataset.titleField == "also")
    #expect(dataset.records.map(\.title) == ["Malus", "2"])
  }

  @Test func `without any title the keys are the titles`() throws {
    let dataset = try read(csv: "n\n5\n5\n", .init(key: "@row"))
    #expect(dataset.titleField == nil)
    #expect(dataset.records.map(\.title) == ["2", "3"])
  }
}
