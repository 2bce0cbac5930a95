import Datasets
import Foundation
import JSONValues
import TestKit
import Testing

@testable import LivePages

/// Events as they are described to programs.
@Suite struct EventDescriptionTests {
  private func json(_ event: EventDescription) throws -> JSONValue { try JSONValue(parsing: event.json) }

  @Test func anEventAboutARow() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "id,name,price,ripe,tags\n1,Lemon \"x\",1.50,yes,sour;yellow\n2,Fig,2,no,a\n"
    ])
    let options = Dataset.Options(key: "id", types: ["tags": .list])
    let records = try Dataset(contentsOf: "\(folder.path)/fruits.csv", options: options).records
    let event = EventDescription(
      event: "deleteItems", selector: "catalog:deleteItemsAtPaths:", page: "fruits/index.html", section: "Citrus",
      record: records[0], arguments: [[0, 3]])
    #expect(
      try json(event) == [
        "event": "deleteItems", "selector": "catalog:deleteItemsAtPaths:", "page": "fruits/index.html",
        "dataset": "fruits", "key": "1", "title": "Lemon \"x\"", "section": "Citrus",
        "row": [
          "id": .number(#require(JSONNumber(literal: "1"))), "name": "Lemon \"x\"",
          "price": .number(#require(JSONNumber(literal: "1.50"))), "ripe": true, "tags": ["sour", "yellow"],
        ],
        "arguments": [[0, 3]],
      ])
    #expect(!event.json.contains(UInt8(ascii: "\n")))
  }

  @Test func anEventAboutNoRow() throws {
    let event = EventDescription(
      event: "didChangeSearchText", selector: "catalog:didChangeSearchText:", page: "index.html", section: nil,
      record: nil, arguments: ["text": "l\u{e9}\n"])
    #expect(
      String(decoding: event.json, as: UTF8.self)
        == #"{"event":"didChangeSearchText","selector":"catalog:didChangeSearchText:","page":"index.html","#
        + #""arguments":{"text":"lé\n"}}"#)
  }
}
