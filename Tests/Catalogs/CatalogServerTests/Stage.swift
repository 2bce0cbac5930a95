import CatalogKit
import CatalogServer
import Foundation
import LivePages
import TestKit
import Testing

/// A catalog, its server, and a browser.
final class Stage {
  let folder: CatalogFolder
  private(set) var live: LiveCatalog
  private(set) var server: CatalogServer
  let browser: Browser
  /// The address of the catalog for the browser; that of a proxy if there is one.
  var address: String

  /// Additions to the catalog, such as handlers of events.
  private let extend: @Sendable (inout CatalogExtension) -> Void

  init(
    _ files: [String: String], base: String = "/",
    extend: @escaping @Sendable (inout CatalogExtension) -> Void = { _ in }
  ) throws {
    let folder = try CatalogFolder(files)
    let live = LiveCatalog(at: folder.path) { extend(&$0) }
    (self.folder, self.live, self.extend) = (folder, live, extend)
    server = try Self.start(live, base: base)
    address = server.address
    browser = try Browser()
  }

  deinit { try? waiting { [server] in await server.stop() } }

  private static func start(_ live: LiveCatalog, base: String = "/", port: Int = 0) throws -> CatalogServer {
    try waiting { await live.update() }
    var settings = CatalogServer.Settings()
    settings.port = port
    settings.base = base
    let server = try CatalogServer(of: live, settings: settings)
    server.start()
    return server
  }

  /// Ends the server, and starts another one at its port.
  ///
  /// - Parameter action: What is done while there is none.
  func restart(_ action: () throws -> Void) throws {
    try waiting { [server] in await server.stop() }
    try action()
    live = LiveCatalog(at: folder.path) { [extend] in extend(&$0) }
    server = try Self.start(live, port: server.port)
  }

  func url(_ path: String) throws -> URL { try #require(URL(string: address + path)) }

  func open(_ path: String) throws -> Tab {
    let tab = try browser.newTab()
    try tab.open(url(path))
    return tab
  }

  /// Saves files, and lets the catalog read them.
  @discardableResult
  func save(_ files: [String: String]) throws -> LiveCatalog.Update {
    for (path, text) in files { try folder.write(path, text) }
    let changed = Set(files.keys.map { "\(folder.path)/\($0)" })
    return try waiting { [live] in await live.update(changed) }
  }

  /// An expression for the text of a page's nodes, but for those that scripts own, and what tells versions apart.
  static let nodes = """
    (() => {
      const copy = document.documentElement.cloneNode(true);
      for (const own of copy.querySelectorAll("[data-live=own]")) own.remove();
      for (const script of copy.querySelectorAll("script[data-version]")) {
        for (const name of ["version", "etag", "token"]) delete script.dataset[name];
      }
      for (const [selector, names] of Object.entries(window.pomonaLive?.ownAttributes ?? {})) {
        for (const element of copy.querySelectorAll(selector)) for (const name of names) element.removeAttribute(name);
      }
      return copy.outerHTML.replace(/([?]|&amp;)live=[^"#, ]+/g, ""); // of files that have changed
    })()
    """

  /// The nodes of a tab, compared with those of a page that is loaded now: the same text if they are equal.
  func expectFreshPage(
    in tab: Tab, _ path: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    let fresh = try open(path)
    let (shown, expected) = (try tab.evaluate(Self.nodes) as? String, try fresh.evaluate(Self.nodes) as? String)
    #expect(shown == expected, comment, sourceLocation: sourceLocation)
    try fresh.close()
  }
}

/// Runs a closure that blocks on a thread of its own: the threads of tasks have to be free to serve pages.
func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// Waits for the result of a task on a thread that is none of theirs.
@discardableResult
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  // Two threads use it one after the other: the task's writes it before the signal, and the one that waits reads it
  // after.
  nonisolated(unsafe) var value: Value?
  Task {
    value = await body()
    done.signal()
  }
  done.wait()
  return try #require(value)
}
