import Rendering

extension RedirectServer {
  /// The maximal number of rules that the server follows; `nil` for no limit.
  ///
  /// Source: Cloudflare Pages, “Redirects”, 2026: static redirects.
  var limit: Int? { self == .cloudflare ? 2000 : nil }

  /// Whether the server serves pages at addresses without an extension.
  var hidesEndings: Bool { self == .netlify || self == .cloudflare }

  /// Whether a rule can state that a page was removed.
  var knowsGonePages: Bool { self != .cloudflare }
}

/// A requested path on a server, and its destination.
struct RedirectRule: Hashable, Sendable {
  /// The requested path, without percent-encoding.
  var path: String
  /// The destination's path, percent-encoded. For a removed page it is the path of the page that states this.
  var destination: String
  /// Whether the page was removed.
  var isGone: Bool
}

extension RedirectServer {
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

extension String {
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
