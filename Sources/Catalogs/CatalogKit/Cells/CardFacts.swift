import Datasets

/// A namespace for choosing the facts on cards: the fields that distinguish rows at a glance.
struct CardFacts {
  /// The maximum number of facts on a card.
  private static let count = 3
  /// The maximum average length of a list that may be a fact.
  private static let listLength = 80

  /// Chooses the facts.
  ///
  /// The best fields have a value in most rows, differ between rows, and are short. Identifiers, codes and addresses come last, followed
  /// only by fields that repeat what the card shows already, in its title or in another fact. Every criterion is a count with a wide
  /// margin, so that a change of one row seldom changes the choice. Fields of equal rank are chosen in their order.
  ///
  /// - Parameters:
  ///   - candidates: The fields to choose from, in their order.
  ///   - records: The records.
  ///   - schema: All fields.
  ///   - survey: The survey of the values.
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

  /// The rank of a field: a sequence of grades, compared lexicographically. A lower grade is better.
  private struct Rank {
    let place: Int
    private let index: Int
    /// Whether the field shows the titles of the rows that its values refer to, and not the values.
    private let isReference: Bool
    private let grades: [Int]

    /// Returns `nil` for a field that does not distinguish rows, or has long lists.
    init?(_ field: Field, at place: Int, index: Int, _ counts: FieldSurvey.Counts, ofRows rows: Int) {
      // A field with the same value in nearly all rows is excluded, too: a single row with another value must not change the choice.
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

    /// Whether nearly all values occur in the titles, or equal those of another chosen field.
    func isRepeated(by others: [Rank], in records: [Record]) -> Bool {
      let rows = FieldSurvey.rows(among: records.count)
      let indices = [index] + others.map(\.index)
      var values = 0
      var news = 0
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
  /// The letters and digits of the text, in lower case: `acid-arrow` equals “Acid Arrow”.
  fileprivate var inOneWord: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
