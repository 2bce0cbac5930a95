import Foundation

extension String {
  /// The text without case and Latin diacritics: what words are sorted by.
  ///
  /// Canonical decomposition (Unicode Standard Annex 15, form D) separates letters from their marks; the marks of Latin
  /// letters are dropped, those of other scripts are part of the letter and stay.
  package var sortKey: String {
    let lowercase = lowercased()
    if lowercase.utf8.allSatisfy({ $0 < 0x80 }) { return lowercase }
    var key = String.UnicodeScalarView()
    var followsLatinLetter = false
    for scalar in lowercase.decomposedStringWithCanonicalMapping.unicodeScalars {
      let isMark = (0x300...0x36F).contains(scalar.value)
      if isMark, followsLatinLetter { continue }
      if !isMark { followsLatinLetter = scalar.value < 0x250 }
      key.append(contentsOf: undecomposedLatinLetters[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars)
    }
    return String(key)
  }
}

/// Latin letters that have no decomposition, though readers look for them under these.
private let undecomposedLatinLetters: [Unicode.Scalar: String] = [
  "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
]
