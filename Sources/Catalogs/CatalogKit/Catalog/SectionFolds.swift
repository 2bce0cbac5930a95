import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Rendering

/// The totals of a listing's sections, which its pages show: `totals: { value: { sum: price }, first: { min: year } }`.
struct SectionFolds {
  fileprivate struct Fold {
    let fold: RecordFold
    let predicate: RecordPredicate?
    let style: FieldStyle
  }

  private let folds: [Fold]

  /// Creates the totals that the configuration of a listing defines.
  init(_ entries: [FoldEntry], of plans: [DatasetPlan], language: LanguageStyle) {
    folds = entries.map { entry in
      let plan = plans.first { $0.schema.path(of: entry.subject.text) != nil }
      let isOfRows = entry.function == .count && plan == nil
      var style = FieldStyle(label: Label(entry.name.text).text, language: language)
      if entry.function != .count, let own = plan?.style(of: entry.subject.text) {
        style.unit = own.unit
        style.format = own.format
      }
      return Fold(
        fold: RecordFold(
          entry.name.text, entry.function, of: isOfRows ? nil : entry.subject.text,
          reading: plan?.schema.field(named: entry.subject.text)?.reading ?? .text),
        predicate: entry.predicate, style: style)
    }
  }

  /// Returns a source with one item for each section of the records: its totals. `nil` if there are no totals.
  func totals(of records: any DataSource<Record>) -> (any DataSource<SectionTotals>)? {
    if folds.isEmpty { return nil }
    let names = folds.map(\.fold.field.name).joined(separator: ", ")
    return records.applying(
      .fold(Totals(folds.map(\.fold.total)), .eachSection) { [folds] record in
        folds.map { $0.predicate?.matches(record) ?? true ? $0.fold.contribution(of: record) : [] }
      }
    ).named("totals: \(names)").applying(.map { [folds] in SectionTotals(folds.properties(of: $0.map(\.value))) })
      .named("totals")
  }

  /// A total as pages show it. Totals that are equal, but written in two ways, such as 2.5 and 2.50, are two.
  private struct WrittenTotal: Equatable {
    let value: Value

    static func == (left: Self, right: Self) -> Bool {
      left.value == right.value && left.value.text == right.value.text
    }
  }

  private struct Totals: Aggregate {
    private var totals: [RecordFold.Total]

    init(_ totals: [RecordFold.Total]) { self.totals = totals }

    var value: [WrittenTotal] { totals.map { WrittenTotal(value: $0.value) } }

    mutating func add(_ contribution: [[Value]]) {
      for index in totals.indices { totals[index].add(contribution[index]) }
    }

    mutating func add(contentsOf contributions: [[[Value]]]) {
      for index in totals.indices { totals[index].add(contentsOf: contributions.map { $0[index] }) }
    }

    mutating func remove(_ contribution: [[Value]]) {
      for index in totals.indices { totals[index].remove(contribution[index]) }
    }
  }
}

extension [SectionFolds.Fold] {
  /// Returns the values of the folds as properties. Empty values are left out.
  fileprivate func properties(of values: [Value]) -> [Block.Property] {
    zip(self, values).filter { !$1.isBlank }.map { fold, value in
      Block.Property(label: [.text(fold.style.label)], value: fold.style.inlines(of: value, title: "", without: []))
    }
  }
}
