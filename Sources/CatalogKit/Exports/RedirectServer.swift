import Rendering

/// A kind of web server that reads redirect rules from a file.
enum RedirectServer: String, CaseIterable, Sendable {
  /// Netlify, and what reads the same: the rules win over pages.
  case netlify
  /// Cloudflare Pages.
  case cloudflare
  /// Apache's HTTP server.
  case apache
  /// nginx.
  case nginx

  /// The place of the file relative to the catalog's root.
  var file: String {
    switch self {
    case .netlify, .cloudflare: "_redirects"
    case .apache: ".htaccess"
    case .nginx: "redirects.map"
    }
  }

  /// How many rules the server follows; nil where that is not limited.
  ///
  /// Source: Cloudflare Pages, “Redirects”, 2026: static redirects.
  var limit: Int? { self == .cloudflare ? 2000 : nil }

  /// Whether the server answers with pages under their names without an ending.
  var hidesEndings: Bool { self == .netlify || self == .cloudflare }

  /// Whether a rule can say that a page is gone.
  var knowsGonePages: Bool { self != .cloudflare }
}

/// An address that is asked for on a server, and where it leads.
struct RedirectRule: Hashable, Sendable {
  /// The path that is asked for, as it is once nothing in it is percent-encoded.
  var path: String
  /// The path that it leads to, percent-encoded; where there is no page any more, that of the one that says so.
  var destination: String
  /// Whether there is no page any more.
  var isGone: Bool
}

extension RedirectServer {
  /// The line of a rule.
  ///
  /// Sources: Netlify, “Redirects and rewrites”; Cloudflare Pages, “Redirects”; Apache HTTP Server 2.4, mod_alias; nginx,
  /// ngx_http_map_module.
  func line(_ rule: RedirectRule) -> String {
    switch self {
    case .netlify:
      // Where a page is, a rule counts only by force.
      return "\(rule.path.percentEncodedPath) \(rule.destination) \(rule.isGone ? 410 : 301)!"
    case .cloudflare: return "\(rule.path.percentEncodedPath) \(rule.destination) 301"
    case .apache:
      // `Redirect` goes by the beginning of a path.
      let pattern = "\"^\(rule.path.escapedForApache)$\""
      return rule.isGone ? "RedirectMatch 410 \(pattern)" : "RedirectMatch 301 \(pattern) \"\(rule.destination)\""
    case .nginx: return "\"\(rule.path.escapedForNginx)\" \"\(rule.isGone ? "gone" : rule.destination)\";"
    }
  }
}

extension String {
  /// The text as a part of a regular expression between quotes in a file of Apache's. What may mean anything to either is a number.
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
