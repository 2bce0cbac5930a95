import Diagnostics
import Foundation

/// The output of commands as JSON, for programs.
enum JSONReport {
  /// Returns a value as JSON in one line without characters that would affect a terminal.
  static func text(_ value: some Encodable) throws -> String {
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
