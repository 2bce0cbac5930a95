import Foundation
public import Rendering

/// The entry point of a plugin: a program that renders a format for Pomona, which starts it and communicates with it
/// over its standard input and output.
///
/// ```swift
/// import RendererPlugin
///
/// PluginProcess.serve(Titles(), version: "1.0")
/// ```
public enum PluginProcess {
  /// Serves a renderer until Pomona closes the connection.
  ///
  /// Meanwhile the program's standard output is redirected to its standard error, and its standard input is empty, also
  /// for processes that it starts: the original pipes are reserved for messages.
  ///
  /// When the method returns, the program has to exit: Pomona ends it after a moment otherwise, whatever it is doing.
  ///
  /// - Parameters:
  ///   - renderer: The renderer.
  ///   - version: The version of the plugin.
  public static func serve(_ renderer: some PageRenderer, version: String) {
    serve([RendererFormat(renderer)], name: renderer.format, version: version)
  }

  /// Serves several formats, or one that has options, until Pomona closes the connection.
  ///
  /// - Parameters:
  ///   - formats: The formats.
  ///   - name: The name of the plugin.
  ///   - version: The version of the plugin.
  public static func serve(_ formats: [RendererFormat], name: String, version: String) {
    // The pipes are duplicated first. Afterwards the numbers of the standard streams are those of other files.
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    guard let input = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "r") else { return }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(null, STDIN_FILENO)
    close(null)
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    // `getline` allocates the buffer, and enlarges it when necessary.
    defer { free(buffer) }
    var server = RendererServer(formats, name: name, version: version) {
      let count = getline(&buffer, &capacity, input)
      guard count > 0, let buffer else { return nil }
      let line = UnsafeRawBufferPointer(start: buffer, count: count)
      return Array(line.last == UInt8(ascii: "\n") ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line)
    } write: { line in
      var rest = line[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
        // The host has closed its end, so that there is nothing left to do.
        guard count > 0 || errno == EINTR else { exit(1) }
        rest = rest.dropFirst(max(count, 0))
      }
    }
    server.run()
  }
}
