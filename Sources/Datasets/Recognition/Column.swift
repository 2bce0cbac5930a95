/// What the values of a field have shown so far: how it may be read, or whether they fit the type that was chosen.
///
/// A person would call a field by a type more rarely than a type can be read: postal codes can be read as numbers, and prose as a list.
struct Column {
  private struct Traits: OptionSet {
    var rawValue: UInt16
    static let boolean = Traits(rawValue: 1 << 0)
    static let number = Traits(rawValue: 1 << 1)
    static let date = Traits(rawValue: 1 << 2)
    /// Of the web, or of a picture in the catalog.
    static let address = Traits(rawValue: 1 << 3)
    /// All values are untyped, and short names between semicolons, or between bars.
    static let names = Traits(rawValue: 1 << 5)
    /// All values are characters.
    static let characters = Traits(rawValue: 1 << 6)
    /// Of some value so far, but not yet of any: these are taken away when it comes.
    static let noProse = Traits(rawValue: 1 << 8)
    static let noList = Traits(rawValue: 1 << 9)

    static let simple: Traits = [.boolean, .number, .date, .address]
    static let all: Traits = [
      .boolean, .number, .date, .address, .names, .characters, .noProse, .noList,
    ]
  }

  /// The type that was chosen, if any.
  let chosen: FieldReading?
  /// What was chosen to stand between the elements of a list that is one text, if anything.
  private let chosenSeparator: String?
  /// Whether any row has a value.
  private(set) var hasValues = false
  /// The row that had the field last, to find rows that have it twice.
  var lastRow = -1
  /// Whether no value can show anything more.
  private(set) var isSettled: Bool

  /// Whether some value is an object whose names are data: then all values are taken as their file has them.
  private(set) var hasObjects = false
  /// Whether the texts are a list by what their rows have in common; see ``mayBeList``.
  var sharesElements = false

  private let isNamedMarkdown: Bool
  private var traits = Traits.all
  /// The number of values that were looked at: all of them, unless nothing more was to be learned.
  private var count = 0
  /// The number of values that stand for none, such as `NA`, where all others are of a type.
  private var placeholderCount = 0
  /// What stands between names, if several stand in a value.
  private var nameSeparator: UInt8?
  /// The number of values with several names.
  private var severalCount = 0
  /// The number of values that do not fit the type that was chosen.
  private var misfitCount = 0
  private var numbers = NumberEvidence()
  private var dates: DateEvidence
  private var addresses = AddressEvidence()
  private var booleans = BooleanEvidence()
  /// Whether a field of numbers, dates or addresses may have a few other values, which stay text.
  private let toleratesOddValues: Bool
  private let isNamedAsPicture: Bool
  private let isNamedAsCode: Bool

  /// A field of which nothing is known but its name. One that ends in `markdown` or `_md` says the type itself.
  init(name: String, chosen: FieldReading?, separator: String? = nil, toleratesOddValues: Bool = false) {
    self.chosen = chosen
    chosenSeparator = separator
    self.toleratesOddValues = toleratesOddValues
    let label = Label(name)
    isNamedAsPicture = label.isOfPictures
    isNamedAsCode = label.isOfCodes
    let name = name.lowercased()
    dates = DateEvidence(name: name)
    isNamedMarkdown = name.hasSuffix("markdown") || name.hasSuffix("_md")
    isSettled = chosen.map { [.text, .markdown, .object].contains($0) } ?? false || separator != nil
  }

  /// The type of the field.
  var type: FieldType { reading.type }

  /// How the field is read: in the first way that all values fit, or as text.
  var reading: FieldReading { readingOfAll ?? readingOfMost ?? chosen ?? readingOfTexts }

  /// The type that all values have, or the form in which all can be read that fit a chosen one; nil where there is none.
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
    if traits.contains(.boolean), booleans.areConvincing { return .boolean }
    if !isNamedAsCode, dates.areDigits(typedCount) { return .date }
    return numbers.reading(of: typedCount, isChosen: false) ?? dates.reading(of: typedCount, isChosen: false)
      ?? addresses.reading(of: typedCount, isNamedAsPicture: isNamedAsPicture)
  }

  /// How nearly all values are read, where the others stay text.
  private var readingOfMost: FieldReading? {
    guard toleratesOddValues, chosen != nil || typedCount >= 10, readingOfAll == nil, case .odd(let reading)? = oddity
    else { return nil }
    return reading
  }

  /// How values are read that have no other type in common.
  private var readingOfTexts: FieldReading {
    guard hasValues else { return .text }
    if hasArrays || hasNames && (severalCount * 2 >= count || sharesElements) { return .list }
    return traits.contains(.characters) && !traits.contains(.noProse) ? .markdown : .text
  }

  /// The number of values that tell the type.
  private var typedCount: Int { count - placeholderCount - misfitCount }

  /// Why the values have no type in common, where nearly all do. A code is no number, whatever it looks like.
  private var oddity: Doubt? {
    switch chosen {
    case .number: return numbers.doubt(of: typedCount, isChosen: true)
    case .date: return dates.doubt(of: typedCount, isChosen: true)
    case .some: return nil
    case nil: break
    }
    return
      (isNamedAsCode
      ? nil : numbers.doubt(of: typedCount, isChosen: false) ?? dates.doubt(of: typedCount, isChosen: false))
      ?? addresses.doubt(of: typedCount, isNamedAsPicture: isNamedAsPicture)
  }

  /// Whether there are values that are not of the type of the field, and stay text.
  var hasOddValues: Bool { toleratesOddValues && misfitCount > 0 || readingOfMost != nil }

  /// What stands between the elements of a list that is one text: what was chosen, or what was found. A text beside arrays is one element
  /// unless a separator was chosen.
  var separator: String? {
    if let chosenSeparator { return chosenSeparator }
    if hasArrays { return nil }
    return chosen == .list ? ";" : nameSeparator.map { String(Unicode.Scalar($0)) }
  }

  private var hasArrays: Bool { !traits.contains(.noList) }

  /// Whether there are values that are read as none.
  var hasPlaceholders: Bool { placeholderCount > 0 && reading.hasPlaceholders }

  /// Whether all values are short names, some of them several.
  private var hasNames: Bool { traits.contains(.names) && severalCount > 0 }

  /// Whether only what the rows have in common decides if the field is a list: all values are names, but few are several.
  var mayBeList: Bool { chosen == nil && type == .text && hasNames }

  /// What a person should look at, if anything; an error where the type was chosen, and is not decided for all that.
  var doubt: Doubt? {
    guard typedCount > 0, readingOfMost == nil else { return nil }
    if chosen != nil { return oddity }
    switch type {
    case .number: return numbers.doubt(of: typedCount, isChosen: false)
    case .text where !isSettled: return oddity
    default: return nil
    }
  }

  /// Notes that there is a value, and whether it has to be looked at.
  @inline(__always)
  mutating func noteValue() -> Bool {
    hasValues = true
    return !isSettled
  }

  /// Notes that objects stand in the field, of which nothing more is to be learned.
  mutating func noteObjects() { (hasValues, hasObjects, isSettled) = (true, true, isSettled || chosen == nil) }

  /// Looks at a value that is not missing.
  ///
  /// - Returns: Whether it fits the type that was chosen.
  mutating func look(at content: Bytes, _ kind: RawField.Kind) -> Bool {
    count += 1
    if let chosen { return look(at: content, kind, for: chosen) }
    if !kind.isCharacters { traits.remove(.characters) }
    if kind == .list { traits.remove(.noList) }
    let trimmed = content.trimmed
    if kind.isCharacters, trimmed.isPlaceholder {
      placeholderCount += 1
    } else {
      lookForNumbersAndDates(trimmed, kind)
      if !traits.isDisjoint(with: .simple) { lookForSimpleTypes(trimmed, kind) }
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

  /// Looks at a value of a type that was chosen, whose form the values may decide.
  private mutating func look(at content: Bytes, _ kind: RawField.Kind, for chosen: FieldReading) -> Bool {
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

  /// Counts numbers and dates also where not all values are: those that are not may be mistakes.
  private mutating func lookForNumbersAndDates(_ content: Bytes, _ kind: RawField.Kind) {
    if traits.contains(.number) || !mayBeProse(numbers.count) {
      let isNumber = (kind == .number || kind == .untyped) && numbers.note(content)
      if !isNumber { traits.remove(.number) }
    }
    if traits.contains(.date) || !mayBeProse(dates.countWithShortYears) {
      let isDate = kind.mayBeDate && dates.note(content)
      if !isDate { traits.remove(.date) }
    }
  }

  /// Whether more than half of the values are something else, after which no more are counted.
  private func mayBeProse(_ count: Int) -> Bool { typedCount > 32 && count * 2 < typedCount }

  private mutating func lookForSimpleTypes(_ content: Bytes, _ kind: RawField.Kind) {
    if traits.contains(.boolean), !booleans.note(content, kind) { traits.remove(.boolean) }
    if traits.contains(.address) || !mayBeProse(addresses.count) {
      let isAddress = kind.isCharacters && addresses.note(content)
      if !isAddress { traits.remove(.address) }
    }
  }

  private mutating func settle() {
    guard traits.isDisjoint(with: .simple), mayBeProse(numbers.count), mayBeProse(dates.countWithShortYears),
      mayBeProse(addresses.count)
    else { return }
    if isNamedMarkdown, traits.contains(.characters) { return }
    isSettled =
      !traits.contains(.noList)
      || !traits.contains(.names) && (!traits.contains(.characters) || !traits.contains(.noProse))
  }
}
