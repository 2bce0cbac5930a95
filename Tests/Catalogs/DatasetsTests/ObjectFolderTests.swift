import Datasets
import Testing

/// Folders in which each JSON, YAML or TOML file is a row.
@Suite struct ObjectFolderTests {
  @Test func `the files are rows with their names as keys`() throws {
    try withFolder { folder in
      try folder.write("b.json", #"{"name": "Pear", "parts": [{"of": "stem"}]}"#)
      try folder.write("a/c.json", #"{"name": "Apple", "file": "own", "size": {"width": 7}}"#)
      try folder.write("README.md", "# Fruits")
      let dataset = try Dataset(contentsOf: folder.path)
      #expect(dataset.keys == ["c", "b"])
      #expect(dataset.records.map(\.title) == ["Apple", "Pear"])
      // A member with the name of the field of the paths keeps its name.
      #expect(dataset.fieldNames == ["_file", "name", "file", "size.width", "parts"])
      #expect(dataset.records.map { $0["_file"]?.text } == ["a/c.json", "b.json"])
      #expect(dataset.records.map { $0["file"]?.text } == ["own", ""])
      #expect(dataset.records[1]["parts.of"]?.text == "stem")
    }
  }

  @Test func `an identifier replaces the path`() throws {
    try withFolder { folder in
      try folder.write("x.yaml", "id: two\nname: Pear\n")
      try folder.write("y.yml", "id: one\nname: Apple\ntags: [a, {b: 1}]\n")
      let dataset = try Dataset(contentsOf: folder.path)
      #expect(dataset.keys == ["two", "one"])
      #expect(dataset.fieldNames == ["id", "name", "tags"])
    }
  }

  @Test func `a file without an object is reported`() throws {
    try withFolder { folder in
      try folder.write("a.json", #"{"name": "Apple"}"#)
      try folder.write("b.json", "[1]")
      try folder.write("c.json", "{")
      try folder.write("d.json", #"{"name": "Fig"}"#)
      let options = Dataset.Options(file: "things")
      let text = message(of: try Dataset(contentsOf: folder.path, options: options))
      #expect(text.contains("error: things/b.json: an object is expected, an array found."), "\(text)")
      #expect(text.contains("error: things/c.json, line 1, column 2: a name in double quotes is expected"), "\(text)")
      let dataset = try Dataset(contentsOf: folder.path, options: .init(problems: .warn, file: "things"))
      #expect(dataset.keys == ["a", "d"])
      #expect(dataset.problems.counts == [.row: 2])
    }
  }

  @Test func `files of TOML are rows`() throws {
    try withFolder { folder in
      try folder.write("jo.toml", "name = \"Jo\"\nnumber = 3\n[[roles]]\nof = \"cook\"\n")
      try folder.write("al.toml", "name = \"Al\"\n")
      let dataset = try Dataset(contentsOf: folder.path)
      #expect(dataset.keys == ["al", "jo"])
      #expect(dataset.fieldNames == ["file", "name", "number", "roles"])
    }
  }

  @Test(arguments: [
    ("yaml", "AD:\n  name: Andorra\n"), ("json", #"{"AD": {"name": "Andorra"}}"#), ("toml", "[AD]\nname = 'Andorra'\n"),
  ])
  func `the only object of a file is the row`(ending: String, text: String) throws {
    try withFolder { folder in
      try folder.write("ad.\(ending)", text)
      let dataset = try Dataset(contentsOf: folder.path)
      #expect(dataset.texts == [["ad.\(ending)", "Andorra"]])
      #expect(dataset.fieldNames == ["file", "name"])
    }
  }

  @Test(arguments: [("yaml", "name: Apple\n", "name: \"x\n"), ("toml", "name = 'Apple'\n", "name = \n")])
  func `an unreadable file has no row`(ending: String, text: String, damaged: String) throws {
    try withFolder { folder in
      for name in ["a", "b"] { try folder.write("\(name).\(ending)", text) }
      try folder.write("c.\(ending)", damaged)
      let dataset = try Dataset(contentsOf: folder.path, options: .init(problems: .warn, file: "things"))
      #expect(dataset.keys == ["a", "b"])
      #expect(dataset.problems.counts == [.row: 1])
      #expect(
        dataset.problems.list.first?.finding.description.hasPrefix("warning: things/c.\(ending), line ") == true)
      #expect(!message(of: try Dataset(contentsOf: folder.path)).isEmpty)
    }
  }

  @Test func `equal keys of files are distinguished by their paths`() throws {
    try withFolder { folder in
      for path in ["a/x.json", "b/x.json"] { try folder.write(path, #"{"name": "Apple"}"#) }
      let dataset = try Dataset(contentsOf: folder.path, options: .init(file: "things/"))
      #expect(dataset.keys == ["x", "x-2"])
      #expect(
        dataset.warnings.first?.description.hasPrefix(
          "warning: things/b/x.json: “x” is already the key of things/a/x.json")
          == true, "\(dataset.warnings)")
    }
  }

  @Test func `a type that is chosen is checked in each file`() throws {
    try withFolder { folder in
      try folder.write("a.json", #"{"price": "cheap"}"#)
      #expect(
        message(of: try Dataset(contentsOf: folder.path, options: .init(types: ["price": .number], file: "things")))
          .hasPrefix("error: things/a.json, field “price”: “cheap” is not a number."))
    }
  }

  @Test(arguments: ["json", "yaml", "toml"]) func `a pattern reads rows as their folder does`(ending: String) throws {
    let texts = [
      "json": (
        #"{"name": "Apple", "size": 3}"#, #"{"name": "Fig", "size": 1, "uses": [{"of": "jam"}, {"of": "pie"}]}"#
      ),
      "yaml": ("name: Apple\nsize: 3\n", "name: Fig\nsize: 1\nuses:\n  - of: jam\n  - of: pie\n"),
      "toml": (
        "name = \"Apple\"\nsize = 3\n", "name = \"Fig\"\nsize = 1\n[[uses]]\nof = \"jam\"\n[[uses]]\nof = \"pie\"\n"
      ),
    ]
    let (apple, fig) = try #require(texts[ending])
    try withFolder { folder in
      for number in 1...5 { try folder.write("tags/t\(number).\(ending)", number == 4 ? fig : apple) }
      let whole = try Dataset(contentsOf: folder.path + "/tags")
      for patterns in [["tags/*.\(ending)"], ["tags/t?.\(ending)"]] {
        let rows = try Dataset(contentsOf: patterns.map { "\(folder.path)/\($0)" })
        #expect(rows.keys == whole.keys)
        #expect(rows.texts == whole.texts)
        #expect(rows.fieldNames == whole.fieldNames)
      }
    }
  }

  @Test func `a pattern leaves no hidden file out in silence`() throws {
    try withFolder { folder in
      for name in ["a", "b", ".net"] { try folder.write("\(name).yml", "name: \(name)\n") }
      try folder.write(".hidden.csv", "name\nx\n")
      let pattern = folder.path + "/*.yml"
      #expect(try Dataset(contentsOf: [pattern]).warnings.map(\.message) == ["1 hidden file is not read: .net.yml"])
      let all = try Dataset(contentsOf: [pattern, folder.path + "/.net.yml"])
      #expect(all.keys == [".net", "a", "b"])
      #expect(all.warnings.isEmpty)
    }
  }

  @Test func `files of lists that a pattern matches are joined`() throws {
    try withFolder { folder in
      for number in 1...4 {
        try folder.write("p\(number).json", #"{"rows": [{"id": \#(number)}, {"id": \#(number + 10)}]}"#)
      }
      #expect(try Dataset(contentsOf: [folder.path + "/*.json"]).keys == ["1", "11", "2", "12", "3", "13", "4", "14"])
    }
  }

  @Test func `what is left out of a folder is said`() throws {
    try withFolder { folder in
      for name in ["a", "b", "c"] { try folder.write("\(name).yml", "name: \(name)\n") }
      try folder.write(".net.yml", "name: .NET\n")
      try folder.write(".cache", "")
      try folder.write("old.csv", "name\nx\n")
      let dataset = try Dataset(contentsOf: folder.path, options: .init(file: "tags"))
      #expect(dataset.keys.count == 3)
      #expect(
        dataset.warnings.map(\.description) == [
          """
          warning: tags: 1 hidden file is not read: .net.yml.
            If it has a row, rename it so that its name does not begin with a dot, or name it in `files`, beside a pattern for \
          the others.
          """,
          """
          warning: tags: 1 file of other formats is not read: old.csv.
            Make a data set of each, or say that only these files are rows with `format: yaml` in catalog.yml.
          """,
        ])
      #expect(
        try Dataset(contentsOf: folder.path, options: .init(format: .yaml, file: "tags")).warnings.map(\.code) == [
          "datasets/hidden-files"
        ])
    }
  }
}
