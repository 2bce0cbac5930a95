/// The address of a page inside the catalog, without the ending that a format adds.
public struct PagePath: Hashable, Sendable {
  /// The folders from the catalog's root, then the page's own name. Never empty, and no component is `..`.
  public let components: [String]

  /// Makes an address from its components.
  init(_ components: String...) { self.components = components }

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
    let folders = components.dropLast()
    let target = file.split(separator: "/").map(String.init)
    let shared = zip(folders, target.dropLast()).prefix { $0 == $1 }.count
    return String(repeating: "../", count: folders.count - shared)
      + target.dropFirst(shared).joined(separator: "/").percentEncodedPath
  }
}

extension String {
  /// The path with everything percent-encoded that RFC 3986 does not let stand in a path as it is.
  var percentEncodedPath: String {
    var result = ""
    for byte in utf8 {
      let scalar = UnicodeScalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-._~/".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
