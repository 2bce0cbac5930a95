import Foundation
import Templates
import TestKit

/// A page with the script of live pages, in a folder of its own and in a browser.
///
/// It comes from the file system, so the script has no server: a test hands it the new page.
final class LivePage {
  let tab: Tab
  private let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-live-\(UUID().uuidString)")

  /// Opens a page with some content.
  ///
  /// - Parameter files: Other files of the folder, by their paths.
  init(_ body: String, head: String = "", files: [String: String] = [:]) throws {
    tab = try Browser().newTab()
    var files = files
    files["-/live.js"] = Templates.liveScript
    files["index.html"] = Self.html(body, head: head)
    for (path, text) in files { try write(path, text) }
    try tab.open(folder.appending(path: "index.html"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file of the folder.
  func write(_ path: String, _ text: String) throws {
    let place = folder.appending(path: path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  static func html(_ body: String, head: String = "") -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Page</title>
    <script src="-/live.js" data-version="A.1" defer></script>\(head)</head>
    <body>\(body)</body></html>
    """
  }

  /// Shows new content as if it had come from the server.
  func show(_ body: String, head: String = "") throws {
    let html = try Browser.literal(Self.html(body, head: head))
    try tab.evaluate("void pomonaLive.show(new DOMParser().parseFromString(\(html), 'text/html'))")
  }

  /// Shows new content, and returns what changed, in short: `attributes P class`, `childList UL`.
  func changes(_ body: String, head: String = "") throws -> [String] {
    try tab.evaluate(
      """
      window.records = [];
      window.observer = new MutationObserver((news) => records.push(...news));
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true }); true
      """)
    try show(body, head: head)
    let records = try tab.evaluate(
      """
      observer.disconnect();
      records.map((record) => [record.type, record.target.nodeName, record.attributeName].filter(Boolean).join(" "))
      """)
    return records as? [String] ?? []
  }

  /// The value of an expression, as a text.
  func text(_ expression: String) throws -> String {
    try tab.evaluate("String(\(expression))") as? String ?? ""
  }

  /// Whether an expression is true.
  func holds(_ expression: String) throws -> Bool { try tab.evaluate(expression) as? Bool == true }
}
