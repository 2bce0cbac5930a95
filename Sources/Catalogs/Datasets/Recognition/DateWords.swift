/// A word with a meaning in dates.
enum DateWord {
  case month(Int)
  /// A season as numbered in EDTF, from 21.
  case season(Int)
  /// `circa`; and `c` alone, which may also stand for a century.
  case approximate, uncertain
  /// `early`, `mid` and `late`: 0, 1 and 2.
  case part(Int)
  case before, after, since, until
  /// `born`, `died`, and their initials.
  case life
  case era(isBefore: Bool)
  /// A century or a millennium.
  case period(years: Int)
  case to, of
  case ordinalSuffix

  /// Creates the word that letters spell, ignoring case; `nil` if it has no meaning in dates.
  init?(_ letters: Bytes) {
    // The length and the first seven letters identify a word.
    guard letters.count <= 13, let word = Self.words[Self.key(letters)] else { return nil }
    self = word
  }

  private static func key(_ letters: Bytes) -> UInt64 {
    letters.prefix(7).reduce(UInt64(letters.count)) { $0 << 8 | UInt64($1.lowercased) }
  }

  private static let words: [UInt64: DateWord] = {
    var words: [UInt64: DateWord] = [:]
    func add(_ names: String..., as word: DateWord) {
      for name in names { words[Array(name.utf8).withUnsafeBufferPointer(key)] = word }
    }
    for months in MonthNames.all {
      for (index, name) in months.full.enumerated() { add(name, as: .month(index + 1)) }
    }
    for (index, name) in MonthNames.english.short.enumerated() { add(name, as: .month(index + 1)) }
    for (name, month) in [("sept", 9), ("mär", 3), ("okt", 10), ("dez", 12), ("févr", 2), ("mei", 5), ("déc", 12)] {
      add(name, as: .month(month))
    }
    add("spring", as: .season(21))
    add("summer", as: .season(22))
    add("autumn", "fall", as: .season(23))
    add("winter", as: .season(24))
    add("c", "ca", "circa", "about", "around", "approx", "approximately", as: .approximate)
    add("um", "vers", "hacia", "verso", "rond", as: .approximate)
    add("probably", "possibly", as: .uncertain)
    add("early", as: .part(0))
    add("mid", as: .part(1))
    add("late", as: .part(2))
    add("before", as: .before)
    add("after", as: .after)
    add("since", as: .since)
    add("until", as: .until)
    add("born", "died", "b", "d", as: .life)
    add("bc", "bce", as: .era(isBefore: true))
    add("ad", "ce", as: .era(isBefore: false))
    add("century", "cent", "jahrhundert", "jh", "jhd", as: .period(years: 100))
    add("millennium", "millenium", "mill", "jahrtausend", "jt", as: .period(years: 1000))
    add("to", as: .to)
    add("of", "de", as: .of)
    add("st", "nd", "rd", "th", "er", as: .ordinalSuffix)
    return words
  }()
}
