/// The way in which a language writes numbers: its grouping and decimal separators, and the position of a currency
/// sign.
///
/// In German, `1234567.50` is `1.234.567,50`. Digits are neither added nor rounded away, unless the caller passes a
/// number of decimals or a format.
package struct NumberStyle: Hashable, Sendable {
  /// The position of a currency sign, relative to the number.
  fileprivate enum CurrencyPlace: Int { case before, beforeSpace, after }

  fileprivate let grouping: String
  fileprivate let decimal: String
  /// The least number of integer digits that are grouped.
  fileprivate let smallestGrouped: Int
  fileprivate let currency: CurrencyPlace
  fileprivate var separatesPercent = false

  /// Creates the style of a language, or that of English if the language is unknown.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de` or `de-CH`.
  package init(language: String) {
    let subtags = language.lowercased().split { $0 == "-" || $0 == "_" }
    let name = subtags.first.map(String.init) ?? ""
    // A region has two letters or three digits. Subtags after a single letter belong to an extension.
    let region = subtags.dropFirst().prefix { $0.count > 1 }.first { $0.count == 2 || Int($0) != nil && $0.count == 3 }
    let tag = region.map { "\(name)-\($0)" } ?? name
    self = Self.table[tag] ?? Self.table[name] ?? Self.english
    separatesPercent =
      Self.separatingPercent.contains(tag) || currency == .after && Self.separatingPercent.contains(name)
  }

  /// Whether numbers of four digits are grouped. In some languages, such as Spanish, grouping begins with five digits.
  package var groupsThousands: Bool { smallestGrouped <= 4 }
}

// MARK: - Languages

extension NumberStyle {
  private init(_ example: String, from smallestGrouped: Int, _ currency: CurrencyPlace) {
    // The example is a number between 1000 and 10000 with one decimal, such as `1,234.5`.
    let marks = example.filter { !$0.isNumber }.map(String.init)
    grouping = marks[0]
    decimal = marks[1]
    self.smallestGrouped = smallestGrouped
    self.currency = currency
  }

  private static let english = NumberStyle("1,234.5", from: 4, .before)

  /// The styles by language, or by language and region. Languages that use other digits, or group them differently,
  /// such as in lakhs, are not in the table and use the style of English.
  ///
  /// Source: Unicode Common Locale Data Repository, symbols, patterns and `minimumGroupingDigits`.
  private static let table: [String: NumberStyle] = {
    let rows: [(NumberStyle, String)] = [
      (english, "es-419 es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us"),
      (NumberStyle("1,234.5", from: 4, .after), "he"),
      (NumberStyle("1.234,5", from: 4, .after), "az bs ca da de el es-co gl hr is lb mk ro sr vi"),
      (NumberStyle("1.234,5", from: 4, .before), "id tr"),
      (NumberStyle("1.234,5", from: 4, .beforeSpace), "de-at es-ar nl pt"),
      (NumberStyle("1.234,5", from: 5, .after), "es it sl"),
      (NumberStyle("1\u{A0}234,5", from: 4, .after), "cs eo fi fr-ca hy kk lt nb nn no ru sk sv uk"),
      (NumberStyle("1\u{A0}234,5", from: 4, .before), "af en-za"),
      (NumberStyle("1\u{A0}234,5", from: 5, .after), "be bg et hu ka lv pl pt-ao pt-mz pt-pt sq"),
      (NumberStyle("1\u{202F}234,5", from: 4, .after), "fr"),
      (NumberStyle("1\u{202F}234,5", from: 4, .beforeSpace), "fr-ch"),
      (NumberStyle("1’234.5", from: 4, .beforeSpace), "de-ch de-li"),
      (NumberStyle("1’234.5", from: 4, .after), "gsw rm"),
      (NumberStyle("1’234.5", from: 5, .beforeSpace), "it-ch"),
    ]
    let pairs = rows.flatMap { style, tags in tags.split(separator: " ").map { (String($0), style) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// The languages that write a space before `%` and `‰`.
  private static let separatingPercent = Set(
    "be ca cs da de de-at es fi fr gl gsw hr lb lt mk nb nn no rm ro ru sk sv".split(separator: " ").map(String.init))
}

// MARK: - Numbers

extension NumberStyle {
  /// Returns a number as the language writes it.
  ///
  /// - Parameters:
  ///   - number: The number in the form of the data: digits, with an optional sign, fraction and exponent. Any other
  ///     text is returned unchanged.
  ///   - decimals: The number of digits after the decimal separator, or `nil` to keep the digits of the number. Halves
  ///     are rounded away from zero.
  /// - Complexity: O(*n*) in the length of the number.
  package func text(_ number: String, decimals: Int? = nil) -> String {
    guard var parts = NumberParts(number) else { return number }
    if let decimals { parts.round(to: decimals) }
    return text(parts)
  }

  private func text(_ parts: NumberParts) -> String {
    var text = Array(parts.sign.utf8)
    let digits = parts.integer.utf8
    // A number with leading zeros, which may be an identifier, or with an exponent is not grouped.
    let isGrouped = digits.count >= smallestGrouped && digits.first != UInt8(ascii: "0") && parts.exponent.isEmpty
    for (index, digit) in digits.enumerated() {
      if isGrouped, index > 0, (digits.count - index).isMultiple(of: 3) { text += grouping.utf8 }
      text.append(digit)
    }
    if !parts.fraction.isEmpty { text += (decimal + parts.fraction).utf8 }
    text += parts.exponent.utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a number in a format. Without a format, or with a format of dates, it is written as the language writes
  /// it.
  package func text(_ number: String, as format: ValueFormat?) -> String {
    switch format {
    case .plain: return number
    case .decimals(let count): return text(number, decimals: count)
    case .percent:
      guard var parts = NumberParts(number), parts.movePoint(by: 2) else { return text(number) }
      return text(text(parts), unit: "%")
    case .bytes: return bytes(number)
    case .grouped, .long, .short, .iso, .year, nil: return text(number)
    }
  }

  /// The units of bytes, each a thousand times the one before it.
  private static let unitsOfBytes = ["B", "kB", "MB", "GB", "TB", "PB"]

  /// Returns a number of bytes in the largest unit in which it is at least 1, with one decimal unless that is zero.
  /// Bytes are the smallest unit.
  private func bytes(_ number: String) -> String {
    guard var parts = NumberParts(number), parts.movePoint(by: 0) else { return text(number) }
    var unit = min((parts.integer.utf8.count - 1) / 3, Self.unitsOfBytes.count - 1)
    if unit > 0 { parts.movePoint(by: -3 * unit) }
    parts.round(to: 1)
    if parts.integer == "1000", unit > 0, unit < Self.unitsOfBytes.count - 1 {
      parts.movePoint(by: -3)
      parts.round(to: 1)
      unit += 1
    }
    if parts.fraction == "0" { parts.fraction = "" }
    return text(text(parts), unit: Self.unitsOfBytes[unit])
  }

  /// Returns an integer as the language writes it.
  package func text(_ count: Int) -> String { count < 1000 && count > -1000 ? String(count) : text(String(count)) }

  /// Returns a formatted number with its unit: `12 cm`, `5%`, `$5`, `5 €`. The language determines the position of a
  /// currency sign.
  package func text(_ written: String, unit: String) -> String {
    if let last = unit.unicodeScalars.last, last.properties.generalCategory == .currencySymbol {
      if currency == .after { return "\(written)\u{A0}\(unit)" }
      let sign = written.prefix { $0 == "-" || $0 == "+" }
      return sign + unit + (currency == .beforeSpace ? "\u{A0}" : "") + written.dropFirst(sign.count)
    }
    let isAttached = ["°", "′", "″"].contains(unit) || ["%", "‰"].contains(unit) && !separatesPercent
    return written + (isAttached ? "" : " ") + unit
  }
}

/// The parts of a number in the form of the data.
private struct NumberParts {
  private(set) var sign: String
  var integer: String
  var fraction: String
  private(set) var exponent: String

  init?(_ text: String) {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    // A fast path: most numbers have nothing but digits.
    if !text.isEmpty, text.utf8.allSatisfy(isDigit) {
      (sign, integer, fraction, exponent) = ("", text, "", "")
      return
    }
    var rest = text[...]
    func take(_ isTaken: (UInt8) -> Bool) -> String {
      let part = rest.utf8.prefix(while: isTaken)
      rest = rest[part.endIndex...]
      return String(part) ?? ""
    }
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
    let isPoint = { (byte: UInt8) in byte == UInt8(ascii: ".") }
    sign = take(isSign)
    integer = take(isDigit)
    let point = take(isPoint)
    fraction = point.isEmpty ? "" : take(isDigit)
    exponent = rest.first.map { "eE".contains($0) } ?? true ? String(rest) : ""
    let isWhole = exponent.isEmpty == rest.isEmpty && (point.isEmpty || !fraction.isEmpty)
    guard isWhole, sign.utf8.count <= 1, point.utf8.count <= 1, !integer.isEmpty else { return nil }
  }

  /// Moves the decimal point to the right by a number of places and by the exponent, which is removed. If their sum is
  /// negative, moves the point to the left.
  ///
  /// - Returns: `false`, without a change, if the exponent is incomplete, or more than 30 in magnitude: people do not
  ///   read such numbers as digits.
  @discardableResult
  mutating func movePoint(by places: Int) -> Bool {
    guard let power = exponent.isEmpty ? 0 : Int(exponent.dropFirst()), power.magnitude <= 30 else { return false }
    let places = places + power
    let zeros = String(repeating: "0", count: Int(places.magnitude))
    let digits = places < 0 ? zeros + integer + fraction : integer + fraction + zeros
    let point = digits.index(digits.startIndex, offsetBy: integer.utf8.count + max(0, places))
    integer = String(digits[..<point].drop { $0 == "0" })
    fraction = String(digits[point...].prefix(max(0, fraction.utf8.count - places)))
    if integer.isEmpty { integer = "0" }
    exponent = ""
    return true
  }

  /// Rounds the fraction to a number of digits, or extends it to them with zeros. A number with an exponent is not
  /// changed. A result of zero has no sign.
  mutating func round(to decimals: Int) {
    guard exponent.isEmpty else { return }
    let missing = decimals - fraction.count
    guard missing < 0 else {
      fraction += String(repeating: "0", count: missing)
      return
    }
    let isRoundedUp = fraction.dropFirst(decimals).first.map { $0 >= "5" } ?? false
    var digits = Array((integer + fraction.prefix(decimals)).utf8)
    var position = digits.count
    var carries = isRoundedUp
    while carries, position > 0 {
      position -= 1
      carries = digits[position] == UInt8(ascii: "9")
      digits[position] = carries ? UInt8(ascii: "0") : digits[position] + 1
    }
    if carries { digits.insert(UInt8(ascii: "1"), at: 0) }
    integer = String(decoding: digits.dropLast(decimals), as: UTF8.self)
    fraction = String(decoding: digits.suffix(decimals), as: UTF8.self)
    if digits.allSatisfy({ $0 == UInt8(ascii: "0") }) { sign = "" }
  }
}
