import Datasets
import Diagnostics
import Foundation
import JSONValues
import SystemPackage
import Yams

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
  ///   - format: JSON or YAML.
  ///   - log: Notes the files that are looked at.
  static func areObjects(_ files: [FilePath], _ format: DatasetFormat, log: InputManifest) -> Bool {
    guard files.count >= least else { return false }
    let answers = files.prefix(samples).compactMap { file in
      log.note(file)
      return isObject(at: file, format)
    }
    return !answers.isEmpty && answers.allSatisfy(\.self)
  }

  /// Whether a file has one object, with a text or a number in it: what has only lists and other objects has rows in these.
  ///
  /// - Returns: Nil if the file cannot be read.
  private static func isObject(at file: FilePath, _ format: DatasetFormat) -> Bool? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int, size <= limit
    else { return false }
    guard let text = try? file.text() else { return nil }
    if format == .json {
      guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
      guard case .object(let object) = value else { return false }
      return object.members.contains { $0.value.isScalar }
    }
    guard let node = try? Yams.compose(yaml: text) else { return nil }
    return node.mapping?.values.contains { $0.scalar != nil } ?? false
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .boolean, .number, .string: true
    case .null, .array, .object: false
    }
  }
}
