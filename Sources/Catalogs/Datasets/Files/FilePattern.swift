import Foundation
import Glibc

/// Patterns for file paths, as in shells: `data/*.csv`. A star matches any characters of a name, and a question mark
/// one; neither matches the dot of a hidden file.
package enum FilePattern {
  /// Whether a path is a pattern, which can match any number of files.
  package static func isPattern(_ path: some StringProtocol) -> Bool {
    path.unicodeScalars.contains { $0 == "*" || $0 == "?" }
  }

  /// Returns the paths that match a pattern, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - pattern: A path, relative to the folder, with stars and question marks.
  ///   - folder: A folder, whose path is taken literally; empty for the current one.
  ///   - isLeftOut: Whether the file or folder at a path is left out, with its contents.
  /// - Returns: Paths relative to the folder.
  package static func matches(
    _ pattern: String, in folder: String = "", leavingOut isLeftOut: (String) -> Bool = { _ in false }
  ) -> [String] {
    let start = folder.isEmpty || pattern.utf8.first == UInt8(ascii: "/") ? "" : folder + "/"
    var found = glob_t()
    defer { globfree(&found) }
    let text = escaped(start, besides: "") + escaped(pattern, besides: "*?")
    guard glob(text, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
    var isFolderLeftOut: [String: Bool] = [:]
    // `gl_pathv` has `gl_pathc` NUL-terminated strings until it is freed.
    return (0..<Int(found.gl_pathc))
      .compactMap { paths[$0].map { String(cString: $0) } }
      .map { String(decoding: $0.utf8.dropFirst(start.utf8.count), as: UTF8.self) }
      .filter { isInside($0, pattern) && !isLeftOut(start + $0) }
      .filter { path in
        !folders(onTheWayTo: path).contains { folder in
          if let known = isFolderLeftOut[folder] { return known }
          isFolderLeftOut[folder] = isLeftOut(start + folder)
          return isFolderLeftOut[folder] == true
        }
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the folders on the path to a file, from the outermost to the innermost.
  private static func folders(onTheWayTo path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 > path.startIndex }
      .map { String(Substring(path.utf8[..<$0])) }
  }

  /// Whether no wildcard of a pattern matched `.` or `..`, as `.*` does in the C library.
  private static func isInside(_ path: String, _ pattern: String) -> Bool {
    let slash = UInt8(ascii: "/")
    return zip(path.utf8.split(separator: slash), pattern.utf8.split(separator: slash)).allSatisfy { name, part in
      let isFolder = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
      return !isFolder || name.elementsEqual(part)
    }
  }

  /// Returns the folders whose listings decide which files match a pattern, relative to `folder`. The folder itself is
  /// an empty path.
  package static func folders(of pattern: String, in folder: String = "") -> [String] {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let isAbsolute = pattern.utf8.first == UInt8(ascii: "/")
    return parts.indices.filter { isPattern(parts[$0]) }.flatMap { index in
      let parent = (isAbsolute ? "/" : "") + parts[..<index].joined(separator: "/")
      return isPattern(parent) ? matches(parent, in: folder) : [parent]
    }
  }

  /// Returns the innermost folder that contains all files that match some patterns, whichever these are; empty for the
  /// current folder.
  static func commonFolder(of patterns: [String]) -> String {
    let folders = patterns.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast().prefix { !isPattern($0) }
    }
    let first = folders.first ?? []
    let count = folders.map { folder in zip(first, folder).prefix { $0 == $1 }.count }.min() ?? 0
    return first.prefix(count).joined(separator: "/")
  }

  /// Returns a text as a pattern that matches it literally, except for some special characters.
  private static func escaped(_ text: String, besides signs: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "*?[\\".unicodeScalars.contains(scalar), !signs.unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}

/// The contents of a folder and of the folders within it.
package enum FolderContents {
  /// Returns the paths of the files and folders, relative to the folder, in any order. Hidden ones are left out with
  /// their contents. Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - isLeftOut: Whether the file or folder at a path is also left out, with its contents.
  /// - Returns: The paths, or `nil` if the folder cannot be read.
  package static func paths(in folder: String, leavingOut isLeftOut: (String) -> Bool) -> [String]? {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return nil }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    while let path = files.nextObject() as? String {
      let name = path.utf8.split(separator: UInt8(ascii: "/")).last
      if name?.first == UInt8(ascii: ".") || isLeftOut(start + path) {
        files.skipDescendants()
      } else {
        paths.append(path)
      }
    }
    return paths
  }

  /// Returns the names of the hidden files in a folder, in any order.
  package static func hiddenFiles(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.utf8.first == UInt8(ascii: ".") && !DataFile.isFolder("\(folder)/\($0)") }
  }
}
