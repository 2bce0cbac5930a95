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

/// Content that is often saved under the name of a data file, but is not data.
enum ForeignContent: CaseIterable {
  case gitLFSPointer, webPage, pdf, zip, excel, database

  /// Identifies the content by its first bytes; `nil` if it may be data.
  init?(_ bytes: Bytes) {
    let mark = TextForm.utf8.mark
    let text = bytes.starts(with: mark) ? bytes.part(mark.count, bytes.count) : bytes
    guard let content = Self.allCases.first(where: { $0.begins(text) }) else { return nil }
    self = content
  }

  private func begins(_ bytes: Bytes) -> Bool {
    switch self {
    case .gitLFSPointer: bytes.has("version https://git-lfs.github.com/spec/", at: 0)
    case .webPage:
      {
        let text = bytes.part(bytes.firstIndex { $0 > .space } ?? 0, bytes.count)
        return text.hasPrefix(ignoringCase: "<!doctype html") || text.hasPrefix(ignoringCase: "<html")
      }()
    case .pdf: bytes.has("%PDF-", at: 0)
    case .zip: bytes.has("PK\u{3}\u{4}", at: 0)
    case .excel: bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    case .database: bytes.has("SQLite format 3\0", at: 0)
    }
  }

  /// The error that a file has this content, whatever its name is.
  func diagnostic(at location: Diagnostic.Location) -> Diagnostic {
    let (message, hint) =
      switch self {
      case .gitLFSPointer:
        (
          "the file is not here: Git LFS keeps it elsewhere, and this is a pointer to it",
          "Get the file with `git lfs pull`, or download it from where the repository is."
        )
      case .webPage:
        (
          "this is a web page, not a data file",
          "Download the file itself: sites such as GitHub have a link to it called “Raw” or “Download”."
        )
      case .pdf: ("this is a PDF document, not a data file", "Ask the publisher of the document for the data as CSV.")
      case .zip:
        (
          "this is a zip archive, as Excel and LibreOffice also save their documents",
          "Unpack it, or save the table as CSV with the spreadsheet program."
        )
      case .excel: ("this is a document of Excel", "Save the table as CSV with the spreadsheet program.")
      case .database:
        ("this is a SQLite database", "Give the file a name that ends in .sqlite, or choose the format sqlite.")
      }
    return Diagnostic(code: "datasets/foreign-content", message, at: location, hint: hint)
  }
}
