import Datasets
import Testing

@Suite struct MarkdownFolderTests {
  @Test func `each file is a row`() throws {
    try withFolder { folder in
      try folder.write("posts/fig.md", "---\ntitle: The fig\ntags: [a, b]\n---\n# Fig\n\nSweet.\n")
      try folder.write("posts/2024/apple.md", "---\r\ntitle: Apple\r\ndate: 2024-02-29\r\n---\r\nText\r\n")
      try folder.write("posts/plain.md", "No front matter.\n")
      try folder.write("posts/.hidden.md", "x")
      try folder.write("posts/.git/x.md", "x")
      try folder.write("posts/picture.png", "x")
      let dataset = try Dataset(contentsOf: folder.path + "/posts")
      #expect(dataset.name == "posts")
      #expect(dataset.fieldNames == ["title", "date", "path", "body", "tags"])
      #expect(dataset.types == [.text, .date, .text, .markdown, .list])
      #expect(dataset.keys == ["apple", "fig", "plain"])
      #expect(dataset.records.map(\.title) == ["Apple", "The fig", "plain"])
      #expect(dataset.records.map { $0["path"]?.text } == ["2024/apple.md", "fig.md", "plain.md"])
      #expect(dataset.records.map { $0["body"]?.text } == ["Text\n", "# Fig\n\nSweet.\n", "No front matter.\n"])
    }
  }

  @Test func `a heading at the head is the title`() throws {
    let pages = [
      ("# The fig\n\nSweet.\n", "The fig", "Sweet.\n"), ("\r\n# `json` & co\r\nText\r\n", "json & co", "Text\n"),
      ("---\nmood: good\n---\n# One\n", "One", ""), ("---\ntitle: T\n---\n# One\n", "T", "# One\n"),
      ("---\nName: N\n---\n# One\n", "5", "# One\n"), ("# The *fig*\n", "6", "# The *fig*\n"),
      ("## Second\n", "7", "## Second\n"), ("Text\n# One\n", "8", "Text\n# One\n"), ("# ``\n", "9", "# ``\n"),
      ("    # code\n", "10", "    # code\n"),
    ]
    for (index, (text, title, body)) in pages.enumerated() {
      try withFolder { folder in
        try folder.write("\(index + 1).md", text)
        let record = try #require(try Dataset(contentsOf: folder.path).records.first)
        #expect(record["Name"] == nil ? record.title == title : record.title == "N")
        #expect(record["body"]?.text ?? "" == body)
        #expect(record.id.key == "\(index + 1)")
      }
    }
  }

  @Test func `a field may be the key`() throws {
    try withFolder { folder in
      try folder.write("a/index.md", "---\nslug: one\n---\n")
      try folder.write("b/index.md", "---\nslug: two\n---\n")
      #expect(try Dataset(contentsOf: folder.path).keys == ["one", "two"])
      #expect(try Dataset(contentsOf: folder.path, options: .init(key: "path")).keys == ["a/index.md", "b/index.md"])
      try folder.write("b/index.md", "x")
      try folder.write("a/index.md", "x")
      let dataset = try Dataset(contentsOf: folder.path, options: .init(file: "posts"))
      #expect(dataset.keys == ["index", "index-2"])
      #expect(
        dataset.warnings.map(\.description) == [
          """
          warning: posts/b/index.md: “index” is already the key of posts/a/index.md: the key of this row is “index-2”.
            “path” has a different value in every row: choose it with --key path, or with `key:` in catalog.yml.
          """
        ])
    }
  }

  @Test(arguments: [
    ("---\ntitle: x\n", "error: posts/a.md, line 1, column 1: the front matter begins here and never ends."),
    ("---\ntitle: \"x\n---\n", "error: posts/a.md, line 3, column 1: this is not YAML"),
    ("---\n- x\n---\n", "error: posts/a.md, line 2: the front matter is no mapping."),
    ("---\nbody: a\n---\nb", "error: posts/a.md, line 2, field “body”: the row has the field twice."),
  ])
  func `errors name the file and its line`(text: String, expected: String) throws {
    try withFolder { folder in
      try folder.write("a.md", text)
      #expect(message(of: try Dataset(contentsOf: folder.path, options: .init(file: "posts"))).contains(expected))
    }
  }

  @Test func `mistakes in front matter do not affect other pages`() throws {
    try withFolder { folder in
      try folder.write("a.md", "---\ntitle: Apple\ndate: 2024\ndate: 2025\n---\nA")
      try folder.write("b.md", "---\ntitle: \"x\n---\nB")
      try folder.write("c.md", "---\ntitle: Fig\n---\nC")
      let dataset = try Dataset(contentsOf: folder.path, options: .init(problems: .warn, file: "posts"))
      #expect(dataset.records.map(\.title) == ["Apple", "b", "Fig"])
      #expect(dataset.records.map { $0["date"]?.text } == ["2024", "", ""])
      #expect(dataset.records.map { $0["body"]?.text } == ["A", "B", "C"])
      #expect(
        dataset.problems.list.map(\.finding.message) == [
          "the mapping has the name “date” twice: the first one counts",
          "this is not YAML: found unexpected end of stream: the front matter is left out",
        ])
    }
  }

  @Test func `types are checked in the front matter`() throws {
    try withFolder { folder in
      try folder.write("a.md", "---\nprice: cheap\n---\n")
      #expect(
        message(of: try Dataset(contentsOf: folder.path, options: .init(types: ["price": .number], file: "posts")))
          .hasPrefix("error: posts/a.md, field “price”: “cheap” is not a number."))
    }
  }
}
