import Foundation
import Testing

@Suite struct BadDataTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    (
      "name,colour\nApple,\"red\nPear,green\n",
      """
      error: fruits.csv, row 2, column 7, field “colour”: a quote opens here and never closes.
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
      "name,colour\nApple,red\nPear,green\nApple,yellow\n",
      """
      error: fruits.csv, row 4, field “name”: “Apple” is already the key of row 2.
        Give each row a key of its own, or use “colour”, which is different in every row: choose it with --key colour.
      """
    ),
    (
      "name,colour\nApple,red\n,red\n",
      """
      error: fruits.csv, row 3, field “name”: the row has no key.
        Fill in the field, or number the rows: choose it with --key @row.
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
    #expect(try sandbox.refusal(of: "fruits.csv") == message)
  }

  @Test func invalidUTF8() throws {
    try sandbox.write("fruits.csv", Data("name,colour\nA".utf8) + [0xE7] + Data("ai,red\n".utf8))
    #expect(
      try sandbox.refusal(of: "fruits.csv") == """
        error: fruits.csv, row 2, column 2, field “name”: the byte E7 (byte 2 of its line) is not valid UTF-8.
          Save the file with the encoding UTF-8; spreadsheet programs offer it when they export CSV.
        """)
  }

  @Test(arguments: [
    ("[{\"name\": \"Apple\",}]", "error: fruits.json, line 1, column 19: "),
    (
      "{\"name\": \"Apple\"}", "error: fruits.json, line 1, column 1: an array of objects is expected, an object found."
    ),
    (
      "[{\"name\": \"Apple\"}, 3]",
      "error: fruits.json, row 2, line 1, column 21: an object is expected, a number found."
    ),
    (
      "[{\"name\": \"Apple\"},\n {\"name\": \"Apple\"}]",
      "error: fruits.json, row 2, line 2, column 2, field “name”: “Apple” is already the key of row 1."
    ),
    ("", "error: fruits.json: the file is empty."),
  ])
  func brokenJSON(text: String, beginning: String) throws {
    try sandbox.write("fruits.json", text)
    let message = try sandbox.refusal(of: "fruits.json")
    #expect(message.hasPrefix(beginning), "\(message)")
    #expect(message.contains("\n  "), "there is a hint")
  }

  @Test func severalBadRowsAreReportedTogether() throws {
    try sandbox.write("fruits.csv", "name,colour\nApple\nPear,green\nQuince,\"yellow\"x\nPlum,blue,sour\n")
    #expect(
      try sandbox.refusal(of: "fruits.csv") == """
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
        error: z.csv, line 1, column 1: the file holds a NUL byte: it is damaged, or UTF-16 text without a byte-order mark.
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
    let lines = try sandbox.refusal(of: "fruits.csv").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("error: fruits.csv, row ") }.count == 20)
    #expect(lines.last == "error: fruits.csv: and 3 more errors.")
    // What all of them have to do is said once, below the last of them.
    #expect(lines.filter { $0 == "  An empty field needs its comma, too." }.count == 1)
    #expect(lines.dropLast().last == "  An empty field needs its comma, too.")
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

  @Test func pathThatIsNotThere() throws {
    #expect(
      try sandbox.refusal(of: "fruits.csv") == """
        error: fruits.csv: there is no such file or folder.
          Name a folder with a catalog.yml, or a data file: .csv, .tsv, .json, .jsonl, .yaml, .toml or .sqlite.
        """)
    try sandbox.write("data/fruits.csv", "name\nApple\n")
    #expect(
      try sandbox.refusal(of: "data/fruit.csv") == """
        error: data/fruit.csv: there is no such file or folder.
          Did you mean “data/fruits.csv”?
        """)
  }

  @Test func folderWithoutConfiguration() throws {
    try sandbox.write("data/fruits.csv", "name\nApple\n")
    #expect(
      try sandbox.refusal(of: "data") == """
        error: data: the folder has no catalog.yml.
          Build data/fruits.csv; or write an example with `pomona init`.
        """)
    try sandbox.write(["data/nuts.json": "[]", "data/readme.md": "Data", "data/.hidden.csv": "", "data/deep.csv/x": ""])
    #expect(
      try sandbox.refusal(of: "data") == """
        error: data: the folder has no catalog.yml.
          Build a data file in it: data/fruits.csv, data/nuts.json; or write an example with `pomona init`.
        """)
    try sandbox.write("pages/one.md", "One")
    #expect(
      try sandbox.refusal(of: "pages") == """
        error: pages: the folder has no catalog.yml.
          Write one with the line `datasets: { pages: . }` for its Markdown files; or write an example with `pomona init`.
        """)
    try sandbox.write("pages/catalog.yml", "datasets: { pages: . }\n")
    #expect(try sandbox.build("pages").rows == 1)
  }

  @Test func kindOfFileThatCannotBeRead() throws {
    try sandbox.write("fruits.xlsx", "PK")
    #expect(
      try sandbox.refusal(of: "fruits.xlsx") == """
        error: fruits.xlsx: files that end in .xlsx cannot be read.
          The file name must end in .csv, .tsv, .json, .jsonl, .yaml, .toml or .sqlite; spreadsheet programs save tables as CSV.
        """)
  }

  @Test(arguments: [
    (
      ["--where", "colour!=red"],
      "error: --where: there is no field “colour!”.\n  --where knows only FIELD=VALUE: colour=…. A step `filter` in catalog.yml can say more."
    ),
    (
      ["--where", "colour >=red"],
      "error: --where: there is no field “colour >”.\n  --where knows only FIELD=VALUE: colour=…. A step `filter` in catalog.yml can say more."
    ),
    (["--where", "size!=red"], "error: --where: there is no field “size!”.\n  There are: name, colour."),
    (["--sort", "colur"], "error: --sort: there is no field “colur”.\n  Did you mean “colour”?"),
    (["--sort", "colur:desc"], "error: --sort: there is no field “colur”.\n  Did you mean “colour”?"),
    (["--group-by", "family"], "error: --group-by: there is no field “family”.\n  There are: name, colour."),
    (["--key", "nmae"], "error: --key: there is no field “nmae”.\n  Did you mean “name”?"),
    (
      ["--format", "html,pdf"],
      "error: --format: there is no format “pdf”.\n  There are: html, markdown, latex, man, xml, text, json. A program pomona-pdf on the PATH could render it."
    ),
    (["--format", "hmtl"], "error: --format: there is no format “hmtl”.\n  Did you mean “html”?"),
  ])
  func optionThatNamesWhatIsNotThere(options: [String], message: String) throws {
    try sandbox.write("fruits.csv", "name,colour\nApple,red\n")
    #expect(try sandbox.refusal(of: "fruits.csv", options[0], options[1]) == message)
  }
}
