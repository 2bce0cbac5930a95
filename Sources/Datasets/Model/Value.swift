import Foundation

/// What one field of one record holds.
public enum Value: Hashable, Sendable {
  /// Nothing: an empty CSV field, a JSON `null`, or a field that the record lacks.
  case missing
  /// Words, shown as they are written.
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
  /// The web address or relative path of a picture.
  case image(String)
  /// Several values in an order. Lists that were found in texts come with how they are written. Those of a file may have elements that are
  /// missing, or empty.
  case list([Value], written: String? = nil)
  /// Values with names, in their order: an object within a list, or one whose names are data.
  case object([Member])
  /// A record to which the value refers.
  case record(Record)
  /// The records that go with one: those that a join finds, and those that refer to it.
  case records([Record])
}

/// A value with a name, within an object.
public struct Member: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value, which is not missing.
  public var value: Value

  /// Creates a member.
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

extension Value {
  /// The value as plain text: booleans are `yes` and `no`, a list is as it is written, the elements of other lists, the members of objects and the
  /// titles of records are joined by `, `, objects in lists by `; `, and nothing is empty.
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

  /// What stands at the end of a way through objects and the elements of lists: the value there, or the list of several.
  ///
  /// - Parameter names: The names of the members on the way.
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

  /// The elements of a list that can be shown, without those that only keep the places of the others, and each of several records; `nil` for
  /// any other value.
  package var elements: [Value]? {
    switch self {
    case .list(let elements, _): elements.filter { !$0.isBlank }
    case .records(let records): records.map(Value.record)
    default: nil
    }
  }

  /// The records in the value: the one that it refers to, those in a list, or those that go with its record.
  package var allRecords: [Record] {
    switch self {
    case .record(let record): [record]
    case .records(let records): records
    case .list(let elements, _): elements.flatMap(\.allRecords)
    default: []
    }
  }

  /// Whether there is nothing to show: no value, white space, or others that are so.
  package var isBlank: Bool {
    switch self {
    case .missing: true
    case .text(let text): text.isBlank
    case .list(let elements, nil): elements.allSatisfy(\.isBlank)
    case .object(let members): members.allSatisfy(\.value.isBlank)
    default: false
    }
  }

  /// Whether there is no value.
  public var isMissing: Bool { if case .missing = self { true } else { false } }
}

/// A finite decimal number that remembers how it was written: compared by its exact value, shown as written.
public struct Number: Sendable {
  /// The number. Never infinite, never not-a-number.
  public let value: Double
  /// The number as it was written, such as `2.50`, with a zero before its point where none was: `.5` is `0.5`.
  public let text: String

  /// Reads a number: digits with an optional sign before, and an optional fraction and exponent after them; or a fraction alone.
  ///
  /// - Parameter text: The number as written, without white space around it.
  /// - Returns: `nil` when the text is anything else, or too large for a `Double`.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(\.isNumber), let value = Double(text) else { return nil }
    self.value = value
    if let point = text.firstIndex(of: "."), text[..<point].last?.isNumber != true { text.insert("0", at: point) }
    self.text = text
  }

  /// Creates a number from a result, written as short as it can be: `3`, `2.5`.
  ///
  /// - Parameter value: The number.
  /// - Returns: `nil` when the value is infinite or not a number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.value = value
    self.text = Int64(exactly: value).map(String.init) ?? value.description
  }
}

extension Value {
  /// Whether this value stands before another when values are sorted; the same on every machine, whatever its locale.
  ///
  /// Booleans (no, yes) come first, then numbers by value, dates by the days that they mean, words, and lists element by element, as do the titles of
  /// records. Words are compared without regard to case and Latin diacritics, so that “Éclair” stands with “Eclair”. Values
  /// that are equal so far are ordered by their exact text. Missing values come last in either direction.
  ///
  /// Who compares many values asks each for its ``sortKey`` once.
  ///
  /// - Parameters:
  ///   - other: The value to compare with.
  ///   - descending: Whether the larger of two values comes first.
  /// - Complexity: O(*n*) in the length of the texts.
  package func precedes(_ other: Value, descending: Bool = false) -> Bool {
    sortKey.precedes(other.sortKey, descending: descending)
  }
}

extension Value {
  /// What a value is sorted by, in the order of ``Value/precedes(_:descending:)``. Comparing two of them makes nothing.
  package struct SortKey: Sendable {
    /// What is compared with its like; the kinds stand in the order in which they are sorted.
    fileprivate enum Content: Sendable {
      case boolean(Bool)
      case number(Double)
      /// The days between which a date is.
      case date(WrittenDate.Day, WrittenDate.Day)
      /// Words without case and diacritics, and their first eight bytes as a number if all of them are ASCII.
      case words(String, prefix: UInt64?)
      case list([SortKey])
      case missing
    }

    fileprivate let content: Content
    /// The exact text, which decides between what is the same otherwise.
    fileprivate let text: String
  }

  /// What the value is sorted by.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  package var sortKey: SortKey {
    switch self {
    case .missing: SortKey(content: .missing, text: "")
    case .boolean(let isTrue): SortKey(content: .boolean(isTrue), text: "")
    case .number(let number): SortKey(content: .number(number.value), text: number.text)
    case .date(let date): SortKey(content: .date(date.order.start, date.order.end), text: date.text)
    case .text(let text), .markdown(let text), .url(let text), .image(let text): SortKey(words: text)
    case .list(let elements, _): SortKey(content: .list(elements.filter { !$0.isBlank }.map(\.sortKey)), text: "")
    case .object(let members): SortKey(content: .list(members.map(\.value.sortKey)), text: "")
    case .record(let record): SortKey(words: record.title)
    case .records(let records):
      SortKey(content: .list(records.map { SortKey(words: $0.title) }), text: "")
    }
  }
}

extension Value.SortKey {
  /// What a date is sorted by among numbers, which are taken for years.
  package init(year date: WrittenDate) { self.init(content: .number(date.yearNumber), text: date.text) }

  fileprivate init(words text: String) {
    var folded = text.sortKey
    let prefix = folded.withUTF8 { bytes -> UInt64? in
      guard bytes.isASCII else { return nil }
      return (0..<8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }
    self.init(content: .words(folded, prefix: prefix), text: text)
  }

  /// Whether this key stands before another; that of a missing value stands last in either direction.
  ///
  /// - Parameters:
  ///   - other: The key to compare with.
  ///   - descending: Whether the larger of two comes first.
  /// - Complexity: O(*n*) in the length of the texts; most often O(1).
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
      case (.words(_, let left?), .words(_, let right?)) where left != right: left < right ? .before : .after
      case (.words(let left, _), .words(let right, _)): Self.order(left, right)
      case (.list(let left), .list(let right)): Self.order(left, right)
      default: Self.order(rank, other.rank)
      }
    return first == .same ? Self.order(text, other.text) : first
  }

  /// Compares numbers of the same `Double` by their digits.
  private func exactOrder(_ other: Value.SortKey, of value: Double) -> Ordering {
    guard !Number.isExact(value), let left = Number(text), let right = Number(other.text) else { return .same }
    return Self.order(left, right)
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Ordering {
    left < right ? .before : right < left ? .after : .same
  }

  /// Compares lists by their first different elements; a list that only begins another comes before it.
  private static func order(_ left: [Value.SortKey], _ right: [Value.SortKey]) -> Ordering {
    for (one, other) in zip(left, right) {
      let order = one.order(other)
      if order != .same { return order }
    }
    return order(left.count, right.count)
  }
}

extension Value.SortKey: Comparable {
  /// Whether two keys stand at the same place.
  package static func == (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .same }

  /// Whether the first key stands before the second.
  package static func < (left: Value.SortKey, right: Value.SortKey) -> Bool { left.order(right) == .before }
}

extension String {
  /// The text without case and Latin diacritics: what words are sorted by.
  ///
  /// Canonical decomposition (Unicode Standard Annex 15, form D) separates letters from their marks; the marks of Latin
  /// letters are dropped, those of other scripts are part of the letter and stay.
  package var sortKey: String {
    let lowercase = lowercased()
    if lowercase.utf8.allSatisfy({ $0 < 0x80 }) { return lowercase }
    var key = String.UnicodeScalarView()
    var followsLatinLetter = false
    for scalar in lowercase.decomposedStringWithCanonicalMapping.unicodeScalars {
      let isMark = (0x300...0x36F).contains(scalar.value)
      if isMark, followsLatinLetter { continue }
      if !isMark { followsLatinLetter = scalar.value < 0x250 }
      key.append(contentsOf: undecomposedLatinLetters[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars)
    }
    return String(key)
  }
}

/// Latin letters that have no decomposition, though readers look for them under these.
private let undecomposedLatinLetters: [Unicode.Scalar: String] = [
  "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
]
