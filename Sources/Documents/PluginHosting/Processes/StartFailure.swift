import Diagnostics
import Glibc

/// The reason why an executable cannot be started.
package enum StartFailure: Error, Hashable, CustomStringConvertible, Sendable {
  /// There is no file at this path.
  case missing(String)
  /// There is a folder, or something else that is not a file, at this path.
  case notAFile(String)
  /// The file has no execute permission.
  case notExecutable(String)
  /// The system cannot run the file: it is a script without an interpreter, or a program for another machine.
  case unknownFormat(String)
  /// The script's first line names an interpreter that cannot be executed.
  case noInterpreter(String, script: String)
  /// The system refused for another reason: its error code, and the path.
  case system(Int32, String)

  /// A description of the problem, without a full stop.
  package var description: String {
    switch self {
    case .missing(let path): "there is no file “\(path)”".printable
    case .notAFile(let path): "“\(path)” is not a file".printable
    case .notExecutable(let path): "“\(path)” is not executable".printable
    case .unknownFormat(let path):
      "“\(path)” is neither a script that names its interpreter nor a program for this machine".printable
    case .noInterpreter(let interpreter, let script):
      "“\(script)” names the interpreter “\(interpreter)”, which cannot be executed".printable
    case .system(let code, let path): "“\(path)”: \(String(cString: strerror(code)))".printable
    }
  }

  /// A sentence with advice for the user, if there is any.
  package var hint: String? {
    switch self {
    case .missing: "Check the path, and that the program is built."
    case .notAFile: "Name the executable itself."
    case .notExecutable(let path): "Run: chmod +x \(path.quotedForShell)".printable
    case .unknownFormat:
      "Begin a script with a line such as “#!/usr/bin/env python3”; compile a program for this machine."
    case .noInterpreter(let interpreter, _):
      interpreter.hasSuffix("\r")
        ? "Save the script with line feeds alone at the ends of its lines."
        : "Install the interpreter, or begin the script with a line such as “#!/usr/bin/env python3”."
    case .system: nil
    }
  }

  /// Returns the failure to start a file that can be predicted from its status, or `nil` if there is none.
  package static func foreseen(_ path: String) -> StartFailure? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing(path) : .system(errno, path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile(path) }
    return access(path, X_OK) == 0 ? nil : .notExecutable(path)
  }

  /// Creates the failure for an error code that the system returned when it started an existing file.
  init(_ code: Int32, starting path: String) {
    self =
      switch code {
      case ENOEXEC: .unknownFormat(path)
      case ENOENT, EACCES, ENOTDIR, ELOOP:
        Self.interpreter(of: path).map { .noInterpreter($0, script: path) } ?? .system(code, path)
      default: .system(code, path)
      }
  }

  /// Returns the interpreter that a script's first line names, or `nil` if the file is not a script.
  private static func interpreter(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The system reads at most this number of bytes of the line.
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    guard count > 0, bytes.starts(with: "#!".utf8) else { return nil }
    let blanks = " \t".utf8
    let word = bytes[2..<count].prefix { $0 != lineFeed }.drop { blanks.contains($0) }.prefix { !blanks.contains($0) }
    return String(decoding: word, as: UTF8.self)
  }
}

extension String {
  /// The text as a single word of a shell command.
  fileprivate var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "/._-+".unicodeScalars.contains(scalar)
    }
    return isPlain ? self : "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
