import Foundation
public import Measuring
import PomonaKit
import RendererTesting
import Synchronization

/// Measures renderers in separate processes, against the same work without them.
public func run(_ report: (Measuring.Measurement) -> Void) {
  do {
    try formatter(report)
    try oneCell(report)
  } catch {
    print("error: \(error)")
  }
}

/// A row of a catalog.
private struct Row: DocumentObject {
  let number: Int

  var objectID: ObjectID { ObjectID(collection: "rows", key: "row \(number)") }
  var title: String { "Row number \(number)" }
  var fingerprint: Fingerprint? { Fingerprint(title) }
}

/// Returns a document of rows, in pages of sixty, optionally with a page for each row.
private func document(_ rows: [Row], hasObjectPages: Bool) -> Document<Row> {
  let cells = CellSource<Row, DocumentCell>(ArraySource(rows)) { _ in "row" }
  cells.register("row", following: Fingerprint("1")) { row in
    CellContent(
      title: row.title,
      body: [
        .paragraph([
          .text("It is what stands in the place of a description, which goes on for a line or two, and has an "),
          .emphasis([.text("emphasis")]), .text(" in it: \(row.number)."),
        ])
      ])
  }
  return Document(
    CatalogInfo(title: "Rows"), listing: cells, articles: cells, layout: PageLayout(pageSize: 60),
    hasObjectPages: hasObjectPages)
}

private let folder = FileManager.default.currentDirectoryPath + "/Benchmarks/Plugins"

private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure { try body() } / .milliseconds(1)
}

/// Renders pages on two threads, as a build on two processors does, sixteen at a time.
private func render(_ pages: [Page], by renderer: any PageRenderer) throws {
  let batches = stride(from: 0, to: pages.count, by: 16).map { Array(pages[$0..<min($0 + 16, pages.count)]) }
  let failure = Mutex<(any Error)?>(nil)
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    do {
      for batch in stride(from: index, to: batches.count, by: 2) { _ = try renderer.render(batches[batch]) }
    } catch {
      failure.withLock { $0 = error }
    }
  }
  if let failure = failure.withLock(\.self) { throw failure }
}

/// The peak memory of this process so far, in megabytes.
private var peakMemory: Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_maxrss) / 1024
}

/// Measures 60,000 cells that a plugin formats.
private func formatter(_ report: (Measuring.Measurement) -> Void) throws {
  let pages = Array(document((0..<60_000).map(Row.init), hasObjectPages: false).pages)
  let record = URL.temporaryDirectory.appending(path: "pomona-bench-\(getpid()).jsonl").path(percentEncoded: false)
  defer { try? FileManager.default.removeItem(atPath: record) }
  let recorder = try PluginTesting.plugin(
    "\(folder)/pomona-lines", format: "lines", options: ["record": .string(record)])
  for page in pages { _ = try recorder.render(page) }

  let renderer = try PluginTesting.plugin("\(folder)/pomona-lines", format: "lines", processes: 2)
  try render(Array(pages.prefix(64)), by: renderer)
  let before = peakMemory
  var times: [Double] = [], direct: [Double] = []
  for _ in 0..<5 {
    times.append(try milliseconds { try render(pages, by: renderer) })
    direct.append(try directly(record) * 1e3)
  }
  report(
    Measuring.Measurement(
      "60,000 cells through a plugin in Python, from the first byte to the last", times.min() ?? 0,
      against: direct.min() ?? 0, "its formatter called in Python on the same JSON", goal: 1.6))
  report(
    Measuring.Measurement(
      "memory of the host that this adds", peakMemory - before, against: before, "its memory before", unit: "MB",
      goal: 0.2))
}

/// Returns the seconds that the formatter takes without the protocol.
private func directly(_ record: String) throws -> Double {
  let process = Process()
  process.executableURL = URL(filePath: "\(folder)/pomona-lines")
  process.arguments = [record]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
}

/// Measures the time from a changed cell to its file with a running plugin, against a minimal line to the same program
/// and its answer.
private func oneCell(_ report: (Measuring.Measurement) -> Void) throws {
  let pages = document((0..<2_000).map(Row.init), hasObjectPages: true).pages.filter { $0.kind == .object }
  let renderer = try PluginTesting.plugin("\(folder)/pomona-lines", format: "lines")
  let bare = try Child("\(folder)/pomona-lines")
  let hello =
    #"{"t":"hello","protocol":{"min":1,"max":1},"host":{"name":"bench","version":"1"},"features":[],"limits":{}}"#
  bare.roundTrip(Array("\(hello)\n".utf8))
  // A plugin answers an unknown message with an error.
  let line = Array("{\"t\":\"bare\",\"id\":1}\n".utf8)
  var failure: (any Error)?
  let times = medians(
    21,
    [
      {
        do {
          for page in pages { _ = try renderer.render(page) }
        } catch {
          failure = error
        }
        return pages.count
      },
      {
        for _ in pages { bare.roundTrip(line) }
        return pages.count
      },
    ]
  ).map { $0 * 1e3 / Double(pages.count) }
  if let failure { throw failure }
  report(
    Measuring.Measurement(
      "one changed cell to its file through a warm plugin", times[0], against: times[1],
      "a line to the same program, and its answer", unit: "µs", goal: 3))
}

/// A process that answers each line with a line.
private final class Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(filePath: path)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { process.terminate() }

  func roundTrip(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(
        max(0, rest.withUnsafeBytes { write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count) }))
    }
    var answer = [UInt8](repeating: 0, count: 1 << 16)
    var end: UInt8?
    while end != UInt8(ascii: "\n") {
      let count = read(output.fileHandleForReading.fileDescriptor, &answer, answer.count)
      guard count > 0 else { return }
      end = answer[count - 1]
    }
  }
}
