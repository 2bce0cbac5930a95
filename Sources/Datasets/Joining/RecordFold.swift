import DataSources

/// A field whose values follow from the records that go with a record: their number, or what the values of one of their fields come to.
package struct RecordFold: Hashable, Sendable {
  /// What is made of the values.
  package enum Function: String, CaseIterable, Sendable {
    case count, sum, min, max, mean

    /// Whether it makes numbers of numbers.
    package var isOfNumbers: Bool { self == .sum || self == .mean }
  }

  /// The field.
  package let field: Field
  /// What is made of the values.
  package let function: Function
  /// The field of the other records that has the values; nil where the records are counted.
  package let member: String?

  /// Describes a fold.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - function: What is made of the values.
  ///   - member: The name of the field of the other records that has the values.
  ///   - reading: How the values are read.
  package init(_ name: String, _ function: Function, of member: String?, reading: FieldReading) {
    let isNumber = function == .count || function.isOfNumbers
    field = Field(name: name, reading: isNumber ? .number : reading)
    (self.function, self.member) = (function, member)
  }

  /// Returns what a record contributes: the elements of a list, or its value; an empty array if it has none.
  package func contribution(of record: Record) -> [Value] {
    guard let member else { return [.boolean(true)] }
    let values = (record[member] ?? .missing).folded
    return function == .count ? Array(values.prefix(1)) : values.filter { $0.isOf(field.type) }
  }

  /// What no records come to.
  package var total: Total { Total(function) }

  /// What some records come to.
  ///
  /// - Complexity: O(*n* log *n*) in the number of records, and O(*n*) in the lengths of their rows.
  func value(of records: [Record]) -> Value {
    var total = total
    total.add(contentsOf: records.map(contribution))
    return total.value
  }

  /// What records come to, of which any may be taken out again.
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

    /// What the records come to: no value of none, but for their number.
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

/// A value by its place in an order.
private struct RankedValue: Comparable {
  let value: Value
  private let key: Value.SortKey

  init(_ value: Value) { (self.value, key) = (value, value.sortKey) }

  static func < (first: Self, second: Self) -> Bool { first.key.precedes(second.key) }
  static func == (first: Self, second: Self) -> Bool { first.value == second.value }
}

extension Value {
  /// A number of things.
  static func count(_ count: Int) -> Value { Number(Double(count)).map(Value.number) ?? .missing }

  /// The values that a fold takes in: the elements of a list, or the value itself.
  fileprivate var folded: [Value] { (elements ?? [self]).filter { !$0.isBlank } }

  /// Whether the value is what the values of a field are. With problems, some numbers and dates may be texts.
  fileprivate func isOf(_ type: FieldType) -> Bool {
    switch (type, self) {
    case (.number, .number), (.date, .date): true
    case (.number, _), (.date, _): false
    default: true
    }
  }
}

extension Sequence<Value> {
  fileprivate var numbers: [Number] {
    compactMap { if case .number(let number) = $0 { number } else { nil } }
  }
}
