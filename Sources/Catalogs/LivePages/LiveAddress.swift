/// The address of a request, relative to the catalog's root.
struct LiveAddress {
  /// The folders and the name, decoded. The name is empty for the address of a folder.
  let parts: [String]

  /// Reads an address as it was sent, with or without a slash at the beginning.
  ///
  /// No file of a catalog has a path with `.` or `..`, an empty name, a backslash or a control character, so such an
  /// address is not resolved: the result is `nil`.
  init?(_ address: String) {
    var parts: [String] = []
    let trimmed = address.utf8.first == UInt8(ascii: "/") ? address.utf8.dropFirst() : address.utf8[...]
    let components = trimmed.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, component) in components.enumerated() {
      guard let part = Self.decoded(component), part != ".", part != "..",
        !part.isEmpty || index == components.count - 1,
        part.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "/") })
      else { return nil }
      parts.append(part)
    }
    self.parts = parts.isEmpty ? [""] : parts
  }

  /// Divides an address into what this type reads and the query behind the question mark, which is `nil` if there is no
  /// question mark.
  static func divided(_ address: String) -> (address: String, query: String?) {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
  }

  var isFolder: Bool { parts.last == "" }

  /// The path of the file with this address; for a folder, what precedes the name of a file in it.
  var path: String { parts.joined(separator: "/") }

  /// The path of the web page's file with this address.
  var file: String { isFolder ? path + "index.html" : path }

  /// The relative way from the address to the catalog's root.
  var wayToRoot: String { String(repeating: "../", count: parts.count - 1) }

  private static func decoded(_ component: Substring.UTF8View.SubSequence) -> String? {
    var bytes: [UInt8] = []
    var rest = component[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; `nil` for another byte.
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
