import Diagnostics
import Fingerprints

// What the texts of a field have in common, besides their type: HTML, words for no value, and paths of somebody's disk.

extension DatasetReader {
  /// The number of rows beyond which only some are examined.
  private static let examinedRows = 2048

  /// Examines texts of which no type is known, in rows that are evenly spread.
  ///
  /// - Returns: Whether some are read in another way than before.
  mutating func examineTexts(in rows: DatasetRows, kept: [Int]) -> Bool {
    let places = kept.indices.filter { place in
      let column = fields.columns[kept[place]]
      return column.hasValues && column.chosen == nil && [.text, .markdown].contains(column.type)
    }
    guard !places.isEmpty else { return false }
    var surveys = places.map { _ in TextSurvey() }
    var step = 1
    while rows.count / step > Self.examinedRows { step *= 2 }
    for row in stride(from: 0, to: rows.count, by: step) {
      let place = rows.place(of: row)
      rows.files[place.file].withFields(places, ofRow: place.row) { bytes, raw in
        for (index, field) in places.enumerated() where raw[field].kind.isCharacters {
          raw[field].withContent(in: bytes) { surveys[index].note($0.trimmed, row: row) }
        }
      }
    }
    var isFound = false
    for (index, survey) in surveys.enumerated() {
      let column = kept[places[index]]
      fields.columns[column].markup = survey.markup.reading(isMarkdown: fields.columns[column].type == .markdown)
      let words = survey.majority.flatMap { wordsForNone($0, in: rows, places[index]) }
      fields.columns[column].wordsForNone = survey.wordsForNone + (words.map { [$0] } ?? [])
      isFound = isFound || fields.columns[column].markup != nil || !fields.columns[column].wordsForNone.isEmpty
      if let (row, text) = survey.privatePath {
        warnOfPrivatePath(text, at: location(ofRow: row, in: rows, field: fields.names[column]))
      }
    }
    return isFound
  }

  /// Returns the text of a row if it may say that there is no value, and is that of at least half of all values.
  private func wordsForNone(_ row: Int, in rows: DatasetRows, _ field: Int) -> String? {
    let text = rows.withKeyText(field, ofRow: row) { $0.text }
    guard rows.count > 2, text.maySayNone else { return nil }
    let isMost = (0..<rows.count).reduce(into: (values: 0, equal: 0)) { counts, row in
      rows.withKeyText(field, ofRow: row) { content in
        if content.isEmpty { return }
        counts.values += 1
        if content.elementsEqual(text.utf8) { counts.equal += 1 }
      }
    }
    return isMost.equal > 2 && isMost.equal * 2 >= isMost.values ? text : nil
  }

  private mutating func warnOfPrivatePath(_ path: String, at location: Diagnostic.Location) {
    warn(
      "datasets/private-path", "\(path.excerpt) is a path on somebody's disk, which readers can neither open nor need",
      at: location,
      hint:
        "Leave the field out with `fields: {\"\(location.field ?? "")\": {hide: true}}` for the data set in catalog.yml, or remove it from the data."
    )
  }
}

/// What the texts of a field show.
private struct TextSurvey {
  /// The number of different texts that are compared with words: those for no value are frequent.
  private static let seenTexts = 64

  var markup = MarkupEvidence()
  /// The first path on somebody's disk.
  var privatePath: (row: Int, text: String)?
  /// The texts that say that there is no value, among the first different ones.
  private(set) var wordsForNone: [String] = []
  private var seen: Set<UInt64> = []
  /// The row with the value that most have, if any value is that of most (the vote of Boyer and Moore).
  private(set) var majority: Int?
  private var vote: (hash: UInt64, count: Int) = (0, 0)

  mutating func note(_ content: Bytes, row: Int) {
    if content.isEmpty { return }
    markup.note(content)
    if privatePath == nil, content.isPrivatePath { privatePath = (row, content.text) }
    // What says that there is no value is short.
    let isShort = content.count <= 40
    let hash = isShort ? Fingerprint(UnsafeRawBufferPointer(content)).low : 0
    if isShort, seen.count < Self.seenTexts, seen.insert(hash).inserted {
      let text = content.text
      if text.saysNone { wordsForNone.append(text) }
    }
    if vote.count == 0 {
      (vote, majority) = ((hash, 1), row)
    } else {
      vote.count += hash == vote.hash ? 1 : -1
    }
  }
}

extension Bytes {
  /// Whether this is the path of a file in somebody's folder.
  fileprivate var isPrivatePath: Bool {
    switch first {
    case UInt8(ascii: "/"):
      let length = has("/home/", at: 0) ? 6 : has("/Users/", at: 0) ? 7 : count
      return first(UInt8(ascii: "/"), from: length).map { $0 > length } ?? false
    case UInt8(ascii: "f"): return has("file:///", at: 0)
    case let letter? where letter.isLetterOrDigit && count > 3 && self[1] == UInt8(ascii: ":"):
      return has(":\\Users\\", at: 1) || has(":/Users/", at: 1) || has(":\\Documents and Settings\\", at: 1)
    default: return false
    }
  }
}
