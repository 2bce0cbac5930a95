import Datasets
import Diagnostics
import TestKit
import Testing

/// Numbers in usual spellings: the values of a field decide together what its points and commas mean.
@Suite struct NumberFormTests {
  private func dataset(_ values: [String], as reading: FieldReading? = nil) throws -> Dataset {
    let rows = values.map { "x;\"\($0)\"" }
    return try read(
      csv: (["w;v"] + rows).joined(separator: "\n"), .init(key: "@row", types: reading.map { ["v": $0] } ?? [:]))
  }

  @Test(
    arguments: [
      (["1", "2.50"], .number, ["1", "2.50"]), (["1,234,567", "5"], .decimalPointNumber, ["1234567", "5"]),
      (["1,234.50", "1,234"], .decimalPointNumber, ["1234.50", "1234"]),
      (["1.234,50", "1.234"], .decimalCommaNumber, ["1234.50", "1234"]),
      (["3,14", "1,234"], .decimalCommaNumber, ["3.14", "1.234"]),
      (["1 234,5", "2"], .decimalCommaNumber, ["1234.5", "2"]),
      (["1\u{A0}234", "12"], .decimalPointNumber, ["1234", "12"]),
      (["1\u{202F}234,5"], .decimalCommaNumber, ["1234.5"]),
      (["1'234.5", "1’000"], .decimalPointNumber, ["1234.5", "1000"]), (["0,234"], .decimalCommaNumber, ["0.234"]),
      (["-1,5", "+2,0"], .decimalCommaNumber, ["-1.5", "+2.0"]), (["1,234"], .decimalPointNumber, ["1234"]),
      (["1,234", "1.5"], .decimalPointNumber, ["1234", "1.5"]), (["1e6", "1,5"], .decimalCommaNumber, ["1e6", "1.5"]),
    ] as [([String], FieldReading, [String])])
  func `the form is that of all values`(values: [String], reading: FieldReading, texts: [String]) throws {
    let dataset = try dataset(values)
    #expect(dataset.schema.fields[1].reading == reading)
    #expect(dataset.types[1] == .number)
    #expect(dataset.records.map { $0["v"]?.text } == texts)
    for (record, text) in zip(dataset.records, texts) {
      guard case .number(let number)? = record["v"] else {
        Issue.record("\(record.values) is no number")
        continue
      }
      #expect(number.value == Double(text))
    }
  }

  @Test(arguments: [
    ["1,5", "1.5"], ["1,234.5", "1.234,5"], ["$5", "$6"], ["5 %"], ["5%"], ["1,5 kg"], ["1,2,3"], ["48.2,16.3"], [",5"],
    ["5,"], ["007"], ["007,5"], ["110 001", "400 050"], ["+43 664 123"], ["555 1234"], ["1 2"], ["1,23,456"], ["1,,5"],
    ["A1,5"], ["1.2.3,4"],
  ])
  func `texts that are no numbers`(values: [String]) throws {
    #expect(try dataset(values).types[1] == .text)
  }

  @Test(
    arguments: [
      // A rare value with a sign among numbers without one is no number.
      (Array(repeating: "2", count: 21) + ["2,4", "2,2"], .number),
      (Array(repeating: "1340", count: 11) + ["377,381"], .number),
      (Array(repeating: "1340", count: 11) + ["1.377.381"], .number),
      // One in ten is not rare, nor is a sign that the others could not have.
      (Array(repeating: "2", count: 10) + ["2,4"], .decimalCommaNumber),
      (Array(repeating: "1340", count: 10) + ["377,381"], .decimalPointNumber),
      (Array(repeating: "56", count: 30) + ["1,234"], .decimalPointNumber),
      (Array(repeating: "1.5", count: 30) + ["1,234.5"], .decimalPointNumber),
    ] as [([String], FieldReading)])
  func `signs are read unless they are rare`(values: [String], reading: FieldReading) throws {
    let csv = "w;v\n" + values.map { "x;\($0)\n" }.joined()
    let dataset = try read(csv: csv, .init(key: "@row", problems: .warn))
    #expect(dataset.schema.fields[1].reading == reading)
    let odd = values.filter { value in reading == .number && !value.allSatisfy(\.isNumber) }
    #expect(dataset.problems.count == odd.count)
    #expect(dataset.records.suffix(odd.count).map { $0["v"] } == odd.map { .text($0) })
    #expect(try self.dataset(values).schema.fields[1].reading == (odd.isEmpty ? reading : .text))
  }

  @Test func `a chosen form is that of all numbers`() throws {
    #expect(try dataset(["1,234"], as: .decimalCommaNumber).records[0]["v"]?.text == "1.234")
    #expect(try dataset(["1,234"], as: .decimalPointNumber).records[0]["v"]?.text == "1234")
    #expect(try dataset(["1,50"], as: .number).records[0]["v"]?.text == "1.50")
    #expect(try dataset(["1,234"], as: .decimalPointNumber).warnings.isEmpty)
    #expect(
      message(of: try dataset(["1,50"], as: .decimalPointNumber)) == """
        error: fruits.csv, row 2, field “v”: “1,50” is not a number with a decimal point.
          Write digits as in 12, -3.5 or 1,234.5.
        """)
    #expect(
      message(of: try dataset(["1.5", "2,5"], as: .number)) == """
        error: fruits.csv, row 3, field “v”: “2,5” has a decimal comma, and other values have a decimal point.
          Write all numbers in the same form, or declare the field as text with `types: {v: text}` for the data set in \
        catalog.yml.
        """)
  }

  @Test func `strings of JSON are numbers only where that is chosen`() throws {
    let json = #"[{"v":"1,50"},{"v":"2,5"}]"#
    #expect(try read(json: json, .init(key: "@row")).types == [.text])
    #expect(try read(json: json, .init(key: "@row", types: ["v": .number])).texts == [["1.50"], ["2.5"]])
  }

  @Test func `written numbers are read again`() throws {
    var random = SeededGenerator(seed: 21)
    let forms: [(group: String, decimal: String, reading: FieldReading)] = [
      (",", ".", .decimalPointNumber), (".", ",", .decimalCommaNumber), (" ", ",", .decimalCommaNumber),
      ("\u{A0}", ".", .decimalPointNumber), ("’", ".", .decimalPointNumber),
    ]
    for round in 0..<100 {
      let form = forms[round % forms.count]
      var (written, plain): ([String], [String]) = ([], [])
      // One number that is unambiguous.
      for index in 0..<20 {
        let whole = index == 0 ? 1_234_567 : Int.random(in: 0..<10_000_000, using: &random)
        let fraction = index == 0 ? "25" : ["", "5", "25", "125"].randomElement(using: &random) ?? ""
        var digits = Substring(String(whole))
        var groups: [Substring] = []
        while digits.count > 3 {
          groups.insert(digits.suffix(3), at: 0)
          digits = digits.dropLast(3)
        }
        groups.insert(digits, at: 0)
        written.append(groups.joined(separator: form.group) + (fraction.isEmpty ? "" : form.decimal + fraction))
        plain.append("\(whole)" + (fraction.isEmpty ? "" : "." + fraction))
      }
      let dataset = try dataset(written)
      #expect(dataset.schema.fields[1].reading == form.reading, "seed 21: \(written)")
      #expect(dataset.records.map { $0["v"]?.text } == plain, "seed 21: \(written)")
    }
  }
}
