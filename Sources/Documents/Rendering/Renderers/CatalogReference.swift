import Foundation

/// A reference in a text, relative to the catalog's root.
package struct CatalogReference {
  /// The path from the root, decoded, without query and fragment; `nil` if it leads out of the catalog.
  package let path: String?
  /// The reference before query and fragment, as it is written.
  private let address: Substring
  /// The query and the fragment, with the characters that introduce them.
  private let rest: Substring

  /// Parses a reference.
  package init(_ reference: String) {
    let end = reference.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? reference.endIndex
    address = reference[..<end]
    rest = reference[end...]
    path = Self.resolved(address.removingPercentEncoding ?? String(address))
  }

  /// Returns a path without `.` and `..` components, or `nil` if it leads out of the catalog.
  private static func resolved(_ path: String) -> String? {
    var parts: [Substring] = []
    // The path is split by bytes, as file systems do. A `Character` that consists of a slash and a combining mark is
    // not equal to a slash.
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) }) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the reference in a format. A reference to the HTML file of a page leads to the file of the page in the
  /// format.
  ///
  /// - Parameters:
  ///   - ending: The extension of the files that links in the format lead to, without a dot.
  ///   - copiedPages: The HTML files that are not pages.
  func text(withEnding ending: String, besides copiedPages: Set<String>) -> String {
    let html = ".html"
    guard let path, path.utf8.count > html.utf8.count, address.hasSuffix(html), !copiedPages.contains(path) else {
      return String(address + rest)
    }
    return address.dropLast(html.count) + "." + ending + rest
  }
}
