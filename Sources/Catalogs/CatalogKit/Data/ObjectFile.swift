import Datasets
import Diagnostics
import Foundation
import SystemPackage

/// A heuristic that distinguishes files with a single object, which are rows, from files that contain rows.
enum ObjectFile {
  /// The minimum number of files for each to be a row.
  private static let least = 6
  /// The number of files that are examined.
  private static let samples = 5
  /// The size in bytes beyond which a file is more than a single object.
  private static let limit = 1_000_000

  /// Whether there are many files with a single object each, judging by the first ones.
  ///
  /// - Parameters:
  ///   - files: Files of the format, in the order of their paths.
  ///   - format: JSON, YAML or TOML.
  ///   - log: Records the files that are examined.
  static func areObjects(_ files: [FilePath], _ format: DatasetFormat, log: InputManifest) -> Bool {
    guard files.count >= least else { return false }
    let answers = files.prefix(samples).compactMap { file in
      log.note(file)
      return isObject(at: file, format)
    }
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  /// Whether one of the first files contains a single object that is a row. A file that cannot be read may be one.
  ///
  /// - Parameters:
  ///   - files: Files of JSON, YAML or TOML.
  ///   - log: Records the files that are examined.
  static func mayBeObjects(_ files: [FilePath], log: InputManifest) -> Bool {
    files.prefix(samples).contains { file in
      log.note(file)
      return (try? DatasetFormat(path: file.string)).flatMap { isObject(at: file, $0) } ?? true
    }
  }

  /// Whether a file contains a single object that is a row.
  ///
  /// - Returns: `nil` if the file cannot be parsed.
  private static func isObject(at file: FilePath, _ format: DatasetFormat) -> Bool? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int, size <= limit
    else { return false }
    return DocumentTables.isSingleRow(atPath: file.string, format: format)
  }
}
