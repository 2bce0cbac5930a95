import Fingerprints

/// The address of a page inside the catalog, without the ending that a format adds.
public struct PagePath: Hashable, Sendable {
  /// The folders from the catalog's root, then the page's own name. Never empty, and no component is `..`.
  public let components: [String]

  /// Makes an address from its components.
  init(_ components: String...) { self.components = components }

  /// Makes an address from its components, of which there is at least one.
  init(components: [String]) { self.components = components }

  /// The home page of a catalog.
  public static let home = PagePath("index")

  /// The file of the page in a format, relative to the catalog's root: `fruits/apple.html`.
  ///
  /// - Parameter fileExtension: The format's ending, without a dot.
  public func file(_ fileExtension: String) -> String {
    components.joined(separator: "/") + "." + fileExtension
  }

  /// The way from this page to the catalog's root: `../` for each folder.
  public var rootReference: String {
    String(repeating: "../", count: components.count - 1)
  }

  /// A relative link from this page to a file of the catalog, percent-encoded.
  ///
  /// - Parameter file: A path relative to the catalog's root.
  public func reference(to file: String) -> String {
    reference(to: file.split(separator: "/").map(String.init))
  }

  /// A relative link from this page to another page in a format, percent-encoded.
  ///
  /// - Parameters:
  ///   - page: The other page.
  ///   - fileExtension: The format's ending, without a dot.
  public func reference(to page: PagePath, _ fileExtension: String) -> String {
    reference(to: page.components) + "." + fileExtension
  }

  private func reference(to target: [String]) -> String {
    var shared = 0
    while shared < min(components.count, target.count) - 1, components[shared] == target[shared] { shared += 1 }
    var reference = String(repeating: "../", count: components.count - 1 - shared)
    for (index, component) in target[shared...].enumerated() {
      if index > 0 { reference += "/" }
      reference += component.percentEncodedPath
    }
    return reference
  }
}

extension String {
  /// The path with everything percent-encoded that RFC 3986 does not let stand in a path as it is.
  package var percentEncodedPath: String {
    guard !utf8.allSatisfy(\.mayStandInPath) else { return self }
    var result = ""
    for byte in utf8 {
      if byte.mayStandInPath {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var mayStandInPath: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension Fingerprinter {
  /// Adds the address of a page.
  mutating func combine(_ path: PagePath) {
    combine(path.components.count)
    for component in path.components { combine(component) }
  }
}
