import Foundation
package import PluginHosting
import RendererPlugin
package import Rendering

/// A plugin that runs on a thread of this process: a substitute for a child process, which can be made to fail like
/// one.
package final class MemoryPlugin: LineConnection {
  /// The ways in which a plugin can fail.
  package enum Fault: CaseIterable, Hashable, Sendable {
    /// The plugin ends instead of writing a line.
    case end
    /// The plugin writes a line that is not a message.
    case garbage
    /// The plugin stops writing, but keeps running.
    case silence
    /// The plugin ends in the middle of a line.
    case halfLine
  }

  private let channel: Channel

  /// Creates a plugin that serves formats, and starts it.
  ///
  /// - Parameters:
  ///   - fault: The way in which it fails; `nil` for a plugin that does not fail.
  ///   - line: The number of the line at which it fails, counted from 1.
  package convenience init(_ formats: [RendererFormat], fault: Fault? = nil, atLine line: Int = 1) {
    self.init(fault: fault, atLine: line) { read, write in
      var server = RendererServer(formats, name: "memory", version: "1", read: read, write: write)
      server.run()
    }
  }

  /// Creates a plugin, and starts it.
  ///
  /// - Parameters:
  ///   - fault: The way in which it fails; `nil` for a plugin that does not fail.
  ///   - line: The number of the line at which it fails, counted from 1.
  ///   - serve: The plugin's program. It reads lines until there are no more, and writes lines.
  package init(
    fault: Fault? = nil, atLine line: Int = 1,
    serve: @escaping @Sendable (_ read: @escaping () -> [UInt8]?, _ write: @escaping ([UInt8]) -> Void) -> Void
  ) {
    let channel = Channel(fault: fault, line: line)
    self.channel = channel
    let thread = Thread {
      serve({ channel.read() }, { channel.write($0) })
      channel.end(inMidLine: false)
    }
    // The stack size of a process's main thread, since renderers are recursive.
    thread.stackSize = 8 << 20
    thread.start()
  }

  deinit { channel.close() }

  package func exchange(
    _ lines: some Sequence<[UInt8]>, within limits: ExchangeLimits, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(ConnectionFailure) {
    var unsent = lines.makeIterator()
    var line = unsent.next()
    var isAwaiting = true
    while isAwaiting || line != nil {
      switch channel.proceed(sending: line, isReceiving: isAwaiting, within: limits.idle) {
      case .sent: line = unsent.next()
      case .received(let answer):
        guard answer.count <= limits.line else {
          channel.close()
          throw ConnectionFailure(.lineTooLong(limit: limits.line))
        }
        isAwaiting = receive(answer[...])
      case .failed(let reason):
        channel.close()
        throw ConnectionFailure(reason)
      }
    }
  }

  @discardableResult
  package func close(grace: Duration) -> LastWords {
    channel.close()
    return LastWords()
  }
}

/// The lines that a plugin and its host exchange.
///
/// The `Sendable` conformance is unchecked: all mutable state is protected by `condition`.
private final class Channel: @unchecked Sendable {
  enum Step {
    case sent
    case received([UInt8])
    case failed(ConnectionFailure.Reason)
  }

  /// The number of lines that may wait for the plugin to read them. Like a pipe, the channel has limited room.
  private static let capacity = 16

  private let condition = NSCondition()
  private var input: [[UInt8]] = []
  private var isInputAtEnd = false
  private var output: [[UInt8]] = []
  private var written = 0
  private var failure: ConnectionFailure.Reason?
  private var isSilent = false
  private let fault: MemoryPlugin.Fault?
  private let faultyLine: Int

  init(fault: MemoryPlugin.Fault?, line: Int) {
    self.fault = fault
    faultyLine = line
  }

  // MARK: - Plugin

  func read() -> [UInt8]? {
    condition.lock()
    defer { condition.unlock() }
    while input.isEmpty, !isInputAtEnd, failure == nil { condition.wait() }
    guard !input.isEmpty, failure == nil else { return nil }
    condition.broadcast()
    return input.removeFirst()
  }

  func write(_ line: [UInt8]) {
    condition.lock()
    written += 1
    let fault = written == faultyLine ? fault : nil
    if fault == .silence { isSilent = true }
    switch fault {
    case .end, .halfLine:
      condition.unlock()
      end(inMidLine: fault == .halfLine)
      return
    case .garbage: output.append(Array("garbage".utf8))
    case nil, .silence: if !isSilent { output.append(line.last == UInt8(ascii: "\n") ? line.dropLast() : line) }
    }
    condition.broadcast()
    condition.unlock()
  }

  func end(inMidLine: Bool) {
    condition.withLock {
      if failure == nil { failure = .ended(nil, inMidLine: inMidLine) }
      condition.broadcast()
    }
  }

  // MARK: - Host

  func proceed(sending line: [UInt8]?, isReceiving: Bool, within idle: Duration) -> Step {
    let deadline = Date.now + idle / .seconds(1)
    condition.lock()
    defer { condition.unlock() }
    while true {
      // What the plugin wrote before it ended is received first, as from a pipe.
      if isReceiving, !output.isEmpty { return .received(output.removeFirst()) }
      if let failure { return .failed(failure) }
      if let line, input.count < Self.capacity {
        input.append(line)
        condition.broadcast()
        return .sent
      }
      if !condition.wait(until: deadline) {
        failure = .idle(idle)
        condition.broadcast()
        return .failed(.idle(idle))
      }
    }
  }

  func close() {
    condition.withLock {
      isInputAtEnd = true
      if failure == nil { failure = .closed }
      condition.broadcast()
    }
  }
}
