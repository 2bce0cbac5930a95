import Datasets
import Diagnostics
import TestKit
import Testing

/// Numbered columns that become lists.
@Suite struct ColumnFamilyTests {
  /// A table with rows of different lengths, which are filled from the left.
  private static func csv(_ names: [String], _ lengths: [Int] = [1, 3, 2, 3, 1, 2, 3, 1]) -> String {
    let rows = lengths.enumerated().map { row, length in
      "t\(row)," + names.indices.map { $0 < length ? "\(row)-\($0) x" : "" }.joined(separator: ",")
    }
    return (["title," + names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    (["Subject_1", "Subject_2", "Subject_3"], "Subject"), (["author1", "author2", "author3"], "author"),
    (["tag.0", "tag.1", "tag.2"], "tag"), (["Key word 1", "Key word 2", "Key word 3"], "Key word"),
    (["Genre-01", "Genre-02", "Genre-03"], "Genre"),
  ])
  func `columns that differ by a number are a list`(names: [String], list: String) throws {
    let dataset = try read(csv: Self.csv(names))
    #expect(dataset.fieldNames == ["title", list])
    #expect(dataset.types == [.text, .list])
    #expect(dataset.records[1][list] == .list([.text("1-0 x"), .text("1-1 x"), .text("1-2 x")]))
    #expect(dataset.records[4][list] == .list([.text("4-0 x")]))
    #expect(dataset.records.map(\.row) == Array(2...9))
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv: “\(names[0])” and the same columns with other numbers are the list “\(list)”.
          If each column means something else, write `families: false` at the data set in catalog.yml.
        """
      ])
  }

  @Test func `columns with a name behind the number are objects`() throws {
    let csv =
      "title,Image 1 Src,Image 1 Alt,Image 2 Src,Image 2 Alt,note\n"
      + (1...8).map { row in
        "t\(row),\(row).jpg,One \(row)," + (row % 2 == 0 ? "\(row)b.jpg,Two \(row)" : ",") + ",n\(row)\n"
      }.joined()
    let dataset = try read(csv: csv)
    // The first picture remains a field, as pictures are shown where they are fields.
    #expect(dataset.fieldNames == ["title", "Image 1 Src", "Image", "note"])
    #expect(dataset.schema.fields[2].members.map(\.name) == ["Src", "Alt"])
    #expect(dataset.records[1]["Image"]?.text == "2.jpg, One 2; 2b.jpg, Two 2")
    #expect(dataset.records[2]["Image"]?.text == "3.jpg, One 3")
  }

  private static func table(_ header: String, _ row: (Int) -> String) -> String {
    ([header] + (1...9).map(row)).joined(separator: "\n") + "\n"
  }

  /// Columns that are numbered and mean something else each.
  private static let others = [
    // Numbers, and answers to questions.
    table("name,size1,size2,size3") { "n\($0),\($0),\($0 % 3 == 0 ? "," : "2,3")" },
    csv(["question_1", "question_2", "question_3"]), csv(["a1", "a2", "a3"]), csv(["level 1", "level 2", "level 3"]),
    table("name,year1,year2,year3") { "n\($0),190\($0),\($0 % 2 == 0 ? "1950," : ",")" },
    // Too few, not from the beginning, or not all of them.
    csv(["Address 1", "Address 2"]), csv(["tag2", "tag3", "tag4"]), csv(["tag1", "tag2", "tag4"]),
    csv(["tag", "tag1", "tag2", "tag3"]),
    // Filled in all rows alike, also beside an empty column, or from anywhere.
    csv(["tag1", "tag2", "tag3"], [3, 3, 3, 3, 3, 3, 3, 3]), csv(["tag1", "tag2", "tag3"], [2, 2, 2, 2, 2, 2, 2]),
    table("name,tag1,tag2,tag3") { "n\($0),\($0 % 2 == 0 ? "a x,,c x" : ",b x,")" },
    // The same value again and again, as on a scale.
    table("name,tag1,tag2,tag3") { "n\($0),agree,agree,\($0 % 2 == 0 ? "agree" : "")" },
    // Pictures are shown where they are fields.
    table("name,photo1,photo2,photo3") { "n\($0),a\($0).jpg,\($0 % 2 == 0 ? "b.jpg,c.jpg" : ",")" },
  ]

  @Test(arguments: others)
  func `other columns are left as they are`(csv: String) throws {
    let dataset = try read(csv: csv, .init(key: .rowNumbers))
    #expect(dataset.fieldNames.joined(separator: ",") == csv.prefix { $0 != "\n" })
    #expect(dataset.families.isEmpty)
  }

  @Test func `the options decide`() throws {
    let names = ["tag1", "tag2", "tag3"]
    #expect(try read(csv: Self.csv(names), .init(families: [])).fieldNames == ["title"] + names)
    #expect(try read(csv: Self.csv(names), .init(types: ["tag2": .text])).fieldNames == ["title"] + names)
    let full = Self.csv(["q1", "q2", "a1", "a2"], [4, 4, 4])
    #expect(try read(csv: full, .init(families: ["q"])).fieldNames == ["title", "q", "a1", "a2"])
    #expect(try read(csv: full, .init(types: ["q": .list], families: ["q"])).warnings.isEmpty)
    #expect(
      message(of: try read(csv: full, .init(families: ["b"])))
        == "error: fruits.csv: there are no columns “b 1”, “b 2” and so on.\n"
        + "  A family has the same columns for each number from 0 or 1 on.")
  }

  @Test func `columns of a database are families too`() throws {
    try withFolder { folder in
      let rows = [1, 3, 2, 3, 1, 2, 3].enumerated().map { row, length -> String in
        let subjects = (0..<3).map { $0 < length ? "'00\(row)\($0)'" : "NULL" }.joined(separator: ", ")
        return "INSERT INTO books VALUES ('b\(row)', \(subjects), \(row));"
      }
      let file = folder.path + "/books.sqlite"
      try folder.write("books.sqlite", "")
      try SQLiteFile(file).execute(
        "CREATE TABLE books (title TEXT, subject_1 TEXT, subject_2 TEXT, subject_3 TEXT, pages INTEGER);"
          + rows.joined())
      let dataset = try Dataset(contentsOf: file)
      #expect(dataset.fieldNames == ["title", "subject", "pages"])
      #expect(dataset.records[1]["subject"] == .list([.text("0010"), .text("0011"), .text("0012")]))
      #expect(dataset.types == [.text, .list, .number])
    }
  }

  @Test func `parts are no families`() throws {
    let rows = (1...6).flatMap { ["p\($0),T \($0),x,y,z,a,b,c,1", "p\($0),,,,,d,e,g,2", "p\($0),,,,,f,,,3"] }
    let csv = "id,title,text,maker,kind,Option1 Value,Option2 Value,Option3 Value,Size\n" + rows.joined(separator: "\n")
    let dataset = try read(csv: csv)
    #expect(dataset.fieldNames == ["id", "title", "text", "maker", "kind", "parts"])
    #expect(dataset.families.isEmpty)
    #expect(dataset.records[0]["parts"]?.text == "a, b, c, 1; d, e, g, 2; f, 3")
  }
}
