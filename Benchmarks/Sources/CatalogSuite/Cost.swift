import Foundation

/// The cost of running a command.
struct Cost {
  /// The elapsed time.
  var seconds: Double
  /// The processor time.
  var processorSeconds: Double
  /// The peak memory in bytes.
  var peakMemory: Double

  /// Runs a command in a separate process, and measures it.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - output: The file for its standard output; `nil` to discard it.
  /// - Throws: A `Failure` if the command cannot be run, or fails.
  init(of command: [String], output: String? = nil) throws {
    let result = URL.temporaryDirectory.appending(path: "pomona-cost-\(getpid())").path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: result) }
    let process = Process()
    process.executableURL = Self.meter
    process.arguments = [result] + command
    if let output {
      guard FileManager.default.createFile(atPath: output, contents: nil),
        let file = FileHandle(forWritingAtPath: output)
      else { throw Failure("\(output) cannot be written") }
      process.standardOutput = file
    } else {
      process.standardOutput = FileHandle.nullDevice
    }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure("“\(command.joined(separator: " "))” failed with status \(process.terminationStatus)")
    }
    let fields = try String(contentsOfFile: result, encoding: .utf8).split { $0.isWhitespace }.compactMap { Double($0) }
    guard fields.count == 3 else { throw Failure("nobody knows what “\(command.joined(separator: " "))” took") }
    (seconds, processorSeconds, peakMemory) = (fields[0], fields[1], fields[2] * 1024)
  }

  /// The program that measures a command, in the folder of this program.
  private static var meter: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "meter")
  }

  /// Combines the costs of several runs: the least of each time, and the most of the memory.
  init(leastOf runs: Int, _ run: () throws -> Cost) throws {
    self = try run()
    for _ in 1..<max(runs, 1) {
      let other = try run()
      seconds = min(seconds, other.seconds)
      processorSeconds = min(processorSeconds, other.processorSeconds)
      // The memory is an upper bound, so that the largest value counts.
      peakMemory = max(peakMemory, other.peakMemory)
    }
  }
}
