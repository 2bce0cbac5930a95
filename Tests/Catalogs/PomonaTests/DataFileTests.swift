import Foundation
import Testing

/// Catalogs of bare data files, without configuration.
@Suite struct DataFileTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      "stone_fruits.csv",
      """
      name,weight,kind,origin
      Plum,50,smooth,Caucasus
      Peach,150,furry,China
      Cherry,8,smooth,
      Apricot,,furry,Armenia
      Nectarine,1.2e2,,China
      """)
  }

  /// Builds Markdown into `out`.
  @discardableResult
  private func build(_ options: String...) throws -> Report {
    let outcome = try sandbox.pomona(
      ["build", "stone_fruits.csv", "--format", "markdown", "--output", "out", "--report", "json"] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  /// The texts of the headings of a level on a page; of links the text.
  private func headings(_ level: Int, on page: String = "index") throws -> [String] {
    let mark = String(repeating: "#", count: level) + " "
    return try sandbox.text("out/\(page).md").split(separator: "\n").filter { $0.hasPrefix(mark) }.map {
      $0.dropFirst(mark.count).firstMatch(of: /^\[(.*)\]\(/).map { String($0.1) } ?? String($0.dropFirst(mark.count))
    }
  }

  @Test func titleKeyAndLayoutAreInferred() throws {
    let report = try build()
    #expect(report.rows == 5)
    #expect(report.sections == 1)
    #expect(report.counts == [7, 7, 0])
    let fruits = ["apricot", "cherry", "index", "nectarine", "peach", "plum"]
    #expect(try sandbox.files("out") == ["index.md"] + fruits.map { "stone-fruits/\($0).md" })
    #expect(try headings(1) == ["Stone fruits"])
    #expect(
      try sandbox.text("out/stone-fruits/plum.md") == """
        [Stone fruits](../index.md) › [Stone fruits](index.md) › Plum

        # Plum

          - **Weight:** 50
          - **Kind:** smooth
          - **Origin:** Caucasus

        ***

        [Peach](peach.md) →

        """)
  }

  @Test func jsonFile() throws {
    try sandbox.write(
      "pome.json", #"[{"id": 7, "name": "Apple", "taste": ["sweet", "sour"]}, {"id": 8, "name": "Pear"}]"#)
    let report = try sandbox.build("pome.json", "--format", "markdown", "--output", "out")
    #expect(report.rows == 2)
    #expect(try sandbox.files("out") == ["index.md", "pome/7.md", "pome/8.md", "pome/index.md"])
    #expect(try headings(1, on: "pome/7") == ["Apple"])
    #expect(try sandbox.text("out/pome/7.md").contains("  - **Taste:** sweet, sour\n"))
  }

  @Test func title() throws {
    try build("--title", "Drupes & <co>")
    #expect(try headings(1) == [#"Drupes & \<co\>"#])
    #expect(try sandbox.text("out/stone-fruits/plum.md").hasPrefix(#"[Drupes & \<co\>](../index.md) › "#))
  }

  @Test func key() throws {
    try sandbox.write("stone_fruits.csv", "name,number\nPlum,P 1\nPlum,P 2\n")
    try build("--key", "number")
    #expect(
      try sandbox.files("out")
        == ["index.md", "stone-fruits/index.md", "stone-fruits/p-1.md", "stone-fruits/p-2.md"])
    #expect(try headings(1, on: "stone-fruits/p-1") == ["Plum"])
  }

  @Test func rowNumbersAsKeys() throws {
    try sandbox.write("stone_fruits.csv", "name\nPlum\nPlum\n")
    try build("--key", "@row")
    #expect(
      try sandbox.files("out") == ["index.md", "stone-fruits/2.md", "stone-fruits/3.md", "stone-fruits/index.md"])
  }

  @Test func groupBy() throws {
    #expect(try build("--group-by", "kind").sections == 3)
    #expect(try headings(2) == ["furry", "smooth", "Other"])
    #expect(try headings(2, on: "furry/index") == ["Peach", "Apricot"])
    #expect(try headings(2, on: "other/index") == ["Nectarine"])
  }

  @Test func groupsOfNumbersAreInTheOrderOfTheirValues() throws {
    try build("--group-by", "weight")
    #expect(try headings(2) == ["8", "50", "1.2e2", "150", "Other"])
  }

  @Test(arguments: [
    ("name", ["Apricot", "Cherry", "Nectarine", "Peach", "Plum"]),
    ("name:desc", ["Plum", "Peach", "Nectarine", "Cherry", "Apricot"]),
    ("name:text", ["Apricot", "Cherry", "Nectarine", "Peach", "Plum"]),
    ("name:text:desc", ["Plum", "Peach", "Nectarine", "Cherry", "Apricot"]),
    ("weight", ["Cherry", "Plum", "Nectarine", "Peach", "Apricot"]),
    ("weight:desc", ["Peach", "Nectarine", "Plum", "Cherry", "Apricot"]),
    ("weight:asc", ["Cherry", "Plum", "Nectarine", "Peach", "Apricot"]),
    ("origin", ["Apricot", "Plum", "Peach", "Nectarine", "Cherry"]),
  ])
  func sort(option: String, names: [String]) throws {
    try build("--sort", option)
    #expect(try headings(2, on: "stone-fruits/index") == names)
  }

  @Test func sortingAndGrouping() throws {
    try build("--sort", "weight:desc", "--group-by", "kind")
    #expect(try headings(2, on: "furry/index") == ["Peach", "Apricot"])
    #expect(try headings(2, on: "smooth/index") == ["Plum", "Cherry"])
  }

  @Test func pageSize() throws {
    let report = try build("--page-size", "2")
    #expect(report.pages.rendered == 1 + 3 + 5)
    let pages = ["index", "page-2", "page-3"].map { "stone-fruits/\($0)" }
    #expect(try pages.map { try headings(2, on: $0) } == [["Plum", "Peach"], ["Cherry", "Apricot"], ["Nectarine"]])
    for (number, page) in zip(1..., pages) {
      #expect(try sandbox.text("out/\(page).md").contains("\nPage \(number) of 3\n"))
    }
    #expect(
      try sandbox.text("out/stone-fruits/page-2.md").hasSuffix(
        "\n\n← [Stone fruits](index.md) · [Stone fruits, page 3](page-3.md) →\n"))
  }

  @Test func formats() throws {
    let report = try sandbox.build("stone_fruits.csv", "--format", "xml,latex, man,xml", "--output", "out")
    #expect(report.pages.rendered == 21)
    for ending in ["xml", "tex", "7"] { #expect(try sandbox.files("out", ending: ".\(ending)").count == 7) }
    #expect(try sandbox.files("out").count == 21)
  }

  @Test func htmlIsTheDefaultFormat() throws {
    try sandbox.build("stone_fruits.csv", "--output", "out")
    #expect(try sandbox.files("out", ending: ".html").count == 7)
    #expect(try sandbox.files("out").filter { !$0.hasSuffix(".html") } == ["assets/style.css"])
  }

  @Test(arguments: [
    ("data/stone.fruits.csv", "build/stone.fruits"), ("data", "build/data"), ("data/", "build/data"),
    ("./data/../data", "build/data"),
  ])
  func defaultOutput(path: String, folder: String) throws {
    try sandbox.write([
      "data/stone.fruits.csv": "name\nPlum\n", "data/catalog.yml": "datasets: { a: stone.fruits.csv }\n",
    ])
    try sandbox.build(path)
    #expect(sandbox.exists("\(folder)/index.html"))
    #expect(Set(try sandbox.contents(of: "build").keys.filter { !$0.contains("/") }) == [String(folder.dropFirst(6))])
  }

  @Test func textReport() throws {
    let outcome = try sandbox.pomona("build", "stone_fruits.csv", "--output", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 4)
    #expect(lines[0] == "5 rows in 1 section → 7 pages (html)")
    #expect(lines[1] == "stone_fruits: 5 rows, identified by “name”")
    #expect(
      lines[2].wholeMatch(of: /8 created \(\d+ KB\) in \d+(\.\d+)? s: reading [\d.]+, planning [\d.]+, writing [\d.]+/)
        != nil, "\(lines[2])")
    let page = lines[3].dropFirst("Open ".count)
    #expect(
      URL(string: String(page))?.path(percentEncoded: false)
        == sandbox.url("out/index.html").path(percentEncoded: false))
  }

  @Test func quiet() throws {
    try sandbox.write("tastes.csv", "taste\nsweet\nsweet\n")
    #expect(try sandbox.pomona("build", "tastes.csv", "--output", "loud").errors.hasPrefix("warning: tastes.csv: "))
    let outcome = try sandbox.pomona("build", "tastes.csv", "--output", "out", "--quiet")
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(try sandbox.catalog("out") == sandbox.catalog("loud"))
  }

  @Test func quietPrintsErrors() throws {
    let outcome = try sandbox.pomona("build", "nuts.csv", "--quiet")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: nuts.csv: there is no such file or folder."))
  }
}
