import Foundation
import TestKit
import Testing

@testable import CatalogServer

/// Malformed requests by the thousand, and valid ones in fragments.
@Suite struct HTTPFuzzTests {
  private static let valid = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /x?y HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
    "POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "GET /b HTTP/1.1\r\nHost: a\r\nRange: bytes=1-3\r\nIf-Range: \"1\"\r\n\r\n",
    "GET /c HTTP/1.1\r\nHost: a\r\nIf-None-Match: W/\"1\", \"2\"\r\n\r\n",
    "POST /d HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n!",
    "GET http://b/e HTTP/1.1\r\nHost: a\r\n\r\n", "\r\nGET /f HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n",
    "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n",
  ].map { Array($0.utf8) }

  @Sendable private static func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.path != "/stream" else {
      return HTTPResponse(
        body: .stream(
          AsyncStream { feed in
            for text in ["a", "bc"] { feed.yield(Array(text.utf8)) }
            feed.finish()
          }))
    }
    let text = "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))"
    return HTTPResponse(headers: [("ETag", "\"1\"")], body: .bytes(Array(text.utf8)))
  }

  /// Changes some bytes of a request.
  private static func mutated(_ request: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var request = request
    let special = Array("\r\n\0 :/?%,;=\"\\-0129\u{7F}é".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...request.count, using: &random)
      let end = min(request.count, place + Int.random(in: 0...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: request.insert(special.randomElement(using: &random) ?? 0, at: place)
      case 1: request.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 2: request.removeSubrange(place..<end)
      case 3: request.insert(contentsOf: request[place..<end], at: place)
      case 4: request.insert(contentsOf: valid.randomElement(using: &random) ?? [], at: place)
      default: if place < end { request[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      }
    }
    return request
  }

  @Test(arguments: Seeds.fixed(4, fresh: 2))
  func malformedRequestsChangeNothingForOthers(seed: UInt64) async throws {
    try await serving(Self.answer) { port in
      var random = SeededGenerator(seed: seed)
      let good = try Client(port: port)
      for number in 0..<500 {
        let bad = try Client(port: port)
        for _ in 0..<Int.random(in: 1...10, using: &random) {
          bad.send(Self.mutated(Self.valid.randomElement(using: &random) ?? [], &random))
        }
        if Bool.random(using: &random) {
          bad.endOutput()
          let answers = String(decoding: bad.rest(), as: UTF8.self)
          #expect(answers.isEmpty || answers.hasPrefix("HTTP/1.1 "), "seed \(seed): \(answers)")
        } else if Bool.random(using: &random) {
          bad.reset()
        }
        #expect(try good.get("/\(number)").text == "get /\(number) ", "seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.fixed(4, fresh: 2))
  func fragmentsGiveTheSameAnswers(seed: UInt64) async throws {
    try await serving(Self.answer) { port in
      var random = SeededGenerator(seed: seed)
      for _ in 0..<25 {
        // Without the one that closes the connection.
        let requests = (0..<20).map { _ in
          Self.valid.filter { $0.first == 0x47 || $0.first == 0x50 }.randomElement(using: &random) ?? []
        }
        func answers(_ fragments: [[UInt8]]) throws -> [Client.Response] {
          let client = try Client(port: port)
          for fragment in fragments { client.send(fragment) }
          defer { client.endOutput() }
          return try requests.map { _ in
            var response = try client.response()
            // Whether the server asks for the body depends on what has arrived.
            if response.status == 100 { response = try client.response() }
            response.headers["date"] = nil
            return response
          }
        }
        var fragments: [[UInt8]] = []
        var rest = requests.flatMap(\.self)[...]
        while !rest.isEmpty {
          let count = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 100), using: &random)
          fragments.append(Array(rest.prefix(count)))
          rest = rest.dropFirst(count)
        }
        let expected = try answers([requests.flatMap(\.self)])
        #expect(try answers(fragments) == expected, "seed \(seed)")
        #expect(expected.allSatisfy { [200, 206, 304].contains($0.status) })
      }
    }
  }
}
