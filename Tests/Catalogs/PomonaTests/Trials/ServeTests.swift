import Foundation
import TestKit
import Testing

/// `pomona serve`, as a process, whose pages are open in a browser.
@Suite(.serialized) struct ServeTests {
  private let sandbox: Sandbox

  /// The text of what stands over a page.
  private static let panel = "(document.querySelector('pomona-live-panel')?.shadowRoot.textContent ?? '')"

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      "shop/catalog.yml", "datasets: { fruits: { file: fruits.csv, key: name } }\npages: { size: 200 }\n")
    try save(12)
  }

  private func save(_ count: Int, note: String = "") throws {
    let rows = (0..<count).map { "Fruit \($0),\(note) \($0)\n" }.joined()
    // Replaced in one step: a file that is read while it is written may have mistakes.
    try sandbox.write("new", "name,note\n" + rows)
    #expect(
      rename(
        sandbox.url("new").path(percentEncoded: false), sandbox.url("shop/fruits.csv").path(percentEncoded: false)) == 0
    )
  }

  /// Starts the command, after settings of the shell.
  ///
  /// - Returns: The command and the address of the catalog.
  private func serve(port: Int = 0, after script: String = ":", _ arguments: String...) throws -> (RunningCommand, URL)
  {
    let server = try sandbox.start(after: script, ["serve", "shop", "--port", "\(port)"] + arguments)
    let line = try server.line { $0.contains(" is at http") }
    return (server, try #require(line.split(separator: " ").last.flatMap { URL(string: String($0)) }))
  }

  /// Expects a tab to become as one in which its page is loaded now.
  private func expect(_ tab: Tab, toBeAs page: URL) throws {
    let fresh = try tab.browser.newTab()
    try fresh.open(page)
    let text = try #require(try fresh.evaluate("document.querySelector('main').innerText") as? String)
    try tab.poll("document.querySelector('main').innerText === \(try Browser.literal(text)) && \(Self.panel) === ''")
    try fresh.close()
  }

  /// What is short: the room on the disk, or the length that a file may have.
  enum Shortage: CaseIterable {
    case room, length
  }

  @Test(arguments: Shortage.allCases.filter { $0 == .length || SmallDisk.isPossible })
  func aFullDiskStandsOverThePagesUntilThereIsRoom(shortage: Shortage) throws {
    let disk = shortage == .room ? try SmallDisk(at: sandbox.url("disk"), kilobytes: 400) : nil
    let limit = disk == nil ? "trap '' XFSZ; ulimit -f 60" : ":"
    let (server, address) = try serve(after: limit, "--output", "disk/out")
    let page = address.appending(path: "fruits/fruit-3.html")
    let tab = try Browser().newTab()
    try tab.open(page)
    func saved(_ count: Int, _ note: String) throws {
      try save(count, note: note)
      try server.line { $0.hasPrefix("shop/fruits.csv: ") }
      try expect(tab, toBeAs: page)
      try sandbox.build("shop", "--output", "clean")
      #expect(try sandbox.catalog("disk/out") == sandbox.catalog("clean"))
      try sandbox.remove("clean")
    }
    try saved(12, "small")
    let before = try sandbox.catalog("disk/out")

    // Some large pages, or many.
    try save(disk == nil ? 12 : 190, note: String(repeating: "large ", count: disk == nil ? 9000 : 1))
    let message = disk == nil ? "File too large" : "No space left on device"
    try server.line(of: .errors) { $0.contains(message) }
    try tab.poll("\(Self.panel).includes('\(message)') && document.body.innerText.includes('large')")
    let other = try tab.browser.newTab()
    try other.open(address.appending(path: "fruits/fruit-11.html"))
    try other.poll("\(Self.panel).includes('\(message)') && document.body.innerText.includes('large')")
    #expect(try sandbox.catalog("disk/out") == before)

    try disk?.mount("size=4m")
    try saved(disk == nil ? 13 : 191, "mended")
    try other.poll("\(Self.panel) === ''")
    server.send(SIGINT)
    #expect(try server.end().status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func pagesGoOnWhenTheServerIsBack(signal: Int32) throws {
    let (server, address) = try serve()
    let browser = try Browser()
    let tabs = try (0..<4).map { number in
      let page = address.appending(path: number == 0 ? "" : "fruits/fruit-\(number).html")
      let tab = try browser.newTab()
      try tab.open(page)
      return (page, tab)
    }
    // Notices are under way while it ends.
    for count in 13..<40 { try save(count, note: "\(count)") }
    try server.line { $0.hasPrefix("shop/fruits.csv: ") }
    for count in 40..<60 { try save(count, note: "\(count)") }
    server.send(signal)
    let end = try server.end()
    #expect(end.status == 0 && !end.isKilled && end.errors == "")
    for (_, tab) in tabs { try tab.poll("\(Self.panel).includes('The server is gone')") }

    try save(61, note: "back")
    let (next, _) = try serve(port: try #require(address.port))
    for (page, tab) in tabs { try expect(tab, toBeAs: page) }
    #expect(try tabs[1].1.evaluate("document.body.innerText.includes('back')") as? Bool == true)
    next.send(signal)
    #expect(try next.end().status == 0)
  }
}
