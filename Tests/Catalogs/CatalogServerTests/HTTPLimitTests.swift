import Diagnostics
import Foundation
import Testing

@testable import CatalogServer

/// What clients can cost, and the ports of servers.
@Suite struct HTTPLimitTests {
  @Sendable private static func hello(_ request: HTTPRequest) async -> HTTPResponse {
    HTTPResponse(body: .bytes(Array("hello".utf8)))
  }

  // MARK: - Size

  @Test func headsAreBounded() async throws {
    try await serving(Self.hello) { port in
      let endless = try Client(port: port)
      endless.send("GET /")
      // The server stops reading, so that the client cannot send either.
      while endless.send([UInt8](repeating: 0x61, count: 1 << 16)) {}

      let client = try Client(port: port)
      let largest = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: (16 << 10) - 32) + "\r\n\r\n"
      #expect(largest.utf8.count == 16 << 10)
      client.send(largest)
      #expect(try client.response().text == "hello")
      client.send(largest.replacing("X: ", with: "X: x"))
      #expect(try client.response().status == 431)
      #expect(client.isClosed)

      let fields = try Client(port: port)
      fields.send("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "a: b\r\n", count: 101) + "\r\n")
      #expect(try fields.response().status == 431)
    }
  }

  @Test func bodiesAreBounded() async throws {
    try await serving(Self.hello) { port in
      let client = try Client(port: port)
      let largest = String(repeating: "x", count: 64 << 10)
      #expect(try client.get("/", method: "POST", body: largest).status == 200)
      #expect(try client.get("/", method: "POST", body: largest + "x").status == 413)

      let endless = try Client(port: port)
      endless.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999\r\n\r\n")
      #expect(try endless.response().status == 413)
      var sent = 0
      while endless.send([UInt8](repeating: 0x61, count: 1 << 16)) { sent += 1 << 16 }
      // What was read and ignored, and what the system buffered.
      #expect(sent < 100_000_000)
    }
  }

  @Test func pipelinedRequestsThatNobodyReadsAreBounded() async throws {
    var limits = HTTPLimits()
    limits.stall = .milliseconds(100)
    try await serving(limits: limits) { _ in
      HTTPResponse(body: .bytes([UInt8](repeating: 0, count: 1 << 20)))
    } clients: { port in
      let client = try Client(port: port, window: 4096)
      let requests = Array(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000).utf8)
      var sent = 0
      while client.send(requests) { sent += requests.count }
      #expect(sent < 100_000_000)
    }
  }

  // MARK: - Time

  @Test(arguments: [
    "", "G", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
  ])
  func aRequestArrivesInTime(beginning: String) async throws {
    var limits = HTTPLimits()
    limits.request = .milliseconds(50)
    try await serving(limits: limits, Self.hello) { port in
      let client = try Client(port: port)
      client.send(beginning)
      if beginning.isEmpty {
        #expect(client.isClosed)
      } else {
        #expect(try client.response().status == 408)
      }
    }
  }

  @Test func drippingDoesNotBuyTime() async throws {
    var limits = HTTPLimits()
    limits.request = .milliseconds(50)
    limits.linger = .milliseconds(50)
    try await serving(limits: limits, Self.hello) { port in
      let client = try Client(port: port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n")
      // Ends with an error when the server has closed. Each byte comes much earlier than the time is up.
      while client.send("a") {}
    }
  }

  @Test func idleConnectionsAreClosed() async throws {
    var limits = HTTPLimits()
    limits.idle = .milliseconds(20)
    try await serving(limits: limits, Self.hello) { port in
      let client = try Client(port: port)
      #expect(try client.get("/").text == "hello")
      #expect(client.isClosed)
    }
  }

  // MARK: - Number

  @Test func theOldestIdleConnectionMakesRoom() async throws {
    var limits = HTTPLimits()
    limits.connections = 3
    try await serving(limits: limits, Self.hello) { port in
      let clients = try (0..<3).map { _ in try Client(port: port) }
      for client in clients { #expect(try client.get("/").text == "hello") }
      #expect(try clients[0].get("/").text == "hello")
      let another = try Client(port: port)
      #expect(try another.get("/").text == "hello")
      #expect(clients[1].isClosed)
      for client in [clients[0], clients[2], another] { #expect(try client.get("/").text == "hello") }
    }
  }

  @Test func otherConnectionsWaitForRoom() async throws {
    var limits = HTTPLimits()
    limits.connections = 2
    let (arrived, gate) = (Signal(), Signal())
    try await serving(limits: limits) { request in
      if request.path == "/slow" {
        arrived.send()
        await gate.wait()
      }
      return await Self.hello(request)
    } clients: { port in
      let busy = try (0..<2).map { _ in try Client(port: port) }
      for client in busy {
        client.request("/slow")
        #expect(arrived.comes())
      }
      let waiting = try (0..<20).map { _ in try Client(port: port) }
      for client in waiting { client.request("/", headers: ["Connection": "close"]) }
      gate.send()
      for client in waiting { #expect(try client.response().text == "hello") }
      gate.send()
      for client in busy { #expect((try? client.response().text) == "hello") }
    }
  }

  // MARK: - Ports

  @Test func loopbackOfBothProtocolsHasOnePort() async throws {
    try await serving(hosts: ["127.0.0.1", "::1", "127.0.0.1"], Self.hello) { port in
      #expect(try Client.text(port: port) == "hello")
      // A machine may lack the newer protocol.
      if let client = try? Client(port: port, isModern: true) {
        let response = try client.get("/")
        #expect(response.text == "hello")
      }
    }
  }

  @Test func namesAndAllAddressesAreServed() async throws {
    for hosts in [["localhost"], ["0.0.0.0", "::"]] {
      try await serving(hosts: hosts, Self.hello) { port in
        let text = try Client.text(port: port)
        #expect(text == "hello")
      }
    }
  }

  @Test func aBusyPortIsAnErrorIfItWasAskedFor() throws {
    let first = try HTTPServer(port: 0)
    let error = #expect(throws: DiagnosticsError.self) { try HTTPServer(port: first.port) }
    #expect(error?.diagnostics.first?.message == "port \(first.port) is used by another program")
    #expect(error?.diagnostics.first?.hint?.isEmpty == false)
  }

  @Test func otherwiseTheNextFreePortIsTaken() throws {
    let first = try HTTPServer()
    let second = try HTTPServer()
    #expect(first.port >= 8080 && second.port > first.port)
  }

  @Test func aPortIsFreeAgainAfterTheEnd() async throws {
    let first = try HTTPServer(port: 0)
    first.run(answering: Self.hello)
    let port = first.port
    let text = try await onThread { try Client.text(port: port) }.get()
    #expect(text == "hello")
    await first.stop()
    let second = try HTTPServer(port: port)
    #expect(second.port == port)
    await second.stop()
  }

  @Test(arguments: [
    (["no.such.host.invalid"], 0, "the host “no.such.host.invalid” is not found"),
    (["127.0.0.1"], 70000, "there is no port 70000"),
    (["127.0.0.1"], -1, "there is no port -1"), (["192.0.2.1"], 0, "this machine does not have the address 192.0.2.1"),
  ])
  func otherProblemsHaveRemedies(hosts: [String], port: Int, message: String) throws {
    let error = #expect(throws: DiagnosticsError.self) { try HTTPServer(hosts: hosts, port: port) }
    #expect(error?.diagnostics.first?.message.hasPrefix(message) == true, "\(String(describing: error))")
    #expect(error?.diagnostics.first?.hint?.isEmpty == false)
  }
}
