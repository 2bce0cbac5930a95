import Datasets
import Fingerprints
import Testing

@Suite struct RecordFingerprintTests {
  private func fingerprint(_ record: Record?, _ fields: [Int]? = nil) -> Fingerprint {
    var parts = Fingerprinter()
    record?.combine(fields: fields, into: &parts)
    return parts.finish()
  }

  private func first(_ csv: String, _ options: Dataset.Options = .init(key: "name")) throws -> Record? {
    try read(csv: csv, options).records.first
  }

  @Test func `a record is a reference and a number`() {
    #expect(MemoryLayout<Record>.size <= 16)
  }

  @Test func `the same bytes have the same fingerprint anywhere`() throws {
    let one = try first("name,price\nApple,1\nFig,2")
    let other = try #require(try read(csv: "name,price\nKiwi,3\n\nApple,1\n\n", .init(key: "name")).records.last)
    #expect(fingerprint(one) == fingerprint(other))
    #expect(fingerprint(one, [0, 1]) == fingerprint(other, [0, 1]))
  }

  @Test func `other bytes, types and names have another one`() throws {
    let csv = "name,price\nApple,1\n"
    let whole = fingerprint(try first(csv))
    #expect(fingerprint(try first("name,price\nApple,1.0\n")) != whole)
    #expect(fingerprint(try first("name,cost\nApple,1\n")) != whole)
    #expect(fingerprint(try first(csv, .init(key: "name", types: ["price": .text]))) != whole)
    #expect(fingerprint(try first(csv, .init(key: "price"))) != whole)
    #expect(fingerprint(try first(csv, .init(name: "other", key: "name"))) != whole)
  }

  @Test func `only named fields count`() throws {
    let one = try first("name,price,note\nApple,1,x\n")
    let other = try first("name,price,note,more\nApple,1,y,z\n")
    #expect(fingerprint(one, [0, 1]) == fingerprint(other, [0, 1]))
    #expect(fingerprint(one, [1, 0]) != fingerprint(one, [0, 1]))
    #expect(fingerprint(one, [0, 2]) != fingerprint(other, [0, 2]))
    #expect(fingerprint(one) != fingerprint(other))
  }

  @Test func `missing values differ from empty ones elsewhere`() throws {
    let json = try read(json: #"[{"id":1,"a":"null"},{"id":2,"a":null},{"id":3,"a":"x"}]"#).records
    #expect(Set(json.map { fingerprint($0, [1]) }).count == 3)
  }

  @Test func `a record with another value in a field has the fingerprints of the others`() throws {
    let record = try #require(try first("name,price,note\nApple,1,x\n"))
    let edited = record.replacing("note", with: .text("y")).replacing("price", with: .text("2"))
    #expect(fingerprint(edited) != fingerprint(record))
    #expect(fingerprint(edited, [0]) == fingerprint(record, [0]))
    #expect(fingerprint(edited, [0, 2]) != fingerprint(record, [0, 2]))
    #expect(fingerprint(edited, [1]) != fingerprint(record, [1]))
    func texts(_ record: Record, _ fields: [Int]) -> [String] {
      var texts: [String] = []
      record.forEachText(of: fields) { texts.append(String(decoding: $0, as: UTF8.self)) }
      return texts
    }
    #expect(texts(edited, [0]) == texts(record, [0]) && texts(edited, [0, 2]) == ["Apple", "y"])
    #expect(record.replacing("colour", with: .missing) == record)
  }

  @Test func `the title depends on its fields`() throws {
    let record = try #require(
      try read(csv: "id,first,last\n1,Ada,Lovelace\n", .init(key: "id", titles: ["first", "last"])).records.first)
    #expect(record.title == "Ada Lovelace")
    let married = record.replacing("last", with: .text("King"))
    #expect(married.title == "Ada King" && married.replacing("first", with: .text("Augusta")).title == "Augusta King")
    #expect(record.replacing("last", with: .missing).title == "Ada")
    #expect(record.replacing("first", with: .missing).replacing("last", with: .text("")).title == "1")
    let given = Record(
      id: .init(dataset: "f", key: "a"), title: "Given", row: 1, schema: record.schema, values: record.values)
    #expect(given.replacing("last", with: .text("King")).title == "Given")
  }

  @Test func `records created in code have fingerprints, too`() {
    let schema = Schema([Field(name: "name", type: .text), Field(name: "l", type: .list)])
    func record(_ key: String, _ list: [String]) -> Record {
      Record(
        id: .init(dataset: "f", key: key), row: 1, schema: schema,
        values: [.text("x"), .list(list.map(Value.text))])
    }
    #expect(fingerprint(record("a", ["b", "c"])) == fingerprint(record("a", ["b", "c"])))
    #expect(fingerprint(record("a", ["b", "c"])) != fingerprint(record("a", ["bc"])))
    #expect(fingerprint(record("a", [])) != fingerprint(record("b", [])))
    #expect(fingerprint(record("a", []), [0]) == fingerprint(record("b", []), [0]))
  }
}
