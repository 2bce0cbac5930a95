import Datasets
import Diagnostics
import Testing

/// Values that look like numbers or dates, and are text or ambiguous, are reported once, with an example.
@Suite struct DoubtTests {
  private func warnings(_ values: [String], _ options: Dataset.Options = .init(key: "@row")) throws -> [Diagnostic] {
    let rows = values.map { "x;\"\($0)\"" }
    let dataset = try read(csv: (["w;v"] + rows).joined(separator: "\n"), options)
    return dataset.warnings.filter { $0.code == "datasets/doubtful-type" }
  }

  @Test func `a value unlike nearly all others is reported`() throws {
    #expect(
      try warnings(["7", "1.50", "", "free", "2"]).map(\.description) == [
        """
        warning: fruits.csv, row 5, field “v”: “free” is not a number, but nearly all other values are: the field is \
        text, and sorted by letters.
          Correct the value, leave it empty, or declare the field as text with `types: {v: text}` for the data set in \
        catalog.yml.
        """
      ])
    #expect(
      try warnings(["c. 1850", "1860", "1870", "undated"]).map(\.message) == [
        "“undated” is not a date, but nearly all other values are: the field is text, and sorted by letters"
      ])
    #expect(
      try warnings(["1,50", "2,5", "3,25", "free"]).map(\.message) == [
        "“free” is not a number with a decimal comma, but nearly all other values are: the field is text, and sorted "
          + "by letters"
      ])
    #expect(try warnings(["1", "2", "free", "3"], .init(key: "@row", types: ["v": .text])).isEmpty)
  }

  @Test func `ambiguous numbers are read as groups of digits`() throws {
    #expect(
      try warnings(["7", "1,234"]).map(\.description) == [
        """
        warning: fruits.csv, row 3, field “v”: the comma in “1,234” is read as one between thousands, but may be a \
        decimal comma.
          Say what it is with `types: {v: decimal-point number}` or `types: {v: decimal-comma number}` for the data \
        set in catalog.yml.
        """
      ])
  }

  @Test func `ambiguous dates are text`() throws {
    #expect(
      try warnings(["4/12/1985", "5/12/1985"]).map(\.description) == [
        """
        warning: fruits.csv, row 2, field “v”: “4/12/1985” may begin with the day or the month, and no other value \
        decides it: the field is text, and sorted by letters.
          Say which with `types: {v: day-first date}` or `types: {v: month-first date}` for the data set in catalog.yml.
        """
      ])
  }

  @Test func `a year of two digits may be of any century`() throws {
    let dataset = try read(csv: "day\n1/31/99\n12/15/00\n")
    #expect(dataset.schema.fields[0].type == .text)
    #expect(
      dataset.warnings.map(\.description).filter { $0.contains("two digits") } == [])
    #expect(
      try read(csv: "date,n\n1/31/99,1\n12/15/00,1\n3/3/2001,2\n", .init(key: "@row")).warnings.map(\.message) == [
        "“1/31/99” has a year of two digits, which may be of any century: the field is text, and sorted by letters"
      ])
    #expect(try warnings(["28-May-15", "3-Jun-2015"]).count == 1)
    #expect(try warnings(["Aug-62", "Sep-63"]).count == 1)
  }

  @Test func `values that contradict each other are text`() throws {
    #expect(
      try warnings(["1.5", "2,5"]).map(\.message) == [
        "“2,5” has a decimal comma, and other values have a decimal point: the field is text, and sorted by letters"
      ])
    #expect(
      try warnings(["13/12/1985", "12/13/1985"]).map(\.message) == [
        "“12/13/1985” has the month first, and other dates have the day first: the field is text, and sorted by letters"
      ])
  }

  @Test(
    arguments: [
      (["1,50"], 0), (["1.5", "2"], 0), (["1,000"], 1), (["1,000", "1.5"], 0), (["1 000", "20"], 0), (["1,5 kg"], 0),
      (["31.12.2024"], 0), (["31.12.24"], 0), (["1.2.3"], 0), (["99.99.2024"], 0), (["text", "31.12.2024"], 0),
      (["1", "free"], 0), (["1", "2", "free"], 1), (["1", "2", "3", "free", "sold"], 0),
      (Array(repeating: "1,5", count: 9) + ["free"], 1), (Array(repeating: "1,5", count: 8) + ["free", "sold"], 0),
      (Array(repeating: "1", count: 18) + ["free", "sold"], 1), (Array(repeating: "text", count: 9) + ["1,5"], 0),
      // Postal codes and the like are correct.
      (["01234", "12345", "A"], 0), (["110 001", "400 050", "A"], 0), (["1850", "1860", "1870", "c. 1880"], 0),
      (Array(repeating: "2024-01-01", count: 100) + ["soon"], 1),
      (Array(repeating: "some words", count: 100) + Array(repeating: "1", count: 2000), 0),
    ] as [([String], Int)])
  func `nearly all values have to be alike`(values: [String], count: Int) throws {
    #expect(try warnings(values).count == count)
  }

  @Test func `values of JSON are reported, too`() throws {
    let json = #"[{"n":1,"d":"4/12/1985"},{"n":2,"d":""},{"n":"few","d":""},{"n":4,"d":""}]"#
    let warnings = try read(json: json).warnings.filter { $0.code == "datasets/doubtful-type" }
    #expect(warnings.map(\.location.field) == ["n", "d"])
    #expect(warnings.map(\.location.row) == [3, 1])
  }
}
