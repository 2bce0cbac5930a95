/// Where links may lead.
public enum Destination {
  private static let safeSchemes = ["http", "https", "mailto", "tel", "ftp"]

  /// Whether a link may lead to an address: one without a scheme, or with a scheme that only ever opens something to
  /// read, to write to or to call.
  ///
  /// White space and control characters do not count, because browsers leave them out when they look for the scheme.
  ///
  /// - Parameter address: The address of a link or a picture, in no way encoded.
  /// - Complexity: O(*n*), *n* being the length of the address.
  public static func isSafe(_ address: String) -> Bool {
    scheme(of: address).map(safeSchemes.contains) ?? true
  }

  /// Whether an address leads to another file of the same catalog: it names neither a scheme nor a host, and is no
  /// fragment.
  public static func isRelative(_ address: String) -> Bool {
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
        let scheme = String(decoding: visible, as: UTF8.self).lowercased()
        return scheme.wholeMatch(of: /[a-z][a-z0-9+.-]*/) == nil ? nil : scheme
      default: visible.append(byte)
      }
    }
    return nil
  }
}
