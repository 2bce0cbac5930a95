package import Fingerprints

/// The address of a page in the catalog, without a file extension, which depends on the format.
public struct PagePath: Hashable, CustomStringConvertible, Fingerprintable, Sendable {
  /// The folders, from the catalog's root. None is `..`.
  package let folders: [String]
  /// The name of the page in its folder.
  package let name: String
  /// The path of the catalog's root on its server, for a page that is shown at any address: `/fruits/`. `nil` for other
  /// pages, which refer to the root by a relative reference.
  let root: String?

  init(_ folders: [String], _ name: String, root: String? = nil) {
    self.folders = folders
    self.name = name
    self.root = root
  }

  /// The name of the page of a folder.
  static let index = "index"

  /// The home page of a catalog.
  public static let home = PagePath([], index)

  /// Parses an address that a person wrote: `fruits/lemon`.
  ///
  /// - Parameter address: The folders and the name, separated by slashes, without an extension: lowercase letters,
  ///   digits and hyphens. An address that ends in a slash is that of the folder's index.
  /// - Returns: The address, or `nil` if no page can have it.
  public init?(_ address: String) {
    var parts = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    if parts.count > 1, parts.last == "" { parts[parts.count - 1] = Self.index }
    guard let name = parts.last, parts.allSatisfy(Slug.isPart) else { return nil }
    self.init(Array(parts.dropLast()), name)
  }

  /// The address as a person would write it, without an extension: `fruits/lemon`.
  package var address: String { (folders + [name]).joined(separator: "/") }

  /// The folders around the page; for the page of a folder, the folders around that folder.
  var outerFolders: [String] { isIndex ? folders.dropLast() : folders }

  /// The page of the folder with the name of this page; for the page of a folder, the page beside the folder with the
  /// folder's name.
  package var sibling: PagePath { isIndex ? PagePath(outerFolders, ownName) : PagePath(folders + [name], Self.index) }

  /// The name of the page; for the page of a folder, the name of the folder.
  var ownName: String { isIndex ? folders.last ?? name : name }

  /// Whether this is the page of a folder.
  package var isIndex: Bool { name == Self.index }

  /// Whether the page of an object can have this address: pages of lists and other files of the catalog never do.
  package var canBelongToObject: Bool {
    self != .home && outerFolders.allSatisfy(Slug.canStandAlone) && Slug.canStandAlone(ownName)
      && !(folders.isEmpty && Self.namesAtRoot.contains(name))
  }

  /// Returns whether a text can be the name of a folder of objects' pages without conversion.
  package static func canBeFolder(_ text: String) -> Bool { Slug.isPart(text) && Slug.isUsable(text) }

  /// The names at the root of files that are not pages, or not pages of objects.
  static let namesAtRoot: Set<String> = ["404", "catalog", "feed", "robots", "sitemap"]

  /// Returns the name of a page in a list with numbered pages.
  static func name(ofPage number: Int) -> String { number == 1 ? index : "page-\(number)" }

  /// Returns the number of the page with a name in such a list, or `nil` if it is no name of one after the first.
  static func number(ofPage name: String) -> Int? {
    guard name.hasPrefix("page-"), let number = Int(name.dropFirst("page-".count)), number > 1 else { return nil }
    return number
  }

  /// Returns the path of the page's file in a format, relative to the catalog's root: `fruits/apple.html`.
  ///
  /// - Parameter fileExtension: The file extension of the format, without a dot.
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

  /// The reference from this page to the catalog's root: the `root` if there is one, otherwise `../` for each folder.
  package var rootReference: String { root ?? String(repeating: "../", count: folders.count) }

  /// Returns a percent-encoded reference from this page to a file of the catalog. It is relative, unless the page is
  /// shown at any address.
  ///
  /// - Parameter file: A path relative to the catalog's root.
  public func reference(to file: String) -> String {
    let parts = file.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return reference(to: parts.dropLast(), parts.last ?? "", ending: "")
  }

  /// Returns a percent-encoded reference from this page to another page in a format. It is relative, unless the page is
  /// shown at any address.
  ///
  /// - Parameters:
  ///   - page: The other page.
  ///   - fileExtension: The file extension of the format, without a dot.
  public func reference(to page: PagePath, _ fileExtension: String) -> String {
    reference(to: page.folders[...], page.name, ending: "." + fileExtension)
  }

  private func reference(to others: ArraySlice<String>, _ name: String, ending: String) -> String {
    // Pages contain many references. Bytes are appended faster than characters.
    var reference: [UInt8] = []
    reference.reserveCapacity(100)
    var shared = 0
    if let root {
      reference += root.utf8
    } else {
      while shared < min(folders.count, others.count), folders[shared] == others[others.startIndex + shared] {
        shared += 1
      }
      for _ in shared..<folders.count { reference += "../".utf8 }
    }
    for folder in others.dropFirst(shared) {
      reference.append(percentEncoding: folder)
      reference.append(UInt8(ascii: "/"))
    }
    reference.append(percentEncoding: name)
    reference += ending.utf8
    return String(decoding: reference, as: UTF8.self)
  }

  /// The address without an extension: `fruits/lemon`.
  public var description: String { address }

  package func combine(into parts: inout Fingerprinter) {
    parts.combine(folders.count)
    // All pages of a folder share the array, so it is read in place.
    let folders = folders.span
    for index in folders.indices { parts.combine(folders[index]) }
    parts.combine(name)
    parts.combine(root)
  }
}

extension String {
  /// The path with all bytes percent-encoded except slashes and the unreserved characters of RFC 3986.
  package var percentEncodedPath: String {
    var path = self
    if path.withUTF8({ $0.allSatisfy(\.mayStandInPath) }) { return self }
    var bytes: [UInt8] = []
    bytes.append(percentEncoding: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(percentEncoding path: String) {
    var path = path
    path.withUTF8 { path in
      // Nearly all paths are appended as a whole.
      if path.allSatisfy(\.mayStandInPath) { return self += path }
      for byte in path {
        if byte.mayStandInPath {
          append(byte)
        } else {
          append(UInt8(ascii: "%"))
          append((byte >> 4).hexadecimalDigit)
          append((byte & 15).hexadecimalDigit)
        }
      }
    }
  }
}

extension UInt8 {
  /// The digit of a number below 16.
  fileprivate var hexadecimalDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10 }

  fileprivate var mayStandInPath: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
