import Diagnostics
import Foundation
import SystemPackage

// What is asked of the file system about a path. An empty path is the current folder.
extension FilePath {
  /// The place that the path leads to behind all links; `nil` where there is nothing, or nothing that can be reached.
  var resolved: FilePath? {
    orCurrent.withPlatformString { path in
      guard let place = realpath(path, nil) else { return nil }
      // The text is ours until it is freed, and has been copied by then.
      defer { free(place) }
      return FilePath(platformString: place)
    }
  }

  /// What there is, behind any links; `nil` where there is nothing.
  var type: FileType? { try? orCurrent.stat().type }

  var exists: Bool { type != nil }

  var isFolder: Bool { type == .directory }

  /// The names of the files and folders in the folder that are not hidden, in the order of their bytes; none where it cannot be read.
  var visibleNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: orCurrent.string)) ?? [])
      .filter { $0.utf8.first != UInt8(ascii: ".") }
      .sorted { $0.precedesByBytes($1) }
  }

  /// The path, or a dot for the current folder.
  var orCurrent: FilePath { isEmpty ? "." : self }

  /// The text of the file, in UTF-8.
  func text() throws(DiagnosticsError) -> String {
    func failure(_ code: Diagnostic.Code, _ message: String, hint: String) -> DiagnosticsError {
      DiagnosticsError(Diagnostic(code: code, message, at: .init(file: string), hint: hint))
    }
    // A pipe would be waited for until somebody writes to it.
    if let noun = type?.noun {
      throw failure("file/unreadable", "this is \(noun), not a file", hint: "Put a file in its place.")
    }
    guard let data = FileManager.default.contents(atPath: string) else {
      throw failure("file/unreadable", "the file cannot be read", hint: "Check that you may read it.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw failure("file/utf8", "the file is not UTF-8 text", hint: "Save it as UTF-8.")
    }
    return text
  }
}

extension FileType {
  /// What people call it; `nil` for a file.
  var noun: String? {
    switch self {
    case .regular: nil
    case .directory: "a folder"
    case .fifo: "a named pipe"
    case .socket: "a socket"
    case .characterSpecial, .blockSpecial: "a device"
    default: "something that cannot be read"
    }
  }
}

extension InputManifest {
  /// Notes a file or a folder that is about to be read.
  func note(_ path: FilePath) { note(path.orCurrent.string) }
}
