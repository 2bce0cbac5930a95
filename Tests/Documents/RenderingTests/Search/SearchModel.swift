import Foundation
import Rendering

/// A model of the search, without regard to speed.
struct SearchModel {
  private struct Entry {
    let path: String
    let title: String
    let text: String
  }

  private let entries: [Entry]

  init(_ entries: [SearchEntry]) {
    self.entries = entries.map {
      Entry(path: $0.path, title: Self.fold($0.title), text: Self.fold($0.text))
    }
  }

  /// The paths of the results of a query, the best first.
  func paths(_ query: String) -> [String] {
    let words = Self.fold(query).split(separator: " ").map(String.init)
    guard !words.isEmpty else { return [] }
    let found = entries.filter { entry in
      words.allSatisfy { entry.title.contains($0) || entry.text.contains($0) }
    }
    let ranked = found.map { (entry: $0, rank: rank($0.title, words)) }
    return ranked.sorted { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      let lengths = (one.entry.title.utf16.count, other.entry.title.utf16.count)
      if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
      return [one.entry.title, one.entry.path].lexicographicallyPrecedes([other.entry.title, other.entry.path]) {
        $0.utf16.lexicographicallyPrecedes($1.utf16)
      }
    }.map(\.entry.path)
  }

  private func rank(_ title: String, _ words: [String]) -> Int {
    let query = words.joined(separator: " ")
    if title == query { return 0 }
    if title.hasPrefix(query) { return 1 }
    // The words of the tests are of letters only.
    let parts = title.split { !$0.isLetter }
    if words.allSatisfy({ word in parts.contains { $0.hasPrefix(word) } }) { return 2 }
    return words.allSatisfy(title.contains) ? 3 : 4
  }

  private static func fold(_ text: String) -> String {
    let letters = text.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
    return letters.map { letter in
      // A letter with its marks.
      switch letter.unicodeScalars.first {
      case "ø": "o"
      case "æ": "ae"
      case let first? where first.isASCII: String(first)
      default: String(letter)
      }
    }.joined()
  }
}
