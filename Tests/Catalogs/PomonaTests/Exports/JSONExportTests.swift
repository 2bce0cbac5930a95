import Foundation
import Testing

/// The rows as JSON, as read by a program.
@Suite struct JSONExportTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func export(_ file: String, _ text: String, _ entry: String = "", json: String = "true") throws -> [[String:
    Any]]
  {
    try sandbox.write([
      "shop/\(file)": text,
      "shop/catalog.yml": """
      title: "A \\"shop\\" </script>"
      datasets: { data: { file: \(file), key: name\(entry) } }
      documents: { json: \(json) }
      """,
    ])
    try sandbox.build("shop", "--output", "out")
    let root = try #require(try read("catalog.json") as? [String: Any])
    #expect(root["title"] as? String == "A \"shop\" </script>")
    #expect(root["language"] as? String == "en")
    return try #require(try read("catalog/objects-1.json") as? [[String: Any]])
  }

  private func read(_ path: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: sandbox.url("out/\(path)")))
  }

  private func fields(_ object: [String: Any]) -> [String: Any] { object["fields"] as? [String: Any] ?? [:] }

  @Test func objectsHaveTheContentOfTheirPages() throws {
    let objects = try export(
      "data.json",
      #"[{"name": "Äpfel", "price": 2.50, "ripe": true, "tags": ["a", "b"], "size": {"width": 3}, "none": null}]"#)
    let object = try #require(objects.first)
    #expect(object["dataset"] as? String == "data")
    #expect(object["key"] as? String == "Äpfel")
    #expect(object["title"] as? String == "Äpfel")
    #expect(object["section"] as? String == "Data")
    #expect(try sandbox.text("out/\(try #require(object["page"] as? String))").contains("<h1>Äpfel</h1>"))
    let fields = fields(object)
    #expect(fields.keys.sorted() == ["name", "price", "ripe", "size.width", "tags"])
    #expect(fields["ripe"] as? Bool == true)
    #expect(fields["tags"] as? [String] == ["a", "b"])
    #expect(fields["size.width"] as? Int == 3)
    // The digits are those of the data.
    #expect(try sandbox.text("out/catalog/objects-1.json").contains(#""price":2.50"#))
  }

  /// Programs read the elements, people the text as written.
  @Test func inferredListsAreListsForProgramsOnly() throws {
    let csv = "name,medium\nA,oil ; canvas\nB,ink;paper\n"
    let objects = try export("data.csv", csv)
    #expect(objects.map { fields($0)["medium"] as? [String] } == [["oil", "canvas"], ["ink", "paper"]])
    #expect(try sandbox.text("out/data/a.html").contains("oil ; canvas"))
    let texts = try export("data.csv", csv + "C,oil\nD,wood\nE,clay\n")
    #expect(fields(try #require(texts.first))["medium"] as? String == "oil ; canvas")
  }

  @Test func numbersStayNumbersAsFarAsJSONAllows() throws {
    let numbers = [
      "1", "-1", "+1", "0", "-0", "0.5", "-0.5", "1.50", "1e5", "1E-5", "+1.5e+10", "007", "-007", "00",
      "12345678901234567890.123", "1e308", "0e0",
    ]
    let rows = numbers.enumerated().map { "n\($0 + 10),\($1)\n" }
    let objects = try export("data.csv", "name,value\n" + rows.joined(), ", types: { value: number }")
    try #require(objects.count == numbers.count)
    let text = try sandbox.text("out/catalog/objects-1.json")
    for (number, object) in zip(numbers, objects) {
      let value = try #require(fields(object)["value"])
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(number.utf8), options: .fragmentsAllowed)) is NSNumber
      if isJSON {
        #expect(value is NSNumber && text.contains("\"value\":\(number)}"), "\(number)")
      } else {
        #expect(value as? String == number)
      }
    }
  }

  @Test func textsAreThoseOfTheData() throws {
    let texts = [
      "\"quoted\"", "back\\slash", "tab\tand\nline", "\u{1}\u{1F}\u{7F}", "</script><!--", "a\u{2028}b\u{2029}c",
      "😀 e\u{301}",
      "\u{FFFF}\u{10FFFF}", "{{name}}", "null", "true", "[1]",
    ]
    let rows = texts.enumerated().map { ["name": "n\($0 + 10)", "text": $1] }
    let data = String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
    let objects = try export("data.json", data, ", types: { text: text }")
    #expect(objects.map { fields($0)["text"] as? String ?? "" }.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test func onlyTheChosenFields() throws {
    let objects = try export("data.csv", "name,a,b\nx,1,2\ny,,3\n", json: "{ fields: [b, a] }")
    #expect(objects.map { fields($0).keys.sorted() } == [["a", "b"], ["b"]])
    #expect(try sandbox.text("out/catalog/objects-1.json").contains(#""fields":{"b":2,"a":1}"#))
  }
}
