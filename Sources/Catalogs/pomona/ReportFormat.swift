import ArgumentParser
import CatalogKit
import Diagnostics
import Foundation

/// The format in which a command reports its results.
enum ReportFormat: String, ExpressibleByArgument {
  case text, json

  /// Prints the report of a command: its lines, or the value as JSON.
  func print(_ report: some Encodable, as lines: @autoclosure () -> [String]) throws {
    switch self {
    case .text: for line in lines() { try Console.print(line.printable) }
    case .json: try Console.print(Self.json(report))
    }
  }

  /// Returns the report of a build, without its warnings.
  func text(of report: BuildReport) throws -> String {
    switch self {
    case .json: try Self.json(report)
    case .text: report.summary.joined(separator: "\n")
    }
  }

  /// Returns a value as JSON in one line without characters that would affect a terminal.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Outside of strings JSON is printable, and within strings an escape has the same meaning as the character.
    return String(decoding: try encoder.encode(value), as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isPrintable {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
  }
}
