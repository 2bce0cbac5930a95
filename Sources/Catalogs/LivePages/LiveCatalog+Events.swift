import Foundation

extension LiveCatalog {
  /// The events of one browser, each as the bytes of a server-sent event. They end when the browser connects again
  /// under the same name.
  ///
  /// If several things happen before the next event is asked for, they are one event.
  public struct Events: AsyncSequence, Sendable {
    let catalog: LiveCatalog
    let reader: String

    /// An iterator, with whose last reference the browser counts as gone.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let catalog: LiveCatalog
      fileprivate let reader: String
      fileprivate var lease: Lease?

      /// Waits for the next event.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
        let lease = if let lease { lease } else { Lease(catalog, reader, stream: await catalog.connect(reader)) }
        self.lease = lease
        return await catalog.nextEvent(of: reader, stream: lease.stream)
      }

      /// Waits for the next event.
      public mutating func next() async -> [UInt8]? { await next(isolation: nil) }
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(catalog: catalog, reader: reader) }
  }

  /// Ends the stream of a browser when nothing reads it any more.
  fileprivate final class Lease: Sendable {
    let stream: Int
    private let catalog: LiveCatalog
    private let reader: String

    init(_ catalog: LiveCatalog, _ reader: String, stream: Int) {
      (self.catalog, self.reader, self.stream) = (catalog, reader, stream)
    }

    deinit { Task { [catalog, reader, stream] in await catalog.disconnect(reader, stream: stream) } }
  }

  /// Returns the events of a browser.
  ///
  /// - Parameter reader: A name that the browser has chosen for the connection.
  public nonisolated func events(of reader: String) -> Events { Events(catalog: self, reader: reader) }

  /// The bytes that say that a stream of events lives.
  public static let heartbeat = Array("data: {}\n\n".utf8)

  /// Notes which pages a browser has open, and notifies it of those that are old.
  ///
  /// - Parameters:
  ///   - pages: The versions that the pages show, by their addresses relative to the catalog's root, percent-encoded.
  ///   - reader: The name of the browser.
  /// - Returns: Whether the browser has a stream of events. If not, nothing was noted.
  public func open(_ pages: [String: String], by reader: String) -> Bool {
    guard readers[reader] != nil else { return false }
    var open: [String: (file: String, shown: LiveVersion?)] = [:]
    for (address, version) in pages { open[address] = file(at: address).map { ($0, LiveVersion(version)) } }
    readers.setPages(open, of: reader, at: version)
    views.release(unless: readers.hasOpen)
    return true
  }

  var numberOfReaders: Int { readers.count }

  fileprivate func connect(_ reader: String) -> Int { readers.connect(reader) }

  fileprivate func disconnect(_ reader: String, stream: Int) {
    readers.disconnect(reader, stream: stream)
    views.release(unless: readers.hasOpen)
  }

  fileprivate func nextEvent(of name: String, stream: Int) async -> [UInt8]? {
    var news: Readers.Event?
    // What a browser was woken up for may have gone until it is its turn: it may have closed the page.
    while news == nil {
      await withTaskCancellationHandler {
        await withCheckedContinuation { readers.wait($0, for: name, stream: stream) }
      } onCancel: {
        Task { await self.wake(name, stream: stream) }
      }
      guard !Task.isCancelled, let reader = readers[name], reader.stream == stream else { return nil }
      news = readers.takeNews(of: reader)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // An event consists of texts and numbers, which can always be encoded, and JSON on one line.
    guard let json = try? encoder.encode(news) else { return nil }
    return Array("data: ".utf8) + json + Array("\n\n".utf8)
  }

  private func wake(_ reader: String, stream: Int) { readers.wake(reader, stream: stream) }
}
