import Foundation
import PluginHosting

/// What the command does with the plugins that it has started.
enum Plugins {
  /// Has them end if the terminal ends the command: its keys do not reach them.
  static func endWithThisProcess() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in
        ChildProcess.killAll()
        signal(number, SIG_DFL)
        raise(number)
      }
      source.resume()
      sources.append(source)
    }
  }

  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
