/// The notations that a number may have. A single number may have several: `1,234` is more than a thousand with a
/// decimal point, and more than one with a decimal comma.
struct NumberForms: OptionSet {
  var rawValue: UInt16
  /// The notation of programs: `1234.5`, `1e6`.
  static let plain = NumberForms(rawValue: 1)
  /// A decimal point: `1,234.5`, `1 234`.
  static let point = NumberForms(rawValue: 2)
  /// A decimal comma: `1.234,5`, `1 234`.
  static let comma = NumberForms(rawValue: 4)
  /// A comma with any meaning.
  static let hasComma = NumberForms(rawValue: 8)
  /// Spaces between groups of digits.
  static let hasSpaces = NumberForms(rawValue: 16)
  /// Only spaces between groups of three digits, as codes also have them: `110 001`.
  static let mayBeCode = NumberForms(rawValue: 32)
  /// Separators of digit groups, assuming a decimal point.
  static let pointGroups = NumberForms(rawValue: 64)
  /// Separators of digit groups, assuming a decimal comma.
  static let commaGroups = NumberForms(rawValue: 128)
  /// Only digits, without separators.
  static let whole = NumberForms(rawValue: 256)
  /// Only digits, at least four, for which others might use separators.
  static let ungrouped = NumberForms(rawValue: 512)
}

extension Bytes {
  /// The notations in which this is a number; empty if it is not one.
  var numberForms: NumberForms {
    guard let first, first.isDigit || "+-.".utf8.contains(first) else { return [] }
    let groups = DigitGroups(self)
    var forms: NumberForms = []
    if isNumber {
      forms = [.plain, .point]
      // `1e6` and `.5` are no groups of digits. Without a point, they are the same with a decimal comma.
      guard groups.isRead else { return contains(UInt8(ascii: ".")) ? forms : forms.union(.comma) }
      // `1.234` is more than one with a decimal point, and more than a thousand with a decimal comma.
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

  /// Returns a number of this notation in that of programs: without separators of digit groups, and with a decimal
  /// point. `nil` if it is not one.
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

/// A number as runs of digits with separators between them: what the separators before the last run have in common, and
/// the last one.
///
///     1.234.567,89     leading  1          (leadingCount 1)
///                      head     .          between the groups, of three digits each
///                      last     ,          before the last run (lastCount 2)
///
/// Whether the last separator is the decimal sign or separates another group depends on the notation; see ``fit(_:)``.
private struct DigitGroups {
  /// A separator between two runs of digits.
  private enum Sign: Equatable {
    case comma, point, space, apostrophe
    /// A no-break or thin space, which is never written by accident. The value has its second and third byte.
    case noBreakSpace(UInt16)
  }

  /// Whether there are only a sign, digits, and single separators between them.
  private(set) var isRead = false
  private var hasPlus = false
  private var leadingCount = 0
  private var leadingIsZero = false
  /// The separator before the last run, and the number of separators.
  private var last: Sign?
  private var count = 0
  private var lastCount = 0
  /// The separator before the last but one run. `hasUniformGroups` states whether all separators before the last are
  /// the same and their runs have three digits.
  private var head: Sign?
  private var hasUniformGroups = true

  init(_ bytes: Bytes) {
    var position = 0
    func byte(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }
    func run() -> Int {
      let start = position
      while byte().isDigit { position += 1 }
      return position - start
    }
    func sign() -> Sign? {
      var sign: Sign?
      var length = 1
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
      // The run before this sign is now known not to be the last one. It must be a group of three digits, as all before
      // it.
      if let last {
        if lastCount != 3 || head.map({ $0 != last }) == true { hasUniformGroups = false }
        head = last
      }
      last = sign
      lastCount = length
      count += 1
    }
    isRead = true
  }

  var hasComma: Bool { last == .comma || head == .comma }
  var hasSpaces: Bool { last == .space || head == .space }
  var mayBeCode: Bool { last == .space && leadingCount == 3 }

  /// The notations of a number without separators.
  var wholeForms: NumberForms { count > 0 ? [] : leadingCount < 4 ? .whole : [.whole, .ungrouped] }

  /// Whether there are groups of digits, and not only a fraction.
  func have(_ form: NumberForms) -> Bool {
    guard let last else { return false }
    return count > 1 || last != (form == .comma ? .comma : .point)
  }

  /// Whether this is a number in a notation, with or without groups of three digits.
  func fit(_ form: NumberForms) -> Bool {
    guard let last else { return true }
    let decimalSign = form == .comma ? Sign.comma : .point
    // With a single sign before the fraction, there are no groups, and any number of digits before it: `1234,5`.
    if last == decimalSign, count == 1 { return true }
    let group = last == decimalSign ? head : last
    return group != decimalSign && hasUniformGroups && (head == nil || head == group)
      && (last == decimalSign || lastCount == 3) && leadingCount <= 3 && !leadingIsZero && !hasPlus
  }
}
