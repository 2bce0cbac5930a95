import DataSources

/// A field computed from the records related to a record: their number, or an aggregate of the values of one of their
/// fields.
package struct RecordFold: Hashable, Sendable {
  /// The aggregate function.
  package enum Function: String, CaseIterable, Sendable {
    case count, sum, min, max, mean

    /// Whether the function returns a number that is computed from numbers.
    package var isOfNumbers: Bool { self == .sum || self == .mean }
  }

  /// The resulting field.
  package let field: Field
  /// The aggregate function.
  package let function: Function
  /// The field of the related records that has the values, or `nil` to count the records.
  package let member: String?

  /// Creates a description of a fold.
  ///
  /// - Parameters:
  ///   - name: The name of the resulting field.
  ///   - function: The aggregate function.
  ///   - member: The name of the field of the related records that has the values, or `nil` to count the records.
  ///   - reading: How the values are read, for functions that do not return numbers.
  package init(_ name: String, _ function: Function, of member: String?, reading: FieldReading) {
    let isNumber = function == .count || function.isOfNumbers
    field = Field(name: name, reading: isNumber ? .number : reading)
    self.function = function
    self.member = member
  }

  /// Returns the contribution of a record: the elements of a list, or its value; an empty array if it has none.
  package func contribution(of record: Record) -> [Value] {
    guard let member else { return [.boolean(true)] }
    let values = (record[member] ?? .missing).folded
    return function == .count ? Array(values.prefix(1)) : values.filter { $0.isOf(field.type) }
  }

  /// The aggregate without any records.
  package var total: Total { Total(function) }

  /// - Complexity: O(*n* log *n*) in the number of values for the minimum and the maximum, otherwise O(*n*); and O(*n*)
  ///   in the lengths of the rows.
  func value(of records: [Record]) -> Value {
    var total = total
    total.add(contentsOf: records.map(contribution))
    return total.value
  }

  /// An incremental aggregate: records can be added, and removed again.
  package struct Total: Aggregate {
    private let function: Function
    private var count = 0
    private var sum = DecimalSum()
    private var values: Extremum<RankedValue>

    fileprivate init(_ function: Function) {
      self.function = function
      values = Extremum(isLargest: function == .max)
    }

    package mutating func add(_ contribution: [Value]) { add(contentsOf: [contribution]) }

    package mutating func add(contentsOf contributions: [[Value]]) {
      switch function {
      case .count: count += contributions.reduce(0) { $0 + $1.count }
      case .sum, .mean: contributions.joined().numbers.forEach { sum.add($0) }
      case .min, .max: values.add(contentsOf: contributions.joined().map(RankedValue.init))
      }
    }

    package mutating func remove(_ contribution: [Value]) {
      switch function {
      case .count: count -= contribution.count
      case .sum, .mean: contribution.numbers.forEach { sum.remove($0) }
      case .min, .max: contribution.forEach { values.remove(RankedValue($0)) }
      }
    }

    /// The aggregate of the records. Without any records, the count is 0 and all other aggregates are missing.
    package var value: Value {
      switch function {
      case .count: .count(count)
      case .sum: sum.value.map(Value.number) ?? .missing
      case .mean: sum.mean.map(Value.number) ?? .missing
      case .min, .max: values.value?.value ?? .missing
      }
    }
  }
}

/// A value that is compared by its sort key.
private struct RankedValue: Comparable {
  let value: Value
  private let key: Value.SortKey

  init(_ value: Value) { (self.value, key) = (value, value.sortKey) }

  static func < (first: Self, second: Self) -> Bool { first.key.precedes(second.key) }
  static func == (first: Self, second: Self) -> Bool { first.value == second.value }
}

extension Value {
  static func count(_ count: Int) -> Value { Value.Number(Double(count)).map(Value.number) ?? .missing }

  /// The values that contribute to a fold: the elements of a list, or the value itself; without blank ones.
  fileprivate var folded: [Value] { (elements ?? [self]).filter { !$0.isBlank } }

  /// Whether the value is of a field's type. If problems are tolerated, some values of number and date fields are
  /// texts.
  fileprivate func isOf(_ type: FieldType) -> Bool {
    switch (type, self) {
    case (.number, .number), (.date, .date): true
    case (.number, _), (.date, _): false
    default: true
    }
  }
}

extension Sequence<Value> {
  fileprivate var numbers: [Value.Number] {
    compactMap { if case .number(let number) = $0 { number } else { nil } }
  }
}
