import Datasets
import Testing

@testable import CatalogSyntax

@Suite struct RecordPredicateTests {
  /// A record with a value of each type.
  private static let record: Record = {
    let values: [(String, Value)] = [
      ("text", .text("red apple")), ("number", Value.Number("2.50").map(Value.number) ?? .missing),
      ("boolean", .boolean(true)),
      ("list", .list([.text("sweet"), .text("very sour")])), ("empty", .missing),
    ]
    let schema = Schema(values.map { Field(name: $0.0, type: .text) })
    return Record(id: .init(dataset: "fruits", key: "apple"), row: 2, schema: schema, values: values.map(\.1))
  }()

  private func matches(_ field: String, _ condition: RecordPredicate.Condition) -> Bool {
    RecordPredicate.field(.init(field), condition).matches(Self.record)
  }

  @Test(arguments: [
    ("text", ["red apple"], true), ("text", ["apple"], false), ("text", ["Red apple"], false),
    ("text", ["pear", "red apple"], true), ("text", [], false), ("number", ["2.50"], true), ("number", ["2.5"], false),
    ("boolean", ["yes"], true), ("boolean", ["true"], false), ("list", ["sweet, very sour"], true),
    ("list", ["sweet"], false), ("empty", [""], true), ("empty", ["x"], false), ("unknown", [""], true),
  ])
  func isOne(field: String, texts: [String], isMatch: Bool) {
    #expect(matches(field, .isOne(of: texts)) == isMatch)
  }

  @Test(arguments: [
    ("text", "apple", true), ("text", "Apple", false), ("number", "2.5", true), ("list", "sweet", true),
    ("list", "sour", false), ("list", "very sour", true), ("empty", "x", false), ("unknown", "x", false),
  ])
  func contains(field: String, text: String, isMatch: Bool) {
    #expect(matches(field, .contains(text)) == isMatch)
  }

  @Test(arguments: [
    ("text", true), ("number", true), ("boolean", true), ("list", true), ("empty", false), ("unknown", false),
  ])
  func exists(field: String, isThere: Bool) {
    #expect(matches(field, .exists(true)) == isThere)
    #expect(matches(field, .exists(false)) == !isThere)
  }
}
