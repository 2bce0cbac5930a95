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
    /// The number of texts that look like codes, paths or addresses.
    private var codes = 0
    /// The number of texts, or lists of texts, that have only digits: codes, even if they repeat each other, for numbers are no texts.
    private var digits = 0
    /// The number of values that are prose.
    private var proses = 0

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
    for row in Self.rows(among: records.count) {
      rows += 1
      for (field, value) in zip(fields, records[row].values(at: fields)) { counts[field].note(value) }
    }
  }

  /// The numbers of the rows that are looked at, where there are a number of rows.
  static func rows(among count: Int) -> [Int] { Array(stride(from: 0, to: count, by: step(among: count))) }

  /// Whether a row is looked at, where there are a number of rows.
  static func looksAt(_ row: Int, among count: Int) -> Bool { row.isMultiple(of: step(among: count)) }

  private static func step(among count: Int) -> Int {
    var step = 1
    while count / step > maximumRows { step *= 2 }
    return step
  }

  /// What the values of a field are like; for one that the records did not have, as if it had none.
  subscript(field: Int) -> Counts { field < counts.count ? counts[field] : Counts() }
}

extension FieldSurvey.Counts {
  fileprivate mutating func note(_ value: Value) {
    if value.isMissing { return }
    let text = value.text
    values += 1
    characters += text.unicodeScalars.count
    let hash = Fingerprint(text).low
    if frequencies.count < Self.maximumFrequencies || frequencies[hash] != nil { frequencies[hash, default: 0] += 1 }
    if text.isProse { proses += 1 }
    if value.allTexts({ $0.isOnlyDigits }) { digits += 1 } else if value.allTexts({ $0.isCode }) { codes += 1 }
    guard case .number(let number) = value else { return }
    // Statistics programs write whole numbers with a fraction where some are missing: 1951.0.
    let isWhole = text.utf8.count == 4 || text.utf8.count == 6 && text.hasSuffix(".0")
    if isWhole, (1000..<3000).contains(number.value) {
      years += 1
    } else if abs(number.value) >= 1000 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      amounts += 1
    }
  }

  /// How often the value was met that is met most often.
  var mostFrequent: Int { frequencies.values.max() ?? 0 }

  /// Whether more than half of the values are prose.
  var areProse: Bool { proses * 2 > values }

  /// Whether nearly all values are codes, paths or addresses, which tell rows apart and say nothing about them.
  ///
  /// Words in capitals that are met again and again are words. Of a handful of values nothing can be told.
  var areCodes: Bool {
    guard values >= 8 else { return false }
    let areDifferent = frequencies.count * 10 >= frequencies.values.reduce(0, +) * 9
    return (digits + (areDifferent ? codes : 0)) * 10 >= values * 9
  }

  /// Whether the values are whole numbers that are mostly years, and hardly anything else that would be grouped in thousands.
  var areYears: Bool { years > 0 && years * 2 >= values && years * 10 >= (years + amounts) * 9 }
}

extension Value {
  /// Whether the value is a text, or a list of texts, that are all of a kind.
  fileprivate func allTexts(_ isOfKind: (String) -> Bool) -> Bool {
    switch self {
    case .text(let text): isOfKind(text)
    case .list(let elements, _): !elements.isEmpty && elements.allSatisfy { $0.allTexts(isOfKind) }
    default: false
    }
  }
}

extension String {
  /// Whether the text has nothing but digits and a plus, as numbers that begin with a zero and prefixes of telephone numbers have.
  fileprivate var isOnlyDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") } }

  /// Whether the text looks like a code, a path or an address: it has an ending as names of files have, or no white space, and a slash, or
  /// capitals, or letters with digits.
  fileprivate var isCode: Bool {
    guard utf8.count <= 200 else { return false }
    if let dot = utf8.lastIndex(of: UInt8(ascii: ".")) {
      let ending = utf8[utf8.index(after: dot)...]
      let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
      if (2...8).contains(ending.count), ending.contains(where: isLetter),
        ending.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) })
      {
        return true
      }
    }
    var (hasCapitals, hasOthers, hasDigits, hasSlash) = (false, false, false, false)
    for scalar in unicodeScalars {
      switch scalar {
      case "A"..."Z": hasCapitals = true
      case "0"..."9": hasDigits = true
      case "/": hasSlash = true
      case "!"..."~" where !("a"..."z").contains(scalar): break
      default:
        if scalar.properties.isWhitespace { return false }
        hasOthers = true
      }
    }
    return hasSlash || hasCapitals && !hasOthers || hasDigits && (hasCapitals || hasOthers)
  }
}
