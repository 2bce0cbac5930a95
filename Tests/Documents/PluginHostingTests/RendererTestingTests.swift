import CatalogKit
import Datasets
import Diagnostics
import Foundation
import JSONValues
import RendererTesting
import Rendering
import Synchronization
import Testing

@testable import PluginHosting

/// Renderers that are tested as plugins, in memory, and hosts with plugins that fail at each line.
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

  /// Its files depend on the number of renderings.
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

  private static let setting = PluginSession.Setting(
    format: "titles", options: [:], catalog: CatalogInfo(title: "T"))

  private func pages() throws -> [Page] { Array(try document().pages) }

  @Test func aRendererWritesTheSameFilesAsAPlugin() throws {
    let document = try document()
    let pages = Array(document.pages)
    #expect(try PluginTesting.render(Titles(), pages) == pages.map(Titles().render))
    try PluginTesting.checkRoundTrip(of: Titles(), on: document.pages)
    try PluginTesting.checkRoundTrip(of: Book(), on: pages)
    for format in RendererFormat.builtIn {
      func check(_ renderer: some PageRenderer) throws { try PluginTesting.checkRoundTrip(of: renderer, on: pages) }
      try check(format.renderer(RendererSettings()))
    }
  }

  @Test func anUndeclaredDependencyIsFound() throws {
    let pages = try pages()
    let error = try #require(throws: DiagnosticsError.self) {
      try PluginTesting.checkRoundTrip(of: Counter(), on: pages)
    }
    #expect(error.diagnostics.map(\.location.file) == pages.map { Counter().file(of: $0.path) })
  }

  /// A process that fails at any line is replaced by another, unless it violated the protocol; the files are the same.
  @Test(arguments: MemoryPlugin.Fault.allCases, 1...5) func faultsChangeNoFile(
    _ fault: MemoryPlugin.Fault, _ line: Int
  ) throws {
    let pages = try pages()
    let starts = Mutex(0)
    var limits = PluginSession.Limits()
    // The process after the one that is silent needs some time, too.
    if fault == .silence { (limits.start, limits.idle) = (.milliseconds(500), .milliseconds(500)) }
    if fault != .silence { (limits.start, limits.idle) = (.seconds(60), .seconds(60)) }
    let host = PluginHost(format: "titles", identity: "x", limits: limits) { () throws(ConnectionFailure) in
      let isFirst = starts.withLock { starts in
        starts += 1
        return starts == 1
      }
      return MemoryPlugin([RendererFormat(Titles())], fault: isFirst ? fault : nil, atLine: line)
    }
    let outcome = Result { () throws in
      let renderer = try host.renderer(Self.setting)
      return try renderer.render(Array(pages.prefix(2))) + pages.dropFirst(2).map { try renderer.render($0) }
    }
    switch outcome {
    case .success(let files):
      #expect(files == pages.map(Titles().render))
      #expect(starts.withLock { $0 } == (line > 2 + pages.count - 1 ? 1 : 2))
    case .failure(let error):
      #expect(error is DiagnosticsError)
      #expect(fault == .garbage, "\(error)")
    }
  }

  @Test func pagesLongerThanALineAreSentInParts() throws {
    let pages = try pages().prefix(3).map { page in
      var page = page
      page.title = String(repeating: "x", count: 3 << 20)
      return page
    }
    #expect(try PluginTesting.render(Titles(), pages) == pages.map(Titles().render))

    var tooLarge = pages[1]
    tooLarge.title = String(repeating: "x", count: 9 << 20)
    let error = try #require(throws: DiagnosticsError.self) {
      _ = try PluginTesting.render(Titles(), [pages[0], tooLarge])
    }
    #expect(error.diagnostics.map(\.location.file) == [Titles().file(of: tooLarge.path)])
    #expect(error.diagnostics.first?.message.contains("more than the 8 MiB") == true, "\(error)")
  }

  /// If the same request always fails, two processes are tried, and no other until the next build.
  @Test(arguments: [MemoryPlugin.Fault.end, .halfLine], 1...3)
  func aFormatThatHasFailedStartsNoProcess(_ fault: MemoryPlugin.Fault, _ line: Int) throws {
    let pages = try pages()
    let starts = Mutex(0)
    let host = PluginHost(format: "titles", identity: "x", jobs: 4) { () throws(ConnectionFailure) in
      starts.withLock { $0 += 1 }
      return MemoryPlugin([RendererFormat(Titles())], fault: fault, atLine: line)
    }
    func render() throws { _ = try host.renderer(Self.setting).render(pages) }
    let error = try #require(throws: DiagnosticsError.self) { try render() }
    #expect("\(error)".contains("failed twice"), "\(error)")
    #expect(line < 3 || "\(error)".contains("the second time at the page “\(pages[0].path.address)”"), "\(error)")
    for _ in 0..<10 {
      #expect("\(try #require(throws: DiagnosticsError.self) { try render() })" == "\(error)")
    }
    #expect(starts.withLock { $0 } == 2)
    host.forgetFailure()
    #expect(throws: DiagnosticsError.self) { try render() }
    #expect(starts.withLock { $0 } == 4)
  }

  @Test func threadsStartNoMoreThanTwoProcessesEach() throws {
    let pages = try pages()
    let starts = Mutex(0)
    let host = PluginHost(format: "titles", identity: "x", jobs: 4) { () throws(ConnectionFailure) in
      starts.withLock { $0 += 1 }
      return MemoryPlugin([RendererFormat(Titles())], fault: .end, atLine: 3)
    }
    let renderer = try host.renderer(Self.setting)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      #expect(throws: DiagnosticsError.self) { try renderer.render(pages) }
    }
    #expect(starts.withLock { $0 } <= 2 * 4)
  }

  /// Waits at its first page until there is another thread with a page.
  private final class Pair: PageRenderer {
    let format = "pair"
    private let condition = NSCondition()
    // Only read and written while the condition is locked.
    private nonisolated(unsafe) var count = 0

    func render(_ page: Page) -> [UInt8] {
      condition.lock()
      defer { condition.unlock() }
      count += 1
      condition.broadcast()
      while count < 2 { condition.wait() }
      return Array(page.title.utf8)
    }
  }

  @Test func processesThatHaveEndedInTheMeantimeAreReplaced() throws {
    let page = try pages()[0]
    let plugins = Mutex<[MemoryPlugin]>([])
    let pair = Pair()
    let host = PluginHost(format: "pair", identity: "x", jobs: 2) { () throws(ConnectionFailure) in
      let plugin = MemoryPlugin([RendererFormat(pair)])
      plugins.withLock { $0.append(plugin) }
      return plugin
    }
    let renderer = try host.renderer(PluginSession.Setting(format: "pair", options: [:], catalog: Self.setting.catalog))
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      #expect(throws: Never.self) { try renderer.render(page) }
    }
    #expect(plugins.withLock { $0.count } == 2)
    for plugin in plugins.withLock({ $0 }) { plugin.close(grace: .zero) }
    #expect(try renderer.render(page) == Array(page.title.utf8))
    #expect(plugins.withLock { $0.count } == 3)
  }
}
