import Datasets
import Diagnostics
import Testing

/// A field has dates if all its values are dates, and are unlikely to be anything else.
@Suite struct DateColumnTests {
  private func dataset(_ values: [String], named name: String = "v", as reading: FieldReading? = nil) throws -> Dataset
  {
    let rows = values.map { "x;\"\($0)\"" }
    return try read(
      csv: (["w;\(name)"] + rows).joined(separator: "\n"),
      .init(key: "@row", types: reading.map { [name: $0] } ?? [:]))
  }

  @Test(
    arguments: [
      (["c. 1850", "1860", "1849–51", "19th century", "44 BC"], .date), (["1850", "1860", ""], .number),
      (["1850", "1850s"], .date), (["1849-1851", "1850"], .date), (["1849-51", "1850"], .text), (["1850-05"], .date),
      (["12.04.1985", "13.4.1986"], .date), (["12 April 1985", "Apr 1985", "1985-04-12"], .date),
      (["4/12/1985", "13/12/1985"], .dayFirstDate), (["4/12/1985", "4/13/1985", "1985"], .monthFirstDate),
      (["4/12/1985", "5/12/1985"], .text), (["13/12/1985", "12/13/1985"], .text), (["5/5/1985"], .date),
      (["4/12/1985", "unknown"], .text), (["May", "June"], .text), (["1/2", "3/4"], .text), (["1.2.3"], .text),
      (["10-12", "12-14"], .text), (["978-3-16-148410-0"], .text), (["555-1234", "555-9876"], .text),
      (["01234", "12345"], .text), (["0476", "0800"], .text), (["2024-02-29", "1850"], .date),
      // In a field of numbers that are hardly years, a date is a mistake.
      (["5", "10", "2024-01-01"], .text), (["44 BC", "14", "37"], .date),
    ] as [([String], FieldReading)])
  func `the values decide`(values: [String], reading: FieldReading) throws {
    #expect(try dataset(values).schema.fields[1].reading == reading)
  }

  @Test(
    arguments: [
      (["0476", "1850"], .date), (["1849-51", "1850"], .date), (["1850", "1860"], .number),
      (["1850", "unknown"], .text),
      (["-0043", "0014"], .date), (["201X", "1985"], .date),
    ] as [([String], FieldReading)])
  func `a name of dates suffices for ambiguous forms`(
    values: [String], reading: FieldReading
  ) throws {
    for name in ["year", "Date made", "birth_year", "born"] {
      #expect(try dataset(values, named: name).schema.fields[1].reading == reading, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("dob", ["19800930"], .date), ("tourney_date", ["20200131", "20200229"], .date), ("dob", ["20200132"], .number),
      ("v", ["20200131", "20200229"], .number), ("v", Array(repeating: "20200131", count: 5), .date),
      ("v", Array(repeating: "20200131", count: 5) + ["20200230"], .number),
      ("dob", Array(repeating: "19800930", count: 9) + ["19810000"], .date),
      ("dob", ["19800000", "19810000"], .number),
      ("v", ["20200131", "1 February 2020"], .date), ("event_id", Array(repeating: "20200131", count: 5), .number),
      ("v", Array(repeating: "20200131", count: 5) + ["7"], .number),
    ] as [(String, [String], FieldReading)])
  func `eight digits`(name: String, values: [String], reading: FieldReading) throws {
    let dataset = try dataset(values, named: name)
    #expect(dataset.schema.fields[1].reading == reading)
    #expect(dataset.records.map { $0[name]?.text } == values)
    let json = values.map { "{\"\(name)\": \($0)}" }.joined(separator: ",")
    guard values.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return }
    #expect(try read(json: "[\(json)]", .init(key: "@row")).schema.fields[0].reading == reading)
  }

  @Test func `years before the first may be among others`() throws {
    guard case .date(let date)? = try dataset(["-660", "c. 1850", "1900"], named: "year").records[0]["year"] else {
      Issue.record("-660 is no date.")
      return
    }
    #expect(date.earliest?.year == -660)
  }

  @Test func `dates are shown as written`() throws {
    let values = ["c. 1850", " 1849–51 ", "44 BC"]
    #expect(try dataset(values).records.map { $0["v"]?.text } == ["c. 1850", "1849–51", "44 BC"])
  }

  @Test func `years of JSON may be among other dates`() throws {
    let dataset = try read(json: #"[{"v":1850},{"v":"c. 1860"}]"#, .init(key: "@row"))
    #expect(dataset.records.map { $0["v"] } == [.date("1850"), .date("c. 1860")])
    #expect(try read(json: #"[{"v":1850},{"v":1860}]"#, .init(key: "@row")).types == [.number])
  }

  @Test func `a chosen order is that of all dates`() throws {
    func months(_ reading: FieldReading) throws -> [Int?] {
      try dataset(["4/12/1985", "5/5/1985", "1985-06-01"], as: reading).records.map { record in
        guard case .date(let date)? = record["v"] else { return nil }
        return date.earliest?.month
      }
    }
    #expect(try months(.dayFirstDate) == [12, 5, 6])
    #expect(try months(.monthFirstDate) == [4, 5, 6])
    #expect(throws: DiagnosticsError.self) { try months(.date) }
    #expect(
      message(of: try dataset(["4/12/1985", "13/12/1985"], as: .monthFirstDate)) == """
        error: fruits.csv, row 3, field “v”: “13/12/1985” is not a date with the month first.
          Write a date that exists as 2/29/2024 or 2024-02-29.
        """)
  }

  @Test func `an undecided order of a chosen date is an error`() {
    #expect(
      message(of: try dataset(["1985", "4/12/1985"], as: .date)) == """
        error: fruits.csv, row 3, field “v”: “4/12/1985” may begin with the day or the month, and no other value \
        decides it.
          Say which with `types: {v: day-first date}` or `types: {v: month-first date}` for the data set in catalog.yml.
        """)
  }

  @Test func `another order changes the records`() throws {
    let (one, other) = (
      try dataset(["4/12/1985"], as: .dayFirstDate), try dataset(["4/12/1985"], as: .monthFirstDate)
    )
    #expect(one.records[0].values != other.records[0].values)
    #expect(one.records[0].values.map(\.text) == other.records[0].values.map(\.text))
  }
}
