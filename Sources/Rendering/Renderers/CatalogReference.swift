import Foundation

/// A relative reference of a text, which starts from the catalog's root.
package struct CatalogReference {
  /// The path that it leads to from the root, decoded, without query and fragment; nil where it leads out of the catalog.
  package let path: String?
  /// What stands before query and fragment, as it is written.
  private let address: Substring
  /// The query and the fragment.
  private let rest: Substring

  /// Takes a reference apart.
  package init(_ reference: String) {
    let end = reference.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? reference.endIndex
    (address, rest) = (reference[..<end], reference[end...])
    path = Self.resolved(address.removingPercentEncoding ?? String(address))
  }

  /// A path without `.` and `..`; nil where it leads out.
  private static func resolved(_ path: String) -> String? {
    var parts: [Substring] = []
    // By bytes: a file system takes a path apart at the byte of a slash, even where a mark after it makes another character of it.
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) }) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// The reference in a format: one to a page as it is in HTML leads to the page in the format.
  ///
  /// - Parameters:
  ///   - ending: The ending of the files that links lead to in the format, without a dot.
  ///   - copiedPages: The files in HTML that are no pages.
  func text(withEnding ending: String, besides copiedPages: Set<String>) -> String {
    let html = ".html"
    guard let path, path.utf8.count > html.utf8.count, address.hasSuffix(html), !copiedPages.contains(path) else {
      return String(address + rest)
    }
    return address.dropLast(html.count) + "." + ending + rest
  }
}
