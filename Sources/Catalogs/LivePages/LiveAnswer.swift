/// What a live catalog answers to a request.
public struct LiveAnswer: Sendable {
  /// What follows the head.
  public enum Body: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// The content of the file at a path of this machine.
    case file(String)
    /// A stream of events, with the bytes that say that it lives.
    case events(LiveCatalog.Events)
  }

  /// The status of HTTP: 200, 302, 404, 410 or 503, and 204 or 400 for messages of live pages.
  public var status = 200
  /// The fields of the head, in order. An entity tag is among them if the answer can be compared with one that the
  /// client knows.
  public var headers: [(name: String, value: String)] = []
  /// What follows the head.
  public var body = Body.bytes([])
}

/// The media types of the files of catalogs, by their extensions.
enum MediaType {
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "ico": "image/x-icon", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "pdf": "application/pdf",
    "epub": "application/epub+zip", "zip": "application/zip", "gz": "application/gzip", "woff": "font/woff",
    "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "mp3": "audio/mpeg", "ogg": "audio/ogg",
    "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm", "wasm": "application/wasm",
    "csv": "text/csv; charset=utf-8", "webmanifest": "application/manifest+json",
  ]
  /// The extensions of texts that browsers are to show, and would save if they knew their types.
  private static let texts: Set<String> = ["txt", "md", "tex", "yml", "yaml", "toml", "rst", "adoc", "jsonl"]

  static func type(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    if path == "feed.xml" { return "application/atom+xml" }
    guard let dot = name.lastIndex(of: ".") else { return "text/plain; charset=utf-8" }
    let ending = name[name.index(after: dot)...].lowercased()
    // The sections of the manual are digits with a letter at most.
    let isManual = ending.first?.isNumber == true && ending.count <= 3
    if texts.contains(ending) || isManual { return "text/plain; charset=utf-8" }
    return types[ending] ?? "application/octet-stream"
  }
}
