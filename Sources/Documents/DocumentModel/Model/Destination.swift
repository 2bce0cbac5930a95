/// The rules for the addresses of links and pictures.
package enum Destination {
  private static let safeSchemes = ["http", "https", "mailto", "tel", "ftp"]

  /// Returns whether an address is safe to link to: it has no scheme, or the scheme of a web page, a file transfer, a
  /// mail address or a telephone number.
  ///
  /// White space and control characters are ignored, because browsers ignore them when they determine the scheme.
  ///
  /// - Parameter address: The address of a link or a picture, without any encoding.
  /// - Complexity: O(*n*), *n* being the length of the address.
  package static func isSafe(_ address: String) -> Bool { scheme(of: address).map(safeSchemes.contains) ?? true }

  /// Returns whether an address is relative, and so leads to a file of the same catalog: it has no scheme, is not
  /// empty, and begins with neither `/`, as paths from the root and addresses with a host do, nor `#`, as fragments do.
  package static func isRelative(_ address: String) -> Bool {
    scheme(of: address) == nil && !address.isEmpty && !address.hasPrefix("/") && !address.hasPrefix("#")
  }

  /// Returns the scheme of an address in lower case, or `nil` if it has none.
  ///
  /// A scheme is a letter, followed by letters, digits, `+`, `-` and `.`, before the first colon and before any path,
  /// query or fragment. Anything else before a colon is part of a path.
  ///
  /// Source: RFC 3986, section 3.1.
  private static func scheme(of address: String) -> String? {
    var address = address
    return address.withUTF8 { bytes in
      guard let end = bytes.firstIndex(where: \.endsScheme), bytes[end] == UInt8(ascii: ":") else { return nil }
      let visible = bytes[..<end].filter { $0 > 0x20 && $0 != 0x7F }
      let isScheme = (visible.first?.isLetter ?? false) && visible.allSatisfy(\.mayStandInScheme)
      return isScheme ? String(decoding: visible, as: UTF8.self).lowercased() : nil
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether a scheme ends before the byte, or the address has none.
  fileprivate var endsScheme: Bool {
    switch self {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  fileprivate var mayStandInScheme: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: isLetter
    }
  }
}
