import CatalogKit
import Datasets
import Diagnostics
import JSONValues
import RendererTesting
import Rendering
import Synchronization
import Testing

@testable import PluginHosting

/// Renderers that are tried as plugins, in memory, and hosts with plugins that fail at each line.
@Suite struct RendererTestingTests {
  private struct Titles: PageRenderer {
    let format = "titles"
    let fileExtension = "txt"
    let assets = [Artifact(path: "titles.css", bytes: [0xFF, 0, 0x0A])]

    func render(_ page: Page) -> [UInt8] {
      let titles = [page.title] + page.sections.flatMap(\.cells).map(\.title)
      return Array((titles.joined(separator: "\n") + "\n").utf8)
    }
  }

  private struct Book: CollectingRenderer {
    let format = "book"

    func render(_ page: Page) -> [UInt8] { Array(page.title.utf8) + [0xFF] }

    func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
      for fragment in fragments {
        try write(Array(fragment.path.utf8))
        try write(fragment.bytes)
      }
    }
  }

  /// Its files follow from how often it has rendered.
  private final class Counter: PageRenderer {
    let format = "counter"
    private let count = Mutex(0)

    func render(_ page: Page) -> [UInt8] { Array("\(count.withLock { count in count += 1; return count })".utf8) }
  }

  private func document() throws -> Document<Record> {
    let folder = try PluginCatalog(diligent: "pages")
    try folder.configure(withPlugin: false)
    return try Catalog(at: folder.folder).document
  }

  private func pages() throws -> [Page] { Array(try document().pages) }

  @Test func aRendererMakesTheSameFilesAsAPlugin() throws {
    let document = try document()
    let pages = Array(document.pages)
    #expect(try RendererTesting.render(Titles(), pages) == pages.map(Titles().render))
    try RendererTesting.checkRoundTrip(of: Titles(), on: document.pages)
    try RendererTesting.checkRoundTrip(of: Book(), on: pages)
    for format in RendererFormat.builtIn {
      func check(_ renderer: some PageRenderer) throws { try RendererTesting.checkRoundTrip(of: renderer, on: pages) }
      try check(format.renderer(RendererSettings()))
    }
  }

  @Test func aRendererThatFollowsFromSomethingElseIsFound() throws {
    let pages = try pages()
    let error = try #require(throws: DiagnosticsError.self) {
      try RendererTesting.checkRoundTrip(of: Counter(), on: pages)
    }
    #expect(error.diagnostics.map(\.location.file) == pages.map { Counter().file(of: $0.path) })
  }

  /// A process that fails at any line is replaced by another, as long as it did no wrong; the files are the same.
  @Test(arguments: MemoryPlugin.Fault.allCases, 1...5) func faultsChangeNoFile(
    _ fault: MemoryPlugin.Fault, _ line: Int
  ) throws {
    let pages = try pages()
    let starts = Mutex(0)
    var limits = PluginSession.Limits()
    if fault == .silence { (limits.start, limits.idle) = (.milliseconds(20), .milliseconds(20)) }
    if fault != .silence { (limits.start, limits.idle) = (.seconds(60), .seconds(60)) }
    let host = PluginHost(format: "titles", identity: "x", limits: limits) { () throws(ConnectionFailure) in
      let isFirst = starts.withLock { starts in
        starts += 1
        return starts == 1
      }
      return MemoryPlugin([RendererFormat(Titles())], fault: isFirst ? fault : nil, atLine: line)
    }
    defer { host.close() }
    let setting = PluginSession.Setting(format: "titles", options: [:], catalog: CatalogInfo(title: "T"))
    let outcome = Result { () throws in
      let renderer = try host.renderer(setting)
      return try renderer.render(Array(pages.prefix(2))) + pages.dropFirst(2).map { try renderer.render($0) }
    }
    switch outcome {
    case .success(let files):
      #expect(files == pages.map(Titles().render))
      #expect(line > 2)
      #expect(starts.withLock { $0 } == (line > 2 + pages.count - 1 ? 1 : 2))
    case .failure(let error):
      #expect(error is DiagnosticsError)
      #expect(line <= 2 || fault == .garbage, "only who renders is started again: \(error)")
    }
  }

  @Test func pagesThatAreMoreThanALineAreSentInParts() throws {
    let pages = try pages().prefix(3).map { page in
      var page = page
      page.title = String(repeating: "x", count: 3 << 20)
      return page
    }
    #expect(try RendererTesting.render(Titles(), pages) == pages.map(Titles().render))

    var tooLarge = pages[1]
    tooLarge.title = String(repeating: "x", count: 9 << 20)
    let error = try #require(throws: DiagnosticsError.self) {
      _ = try RendererTesting.render(Titles(), [pages[0], tooLarge])
    }
    #expect(error.diagnostics.map(\.location.file) == [Titles().file(of: tooLarge.path)])
    #expect(error.diagnostics.first?.message.contains("more than the 8 MiB") == true, "\(error)")
  }

  @Test func aPluginThatFailsOftenIsLeftAloneForAWhile() throws {
    let now = Mutex(SuspendingClock.now)
    let starts = Mutex(0)
    func pass(_ seconds: Int) { now.withLock { $0 += .seconds(seconds) } }
    let host = PluginHost(
      format: "titles", identity: "x", clock: { now.withLock { $0 } }
    ) { () throws(ConnectionFailure) in
      starts.withLock { $0 += 1 }
      return MemoryPlugin([RendererFormat(Titles())], fault: .end, atLine: 1)
    }
    for _ in 0..<5 {
      #expect(throws: DiagnosticsError.self) { try host.welcome() }
      pass(31)
    }
    #expect(starts.withLock { $0 } == 5, "two within a minute are not too many")
    #expect(throws: DiagnosticsError.self) { try host.welcome() }
    let error = try #require(throws: DiagnosticsError.self) { try host.welcome() }
    #expect(!"\(error)".contains("it is left alone"))
    pass(1000)
    for _ in 0..<3 {
      let error = try #require(throws: DiagnosticsError.self) { try host.welcome() }
      #expect("\(error)".contains("it is left alone"), "\(error)")
    }
    #expect(starts.withLock { $0 } == 7)
    host.reset()
    #expect(throws: DiagnosticsError.self) { try host.welcome() }
    #expect(starts.withLock { $0 } == 8)
  }
}
