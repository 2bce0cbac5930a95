import Datasets
import Fingerprints

/// What the values of a data set's fields are like: how many there are, how long they are, and how different.
///
/// Some thousand rows are looked at, which are spread over all of them: those with a number that is a multiple of a power of two. A row more
/// or less changes nothing about most of them.
struct FieldSurvey {
  /// What the values of one field are like.
  struct Counts: Hashable {
    /// The number of values.
    fileprivate(set) var values = 0
    /// The number of characters in all of them.
    fileprivate(set) var characters = 0
    /// How often each value was met, of the first so many that are different.
    private var frequencies: [UInt64: Int] = [:]
    /// The number of whole numbers that may be years.
    private var years = 0
    /// The number of other numbers that have decimals, or four digits or more.
    private var amounts = 0

    /// What is known of this many different values is enough.
    private static let maximumFrequencies = 256
  }

  /// The number of rows that were looked at.
  private(set) var rows = 0
  private var counts: [Counts]

  /// More rows than this are not looked at.
  private static let maximumRows = 2048

  /// Looks at the values of some records.
  ///
  /// - Complexity: O(*n*) in the number of values, as long as there are not more rows than are looked at.
  init(_ records: [Record], schema: Schema) {
    counts = schema.fields.map { _ in Counts() }
    let fields = schema.fields.indices.filter { ![.records, .image, .markdown].contains(schema.fields[$0].type) }
    var step = 1
    while records.count / step > Self.maximumRows { step *= 2 }
    for row in stride(from: 0, to: records.count, by: step) {
      rows += 1
      for (field, value) in zip(fields, records[row].values(at: fields)) { counts[field].note(value) }
    }
  }

  /// What the values of a field are like.
  subscript(field: Int) -> Counts { counts[field] }
}

extension FieldSurvey.Counts {
  fileprivate mutating func note(_ value: Value) {
    if value.isMissing { return }
    let text = value.text
    values += 1
    characters += text.unicodeScalars.count
    let hash = Fingerprint(text).low
    if frequencies.count < Self.maximumFrequencies || frequencies[hash] != nil { frequencies[hash, default: 0] += 1 }
    guard case .number(let number) = value else { return }
    if text.utf8.count == 4, (1000..<3000).contains(number.value) {
      years += 1
    } else if abs(number.value) >= 1000 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      amounts += 1
    }
  }

  /// How often the value was met that is met most often.
  var mostFrequent: Int { frequencies.values.max() ?? 0 }

  /// Whether the values are whole numbers that are mostly years, and hardly anything else that would be grouped in thousands.
  var areYears: Bool { years > 0 && years * 2 >= values && years * 10 >= (years + amounts) * 9 }
}
