import Changesets
import Foundation
import Testing

/// Batches as JSON.
@Suite struct EncodingCodableTests {
  private static let batch = UpdateBatch(
    sections: Edits(deletes: [3], inserts: [0, 1], moves: [PlacePair(2, 4)], updates: [PlacePair(1, 2)]),
    items: Edits(
      deletes: [ItemPath(0, 5)], inserts: [ItemPath(1, 0)],
      moves: [PlacePair(ItemPath(0, 1), ItemPath(2, 3))],
      updates: [PlacePair(ItemPath(1, 7), ItemPath(2, 8))]))

  @Test func aPathIsTwoNumbers() throws {
    #expect(try json(ItemPath(3, -4)) == "[3,-4]")
    #expect(try decode(ItemPath.self, "[3,-4]") == ItemPath(3, -4))
  }

  @Test func editsAreTheirLists() throws {
    let edits = Edits(deletes: [4, 1], inserts: [2], moves: [PlacePair(0, 3)], updates: [PlacePair(5, 6)])
    #expect(
      try json(edits) == #"{"deletes":[4,1],"inserts":[2],"moves":[[0,3]],"updates":[[5,6]],"version":1}"#)
    #expect(try decode(Edits<Int>.self, json(edits)) == edits)
  }

  @Test func emptyListsAreLeftOut() throws {
    #expect(try json(Edits<Int>()) == #"{"version":1}"#)
    #expect(try json(UpdateBatch()) == #"{"version":1}"#)
    let batch = UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)]))
    #expect(try json(batch) == #"{"items":{"inserts":[[0,1]]},"version":1}"#)
    #expect(try decode(UpdateBatch.self, json(UpdateBatch())) == UpdateBatch())
    #expect(try decode(Edits<Int>.self, #"{"version":1,"deletes":[]}"#) == Edits())
  }

  @Test func aBatchHasSectionsAndItems() throws {
    #expect(
      try json(Self.batch) == """
        {"items":{"deletes":[[0,5]],"inserts":[[1,0]],"moves":[[[0,1],[2,3]]],"updates":[[[1,7],[2,8]]]},\
        "sections":{"deletes":[3],"inserts":[0,1],"moves":[[2,4]],"updates":[[1,2]]},"version":1}
        """)
    #expect(try decode(UpdateBatch.self, json(Self.batch)) == Self.batch)
  }

  @Test func aReloadHasNoLists() throws {
    var edits = Edits(deletes: [1])
    edits.isReload = true
    #expect(try json(edits) == #"{"reload":true,"version":1}"#)
    #expect(try decode(Edits<Int>.self, json(edits)) == .reload)
    let batch = UpdateBatch(sections: edits, items: Self.batch.items)
    #expect(try json(batch) == #"{"reload":true,"version":1}"#)
    #expect(try json(UpdateBatch(items: .reload)) == #"{"reload":true,"version":1}"#)
    #expect(try decode(UpdateBatch.self, json(batch)) == .reload)
    #expect(try decode(UpdateBatch.self, #"{"version":1,"reload":false}"#) == UpdateBatch())
  }

  @Test(arguments: UInt64(0)..<100)
  func encodedBatchesAreDecoded(seed: UInt64) throws {
    let batch = try Transition.random(seed: seed).batch
    #expect(try decode(UpdateBatch.self, json(batch)) == batch, "seed \(seed)")
    #expect(try decode(Edits<ItemPath>.self, json(batch.items)) == batch.items, "seed \(seed)")
  }

  @Test(arguments: [
    ("{}", "", #"The version is missing; "version": 1 is the one that is known."#),
    (#"{"version":2}"#, "version", "Version 2 is unknown; the one that is known is 1."),
    (#"{"version":0,"reload":true}"#, "version", "Version 0 is unknown; the one that is known is 1."),
    (
      #"{"version":1,"rows":{},"cells":{}}"#, "cells",
      #"The key "cells" is unknown; known are version, reload, sections, items."#
    ),
    (
      #"{"version":1,"reload":true,"items":{}}"#, "items",
      #"The key "items" is unknown; known are version, reload."#
    ),
    (
      #"{"version":1,"items":{"version":1}}"#, "items.version",
      #"The key "version" is unknown; known are deletes, inserts, moves, updates."#
    ),
    (
      #"{"version":1,"items":{"deletes":[[0,1],[2]]}}"#, "items.deletes.1",
      "A path is two numbers, [section, item]."
    ),
    (
      #"{"version":1,"items":{"deletes":[[0,1,2]]}}"#, "items.deletes.0",
      "A path is two numbers, [section, item]."
    ),
    (
      #"{"version":1,"sections":{"moves":[[0,1],[],[2,3]]}}"#, "sections.moves.1",
      "A pair is two places, [before, after]."
    ),
    (
      #"{"version":1,"items":{"updates":[[[0,1],[0]]]}}"#, "items.updates.0.1",
      "A path is two numbers, [section, item]."
    ),
  ])
  func unknownContentIsReported(text: String, path: String, description: String) throws {
    let error = #expect(throws: DecodingError.self) { try decode(UpdateBatch.self, text) }
    let context = try #require(error.flatMap(context(of:)))
    #expect(context.debugDescription == description)
    #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") == path)
  }

  @Test(arguments: [
    "[]", "1", "null", #"{"version":"1"}"#, #"{"version":1,"reload":1}"#, #"{"version":1,"items":[]}"#,
    #"{"version":1,"items":null}"#, #"{"version":null}"#, #"{"version":1,"reload":null}"#,
    #"{"version":1,"sections":{"moves":null}}"#, #"{"version":1,"sections":{"deletes":["0"]}}"#,
    #"{"version":1,"sections":{"deletes":[0.5]}}"#, #"{"version":1,"sections":{"deletes":[9223372036854775808]}}"#,
    #"{"version":1,"items":{"deletes":[0]}}"#, #"{"version":1,"items":{"deletes":[[0,null]]}}"#,
  ])
  func malformedContentIsAnError(text: String) {
    #expect(throws: DecodingError.self) { try decode(UpdateBatch.self, text) }
  }

  @Test func editsHaveNoSections() {
    #expect(throws: DecodingError.self) { try decode(Edits<Int>.self, #"{"version":1,"sections":{}}"#) }
    #expect(throws: DecodingError.self) { try decode(Edits<Int>.self, #"{"deletes":[1]}"#) }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func context(of error: DecodingError) -> DecodingError.Context? {
    switch error {
    case .dataCorrupted(let context): context
    default: nil
    }
  }
}
