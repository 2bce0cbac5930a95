import Foundation

/// Converts names in data, which can be any text, to Swift identifiers and literals.
enum SwiftName {
  /// Returns the name of a property: `Energy (kcal)` becomes `energyKcal`.
  ///
  /// Words consist of letters and digits, and each one after the first starts with a capital. A name that would begin
  /// with a digit gets an underscore. A text without letters and digits becomes `field`.
  static func property(_ text: String) -> String {
    let words = words(of: text)
    guard let first = words.first else { return "field" }
    return head(first.firstLowercased + words.dropFirst().map(\.firstUppercased).joined())
  }

  /// Returns the name of a type: `stone_fruits` becomes `StoneFruit`.
  ///
  /// The last word is made singular by its ending. `-ies` becomes `-y`; `-es` is removed after `ss`, `x`, `ch`, `sh`
  /// and `o`; otherwise `-s` is removed, except in `-ss`, `-us` and `-is`. A text without letters and digits becomes
  /// `Row`, and `Row` is appended to names that the generated code uses.
  static func type(_ text: String) -> String {
    var words = words(of: text)
    guard let last = words.popLast() else { return "Row" }
    let name = head((words + [last.singular]).map(\.firstUppercased).joined())
    return usedTypes.contains(name) ? name + "Row" : name
  }

  static func isType(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return !text.isEmpty && text != "_" && scalars.allSatisfy { $0.isInWords || $0 == "_" } && head(text) == text
      && !usedTypes.contains(text) && !keywords.contains(text)
  }

  /// Returns the name, in backticks if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns a string literal. Characters that could end it, or that are invisible, are escaped.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.isVisible: literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// The names of members that every row has, and names that Swift does not allow even in backticks.
  static let usedMembers: Set = [
    "id", "title", "objectID", "fingerprint", "fieldValues", "hashValue", "hash", "init", "self", "Self", "Type",
    "Protocol",
  ]

  /// The names of types that the generated code uses, and names that Swift does not allow.
  private static let usedTypes: Set = [
    "Any", "Array", "Bool", "Dataset", "DatasetRow", "DiagnosticsError", "Double", "FieldValue", "Hashable",
    "Identifiable", "Int", "Optional", "Protocol", "Record", "RecordDecoder", "Self", "Sendable", "String", "Swift",
    "Type",
  ]

  private static let keywords = Set(
    """
    Any Self actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit do each \
    else enum extension fallthrough false fileprivate for func get guard if import in init inout internal is let macro nil \
    nonisolated open operator package precedencegroup private protocol public repeat rethrows return self set some static struct \
    subscript super switch throw throws true try typealias unowned var weak where while
    """.split(separator: " ").map(String.init))

  private static func words(of text: String) -> [String] {
    // Canonically equivalent spellings would give two identifiers that look the same.
    let text = text.precomposedStringWithCanonicalMapping
    let isShouted = !text.contains(where: \.isLowercase)
    return (isShouted ? text.lowercased() : text).unicodeScalars.split { !$0.isInWords }
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// Returns the name, after an underscore if an identifier cannot begin with its first character.
  private static func head(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic, !first.isMark, !first.isDigit else {
      return name.hasPrefix("_") ? name : "_" + name
    }
    return name
  }
}

extension String {
  /// The word with its first letter in upper case.
  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }

  /// The word with its first letter in lower case. In an abbreviation all letters are, except the one that begins the
  /// next word: `htmlTitle`.
  fileprivate var firstLowercased: String {
    let large = prefix(while: \.isUppercase)
    let isOne = large.count <= 1 || large.count == count
    let count = isOne || !self[large.endIndex].isLowercase ? large.count : large.count - 1
    return prefix(count).lowercased() + dropFirst(count)
  }

  fileprivate var singular: String {
    let lower = lowercased()
    func ends(_ endings: String...) -> Bool { endings.contains { lower.hasSuffix($0) && lower.count > $0.count } }
    if ends("ies") { return dropLast(3) + "y" }
    if ends("sses", "xes", "ches", "shes", "oes") { return String(dropLast(2)) }
    return ends("s") && !ends("ss", "us", "is") ? String(dropLast()) : self
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool { [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory) }

  fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

  /// Whether the character is a letter, a mark, or a digit that Swift allows in identifiers. A few letters of historic
  /// scripts are not allowed, and are left out of names.
  fileprivate var isInWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      isASCII || Self.nameRanges.contains { $0.contains(value) }
    default: false
    }
  }

  /// Source: The Swift Programming Language, “Lexical Structure”, the grammar of an identifier.
  private static let nameRanges: [ClosedRange<UInt32>] = [
    0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF,
    0x2070...0x218F, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF,
    0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD, 0x10000...0x1FFFD, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]

  /// Whether the character is visible in a source file, and has no other effect.
  fileprivate var isVisible: Bool {
    // The compiler accepts these noncharacters literally, but rejects them as `\u{…}` escapes.
    if (0xFDD0...0xFDEF).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}
