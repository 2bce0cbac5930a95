/// A colour that decorates a cell, where the format has colours.
public struct Accent: Hashable, Sendable {
  /// The colour as CSS writes it: `#` and six lower-case hexadecimal digits, and nothing else.
  public let css: String

  /// Reads a colour.
  ///
  /// - Parameter text: `#rrggbb`, in either case. Anything else is not a colour: it never reaches a style.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    css = text.lowercased()
  }
}
