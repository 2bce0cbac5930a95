public import Diagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Dataset {
  /// Reads a data file.
  ///
  /// - Parameters:
  ///   - path: The path of a `.csv` or `.json` file.
  ///   - options: What is not to be found out from the data.
  /// - Throws: Everything that is wrong with the file, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the size of the file.
  public init(contentsOf path: String, options: Options = Options()) throws(DiagnosticsError) {
    let file = options.file ?? path
    let format = try DatasetFormat(path: path, file: file)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DiagnosticsError(Dataset.unreadable(path, file: file))
    }
    try self.init(bytes: [UInt8](data), file: path, format: format, options: options)
  }

  /// Reads the bytes of a data file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file, in UTF-8.
  ///   - file: The path of the file: it names the data set, and the file in messages, unless the options do.
  ///   - format: The format of the text.
  ///   - options: What is not to be found out from the data.
  /// - Throws: Everything that is wrong with the text, row by row, up to the limit of the options.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    bytes: [UInt8], file: String, format: DatasetFormat, options: Options = Options()
  ) throws(DiagnosticsError) {
    let source = SourceText(bytes, file: options.file ?? file, format: format)
    var reader = DatasetReader(source: source, name: options.name ?? file.fileNameParts.stem, options: options)
    self = try reader.read()
  }

  /// Says why a file cannot be read.
  private static func unreadable(_ path: String, file: String) -> Diagnostic {
    var isDirectory = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let suggestion = String(path.dropFirst(folder.count)).closest(in: names.sorted())
      return Diagnostic(
        code: "datasets/no-file", "there is no such file", at: .init(file: file),
        hint: suggestion.map { "Did you mean “\(folder)\($0)”?" })
    }
    return Diagnostic(
      code: "datasets/unreadable", isDirectory ? "this is a folder, not a file" : "the file cannot be read",
      at: .init(file: file), hint: isDirectory ? nil : "Check that you may read it.")
  }
}
