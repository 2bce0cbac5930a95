import Datasets
import Diagnostics
import Foundation
import SystemPackage

/// What tells files with an object each, which are rows, from files with rows in them.
enum ObjectFile {
  /// How many files there are at the least where each is a row.
  private static let least = 6
  /// How many files are looked at.
  private static let samples = 5
  /// The number of bytes from which on a file is more than an object.
  private static let limit = 1_000_000

  /// Whether many files have an object each, as far as the first of them show.
  ///
  /// - Parameters:
  ///   - files: Files of a format, in the order of their paths.
  ///   - format: JSON, YAML or TOML.
  ///   - log: Notes the files that are looked at.
  static func areObjects(_ files: [FilePath], _ format: DatasetFormat, log: InputManifest) -> Bool {
    guard files.count >= least else { return false }
    let answers = files.prefix(samples).compactMap { file in
      log.note(file)
      return isObject(at: file, format)
    }
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  /// Whether any of the first files has one object that is a row, and no more; one that cannot be read may have.
  ///
  /// - Parameters:
  ///   - files: Files of JSON, YAML or TOML.
  ///   - log: Notes the files that are looked at.
  static func mayBeObjects(_ files: [FilePath], log: InputManifest) -> Bool {
    files.prefix(samples).contains { file in
      log.note(file)
      return (try? DatasetFormat(path: file.string)).flatMap { isObject(at: file, $0) } ?? true
    }
  }

  /// Whether a file has one object that is a row, and no more.
  ///
  /// - Returns: Nil if the file cannot be read.
  private static func isObject(at file: FilePath, _ format: DatasetFormat) -> Bool? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int, size <= limit
    else { return false }
    return DocumentTables.isRow(atPath: file.string, format: format)
  }
}
