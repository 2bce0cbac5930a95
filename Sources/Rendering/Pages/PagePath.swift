package import Fingerprints

/// The address of a page inside the catalog, without the ending that a format adds.
public struct PagePath: Hashable, Sendable {
  /// The folders from the catalog's root on; none is `..`.
  package let folders: [String]
  /// The page's own name.
  package let name: String
  /// Where the catalog's root is on its server, for a page that is shown at any address: `/fruits/`. Nil for any other page, from which
  /// the root is found by a relative reference.
  let root: String?

  /// Makes an address from its folders and the page's name.
  init(_ folders: [String], _ name: String, root: String? = nil) {
    self.folders = folders
    self.name = name
    self.root = root
  }

  /// The name of the page of a folder.
  static let index = "index"

  /// The home page of a catalog.
  public static let home = PagePath([], index)

  /// Reads an address that somebody wrote: `fruits/lemon`.
  ///
  /// - Parameter address: The folders and the name, between slashes, without an ending: small letters, digits and hyphens. With a slash at the
  ///   end it is that of the folder's index.
  /// - Returns: nil if no page could stand there.
  public init?(_ address: String) {
    var parts = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    if parts.count > 1, parts.last == "" { parts[parts.count - 1] = Self.index }
    guard let name = parts.last, parts.allSatisfy(Slug.isPart) else { return nil }
    self.init(Array(parts.dropLast()), name)
  }

  /// The address as somebody would write it, without an ending: `fruits/lemon`.
  package var address: String { (folders + [name]).joined(separator: "/") }

  /// The folders that the page stands in; one that is the page of a folder stands in those around it.
  var outerFolders: [String] { isIndex ? folders.dropLast() : folders }

  /// The page of a folder that is called like this page, or the other way round.
  package var sibling: PagePath { isIndex ? PagePath(outerFolders, ownName) : PagePath(folders + [name], Self.index) }

  /// The name of the page, or that of the folder whose page it is.
  var ownName: String { isIndex ? folders.last ?? name : name }

  /// Whether it is the page of a folder.
  package var isIndex: Bool { name == Self.index }

  /// Whether the page of an object can stand here: under a name that no page of a list has.
  package var canBelongToObject: Bool {
    self != .home && outerFolders.allSatisfy(Slug.canStandAlone) && Slug.canStandAlone(ownName)
      && !(folders.isEmpty && Self.namesAtRoot.contains(name))
  }

  /// Whether a text can be a folder of objects' pages as it is.
  package static func canBeFolder(_ text: String) -> Bool { Slug.isPart(text) && Slug.isUsable(text) }

  /// The names of files at the root that are no pages, or none of objects.
  static let namesAtRoot: Set<String> = ["404", "catalog", "feed", "robots", "sitemap"]

  /// The name of one of several pages of a list that have numbers.
  static func name(ofPage number: Int) -> String { number == 1 ? index : "page-\(number)" }

  /// The file of the page in a format, relative to the catalog's root: `fruits/apple.html`.
  ///
  /// - Parameter fileExtension: The format's ending, without a dot.
  public func file(_ fileExtension: String) -> String {
    var file = ""
    file.reserveCapacity(folders.reduce(name.utf8.count + fileExtension.utf8.count + 1) { $0 + $1.utf8.count + 1 })
    for folder in folders {
      file += folder
      file += "/"
    }
    file += name
    file += "."
    file += fileExtension
    return file
  }

  /// The way from this page to the catalog's root: `../` for each folder.
  package var rootReference: String { root ?? String(repeating: "../", count: folders.count) }

  /// A relative link from this page to a file of the catalog, percent-encoded.
  ///
  /// - Parameter file: A path relative to the catalog's root.
  public func reference(to file: String) -> String {
    let parts = file.split(separator: "/").map(String.init)
    return reference(to: parts.dropLast(), parts.last ?? "", ending: "")
  }

  /// A relative link from this page to another page in a format, percent-encoded.
  ///
  /// - Parameters:
  ///   - page: The other page.
  ///   - fileExtension: The format's ending, without a dot.
  public func reference(to page: PagePath, _ fileExtension: String) -> String {
    reference(to: page.folders[...], page.name, ending: "." + fileExtension)
  }

  private func reference(to others: ArraySlice<String>, _ name: String, ending: String) -> String {
    let shared = root == nil ? zip(folders, others).prefix { $0 == $1 }.count : 0
    var reference = root ?? String(repeating: "../", count: folders.count - shared)
    // Pages are full of these: so there is room for all at once.
    reference.reserveCapacity(
      others.reduce(reference.utf8.count + name.utf8.count + ending.utf8.count) { $0 + $1.utf8.count + 1 })
    for folder in others.dropFirst(shared) {
      reference += folder.percentEncodedPath
      reference += "/"
    }
    reference += name.percentEncodedPath
    reference += ending
    return reference
  }
}

extension String {
  /// The path with everything percent-encoded that RFC 3986 does not let stand in a path as it is.
  package var percentEncodedPath: String {
    var path = self
    if path.withUTF8({ $0.allSatisfy(\.mayStandInPath) }) { return self }
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

extension PagePath: Fingerprintable {
  package func combine(into parts: inout Fingerprinter) {
    parts.combine(folders.count)
    // All pages of a folder share the list: so it is looked at where it is.
    let folders = folders.span
    for index in folders.indices { parts.combine(folders[index]) }
    parts.combine(name)
    parts.combine(root)
  }
}
