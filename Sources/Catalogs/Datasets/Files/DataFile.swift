import Diagnostics
import Foundation

/// A file to read, or its bytes.
struct DataFile {
  /// The path, or `-` for standard input.
  let path: String
  /// The bytes, if they are already in memory.
  private let bytes: [UInt8]?
  /// The file name for messages.
  let file: String
  let format: DatasetFormat

  static let standardInput = "-"

  /// The default name of the data set in the file.
  var stem: String { path == DataFile.standardInput ? "input" : path.withoutCompression.fileNameParts.stem }

  /// Whether a path is a pattern for any number of files. A path of an existing file is not.
  static func isPattern(_ path: String) -> Bool {
    FilePattern.isPattern(path) && !FileManager.default.fileExists(atPath: path)
  }

  /// Returns the name of the folder that a path is in, or `nil` if the path has none or the name begins with a dot or
  /// is a pattern.
  static func folderName(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let name = parts.dropLast().last, name.utf8.first != UInt8(ascii: ".") else { return nil }
    return isPattern(String(name)) ? nil : String(name)
  }

  /// Returns the files at paths and patterns, in the order of their paths.
  static func files(at paths: [String], _ options: Dataset.Options) throws(DiagnosticsError) -> [DataFile] {
    var found: Set<String> = []
    for path in paths {
      if isPattern(path) {
        let matches = FilePattern.matches(path, leavingOut: options.isLeftOut)
        if matches.isEmpty {
          throw DiagnosticsError(
            code: "datasets/no-match", "no file matches the pattern", at: .init(file: options.file ?? path))
        }
        found.formUnion(matches)
      } else {
        found.insert(path)
      }
    }
    var files: [DataFile] = []
    for path in found.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      files.append(try DataFile(path, file: found.count == 1 ? options.file ?? path : path, options))
    }
    guard let first = files.first else {
      throw DiagnosticsError(code: "datasets/no-file", "there is no file to read", at: .init(file: options.file))
    }
    if let other = files.first(where: { $0.format != first.format }) {
      throw DiagnosticsError(
        code: "datasets/mixed-formats", "the format differs from that of \(first.file)", at: .init(file: other.file),
        hint: "The files of one data set have the same format.")
    }
    return files
  }

  private init(_ path: String, file: String, _ options: Dataset.Options) throws(DiagnosticsError) {
    self.path = path
    bytes = nil
    self.file = path == DataFile.standardInput ? options.file ?? "standard input" : file
    if let format = options.format {
      self.format = format
    } else if path == DataFile.standardInput {
      throw DiagnosticsError(
        code: "datasets/unknown-format", "the format of standard input cannot be inferred from a file name",
        at: .init(file: self.file), hint: "Choose the format, such as csv.")
    } else if DataFile.isFolder(path), (try? DatasetFormat(path: path)) == nil {
      format = .markdown
    } else {
      format = try DatasetFormat(path: path, file: file)
    }
  }

  /// - Parameter bytes: The bytes of the file, if they are already in memory.
  init(_ path: String, bytes: [UInt8]? = nil, file: String, format: DatasetFormat) {
    self.path = path
    self.bytes = bytes
    self.file = file
    self.format = format
  }

  /// Returns the text of the file, decompressed if needed.
  ///
  /// - Throws: An error if the file cannot be read, is too large, or is not text.
  func text(_ options: Dataset.Options) throws(DiagnosticsError) -> SourceText {
    let limits = options.limits
    let mayHaveNULs = options.encoding == .utf16
    let read: [UInt8]
    do throws(FileBytes.Failure) {
      read = if let bytes { bytes } else { try FileBytes.read(path, limit: limits.size, mayHaveNULs: mayHaveNULs) }
    } catch {
      throw DiagnosticsError(error == .tooMany ? limits.excess(.size, at: .init(file: file)) : unreadable)
    }
    let bytes = try read.decompressed(file: file, limits: limits, mayHaveNULs: mayHaveNULs)
    if format != .markdown, let content = bytes.withUnsafeBufferPointer(ForeignContent.init) {
      throw DiagnosticsError(content.diagnostic(at: .init(file: file)))
    }
    return try SourceText(
      bytes, file: file, format: format, encoding: options.encoding, replacesInvalidBytes: options.problems == .warn)
  }

  /// Requires that the file can be read by its path, as databases and folders are.
  ///
  /// - Throws: An error if only the bytes of the file are available.
  func requirePath() throws(DiagnosticsError) {
    guard bytes != nil else { return }
    throw DiagnosticsError(
      code: "datasets/no-text", "the format \(format.rawValue) cannot be read from bytes", at: .init(file: file),
      hint: "Give its path.")
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The error that the file cannot be read, with the reason.
  var unreadable: Diagnostic {
    guard FileManager.default.fileExists(atPath: path) else {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let suggestion = String(path.dropFirst(folder.count)).closest(in: names.sorted())
      return Diagnostic(
        code: "datasets/no-file", "there is no such file", at: .init(file: file),
        hint: suggestion.map { "Did you mean “\(folder)\($0)”?" })
    }
    let isFolder = DataFile.isFolder(path)
    return Diagnostic(
      code: "datasets/unreadable", isFolder ? "this is a folder, not a file" : "the file cannot be read",
      at: .init(file: file), hint: isFolder ? nil : "Check that you may read it.")
  }
}
