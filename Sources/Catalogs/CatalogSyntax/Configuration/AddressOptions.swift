import Datasets
import Rendering

/// The options for the addresses of a catalog's pages, and for redirects from pages that have moved.
package struct AddressOptions: Sendable {
  /// Whether the page of each row has its own folder.
  package var hasFolders = false
  /// The folder of the sections of the catalog's chain; `nil` if they are next to the folders of data sets.
  package var sections: LocatedText?
  /// The servers for which redirect rules are written.
  package var redirects: [RedirectServer] = []
}

/// A kind of web server that reads redirect rules from a file.
package enum RedirectServer: String, CaseIterable, Sendable {
  /// Netlify, and servers that read the same format. Rules take precedence over pages.
  case netlify
  /// Cloudflare Pages.
  case cloudflare
  /// Apache's HTTP server.
  case apache
  /// nginx.
  case nginx

  /// The file's path, relative to the catalog's root.
  package var file: String {
    switch self {
    case .netlify, .cloudflare: "_redirects"
    case .apache: ".htaccess"
    case .nginx: "redirects.map"
    }
  }
}

extension AddressOptions {
  init(_ node: YAMLNode) {
    let values = node.mapping(["pretty", "sections", "redirects"])
    hasFolders = values["pretty"]?.boolean ?? false
    sections = values["sections"]?.folder
    for element in values["redirects"]?.elements ?? [] {
      guard let server: RedirectServer = element.choice() else { continue }
      if redirects.contains(server) { continue }
      if let other = redirects.first(where: { $0.file == server.file }) {
        element.report(
          "catalog/redirects", "“\(other.rawValue)” and “\(server.rawValue)” read the same file, \(server.file)",
          hint: "Keep one of them.")
        continue
      }
      redirects.append(server)
    }
  }
}

extension YAMLNode {
  /// The node as the name of a folder of pages. A text that cannot be one is reported.
  fileprivate var folder: LocatedText? {
    guard let name = name else { return nil }
    guard PagePath.canBeFolder(name.text) else {
      report("catalog/folder", "“\(name.text)” cannot be a folder", hint: PagePath.folderHint(for: name.text))
      return nil
    }
    return name
  }
}

extension PagePath {
  static func folderHint(for text: String) -> String {
    let slug = slug(of: text)
    return canBeFolder(slug)
      ? "Write small letters, digits and hyphens: \(slug)."
      : "Choose an unused name of letters, digits and hyphens."
  }
}
