import Cells
import DataSources
import Datasets
import DocumentModel
import Fingerprints
import Foundation
import Publishing
import Rendering
import TestKit
import Testing

@testable import CatalogKit

/// A folder with an earlier build equals a build into an empty one, whatever a program changes between both.
@Suite struct StalePageTests {
  private static let fruits = """
    name,kind,note
    Apple,pome,sweet
    Cherry,stone,small
    Pear,pome,soft
    Plum,stone,blue

    """

  /// A build into a folder.
  private typealias Build = (_ folder: String) throws -> Void

  /// Returns the files of a build into an empty folder.
  private func clean(_ build: Build) throws -> OutputTree {
    let folder = try CatalogFolder([:])
    try build(folder.path)
    return try OutputTree(folder.path)
  }

  /// Runs one build after another into one folder, and expects the files of a clean build each time.
  ///
  /// - Parameters:
  ///   - builds: The builds.
  ///   - order: The builds to run, by their indices.
  private func expectClean(_ builds: [Build], order: some Sequence<Int>) throws {
    let folder = try CatalogFolder([:])
    let trees = try builds.map(clean)
    var last: Int?
    for number in order {
      try builds[number](folder.path)
      let differences = try OutputTree(folder.path).differences(from: trees[number])
      #expect(differences == [], "\(number) after \(last ?? number)")
      last = number
    }
  }

  // MARK: - Documents

  /// The example of the README, with a text of its own.
  private func buildFruits(from data: String, into folder: String, text: String) throws {
    let cells = CellSource<Record, DocumentCell>(
      try Dataset(contentsOf: data).source.applying(.group { $0["kind"]?.text }).applying(.sort { $0.title < $1.title })
    )
    cells.register(Record.self, as: "fruit") { cell, fruit in
      cell.title = fruit.title
      cell.target = fruit.objectID
      cell.body = [.properties([Block.Property(label: [.text(text)], value: [.text(fruit["note"]?.text ?? "")])])]
    }
    let document = Document(CatalogInfo(title: "Fruits"), listing: cells, articles: cells)
    try document.build(into: folder, renderers: [HTMLRenderer()])
  }

  @Test func anotherTextInAConfiguratorUpdatesAllPages() throws {
    let data = try CatalogFolder(["fruits.csv": Self.fruits])
    try expectClean(
      ["Note", "Remark"].map { text in { try buildFruits(from: data.path + "/fruits.csv", into: $0, text: text) } },
      order: [0, 1, 0])
    let folder = try CatalogFolder([:])
    for text in ["Note", "Remark"] { try buildFruits(from: data.path + "/fruits.csv", into: folder.path, text: text) }
    let apple = try String(contentsOfFile: folder.path + "/fruits/apple.html", encoding: .utf8)
    #expect(apple.contains("Remark") && !apple.contains("Note"))
  }

  @Test(arguments: HistoryProgram.Form.allCases)
  func anotherConfiguratorOfALiveDocumentUpdatesAllPages(form: HistoryProgram.Form) throws {
    let rows = (0..<9).map { ProgramRow(name: "Row \($0)", group: "G\($0 % 2)", note: "N\($0)") }
    var program = HistoryProgram()
    let cells = try ProgramCells(rows, program.looks)
    let document = cells.document(program.frame)
    let folder = try CatalogFolder([:])
    try document.build(into: folder.path, renderers: [HTMLRenderer()])
    for kind in ["card", "page"] as [CellIdentifier] {
      program.looks[kind] = HistoryProgram.Look(form: form, text: "Two \(kind.rawValue)")
    }
    try cells.register(program.looks)
    try document.build(into: folder.path, renderers: [HTMLRenderer()])
    let clean = try clean {
      try ProgramCells(rows, program.looks).document(program.frame).build(into: $0, renderers: [HTMLRenderer()])
    }
    #expect(try OutputTree(folder.path).differences(from: clean) == [])
  }

  /// The changes of a program between two builds.
  private static let changes: [(name: String, change: @Sendable (inout HistoryProgram) -> Void)] = [
    ("title", { $0.frame.info.title = "Nuts" }), ("language", { $0.frame.info.language = "de" }),
    ("introduction", { $0.frame.introduction = [.paragraph([.text("Hello")])] }),
    ("page size", { $0.frame.layout.pageSize = 3 }), ("preview", { $0.frame.layout.previewSize = 3 }),
    ("stable pages", { $0.frame.layout.pagination = .stable }), ("terms", { $0.frame.layout.numberOfTerms = 2 }),
    ("no object pages", { $0.frame.hasObjectPages = false }), ("former keys", { $0.frame.hasFormerKeys = true }),
    ("title of an index", { $0.frame.indexes[0].title = "Another" }),
    ("cells of an index", { $0.frame.indexes[0].isReversed.toggle() }),
    ("folder of an index", { $0.frame.indexes[0].folder = "other" }), ("no index", { $0.frame.indexes = [] }),
    ("banner", { $0.frame.hasBanner = true }), ("guide words", { $0.frame.hasGuideWord = true }),
    ("search", { $0.formats.hasSearch = true }), ("document class", { $0.formats.documentClass = "book" }),
    ("what a renderer declares", { $0.formats.greeting = "Bye" }),
    (
      "what a renderer does not declare",
      {
        $0.formats.isGreetingDeclared = false
        $0.formats.greeting = "Bye"
      }
    ), ("formats", { $0.formats.hasHTML = false }),
    ("what cells follow from", { $0.looks["card"]?.text = "Two" }),
    ("what cells follow from no more", { $0.looks["page"] = .init(form: .closure, text: "Two") }),
    ("a template", { $0.looks["page"] = .init(form: .template, text: "Two") }),
  ]

  @Test(arguments: changes.indices)
  func everyChangeOfADocumentUpdatesAllPages(number: Int) throws {
    let rows = (0..<9).map { ProgramRow(name: "Row \($0)", group: "G\($0 % 2)", note: "N\($0)") }
    var before = HistoryProgram()
    before.frame.indexes = [.init(folder: "by-note", title: "By note", isReversed: false)]
    before.formats.documentClass = "article"
    var after = before
    Self.changes[number].change(&after)
    #expect(after.frame != before.frame || after.looks != before.looks || "\(after.formats)" != "\(before.formats)")
    try expectClean(
      [before, after].map { program in
        { folder in
          try ProgramCells(rows, program.looks).document(program.frame)
            .build(into: folder, renderers: program.formats.renderers)
        }
      }, order: [0, 1, 0])
  }

  @Test func anotherThemeUpdatesAllPages() throws {
    let rows = [ProgramRow(name: "Row")]
    let themes = try CatalogFolder([
      "one/page.mustache": "<h1>{{title}}</h1>\n", "two/page.mustache": "<h2>{{title}}</h2>\n",
      "three/style.css": "p { color: red }\n",
    ])
    try expectClean(
      ["one", "two", "three"].map { name in
        { folder in
          let program = HistoryProgram()
          let theme = try HTMLTheme(folder: "\(themes.path)/\(name)")
          try ProgramCells(rows, program.looks).document(program.frame)
            .build(into: folder, renderers: [HTMLRenderer(theme: theme)])
        }
      }, order: [0, 1, 2, 0])
  }

  @Test func aRendererWithoutADeclarationIsComparedByItsBytes() throws {
    let rows = [ProgramRow(name: "Row 1"), ProgramRow(name: "Row 2")]
    let program = HistoryProgram()
    let cells = try ProgramCells(rows, program.looks)
    let document = cells.document(program.frame)
    let folder = try CatalogFolder([:])
    let written = try ["One", "Two", "Two"].map { greeting in
      try document.build(into: folder.path, renderers: [WholePageRenderer(greeting: greeting)]).pages
    }
    #expect(written.map(\.written) == [4, 4, 0] && written.map(\.rendered) == [4, 4, 4])
  }

  // MARK: - Skipped work

  @Test func cellsWithDeclarationsAreCreatedOnlyIfTheseChange() throws {
    let rows = (0..<9).map { ProgramRow(name: "Row \($0)", group: "G\($0 % 3)", note: "N\($0)") }
    let program = HistoryProgram()
    let cells = try ProgramCells(rows, program.looks)
    let document = cells.document(program.frame)
    let folder = try CatalogFolder([:])
    func created() throws -> [ProgramCells.CreatedCell: Int] {
      cells.counts.created = [:]
      try document.build(into: folder.path, renderers: [HTMLRenderer()])
      return cells.counts.created
    }
    // On its own page and that of its section, and the first two of a section on the home page.
    #expect(try created().values.reduce(0, +) == 9 + 9 + 6)
    #expect(try created() == [:])
    cells.rows.update(at: 8) { $0.note = "another" }
    // The third of its section, with its neighbours there.
    let section = ["Row 2", "Row 5", "Row 8"].map { (ProgramCells.CreatedCell(kind: "card", row: $0), 1) }
    let page = [(ProgramCells.CreatedCell(kind: "page", row: "Row 8"), 1)]
    #expect(try created() == Dictionary(uniqueKeysWithValues: section + page))
    #expect(try created() == [:])
    // Another document of the same rows, with other sources.
    let others = try ProgramCells(cells.rows.items, program.looks)
    try others.document(program.frame).build(into: folder.path, renderers: [HTMLRenderer()])
    #expect(others.counts.created == [:])
  }

  // MARK: - Catalogs

  private typealias Extension = @Sendable (inout CatalogExtension) -> Void

  private func catalog() throws -> CatalogFolder {
    try CatalogFolder([
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, key: name, card: card, page: page } }
      chain: [{ group: kind }]
      formats: [html, markdown]
      """, "fruits.csv": Self.fruits, "templates/card.md": "{{kind}}\n", "templates/page.md": "{{note}}\n",
    ])
  }

  private static func cell(_ text: String, kind: CellIdentifier = "page", isDeclared: Bool) -> Extension {
    { catalog in
      if isDeclared {
        catalog.register(kind, following: Fingerprint(text)) { row in
          CellContent(title: row.title, body: [.paragraph([.text(text)])])
        }
      } else {
        catalog.register(kind) { cell, row in
          (cell.title, cell.target, cell.body) = (row.title, row.objectID, [.paragraph([.text(text)])])
        }
      }
    }
  }

  private static func renderer(_ greeting: String, isDeclared: Bool) -> Extension {
    { $0.register(GreetingRenderer(greeting: greeting, fingerprint: isDeclared ? Fingerprint(greeting) : nil)) }
  }

  /// Writes a greeting on every page, instead of the renderer of Pomona.
  private struct GreetingRenderer: PageRenderer {
    let format = "markdown"
    var greeting: String
    var fingerprint: Fingerprint?
    var assets: [Artifact] = []

    let fileExtension = "md"
    func render(_ page: Page) -> [UInt8] { Array("\(greeting) \(page.title)\n".utf8) }
  }

  /// The extensions of one catalog by programs.
  private static let extensions: [Extension] = [
    { _ in },
    cell("One", isDeclared: true), cell("Two", isDeclared: true),
    cell("One", isDeclared: false), cell("Two", isDeclared: false),
    cell("One", kind: "card", isDeclared: false),
    renderer("Hello", isDeclared: true), renderer("Bye", isDeclared: true),
    renderer("Hello", isDeclared: false), renderer("Bye", isDeclared: false),
    { $0.show(.page, by: "card") { $0["kind"]?.text == "pome" } },
    { $0.show(.card, by: "page", following: Fingerprint("all")) { _ in true } },
    { $0.addStep("pomes") { $0.applying(.filter { $0["kind"]?.text == "pome" }) } },
    { $0.addStep("back", following: Fingerprint("")) { $0.applying(.reverse()) } },
  ]

  private func build(_ catalog: CatalogFolder, into folder: String, _ extend: @escaping Extension) throws {
    let builder = CatalogBuilder(at: catalog.path, into: folder, extending: extend)
    defer { builder.close() }
    _ = try builder.build()
  }

  /// Each program after each other one.
  @Test func aCatalogIsThatOfTheLastProgram() throws {
    let catalog = try catalog()
    let numbers = Self.extensions.indices
    try expectClean(
      Self.extensions.map { extend in { try build(catalog, into: $0, extend) } },
      order: numbers.flatMap { first in numbers[(first + 1)...].flatMap { [first, $0] } } + [0])
  }

  @Test func aCatalogReplacesOtherDocumentsInItsFolder() throws {
    let catalog = try catalog()
    try expectClean(
      [
        { try buildFruits(from: catalog.path + "/fruits.csv", into: $0, text: "Note") },
        { try build(catalog, into: $0) { _ in } },
        { try build(catalog, into: $0, Self.cell("One", isDeclared: true)) },
        { path in
          let folder = try PublishedFolder(path)
          defer { folder.close() }
          _ = try folder.publish([PlannedFile("a.txt", as: .asset, key: Fingerprint("a")) { .bytes([65]) }])
        },
      ], order: [1, 0, 1, 2, 0, 2, 1, 1, 0, 0, 1, 3, 1, 2, 3, 3, 2, 0, 3, 0])
  }

  @Test func aBuildOfADeclaredCatalogReadsNoData() throws {
    let catalog = try catalog()
    func isRead(_ extend: @escaping Extension) throws -> Bool {
      let builder = CatalogBuilder(at: catalog.path, into: catalog.path + "/out", extending: extend)
      defer { builder.close() }
      _ = try builder.build()
      return builder.catalog != nil
    }
    let declared: Extension = { catalog in
      Self.cell("One", isDeclared: true)(&catalog)
      Self.renderer("Hello", isDeclared: true)(&catalog)
      catalog.show(.card, by: "page", following: Fingerprint("")) { _ in true }
      catalog.addStep("back", following: Fingerprint("")) { $0.applying(.reverse()) }
    }
    #expect(try [isRead(declared), isRead(declared), isRead(declared)] == [true, false, false])
    // Without a declaration, anything may have changed.
    for extend in [Self.cell("One", isDeclared: false), Self.renderer("Hello", isDeclared: false)] {
      #expect(try [isRead(extend), isRead(extend)] == [true, true])
    }
    #expect(try isRead(declared))
  }

  @Test func cellsOfAProgramAreCreatedIfTheirDeclarationsChange() throws {
    let catalog = try catalog()
    var created: (pages: [String], cards: Int) = ([], 0)
    func build(_ text: String) throws -> BuildReport {
      created = ([], 0)
      let builder = CatalogBuilder(at: catalog.path, into: catalog.path + "/out") { catalog in
        catalog.register("page", following: Fingerprint(text)) { row in
          created.pages.append(row.title)
          return CellContent(title: row.title, body: [.paragraph([.text("\(text) \(row["note"]?.text ?? "")")])])
        }
        catalog.register("card") { cell, row in
          created.cards += 1
          (cell.title, cell.target) = (row.title, row.objectID)
        }
      }
      defer { builder.close() }
      return try builder.build()
    }
    let titles = ["Apple", "Cherry", "Pear", "Plum"]
    // In two formats.
    _ = try build("One")
    #expect(created.pages.sorted() == (titles + titles).sorted() && created.cards > 0)
    // The content of cards is unknown before they are created; it is unchanged.
    var report = try build("One")
    #expect(created.pages == [] && created.cards > 0 && report.pages.rendered == 0)
    try catalog.write("fruits.csv", Self.fruits.replacing("soft", with: "hard"))
    report = try build("One")
    #expect(created.pages == ["Pear", "Pear"] && report.updated == ["fruits/pear.html", "fruits/pear.md"])
    #expect(report.pages.rendered == 2)
    report = try build("Two")
    #expect(created.pages.sorted() == (titles + titles).sorted() && report.pages.rendered == 8)
  }

  /// A build by another builder into the folder of a live builder is noticed.
  @Test func aLiveBuilderRestoresItsFolder() throws {
    let catalog = try catalog()
    let builder = CatalogBuilder(
      at: catalog.path, into: catalog.path + "/out", extending: Self.cell("One", isDeclared: true))
    _ = try builder.build()
    builder.close()
    let tree = try OutputTree(catalog.path + "/out")
    for isUpdate in [true, false] {
      try buildFruits(from: catalog.path + "/fruits.csv", into: catalog.path + "/out", text: "Note")
      _ = isUpdate ? try builder.update([]) : try builder.build()
      builder.close()
      #expect(try OutputTree(catalog.path + "/out").differences(from: tree) == [])
    }
  }

  /// Assets are not part of a renderer's declaration of its pages.
  @Test func otherAssetsOfARendererAreNoticed() throws {
    let catalog = try catalog()
    try expectClean(
      ["one", "two"].map { text in
        {
          try build(catalog, into: $0) { catalog in
            let asset = Artifact(path: "greeting.txt", text: text)
            catalog.register(GreetingRenderer(greeting: "Hello", fingerprint: Fingerprint("Hello"), assets: [asset]))
          }
        }
      }, order: [0, 1, 0])
  }

  @Test func aLiveBuilderNoticesACapturedText() throws {
    let catalog = try catalog()
    for isDeclared in [true, false] {
      var text = "One"
      let builder = CatalogBuilder(at: catalog.path, into: catalog.path + "/out") { catalog in
        Self.cell(text, isDeclared: isDeclared)(&catalog)
      }
      for other in ["One", "Two"] {
        text = other
        _ = try builder.build()
        let page = try String(contentsOfFile: catalog.path + "/out/fruits/apple.md", encoding: .utf8)
        #expect(page.contains(text))
      }
      builder.close()
    }
  }
}
