import Foundation

/// Names in Swift for the names of data, which may be any text.
enum SwiftName {
  /// The name of a property: `Energy (kcal)` gives `energyKcal`.
  ///
  /// The words of the text, which are its letters and digits, follow each other with capitals; what begins with a digit gets an underscore, and
  /// what has no letter or digit is a `field`.
  static func property(_ text: String) -> String {
    let words = words(of: text)
    guard let first = words.first else { return "field" }
    return head(first.firstLowercased + words.dropFirst().map(\.firstUppercased).joined())
  }

  /// The name of a type: `stone_fruits` gives `StoneFruit`.
  ///
  /// The last word is made singular by its ending: `-ies` becomes `-y`; `-es` goes after `ss`, `x`, `ch`, `sh` and `o`, and else `-s`, but not
  /// that of `-ss`, `-us` and `-is`. What has no letter or digit is a `Row`, and `Row` is added to names that the code uses itself.
  static func type(_ text: String) -> String {
    var words = words(of: text)
    guard let last = words.popLast() else { return "Row" }
    let name = head((words + [last.singular]).map(\.firstUppercased).joined())
    return usedTypes.contains(name) ? name + "Row" : name
  }

  /// Whether a text can be the name of a type.
  static func isType(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return !text.isEmpty && text != "_" && scalars.allSatisfy { $0.isInWords || $0 == "_" } && head(text) == text
      && !usedTypes.contains(text) && !keywords.contains(text)
  }

  /// The name in backticks, if it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A literal of a text, without any character that could end it or that nobody sees.
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

  /// The names of members that rows have anyway, and those that cannot be used even in backticks.
  static let usedMembers: Set = [
    "id", "title", "objectID", "fingerprint", "fieldValues", "hashValue", "hash", "init", "self", "Self", "Type",
    "Protocol",
  ]

  /// The names of types that the code of a row uses, and those that cannot be used.
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
    // Two spellings of a letter would be two names that nobody can tell apart.
    let text = text.precomposedStringWithCanonicalMapping
    let isShouted = !text.contains(where: \.isLowercase)
    return (isShouted ? text.lowercased() : text).unicodeScalars.split { !$0.isInWords }
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// The name with an underscore where Swift allows no name to begin so.
  private static func head(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic, !first.isMark, !first.isDigit else {
      return name.hasPrefix("_") ? name : "_" + name
    }
    return name
  }
}

extension String {
  /// The word with a large letter at its head.
  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }

  /// The word with a small letter at its head; all of an abbreviation, but for the letter that begins the next word: `htmlTitle`.
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
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

  /// Whether the character may stand in a name: a letter, a mark on one, or a digit, as far as Swift allows them in names. What is left out of a
  /// name is at worst a letter of an old script.
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

  /// Whether the character shows itself in a source file, and does nothing else.
  fileprivate var isVisible: Bool {
    // These noncharacters are the only scalars that the compiler takes as they are and not by their number.
    if (0xFDD0...0xFDEF).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}
