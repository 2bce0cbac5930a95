import CatalogServer
import Foundation
import LivePages
import Measuring
import PomonaKit
import Synchronization

/// Measures what readers do on live pages: events that reach handlers, and listings that they arrange.
///
/// The server is in this process, and its client too.
struct ReaderSuite {
  /// The path of the catalog, and the first page of a section with a row of it.
  let source: String
  let listing: String
  /// The name of a part of that page.
  let part: String

  func run() async throws -> [Measuring.Measurement] {
    let live = LiveCatalog(at: source) { catalog in
      // With those of the catalog, the chain has five transforms at least.
      for name in ["first", "second", "third"] { catalog.addStep(name) { $0.applying(.filter { $0.row >= 0 }) } }
      catalog.handle(.didSelectItem, in: "packages") { .say($0.row?.title ?? "") }
      catalog.addView(of: "packages", search: "Find a package")
    }
    await live.update()
    let before = try Self.memory()
    let start = ContinuousClock.now
    _ = await live.answer("", query: "q=first")
    let first = (ContinuousClock.now - start) / .milliseconds(1)
    let texts = try Self.memory() - before
    let server = try CatalogServer(of: live)
    server.start()
    let port = UInt16(server.port)
    // The client blocks its thread, which is none of those that tasks share.
    let result = Mutex<Result<[Measuring.Measurement], any Error>>(.success([]))
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let measured = Result { try measure(port) }
        result.withLock { $0 = measured }
        continuation.resume()
      }
    }
    let views = try await memoryOfViews(live)
    await server.stop()
    let size = try URL(filePath: "\(source)/packages.csv").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return try result.withLock { try $0.get() } + [
      Measuring.Measurement("the first search", first, against: 1, "a millisecond"),
      Measuring.Measurement(
        "memory of the texts for searches", texts / 1e6, against: Double(size) / 1e6, "the data", unit: "MB"),
      views,
    ]
  }

  private func measure(_ port: UInt16) throws -> [Measuring.Measurement] {
    let connection = try Connection(to: port)
    func median(of count: Int, _ request: (Int) throws -> Void) rethrows -> Double {
      var times: [Double] = []
      for number in 0..<count {
        let start = ContinuousClock.now
        try request(number)
        times.append((ContinuousClock.now - start) / .milliseconds(1))
      }
      times.sort()
      return times[count / 2]
    }
    func get(_ path: String) throws -> String {
      try connection.send("GET", path)
      return String(decoding: try connection.receive(), as: UTF8.self)
    }
    let token = try get(listing).firstMatch(of: /data-token="([^"]*)"/).map { String($0.1) } ?? ""
    let empty = try median(of: 500) { _ in _ = try get("-/live-worker.js") }
    let event = """
      {"token": "\(token)", "page": "\(listing)", "selector": "catalog:didSelectItemAtPath:", "arguments": {"part": "\(part)"}}
      """
    let click = try median(of: 500) { _ in
      try connection.send("POST", "-/event", event)
      let answer = String(decoding: try connection.receive(), as: UTF8.self)
      guard answer.contains("say") else { throw Failure("the handler does not answer: \(answer)") }
    }
    let words = [
      "l", "li", "lib", "libp", "libpn", "libpng", "p", "py", "pyt", "pyth", "pytho", "python", "gam", "zzz",
    ]
    let letter = try median(of: words.count * 3) { number in
      // Each word is another one, so that no view is there.
      _ = try get("?q=\(words[number % words.count])%20\(number < words.count ? "a" : number < 28 ? "e" : "i")")
    }
    return [
      Measuring.Measurement(
        "from a click to the handler's answer", click, against: empty, "a file's request", goal: (empty + 3) / empty),
      Measuring.Measurement("a letter to the new results", letter, against: 1, "a millisecond", goal: 20),
    ]
  }

  /// The memory of this process in bytes, without what is kept free for more.
  private static func memory() throws -> Double {
    // Swift's module of the C library leaves `malloc_trim` out. What `dlsym` finds under this name is that function,
    // which takes a `size_t` and returns an `int`.
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4096
  }

  /// Measures the memory of two hundred readers, each of whom searches for something else.
  private func memoryOfViews(_ live: LiveCatalog) async throws -> Measuring.Measurement {
    let count = 200
    let version = await live.answer("").headers.first { $0.0 == "Pomona-Version" }?.1 ?? ""
    _ = await live.answer("", query: "q=warm")
    let before = try Self.memory()
    var streams: [LiveCatalog.Events.AsyncIterator] = []
    for number in 0..<count {
      var stream = live.events(of: "reader-number-\(number)").makeAsyncIterator()
      _ = await stream.next()
      streams.append(stream)
      _ = await live.answer("", query: "q=lib%20\(number)")
      _ = await live.open(["?q=lib%20\(number)": version], by: "reader-number-\(number)")
    }
    let bytes = try Self.memory() - before
    guard bytes > 0 else { throw Failure("views take no memory") }
    withExtendedLifetime(streams) {}
    return Measuring.Measurement(
      "memory of \(count) readers who search", bytes / 1e6, against: 1, "a megabyte", unit: "MB", goal: 2)
  }
}
