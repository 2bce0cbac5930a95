/// The forms that a number may be written in, of which a single number may be several: `1,234` is one thousand and more with a decimal
/// point, and one and more with a decimal comma.
struct NumberForms: OptionSet {
  var rawValue: UInt16
  /// As programs write numbers: `1234.5`, `1e6`.
  static let plain = NumberForms(rawValue: 1)
  /// With a point before the fraction: `1,234.5`, `1 234`.
  static let point = NumberForms(rawValue: 2)
  /// With a comma before the fraction: `1.234,5`, `1 234`.
  static let comma = NumberForms(rawValue: 4)
  /// With a comma, whatever it means.
  static let hasComma = NumberForms(rawValue: 8)
  /// With spaces between groups of digits.
  static let hasSpaces = NumberForms(rawValue: 16)
  /// With spaces between groups of three digits and nothing else, as codes have them, too: `110 001`.
  static let mayBeCode = NumberForms(rawValue: 32)
  /// With signs between groups of digits, if a point is before the fraction.
  static let pointGroups = NumberForms(rawValue: 64)
  /// With signs between groups of digits, if a comma is before the fraction.
  static let commaGroups = NumberForms(rawValue: 128)
  /// With digits and nothing between them.
  static let whole = NumberForms(rawValue: 256)
  /// Whole, and with four digits or more, between which others might write signs.
  static let ungrouped = NumberForms(rawValue: 512)
}

extension Bytes {
  /// The forms in which this is a number; none where it is none.
  var numberForms: NumberForms {
    guard let first, first.isDigit || "+-.".utf8.contains(first) else { return [] }
    let groups = DigitGroups(self)
    var forms: NumberForms = []
    if isNumber {
      forms = [.plain, .point]
      guard groups.isRead else { return contains(UInt8(ascii: ".")) ? forms : forms.union(.comma) }
      if groups.fit(.comma) { forms.formUnion(groups.have(.comma) ? [.comma, .commaGroups] : .comma) }
      return forms.union(groups.wholeForms)
    }
    guard groups.isRead, count <= 60 else { return [] }
    if groups.fit(.point) { forms.formUnion(groups.have(.point) ? [.point, .pointGroups] : .point) }
    if groups.fit(.comma) { forms.formUnion(groups.have(.comma) ? [.comma, .commaGroups] : .comma) }
    if !forms.isEmpty {
      if groups.hasComma { forms.insert(.hasComma) }
      if groups.hasSpaces { forms.insert(.hasSpaces) }
      if groups.mayBeCode { forms.insert(.mayBeCode) }
    }
    return forms
  }

  /// A number of a form as programs write it: without what stands between groups of digits, and with a point before the fraction.
  func plainNumber(_ form: NumberForms) -> String? {
    let forms = numberForms
    guard !forms.isDisjoint(with: form) else { return nil }
    if form == .plain || form == .point && forms.contains(.plain) { return text }
    let decimalSign = form == .comma ? UInt8.comma : UInt8(ascii: ".")
    let isKept = { (byte: UInt8) in
      byte < 0x80 && (byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))
    }
    return String(
      decoding: compactMap { byte in byte == decimalSign ? UInt8(ascii: ".") : isKept(byte) ? byte : nil },
      as: UTF8.self)
  }
}

/// Runs of digits with signs between them: what they are like, all but the last, and the last.
private struct DigitGroups {
  /// A sign between two runs of digits.
  private enum Sign: Equatable {
    case comma, point, space, apostrophe
    /// A space that does not break lines, which nobody writes by accident: its second and third byte.
    case noBreakSpace(UInt16)
  }

  /// Whether there is nothing but a sign, digits, and single signs between them.
  private(set) var isRead = false
  private var hasPlus = false
  private var leadingCount = 0
  private var leadingIsZero = false
  /// The sign before the last run, and the number of signs.
  private var last: Sign?
  private var count = 0
  private var lastCount = 0
  /// The sign between the others, if it is the same everywhere and the runs behind it have three digits.
  private var head: Sign?
  private var headIsEven = true

  init(_ bytes: Bytes) {
    var position = 0
    func byte(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }
    func run() -> Int {
      let start = position
      while byte().isDigit { position += 1 }
      return position - start
    }
    func sign() -> Sign? {
      var (sign, length): (Sign?, Int) = (nil, 1)
      switch (byte(), byte(1), byte(2)) {
      case (UInt8(ascii: ","), _, _): sign = .comma
      case (UInt8(ascii: "."), _, _): sign = .point
      case (UInt8(ascii: " "), _, _): sign = .space
      case (UInt8(ascii: "'"), _, _): sign = .apostrophe
      case (0xC2, 0xA0, _): (sign, length) = (.noBreakSpace(0xA0), 2)
      // The thin space and the narrow no-break space.
      case (0xE2, 0x80, 0x89): (sign, length) = (.noBreakSpace(0x8089), 3)
      case (0xE2, 0x80, 0xAF): (sign, length) = (.noBreakSpace(0x80AF), 3)
      case (0xE2, 0x80, 0x99): (sign, length) = (.apostrophe, 3)
      default: break
      }
      if sign != nil { position += length }
      return sign
    }
    hasPlus = byte() == UInt8(ascii: "+")
    if hasPlus || byte() == UInt8(ascii: "-") { position += 1 }
    leadingIsZero = byte() == UInt8(ascii: "0")
    leadingCount = run()
    guard leadingCount > 0 else { return }
    while position < bytes.count {
      guard let sign = sign(), case let length = run(), length > 0 else { return }
      if let last {
        if lastCount != 3 || head.map({ $0 != last }) == true { headIsEven = false }
        head = last
      }
      (last, lastCount) = (sign, length)
      count += 1
    }
    isRead = true
  }

  var hasComma: Bool { last == .comma || head == .comma }
  var hasSpaces: Bool { last == .space || head == .space }
  var mayBeCode: Bool { last == .space && leadingCount == 3 }

  /// What a number is that has digits and nothing between them.
  var wholeForms: NumberForms { count > 0 ? [] : leadingCount < 4 ? .whole : [.whole, .ungrouped] }

  /// Whether there are groups of digits, and not only a fraction.
  func have(_ form: NumberForms) -> Bool {
    guard let last else { return false }
    return count > 1 || last != (form == .comma ? .comma : .point)
  }

  /// Whether this is a number with a decimal sign, with or without groups of three digits.
  func fit(_ form: NumberForms) -> Bool {
    guard let last else { return true }
    let decimalSign = form == .comma ? Sign.comma : .point
    if last == decimalSign, count == 1 { return true }
    let group = last == decimalSign ? head : last
    return group != decimalSign && headIsEven && (head == nil || head == group)
      && (last == decimalSign || lastCount == 3) && leadingCount <= 3 && !leadingIsZero && !hasPlus
  }
}
