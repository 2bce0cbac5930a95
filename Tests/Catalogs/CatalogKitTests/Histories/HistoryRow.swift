import TestKit

/// An object of a catalog that is edited at random.
struct HistoryRow: Equatable {
  static let fields = ["name", "kind", "price", "tags", "added", "note", "picture"]

  var name: String
  var kind = ""
  var price = ""
  var tags: [String] = []
  var added = ""
  var note = ""
  var picture = ""

  /// The values as texts, in the order of the fields.
  var texts: [String] { [name, kind, price, tags.joined(separator: "; "), added, note, picture] }
}

extension HistoryRow {
  private static let words = [
    "Apple", "Äpfel", "apfel", "Fig & date", "<b>Kiwi</b>", "e\u{301}clair", "日本の梨", "O'Clock", "page-2", "index",
    "Plum", "plum!", "Quince", "🍐 pear", "con", "Sloe {{x}}", "Medlar|tree", "-", "Lime\u{2028}tree", "ß",
  ]
  private static let kinds = ["stone", "pome", "berry", "Berry", "", "nut & seed", "index", "Plum", "Quince"]
  private static let notes = [
    "", "Some *words*.", "A paragraph.\n\nAnd another, with a [link](https://example.org/?a=1&b=2).",
    "# Heading\n\n- one\n- two", "</script><script>alert(1)</script>",
    String(repeating: "A long story of a tree. ", count: 12), "Line\\\nbreak and `code`.",
  ]

  /// A row whose name is new in most cases.
  static func random(_ random: inout SeededGenerator) -> HistoryRow {
    var row = HistoryRow(name: randomName(&random))
    for _ in 0..<5 { row.editField(&random) }
    return row
  }

  static func randomName(_ random: inout SeededGenerator) -> String {
    let word = words[Int.random(in: 0..<words.count, using: &random)]
    return Bool.random(using: &random) ? word : "\(word) \(Int.random(in: 1...40, using: &random))"
  }

  /// Changes the value of a field that is not the key.
  mutating func editField(_ random: inout SeededGenerator) {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: kind = pick(Self.kinds)
    case 1: price = pick(["", "1", "2.50", "2.5", "-3", "1e3", "0.1"])
    case 2: tags = pick([[], ["red"], ["red", "sweet"], ["sour", "red"], ["Sweet & sour"]])
    case 3: added = pick(["", "2024-02-29", "2023-12-31T23:59", "2025-01-01T00:00:00+02:00", "1999-01-01"])
    case 4: note = pick(Self.notes)
    default: picture = pick(["", "images/a.png", "images/b c.png", "https://example.org/x.png", "images/none.png"])
    }
  }
}
