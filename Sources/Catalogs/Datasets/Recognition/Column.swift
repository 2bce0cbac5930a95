/// Infers the type of a field from its values, or checks whether they fit the type that a person chose.
///
/// Every value is evidence for or against several types at once:
///
///     "12"     a number, or a year; no boolean
///     "1.5"    a number; no date
///     "NA"     a placeholder, which is no evidence
///     "3,5"    a number, but only with a decimal comma
///
/// A type that a value contradicts is removed from `traits`. Numbers, dates and addresses are still counted then, as a
/// few odd values may be mistakes, until more than half of many values are something else. When no further value can
/// change the result, the column is settled and ignores them.
///
/// After the last value, the first type of this order that all values have wins: an object, Markdown (by name),
/// boolean, a date of eight digits, number, date, address. If there is none, nearly all values may decide
/// (``Doubt/isNearlyAll(_:of:)``); if they do not, the field is a list, Markdown or text.
///
/// A type requires more evidence than that all values can be read as it: postal codes can be read as numbers, and prose
/// as a list.
struct Column {
  private struct Traits: OptionSet {
    var rawValue: UInt16
    static let boolean = Traits(rawValue: 1 << 0)
    static let number = Traits(rawValue: 1 << 1)
    static let date = Traits(rawValue: 1 << 2)
    /// Web addresses, or paths of images in the catalog.
    static let address = Traits(rawValue: 1 << 3)
    /// All values are untyped, and consist of short names between semicolons or bars.
    static let names = Traits(rawValue: 1 << 5)
    /// All values are strings or untyped.
    static let characters = Traits(rawValue: 1 << 6)
    /// No value so far is prose, and none is a list. These are removed when the first one is found.
    static let noProse = Traits(rawValue: 1 << 8)
    static let noList = Traits(rawValue: 1 << 9)
    /// All values are 0 or 1.
    static let bits = Traits(rawValue: 1 << 10)
    /// All values are texts of lists, or of objects, in the notation of JSON or Python.
    static let listTexts = Traits(rawValue: 1 << 11)
    static let objectTexts = Traits(rawValue: 1 << 12)

    static let simple: Traits = [.boolean, .number, .date, .address, .listTexts, .objectTexts]
    static let all: Traits = simple.union([.names, .characters, .noProse, .noList, .bits])
  }

  /// The type that a person chose, if any.
  let chosen: FieldReading?
  /// The separator that a person chose for the elements of lists within one text, if any.
  private let chosenSeparator: String?
  /// The texts that a person says to stand for no value, if any were named.
  private let chosenNones: NoneTexts?
  private(set) var hasValues = false
  /// The last row that had the field, to detect rows that have it twice.
  var lastRow = -1
  /// Whether further values cannot change the result.
  private(set) var isSettled: Bool

  /// Whether a value is an object whose names are data. Then all values are read as their file has them.
  private(set) var hasObjects = false
  /// Whether the texts are lists, as rows have elements in common; see ``mayBeList``.
  var sharesElements = false

  /// How HTML in texts is read, if there is some.
  var markup: FieldReading?
  /// The texts that say in words that there is no value, as most of them are the same.
  var wordsForNone: [String] = []

  private let isNamedMarkdown: Bool
  // A trait that was removed never returns.
  private var traits = Traits.all
  /// The number of values that were added: all of them, unless the column was settled before.
  private var count = 0
  /// The number of placeholders, such as `NA`, which are missing values if all others have a type.
  private var placeholderCount = 0
  /// The values that are known to stand for none, and how many there are of each.
  private var noneCounts: [String: Int] = [:]
  /// The number of other values of up to four bytes without white space, as codes are.
  private var shortCount = 0
  /// Whether a value is a plus sign, so that others may be minus signs.
  private var hasPlus = false
  /// Whether a value is a formula of a spreadsheet that contains a text.
  private var hasFormulas = false
  /// The separator of names, if a value has several.
  private var nameSeparator: UInt8?
  /// The number of values with several names.
  private var severalCount = 0
  /// The number of values that do not fit the chosen type.
  private var misfitCount = 0
  private var numbers = NumberEvidence()
  private var dates: DateEvidence
  private var addresses = AddressEvidence()
  private var booleans = BooleanEvidence()
  /// Whether a field of numbers, dates or addresses may have a few other values, which stay text.
  private let toleratesOddValues: Bool
  private let isNamedAsPicture: Bool
  private let isNamedAsBoolean: Bool
  private let isCode: Bool
  /// Whether the values are known to be no numbers.
  private let isOfTexts: Bool

  /// Creates a column without values. A name that ends in `markdown` or `_md` determines the type.
  ///
  /// - Parameters:
  ///   - isOfTexts: Whether the values are known to be no numbers, even if they look like some.
  ///   - nones: The texts that stand for no value; `nil` if these are found out.
  init(
    name: String, chosen: FieldReading?, separator: String? = nil, toleratesOddValues: Bool = false,
    isOfTexts: Bool = false, nones: [String]? = nil
  ) {
    self.chosen = chosen
    chosenNones = nones.map(NoneTexts.init)
    chosenSeparator = separator
    self.toleratesOddValues = toleratesOddValues
    let label = Label(name)
    isNamedAsPicture = label.isOfPictures
    isNamedAsBoolean = label.isOfBooleans
    // The version 1.10 comes after 1.9, and is not 1.1.
    self.isOfTexts = isOfTexts || label.isOfVersions
    isCode = self.isOfTexts || label.isOfCodes
    let name = name.lowercased()
    dates = DateEvidence(name: name)
    isNamedMarkdown = name.hasSuffix("markdown") || name.hasSuffix("_md")
    isSettled = chosen.map { [.text, .markdown, .html, .htmlText].contains($0) } ?? false || separator != nil
  }

  var type: FieldType { reading.type }

  /// The reading of the field: the first one that fits all values, or text.
  var reading: FieldReading { readingOfAll ?? readingOfMost ?? chosen ?? readingOfTexts }

  /// The type that all values have, or the notation in which all values of a chosen type can be read; `nil` if there is
  /// none.
  private var readingOfAll: FieldReading? {
    switch chosen {
    case .number: return numbers.reading(of: typedCount, isChosen: true)
    case .date: return dates.reading(of: typedCount, isChosen: true)
    case .some: return nil
    case nil: break
    }
    if hasObjects { return .object }
    if isNamedMarkdown, hasValues, traits.contains(.characters) { return .markdown }
    guard typedCount > 0 else { return nil }
    if traits.contains(.listTexts) { return .list }
    if traits.contains(.objectTexts) { return .object }
    if traits.contains(.boolean), booleans.areConvincing || isNamedAsBoolean { return .boolean }
    if hasBits { return .boolean }
    if areTexts, numbers.reading(of: typedCount, isChosen: false) != nil { return nil }
    // Dates of eight digits, `20240131`, are numbers as well, and so come first.
    if !isCode, !hasFormulas, dates.areDigits(typedCount) { return .date }
    return numbers.reading(of: typedCount, isChosen: false) ?? dates.reading(of: typedCount, isChosen: false)
      ?? addresses.reading(of: typedCount, isNamedAsPicture: isNamedAsPicture)
  }

  /// The reading of nearly all values, if the others stay text.
  private var readingOfMost: FieldReading? {
    // Of fewer than ten values, one that differs is no rare mistake.
    guard toleratesOddValues, chosen != nil || typedCount >= 10, readingOfAll == nil,
      case .outlier(let reading)? = oddity
    else { return nil }
    return reading
  }

  /// The reading of values that have no other type in common.
  private var readingOfTexts: FieldReading {
    guard hasValues else { return .text }
    if let markup { return markup }
    if hasArrays || hasNames && (severalCount * 2 >= count || sharesElements) { return .list }
    return traits.contains(.characters) && !traits.contains(.noProse) ? .markdown : .text
  }

  /// Whether all values are 0 or 1, and the name says that they are no and yes.
  private var hasBits: Bool { isNamedAsBoolean && traits.contains(.bits) && chosen == nil && typedCount > 0 }

  /// Whether the values are no numbers, even if they look like some.
  private var areTexts: Bool { isOfTexts || hasFormulas }

  var notation: FieldNotation {
    let areTextsOfNested = traits.contains(.listTexts) || traits.contains(.objectTexts)
    return FieldNotation(
      isExplicit: chosen != nil || typedCount > 0 && (areTextsOfNested || hasBits),
      separator: type == .list && (chosen != nil || !areTextsOfNested) ? separator : nil,
      nones: chosenNones ?? NoneTexts(foundNones), hasFormulas: hasFormulas)
  }

  /// The number of values that are evidence for a type.
  private var typedCount: Int { count - placeholderCount - misfitCount }

  /// The reason why the values have no type in common although nearly all do. A code is never a number.
  private var oddity: Doubt? {
    switch chosen {
    case .number: return numbers.doubt(of: typedCount, isChosen: true)
    case .date: return dates.doubt(of: typedCount, isChosen: true)
    case .some: return nil
    case nil: break
    }
    return
      (isCode || hasFormulas
      ? nil : numbers.doubt(of: typedCount, isChosen: false) ?? dates.doubt(of: typedCount, isChosen: false))
      ?? addresses.doubt(of: typedCount, isNamedAsPicture: isNamedAsPicture)
  }

  /// Whether all values have the chosen type, and it is clear how they are written.
  var fitsChoice: Bool { misfitCount == 0 && doubt == nil }

  /// Whether some values are not of the type of the field, and stay text.
  var hasOddValues: Bool { toleratesOddValues && misfitCount > 0 || readingOfMost != nil }

  /// The separator of list elements within one text: the chosen one, or the one that was found. A text among arrays is
  /// one element unless a separator was chosen.
  var separator: String? {
    if let chosenSeparator { return chosenSeparator }
    if hasArrays { return nil }
    return chosen == .list ? ";" : nameSeparator.map { String(Unicode.Scalar($0)) }
  }

  private var hasArrays: Bool { !traits.contains(.noList) }

  /// Whether placeholders are read as missing values.
  var hasPlaceholders: Bool { placeholderCount > 0 && reading.hasPlaceholders }

  /// Whether all values consist of short names, and some have several.
  private var hasNames: Bool { traits.contains(.names) && severalCount > 0 }

  /// Whether the field is a list only if rows have elements in common: all values consist of names, but few have
  /// several.
  var mayBeList: Bool { chosen == nil && type == .text && hasNames }

  /// What a person should review, if anything. For a chosen type it is an error, as the values do not determine the
  /// notation.
  var doubt: Doubt? {
    guard typedCount > 0, readingOfMost == nil else { return nil }
    if chosen != nil { return oddity }
    switch type {
    case .number: return numbers.doubt(of: typedCount, isChosen: false)
    // A settled column has not seen all values.
    case .text where !isSettled: return oddity
    default: return nil
    }
  }

  /// Whether a value changes nothing. Any short one may stand for none, whatever the others are.
  @inline(__always)
  func ignores(_ value: RawField) -> Bool {
    isSettled && hasValues && (chosen != nil || value.end - value.start > Bytes.noneLength)
  }

  /// Records that there is a value, and returns whether it must be added with ``add(_:_:)``.
  @inline(__always)
  mutating func noteValue(_ value: RawField) -> Bool {
    hasValues = true
    return !ignores(value)
  }

  /// Records that the field has objects, after which no more values need be added.
  mutating func noteObjects() { (hasValues, hasObjects, isSettled) = (true, true, isSettled || chosen == nil) }

  /// Records that the field has lists, whose elements are not evidence.
  mutating func noteList() { if noteValue(.missing) { _ = add(Bytes(start: nil, count: 0), .list) } }

  /// Adds a value that is not missing.
  ///
  /// - Returns: Whether it fits the chosen type; `true` if none was chosen.
  mutating func add(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    if isSettled, chosen == nil {
      if chosenNones == nil, kind.isCharacters { noteShort(content.trimmed) }
      return true
    }
    count += 1
    if let chosenNones, chosenNones.contains(content.trimmed) {
      placeholderCount += 1
      return true
    }
    if kind.isCharacters, let text = content.contentOfFormula {
      hasFormulas = true
      if text.isEmpty {
        placeholderCount += 1
        return true
      }
      return add(text, as: kind)
    }
    return add(content, as: kind)
  }

  private mutating func add(_ content: Bytes, as kind: RawField.Kind) -> Bool {
    if let chosen { return add(content, kind, for: chosen) }
    if !kind.isCharacters { traits.remove(.characters) }
    if kind == .list { traits.remove(.noList) }
    let trimmed = content.trimmed
    if chosenNones == nil, kind.isCharacters, trimmed.count <= Bytes.noneLength { noteShort(trimmed) }
    if kind.isCharacters, trimmed.isPlaceholder {
      placeholderCount += 1
    } else {
      lookForTypes(trimmed, kind)
    }
    if traits.contains(.names) {
      let names = kind == .untyped ? content.nameCount(between: &nameSeparator) : 0
      if names == 0 { traits.remove(.names) }
      if names > 1 { severalCount += 1 }
    }
    if traits.contains([.characters, .noProse]), !isNamedMarkdown, content.isMarkdownProse { traits.remove(.noProse) }
    settle()
    return true
  }

  /// Adds a value to a column with a chosen type, whose notation may depend on the values.
  private mutating func add(_ content: Bytes, _ kind: RawField.Kind, for chosen: FieldReading) -> Bool {
    // Among arrays, a text is one element, whatever values follow.
    if chosen == .list, kind == .list {
      traits.remove(.noList)
      isSettled = true
      return true
    }
    if chosen.hasPlaceholders, kind.isCharacters, content.trimmed.isPlaceholder {
      placeholderCount += 1
      return true
    }
    let fits =
      switch chosen {
      case .number: (kind == .number || kind.isUntyped(true)) && numbers.note(content.trimmed)
      case .date: kind.mayBeDate && dates.note(content.trimmed)
      default: chosen.describes(content, kind, isChosen: true)
      }
    if !fits { misfitCount += 1 }
    return fits
  }

  /// Counts numbers, dates and addresses even if other values occurred, as these may be mistakes, and notes whether all
  /// values are booleans.
  private mutating func lookForTypes(_ content: Bytes, _ kind: RawField.Kind) {
    if traits.contains(.number) || !mayBeProse(numbers.count) {
      let isNumber = (kind == .number || kind == .untyped) && numbers.note(content)
      if !isNumber { traits.remove(.number) }
    }
    if traits.contains(.date) || !mayBeProse(dates.countWithShortYears) {
      let isDate = kind.mayBeDate && dates.note(content)
      if !isDate { traits.remove(.date) }
    }
    if traits.contains(.address) || !mayBeProse(addresses.count) {
      let isAddress = kind.isCharacters && addresses.note(content)
      if !isAddress { traits.remove(.address) }
    }
    if traits.contains(.boolean), !booleans.note(content, kind) { traits.remove(.boolean) }
    if traits.contains(.bits), content.count != 1 || content[0] | 1 != UInt8(ascii: "1") { traits.remove(.bits) }
    if !traits.isDisjoint(with: [.listTexts, .objectTexts]) {
      let nested = kind.isCharacters ? content.kindOfNestedText : nil
      if nested != .list { traits.remove(.listTexts) }
      if nested != .object { traits.remove(.objectTexts) }
    }
  }

  /// Notes whether a short value stands for none, or is as short as a code.
  private mutating func noteShort(_ content: Bytes) {
    if content.isNoneText {
      if noneCounts.count < 16 { noneCounts[content.text, default: 0] += 1 }
    } else if content.count <= Bytes.noneLength {
      shortCount += 1
      if content.count == 1, content[0] == UInt8(ascii: "+") { hasPlus = true }
    }
  }

  /// The texts that stand for no value, as far as the values tell; none if a person says which.
  ///
  /// Among codes, letters are a code: `NA` is Namibia, and Naples.
  var foundNones: [String] {
    guard chosen == nil, chosenNones == nil, [.text, .markdown, .list].contains(type) else { return [] }
    // A column that is settled has prose, or lists.
    let others = count - noneCounts.values.reduce(0, +)
    let areCodes = !isSettled && others > 0 && shortCount * 2 >= others
    let known = noneCounts.keys.filter { text in
      hasPlus || areCodes && text.contains(where: \.isLetter) ? false : true
    }
    return (known + wordsForNone).sorted()
  }

  /// Whether more than half of many values are something else, so that counting can stop.
  private func mayBeProse(_ count: Int) -> Bool { typedCount > 32 && count * 2 < typedCount }

  private mutating func settle() {
    guard traits.isDisjoint(with: .simple), mayBeProse(numbers.count), mayBeProse(dates.countWithShortYears),
      mayBeProse(addresses.count)
    else { return }
    // The name decides as long as all values are characters. A later value can still contradict it.
    if isNamedMarkdown, traits.contains(.characters) { return }
    // What is still open is whether the field is a list, Markdown or text.
    isSettled =
      !traits.contains(.noList)
      || !traits.contains(.names) && (!traits.contains(.characters) || !traits.contains(.noProse))
  }
}

/// Counts the values of a field that are booleans.
private struct BooleanEvidence {
  private var count = 0
  /// The number of values that are `NO`, which is also the code of Norway.
  private var capitalNoCount = 0

  /// Adds a value, which is not missing and has no white space at its ends.
  ///
  /// - Returns: Whether the value is a boolean.
  mutating func note(_ content: Bytes, _ kind: RawField.Kind) -> Bool {
    guard FieldReading.boolean(content, kind, isChosen: false) != nil else { return false }
    count += 1
    if content.count == 2, content.has("NO", at: 0) { capitalNoCount += 1 }
    return true
  }

  /// Whether the values are plausible as booleans, and not only country codes.
  var areConvincing: Bool { count > capitalNoCount }
}
