import Datasets
import Testing

@testable import CatalogSyntax

/// Every small predicate on every small record, as read from a `catalog.yml`, compared with a naive model of the
/// documentation.
@Suite struct PredicateModelTests {
  /// A value, and the texts and numbers in it.
  private struct Sample: Sendable {
    let value: Value
    /// The elements of a list, or the value alone.
    var parts: [String]
    var isList = false
    /// The comparison of a value with a bound: −1, 0 or 1 for each part; empty if they cannot be compared.
    var compare: @Sendable (String, String) -> Int?
  }

  @Sendable private static func words(_ first: String, _ second: String) -> Int? {
    let fold = { (text: String) in text.lowercased().replacing("é", with: "e") }
    return fold(first) < fold(second) ? -1 : fold(first) == fold(second) ? 0 : 1
  }

  private static let samples: [Sample] = [
    Sample(value: .missing, parts: [""]) { _, _ in nil },
    Sample(value: .text("apple"), parts: ["apple"], compare: words),
    Sample(value: .text("Éclair"), parts: ["Éclair"], compare: words),
    Sample(value: Value.Number("2.50").map(Value.number) ?? .missing, parts: ["2.50"]) { _, bound in
      Double(bound).map { $0 > 2.5 ? -1 : $0 == 2.5 ? 0 : 1 }
    },
    Sample(value: .date("2024-02-29"), parts: ["2024-02-29"]) { date, bound in
      // The years 3 and 9.
      if bound.count == 1 { return 1 }
      guard bound.hasPrefix("20") else { return nil }
      let part = String(date.prefix(bound.count))
      return part < bound ? -1 : part == bound ? 0 : 1
    },
    Sample(value: .list([.text("apple"), .text("fig")]), parts: ["apple", "fig"], isList: true, compare: words),
    Sample(value: .boolean(true), parts: ["yes"]) { _, _ in nil },
  ]

  private static let texts = [
    "", "apple", "app", "le", "eclair", "Éclair", "fig", "2.5", "2.50", "9", "2024", "2024-02-29", "2023-12",
  ]

  /// The conditions in YAML, and whether they are true of a sample.
  private static var conditions: [(yaml: String, isTrue: (Sample) -> Bool)] {
    let whole = { (sample: Sample) in sample.parts.joined(separator: ", ") }
    var all: [(String, (Sample) -> Bool)] = [
      ("exists: true", { whole($0) != "" }), ("exists: false", { whole($0) == "" }), ("in: []", { _ in false }),
      ("in: [apple, yes]", { ["apple", "yes"].contains(whole($0)) }),
    ]
    for text in texts {
      all += [
        ("equals: '\(text)'", { whole($0) == text }),
        ("starts_with: '\(text)'", { $0.parts.contains { $0.starts(with: text) } }),
        ("ends_with: '\(text)'", { $0.parts.contains { $0.reversed().starts(with: text.reversed()) } }),
        ("contains: '\(text)'", { $0.isList ? $0.parts.contains(text) : whole($0).contains(text) }),
      ]
      for (bound, isInside) in Self.bounds {
        all.append(
          (
            "range: { \(bound): '\(text)' }",
            { sample in sample.parts.contains { sample.compare($0, text).map(isInside) ?? false } }
          ))
      }
    }
    return all
  }

  private static let bounds: [(String, @Sendable (Int) -> Bool)] = [
    ("from", { $0 >= 0 }), ("to", { $0 <= 0 }), ("above", { $0 > 0 }), ("below", { $0 < 0 }),
  ]

  private static let schema = Schema([Field(name: "f", type: .text)])

  private static func record(_ value: Value, dataset: String = "a") -> Record {
    Record(id: .init(dataset: dataset, key: "k"), row: 2, schema: schema, values: [value])
  }

  private static func predicate(_ yaml: String) throws -> RecordPredicate {
    let configuration = try CatalogConfiguration(
      yaml: "datasets: { a: a.csv }\nchain: [{ filter: \(yaml) }]", file: "catalog.yml", title: "")
    return (configuration.chain.first as? FilterStep)?.predicate ?? .any([])
  }

  @Test func everyConditionOnEveryValue() throws {
    for condition in Self.conditions {
      let predicate = try Self.predicate("{ field: f, \(condition.yaml) }")
      for sample in Self.samples {
        #expect(
          predicate.matches(Self.record(sample.value)) == condition.isTrue(sample),
          "\(condition.yaml) of \(sample.value)")
      }
    }
  }

  @Test func everyPairOfBounds() throws {
    for (first, isAbove) in Self.bounds {
      for (second, isBelow) in Self.bounds where first != second {
        for low in Self.texts {
          for high in ["apple", "3", "2024-03"] {
            let predicate = try Self.predicate("{ field: f, range: { \(first): '\(low)', \(second): '\(high)' } }")
            for sample in Self.samples {
              let isTrue = sample.parts.contains { part in
                (sample.compare(part, low).map(isAbove) ?? false) && (sample.compare(part, high).map(isBelow) ?? false)
              }
              #expect(
                predicate.matches(Self.record(sample.value)) == isTrue,
                "\(first) \(low), \(second) \(high) of \(sample.value)")
            }
          }
        }
      }
    }
  }

  @Test func everySmallCombination() throws {
    // Predicates of up to two levels over a few conditions; each predicate is represented by the records that it
    // matches.
    let records = Self.samples.map { Self.record($0.value) } + Self.samples.map { Self.record($0.value, dataset: "b") }
    let leaves = [
      "{ dataset: a }", "{ dataset: c }", "{ field: f, exists: true }", "{ field: f, contains: apple }",
      "{ field: g, exists: true }",
    ]
    var predicates = try leaves.map { yaml in
      let predicate = try Self.predicate(yaml)
      return (yaml: yaml, truths: records.map(predicate.matches))
    }
    #expect(predicates[0].truths == records.indices.map { $0 < Self.samples.count })
    #expect(predicates[1].truths.allSatisfy { !$0 } && predicates[4].truths.allSatisfy { !$0 })
    for level in 0..<2 {
      let parts = level == 0 ? predicates[...] : predicates.prefix(12)
      var combined: [(yaml: String, truths: [Bool])] = []
      for first in parts {
        combined.append(("{ not: \(first.yaml) }", first.truths.map { !$0 }))
        for second in parts {
          let pair = zip(first.truths, second.truths)
          let list = "[\(first.yaml), \(second.yaml)]"
          combined.append((list, pair.map { $0 && $1 }))
          for word in ["all", "and"] { combined.append(("{ \(word): \(list) }", pair.map { $0 && $1 })) }
          for word in ["any", "or"] { combined.append(("{ \(word): \(list) }", pair.map { $0 || $1 })) }
        }
      }
      combined += [("[]", records.map { _ in true }), ("{ any: [] }", records.map { _ in false })]
      for (yaml, truths) in combined {
        #expect(records.map(try Self.predicate(yaml).matches) == truths, "\(yaml)")
      }
      predicates = combined.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
    }
  }
}
