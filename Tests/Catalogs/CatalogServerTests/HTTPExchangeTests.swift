import Diagnostics
import Foundation
import TestKit
import Testing

@testable import CatalogServer

/// Requests and their responses.
@Suite struct HTTPExchangeTests {
  /// Answers with what was asked.
  @Sendable private static func echo(_ request: HTTPRequest) async -> HTTPResponse {
    let text = "\(request.method.rawValue) \(request.path) \(request.query ?? "-") \(request.body.count)"
    return HTTPResponse(headers: [("Content-Type", "text/plain"), ("ETag", "\"a,b\"")], body: .bytes(Array(text.utf8)))
  }

  @Test func handsOverWhatWasSent() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      let first = try client.get("/a%2Fb/../%00?x=1?2", headers: ["X-Some": "1"])
      #expect(first.status == 200 && first.text == "GET /a%2Fb/../%00 x=1?2 0")
      #expect(first.headers["content-type"] == "text/plain" && first.headers["accept-ranges"] == "bytes")
      #expect(first.headers["date"]?.hasSuffix(" GMT") == true && first.headers["connection"] == nil)
      #expect(try client.get("/form?", method: "POST", body: "0123456789").text == "POST /form  10")
      #expect(try client.get("http://other/there").text == "GET /there - 0")
      #expect(try client.get("http://other?x").text == "GET / x 0")
    }
  }

  @Test func headHasTheSameHeadersAndNoBody() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      let head = try client.get("/x", method: "HEAD")
      // The answer says HEAD instead of GET: one byte more.
      #expect(head.status == 200 && head.headers["content-length"] == "11" && head.body.isEmpty)
      #expect(try client.get("/x").text == "GET /x - 0")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      client.send((0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      client.endOutput()
      for number in 0..<100 { #expect(try client.response().text == "GET /\(number) - 0") }
      #expect(client.isClosed)
    }
  }

  @Test(arguments: ["\"a,b\"", "W/\"a,b\"", "\"x\", \"y,\" , W/\"a,b\"", "*", ",\"a,b\",\"z\""])
  func knownContentIsNotSentAgain(tags: String) async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      for method in ["GET", "HEAD"] {
        let response = try client.get("/", method: method, headers: ["If-None-Match": tags])
        #expect(response.status == 304 && response.headers["etag"] == "\"a,b\"")
        #expect(response.headers["content-type"] == nil && response.headers["content-length"] == nil)
      }
      #expect(try client.get("/", method: "POST", headers: ["If-None-Match": tags], body: "").status == 200)
    }
  }

  @Test(arguments: ["\"a\"", "a,b", "", "\"x", "\"a\",\"b\"", "W/", "W/\"A,B\""])
  func unknownContentIsSent(tags: String) async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      #expect(try client.get("/", headers: ["If-None-Match": tags]).status == 200)
    }
  }

  // MARK: - Ranges

  private static let digits = Array("0123456789".utf8)

  @Sendable private static func file(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.path != "/bytes" else { return HTTPResponse(headers: [("ETag", "\"1\"")], body: .bytes(digits)) }
    let path = FileManager.default.temporaryDirectory.appending(path: "pomona-\(UUID()).txt").path
    _ = FileManager.default.createFile(atPath: path, contents: Data(digits))
    let descriptor = open(path, O_RDONLY)
    unlink(path)
    return HTTPResponse(
      headers: [("ETag", "\"1\"")], body: OpenFile(descriptor: descriptor).map { .file($0) } ?? .bytes([]))
  }

  @Test(arguments: ["/bytes", "/file"])
  func partsAreSent(path: String) async throws {
    try await serving(Self.file) { port in
      let client = try Client(port: port)
      let parts = [
        ("bytes=0-0", "0", "0-0"), ("bytes=2-4", "234", "2-4"), ("bytes=7-", "789", "7-9"), ("bytes=-2", "89", "8-9"),
        ("bytes=-99", "0123456789", "0-9"), ("BYTES=9-99999999999999999999", "9", "9-9"),
      ]
      for (range, text, place) in parts {
        let part = try client.get(path, headers: ["Range": range, "If-Range": "\"1\""])
        #expect(part.status == 206 && part.text == text && part.headers["content-range"] == "bytes \(place)/10")
        #expect(part.headers["content-length"] == "\(text.count)" && part.headers["etag"] == "\"1\"")
      }
      for range in ["bytes=10-", "bytes=-0", "bytes=99999999999999999999-"] {
        let none = try client.get(path, headers: ["Range": range])
        #expect(none.status == 416 && none.body.isEmpty && none.headers["content-range"] == "bytes */10")
      }
      for range in ["bytes=3-2", "bytes=-", "bytes=", "lines=1-2", "bytes=0-1,3-4", "bytes=a-b", "bytes=1-2-3"] {
        #expect(try client.get(path, headers: ["Range": range]).text == "0123456789")
      }
      for tag in ["\"2\"", "W/\"1\"", "Sun, 29 Nov 2026 00:00:00 GMT"] {
        #expect(try client.get(path, headers: ["Range": "bytes=1-2", "If-Range": tag]).status == 200)
      }
      #expect(try client.get(path, method: "HEAD", headers: ["Range": "bytes=1-2"]).headers["content-length"] == "10")
      #expect(try client.get(path, method: "POST", headers: ["Range": "bytes=1-2"], body: "").status == 200)
      let known = try client.get(path, headers: ["Range": "bytes=1-2", "If-None-Match": "\"1\""])
      #expect(known.status == 304)
    }
  }

  /// Each range of each small size selects what the definition says.
  @Test func rangesSelectWhatTheyName() {
    for size in 0..<6 {
      for first in 0..<7 {
        for last in 0..<7 {
          let expected: HTTPResponse.Selection =
            last < first ? .everything : first >= size ? .unsatisfiable : .part(first..<min(last + 1, size))
          #expect(HTTPResponse.selection(range: "bytes=\(first)-\(last)", of: size) == expected)
        }
        #expect(
          HTTPResponse.selection(range: "bytes=\(first)-", of: size)
            == (first >= size ? .unsatisfiable : .part(first..<size)))
        #expect(
          HTTPResponse.selection(range: "bytes=-\(first)", of: size)
            == (first == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - first)..<size)))
      }
    }
  }

  @Test func largeBodiesArriveInPieces() async throws {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<3_000_017).map { _ in UInt8.random(in: 0...255, using: &random) }
    try await serving { _ in
      HTTPResponse(body: .bytes(bytes))
    } clients: { port in
      let client = try Client(port: port)
      #expect(try client.get("/").body == bytes)
      #expect(try client.get("/", headers: ["Range": "bytes=500000-2999999"]).body == Array(bytes[500_000..<3_000_000]))
    }
  }

  // MARK: - Versions and connections

  @Test func olderClientsAreAnswered() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      client.send("GET /old HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
      let first = try client.response()
      #expect(first.text == "GET /old - 0" && first.headers["connection"] == "keep-alive")
      client.send("GET /old HTTP/1.0\r\n\r\n")
      #expect(try client.response().headers["connection"] == "close")
      #expect(client.isClosed)
    }
  }

  @Test func clientsCloseTheConnection() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      let response = try client.get("/", headers: ["Connection": "x, Close"])
      #expect(response.headers["connection"] == "close")
      #expect(client.isClosed)
    }
  }

  @Test func largeBodiesAreAskedFor() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      for _ in 0..<2 {
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.head().status == 100)
        client.send("abc")
        #expect(try client.response().text == "POST / - 3")
      }
    }
  }

  @Test func responsesWithoutBodiesHaveNoLength() async throws {
    try await serving { _ in
      HTTPResponse(204, body: .bytes([1]))
    } clients: { port in
      let client = try Client(port: port)
      #expect(try client.get("/").headers["content-length"] == nil)
      #expect(try client.get("/").status == 204)
    }
  }

  @Test func headersOfResponsesCannotBeginOthers() async throws {
    try await serving { request in
      HTTPResponse(302, headers: [("Location", request.query.map { _ in "/a\r\nSet-Cookie: b" } ?? ""), ("Date", "x")])
    } clients: { port in
      let response = try Client(port: port).get("/?")
      #expect(response.headers["location"] == "/a  Set-Cookie: b" && response.headers["set-cookie"] == nil)
      #expect(response.headers["date"] != "x")
    }
  }

  // MARK: - What is not handed over

  @Test(arguments: [
    ("GET  / HTTP/1.1\r\nHost: a", 400), ("GET / HTTP/1.1", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a", 400),
    ("GET /\u{0} HTTP/1.1\r\nHost: a", 400), ("GET /\u{7F} HTTP/1.1\r\nHost: a", 400),
    ("GET /é HTTP/1.1\r\nHost: a", 400), ("GET /a b HTTP/1.1\r\nHost: a", 400), ("GET /# HTTP/1.1\r\nHost: a", 400),
    ("GET a HTTP/1.1\r\nHost: a", 400), ("GET ftp://a/ HTTP/1.1\r\nHost: a", 400), ("GET / HTTP/1.1 \r\nHost: a", 400),
    ("GET /", 400), ("GET / HTTP/2.0\r\nHost: a", 505), ("GET / http/1.1\r\nHost: a", 400),
    ("GET / HTTP/1.10\r\nHost: a", 400), ("G(T / HTTP/1.1\r\nHost: a", 400), (" GET / HTTP/1.1\r\nHost: a", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n b: c", 400), ("GET / HTTP/1.1\r\nHost : a", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n: c", 400), ("GET / HTTP/1.1\r\nHost: a\r\nb", 400),
    ("GET / HTTP/1.1\r\nHost: a\u{1}", 400), ("GET / HTTP/1.1\nHost: a", 400), ("GET / HTTP/1.1\r\nHost: a\rb", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1", 400), ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length:", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", 411),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nExpect: cake", 417), ("PUT / HTTP/1.1\r\nHost: a", 405),
    ("OPTIONS * HTTP/1.1\r\nHost: a", 405), ("BREW / HTTP/1.1\r\nHost: a", 501), ("get / HTTP/1.1\r\nHost: a", 501),
    ("\u{16}\u{3}\u{1}", 400), ("\r\n\r\nGET / HTTP/1.1\r\nHost: a", 400),
  ])
  func malformedRequestsAreRejected(request: String, status: Int) async throws {
    try await serving { _ in
      HTTPResponse()
    } clients: { port in
      let client = try Client(port: port)
      client.send(request + "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try client.response()
      #expect(response.status == status && response.headers["connection"] == "close")
      #expect(status != 405 || response.headers["allow"] == "GET, HEAD, POST")
      #expect(client.isClosed, "nothing behind it is understood")
    }
  }

  @Test func oneEmptyLineBeforeARequestIsTolerated() async throws {
    try await serving(Self.echo) { port in
      let client = try Client(port: port)
      for _ in 0..<2 {
        client.send("\r\n")
        #expect(try client.get("/x").text == "GET /x - 0")
      }
    }
  }
}
