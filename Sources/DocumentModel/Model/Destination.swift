/// Where links may lead.
package enum Destination {
  private static let safeSchemes = ["http", "https", "mailto", "tel", "ftp"]

  /// Whether a link may lead to an address: one without a scheme, or with a scheme that only ever opens something to
  /// read, to write to or to call.
  ///
  /// White space and control characters do not count, because browsers leave them out when they look for the scheme.
  ///
  /// - Parameter address: The address of a link or a picture, in no way encoded.
  /// - Complexity: O(*n*), *n* being the length of the address.
  package static func isSafe(_ address: String) -> Bool {
    scheme(of: address).map(safeSchemes.contains) ?? true
  }

  /// Whether an address leads to another file of the same catalog: it names neither a scheme nor a host, and is no
  /// fragment.
  package static func isRelative(_ address: String) -> Bool {
    scheme(of: address) == nil && !address.isEmpty && !address.hasPrefix("/") && !address.hasPrefix("#")
  }

  /// What stands before the first colon in lower case, if that comes before any path and is a scheme: a letter, then letters, digits and
  /// `+`, `-`, `.`. Anything else before a colon is part of a path.
  ///
  /// Source: RFC 3986, section 3.1.
  private static func scheme(of address: String) -> String? {
    var visible: [UInt8] = []
    for byte in address.utf8 {
      switch byte {
      case ...0x20, 0x7F: continue
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return nil
      case UInt8(ascii: ":"):
        let isScheme = (visible.first?.isLetter ?? false) && visible.allSatisfy(\.mayStandInScheme)
        return isScheme ? String(decoding: visible, as: UTF8.self).lowercased() : nil
      default: visible.append(byte)
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  fileprivate var mayStandInScheme: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: isLetter
    }
  }
}
