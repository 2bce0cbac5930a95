import Foundation
import LivePages
public import Measuring
import PomonaKit
import Synchronization

/// Measures live catalogs, with the reference data set: served by the command, and without a server.
///
/// The environment variable `POMONA` has the path of the command.
public func runLive(_ report: (Measuring.Measurement) -> Void) {
  do {
    let bench = try CatalogBench()
    guard case .pomona(let command) = bench.pomona else { return }
    try bench.withCatalog(.simple, in: bench.fastest, by: bench.pomona) { catalog in
      let suite = try LiveSuite(catalog, command: command)
      try suite.start(report)
      try suite.requests(report)
      try suite.saving(report)
      try suite.idleConnections(report)
      try suite.edits(report)
      try suite.readers(report)
    }
  } catch {
    fail(error)
  }
}

private struct LiveSuite {
  let catalog: PackageCatalog
  /// The path of Pomona's command.
  let command: String
  /// The page of the row in the middle of the data set, and the first page with a hundred cells of its section.
  let page: String
  let listing: String

  init(_ catalog: PackageCatalog, command: String) throws {
    self.catalog = catalog
    self.command = command
    let rows = catalog.table.rows
    guard let key = rows[rows.count / 2]["package"], let section = rows[rows.count / 2]["section"] else {
      throw Failure("the data set has no packages")
    }
    page = "packages/\(key).html"
    listing = "\(section)/start.html"
  }

  /// Measures the time until the first page is there, and the memory by then.
  func start(_ report: (Measuring.Measurement) -> Void) throws {
    let checking = try Cost(of: [command, "check", catalog.source])
    let start = ContinuousClock.now
    let server = try ServedCatalog(catalog.source, by: command)
    defer { server.stop() }
    _ = try server.body(of: "")
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    _ = try server.body(of: page)
    _ = try server.body(of: listing)
    report(
      Measuring.Measurement(
        "the first page after the start", seconds * 1000, against: checking.seconds * 1000, "pomona check", goal: 1.2))
    report(
      Measuring.Measurement(
        "memory of the server", try server.memory.peak / 1e6, against: checking.peakMemory / 1e6, "pomona check",
        unit: "MB", goal: 1))
  }

  /// Measures pages that are made when they are asked for, against files of the same sizes from the same server.
  func requests(_ report: (Measuring.Measurement) -> Void) throws {
    let pages = [("a row's page", page, 0.35), ("a listing of 100 cells", listing, 0.15)]
    let plain = try ServedCatalog(catalog.source, by: command)
    let folder = "\(catalog.source)/same-size"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, page) in pages.enumerated() {
      try Data(plain.body(of: page.1)).write(to: URL(filePath: "\(folder)/\(index).txt"))
    }
    plain.stop()
    let configuration = URL(filePath: "\(catalog.source)/catalog.yml")
    let text = try String(contentsOf: configuration, encoding: .utf8)
    try "\(text)\nassets: [same-size]\n".write(to: configuration, atomically: true, encoding: .utf8)
    let server = try ServedCatalog(catalog.source, by: command)
    defer { server.stop() }
    for (index, (name, path, share)) in pages.enumerated() {
      var costs = (page: Double.infinity, file: Double.infinity)
      for _ in 0..<4 {
        costs.file = try min(costs.file, server.secondsPerRequest(of: "same-size/\(index).txt"))
        costs.page = try min(costs.page, server.secondsPerRequest(of: path))
      }
      report(
        Measuring.Measurement(
          "\(name), made on demand", costs.page * 1e6, against: costs.file * 1e6, "a file of that size", unit: "µs",
          goal: 1 / share))
    }
  }

  /// Measures the time from a saved file to the page in a browser, against reading the file.
  func saving(_ report: (Measuring.Measurement) -> Void) throws {
    // The server waits for so long whether more files change.
    let settlingInterval = 0.05
    let reader = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "read-data")
    let reading = try Cost(leastOf: 3) { try catalog.read(by: reader.path(percentEncoded: false)) }
    let server = try ServedCatalog(catalog.source, by: command)
    defer { server.stop() }
    _ = try server.body(of: page)
    let stream = try server.events(ofPages: [page])
    let requests = try Connection(to: server.port)
    var times: [Double] = []
    for isEdited in [true, false, true, false, true, false] {
      let file = "\(catalog.folder)/packages.new"
      try Data(isEdited ? catalog.table.bytes(after: .description) : catalog.table.bytes)
        .write(to: URL(filePath: file))
      let start = ContinuousClock.now
      guard rename(file, catalog.data) == 0 else { throw Failure("\(catalog.data) cannot be replaced") }
      try stream.wait(for: "\"\(page)\"")
      try stream.wait(for: "\n\n")
      try requests.send("GET", page)
      let text = String(decoding: try requests.receive(), as: UTF8.self)
      times.append((ContinuousClock.now - start) / .seconds(1) - settlingInterval)
      guard text.contains(" Changed.") == isEdited else { throw Failure("the page is not the new one") }
    }
    times.sort()
    report(
      Measuring.Measurement(
        "a saved row at a browser", times[times.count / 2] * 1000, against: reading.seconds * 1000,
        "reading the data", goal: 1.3))
  }

  /// Measures what browsers cost that only wait.
  func idleConnections(_ report: (Measuring.Measurement) -> Void) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let count = min(4000, Int(limit.rlim_cur) - 200)
    let server = try ServedCatalog(catalog.source, by: command)
    defer { server.stop() }
    for _ in 0..<100 { _ = try server.body(of: page) }
    let before = try server.memory.now
    let streams = try (0..<count).map { _ in try server.events(ofPages: []) }
    report(
      Measuring.Measurement(
        "memory of an open stream, of \(count)", try (server.memory.now - before) / Double(count) / 1000, against: 1,
        "a kilobyte", unit: "kB", goal: 20))
    try withExtendedLifetime(streams) {
      // What the connections began has to end first.
      for _ in 0..<100 { _ = try server.body(of: page) }
      let time = try server.processorSeconds
      Thread.sleep(forTimeInterval: 5)
      report(
        Measuring.Measurement(
          "processor time while nobody asks", try (server.processorSeconds - time) * 1000, against: 5000,
          "the time", goal: 0.005))
    }
  }

  /// Measures edits by a program, which embeds the catalog.
  func edits(_ report: (Measuring.Measurement) -> Void) throws {
    let keys = catalog.table.rows.compactMap { $0["package"] }
    try awaiting(report) { [source = catalog.source] in try await Self.edits(of: LiveCatalog(at: source), keys) }
  }

  /// Measures what readers do.
  func readers(_ report: (Measuring.Measurement) -> Void) throws {
    let server = try ServedCatalog(catalog.source, by: command)
    let text = String(decoding: try server.body(of: listing), as: UTF8.self)
    server.stop()
    guard let part = text.firstMatch(of: /data-part="([^"]*#packages[^"]*)"/)?.1 else {
      throw Failure("\(listing) shows no package")
    }
    let suite = ReaderSuite(source: catalog.source, listing: listing, part: String(part))
    try awaiting(report) { try await suite.run() }
  }

  /// Reports measurements that are made asynchronously.
  private func awaiting(
    _ report: (Measuring.Measurement) -> Void,
    _ measure: @escaping @Sendable () async throws -> [Measuring.Measurement]
  ) throws {
    let measurements = Mutex<Result<[Measuring.Measurement], any Error>>(.success([]))
    let done = DispatchSemaphore(value: 0)
    Task {
      do {
        let result = try await measure()
        measurements.withLock { $0 = .success(result) }
      } catch {
        measurements.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    for measurement in try measurements.withLock({ try $0.get() }) { report(measurement) }
  }

  private static func edits(of live: LiveCatalog, _ keys: [String]) async throws -> [Measuring.Measurement] {
    await live.update()
    let places = stride(from: 1000, to: keys.count, by: keys.count / 24)
    func median(_ edit: (Int) async throws -> Double) async rethrows -> Double {
      var times: [Double] = []
      for place in places { times.append(try await edit(place)) }
      times.sort()
      return times[times.count / 2]
    }
    func edit(_ field: String, of place: Int) async throws -> (update: LiveCatalog.Update, milliseconds: Double) {
      let start = ContinuousClock.now
      let update = try await live.edit { catalog in
        guard let packages = catalog.dataset(named: "packages") else { throw Failure("there are no packages") }
        let record = packages.item(at: ItemPath(0, place))
        packages.edit { $0.update(record.replacing(field, with: .text("Edited: \(place).")), at: place) }
      }
      return (update, (ContinuousClock.now - start) / .milliseconds(1))
    }
    let alone = try await median { try await edit("description", of: $0).milliseconds }

    // A thousand open pages: of these rows and of others, and their listings.
    let events = live.events(of: "measuring-browser")
    var notices = events.makeAsyncIterator()
    _ = await notices.next()
    let packages = Set(places.map { keys[$0] } + keys.prefix(970)).map { "packages/\($0).html" }
    let pages = [""] + ["libs", "admin", "doc", "devel"].map { "\($0)/start.html" } + packages
    func tags() async -> [String: String] {
      var tags: [String: String] = [:]
      for page in pages { tags[page] = await live.answer(page).headers.first { $0.0 == "ETag" }?.1 }
      return tags
    }
    let before = await tags()
    let version = await live.answer("").headers.first { $0.0 == "Pomona-Version" }?.1 ?? ""
    _ = await live.open(Dictionary(uniqueKeysWithValues: pages.map { ($0, version) }), by: "measuring-browser")
    // The first row of a section is on the home page, and on the first page of its listing.
    let place = keys.firstIndex(of: "0install") ?? 0
    let told = try await edit("summary", of: place).update.openPages
    let after = await tags()
    let changed = pages.count { before[$0] != after[$0] }
    let together = try await median { try await edit("description", of: $0).milliseconds }
    return [
      Measuring.Measurement("an edit by the program", alone, against: 1, "a millisecond", goal: 2),
      Measuring.Measurement(
        "an edit with \(pages.count) open pages", together, against: alone, "the same with none", goal: 1.3),
      Measuring.Measurement(
        "notices to \(pages.count) open pages", Double(told), against: Double(changed), "pages that have changed",
        unit: "", goal: 1),
    ]
  }
}
