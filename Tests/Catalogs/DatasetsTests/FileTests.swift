import Datasets
import Diagnostics
import Foundation
import Testing

@Suite struct FileTests {
  @Test(arguments: [
    ("a.csv", DatasetFormat.csv), ("x.y/a.b.CSV", .csv), ("a.Json", .json), ("a.tsv", .tsv),
    ("a.NDJSON.gz", .jsonLines),
    ("a.geojson", .json), ("a.geojson.gz", .json), ("a.yml", .yaml), ("a.toml", .toml), ("a.db", .sqlite),
  ])
  func `the extension determines the format`(path: String, format: DatasetFormat) throws {
    #expect(try DatasetFormat(path: path) == format)
  }

  @Test(arguments: [
    ("data/fruits.xlsx", "files that end in .xlsx cannot be read"), ("fruits", "the file name has no ending"),
    ("a.csv/fruits", "the file name has no ending"), ("data/.csv", "the file name has no ending"),
  ])
  func `other extensions are errors`(path: String, what: String) {
    #expect(
      message(of: try Dataset(contentsOf: path)) == """
        error: \(path): \(what).
          The file name must end in .csv, .tsv, .json, .geojson, .jsonl, .yaml, .toml or .sqlite, or choose the format \
        with --input-format, or with `format:` in catalog.yml. Spreadsheet programs save tables as CSV.
        """)
  }

  @Test func `files are read and name their data sets`() throws {
    try withFolder { folder in
      try folder.write("stone_fruits.csv", "name\nPlum\n")
      let dataset = try Dataset(contentsOf: folder.path + "/stone_fruits.csv")
      #expect(dataset.name == "stone_fruits")
      #expect(dataset.title == "Stone fruits")
      #expect(dataset.records.first?.id == Record.ID(dataset: "stone_fruits", key: "Plum"))
      let named = try Dataset(contentsOf: folder.path + "/stone_fruits.csv", options: .init(name: "plums"))
      #expect(named.name == "plums")
      #expect(named.records.first?.id.dataset == "plums")
    }
  }

  @Test func `a missing file has a suggestion`() throws {
    try withFolder { folder in
      try folder.write("fruits.csv", "name\nPlum\n")
      let path = folder.path + "/friuts.csv"
      #expect(
        message(of: try Dataset(contentsOf: path)) == """
          error: \(path): there is no such file.
            Did you mean “\(folder.path)/fruits.csv”?
          """)
      #expect(
        message(of: try Dataset(contentsOf: folder.path + "/vegetables.csv", options: .init(file: "vegetables.csv")))
          == "error: vegetables.csv: there is no such file.")
    }
  }

  @Test func `a folder is no file`() throws {
    try withFolder { folder in
      let path = folder.path + "/a.csv"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(
        message(of: try Dataset(contentsOf: path))
          == "error: \(path): this is a folder, not a file.")
    }
  }

  @Test func `the name to print replaces the path in messages`() {
    let options = Dataset.Options(file: "the fruits")
    #expect(message(of: try read(csv: "", options)).hasPrefix("error: the fruits: "))
  }
}
