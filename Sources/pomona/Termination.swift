import Foundation
import PluginHosting

/// What the command does when it is to end: at Control-C, or when another program asks it to.
enum Termination {
  /// Has a function called where a signal would end the process.
  ///
  /// - Parameter handle: Is called with the signal, on any thread.
  /// - Returns: What calls the function, for as long as it is held.
  static func sources(
    calling handle: @escaping @Sendable (_ signal: Int32) -> Void
  ) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in handle(number) }
      source.resume()
      return source
    }
  }

  /// Has plugins end with the process: the keys of its terminal do not reach them.
  ///
  /// - Returns: What ends them, for as long as it is held.
  static func sourcesEndingPlugins() -> [any DispatchSourceSignal] {
    sources { number in
      ChildProcess.killAll()
      signal(number, SIG_DFL)
      // The threads of dispatch queues block all signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
  }
}
