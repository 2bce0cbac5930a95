import Foundation
import Testing

@Suite struct BadDataTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    (
      "name,colour\nApple,\"red\nPear,green\n",
      """
      error: fruits.csv, row 2, column 7, field “colour”: the quote that opens here is not closed.
        Close the field with a quote, and write a quote inside it twice: "".
      """
    ),
    (
      "name,colour\nApple,red,sweet\n",
      """
      error: fruits.csv, row 2: 2 fields expected, 3 found.
        Put a field that has a comma in it in double quotes.
      """
    ),
    (
      "name,colour\nApple,red\nPear\n",
      """
      error: fruits.csv, row 3: 2 fields expected, 1 found.
        An empty field needs its comma, too.
      """
    ),
    (
      "",
      """
      error: fruits.csv: the file is empty.
        A CSV file begins with a row of field names.
      """
    ),
  ])
  func brokenCSV(text: String, message: String) throws {
    try sandbox.write("fruits.csv", text)
    #expect(try sandbox.refusal(of: "fruits.csv", "--problems", "stop") == message)
  }

  @Test func repeatedKeys() throws {
    try sandbox.write("fruits.csv", "name,colour\nApple,red\nPear,green\nApple,yellow\n,red\n")
    #expect(
      try sandbox.refusal(
        of: "fruits.csv", "--problems", "stop", "--key", "name", into: Sandbox.allOutputs) == """
          error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
            Give each row a unique key, or number the rows: choose it with --key @row.
          error: fruits.csv, row 5, field “name”: the row has no key.
            Fill in the field, or number the rows: choose it with --key @row.
          """)
  }

  /// The readable part of a bare file is shown, whatever the problems of the rest.
  @Test func problemsOfABareFileAreWarnings() throws {
    try sandbox.write("fruits.csv", "name,weight\nApple,150\nPear\nApple,9,many\n\"Fig,7\n")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--format", "markdown")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2: the key of this row is “Apple-2”.
          Choose another field with --key NAME, or number the rows with --key @row.
        warning: fruits.csv, row 3: 2 fields expected, 1 found: there are no values in the others.
          An empty field needs its comma, too.
        warning: fruits.csv, row 4: 2 fields expected, 3 found: “many” is left out.
          Put a field that has a comma in it in double quotes.
        warning: fruits.csv, row 5, column 1, field “name”: the quote that opens here is not closed: the quotes are \
        read as text.
          Close the field with a quote, and write a quote inside it twice: "". \
        With --problems stop, or `problems: stop` in catalog.yml, problems of the data are errors.

        """)
    let summary =
      "\nfruits: 4 rows, identified by “name”\nProblems in the data: 1 short row, 1 long row, 1 misquoted row\n"
    #expect(outcome.output.contains(summary))
    #expect(
      try sandbox.files("out") == [
        "fruits/apple-2.md", "fruits/apple.md", "fruits/fig.md", "fruits/index.md", "fruits/pear.md", "index.md",
      ])
    for arguments in [["--problems", "stop"], ["--max-problems", "2"]] {
      #expect(try sandbox.pomona(["build", "fruits.csv", "--output", "out"] + arguments).status == 1)
    }
    #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out", "--max-problems", "3").status == 0)
    #expect(try sandbox.pomona("build", "fruits.csv", "--problems", "ignore").status == 2)
  }

  @Test func problemsAreListedInTheReport() throws {
    try sandbox.write("fruits.csv", "name,weight\nApple,150\nPear\n")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--report", "json")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["problems"] as? [String: Int] == ["missingFields": 1])
    let list = try #require(report["problemList"] as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list.first?["row"] as? Int == 3)
    #expect(list.first?["code"] as? String == "csv/field-count" && list.first?["file"] as? String == "fruits.csv")
    #expect(list.first?["message"] as? String == "2 fields expected, 1 found: there are no values in the others")
    #expect((report["keys"] as? [[String: Any]])?.first?["fields"] as? [String] == ["name"])
  }

  @Test func problemsOfACatalogAreErrorsByDefault() throws {
    try sandbox.write([
      "catalog/fruits.csv": "name,weight\nApple,150\nPear\n",
      "catalog/catalog.yml": "datasets: { fruits: fruits.csv }\n",
    ])
    let message = try sandbox.refusal(of: "catalog", into: Sandbox.allOutputs)
    #expect(message.hasPrefix("error: catalog/fruits.csv, row 3: 2 fields expected, 1 found."))
    #expect(try sandbox.build("catalog", "--problems", "warn").rows == 2)
    try sandbox.write("catalog/catalog.yml", "datasets: { fruits: { file: fruits.csv, problems: warn } }\n")
    #expect(try sandbox.build("catalog", "--output", "out").rows == 2)
    #expect(try sandbox.pomona("build", "catalog", "--problems", "stop").status == 1)
  }

  @Test func anotherKeyThanInTheLastBuildIsReported() throws {
    try sandbox.write("fruits.csv", "name,weight\nApple,150\nPear,170\n")
    try sandbox.build("fruits.csv", "--output", "out")
    try sandbox.write("fruits.csv", "name,weight,id\nApple,150,Apple\nPear,170,p\n")
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out")
    #expect(
      outcome.errors == """
        warning: fruits.csv: the key of the rows is “id”, and was “name”: 1 address moves.
          To keep them, choose the key: --key name, or `key: name` at the data set in catalog.yml.

        """)
    #expect(outcome.output.contains("\nfruits: 2 rows, identified by “id”\n"))
    let chosen = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--key", "name")
    #expect(!chosen.errors.contains("the key of the rows"))
  }

  @Test func rowsThatAreFilesKeepTheirKeys() throws {
    for number in 1...3 {
      try sandbox.write("c/tags/t\(number).yml", "name: Tag \(number)\n")
    }
    for file in ["tags/*.yml", "tags", "tags/*.yml"] {
      try sandbox.write("c/catalog.yml", "datasets: { tags: { file: \"\(file)\" } }\n")
      let outcome = try sandbox.pomona("build", "c", "--output", "out")
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output.contains("tags: 3 rows, identified by the names of their files"), "\(outcome)")
    }
    try sandbox.write("c/tags/t1.yml", "name: Tag 1\nid: a\n")
    try sandbox.write("c/tags/t2.yml", "name: Tag 2\nid: b\n")
    try sandbox.write("c/tags/t3.yml", "name: Tag 3\nid: c\n")
    try sandbox.write("c/catalog.yml", "datasets: { tags: tags }\n")
    #expect(
      try sandbox.pomona("build", "c", "--output", "out").errors.contains(
        """
        warning: c/tags: the key of the rows is “id”, and was the name of their file: addresses move.
          Former addresses are redirected if addresses.csv names them.

        """))
  }

  @Test func aMissingKeyOfSeveralColumnsIsReported() throws {
    func write(_ columns: String) throws {
      try sandbox.database(
        "shop.sqlite",
        """
        DROP TABLE IF EXISTS line; CREATE TABLE line (\(columns));
        INSERT INTO line VALUES (7, 1, 'Fig'), (8, 2, 'Plum');
        """)
    }
    try write("\"order\" INTEGER, no INTEGER, article TEXT, PRIMARY KEY (\"order\", no)")
    let first = try sandbox.pomona("build", "shop.sqlite", "--output", "out")
    #expect(first.output.contains("\nshop: 2 rows, identified by “order” and “no”\n"), "\(first)")
    try write("\"order\" INTEGER, no INTEGER, article TEXT")
    let outcome = try sandbox.pomona("build", "shop.sqlite", "--output", "out")
    #expect(
      outcome.errors.contains(
        """
        the key of the rows is “article”, and was “order, no”: 2 addresses move.
          To keep them, choose the key: --key order --key no, or `key: [order, \"no\"]` at the data set in catalog.yml.
        """), "\(outcome)")
    let chosen = try sandbox.pomona("build", "shop.sqlite", "--output", "out", "--key", "order", "--key", "no")
    #expect(chosen.status == 0 && !chosen.errors.contains("the key of"), "\(chosen)")
  }

  @Test func invalidUTF8() throws {
    try sandbox.write("fruits.csv", Data("name,colour\nA".utf8) + [0xE7] + Data("ai,red\n".utf8))
    #expect(
      try sandbox.refusal(of: "fruits.csv", "--encoding", "utf-8", "--problems", "stop") == """
        error: fruits.csv, row 2, column 2, field “name”: the byte E7 (byte 2 of its line) is not valid UTF-8.
          Save the file with the encoding UTF-8; spreadsheet programs offer it when they export CSV.
        """)
    // The encoding of older spreadsheet programs.
    let outcome = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--format", "markdown")
    #expect(outcome.errors.hasPrefix("warning: fruits.csv: the file is not UTF-8, and is read as Windows-1252.\n"))
    #expect(try sandbox.text("out/fruits/acai.md").contains("# Açai\n"))
    #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out", "--encoding", "iso-8859-1").errors == "")
  }

  @Test(arguments: [
    ("[{\"name\": 'Apple'}]", "error: fruits.json, line 1, column 11: "),
    (
      "{\"name\": \"Apple\"}", "error: fruits.json, line 1, column 1: an array of objects is expected, an object found."
    ),
    (
      "[{\"name\": \"Apple\"}, 3]",
      "error: fruits.json, row 2, line 1, column 21: an object is expected, a number found."
    ),
    ("", "error: fruits.json: the file is empty."),
  ])
  func brokenJSON(text: String, beginning: String) throws {
    try sandbox.write("fruits.json", text)
    let message = try sandbox.refusal(of: "fruits.json", "--problems", "stop")
    #expect(message.hasPrefix(beginning), "\(message)")
    #expect(message.contains("\n  "), "there is a hint")
  }

  @Test func severalBadRowsAreReportedTogether() throws {
    try sandbox.write("fruits.csv", "name,colour\nApple\nPear,green\nQuince,\"yellow\"x\nPlum,blue,sour\n")
    #expect(
      try sandbox.refusal(of: "fruits.csv", "--problems", "stop") == """
        error: fruits.csv, row 2: 2 fields expected, 1 found.
          An empty field needs its comma, too.
        error: fruits.csv, row 4, column 16, field “colour”: text follows the closing quote of a field.
          Put a comma after the closing quote, or write a quote inside the field twice: "".
        error: fruits.csv, row 5: 2 fields expected, 3 found.
          Put a field that has a comma in it in double quotes.
        """)
  }

  @Test func aFileOfZerosDeletesNothing() throws {
    try sandbox.write("z.csv", "name,x\na,1\nb,2\n")
    #expect(try sandbox.pomona("build", "z.csv", "--output", "out").status == 0)
    let pages = try sandbox.files("out")
    try sandbox.write("z.csv", Data(count: 15))
    #expect(
      try sandbox.refusal(of: "z.csv") == """
        error: z.csv, line 1, column 1: the file holds a NUL byte: it is damaged, or UTF-16 text without a byte-order \
        mark.
          Copy it again from where it comes from, or save it with the encoding UTF-8.
        """)
    #expect(try sandbox.files("out") == pages)
  }

  @Test func limitsAreOptions() throws {
    try sandbox.write("fruits.csv", "name,colour\nApple,red\nPear,green\n")
    let refused = try sandbox.pomona("build", "fruits.csv", "--output", "out", "--limit", "rows=1")
    #expect(refused.status == 1)
    #expect(
      refused.errors.hasPrefix(
        """
        error: fruits.csv, row 3: there are more than 1 row.
          If that is right, allow more with --limit rows=2, or with `limits: {rows: 2}` in catalog.yml.
        """))
    #expect(
      try sandbox.pomona("build", "fruits.csv", "--output", "out", "--limit", "rows=2", "--limit", "size=1kB").status
        == 0)
    for limit in ["rows", "rows=", "rows=x", "rows=1MB", "cells=1", "size=1TB"] {
      #expect(try sandbox.pomona("build", "fruits.csv", "--output", "out", "--limit", limit).status != 0, "\(limit)")
    }
  }

  @Test func manyBadRowsAreCounted() throws {
    try sandbox.write("fruits.csv", "name,colour\n" + String(repeating: "Apple\n", count: 23))
    let lines = try sandbox.refusal(of: "fruits.csv", "--problems", "stop").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("error: fruits.csv, row ") }.count == 20)
    #expect(lines.dropLast().last == "error: fruits.csv: and 3 more errors.")
    // Their common hint is printed once, at the end.
    #expect(lines.filter { $0 == "  An empty field needs its comma, too." }.count == 1)
    #expect(lines.last == "  An empty field needs its comma, too.")
  }

  @Test func severalBadFilesAreReportedTogether() throws {
    try sandbox.write([
      "catalog/a.csv": "name,colour\nApple\n", "catalog/b.csv": "",
      "catalog/catalog.yml": "datasets:\n  a: a.csv\n  b: b.csv\n",
    ])
    let message = try sandbox.refusal(of: "catalog")
    #expect(message.contains("error: catalog/a.csv, row 2: "))
    #expect(message.contains("error: catalog/b.csv: the file is empty."))
  }

  @Test func missingPath() throws {
    let formats = "Data files end in .csv, .tsv, .json, .geojson, .jsonl, .yaml, .toml or .sqlite."
    #expect(
      try sandbox.refusal(of: "data/fruits.csv", into: Sandbox.allOutputs) == """
        error: data/fruits.csv: there is no such file or folder.
          Name a data file, or a folder with data files or a catalog.yml. \(formats)
        """)
    try sandbox.write(["data/fruits.csv": "name\nApple\n", "data/catalog.yml": "", "data/notes.txt": ""])
    #expect(
      try sandbox.refusal(of: "data/fruit.csv") == """
        error: data/fruit.csv: there is no such file or folder.
          Did you mean “data/fruits.csv”? \(formats)
        """)
    #expect(
      try sandbox.refusal(of: "data/vegetables.json") == """
        error: data/vegetables.json: there is no such file or folder.
          There are: data/fruits.csv. \(formats)
        """)
  }

  @Test func folderWithoutData() throws {
    let formats = "Data files end in .csv, .tsv, .json, .geojson, .jsonl, .yaml, .toml or .sqlite."
    try sandbox.write([
      "data/README.md": "Data", "data/LICENSE": "", "data/.hidden.csv": "a\n1\n", "data/deep.csv/x": "",
    ])
    #expect(
      try sandbox.refusal(of: "data") == """
        error: data: the folder has no catalog.yml and no data files.
          Name a data file, or write an example with `pomona init`. \(formats)
        """)
    try sandbox.write(["data/fruits/a.csv": "name\nApple\n", "data/nuts/catalog.yml": "datasets: { a: a.csv }\n"])
    #expect(
      try sandbox.refusal(of: "data") == """
        error: data: the folder has no catalog.yml and no data files.
          Build a folder in it: data/fruits, data/nuts. \(formats)
        """)
  }

  @Test func unsupportedKindOfFile() throws {
    try sandbox.write("fruits.xlsx", "PK")
    #expect(
      try sandbox.refusal(of: "fruits.xlsx") == """
        error: fruits.xlsx: files that end in .xlsx cannot be read.
          The file name must end in .csv, .tsv, .json, .geojson, .jsonl, .yaml, .toml or .sqlite, or choose the format \
        with --input-format, or with `format:` in catalog.yml. Spreadsheet programs save tables as CSV.
        """)
  }

  @Test(arguments: [
    (
      ["--where", "colour!=red"],
      """
      error: --where: there is no field “colour!”.\n  --where supports only FIELD=VALUE: colour=…. For other \
      conditions, write a step `filter` in catalog.yml.
      """
    ),
    (
      ["--where", "colour >=red"],
      """
      error: --where: there is no field “colour >”.\n  --where supports only FIELD=VALUE: colour=…. For other \
      conditions, write a step `filter` in catalog.yml.
      """
    ),
    (["--where", "size!=red"], "error: --where: there is no field “size!”.\n  There are: name, colour."),
    (["--sort", "colur"], "error: --sort: there is no field “colur”.\n  Did you mean “colour”?"),
    (["--sort", "colur:desc"], "error: --sort: there is no field “colur”.\n  Did you mean “colour”?"),
    (["--group-by", "family"], "error: --group-by: there is no field “family”.\n  There are: name, colour."),
    (["--key", "nmae"], "error: --key: there is no field “nmae”.\n  Did you mean “name”?"),
    (
      ["--format", "html,pdf"],
      """
      error: --format: there is no format “pdf”.\n  There are: html, markdown, latex, man, xml, text, json. A program \
      pomona-pdf on the PATH could render it.
      """
    ),
    (["--format", "hmtl"], "error: --format: there is no format “hmtl”.\n  Did you mean “html”?"),
  ])
  func optionsWithUnknownNames(options: [String], message: String) throws {
    try sandbox.write("fruits.csv", "name,colour\nApple,red\n")
    #expect(try sandbox.refusal(of: "fruits.csv", options[0], options[1]) == message)
  }
}
