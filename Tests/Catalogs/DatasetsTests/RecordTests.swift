import Datasets
import Testing

@Suite struct RecordTests {
  private let schema = Schema([Field(name: "name", type: .text), Field(name: "price", type: .number)])

  private func record(key: String, title: String? = nil, _ name: String = "Apple") -> Record {
    Record(
      id: .init(dataset: "fruits", key: key), title: title, row: 2, schema: schema,
      values: [.text(name), .missing])
  }

  @Test func `a schema finds fields by their exact names`() {
    #expect(schema.index(of: "price") == 1)
    #expect(schema.index(of: "Price") == nil)
    #expect(Schema([Field(name: "a", type: .text), Field(name: "a", type: .url)]).index(of: "a") == 0)
  }

  @Test func `schemas are equal when their fields are`() {
    #expect(schema == Schema(schema.fields))
    #expect(schema != Schema(schema.fields.reversed()))
    #expect(Set([schema, Schema(schema.fields)]).count == 1)
  }

  @Test func `a record gives its values by name`() {
    #expect(record(key: "a")["name"] == .text("Apple"))
    #expect(record(key: "a")["price"] == .missing)
    #expect(record(key: "a")["colour"] == nil)
  }

  @Test func `the key is the default title`() {
    #expect(record(key: "a").title == "a")
    #expect(record(key: "a", title: "An apple").title == "An apple")
  }

  @Test(arguments: [Dataset.Options(), .init(titles: ["town", "no"]), .init(titles: ["no"])])
  func `a record whose values are read in advance is the same`(options: Dataset.Options) throws {
    for record in try read(csv: "id,town,no\n1,Bath,7\n2,,8\n3,,\n", options).records {
      #expect(record.readingValues() == record)
      let part = record.readingValues(at: [0])
      #expect((part.id, part.title, part.row) == (record.id, record.title, record.row))
      #expect(part.value(at: 0) == record.value(at: 0))
      #expect(record.readingValues(at: []).title == record.title && record.values(at: []).isEmpty)
    }
    let original = record(key: "a", title: "An apple")
    #expect(original.readingValues() == original && original.readingValues(at: [1]).title == "An apple")
  }

  @Test func `records are equal when all of them is`() {
    #expect(record(key: "a") == record(key: "a"))
    #expect(record(key: "a") != record(key: "b"))
    #expect(record(key: "a") != record(key: "a", "Pear"))
    #expect(Set([record(key: "a"), record(key: "a")]).count == 1)
  }

  @Test(arguments: [
    ("stone_fruits", "Stone fruits"), ("fruits", "Fruits"), ("old--apple-sorts", "Old apple sorts"), ("ÄPFEL", "Äpfel"),
    ("élan_vital", "Élan vital"), ("", ""),
  ])
  func `a data set's title is derived from its name`(name: String, title: String) {
    #expect(Dataset(name: name, schema: schema, records: []).title == title)
  }
}
