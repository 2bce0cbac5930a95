import Diagnostics
import Foundation

/// What a command tells programs.
enum JSONReport {
  /// A value as JSON, in one line that is fit for a terminal, too.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing outside of strings is anything but printable, and within them an escape stands for the same.
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
