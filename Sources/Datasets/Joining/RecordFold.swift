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

  /// What some records come to.
  ///
  /// - Complexity: O(*n*) in the number of records, and in the lengths of their rows.
  func value(of records: [Record]) -> Value {
    guard let member else { return .count(records.count) }
    let values = records.map { ($0[member] ?? .missing).folded }
    switch function {
    case .count: return .count(values.count { !$0.isEmpty })
    case .sum: return DecimalSum.total(of: values.joined().numbers).map(Value.number) ?? .missing
    case .mean: return DecimalSum.mean(of: values.joined().numbers).map(Value.number) ?? .missing
    case .min, .max:
      let keys = values.joined().filter { $0.isOf(field.type) }.map { (value: $0, key: $0.sortKey) }
      let extreme = function == .min ? keys.min { $0.key < $1.key } : keys.max { $0.key < $1.key }
      return extreme?.value ?? .missing
    }
  }
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
