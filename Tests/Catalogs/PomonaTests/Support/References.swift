import Foundation

/// The file of a reference on a page, as a path from the catalog's root.
///
/// - Returns: `nil` for a reference with a scheme, for a fragment, and for one out of the catalog.
func target(of reference: String, on page: String) -> String? {
  // A page has hundreds of references, and a regular expression is compiled for each.
  guard !reference.hasPrefix("#"), !reference.hasPrefix("/"), !hasScheme(reference) else { return nil }
  var components = page.split(separator: "/").dropLast().map(String.init)
  for component in reference.prefix(while: { $0 != "#" && $0 != "?" }).split(separator: "/") {
    if component == ".." {
      guard components.popLast() != nil else { return nil }
    } else if component != "." {
      components.append(component.removingPercentEncoding ?? String(component))
    }
  }
  return components.joined(separator: "/")
}

private func hasScheme(_ reference: String) -> Bool {
  guard reference.utf8.contains(UInt8(ascii: ":")) else { return false }
  return reference.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/) != nil
}

/// The destinations of the links and pictures of a Markdown page.
func markdownReferences(_ text: String) -> [String] {
  text.matches(of: /\]\(<?([^)>\s]+)>?\)/).map { String($0.1) }
}
