package import Fingerprints
import Foundation

/// The value of a field in a record.
public enum Value: Hashable, Sendable {
  /// No value: an empty CSV field, a JSON `null`, or a field that the record lacks.
  case missing
  /// Plain text, shown as written.
  case text(String)
  /// CommonMark text.
  case markdown(String)
  /// A number, shown as written.
  case number(Number)
  /// True or false.
  case boolean(Bool)
  /// A date, shown as written.
  case date(WrittenDate)
  /// A web address.
  case url(String)
  /// The web address or relative path of an image.
  case image(String)
  /// Several values in order. A list that was found in a text also has the text as written. The lists of a file may
  /// have elements that are missing or empty.
  case list([Value], written: String? = nil)
  /// Named values, in order: an object within a list, or one whose names are data.
  case object([Member])
  /// A record that the value refers to.
  case record(Record)
  /// The records related to a record: those that a join finds, and those that refer to it.
  case records([Record])

  /// A named value within an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value. It is not missing.
    public var value: Value

    /// Creates a member.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value as plain text. Booleans are `yes` and `no`; a list is as written if it was found in a text; the elements
  /// of other lists, the members of objects and the titles of records are joined by `, `, and objects in lists by `; `;
  /// a missing value is empty. Markdown has its markup, and nothing is escaped for a format.
  public var text: String {
    switch self {
    case .missing: ""
    case .text(let text), .markdown(let text), .url(let text), .image(let text): text
    case .number(let number): number.text
    case .date(let date): date.text
    case .boolean(let isTrue): isTrue ? "yes" : "no"
    case .list(let elements, let written):
      written
        ?? elements.filter { !$0.isBlank }.map(\.text)
        .joined(separator: elements.contains(where: \.isObject) ? "; " : ", ")
    case .object(let members): members.map(\.value.text).joined(separator: ", ")
    case .record(let record): record.title
    case .records(let records): records.map(\.title).joined(separator: ", ")
    }
  }

  private var isObject: Bool { if case .object = self { true } else { false } }

  /// Returns the value at a path through objects and the elements of lists: the only value there, or the list of
  /// several; missing if there is none.
  ///
  /// - Parameter names: The names of the members on the path.
  package func value(at names: [String]) -> Value {
    guard !names.isEmpty else { return self }
    let found = values(at: names[...])
    return found.isEmpty ? .missing : found.count == 1 ? found[0] : .list(found)
  }

  private func values(at names: ArraySlice<String>) -> [Value] {
    switch self {
    case .list(let elements, _): return elements.flatMap { $0.values(at: names) }
    case .object(let members):
      guard let name = names.first else { return [self] }
      return members.first { ExactName($0.name) == ExactName(name) }?.value.values(at: names.dropFirst()) ?? []
    case .record(let record): return names.isEmpty ? [self] : record.values(at: names)
    case .records(let records): return names.isEmpty ? [self] : records.flatMap { $0.values(at: names) }
    default: return names.isEmpty && !isBlank ? [self] : []
    }
  }

  /// The elements that can be shown, for a list without those that are blank, or for several records; `nil` for any
  /// other value.
  package var elements: [Value]? {
    switch self {
    case .list(let elements, _): elements.filter { !$0.isBlank }
    case .records(let records): records.map(Value.record)
    default: nil
    }
  }

  /// The records in the value: the one that it refers to, those in a list, or those related to its record.
  package var allRecords: [Record] {
    switch self {
    case .record(let record): [record]
    case .records(let records): records
    case .list(let elements, _): elements.flatMap(\.allRecords)
    default: []
    }
  }

  /// Whether the value has no content to show: it is missing or white space, or consists of such values.
  package var isBlank: Bool {
    switch self {
    case .missing: true
    case .text(let text): text.isBlank
    case .list(let elements, nil): elements.allSatisfy(\.isBlank)
    case .object(let members): members.allSatisfy(\.value.isBlank)
    default: false
    }
  }

  /// Whether the value is missing.
  public var isMissing: Bool { if case .missing = self { true } else { false } }

  /// Adds the kind of the value and its text.
  package func combine(into fingerprinter: inout Fingerprinter) {
    switch self {
    case .missing: fingerprinter.combine(0)
    case .text(let text): fingerprinter.combine(1, text)
    case .markdown(let text): fingerprinter.combine(2, text)
    case .number(let number): fingerprinter.combine(3, number.text)
    case .boolean(let isTrue): fingerprinter.combine(isTrue ? 4 : 5)
    case .date(let date): fingerprinter.combine(6, date.text)
    case .url(let text): fingerprinter.combine(7, text)
    case .image(let text): fingerprinter.combine(8, text)
    case .list(let elements, let written):
      fingerprinter.combine(9)
      fingerprinter.combine(written != nil)
      fingerprinter.combine(written ?? "")
      fingerprinter.combine(elements.count)
      for element in elements { element.combine(into: &fingerprinter) }
    case .object(let members):
      fingerprinter.combine(11)
      fingerprinter.combine(members.count)
      for member in members {
        fingerprinter.combine(member.name)
        member.value.combine(into: &fingerprinter)
      }
    case .records(let records):
      fingerprinter.combine(10)
      fingerprinter.combine(records.count)
      for record in records { record.combine(fields: nil, into: &fingerprinter) }
    case .record(let record):
      fingerprinter.combine(12)
      record.combine(fields: nil, into: &fingerprinter)
    }
  }
}

extension Fingerprinter {
  fileprivate mutating func combine(_ kind: Int, _ text: String) {
    combine(kind)
    combine(text)
  }
}

extension Record {
  /// Calls a closure with the bytes of the record's row as its file has them, which contain those of some fields and
  /// others. The row is not divided into fields.
  ///
  /// - Returns: The result of the closure, or `nil` if the fields do not come from a row as it is.
  /// - Complexity: O(1), and the cost of the closure.
  package func writtenRow<Result>(with fields: [Int], _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    switch table.content {
    case .rows(let rows):
      rows.bytes.withUnsafeBufferPointer { bytes in
        let range = rows.starts.range(of: index)
        return body(bytes.part(range.lowerBound, range.upperBound))
      }
    case .overlaid(let record, let overlay, _) where fields.allSatisfy { overlay.place(of: $0) == nil }:
      record.writtenRow(with: fields, body)
    default: nil
    }
  }

  /// Calls a closure with the bytes of some fields, in most cases as the file has them: with escapes, and without
  /// creating a value.
  ///
  /// - Parameters:
  ///   - fields: The indices of fields in the schema.
  ///   - body: A closure that is called once for each field.
  /// - Complexity: O(*n*) in the bytes of the row up to the last of the fields.
  package func forEachText(of fields: [Int], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch table.content {
    case .rows(let rows):
      rows.withFields(fields, ofRow: index) { bytes, raw in
        for field in fields { body(bytes.part(raw[field].start, raw[field].end)) }
      }
    case .overlaid(let record, let overlay, _) where fields.allSatisfy { overlay.place(of: $0) == nil }:
      record.forEachText(of: fields, body)
    case .made(let record) where record.original.map { $0.edited.isDisjoint(with: fields) } ?? false:
      record.original?.record.forEachText(of: fields, body)
    case .part(let record, let places, _): record.forEachText(of: fields.map { places[$0] }, body)
    case .made, .overlaid:
      for value in values(at: fields) {
        var text = value.text
        text.withUTF8(body)
      }
    }
  }
}

extension Value {
  /// Returns whether this value comes before another when values are sorted. The order does not depend on the locale of
  /// the machine.
  ///
  /// Booleans (no, yes) come first, then numbers by value, dates by the days that they cover, texts, and lists by their
  /// elements in turn, as do the titles of records. Texts are compared without regard to case and Latin diacritics, so
  /// that “Éclair” is next to “Eclair”, and the numbers in them by value, so that “Copy 9” comes before “Copy 10”.
  /// Values that are equal so far are ordered by their exact text. Missing values come last in both directions.
  ///
  /// To compare many values, compute the ``sortKey`` of each once.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - descending: Whether the larger of two values comes first.
  /// - Complexity: O(*n*) in the length of the texts.
  package func precedes(_ other: Value, descending: Bool = false) -> Bool {
    sortKey.precedes(other.sortKey, descending: descending)
  }

  /// The key by which a value is sorted, in the order of ``Value/precedes(_:descending:)``. Comparing two keys
  /// allocates no memory.
  package struct SortKey: Sendable {
    /// The content of a key, which is compared with content of the same kind. The kinds are declared in sort order.
    fileprivate enum Content: Sendable {
      case boolean(Bool)
      case number(Double)
      /// The first and the last day of a date.
      case date(WrittenDate.Day, WrittenDate.Day)
      /// The sort key of a text, and its first eight bytes as a number if all of its bytes are ASCII.
      case words(String, prefix: UInt64?)
      case list([SortKey])
      case missing
    }

    fileprivate let content: Content
    /// The exact text, which decides between keys that are equal otherwise.
    fileprivate let text: String
  }

  /// The key by which the value is sorted.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  package var sortKey: SortKey { sortKey(of: .natural) }

  /// Returns the key by which the value is sorted.
  ///
  /// - Parameter order: The order of texts.
  /// - Complexity: O(*n*) in the length of the texts.
  package func sortKey(of order: TextOrder) -> SortKey {
    switch self {
    case .missing: SortKey(content: .missing, text: "")
    case .boolean(let isTrue): SortKey(content: .boolean(isTrue), text: "")
    case .number(let number): SortKey(content: .number(number.value), text: number.text)
    case .date(let date): SortKey(content: .date(date.order.start, date.order.end), text: date.text)
    case .text(let text), .markdown(let text), .url(let text), .image(let text): SortKey(words: text, order)
    case .list(let elements, _):
      SortKey(content: .list(elements.filter { !$0.isBlank }.map { $0.sortKey(of: order) }), text: "")
    case .object(let members): SortKey(content: .list(members.map { $0.value.sortKey(of: order) }), text: "")
    case .record(let record): SortKey(words: record.title, order)
    case .records(let records):
      SortKey(content: .list(records.map { SortKey(words: $0.title, order) }), text: "")
    }
  }
}

extension Value.SortKey {
  /// Creates the key of a date among numbers, which are taken for years.
  package init(year date: WrittenDate) { self.init(content: .number(date.yearNumber), text: date.text) }

  fileprivate init(words text: String, _ order: TextOrder) {
    var words = order == .natural ? text.sortKey : text.folded
    let prefix = words.withUTF8 { bytes -> UInt64? in
      guard bytes.isASCII else { return nil }
      return (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }
    self.init(content: .words(words, prefix: prefix), text: text)
  }

  /// Returns whether this key comes before another. The key of a missing value comes last in both directions.
  ///
  /// - Parameters:
  ///   - other: The key to compare with.
  ///   - descending: Whether the larger of two keys comes first.
  /// - Complexity: O(*n*) in the length of the texts; usually O(1).
  package func precedes(_ other: Value.SortKey, descending: Bool = false) -> Bool {
    switch (content, other.content) {
    case (.missing, _): false
    case (_, .missing): true
    default: order(other) == (descending ? .after : .before)
    }
  }

  private enum Ordering { case before, same, after }

  private var rank: Int {
    switch content {
    case .boolean: 0
    case .number: 1
    case .date: 2
    case .words: 3
    case .list: 4
    case .missing: 5
    }
  }

  /// Compares two keys in ascending order.
  private func order(_ other: Value.SortKey) -> Ordering {
    let first: Ordering =
      switch (content, other.content) {
      case (.boolean(let left), .boolean(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
      case (.number(let left), .number(let right)):
        left == right ? exactOrder(other, of: left) : Self.order(left, right)
      case (.date(let leftStart, let leftEnd), .date(let rightStart, let rightEnd)):
        leftStart == rightStart ? Self.order(leftEnd, rightEnd) : Self.order(leftStart, rightStart)
      // The first eight bytes decide between most texts, without comparing strings.
      case (.words(_, let left?), .words(_, let right?)) where left != right: left < right ? .before : .after
      case (.words(let left, _), .words(let right, _)): Self.order(left, right)
      case (.list(let left), .list(let right)): Self.order(left, right)
      default: Self.order(rank, other.rank)
      }
    return first == .same ? Self.order(text, other.text) : first
  }

  /// Compares numbers with the same `Double` by their digits.
  private func exactOrder(_ other: Value.SortKey, of value: Double) -> Ordering {
    guard !Value.Number.isExact(value), let left = Value.Number(text), let right = Value.Number(other.text) else {
      return .same
    }
    return Self.order(left, right)
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Ordering {
    left < right ? .before : right < left ? .after : .same
  }

  /// Compares lists by the first elements that differ. A list that is a prefix of another comes before it.
  private static func order(_ left: [Value.SortKey], _ right: [Value.SortKey]) -> Ordering {
    for (one, other) in zip(left, right) {
      let order = one.order(other)
      if order != .same { return order }
    }
    return order(left.count, right.count)
  }
}

extension Value.SortKey: Comparable {
  /// Whether two keys have the same place in the order.
  package static func == (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .same }

  /// Whether the first key comes before the second.
  package static func < (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .before }
}

/// The order of texts.
package enum TextOrder: Hashable, Sendable {
  /// The order in which people look for them: numbers in them are compared by value, “Copy 9” before “Copy 10”.
  case natural
  /// Character by character: “Copy 10” before “Copy 9”.
  case text
}

extension String {
  /// The text by which texts are sorted: without case and Latin diacritics, and with the numbers in it so that they are
  /// compared by value.
  ///
  /// A number is written without leading zeros and behind the number of its digits: `10` becomes `210`, and is compared
  /// with `19` for `9` like any other text. From nine digits on, their number is written as a number itself behind a 9.
  package var sortKey: String {
    var folded = folded
    let key = folded.withUTF8 { bytes -> String? in
      guard bytes.contains(where: \.isDigit) else { return nil }
      var key: [UInt8] = []
      key.reserveCapacity(bytes.count + 8)
      var place = 0
      while place < bytes.count {
        let run = bytes[place...].prefix(while: \.isDigit)
        if run.isEmpty { key.append(bytes[place]) } else { key.append(number: run.drop { $0 == UInt8(ascii: "0") }) }
        place += max(1, run.count)
      }
      return String(decoding: key, as: UTF8.self)
    }
    return key ?? folded
  }

  /// The text without case and Latin diacritics, in which words are found.
  ///
  /// Canonical decomposition (Unicode Standard Annex 15, form D) separates letters from their marks. The marks of Latin
  /// letters are removed; those of other scripts are part of their letter and stay.
  package var folded: String {
    var lowercase = lowercased()
    if lowercase.withUTF8(\.isASCII) { return lowercase }
    var key = String.UnicodeScalarView()
    var followsLatinLetter = false
    for scalar in lowercase.decomposedStringWithCanonicalMapping.unicodeScalars {
      let isMark = (0x300...0x36F).contains(scalar.value)
      if isMark, followsLatinLetter { continue }
      // The Latin letters of Unicode's first blocks end at U+024F.
      if !isMark { followsLatinLetter = scalar.value < 0x250 }
      key.append(contentsOf: undecomposedLatinLetters[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars)
    }
    return String(key)
  }
}

extension [UInt8] {
  /// Appends the digits of a number behind the number of these digits. The digits of zero are none.
  fileprivate mutating func append(number digits: some Collection<UInt8>) {
    if digits.count < 9 {
      append(UInt8(ascii: "0") + UInt8(digits.count))
    } else {
      append(UInt8(ascii: "9"))
      append(number: String(digits.count).utf8)
    }
    append(contentsOf: digits)
  }
}

/// Latin letters without a decomposition, and the letters under which readers look for them.
private let undecomposedLatinLetters: [Unicode.Scalar: String] = [
  "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
]

extension Value: CustomStringConvertible {
  /// The value as plain text, as ``text``.
  public var description: String { text }
}
