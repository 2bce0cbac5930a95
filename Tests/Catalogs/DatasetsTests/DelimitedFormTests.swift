import Datasets
import Diagnostics
import Foundation
import Testing

/// Lines above tables, tables without a header, and separators of values.
@Suite struct DelimitedFormTests {
  private func table(_ csv: String, _ options: Dataset.Options = .init(key: "@row")) throws -> [[String]] {
    let dataset = try read(csv: csv, options)
    return [dataset.fieldNames] + dataset.texts
  }

  private func codes(_ csv: String) throws -> [Diagnostic.Code] {
    try read(csv: csv, .init(key: "@row")).warnings.map(\.code)
  }

  // MARK: - Above the table

  @Test(arguments: [
    "# Source: x\nname,price\nFig,1\n", "# One, two\n#\n\nname,price\nFig,1\n", "# a,b\nname,price\nFig,1\n",
    "\u{FEFF}# \"a\nname,price\nFig,1\n",
  ])
  func `lines of comment are no header`(csv: String) throws {
    #expect(try table(csv) == [["name", "price"], ["Fig", "1"]])
    #expect(try codes(csv) == ["csv/preamble"])
  }

  @Test(arguments: [
    ("#id,name\n1,Fig\n2,Plum\n", ["#id", "name"]), ("# x\n#id,name\n1,Fig\n", ["#id", "name"]),
    ("#tag\nx\ny\n", ["#tag"]),
    ("#a\n#b\n", ["#a"]), ("#a,b\nx,y\n", ["#a", "b"]),
  ])
  func `names may begin like comments`(csv: String, names: [String]) throws {
    #expect(try table(csv)[0] == names)
  }

  @Test(arguments: [
    "Towns in 2020\nname,people,size\nGraz,3,x\n", "Towns\n\n2020\nname,people,size\nGraz,3,x\nWien,,y\n",
    "Towns,,\n,,\nname,people,size\nGraz,3,x\n",
  ])
  func `a title is no header`(csv: String) throws {
    #expect(try table(csv).prefix(2) == [["name", "people", "size"], ["Graz", "3", "x"]])
    #expect(try codes(csv) == ["csv/preamble"])
  }

  @Test func `skipped lines are reported`() throws {
    let warnings = try read(csv: "Towns in 2020\n\nas of May\nname,people,size\nGraz,3,x\n", .init(key: "@row"))
      .warnings
    #expect(
      warnings.map(\.description) == [
        """
        warning: fruits.csv, row 1: 2 lines above the table are left out: “Towns in 2020 as of May”.
          Put them into a file of their own if they are right, and delete them here.
        """
      ])
    #expect(try read(csv: "# x\nname,people\n\nGraz,3\n", .init(key: "@row")).records.map(\.row) == [4])
  }

  @Test func `a header with few names is one`() throws {
    let options = Dataset.Options(key: "@row", problems: .warn)
    #expect(try table("name,,\nFig,red,sweet\n", options)[0] == ["name", "column_2", "column_3"])
    #expect(message(of: try read(csv: "name\nSmith, John\nDoe, Jane\n")).contains("1 field expected, 2 found"))
  }

  // MARK: - Excel's first line

  @Test(arguments: ["sep=;\nname;price\nFig;1,5\n", "\u{FEFF}\"SEP=;\"\r\nname;price\r\nFig;1,5\r\n"])
  func `the first line may set the delimiter`(csv: String) throws {
    #expect(try table(csv) == [["name", "price"], ["Fig", "1.5"]])
    #expect(try codes(csv) == [])
    #expect(try read(csv: csv, .init(key: "@row")).records.map(\.row) == [3])
  }

  @Test func `a chosen delimiter precedes the first line`() throws {
    #expect(try table("sep=;\na|b;c\n1|2;3\n", .init(key: "@row", delimiter: "|")) == [["a", "b;c"], ["1", "2;3"]])
  }

  // MARK: - Without names

  @Test(arguments: [
    "Paris,12.5,p\nRom,8,q\nBern,2.25,p\n", "5.1,3.5,red\n4.9,3,red\n4,2,blue\n", "3,7\n1,1\n2,5\n",
    "2020-01-01,p\n2020-01-02,q\n2020-01-03,r\n", "Paris,75\nRom,34\nBern,1\n", ",12,a\nx,8,b\ny,9,c\n",
  ])
  func `a first row of values is a row`(csv: String) throws {
    let table = try table(csv)
    #expect(table[0] == (1...table[1].count).map { "column_\($0)" })
    #expect(table.count == 4)
    #expect(try codes(csv) == ["csv/no-header"])
  }

  @Test(arguments: [
    "country,2000,2001\nAT,1,2\nDE,3,4\nCH,1,2\n", "country,2015\nAT,1\nDE,3\n", "n,0,1,2\n0,5,5,5\n1,6,6,6\n",
    "gene,25,50,75\nx,1,2,3\ny,1,2,3\n", "a,b\n1,2\n3,4\n", "x,0\n1,2\n3,4\n", "name,75\nRom,34\nBern,1\n",
    "Paris,x\nRom,y\nBern,z\n", "Paris,75\nRom,34\n", "75\n34\n1\n", "Country,1/22/20,1/23/20\nAT,1,2\nDE,3,4\n",
  ])
  func `in doubt the first row is a header`(csv: String) throws {
    let names = try table(csv)[0]
    #expect(!names.contains { $0.hasPrefix("column_") })
    #expect(try codes(csv).contains("csv/no-header") == false)
  }

  private static let airlines = "-1,Unknown,\\N,-,Y\n1,One,\\N,-,Y\n2,Two,OA,x,N\n"
  private static let countries = (0..<8).map { "Land \($0),\(["AB", "AC", "\\N"][$0 % 3]),F\($0)\n" }.joined()
  private static let languages = (0..<8).map { "en,a\(["v", "frr"][$0 % 2]),Language \($0)\n" }.joined()

  @Test(arguments: [
    airlines, "x,N/A,2\ny,k,3\nz,l,4\n", "x,NULL\ny,k\nz,l\n", "\"Bonaire, Saba\",BQ,\n" + countries,
    "en,av,Avar\n" + languages,
  ])
  func `texts that are no names make the first row a row`(csv: String) throws {
    #expect(try table(csv)[0].allSatisfy { $0.hasPrefix("column_") })
    #expect(try codes(csv).contains("csv/no-header"))
  }

  private static let codes = (0..<8).map { "A\(["BC", "DE", "FG"][$0 % 3]),Land \($0)\n" }.joined()

  @Test func `an ambiguous first row is reported`() throws {
    let warnings = try read(csv: "RUS,Russia\n" + Self.codes, .init(key: "@row")).warnings
    #expect(
      warnings.map(\.description) == [
        """
        warning: fruits.csv, row 1: the first row is read as the names of the columns, but resembles values.
          If it has values, say so with --no-header, or with `header: false` in catalog.yml; if it has names, with \
        `header: true`.
        """
      ])
    #expect(try read(csv: "RUS,Russia\n" + Self.codes, .init(key: "@row", header: true)).warnings.isEmpty)
    for csv in [
      "ISO,Country\n" + Self.codes, "iso,land\n" + Self.codes, "Code,Land\n" + Self.codes,
      "RUS,country_name\n" + Self.codes, "RUS,Russia\nABC,Land\n", "RUS,Russia\n" + Self.codes + "RUS,Russia\n",
      "yes,no\n" + String(repeating: "x,z\n", count: 9),
    ] { #expect(try codes(csv).contains("csv/doubtful-header") == false, "\(csv)") }
  }

  @Test func `one odd value below does not make the first row a header in silence`() throws {
    // The first row is like all rows but one: a date, a number.
    let rows = (1...6).map { "1\($0)/04/2019,4\($0),p\n" }
    for odd in 2...6 {
      var rows = rows
      rows[odd - 1] = "1\(odd)/O4/2019,4\(odd),p\n"
      #expect(try codes(rows.joined()).contains("csv/no-header"), "\(odd)")
      rows[odd - 1] = "x/y,four,p\n"
      #expect(try codes(rows.joined()).contains("csv/doubtful-header"), "\(odd)")
    }
    let below = rows.dropFirst().joined()
    #expect(try codes("11/O4/2019,41,p\n" + below).contains("csv/doubtful-header"))
    #expect(try codes("11/O4/2019,four,p\n" + below).contains("csv/doubtful-header") == false)
    #expect(try codes("a,1x\n12,2\n13,3\n14,4\n").contains("csv/doubtful-header") == false)
  }

  // MARK: - Joined files

  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func `names that occur again are no row`(lineEnd: String, mark: String) throws {
    let part = mark + ["a,b", "1,x", "2,y"].joined(separator: lineEnd) + lineEnd
    let two = try read(csv: part + part, .init(key: "@row"))
    #expect(two.texts.map { $0.joined(separator: ",") } == ["1,x", "2,y", "1,x", "2,y"])
    #expect(two.schema.fields.map(\.type) == [.number, .text])
    #expect(two.warnings.map(\.code) == ["csv/repeated-header"])
    #expect(two.warnings[0].location.row == 4)
    let three = try read(
      csv: part + part + part.trimmingCharacters(in: .newlines) + lineEnd + "a,b", .init(key: "@row"))
    #expect(three.records.count == 6)
    #expect(
      three.warnings.map(\.message) == [
        "the row has the names of the columns again, as in 2 other rows: they are left out"
      ])
    // Rows that are only similar are rows, and so are those of a file whose first row has values.
    #expect(try read(csv: "a,b\n1,x\na,b c\na,\"b\"\n", .init(key: "@row")).records.count == 3)
    #expect(try read(csv: "a,b\n1,x\na,b\n", .init(key: "@row", header: false)).records.count == 3)
    #expect(try read(csv: "word\nfig\nword\n", .init(key: "@row")).records.count == 2)
  }

  @Test func `whether there are names can be chosen`() throws {
    let csv = "Paris,12.5\nRom,8\nBern,2\n"
    #expect(try table(csv, .init(key: "@row", header: true))[0] == ["Paris", "12.5"])
    #expect(
      try table("a,b\nc,d\n", .init(key: "@row", header: false)) == [
        ["column_1", "column_2"], ["a", "b"], ["c", "d"],
      ])
    #expect(try read(csv: csv, .init(key: "@row", header: false)).warnings.isEmpty)
    // Fields are chosen by name.
    #expect(try table(csv, .init(key: "Paris"))[0] == ["Paris", "12.5"])
    #expect(try read(.tsv, "Fig\t1.5\nPlum\t2\n", .init(key: "@row", header: false)).records.map(\.row) == [1, 2])
  }

  @Test func `rows without a header need the number of values of the first`() {
    #expect(
      message(of: try read(csv: "Paris,1.5\nRom,8\nBern,2,3\n", .init(key: "@row"))).contains(
        "row 3: 2 fields expected, 3 found"))
  }

  // MARK: - Separators

  @Test(arguments: [
    ("Paris;12,5;3\nRom;8,1;2\nBern;2,5;7\n", 3), ("Paris;12,5;3\nRom;8;2\n", 3), ("a;b,c;d\n1;2;3\n4;5;6\n", 3),
    ("name,tags\nA,x;y\nB,u;v\n", 2), ("a,b;c\n1,x;y\n", 2), ("# x, y\na;b\n1;2\n", 2), ("a\tb, c\n1\t2\n", 2),
  ])
  func `the delimiter fits all rows`(csv: String, count: Int) throws {
    #expect(try table(csv)[0].count == count)
  }

  @Test func `spaces separate numbers`() throws {
    let aligned = "  x   y\n 10 200\n  3   4\n"
    #expect(try table(aligned) == [["x", "y"], ["10", "200"], ["3", "4"]])
    #expect(
      try table("\"a b\" c  d\n\"x  y\" 1 2\nz   3 \"4\"  \n") == [
        ["a b", "c", "d"], ["x  y", "1", "2"], ["z", "3", "4"],
      ])
    #expect(try codes(aligned) == [])
    #expect(try table("1.5  2.5\n 3   4\n 5   6\n")[0] == ["column_1", "column_2"])
    #expect(
      try table("a b\nx  1\ny  2\n", .init(key: "@row", delimiter: " ")) == [["a", "b"], ["x", "1"], ["y", "2"]])
    #expect(try table("a b c\nx  1\n", .init(key: "@row", delimiter: " ")) == [["a", "b", "c"], ["x", "", "1"]])
  }

  @Test func `words with spaces between them are one value`() throws {
    #expect(try codes("full name\nJohn Smith\nJane Doe\n") == [])
    #expect(try codes("mission name\nApollo 11\nApollo 12\n") == ["csv/separator"])
    #expect(try codes("a b\nx 1 2\ny 3 4\n") == ["csv/separator"])
    #expect(try table("mission name\nApollo 11\n")[0] == ["mission name"])
  }
}
