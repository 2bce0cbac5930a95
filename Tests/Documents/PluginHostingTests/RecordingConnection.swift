import JSONValues
import PluginHosting
import RendererTesting
import Synchronization

/// A connection that records the messages in both directions.
final class RecordingConnection: LineConnection {
  private let base: any LineConnection
  private let recorded = Mutex<[PluginTranscript.Line]>([])

  /// Creates a connection that forwards everything to another one.
  init(_ base: any LineConnection) { self.base = base }

  /// Returns a transcript of the messages so far.
  func transcript(about: String) -> PluginTranscript {
    PluginTranscript(about: about, lines: recorded.withLock { $0 })
  }

  func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    let noted = lines.lazy.map { line in
      self.note(line) { .to($0) }
      return line
    }
    try base.exchange(noted, within: limits) { line in
      note(Array(line)) { .from($0) }
      return receive(line)
    }
  }

  @discardableResult
  func close(grace: Duration) -> LastWords { base.close(grace: grace) }

  private func note(_ line: [UInt8], as entry: (JSONValue) -> PluginTranscript.Line) {
    guard let message = try? JSONValue(parsing: line) else { return }
    recorded.withLock { $0.append(entry(message)) }
  }
}
