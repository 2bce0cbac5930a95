import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

/// Rows that continue the object of a row before them.
@Suite struct ContinuationTests {
  private static let header =
    "Handle,Title,Body,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Policy,Image Src,Image Position"

  /// An export of a shop: products with several variants and, independently of these, several pictures.
  ///
  /// - Parameters:
  ///   - isKeyRepeated: Whether rows that continue a product repeat its handle, and do not leave it empty.
  private static func shop(products: Int = 8, isKeyRepeated: Bool = true) -> [String] {
    (1...products).flatMap { product in
      let variants = product % 4 == 0 ? 1 : 3, pictures = 1 + (product * 3) % 5
      return (0..<max(variants, pictures)).map { row in
        let key = row == 0 || isKeyRepeated ? "p\(product)" : ""
        let object = row == 0 ? "Product \(product),All about it,Shop,Size" : ",,,"
        let part = row < variants ? "\("SML".dropFirst(row).prefix(1)),00\(product)\(row),\(10 + row).50,deny" : ",,,"
        let picture = row < pictures ? "https://example.org/\(product)-\(row).jpg,\(row + 1)" : ","
        return "\(key),\(object),\(part),\(picture)"
      }
    }
  }

  private static func csv(_ rows: [String], header: String = header) -> String {
    ([header] + rows).joined(separator: "\n") + "\n"
  }

  @Test(arguments: [true, false])
  func `an object has its parts as lists`(isKeyRepeated: Bool) throws {
    let rows = Self.shop(isKeyRepeated: isKeyRepeated)
    let dataset = try read(csv: Self.csv(rows))
    #expect(dataset.keys == (1...8).map { "p\($0)" })
    #expect(
      dataset.fieldNames == ["Handle", "Title", "Body", "Vendor", "Option1 Name", "Variant", "Image Src", "Image"])
    #expect(dataset.types.suffix(3) == [.list, .image, .list])
    #expect(dataset.schema.fields[5].members.map(\.name) == ["Option1 Value", "SKU", "Price", "Policy"])
    #expect(dataset.schema.fields[7].members.map(\.name) == ["Src", "Position"])
    #expect(dataset.records[0]["Variant"]?.text == "S, 0010, 10.50, deny; M, 0011, 11.50, deny; L, 0012, 12.50, deny")
    #expect(dataset.records[3]["Variant"]?.text == "S, 0040, 10.50, deny")
    let one = (0..<4).map { "https://example.org/1-\($0).jpg" }
    #expect(dataset.records[0]["Image Src"]?.text == one[0])
    #expect(dataset.records[0]["Image"]?.value(at: ["Src"]).text == one.joined(separator: ", "))
    // A code is a text, and a price a number that is shown as it is written.
    #expect(dataset.records[0]["Variant"]?.value(at: ["SKU"]) == .list(["0010", "0011", "0012"].map { .text($0) }))
    #expect(
      dataset.records[3]["Variant"]?.value(at: ["Price"]) == Value.Number("10.50").map { .number($0) })
    // A record has the number of its first row.
    let firsts = rows.indices.filter { rows[$0].contains("Product") }.map { $0 + 2 }
    #expect(dataset.records.map(\.row) == firsts)
    #expect(
      dataset.warnings.map(\.description) == [
        """
        warning: fruits.csv: \(rows.count) rows are 8 objects: rows that repeat “Handle” or leave it empty continue others.
          If each row stands for itself, write `continued: false` at the data set in catalog.yml.
        """
      ])
  }

  @Test func `parts without a common word are one list`() throws {
    let rows = (1...6).flatMap {
      ["b\($0),Book \($0),Ada,Press,1st,190\($0)", ",,,,2nd,191\($0)", ",,,,3rd,192\($0)"]
    }
    let dataset = try read(csv: Self.csv(rows, header: "id,title,author,publisher,edition,year"))
    #expect(dataset.fieldNames == ["id", "title", "author", "publisher", "parts"])
    #expect(dataset.records[1]["parts"]?.text == "1st, 1902; 2nd, 1912; 3rd, 1922")
  }

  @Test func `rows that contradict an object are rows of their own`() throws {
    var rows = Self.shop(products: 40)
    let last = try #require(rows.lastIndex { $0.hasPrefix("p7,") })
    rows[last] = "p7,Another product,,,,XL,0079,9,deny,,"
    rows.append("p3,Product 3 again,x,y,z,S,0033,9,deny,,")
    let dataset = try read(csv: Self.csv(rows), .init(problems: .warn))
    #expect(dataset.keys == (1...7).map { "p\($0)" } + ["p7-2"] + (8...40).map { "p\($0)" } + ["p3-2"])
    #expect(dataset.records[7]["Title"]?.text == "Another product")
    #expect(dataset.warnings.map(\.code) == ["csv/continued", "datasets/numbered-keys"])
    #expect(dataset.warnings[1].location.row == last + 2)
  }

  @Test func `problems are in the rows of the file`() throws {
    var rows = Self.shop(products: 20)
    rows[4] = "p2,Product 2,too,few"
    let problems = try read(csv: Self.csv(rows), .init(problems: .warn)).problems.list
    #expect(problems.map(\.finding.location.row) == [6])
  }

  private static func table(_ header: String, _ rows: Int, _ row: (Int) -> String) -> String {
    csv((1...rows).map(row), header: header)
  }

  /// Tables in which rows repeat a value of the row before, or lack it, and mean what they say.
  private static let others = [
    // Too few objects.
    csv(shop(products: 4)),
    // Rows of a year each, in the order of countries.
    table("country,region,year,people,births,deaths", 60) { "land\($0 / 6),west,19\($0 % 6)0,\($0),\($0 * 3),5" },
    // Rows of a year each, the first of which alone has a note and a source.
    table("country,region,year,people,births,note,source", 60) { row in
      "land\(row / 6),west,19\(row % 6)0,\(row),\(row * 3),\(row % 6 == 0 ? "a,b" : ",")"
    },
    // Values are missing here and there.
    table("group,a,b,c,d,e", 200) { row in
      let values = (1...5).map { (column: Int) -> String in
        let isMissing = (row * 7 + column * column * 3) % 5 < 2
        return isMissing ? "" : String(row + column)
      }
      return "g\(row / 5),\(values.joined(separator: ","))"
    },
    // People, of whom many have no name.
    table("first_name,last_name,age,city,profession,income", 90) { row in
      "\(row % 3 == 0 ? "Ada,Lovelace" : ","),\(20 + row),Graz,baker,\(row * 100)"
    },
    // Rooms, of which many have nobody who rents them.
    table("tenant,born,phone,room,floor,size,rent", 90) { row in
      "\(row % 3 == 0 ? "Ada \(row),19\(row % 100),555\(row)" : ",,"),\(row),\(row / 9),\(row * 3),\(row * 100)"
    },
    // Groups in which the first row is the fullest, but whose keys are in several places.
    table("kind,title,text,maker,part,size", 60) { row in
      "k\(row / 2 % 2),\(row % 2 == 0 ? "t\(row),x,y" : ",,"),p\(row),\(row)"
    },
  ]

  @Test(arguments: others)
  func `other tables are left as they are`(csv: String) throws {
    let dataset = try read(csv: csv, .init(key: .rowNumbers))
    #expect(dataset.records.count == csv.count { $0 == "\n" } - 1)
    #expect(!dataset.warnings.contains { $0.code == "csv/continued" })
    #expect(dataset.continuedField == nil)
  }

  @Test func `the options decide`() throws {
    let rows = Self.shop()
    let apart = try read(csv: Self.csv(rows), .init(key: .rowNumbers, continued: []))
    #expect(apart.records.count == rows.count)
    #expect(apart.fieldNames.joined(separator: ",") == Self.header)
    let few = try read(csv: Self.csv(Self.shop(products: 2)), .init(continued: ["Handle"]))
    #expect(few.keys == ["p1", "p2"])
    #expect(few.warnings.isEmpty)
    // Nothing continues anything here.
    #expect(try read(csv: "name,a\nx,1\ny,2\n", .init(continued: ["name"])).texts == [["x", "1"], ["y", "2"]])
    let unknown = message(of: try read(csv: Self.csv(rows), .init(key: .rowNumbers, continued: ["handel"])))
    #expect(unknown.hasPrefix("error: fruits.csv: there is no field “handel”.\n  Did you mean “Handle”?"), "\(unknown)")
    // A column of parts that is needed as it is.
    let options = Dataset.Options(key: .rowNumbers, types: ["Variant Price": .number])
    #expect(try read(csv: Self.csv(rows), options).records.count == rows.count)
  }

  @Test func `several files are read as one`() throws {
    try withFolder { folder in
      let rows = Self.shop()
      let middle = try #require(rows.firstIndex { $0.hasPrefix("p5,") })
      try folder.write("a.csv", Self.csv(Array(rows[..<middle])))
      try folder.write("b.csv", Self.csv(Array(rows[middle...])))
      let dataset = try Dataset(contentsOf: folder.path + "/*.csv")
      #expect(dataset.keys == (1...8).map { "p\($0)" })
      #expect(dataset.texts == (try read(csv: Self.csv(rows))).texts)
    }
  }

  @Test func `a record changes with its own rows only`() throws {
    try withFolder { folder in
      var rows = Self.shop()
      let file = try folder.write("shop.csv", Self.csv(rows))
      let source = try RecordFileSource(contentsOf: file)
      let before = source.items.map { ($0.id.key, $0.fingerprintOfValues) }
      let row = try #require(rows.lastIndex { $0.hasPrefix("p3,") })
      rows[row] = "p3,,,,,XL,0039,99.00,deny,,"
      rows.insert("p2,,,,,XXL,0029,99.00,deny,,", at: try #require(rows.firstIndex { $0.hasPrefix("p3,") }))
      try folder.write("shop.csv", Self.csv(rows))
      try source.reload()
      let changed = zip(before, source.items).filter { $0.1 != $1.fingerprintOfValues }.map { $0.0.0 }
      #expect(changed == ["p2", "p3"])
    }
  }
}

extension Record {
  fileprivate var fingerprintOfValues: [String] { values.map(\.text) }
}
