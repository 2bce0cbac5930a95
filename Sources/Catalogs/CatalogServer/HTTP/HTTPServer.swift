import Diagnostics
import Foundation
import Synchronization

/// A server of HTTP 1.1 for trusted and other clients, on a thread of its own.
///
/// It speaks the protocol, and limits what a client can cost; what is answered is up to the closure of
/// `run(answering:)`.
///
/// A server that runs is there until it is stopped, even without a reference to it. It raises the limit of descriptors
/// of the process to the highest that the system allows.
final class HTTPServer: Sendable {
  /// The port, which is the same for all addresses.
  let port: Int
  private let limits: HTTPLimits
  private let maximum: Int
  private let loop: EventLoop

  private enum State {
    case bound(ListeningSockets)
    case running(HTTPListener)
    case stopped
  }

  private let state: Mutex<State>

  /// Creates a server, which has its port from now on, and accepts connections when it runs.
  ///
  /// - Parameters:
  ///   - hosts: Names or addresses. The server listens on all addresses that they have, and this machine too.
  ///   - port: The port; 0 for any that is free; `nil` for 8080, or the next that is free.
  ///   - limits: What is accepted from clients.
  /// - Throws: `DiagnosticsError` if the port is busy, or may not be used, or a host is not found.
  init(hosts: [String] = ["127.0.0.1", "::1"], port: Int? = nil, limits: HTTPLimits = HTTPLimits())
    throws(DiagnosticsError)
  {
    let sockets = try ListeningSockets.bind(hosts: hosts, port: port)
    guard let loop = EventLoop() else { throw ListeningSockets.problem(errno, hosts: hosts, port: sockets.port) }
    self.port = sockets.port
    self.limits = limits
    self.loop = loop
    maximum = max(1, limits.connections ?? Self.raiseDescriptorLimit() - Self.reservedDescriptors)
    state = Mutex(.bound(sockets))
  }

  /// The descriptors that the program needs for its files.
  private static let reservedDescriptors = 64

  /// Returns the number of descriptors that the process may have.
  private static func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// Begins to accept connections, and returns. A server runs once.
  ///
  /// - Parameter answering: Answers a request. It is called in a task of its own for each request, which is cancelled
  ///   if the client goes away, and by many at the same time.
  func run(answering: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
    state.withLock { state in
      guard case .bound(let sockets) = state else { return }
      let listener = HTTPListener(on: sockets, loop: loop, limits: limits, maximum: maximum, answering: answering)
      state = .running(listener)
      listener.open()
      loop.start(keeping: listener)
    }
  }

  /// Accepts no more connections, cancels streams, and returns when all that was under way has been sent, all
  /// connections are closed and the thread has ended.
  func stop() async {
    let listener = state.withLock { state -> HTTPListener? in
      defer { if case .bound = state { state = .stopped } }
      guard case .running(let listener) = state else { return nil }
      return listener
    }
    guard let listener else { return }
    loop.perform { listener.stop() }
    await loop.ended()
  }
}
