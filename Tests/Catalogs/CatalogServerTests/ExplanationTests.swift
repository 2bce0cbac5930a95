import CatalogServer
import LivePages
import TestKit
import Testing

/// Who may look into cells.
struct ExplanationTests {
  private static let question = "-/explain?page=&part=%23fruits/Lemon"

  /// Settings, and whether a server with them explains cells.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let explains: Bool
    let set: @Sendable (inout CatalogServer.Settings) -> Void

    init(_ name: String, _ explains: Bool, _ set: @escaping @Sendable (inout CatalogServer.Settings) -> Void) {
      (testDescription, self.explains, self.set) = (name, explains, set)
    }

    static let all = [
      Case("this machine", true) { _ in }, Case("localhost", true) { $0.host = "localhost" },
      Case("127.0.0.1", true) { $0.host = "127.0.0.1" }, Case("all addresses", false) { $0.host = "0.0.0.0" },
      Case("a proxy with a name", false) { $0.allowedHosts = ["notes.example.org"] },
      Case("a proxy with a path", false) { $0.base = "/team/notes/" },
      Case("nobody", false) { $0.explains = false },
      Case("all who reach it", true) { ($0.host, $0.explains) = ("0.0.0.0", true) },
    ]
  }

  private func serving(
    _ set: (inout CatalogServer.Settings) -> Void, _ body: @escaping @Sendable (Client) throws -> Void
  ) async throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nLemon\n"])
    let live = LiveCatalog(at: folder.path)
    await live.update()
    var settings = CatalogServer.Settings()
    settings.port = 0
    set(&settings)
    let server = try CatalogServer(of: live, settings: settings)
    server.start()
    try await onOwnThread { try body(Client(port: server.port)) }
    await server.stop()
  }

  @Test(arguments: Case.all) func whereACatalogIsWorkedOn(settings: Case) async throws {
    try await serving(settings.set) { client in
      let answer = try client.get("/\(Self.question)", headers: ["Host": "localhost"])
      #expect(answer.status == (settings.explains ? 200 : 404))
      #expect(answer.text.contains("fruits.csv") == settings.explains)
      let page = try client.get("/", headers: ["Host": "localhost"])
      #expect(page.text.contains("data-explains") == settings.explains)
    }
  }

  @Test func pagesOfOtherSitesAreNotAnswered() async throws {
    try await serving({ _ in }) { (client: Client) throws in
      func status(_ headers: [String: String], at address: String = Self.question) throws -> Int {
        let answer = try client.get("/\(address)", headers: headers.merging(["Host": "localhost"]) { $1 })
        #expect(answer.text.contains("fruits.csv") == (answer.status == 200))
        #expect(answer.status != 200 || answer.headers["cross-origin-resource-policy"] == "same-origin")
        #expect(answer.headers["access-control-allow-origin"] == nil)
        return answer.status
      }
      for site in ["same-origin", "none"] { #expect(try status(["Sec-Fetch-Site": site]) == 200) }
      let hidden = "%2D/%65xplain" + Self.question.dropFirst("-/explain".count)
      for site in ["cross-site", "same-site", ""] {
        for address in [Self.question, hidden] {
          #expect(try status(["Sec-Fetch-Site": site], at: address) == 403, "\(site) \(address)")
        }
      }
      #expect(try status([:]) == 200, "a program of this machine")
      #expect(try status(["Origin": "https://example.org"]) == 403)
      #expect(try client.get("/\(Self.question)", headers: ["Host": "example.org"]).status == 403)
    }
  }
}
