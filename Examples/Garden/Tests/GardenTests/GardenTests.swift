import Foundation
import PomonaKit
import Testing

@testable import Garden

/// Tests of the outputs of the plugin for the target.
@Suite struct GardenTests {
  @Test func `the types have the names of the data`() throws {
    let path = try #require(Garden.data)
    let fruits = try Fruit.source(contentsOf: path)
    let cells = CellSource<Fruit, DocumentCell>(fruits.applying(.sort(by: \.name)))
    #expect(cells.numberOfItems == 4)
    #expect(fruits.items.map(\.name) == ["Redcurrant", "Plum", "Quince", "Blackberry"])
    #expect(fruits.items.map(\.weight) == [nil, 30, 250, nil])
    #expect(fruits.items.map(\.isSour) == [true, false, true, false])
    #expect(fruits.items.map(\.months.count) == [2, 2, 1, 1])
    let tool = Tool(id: "Basket", title: "Basket", name: "Basket", class: "carrying", metres: nil)
    #expect(tool.objectID == ObjectID(collection: "tools", key: "Basket"))
    #expect(Garden.ripe(in: "August", of: fruits) == ["Blackberry: of any weight, sweet", "Plum: 30 g, sweet"])
  }

  @Test func `the archive has the pages`() throws {
    let list = Process()
    list.executableURL = URL(filePath: "/usr/bin/env")
    list.arguments = try ["unzip", "-Z1", #require(Garden.catalog)]
    let output = Pipe()
    list.standardOutput = output
    try list.run()
    let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    list.waitUntilExit()
    #expect(
      names.split(separator: "\n") == [
        "assets/style.css", "fruits/blackberry.html", "fruits/index.html", "fruits/plum.html", "fruits/quince.html",
        "fruits/redcurrant.html", "index.html", "tools/basket.html", "tools/index.html", "tools/ladder.html",
      ])
  }
}
