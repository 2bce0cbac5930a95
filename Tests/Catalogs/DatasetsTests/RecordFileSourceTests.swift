import Changesets
import DataSources
import Diagnostics
import Fingerprints
import Foundation
import Testing

@testable import Datasets

/// A file of records that is read again.
@Suite struct RecordFileSourceTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  /// A data file in its own folder, which is deleted with the test.
  private final class File {
    private let folder: URL
    private let url: URL
    private(set) var batches: [UpdateBatch] = []
    var path: String { url.path() }

    init(_ name: String, _ text: String) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "datasets-\(UUID().uuidString)")
      url = folder.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(text)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String) throws { try Data(text.utf8).write(to: url) }

    func remove() throws { try FileManager.default.removeItem(at: url) }

    /// Records the batches of a source.
    func log(_ source: any DataSource<Record>) {
      _ = source.addObserver(self) { file, event in
        if case .didUpdate(let batch, _) = event { file.batches.append(batch) }
      }
    }
  }

  @Test func `records are shown in the order of the file`() throws {
    let file = try File("stone_fruits.csv", "name,price\nPlum,2\nCherry,1\n")
    let source = try RecordFileSource(contentsOf: file.path)
    #expect(source.items.map(\.title) == ["Plum", "Cherry"])
    #expect(source.sectionNames == ["Stone fruits"])
    #expect(source.schema.fields.map(\.name) == ["name", "price"])
    let empty = try File("none.csv", "name\n")
    #expect(try RecordFileSource(contentsOf: empty.path).itemsBySection == [[]])
  }

  @Test func `reading again reports the differences`() throws {
    let file = try File("fruits.csv", "name,price\nPlum,2\nCherry,1\nFig,4\nApple,5\n")
    let source = try RecordFileSource(contentsOf: file.path)
    file.log(source)
    try source.reload()
    try file.write("name,price\nKiwi,9\nFig,4\nPlum,2\nCherry,3\n")
    try source.reload()
    #expect(
      file.batches == [
        UpdateBatch(
          items: Edits(
            deletes: [path(3)], inserts: [path(0)], moves: [PlacePair(path(2), path(1))],
            updates: [PlacePair(path(1), path(3))]))
      ])
    #expect(source.items.map(\.title) == ["Kiwi", "Fig", "Plum", "Cherry"])
    // Rows have changed with no update: a record stores its row for messages.
    #expect(source.items.map(\.row) == [2, 3, 4, 5])
  }

  /// However often a file is read, only its first state is retained, and the rows changed since.
  @Test func `changed rows do not retain the others`() throws {
    let file = try File("fruits.csv", "name,price\nPlum,2\nCherry,1\nFig,4\n")
    let source = try RecordFileSource(contentsOf: file.path)
    let first = source.items
    for price in 5..<8 {
      try file.write("name,price\n\(price == 7 ? "Kiwi,1\n" : "")Plum,2\nCherry,\(price)\nFig,4\n")
      try source.reload()
      for (name, before) in [("Plum", first[0]), ("Fig", first[2])] {
        let now = try #require(source.items.first { $0.title == name })
        guard case .rows(let rows) = now.table.content, case .rows(let old) = before.table.content else {
          Issue.record("\(name) is not a row of a file")
          continue
        }
        #expect(rows === old && now.row == before.row + (price == 7 ? 1 : 0))
      }
      let cherry = try #require(source.items.first { $0.title == "Cherry" })
      guard case .rows(let rows) = cherry.table.content else {
        Issue.record("Cherry is not a row of a file")
        continue
      }
      #expect(String(decoding: rows.bytes, as: UTF8.self) == "Cherry,\(price)\n")
      #expect(cherry["price"]?.text == "\(price)")
    }
    #expect(first[1]["price"]?.text == "1")
  }

  @Test(arguments: [
    ("a.csv", "id,n,l\n1,\"a \"\"b\"\"\nc\",x;y\n2,b,z\n3,c,\n", "b"), ("b.tsv", "id\tn\r\n1\ta\r\n2\tb\r\n", "b"),
    ("c.json", #"[{"id": 1, "n": "a", "o": {"x": [1, 2]}}, {"id": 2, "n": "b"}]"#, "b"),
    ("d.json", #"{"k1": {"n": "a"}, "k2": {"n": "b"}, "k3": {"n": "c"}}"#, "b"),
    ("e.jsonl", "{\"n\": \"a\"}\n{\"n\": \"b\"}\n{\"n\": \"c\"}\n", "b"),
    ("f.yaml", "- n: a\n- n: b\n  m: true\n", "b"),
    ("g.csv", "name,note\na,b\n,c\n", "b"),
  ])
  func `changed rows equal those of a new source`(_ name: String, _ text: String, _ old: String) throws {
    let file = try File(name, text)
    let source = try RecordFileSource(contentsOf: file.path)
    for step in 0..<4 {
      try file.write(text.replacing(old, with: "\(old)\(step)"))
      let next = try RecordFileSource(contentsOf: file.path)
      if step == 2 {
        // The rows were edited before to equal those that the file has now.
        source.edit { rows in
          for (place, record) in next.items.enumerated() {
            rows.update(record.readingValues(), at: place)
          }
        }
      }
      try source.reload()
      let new = try RecordFileSource(contentsOf: file.path)
      #expect(source.items == new.items && source.items.allSatisfy(\.isRowOfFile))
      #expect(source.items.map(\.values) == new.items.map(\.values))
      #expect(zip(source.items, new.items).allSatisfy { $0.hasSameContent(as: $1) })
      func fingerprints(_ source: RecordFileSource) -> [Fingerprint] {
        source.items.map { record in
          var parts = Fingerprinter()
          record.combine(fields: nil, into: &parts)
          record.combine(fields: [0], into: &parts)
          return parts.finish()
        }
      }
      #expect(fingerprints(source) == fingerprints(new))
    }
  }

  @Test func `another spelling is an update`() throws {
    let file = try File("fruits.csv", "name,price,kind\nPlum,2.5,\u{E9}\nFig,1,a\n")
    let source = try RecordFileSource(contentsOf: file.path)
    file.log(source)
    try file.write("name,price,kind\nPlum,2.50,\u{E9}\nFig,1,a\n")
    try source.reload()
    try file.write("name,price,kind\nPlum,2.50,e\u{301}\nFig,1,a\n")
    try source.reload()
    let update = UpdateBatch(items: Edits(updates: [PlacePair(path(0), path(0))]))
    #expect(file.batches == [update, update])
    #expect(source.items[0]["price"]?.text == "2.50")
  }

  @Test func `another field changes every record`() throws {
    let file = try File("fruits.csv", "name\nPlum\nFig\n")
    let source = try RecordFileSource(contentsOf: file.path)
    file.log(source)
    try file.write("name,price\nPlum,\nFig,\n")
    try source.reload()
    #expect(file.batches == [UpdateBatch(items: Edits(updates: [0, 1].map { PlacePair(path($0), path($0)) }))])
    #expect(source.schema.fields.map(\.name) == ["name", "price"])
  }

  @Test func `errors leave the old state`() throws {
    let file = try File("fruits.json", #"[{"id": 1}, {"id": 2}]"#)
    let source = try RecordFileSource(contentsOf: file.path, options: .init(key: "id", file: "fruits.json"))
    file.log(source)
    try file.write(#"[{"id": 1}, {"id": 1}]"#)
    let error = #expect(throws: DiagnosticsError.self) { try source.reload() }
    #expect(error?.description.contains("fruits.json, row 2") == true)
    try file.remove()
    #expect(throws: DiagnosticsError.self) { try source.reload() }
    #expect(source.items.map(\.id.key) == ["1", "2"] && file.batches.isEmpty)
    try file.write(#"[{"id": 2}]"#)
    try source.reload()
    #expect(file.batches == [UpdateBatch(items: Edits(deletes: [path(0)]))])
    #expect(throws: DiagnosticsError.self) { try RecordFileSource(contentsOf: "no-such-file.csv") }
  }

  @Test func `warnings are those of the last reading`() throws {
    let file = try File("fruits.csv", "kind\na\na\n")
    let source = try RecordFileSource(contentsOf: file.path)
    #expect(source.warnings.count == 1)
    try file.write("kind\na\nb\n")
    try source.reload()
    #expect(source.warnings.isEmpty)
  }

  @Test func `a file source is a leaf of chains`() throws {
    let file = try File("fruits.csv", "name,price\nPlum,2\nCherry,1\n")
    let source = try RecordFileSource(contentsOf: file.path)
    let chain = source.applying(.filter { $0["price"]?.text != "1" })
    file.log(chain)
    try file.write("name,price\nPlum,1\nCherry,2\n")
    try source.reload()
    #expect(chain.items.map(\.title) == ["Cherry"])
    #expect(file.batches == [UpdateBatch(items: Edits(deletes: [path(0)], inserts: [path(0)]))])
  }
}
