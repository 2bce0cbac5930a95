import Datasets
import Fingerprints
import Foundation
import Publishing
import Rendering

/// A file of redirects that follows the changes of the addresses.
struct LiveRedirects: LiveExport {
  private let file: RedirectFile
  private let document: Document<Record>
  private var planKey: Fingerprint?
  private var former: Set<PagePath>
  private var isStale = false
  private(set) var work = 0

  init(_ file: RedirectFile, _ document: Document<Record>) {
    self.file = file
    self.document = document
    planKey = file.plan(document).planKey
    former = Set(document.formerAddresses.map(\.from))
  }

  var files: [PlannedFile] { [file.plan(document)] }
  var paths: [String] { [file.server.file] }

  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects) {
    // A page that redirects is updated when its destination changes, and also when another page takes its place, or
    // leaves it to it.
    isStale =
      isStale || !changes.created.isEmpty || !changes.deleted.isEmpty
      || changes.updated.contains { path in
        former.contains(path) || [.redirect, .gone].contains(document.plannedPage(at: path)?.kind)
      }
  }

  mutating func takeChanges() -> ChangedFiles {
    guard isStale else { return ChangedFiles() }
    isStale = false
    former = Set(document.formerAddresses.map(\.from))
    return file.plan(document).changes(since: &planKey)
  }
}

/// The file that lists for a server which pages have moved and which were removed. The HTML pages at the old addresses
/// say the same.
struct RedirectFile {
  let server: RedirectServer
  /// The path of the catalog's root on the server, between slashes, percent-encoded as in addresses.
  private let root: String

  /// Creates the description of the file for a server.
  ///
  /// - Parameter address: The address at which the catalog will be published, without a trailing slash; `nil` for the
  ///   root of the server.
  init(for server: RedirectServer, address: String?) {
    self.server = server
    root = address.map(\.pathOfRoot) ?? "/"
  }

  func plan(_ document: Document<Record>) -> PlannedFile {
    let text =
      "# Where pages have moved to, and which are gone.\n"
      + rules(for: document).map { server.line($0) + "\n" }.joined()
    let bytes = Array(text.utf8)
    return PlannedFile(server.file, as: .asset, key: Fingerprint(bytes)) { .bytes(bytes) }
  }

  /// Returns the rules, in the order of their paths.
  func rules(for document: Document<Record>) -> [RedirectRule] {
    let addresses = document.formerAddresses
    let former = Set(addresses.map(\.from))
    let decodedRoot = root.removingPercentEncoding ?? root
    var rules: [RedirectRule] = []
    for (from, to) in addresses where to != nil || server.knowsGonePages {
      let destination = root.percentEncodedDestination + (to ?? from).request().percentEncodedPath
      var paths = [from.file("html")]
      if server.hidesEndings {
        // A rule applies with and without a trailing slash. It must not catch requests for another page.
        let sibling = from.sibling
        let isTaken = document.hasPage(at: sibling) && (sibling.isIndex || !former.contains(sibling))
        if !isTaken { paths.append(from.request(withoutEnding: true)) }
      } else if from.isIndex {
        paths.append(from.request())
      }
      rules += paths.map { RedirectRule(path: decodedRoot + $0, destination: destination, isGone: to == nil) }
    }
    return rules.sorted { $0.path.precedesByBytes($1.path) }
  }
}

/// A requested path on a server, and its destination.
struct RedirectRule: Hashable, Sendable {
  /// The requested path, without percent-encoding.
  var path: String
  /// The destination's path, percent-encoded. For a removed page it is the path of the page that states this.
  var destination: String
  var isGone: Bool
}

extension RedirectServer {
  /// The maximal number of rules that the server follows; `nil` for no limit.
  ///
  /// Source: Cloudflare Pages, “Redirects”, 2026: static redirects.
  var limit: Int? { self == .cloudflare ? 2000 : nil }

  /// Whether the server serves pages at addresses without an extension.
  var hidesEndings: Bool { self == .netlify || self == .cloudflare }

  /// Whether a rule can state that a page was removed.
  var knowsGonePages: Bool { self != .cloudflare }

  /// Returns the line of a rule.
  ///
  /// Sources: Netlify, “Redirects and rewrites”; Cloudflare Pages, “Redirects”; Apache HTTP Server 2.4, mod_alias;
  /// nginx, ngx_http_map_module.
  func line(_ rule: RedirectRule) -> String {
    switch self {
    case .netlify:
      // Without `!` a rule does not apply where a page exists.
      return "\(rule.path.percentEncodedPath) \(rule.destination) \(rule.isGone ? 410 : 301)!"
    case .cloudflare: return "\(rule.path.percentEncodedPath) \(rule.destination) 301"
    case .apache:
      // `Redirect` matches the beginning of a path, and `RedirectMatch` with a full pattern all of it.
      let pattern = "\"^\(rule.path.escapedForApache)$\""
      return rule.isGone ? "RedirectMatch 410 \(pattern)" : "RedirectMatch 301 \(pattern) \"\(rule.destination)\""
    case .nginx: return "\"\(rule.path.escapedForNginx)\" \"\(rule.isGone ? "gone" : rule.destination)\";"
    }
  }
}

extension PagePath {
  /// Returns the path that is requested for this page, relative to the catalog's root: that of its file, or of the
  /// folder whose index it is.
  fileprivate func request(withoutEnding: Bool = false) -> String {
    let file = file("html")
    if isIndex { return String(file.dropLast("index.html".count)) }
    return withoutEnding ? String(file.dropLast(".html".count)) : file
  }
}

extension String {
  /// The path, percent-encoded except for what is encoded already. Servers read some characters as captures of a
  /// pattern or as variables.
  fileprivate var percentEncodedDestination: String {
    split(separator: "%", omittingEmptySubsequences: false).map { String($0).percentEncodedPath }.joined(separator: "%")
  }

  /// The text as a part of a quoted regular expression in a file of Apache. Characters that could have a meaning in
  /// either are written as numbers.
  fileprivate var escapedForApache: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case ".": result += "\\."
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", "_", "\u{80}"...: result.unicodeScalars.append(scalar)
      default: result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      }
    }
    return result
  }

  /// The text between quotes in a file of nginx.
  fileprivate var escapedForNginx: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
