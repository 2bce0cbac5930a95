import Diagnostics
import Foundation
package import SystemPackage

// Queries of the file system. An empty path is the current folder.
extension FilePath {
  /// The absolute path with all links resolved; `nil` if no file exists there, or it cannot be reached.
  package var resolved: FilePath? {
    orCurrent.withPlatformString { path in
      guard let place = realpath(path, nil) else { return nil }
      // `realpath` allocates the text, and `FilePath` copies it.
      defer { free(place) }
      return FilePath(platformString: place)
    }
  }

  /// Whether the path is a folder or leads into it. Both paths are resolved.
  ///
  /// The same as `starts(with:)`, which divides both paths into components for each picture of a catalog.
  package func isWithin(_ folder: FilePath) -> Bool {
    folder.withPlatformString { prefix in
      withPlatformString { path in
        let length = strlen(prefix)
        guard strncmp(path, prefix, length) == 0 else { return false }
        // The path begins with the prefix, so that its null is at `length` or behind it. Resolved paths begin with a
        // slash: the prefix has a last character.
        let slash = CChar(bitPattern: UInt8(ascii: "/"))
        return path[length] == 0 || path[length] == slash || prefix[length - 1] == slash
      }
    }
  }

  /// The type of the file, with links followed; `nil` if there is no file.
  var type: FileType? { try? orCurrent.stat().type }

  var exists: Bool { type != nil }

  /// Whether a folder exists at the path.
  package var isFolder: Bool { type == .directory }

  /// The names of the folder's visible files and folders, sorted by their bytes. The array is empty if the folder
  /// cannot be read.
  var visibleNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: orCurrent.string)) ?? [])
      .filter { $0.utf8.first != UInt8(ascii: ".") }
      .sorted { $0.precedesByBytes($1) }
  }

  var orCurrent: FilePath { isEmpty ? "." : self }

  /// Returns the text of the file, which must be UTF-8.
  func text() throws(DiagnosticsError) -> String {
    func failure(_ code: Diagnostic.Code, _ message: String, hint: String) -> DiagnosticsError {
      DiagnosticsError(code: code, message, at: .init(file: string), hint: hint)
    }
    // Reading a pipe would block until another process writes to it.
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
  /// The type's name in messages; `nil` for a regular file.
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
  /// Records the state of a file or a folder that is about to be read.
  func note(_ path: FilePath) { note(path.orCurrent.string) }
}
