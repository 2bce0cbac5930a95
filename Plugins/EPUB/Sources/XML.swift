import DocumentModel

/// A piece of XML.
///
/// Literals are markup. Interpolated strings are text, and are escaped.
///
/// ```
/// let heading: XML = "<h1>\(page.title)</h1>\n"
/// ```
struct XML: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// Creates XML from markup.
  init(stringLiteral text: String) { self.text = text }

  /// Creates XML from blocks. Their rendering as HTML is well-formed.
  init(_ blocks: [Block]) { text = blocks.rendered(as: .html) }

  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  var bytes: [UInt8] { Array(text.utf8) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ markup: String) { text += markup }

    mutating func appendInterpolation(_ text: String) { self.text += text.xmlEscaped }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ xml: XML) { text += xml.text }

    mutating func appendInterpolation(_ list: some Sequence<XML>) {
      for xml in list { text += xml.text }
    }
  }
}

extension String {
  /// The text on one line, with character references where XML needs them. Characters that XML does not allow are
  /// replaced by the replacement character.
  fileprivate var xmlEscaped: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
      default: byte >= 0x20 && byte < 0x7F
      }
    }
    if isPlain { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
