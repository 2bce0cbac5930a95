public import Diagnostics
import Foundation
public import LivePages

/// A server of HTTP that shows a live catalog in browsers.
///
/// ```swift
/// let catalog = LiveCatalog(at: "fruits")
/// let server = try CatalogServer(of: catalog)
/// server.start()
/// print("The catalog is at \(server.address)")
/// await catalog.watch { _, update in print(update.problems) }
/// ```
///
/// By default, it answers requests from this machine only. It never believes the fields of a request that name another
/// host, and speaks no TLS: behind a proxy that does, under any path, pages and their streams work, because all
/// of their addresses are relative.
public final class CatalogServer: Sendable {
  /// Where a server listens, and what it is called.
  public struct Settings: Sendable {
    /// The name or the address to listen on; `nil` for this machine only, by IPv4 and IPv6.
    public var host: String?
    /// The port; `nil` for 8080 or the next one that is free.
    public var port: Int?
    /// The names under which requests are answered, apart from `localhost`, addresses in numbers, and the ``host``.
    public var allowedHosts: [String] = []
    /// The path of the catalog's root on a proxy, between slashes: `/team/notes/`. Requests with and without it are
    /// answered.
    public var base = "/"
    /// Whether readers may look into cells, and see the paths of files and the steps of chains; `nil` if they may where
    /// only this machine is answered, under its own names: then a catalog is being worked on.
    public var explains: Bool?

    /// Creates the settings of a server for this machine.
    public init() {}
  }

  /// The address of the catalog's home page.
  public let address: String
  /// The port on which the server listens.
  public var port: Int { server.port }
  private let catalog: LiveCatalog
  private let server: HTTPServer
  private let hosts: AllowedHosts
  private let base: String
  private let explains: Bool

  /// Creates a server, which has its port from now on.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - settings: Where the server listens.
  /// - Throws: `DiagnosticsError` if the port is busy or may not be used, or the host is not found.
  public init(of catalog: LiveCatalog, settings: Settings = Settings()) throws(DiagnosticsError) {
    self.catalog = catalog
    let hosts = settings.host.map { [$0] } ?? ["127.0.0.1", "::1"]
    server = try HTTPServer(hosts: hosts, port: settings.port)
    base = "/" + settings.base.split(separator: "/").map { $0 + "/" }.joined()
    let isEverywhere = ["0.0.0.0", "::", "[::]"].contains(settings.host)
    let name = isEverywhere ? ProcessInfo.processInfo.hostName : settings.host ?? "localhost"
    self.hosts = AllowedHosts(settings.allowedHosts + [name])
    explains = settings.explains ?? settings.isPrivate
    address = "http://\(name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name):\(server.port)\(base)"
  }

  /// Begins to answer requests, and returns.
  public func start() { server.run { [self] in await answer($0) } }

  /// Ends all streams, and returns when everything that was under way has been sent. Open pages say that the server is
  /// gone, and go on when there is one again.
  public func stop() async { await server.stop() }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let host = request.header("host")
    if let host, !hosts.contains(host) {
      return .text(
        403, "This server does not answer to the name “\(host)”. To allow it: pomona serve --allow-host NAME.")
    }
    guard let path = path(of: request) else { return HTTPResponse(302, headers: [("Location", base)]) }
    if request.method == .post || LiveCatalog.isExplanation(path) {
      let isOwn = hosts.isOwn(origin: request.header("origin"), host: host, site: request.header("sec-fetch-site"))
      guard isOwn else { return .text(403, "Only the pages of this server may send messages to it.") }
    }
    if request.method == .post {
      return HTTPResponse(await catalog.answer(path, query: request.query, body: request.body))
    }
    return HTTPResponse(await catalog.answer(path, query: request.query, explains: explains))
  }

  /// Returns the path of a request without that of the catalog's root; `nil` if it is the root without its slash.
  private func path(of request: HTTPRequest) -> String? {
    if request.path.hasPrefix(base) { return String(request.path.dropFirst(base.count)) }
    return request.path + "/" == base ? nil : request.path
  }
}

extension CatalogServer.Settings {
  /// Whether only this machine is answered, and under its own names: those of others are names of proxies.
  fileprivate var isPrivate: Bool {
    allowedHosts.isEmpty && base.allSatisfy { $0 == "/" } && host.map(AllowedHosts.isThisMachine) ?? true
  }
}

extension HTTPResponse {
  fileprivate static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status, headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")],
      body: .bytes(Array((text + "\n").utf8)))
  }

  fileprivate init(_ answer: LiveAnswer) {
    switch answer.body {
    case .bytes(let bytes): self.init(answer.status, headers: answer.headers, body: .bytes(bytes))
    case .events(let events):
      self.init(answer.status, headers: answer.headers, body: .stream(events, heartbeat: LiveCatalog.heartbeat))
    case .file(let path):
      // A pipe that was put in the place of the file must not block the server.
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0, let file = OpenFile(descriptor: descriptor) {
        self.init(answer.status, headers: answer.headers, body: .file(file))
      } else {
        self = .text(404, "The file is not there any more.")
      }
    }
  }
}
