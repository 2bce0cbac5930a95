import Changesets
import Diagnostics
import TestKit
import Testing

@testable import CatalogSyntax

/// The steps of a chain: each form, and the step that is parsed.
@Suite struct ChainStepTests {
  private func read(_ step: String) throws -> any CatalogStep {
    let yaml = "datasets: { a: a.csv }\nchain:\n  - \(step)"
    return try #require(try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "").chain.first)
  }

  @Test(arguments: [
    ("concatenate: [a, b]", "concatenate a, b"), ("concatenate: a", "concatenate a"),
    ("filter: { field: x, exists: true }", "filter x exists true"),
    ("intersect: { dataset: b, on: x }", "intersect b x = x"),
    ("except: { dataset: b, on: x, equals: y }", "except b x = y"),
    ("distinct: x", "distinct x"), ("distinct: [x, y]", "distinct x, y"),
    ("group: kind", "group kind value appearance Other"),
    ("group: { field: kind }", "group kind value appearance Other"),
    ("group: { field: kind, order: appearance }", "group kind value appearance Other"),
    ("group: { field: kind, order: sorted, rest: More }", "group kind value sorted More"),
    ("group: { field: kind, order: [b, a] }", "group kind value b, a Other"),
    ("group: { field: x, by: value }", "group x value appearance Other"),
    ("group: { field: x, by: first_letter }", "group x first_letter appearance Other"),
    ("group: { field: x, by: year }", "group x year appearance Other"),
    ("group: { field: x, by: month }", "group x month appearance Other"),
    ("group: { field: x, by: decade }", "group x decade appearance Other"),
    ("group: { field: x, by: century }", "group x century appearance Other"),
    ("group: { field: x, by: element }", "group x element appearance Other"),
    ("flatten: All of it", "flatten All of it"),
    ("sort: name", "sort name"), ("sort: { field: name }", "sort name"),
    ("sort: { field: name, order: ascending }", "sort name"),
    ("sort: { field: name, order: descending }", "sort -name"),
    ("sort: [group, { field: price, order: descending }, name]", "sort group, -price, name"),
    ("sort: { field: name, order: text }", "sort =name"),
    ("sort: [group, { field: name, order: text descending }]", "sort group, =-name"),
    ("sort_sections: { by: name, order: text }", "sections =name"),
    ("sort_sections: name", "sections name"), ("sort_sections: size", "sections size"),
    ("sort_sections: [b, a]", "sections b, a"), ("sort_sections: { by: size, order: descending }", "sections -size"),
    ("sort_sections: { by: [b] }", "sections b"),
    ("reverse: rows", "reverse false"), ("reverse: all", "reverse true"),
    ("limit: 10", "limit 10 0"), ("limit: { count: 10 }", "limit 10 0"),
    ("limit: { count: 10, skip: 5 }", "limit 10 5"),
    ("insert: { cell: banner, at: [1, 2] }", "insert banner 1 2"), ("insert: { cell: banner }", "insert banner 0 0"),
    ("placeholder: nothing", "placeholder nothing"),
  ])
  func everyForm(yaml: String, step: String) throws {
    #expect(try read(yaml).brief == step)
  }

  @Test(arguments: [
    ("{ field: x, equals: a }", "x in [a]"), ("{ field: x, equals: '' }", "x in []"),
    ("{ field: x, in: [a, b] }", "x in [a, b]"), ("{ field: x, contains: a }", "x contains a"),
    ("{ field: x, starts_with: a }", "x starts_with a"), ("{ field: x, ends_with: a }", "x ends_with a"),
    ("{ field: x, exists: true }", "x exists true"), ("{ field: x, exists: no }", "x exists false"),
    ("{ field: x, range: { from: 1, to: 2 } }", "x range from 1, to 2"),
    ("{ field: x, range: { above: a, below: b } }", "x range above a, below b"),
    ("{ dataset: fruits }", "from fruits"),
    ("{ not: { field: x, exists: true } }", "not (x exists true)"),
    ("{ not: [{ dataset: a }, { dataset: b }] }", "not (all (from a; from b))"),
    ("{ all: [{ dataset: a }, { dataset: b }] }", "all (from a; from b)"),
    ("{ and: [{ dataset: a }, { dataset: b }] }", "all (from a; from b)"),
    ("{ any: [{ dataset: a }, { dataset: b }] }", "any (from a; from b)"),
    ("{ or: [{ dataset: a }, { dataset: b }] }", "any (from a; from b)"),
    ("[{ dataset: a }, { field: x, equals: b }]", "all (from a; x in [b])"),
    ("{ any: [[{ dataset: a }], { all: [] }] }", "any (all (from a); all ())"),
  ])
  func everyPredicate(yaml: String, predicate: String) throws {
    #expect(try read("filter: \(yaml)").brief == "filter \(predicate)")
  }

  @Test func namesHaveTheirPlaces() throws {
    let fields = try #require(try read("sort: [a, { field: b }]") as? SortStep).fields
    #expect(fields.map(\.name.location.line) == [3, 3])
    #expect(fields.map(\.name.location.column) == [12, 24])
  }
}

extension CatalogStep {
  /// The step in a few words.
  fileprivate var brief: String {
    switch self {
    case let step as ConcatenateStep: "concatenate \(step.names.list)"
    case let step as FilterStep: "filter \(step.predicate.summary)"
    case let step as any MatchStep:
      "\(Self.key) \(step.match.dataset.text) \(step.match.on.text) = \(step.match.equals.text)"
    case let step as DistinctStep: "distinct \(step.fields.list)"
    case let step as GroupStep: "group \(step.field.text) \(step.key.rawValue) \(step.order.summary) \(step.rest)"
    case let step as FlattenStep: "flatten \(step.name)"
    case let step as SortStep:
      "sort " + step.fields.map { $0.order.mark + $0.name.text }.joined(separator: ", ")
    case let step as SortSectionsStep: "sections " + step.sortOrder.mark + step.key.summary
    case let step as ReverseStep: "reverse \(step.reversesSections)"
    case let step as LimitStep: "limit \(step.count) \(step.skip)"
    case let step as ProgramStep: "step \(step.name.text)"
    case let step as InsertStep: "insert \(step.cell.text) \(step.path.section) \(step.path.item)"
    case let step as PlaceholderStep: "placeholder \(step.cell.text)"
    default: "?"
    }
  }
}

extension [LocatedText] {
  fileprivate var list: String { map(\.text).joined(separator: ", ") }
}

extension ValueOrder {
  /// Signs before the name of what is sorted: `-` if the largest comes first, `=` if texts are compared by characters.
  fileprivate var mark: String { (rawValue.hasPrefix("text") ? "=" : "") + (isDescending ? "-" : "") }
}

extension GroupStep.Order {
  fileprivate var summary: String {
    switch self {
    case .appearance: "appearance"
    case .sorted: "sorted"
    case .text: "text"
    case .listed(let names): names.joined(separator: ", ")
    }
  }
}

extension SortSectionsStep.Key {
  fileprivate var summary: String {
    switch self {
    case .name: "name"
    case .size: "size"
    case .listed(let names): names.joined(separator: ", ")
    }
  }
}

extension RecordPredicate {
  fileprivate var summary: String {
    switch self {
    case .field(let field, let condition): "\(field.text) \(condition.summary)"
    case .dataset(let name): "from \(name.text)"
    case .all(let predicates): "all (\(predicates.map(\.summary).joined(separator: "; ")))"
    case .any(let predicates): "any (\(predicates.map(\.summary).joined(separator: "; ")))"
    case .not(let predicate): "not (\(predicate.summary))"
    }
  }
}

extension RecordPredicate.Condition {
  fileprivate var summary: String {
    switch self {
    case .isOne(let texts): "in [\(texts.joined(separator: ", "))]"
    case .contains(let text): "contains \(text)"
    case .startsWith(let text): "starts_with \(text)"
    case .endsWith(let text): "ends_with \(text)"
    case .range(let range):
      "range " + range.bounds.map { "\($0.bound.rawValue) \($0.value.text)" }.joined(separator: ", ")
    case .exists(let wanted): "exists \(wanted)"
    }
  }
}
