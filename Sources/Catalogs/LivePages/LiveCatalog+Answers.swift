import CatalogKit
import Diagnostics
import Fingerprints
import Foundation
import JSONValues
import Publishing
import Rendering
import Templates

extension LiveCatalog {
  /// The folder of the files and messages that make pages live.
  private static let ownFolder = "-"
  /// The address of the explanations of cells.
  private static let explanation = [ownFolder, "explain"]

  /// What there is at an address, as far as the catalog itself has to say it.
  private enum Found: Sendable {
    case file(CatalogFile, path: String, stamp: PageStamp)
    /// A folder, whose address lacks the slash at its end.
    case folder(name: String)
    case nothing(LivePage, HTMLRenderer, stamp: PageStamp)
    case unreadable([Diagnostic], stamp: PageStamp)
    case missing
  }

  /// Answers a request to read a page or another file.
  ///
  /// - Parameters:
  ///   - address: The path relative to the catalog's root, percent-encoded as browsers send it, with or without a slash
  ///     at the beginning: `/fruits/apple.html`.
  ///   - query: What follows the question mark.
  ///   - explains: Whether readers may look into cells, and see the paths of files and the steps of chains. For
  ///     requests about which ``isExplanation(_:)`` is true, pass `true` only if they come from a page of the catalog.
  /// - Returns: The answer. A build would write the same bytes for the address, but for what makes a web page live.
  public nonisolated func answer(_ address: String, query: String? = nil, explains: Bool = false) async -> LiveAnswer {
    guard let place = LiveAddress(address) else { return Self.text(404, "There is nothing at this address.") }
    if place.parts == Self.explanation, explains { return await explanation(query) }
    if place.parts.count == 2, place.parts[0] == Self.ownFolder { return ownAnswer(place.parts[1], query) }
    switch await find(place, query, explains: explains) {
    case .file(.page(let page, let renderer), _, let stamp):
      let (html, failures) = RenderingFailures.collected { renderer.render(page) }
      guard failures.isEmpty else { return Self.explanation(of: failures, at: place, stamp: stamp) }
      return Self.page(html, at: place, page.page.kind == .gone ? 410 : 200, stamp: stamp)
    case .file(.content(let content, let isPage), let path, let stamp):
      return Self.file(content, at: place, path, isPage: isPage, stamp: stamp)
    case .folder(let name):
      // The last part of the address is replaced, so that it works under any path of a proxy.
      let query = query.map { "?\($0)" } ?? ""
      return LiveAnswer(
        status: 302, headers: [("Location", "\(name.percentEncodedPath)/\(query)"), ("Cache-Control", "no-cache")])
    case .nothing(let page, let renderer, let stamp):
      let (html, _) = RenderingFailures.collected { renderer.render(page) }
      return Self.page(html, at: place, 404, stamp: stamp)
    case .missing: return Self.text(404, "There is nothing at this address.")
    case .unreadable(let problems, let stamp): return Self.explanation(of: problems, at: place, stamp: stamp)
    }
  }

  /// Returns whether an address is that of the explanations of cells.
  ///
  /// They are for the pages of the catalog only. A server answers requests from other origins with 403.
  public static func isExplanation(_ address: String) -> Bool { LiveAddress(address)?.parts == explanation }

  /// Answers a message of a live page.
  ///
  /// - Parameters:
  ///   - address: The path of the message, as for ``answer(_:query:explains:)``.
  ///   - query: What follows the question mark.
  ///   - body: The message.
  public func answer(_ address: String, query: String?, body: [UInt8]) async -> LiveAnswer {
    struct OpenPages: Decodable { let pages: [String: String] }
    let parts = LiveAddress(address)?.parts
    if parts == [Self.ownFolder, "event"] { return await answer(event: body) }
    guard parts == [Self.ownFolder, "open"] else { return Self.text(404, "There is nothing at this address.") }
    guard let name = Self.reader(in: query), let message = try? JSONDecoder().decode(OpenPages.self, from: Data(body))
    else { return Self.text(400, "This is no message of a live page.") }
    return open(message.pages, by: name)
      ? LiveAnswer(status: 204) : Self.text(404, "The stream of events has ended: connect again.")
  }

  /// Returns the path of the file with an address, relative to the catalog's root; `nil` if no page can have it.
  ///
  /// A page whose listing a reader has arranged is known by the path with the query.
  func file(at address: String) -> String? {
    let (address, query) = LiveAddress.divided(address)
    guard let file = LiveAddress(address)?.file else { return nil }
    return query.flatMap { viewKey(file, $0) } ?? file
  }

  private func find(_ place: LiveAddress, _ query: String?, explains: Bool) -> Found {
    func stamp(of file: String? = nil) -> PageStamp {
      PageStamp(
        version: version.text, filesVersion: filesVersion.text, token: controls.map { _ in token },
        events: controls?.events ?? [], view: file.flatMap(viewOffer(at:)), explains: explains)
    }
    guard open.catalog != nil else { return .unreadable(problems, stamp: stamp()) }
    if let query, let view = view(place.file, query), let page = page(of: view) {
      return .file(page, path: place.file, stamp: stamp(of: place.file))
    }
    do throws(DiagnosticsError) {
      for path in place.isFolder ? open.homeFiles.map({ place.path + $0 }) : [place.path] {
        if let file = try open.file(at: path, controls: controls.map { controls in { controls.attributes(of: $0) } }) {
          return .file(file, path: path, stamp: stamp(of: path))
        }
      }
      if !place.isFolder, let name = place.parts.last, let home = open.homeFiles.first,
        try open.file(at: "\(place.path)/\(home)") != nil
      {
        return .folder(name: name)
      }
    } catch {
      return .unreadable(error.diagnostics, stamp: stamp())
    }
    return open.notFoundPage(root: place.wayToRoot).map { .nothing($0.page, $0.renderer, stamp: stamp()) }
      ?? .missing
  }

  // MARK: - Files of live pages

  private nonisolated func ownAnswer(_ name: String, _ query: String?) -> LiveAnswer {
    switch name {
    case "live.js": return Self.bytes(Array(Templates.liveScript.utf8), of: name)
    case "live-events.js": return Self.bytes(Array(Templates.liveEventScript.utf8), of: name)
    case "live-views.js": return Self.bytes(Array(Templates.liveViewScript.utf8), of: name)
    case "live-inspect.js": return Self.bytes(Array(Templates.liveInspectScript.utf8), of: name)
    case "live-worker.js": return Self.bytes(Array(Templates.liveWorkerScript.utf8), of: name)
    case "events":
      guard let reader = Self.reader(in: query) else { return Self.text(400, "The stream lacks a name: ?client=NAME.") }
      let headers = [
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        // nginx would hold events back otherwise.
        ("X-Accel-Buffering", "no"),
      ]
      return LiveAnswer(headers: headers, body: .events(events(of: reader)))
    default: return Self.text(404, "There is nothing at this address.")
    }
  }

  /// Returns the name of a browser in a query: a short text of letters and digits.
  private static func reader(in query: String?) -> String? {
    let name = query?.formFields.first { $0.name == "client" }?.value
    guard let name, (8...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 < 0x80 }),
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return nil }
    return name
  }

  // MARK: - Answers

  private static func page(_ html: [UInt8], at place: LiveAddress, _ status: Int, stamp: PageStamp) -> LiveAnswer {
    let live = LiveHTML(html, root: place.wayToRoot, stamp: stamp)
    var headers = [
      ("Content-Type", "text/html; charset=utf-8"), ("ETag", live.entityTag), ("Pomona-Version", stamp.version),
      ("Pomona-Files", stamp.filesVersion),
    ]
    if let token = stamp.token { headers.append(("Pomona-Token", token)) }
    if let policy = live.policy { headers.append(("Content-Security-Policy", policy)) }
    return LiveAnswer(status: status, headers: headers + common, body: .bytes(live.bytes))
  }

  /// What the answers for pages and files say: that they have to be asked for again, and how they are protected.
  private static let common = [("Cache-Control", "no-cache")] + protections
  /// What all answers say: that types are not guessed, and that pages of other sites cannot read them.
  private static let protections = [
    ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func file(
    _ content: FileContent, at place: LiveAddress, _ path: String, isPage: Bool, stamp: PageStamp
  ) -> LiveAnswer {
    var bytes: [UInt8] = []
    do {
      switch content {
      case .bytes(let known): bytes = known
      case .made(let make): bytes = make()
      case .streamed(let write): try write { bytes += $0 }
      case .part(let maker, let subject): bytes = try maker.contents(of: [subject]).first ?? []
      case .copy(let source):
        var headers = self.headers(of: path)
        var parts = Fingerprinter()
        parts.combine(source)
        FileState(source)?.combine(into: &parts)
        headers.append(("ETag", "\"\(parts.finish())\""))
        return LiveAnswer(headers: headers, body: .file(source))
      }
    } catch let error as DiagnosticsError {
      return explanation(of: error.diagnostics, at: place, stamp: stamp)
    } catch {
      return text(503, "The file cannot be made: \(error)")
    }
    if isPage, path.hasSuffix(".html") { return page(bytes, at: place, 200, stamp: stamp) }
    return self.bytes(bytes, of: path)
  }

  private static func bytes(_ bytes: [UInt8], of path: String) -> LiveAnswer {
    LiveAnswer(headers: headers(of: path) + [("ETag", "\"\(Fingerprint(bytes))\"")], body: .bytes(bytes))
  }

  private static func headers(of path: String) -> [(String, String)] {
    let type = MediaType.type(of: path)
    var headers = [("Content-Type", type)] + common
    // A picture from somebody else runs no scripts.
    if type == "image/svg+xml" {
      headers.append(("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"))
    }
    return headers
  }

  /// Returns an answer to a script of a page.
  static func json(_ status: Int, _ json: [UInt8]) -> LiveAnswer {
    LiveAnswer(
      status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")] + protections,
      body: .bytes(json))
  }

  /// Returns an answer that says to a script of a page what is wrong, in a sentence for readers.
  static func json(_ status: Int, error: String) -> LiveAnswer {
    json(status, (["error": .string(error)] as JSONValue).line)
  }

  private static func text(_ status: Int, _ text: String) -> LiveAnswer {
    LiveAnswer(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + common,
      body: .bytes(Array((text + "\n").utf8)))
  }

  /// Returns a page that says why there is no other one. It is replaced as soon as there is.
  private static func explanation(of problems: [Diagnostic], at place: LiveAddress, stamp: PageStamp) -> LiveAnswer {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    let list = problems.isEmpty ? "The catalog is being read." : escaped(problems.text)
    let html = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>The catalog cannot be read</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 4rem auto; padding: 0 1rem } pre { white-space: pre-wrap }</style>
      </head>
      <body>
      <h1>The catalog cannot be read</h1>
      <pre>\(list)</pre>
      </body>
      </html>

      """
    return page(Array(html.utf8), at: place, 503, stamp: stamp)
  }
}
