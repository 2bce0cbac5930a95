import Datasets

/// Chooses the fields that cards show as facts: those that tell rows apart at a glance.
struct CardFacts {
  /// How many facts a card has.
  private static let count = 3

  /// Chooses fields.
  ///
  /// The best are there in most rows, differ between them, and are short; identifiers and addresses come last. All of this is told by counts
  /// with wide margins, so that a row seldom changes the choice. Of fields that are as good as each other the first are chosen.
  ///
  /// - Parameters:
  ///   - candidates: The fields among which is chosen, in their order.
  ///   - schema: All fields.
  ///   - survey: What the values are like.
  /// - Returns: The chosen fields, in the order of the candidates.
  static func choose(among candidates: [Field], of schema: Schema, _ survey: FieldSurvey) -> [Field] {
    let ranks = candidates.enumerated().compactMap { place, field -> Rank? in
      guard let index = schema.index(of: field.name), !field.isCoordinate(in: schema) else { return nil }
      return Rank(field, at: place, survey[index], ofRows: survey.rows)
    }
    return ranks.sorted { $0.precedes($1) }.prefix(count).map(\.place).sorted().map { candidates[$0] }
  }

  /// How good a field is; what is compared first stands first, and less is better.
  private struct Rank {
    let place: Int
    private let grades: [Int]

    /// Nil for a field that tells no rows apart.
    init?(_ field: Field, at place: Int, _ counts: FieldSurvey.Counts, ofRows rows: Int) {
      // What is the same in all rows is not left out at once when it is another in one of them.
      guard counts.values > 0, rows == 1 || counts.mostFrequent * 20 < rows * 19 else { return nil }
      let length = counts.characters / counts.values
      self.place = place
      grades = [
        field.isIdentifier || field.type == .url ? 1 : 0,
        counts.values * 2 >= rows ? 0 : counts.values * 10 >= rows ? 1 : 2,
        counts.mostFrequent * 10 <= counts.values * 9 ? 0 : 1,
        length <= 20 ? 0 : length <= 40 ? 1 : 2,
        place,
      ]
    }

    func precedes(_ other: Rank) -> Bool { grades.lexicographicallyPrecedes(other.grades) }
  }
}
