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
}
