import Foundation
import PluginHosting

/// Handles the signals that end the command: Control-C, and the termination by another process.
enum Termination {
  /// Calls a function instead of ending the process when such a signal arrives.
  ///
  /// - Parameter handle: A function that is called with the signal, on any thread.
  /// - Returns: The signal sources. The function is called while they are retained.
  static func sources(
    calling handle: @escaping @Sendable (_ signal: Int32) -> Void
  ) -> [any DispatchSourceSignal] {
    // A signal that arrives before its source is registered would be lost.
    let registration = DispatchGroup()
    defer { registration.wait() }
    return [SIGINT, SIGTERM].map { number in
      // Otherwise the signal would end the process before the source is called.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in handle(number) }
      registration.enter()
      source.setRegistrationHandler { @Sendable in registration.leave() }
      source.resume()
      return source
    }
  }

  /// Ends plugins together with the process. Plugins have their own process groups, so Control-C does not reach them.
  ///
  /// - Parameter words: Returns the last words of the process, if it has any.
  /// - Returns: The signal sources, which have to be retained.
  static func sourcesEndingPlugins(
    saying words: @escaping @Sendable () -> String? = { nil }
  ) -> [any DispatchSourceSignal] {
    sources { number in
      if let words = words() { Console.printError(words) }
      ChildProcess.killAll()
      signal(number, SIG_DFL)
      // Threads of dispatch queues block all signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
  }
}
