import Datasets
import Diagnostics
import Fingerprints
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    ("id,name", "id"), ("name,id", "id"), ("title,name", "name"), ("x,Name", "Name"), ("label,title", "title"),
    ("name,CODE", "CODE"), ("name,slug,key", "key"), ("colour,price", "colour"), ("ident,names", "ident"),
  ])
  func `usual names are keys`(header: String, key: String) throws {
    let row = header.split(separator: ",").map { _ in "x" }.joined(separator: ",")
    #expect(try read(csv: "\(header)\n\(row)\n").keyFields == [key])
  }

  @Test func `otherwise the first field with distinct values is the key`() throws {
    let dataset = try read(csv: "kind,sort,note,place\na,x,1,p\na,y,,q\nb,x,3,r\n")
    #expect(dataset.keyFields == ["place"])
    #expect(dataset.keys == ["p", "q", "r"])
    #expect(dataset.warnings.isEmpty)
  }

  @Test(arguments: [
    ("kind,planet_id\na,1\na,2\n", "planet_id"), ("kind,n,id.a,id.b\na,x,u,u\na,y,u,v\n", "id.b"),
    ("name,id.parent\na,1\nb,2\n", "name"),
    ("kind,objectID,star_id\na,1,x\na,2,y\n", "objectID"),
    ("name,Planet Id\na,1\nb,2\n", "Planet Id"), ("name,planet-id\na,1\nb,2\n", "planet-id"),
    ("name,Item Nr.\na,1\nb,2\n", "Item Nr."), ("name,objectid\na,1\nb,2\n", "objectid"),
    ("name,Madrid\na,1\nb,2\n", "name"), ("name,amount paid\na,1\nb,2\n", "name"),
    ("name,parent.id\na,1\nb,2\n", "name"),
    ("name,planet_id\na,1\nb,2\n", "planet_id"), ("name,star_id,planet_id\na,1,3\nb,1,4\n", "name"),
    ("_id,name\nx,a\ny,b\n", "_id"), ("name,paid\na,1\nb,2\n", "name"), ("name,_id\na,1\nb,2\n", "_id"),
    // A value in every row, or nearly.
    ("code,name\n,a\nx,b\n", "name"), ("id,name\n" + String(repeating: "x,a\n", count: 3) + "y,b\nz,c\n", "id"),
    // Names that are mostly repeated are no keys.
    ("name,no\na,1\na,2\na,3\nb,4\nb,5\n", "no"), ("name,title,no\na,x,1\na,y,2\na,z,3\n", "title"),
    // Short texts before dates, numbers, places, addresses and prose.
    ("n,t\n1,x\n2,y\n", "t"), ("place,t\n\"1.5,2\",x\n\"1.5,3\",y\n", "t"), ("d,n\n2024-01-01,1\n2024-01-02,2\n", "d"),
    ("u,n\nhttps://a.org,1\nhttps://b.org,2\n", "n"), ("d\n2024-01-01\n2024-01-02\n", "d"),
    ("t,n\n\(String(repeating: "long ", count: 20))a,1\n\(String(repeating: "long ", count: 20))b,2\n", "n"),
  ])
  func `the key is the most distinctive field`(csv: String, key: String) throws {
    #expect(try read(csv: csv).keyFields == [key])
  }

  @Test(
    arguments: [
      // Measurements are distinct by accident; counters, and fields named as numbers, are not.
      ("sex,pop\nf,7105\nm,2311\nf,99\n", nil), ("sex,share\nf,0.25\nf,0.5\n", nil), ("sex,at\nf,3\nm,7\nf,8\n", "at"),
      ("sex,index\nf,7105\nf,2311\n", "index"), ("sex,body_mass_index\nf,7105\nf,2311\n", nil),
      ("sex,fips\nf,7105\nf,2311\n", "fips"), ("sex,makerid\nf,7105\nf,2311\n", "makerid"),
      ("a,b,seen\nx,y,2024-01-01\nx,y,2024-01-02\n", "seen"),
      ("a,b,seen,n\nx,y,2024-01-01,1\nx,y,2024-01-02,2\n", "n"),
    ] as [(String, String?)])
  func `a measurement is no key`(csv: String, key: String?) throws {
    #expect(try read(csv: csv).keyFields == (key.map { [$0] } ?? []))
  }

  @Test func `a first and a last name are the key together`() throws {
    let persons = "born,first_name,last_name\n1732-02-22,George,Washington\n1735-10-30,John,Adams\n"
    #expect(try read(csv: persons).keyFields == ["first_name", "last_name"])
    #expect(try read(csv: persons + "1767-07-11,John,Adams\n").keys.last == "John,Adams-2")
    #expect(try read(csv: persons.replacing("first", with: "author_first")).keyFields == ["author_first_name"])
    #expect(try read(csv: persons.replacing("born", with: "voter_id")).keyFields == ["voter_id"])
  }

  @Test func `names shared by many rows yield to a field that is distinct in every row`() throws {
    func counties(_ count: Int) -> String {
      "name,fips\n" + (1...count).map { "County \($0 % 10 < 3 ? 0 : $0),0\(1000 + $0)\n" }.joined()
    }
    #expect(try read(csv: counties(60)).keyFields == ["name"])
    let dataset = try read(csv: counties(1000))
    #expect(dataset.keyFields == ["fips"])
    #expect(dataset.titleFields == ["name"])
    #expect(dataset.warnings.isEmpty)
  }

  @Test func `a list is never the key`() throws {
    #expect(try read(json: #"[{"l":["a"],"n":1},{"l":["b"],"n":1}]"#).keyFields == [])
  }

  @Test func `long keys are quoted where they differ`() throws {
    let title = "The complete works of a writer of very long titles with all appendices"
    let dataset = try read(
      csv: "name,no\n\(title),1\n\(title),2\nFig,3\nPlum,4\nPear,5\n", .init(key: "name", problems: .warn))
    #expect(
      dataset.problems.list.map(\.finding.message) == [
        """
        “The complete works of a writer of very …” is already the key of row 2: the key of this row is “The comple…\
        pendices-2”
        """
      ])
  }

  @Test func `repeated values of an inferred key are numbered`() throws {
    let dataset = try read(csv: "name,no\nApple,1\nPear,2\nApple,3\nApple-2,4\nApple,5\n,6\n,7\nFig,8\nPlum,9\n")
    #expect(dataset.keys == ["Apple", "Pear", "Apple-3", "Apple-2", "Apple-4", "row-7", "row-8", "Fig", "Plum"])
    #expect(dataset.records.prefix(7).map(\.title) == ["Apple", "Pear", "Apple", "Apple-2", "Apple", "row-7", "row-8"])
    #expect(dataset.problems.isEmpty)
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2: the key of this row is \
        “Apple-3”; 3 more rows get keys with numbers.
          “no” has a different value in every row: choose it with --key no, or with `key:` in catalog.yml.
        """
      ])
    let numbers = try read(csv: "name\nrow-3\n\"\"\n\"\"\nx\ny\n").keys
    #expect(numbers == ["row-3", "row-3-2", "row-4", "x", "y"])
  }

  @Test func `a new repetition changes no other row`() throws {
    let old = try read(csv: "name,no\nApple,1\nPear,2\n").records
    let new = try read(csv: "name,no\nApple,1\nPear,2\nApple,1\n").records
    #expect(old[0].hasSameContent(as: new[0]) && old[1].hasSameContent(as: new[1]))
    #expect(old[0].fastID == new[0].fastID && new[0].fastID != new[2].fastID)
    #expect(!new[0].hasSameContent(as: new[2]))
    func fingerprint(_ record: Record) -> Fingerprint {
      var parts = Fingerprinter()
      record.combine(fields: nil, into: &parts)
      return parts.finish()
    }
    #expect(zip(old, new).allSatisfy { fingerprint($0) == fingerprint($1) })
    #expect(fingerprint(new[0]) != fingerprint(new[2]))
  }

  @Test func `otherwise row numbers are keys, with a warning`() throws {
    let dataset = try read(csv: "kind\na\n\na\n")
    #expect(dataset.keyFields == [])
    #expect(dataset.keys == ["2", "4"])
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv: no field has a different value in every row; row numbers are the keys.
          Choose a field, or several that identify rows together, with --key NAME, or row numbers with --key @row.
        """
      ])
    #expect(try read(json: #"[{"a":1},{"a":1}]"#).keys == ["1", "2"])
  }

  @Test func `chosen keys`() throws {
    let csv = "id,sort\n1,x\n2,y\n"
    #expect(try read(csv: csv, .init(key: "sort")).keys == ["x", "y"])
    let numbered = try read(csv: csv, .init(key: "@row"))
    #expect(numbered.keys == ["2", "3"])
    #expect(numbered.keyFields == [])
    #expect(numbered.warnings.isEmpty)
  }

  @Test func `several fields are one key`() throws {
    let csv = "table,column,type\norders,id,int\nitems, id ,int\nitems,,int\n,,int\nitems,id,text\n"
    let dataset = try read(csv: csv, .init(key: ["table", "column"], problems: .warn))
    #expect(dataset.keyFields == ["table", "column"])
    #expect(dataset.keys == ["orders,id", "items,id", "items,", "row-5", "items,id-2"])
    #expect(dataset.records[0].title == "orders id")
    #expect(
      message(of: try read(csv: csv, .init(key: ["table", "column"]))) == """
        error: fruits.csv, row 5, field “table”: the row has no key.
          Fill in the field, or number the rows: choose it with --key @row.
        error: fruits.csv, row 6, field “table”: “items,id” is already the key of row 3.
          Give each row a unique key, or number the rows: choose it with --key @row.
        """)
    #expect(message(of: try read(csv: csv, .init(key: ["table", "colum"]))).contains("Did you mean “column”?"))
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
    #expect(
      message(of: try read(csv: "id\n\u{E9}\ne\u{301}\n", .init(key: "id"))).contains("is already the key of row 2"))
  }

  @Test func `unknown fields have a suggestion`() {
    #expect(
      message(of: try read(csv: "name,price\nA,1\n", .init(key: "nmae", titles: ["titel"]))) == """
        error: fruits.csv: there is no field “nmae”.
          Did you mean “name”?
        error: fruits.csv: there is no field “titel”.
          The file has “name”, “price”.
        """)
    #expect(message(of: try read(csv: "ID\n1\n", .init(key: "id"))).contains("Did you mean “ID”?"))
  }

  @Test func `a duplicate key is reported with the first row and a remedy`() {
    #expect(
      message(of: try read(csv: "name,id no\nApple,1\nPear,2\nApple ,3\n", .init(key: "name"))) == """
        error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
          Give each row a unique key, or use “id no”, which is different in every row: choose it with --key "id no".
        """)
    #expect(
      message(of: try read(csv: "name,kind\nApple,1\n\nApple,1\nApple,1\n", .init(key: "name"))) == """
        error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
        error: fruits.csv, row 5, field “name”: “Apple” is already the key of row 2.
          Give each row a unique key, or number the rows: choose it with --key @row.
        """)
    #expect(
      message(of: try read(json: #"[{"id":1},{"id":1}]"#, .init(key: "id"))) == """
        error: fruits.json, row 2, line 1, column 11, field “id”: “1” is already the key of row 1.
          Give each row a unique key, or number the rows: choose it with --key @row.
        """)
  }

  @Test func `a row without a key is an error`() {
    #expect(
      message(of: try read(csv: "name,no\n,1\n\" \",2\n", .init(key: "name"))) == """
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
    #expect(try read(csv: "\(header)\n\(row)\n").titleFields == [title])
  }

  @Test func `a chosen title, and the key where it is empty`() throws {
    let dataset = try read(csv: "id,name,also\n1,Apple,Malus\n2,Pear,\n", .init(titles: ["also"]))
    #expect(dataset.titleFields == ["also"])
    #expect(dataset.records.map(\.title) == ["Malus", "2"])
  }

  @Test func `without any title the keys are the titles`() throws {
    let dataset = try read(csv: "n\n5\n5\n", .init(key: "@row"))
    #expect(dataset.titleFields.isEmpty)
    #expect(dataset.records.map(\.title) == ["2", "3"])
  }
}
