import Changesets
import DataSources
import Datasets
import Foundation
import Testing

/// Several files as one data set, and inputs that are no plain files.
@Suite struct SeveralFilesTests {
  @Test func `the fields are those of all files`() throws {
    try withFolder { folder in
      try folder.write("b.csv", "price,name\n2,Fig\n")
      try folder.write("a.csv", "name,kind\nApple,pome\n")
      let dataset = try Dataset(contentsOf: folder.path + "/*.csv", options: .init(name: "fruits"))
      #expect(dataset.fieldNames == ["name", "kind", "price"])
      #expect(dataset.types == [.text, .text, .number])
      #expect(dataset.texts == [["Apple", "pome", ""], ["Fig", "", "2"]])
      #expect(dataset.records.map(\.id) == ["Apple", "Fig"].map { .init(dataset: "fruits", key: $0) })
      #expect(dataset.files == ["/a.csv", "/b.csv"].map { folder.path + $0 })
      let listed = try Dataset(contentsOf: ["/b.csv", "/a.csv", "/b.csv"].map { folder.path + $0 })
      #expect(listed.name == folder.path.split(separator: "/").last.map(String.init))
      #expect(listed.keys == ["Apple", "Fig"])
    }
  }

  @Test func `JSON files have their own shapes`() throws {
    try withFolder { folder in
      try folder.write("a.jsonl", "{\"id\": 1, \"x\": {\"y\": 2}}\n")
      try folder.write("b.jsonl", "{\"x\": {\"z\": 3, \"y\": 4}, \"id\": 2}\n")
      let dataset = try Dataset(contentsOf: folder.path + "/?.jsonl")
      #expect(dataset.fieldNames == ["id", "x.y", "x.z"])
      #expect(dataset.texts == [["1", "2", ""], ["2", "4", "3"]])
      let name = dataset.name
      try FileManager.default.removeItem(atPath: folder.path + "/b.jsonl")
      #expect(try Dataset(contentsOf: folder.path + "/?.jsonl").name == name)
    }
  }

  @Test func `errors name their file`() throws {
    try withFolder { folder in
      try folder.write("a.csv", "name\nApple\n")
      try folder.write("b.csv", "name\nFig\nApple\n")
      let expected = """
        error: \(folder.path)/b.csv, row 3, field “name”: “Apple” is already the key of row 2 of \(folder.path)/a.csv.
          Give each row a unique key, or number the rows: choose it with --key @row.
        """
      #expect(message(of: try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "name"))) == expected)
      #expect(try Dataset(contentsOf: folder.path + "/*.csv").keys == ["Apple", "Fig", "Apple-2"])
      let numbered = try Dataset(contentsOf: folder.path + "/*.csv", options: .init(key: "@row"))
      #expect(numbered.keys == ["a-2", "b-2", "b-3"])
      try folder.write("c.csv", "a,b\n1\n")
      #expect(message(of: try Dataset(contentsOf: folder.path + "/*.csv")).contains("/c.csv, row 2: 2 fields expected"))
      try folder.write("c.json", "[]")
      #expect(
        message(of: try Dataset(contentsOf: folder.path + "/c.*")).contains(
          "/c.json: the format differs from that of \(folder.path)/c.csv."))
      #expect(
        message(of: try Dataset(contentsOf: folder.path + "/*.tsv"))
          == "error: \(folder.path)/*.tsv: no file matches the pattern."
      )
    }
  }

  @Test func `standard input needs a format`() {
    #expect(
      message(of: try Dataset(contentsOf: "-")) == """
        error: standard input: the format of standard input cannot be inferred from a file name.
          Choose the format, such as csv.
        """)
  }

  @Test func `a pipe is read to its end`() throws {
    try withFolder { folder in
      let path = folder.path + "/fruits.csv"
      let rows = (0..<100_000).map { "x\($0)\n" }.joined()
      let text = try folder.write("text", "name\n\(rows)")
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "mkfifo \"$1\"; echo; exec cat \"$0\" > \"$1\"", text, path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      // The pipe exists when the line is printed.
      _ = output.fileHandleForReading.availableData
      #expect(try Dataset(contentsOf: path).records.count == 100_000)
      process.waitUntilExit()
    }
  }

  @Test func `a source follows all files that fit`() throws {
    try withFolder { folder in
      try folder.write("a.csv", "name,n\nApple,1\n")
      let source = try RecordFileSource(contentsOf: folder.path + "/*.csv")
      var batches: [UpdateBatch] = []
      let log = Log { batches.append($0) }
      _ = source.addObserver(log) { log, event in
        if case .didUpdate(let batch, _) = event { log.note(batch) }
      }
      try folder.write("b.csv", "name,n\nFig,2\n")
      try source.reload()
      try folder.write("a.csv", "name,n\nApple,3\n")
      try source.reload()
      #expect(
        batches == [
          UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)])),
          UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])),
        ])
      #expect(source.items.map { $0["n"]?.text } == ["3", "2"])
    }
  }
}

/// Records batches.
private final class Log {
  let note: (UpdateBatch) -> Void
  init(note: @escaping (UpdateBatch) -> Void) { self.note = note }
}
