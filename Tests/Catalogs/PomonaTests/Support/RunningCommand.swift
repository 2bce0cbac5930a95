import Foundation
import Testing

/// The command as a child process of the test.
final class RunningCommand {
  /// The streams that it prints on.
  enum Stream: Int {
    case output, errors
  }

  /// The time without output, in milliseconds, after which a test fails.
  private static let patience: Int32 = 120_000

  private let process = Process()
  private let input = Pipe()
  private let streams = [Pipe(), Pipe()]
  private var unread: [[UInt8]] = [[], []]

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - executable: The command, or a program that runs it.
  ///   - arguments: Its arguments.
  ///   - folder: Its current folder.
  init(_ executable: URL, _ arguments: [String], in folder: URL) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = streams[0]
    process.standardError = streams[1]
    try process.run()
  }

  deinit { if process.isRunning { send(SIGKILL) } }

  /// The next line that it prints, without the line break; `nil` at the end.
  func line(of stream: Stream = .output) throws -> String? {
    let number = stream.rawValue
    while !unread[number].contains(UInt8(ascii: "\n")) {
      guard let bytes = try read(stream) else { return nil }
      unread[number] += bytes
    }
    let end = try #require(unread[number].firstIndex(of: UInt8(ascii: "\n")))
    defer { unread[number].removeFirst(end + 1) }
    return String(decoding: unread[number][..<end], as: UTF8.self)
  }

  /// Reads lines until one satisfies a condition.
  @discardableResult
  func line(of stream: Stream = .output, where fits: (String) -> Bool) throws -> String {
    while let line = try line(of: stream) {
      if fits(line) { return line }
    }
    throw Silence(text: String(decoding: try read(.errors) ?? [], as: UTF8.self))
  }

  /// The command has ended, or prints nothing any more.
  struct Silence: Error {
    var text: String
  }

  private func read(_ stream: Stream) throws -> [UInt8]? {
    let handle = streams[stream.rawValue].fileHandleForReading
    var descriptor = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Self.patience) > 0 else { throw Silence(text: "no line in time") }
    let bytes = [UInt8](handle.availableData)
    return bytes.isEmpty ? nil : bytes
  }

  /// Writes to its standard input.
  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Ends its standard input.
  func endInput() throws { try input.fileHandleForWriting.close() }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The number of the process.
  var identifier: Int32 { process.processIdentifier }

  var isRunning: Bool { process.isRunning }

  /// Waits for its end.
  ///
  /// - Returns: Its status, whether a signal ended it, and its output that was not read yet.
  func end() throws -> (status: Int32, isKilled: Bool, output: String, errors: String) {
    var texts: [String] = []
    for stream in [Stream.output, .errors] {
      var bytes = unread[stream.rawValue]
      while let more = try read(stream) { bytes += more }
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal, texts[0], texts[1])
  }

  /// Waits for its end, up to a number of milliseconds.
  ///
  /// - Returns: Whether it has ended.
  func hasEnded(within milliseconds: Int32) -> Bool {
    // Its output is closed when it ends, and not earlier.
    var descriptor = pollfd(fd: streams[0].fileHandleForReading.fileDescriptor, events: 0, revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }
}

extension Sandbox {
  /// Starts the command in the folder.
  func start(_ first: String..., arguments: [String] = []) throws -> RunningCommand {
    try RunningCommand(executable(), first + arguments, in: folder)
  }

  /// Starts the command by a shell, with settings of the shell.
  ///
  /// - Parameters:
  ///   - script: The shell commands before it, such as a limit.
  ///   - arguments: The arguments of the command.
  func start(after script: String, _ arguments: [String]) throws -> RunningCommand {
    let path = try executable().path(percentEncoded: false)
    return try RunningCommand(
      URL(filePath: "/bin/sh"), ["-c", "\(script); exec \"$0\" \"$@\"", path] + arguments, in: folder)
  }
}
