import Datasets
import TestKit
import Testing

@Suite struct ValueOrderTests {
  private func number(_ text: String) throws -> Value { .number(try #require(Value.Number(text))) }

  private func sorted(_ texts: [String], descending: Bool = false) -> [String] {
    texts.map(Value.text).sorted { $0.precedes($1, descending: descending) }.map(\.text)
  }

  @Test func `missing values come last in both directions`() {
    let values: [Value] = [.missing, .text("a"), .missing, .text("b")]
    #expect(values.sorted { $0.precedes($1) } == [.text("a"), .text("b"), .missing, .missing])
    #expect(
      values.sorted { $0.precedes($1, descending: true) } == [.text("b"), .text("a"), .missing, .missing])
  }

  @Test func `numbers by value, then as written`() throws {
    let values = try ["10", "9", "1.0", "1", "-2"].map(number)
    #expect(values.sorted { $0.precedes($1) }.map(\.text) == ["-2", "1", "1.0", "9", "10"])
    #expect(values.sorted { $0.precedes($1, descending: true) }.map(\.text) == ["10", "9", "1.0", "1", "-2"])
  }

  @Test func `no before yes`() {
    #expect(Value.boolean(false).precedes(.boolean(true)))
    #expect(!Value.boolean(true).precedes(.boolean(false)))
  }

  @Test func `dates by their text`() {
    #expect(Value.date("2023-12-31").precedes(.date("2024-01-01")))
    #expect(Value.date("2024-01-01").precedes(.date("2024-01-01T00:00")))
  }

  @Test func `words without case and Latin diacritics`() {
    let words = ["Ångström", "apple", "Eclair", "Éclair", "éclair", "eclipse", "Edam", "Zebra"]
    #expect(sorted(words.reversed()) == words)
    #expect(sorted(words, descending: true) == words.reversed())
  }

  @Test func `letters without a decomposition`() {
    #expect(
      sorted(["Ozon", "Øl", "Nuss", "Straße", "Strasse", "Łódź", "Luchs"])
        == ["Łódź", "Luchs", "Nuss", "Øl", "Ozon", "Strasse", "Straße"])
  }

  @Test(arguments: [
    ["Copy 9", "Copy 10", "copy 010", "Copy 010a"], ["WA/1/2", "WA/1/10"], ["1-1", "1.1", "1.1.0", "1.9", "1.10"],
    ["v2", "v10", "vx"], ["0", "00", "1", "1a", "007", "7", "8", "12345678", "123456789", "1234567890", "a"],
    ["x99999999999999999998", "x99999999999999999999", "x100000000000000000000"], ["Éclair 9", "Eclair 10"],
  ])
  func `numbers in texts by value`(texts: [String]) {
    #expect(sorted(texts.reversed()) == texts)
    #expect(sorted(texts, descending: true) == texts.reversed())
  }

  @Test func `texts character by character`() {
    let keys = ["Copy 9", "Copy 10", "copy 010"].map { Value.text($0).sortKey(of: .text) }
    #expect(keys[2] < keys[1] && keys[1] < keys[0])
    let lists = ["9", "10"].map { Value.list([.text($0)]).sortKey(of: .text) }
    #expect(lists[1] < lists[0])
  }

  /// Returns whether a text precedes another one, by the runs of digits and the other characters in turn.
  private func precedes(_ text: String, _ other: String) -> Bool {
    func parts(_ text: String) -> [(isNumber: Bool, text: String)] {
      text.reduce(into: []) { parts, character in
        if character.isNumber, parts.last?.isNumber == true {
          parts[parts.count - 1].text.append(character)
        } else {
          parts.append((character.isNumber, String(character)))
        }
      }
    }
    let (own, others) = (parts(text), parts(other))
    for (part, other) in zip(own, others) {
      if part.isNumber, other.isNumber {
        let (number, otherNumber) = (Int(part.text) ?? 0, Int(other.text) ?? 0)
        if number != otherNumber { return number < otherNumber }
      } else if part.text != other.text {
        return part.text < other.text
      }
    }
    return own.count == others.count ? text < other : own.count < others.count
  }

  @Test func `the order of all short texts is that of their parts`() {
    var texts = [""]
    for length in 1...4 {
      texts += texts.filter { $0.count == length - 1 }.flatMap { text in "019.".map { text + String($0) } }
    }
    let keys = texts.map { Value.text($0).sortKey }
    for (text, key) in zip(texts, keys) {
      let wrong = zip(texts, keys).first { other, otherKey in (key < otherKey) != precedes(text, other) }
      #expect(wrong == nil, "\(text), \(wrong?.0 ?? "")")
    }
    // The order of parts is total, so that each text has its own place among the sorted ones.
    let order = texts.indices.sorted { keys[$0] < keys[$1] }
    #expect(zip(order, order.dropFirst()).allSatisfy { keys[$0] < keys[$1] && !(keys[$1] < keys[$0]) })
    // Transitive: what comes later in the sorted order never precedes.
    for (place, index) in order.enumerated() where place % 7 == 0 {
      #expect(order[(place + 1)...].allSatisfy { keys[index] < keys[$0] })
    }
  }

  @Test func `marks of other scripts are part of the letter`() {
    #expect(sorted(["\u{439}а", "\u{438}б"]) == ["\u{438}б", "\u{439}а"])
  }

  @Test func `both forms of a letter are the same`() {
    #expect(!Value.text("\u{E9}").precedes(.text("e\u{301}")))
    #expect(!Value.text("e\u{301}").precedes(.text("\u{E9}")))
  }

  @Test func `lists element by element`() {
    func list(_ texts: String...) -> Value { .list(texts.map(Value.text)) }
    #expect(list("a", "b").precedes(list("a", "c")))
    #expect(list("a").precedes(list("a", "a")))
    #expect(list("a", "z").precedes(list("B")))
    #expect(!list("a").precedes(list("a")))
  }

  @Test func `kinds do not mix`() throws {
    let values: [Value] = [
      .list([.text("a")]), .text("a"), .date("2024-01-01"), try number("1"), .boolean(true), .missing,
    ]
    #expect(values.sorted { $0.precedes($1) } == [values[4], values[3], values[2], values[1], values[0], .missing])
  }

  @Test func `the order is strict and total on seeded values`() throws {
    var random = SeededGenerator(seed: 7)
    let words = ["", "a", "A", "á", "B", "ß", "ss", "7", "10", "\u{439}", "zz"]
    var values: [Value] = [.missing, .boolean(true), .boolean(false)]
    for _ in 0..<40 {
      let word = try #require(words.randomElement(using: &random))
      let other = try #require(words.randomElement(using: &random))
      values += [.text(word), .markdown(other), .list([.text(word), .text(other)])]
      values += WrittenDate(other).map { [.date($0)] } ?? []
      values.append(Value.Number(word).map(Value.number) ?? .missing)
    }
    for descending in [false, true] {
      let sorted = values.shuffled(using: &random).sorted { $0.precedes($1, descending: descending) }
      for (index, value) in sorted.enumerated() {
        #expect(!value.precedes(value, descending: descending))
        for later in sorted[index...] {
          #expect(!later.precedes(value, descending: descending), "seed 7: \(later) after \(value)")
        }
      }
    }
  }
}

@Suite struct SortKeyTests {
  @Test func `keys are in the order of their values`() {
    var random = SeededGenerator(seed: 9)
    let words = [
      "", "a", "A", "á", "a\u{0}", "B", "ß", "ss", "7", "10", "\u{439}", "abcdefgh", "abcdefghi", "ABCDEFGHJ", "zz",
    ]
    let values: [Value] =
      words.map(Value.text) + words.map { .list([.text($0), .text("b")]) }
      + words.compactMap { WrittenDate($0).map(Value.date) }
      + words.compactMap { Value.Number($0).map(Value.number) } + [
        .missing, .boolean(true), .boolean(false), .list([]),
      ]
    for _ in 0..<2000 {
      guard let left = values.randomElement(using: &random), let right = values.randomElement(using: &random) else {
        return
      }
      for descending in [false, true] {
        #expect(
          left.sortKey.precedes(right.sortKey, descending: descending) == left.precedes(right, descending: descending),
          "seed 9: \(left), \(right)")
      }
      #expect((left.sortKey < right.sortKey) == left.precedes(right), "seed 9: \(left), \(right)")
      #expect((left.sortKey == right.sortKey) == (!left.precedes(right) && !right.precedes(left)))
    }
  }

  @Test func `records are sorted by their titles`() {
    func records(_ titles: String...) -> Value {
      .records(
        titles.map { Record(id: .init(dataset: "f", key: $0), row: 1, schema: Schema([]), values: []) })
    }
    #expect(records("a", "b").precedes(records("a", "C")))
    #expect(records("a").precedes(.missing))
  }
}
