import Foundation
import Synchronization
import Testing

@testable import CatalogServer

/// Streams, and clients that go away or stop reading.
@Suite struct HTTPStreamTests {
  /// A stream that a test feeds.
  private final class Source: Sendable {
    let (chunks, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let isCancelled = Signal()

    init() {
      feed.onTermination = { [isCancelled] reason in
        if case .cancelled = reason { isCancelled.send() }
      }
    }

    func send(_ text: String) { feed.yield(Array(text.utf8)) }

    func response(heartbeat: String = "") -> HTTPResponse {
      HTTPResponse(
        headers: [("Content-Type", "text/event-stream")], body: .stream(chunks, heartbeat: Array(heartbeat.utf8)))
    }
  }

  /// Chunks without end, and the number of those that were taken.
  private final class Flood: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let taken = Atomic(0)

    func makeAsyncIterator() -> Flood { self }

    func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
      taken.add(1, ordering: .relaxed)
      return [UInt8](repeating: 0x41, count: 1 << 16)
    }

    func next() async -> [UInt8]? { await next(isolation: nil) }
  }

  @Test func chunksArriveWhenTheyAreThere() async throws {
    let source = Source()
    try await serving { _ in
      source.response()
    } clients: { port in
      let client = try Client(port: port)
      client.request("/")
      let head = try client.head()
      #expect(head.status == 200 && head.headers["transfer-encoding"] == "chunked")
      #expect(head.headers["content-type"] == "text/event-stream" && head.headers["content-length"] == nil)
      for text in ["one", "two", String(repeating: "three", count: 100_000)] {
        source.send(text)
        // An empty chunk would be the end.
        source.send("")
        #expect(try client.chunk() == text)
      }
      source.feed.finish()
      #expect(try client.chunk().isEmpty)
      // The connection can be used again.
      #expect(try client.get("/", method: "HEAD").status == 200)
    }
  }

  @Test func olderClientsGetNoChunks() async throws {
    let source = Source()
    source.send("one")
    source.send("two")
    source.feed.finish()
    try await serving { _ in
      source.response()
    } clients: { port in
      let client = try Client(port: port)
      client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let response = try client.response()
      #expect(response.text == "onetwo" && response.headers["connection"] == "close")
      #expect(response.headers["transfer-encoding"] == nil)
    }
  }

  @Test func streamsWithoutNewsHaveAHeartbeat() async throws {
    let source = Source()
    var limits = HTTPLimits()
    limits.heartbeat = .milliseconds(20)
    try await serving(limits: limits) { _ in
      source.response(heartbeat: "beat")
    } clients: { port in
      let client = try Client(port: port)
      client.request("/")
      _ = try client.head()
      for _ in 0..<3 { #expect(try client.chunk() == "beat") }
      source.send("news")
      while case let chunk = try client.chunk(), chunk != "news" { #expect(chunk == "beat") }
      #expect(try client.chunk() == "beat")
    }
  }

  @Test(arguments: [true, false])
  func streamsAreCancelledWhenTheClientGoes(isAbrupt: Bool) async throws {
    let source = Source()
    try await serving { _ in
      source.response()
    } clients: { port in
      var client: Client? = try Client(port: port)
      client?.request("/")
      _ = try client?.head()
      if isAbrupt { client?.reset() }
      client = nil
      #expect(source.isCancelled.comes())
    }
  }

  @Test func inputBehindAStreamIsBounded() async throws {
    let source = Source()
    try await serving { _ in
      source.response()
    } clients: { port in
      let client = try Client(port: port)
      client.request("/")
      _ = try client.head()
      while client.send([UInt8](repeating: 0x41, count: 1 << 16)) {}
      #expect(source.isCancelled.comes())
    }
  }

  @Test func clientsThatStopReadingAreCutOff() async throws {
    let flood = Flood()
    var limits = HTTPLimits()
    limits.stall = .milliseconds(100)
    try await serving(limits: limits) { request in
      request.path == "/stream"
        ? HTTPResponse(body: .stream(flood)) : HTTPResponse(body: .bytes([UInt8](repeating: 0, count: 100_000_000)))
    } clients: { port in
      for path in ["/stream", "/bytes"] {
        let client = try Client(port: port, window: 4096)
        client.request(path)
        #expect(client.isCutOff())
      }
      // What the system buffers, which is some megabytes.
      #expect(flood.taken.load(ordering: .relaxed) < 500)
    }
  }

  @Test func aClientThatIsGoneIsNotAnswered() async throws {
    let (arrived, gate, cancelled) = (Signal(), Signal(), Signal())
    try await serving { request in
      guard request.path == "/slow" else { return HTTPResponse() }
      arrived.send()
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        cancelled.send()
      }
      return HTTPResponse(body: .bytes(Array("late".utf8)))
    } clients: { port in
      for isAbrupt in [true, false] {
        var client: Client? = try Client(port: port)
        client?.request("/slow")
        #expect(arrived.comes())
        if isAbrupt { client?.reset() }
        client = nil
        if isAbrupt { #expect(cancelled.comes()) } else { gate.send() }
        #expect(try Client.text(port: port).isEmpty)
      }
    }
  }

  @Test func aClientMayCloseItsSideBeforeItIsAnswered() async throws {
    let (arrived, gate) = (Signal(), Signal())
    try await serving { request in
      arrived.send()
      await gate.wait()
      return HTTPResponse(body: .bytes(Array("late".utf8)))
    } clients: { port in
      let client = try Client(port: port)
      client.request("/")
      client.endOutput()
      #expect(arrived.comes())
      gate.send()
      #expect(try client.response().text == "late")
      #expect(client.isClosed)
    }
  }

  // MARK: - The end of the server

  @Test func theLastNewsOfStreamsAreSent() async throws {
    let source = Source()
    let server = try HTTPServer(port: 0)
    server.run { _ in source.response() }
    let began = Signal()
    async let client = onThread {
      let client = try Client(port: server.port)
      client.request("/")
      _ = try client.head()
      began.send()
      let texts = [try client.chunk(), try client.chunk()]
      return client.isClosed ? texts : []
    }
    await began.wait()
    source.send("last words")
    await server.stop()
    let texts = try await client.get()
    #expect(texts == ["last words", ""])
    #expect(source.isCancelled.comes())
    #expect(throws: Client.Failure.self) { try Client(port: server.port) }
    await server.stop()
  }

  @Test func answersOnTheirWayAreSent() async throws {
    let (arrived, gate) = (Signal(), Signal())
    let server = try HTTPServer(port: 0)
    server.run { _ in
      arrived.send()
      await gate.wait()
      return HTTPResponse(body: .bytes(Array("late".utf8)))
    }
    async let client = onThread { try Client(port: server.port).get("/") }
    await arrived.wait()
    async let stopped: Void = server.stop()
    gate.send()
    await stopped
    let response = try await client.get()
    #expect(response.text == "late")
  }

  @Test func whatDoesNotEndIsAbandoned() async throws {
    let (arrived, cancelled) = (Signal(), Signal())
    var limits = HTTPLimits()
    limits.farewell = .milliseconds(20)
    let server = try HTTPServer(port: 0, limits: limits)
    server.run { _ in
      arrived.send()
      // Does not end when it is cancelled, but much later.
      let forever = Signal()
      await withTaskCancellationHandler {
        await Task.detached { await forever.wait() }.value
      } onCancel: {
        cancelled.send()
        forever.send()
      }
      return HTTPResponse()
    }
    async let client = onThread { try Client(port: server.port).get("/") }
    await arrived.wait()
    await server.stop()
    await cancelled.wait()
    let result = await client
    #expect(throws: Client.Failure.self) { try result.get() }
  }
}
