import Datasets
import Diagnostics
import Foundation

/// What reading and writing a catalog asks of the file system.
enum FileSystem {
  /// A path of a catalog's file; an absolute one as it is.
  static func path(_ file: String, in folder: String) -> String {
    file.hasPrefix("/") || folder.isEmpty || folder == "." ? file : folder + (folder.hasSuffix("/") ? "" : "/") + file
  }

  /// The folder and the file of a path.
  static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The paths that a path or a pattern means, relative to a folder. A path without signs of a pattern means itself.
  ///
  /// - Parameter log: Notes the folders whose lists of files decide.
  static func matches(_ pattern: String, in folder: String, log: InputLog) -> [String] {
    guard FilePattern.isPattern(pattern), !exists(path(pattern, in: folder)) else { return [pattern] }
    for place in FilePattern.folders(of: pattern, in: folder) {
      log.note(place.isEmpty ? (folder.isEmpty ? "." : folder) : path(place, in: folder))
    }
    return FilePattern.matches(pattern, in: folder)
  }

  /// The names of the files and folders in a folder that are not hidden, in the order of their bytes; none where it cannot be read.
  static func visibleFiles(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.utf8.first != UInt8(ascii: ".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of the files and folders in a folder and in those within it, without what is hidden; none where it cannot be read.
  /// Links to folders are not followed.
  static func visibleFiles(below path: String) -> [String] {
    (FileManager.default.subpaths(atPath: path) ?? [])
      .filter { path in !path.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") } }
  }

  /// The text of a file in UTF-8.
  static func read(_ path: String) throws(DiagnosticsError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "file/unreadable", "the file cannot be read", at: .init(file: path), hint: "Check that you may read it."
        ))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw DiagnosticsError(
        Diagnostic(code: "file/utf8", "the file is not UTF-8 text", at: .init(file: path), hint: "Save it as UTF-8."))
    }
    return text
  }
}

extension String {
  /// The parts of the text as a path, as the file system takes it apart: at the byte of a slash, even where a mark after it
  /// makes another character of it.
  var pathParts: [Substring] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}
