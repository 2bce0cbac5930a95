import Datasets

/// Chooses the fields that cards show as facts: those that tell rows apart at a glance.
struct CardFacts {
  /// How many facts a card has.
  private static let count = 3
  /// Lists that are longer than this on average are no facts.
  private static let listLength = 80

  /// Chooses fields.
  ///
  /// The best are there in most rows, differ between them, and are short; identifiers, codes and addresses come last, and after them what stands
  /// on the card already, in the title or in another fact. All of this is told by counts with wide margins, so that a row seldom changes the
  /// choice. Of fields that are as good as each other the first are chosen.
  ///
  /// - Parameters:
  ///   - candidates: The fields among which is chosen, in their order.
  ///   - records: The records.
  ///   - schema: All fields.
  ///   - survey: What the values are like.
  /// - Returns: The chosen fields, in the order of the candidates.
  static func choose(
    among candidates: [Field], of records: [Record], _ schema: Schema, _ survey: FieldSurvey
  ) -> [Field] {
    let ranks = candidates.enumerated().compactMap { place, field -> Rank? in
      guard let index = schema.index(of: field.name), !field.isCoordinate(in: schema) else { return nil }
      return Rank(field, at: place, index: index, survey[index], ofRows: survey.rows)
    }
    var chosen: [Rank] = []
    var repeated: [Rank] = []
    for rank in ranks.sorted(by: { $0.precedes($1) }) {
      if chosen.count == count { break }
      if rank.isRepeated(by: chosen, in: records) { repeated.append(rank) } else { chosen.append(rank) }
    }
    return (chosen + repeated).prefix(count).map(\.place).sorted().map { candidates[$0] }
  }

  /// How good a field is; what is compared first stands first, and less is better.
  private struct Rank {
    let place: Int
    private let index: Int
    /// Whether the values are shown as what other rows are called, and not as they are written.
    private let isReference: Bool
    private let grades: [Int]

    /// Nil for a field that tells no rows apart, or has long lists.
    init?(_ field: Field, at place: Int, index: Int, _ counts: FieldSurvey.Counts, ofRows rows: Int) {
      // What is the same in all rows is not left out at once when it is another in one of them.
      guard counts.values > 0, rows == 1 || counts.mostFrequent * 20 < rows * 19 else { return nil }
      let length = counts.characters / counts.values
      guard field.type != .list || length <= CardFacts.listLength else { return nil }
      self.place = place
      self.index = index
      isReference = field.reading == .reference
      grades = [
        !isReference && (field.isIdentifier || field.type == .url || counts.areCodes) ? 1 : 0,
        counts.values * 2 >= rows ? 0 : counts.values * 10 >= rows ? 1 : 2,
        field.type != .boolean && counts.mostFrequent * 10 <= counts.values * 9 ? 0 : 1,
        length <= 20 ? 0 : length <= 40 ? 1 : 2,
        place,
      ]
    }

    func precedes(_ other: Rank) -> Bool { grades.lexicographicallyPrecedes(other.grades) }

    /// Whether nearly all values stand in the titles, or are the same as those of another field.
    func isRepeated(by others: [Rank], in records: [Record]) -> Bool {
      let rows = FieldSurvey.rows(among: records.count)
      let indices = [index] + others.map(\.index)
      var (values, news) = (0, 0)
      for row in rows {
        let texts = records[row].values(at: indices).map(\.text)
        if texts[0].isEmpty { continue }
        values += 1
        if texts[1...].contains(texts[0]) { continue }
        if !isReference, records[row].title.inOneWord.contains(texts[0].inOneWord) { continue }
        news += 1
        if news * 20 > rows.count { return false }
      }
      return news * 20 <= values
    }
  }
}

extension String {
  /// The letters and digits, as small ones: `acid-arrow` says what “Acid Arrow” says.
  fileprivate var inOneWord: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
