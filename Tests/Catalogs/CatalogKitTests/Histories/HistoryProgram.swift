import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Synchronization
import TestKit

/// A row that a program shows.
struct ProgramRow: DocumentObject, Equatable {
  var name: String
  var group = "A"
  var note = ""
  /// A value that no cell shows.
  var secret = 0
  /// Whether the row is shown by cells of another kind.
  var isSpecial = false
  var hasFingerprint = true

  var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }
  var title: String { name }
  var fingerprint: Fingerprint? {
    hasFingerprint ? Fingerprint("\(name)|\(group)|\(note)|\(secret)|\(isSpecial)") : nil
  }
}

/// The parts of a program that creates a document, besides its rows.
struct HistoryProgram {
  /// The registration of the cells of a kind.
  enum Form: CaseIterable {
    case declared, closure, template
  }

  /// The content of the cells of a kind.
  struct Look: Hashable {
    var form = Form.declared
    var text = "One"
    var showsNote = true

    var origin: Fingerprint { Fingerprint("\(text) \(showsNote)") }

    func body(of row: ProgramRow) -> CellBody {
      [.paragraph([.text(text), .softBreak, .text(showsNote ? row.note : "")])]
    }
  }

  /// Another index.
  struct Index: Hashable {
    var folder: String
    var title: String
    /// Whether it shows the main listing from its end, and not the rows by their notes.
    var isReversed: Bool
  }

  /// The settings of a document and its renderers.
  struct Frame: Hashable {
    var info = CatalogInfo(title: "Fruits")
    var introduction: [Block] = []
    var layout = PageLayout(pageSize: 4, previewSize: 2)
    var indexes: [Index] = []
    var hasObjectPages = true
    var hasFormerKeys = false
    var hasBanner = false
    var hasGuideWord = false
  }

  /// The renderers.
  struct Formats {
    var greeting = "Hello"
    var isGreetingDeclared = true
    var hasHTML = true
    var hasSearch = false
    var documentClass: String?

    var renderers: [any PageRenderer] {
      get throws {
        var renderers: [any PageRenderer] = [
          WholePageRenderer(greeting: greeting, fingerprint: isGreetingDeclared ? Fingerprint(greeting) : nil)
        ]
        if hasHTML { renderers.append(try HTMLRenderer(search: hasSearch)) }
        if let documentClass { renderers.append(try MarkupRenderer.latex(documentClass: documentClass)) }
        return renderers
      }
    }
  }

  static let kinds: [CellIdentifier] = ["card", "special-card", "page", "special-page"]

  var frame = Frame()
  var looks = Dictionary(uniqueKeysWithValues: kinds.map { ($0, Look()) })
  var formats = Formats()

  /// Changes one thing.
  ///
  /// - Returns: A description of the change, for messages.
  mutating func edit(_ random: inout SeededGenerator) -> String {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0..<18) {
    case 0...4:
      let kind = Self.kinds[number(0..<Self.kinds.count)]
      var look = looks[kind] ?? Look()
      switch number(0..<4) {
      case 0: look.showsNote.toggle()
      case 1: look.text = ["One", "Two"][number(0..<2)]
      default: look.form = Form.allCases[number(0..<3)]
      }
      looks[kind] = look
      return "\(kind.rawValue) \(look)"
    case 5: frame.info.title = ["Fruits", "Nuts & <bolts>"][number(0..<2)]
    case 6: frame.info.language = ["en", "de"][number(0..<2)]
    case 7: frame.introduction = number(0..<2) == 0 ? [] : [.paragraph([.text("Hello")])]
    case 8: (frame.layout.pageSize, frame.layout.previewSize) = (number(2..<7), number(1..<4))
    case 9: frame.layout.pagination = frame.layout.pagination == .stable ? .numbered : .stable
    case 10: frame.layout.numberOfTerms = [2, 400][number(0..<2)]
    case 11:
      let index = Index(folder: ["by-note", "back"][number(0..<2)], title: "Index", isReversed: number(0..<2) == 0)
      let count = frame.indexes.count
      frame.indexes.removeAll { $0.folder == index.folder }
      if frame.indexes.count == count { frame.indexes.append(index) }
    case 12: if !frame.indexes.isEmpty { frame.indexes[0].title = ["Index", "Another"][number(0..<2)] }
    case 13: frame.hasObjectPages.toggle()
    case 14: frame.hasFormerKeys.toggle()
    case 15: frame.hasBanner.toggle()
    case 16: frame.hasGuideWord.toggle()
    default:
      switch number(0..<5) {
      case 0: formats.hasHTML.toggle()
      case 1: formats.hasSearch.toggle()
      case 2: formats.greeting = ["Hello", "Bye"][number(0..<2)]
      case 3: formats.isGreetingDeclared.toggle()
      default: formats.documentClass = [nil, "article", "book"][number(0..<3)]
      }
      return "\(formats)"
    }
    return "\(frame)"
  }
}

/// The live sources that a program creates from its rows.
final class ProgramCells {
  /// The kind and the row of a cell that was created.
  struct CreatedCell: Hashable {
    let kind: CellIdentifier
    let row: String
  }

  /// The number of times that each cell was created.
  final class Counts {
    var created: [CreatedCell: Int] = [:]
  }

  let rows: ArraySource<ProgramRow>
  let counts = Counts()
  private let cards: CellSource<ProgramRow, DocumentCell>
  private let cardsByNote: CellSource<ProgramRow, DocumentCell>
  private let pages: CellSource<ProgramRow, DocumentCell>
  private let banner: CellSource<String, DocumentCell>
  private var looks: [CellIdentifier: HistoryProgram.Look] = [:]

  init(_ rows: [ProgramRow], _ looks: [CellIdentifier: HistoryProgram.Look]) throws {
    self.rows = ArraySource(rows)
    let grouped = self.rows.applying(.group { $0.group }).applying(.sort(by: \.name))
    let byNote = self.rows.applying(.group { $0.note.first.map { String($0) } }).applying(.sort(by: \.name))
    cards = CellSource(grouped) { $0.isSpecial ? "special-card" : "card" }
    cardsByNote = CellSource(byNote) { $0.isSpecial ? "special-card" : "card" }
    pages = CellSource(grouped) { $0.isSpecial ? "special-page" : "page" }
    banner = CellSource(ArraySource(["Look!"])) { _ in "banner" }
    banner.register("banner") { cell, text in cell.body = [.paragraph([.text(text)])] }
    try register(looks)
  }

  /// Registers the looks that have changed.
  func register(_ looks: [CellIdentifier: HistoryProgram.Look]) throws {
    for (kind, look) in looks where self.looks[kind] != look {
      for cells in kind.rawValue.hasSuffix("card") ? [cards, cardsByNote] : [pages] {
        try register(look, of: kind, with: cells)
      }
    }
    self.looks = looks
  }

  private func register(
    _ look: HistoryProgram.Look, of kind: CellIdentifier, with cells: CellSource<ProgramRow, DocumentCell>
  ) throws {
    let note = { [counts] (row: ProgramRow) in counts.created[CreatedCell(kind: kind, row: row.name), default: 0] += 1 }
    switch look.form {
    case .declared:
      cells.register(kind, following: look.origin) { row in
        note(row)
        return CellContent(title: row.title, body: look.body(of: row))
      }
    case .closure:
      cells.register(kind) { cell, row in
        note(row)
        (cell.title, cell.target, cell.body) = (row.title, row.objectID, look.body(of: row))
      }
    case .template:
      let source = look.showsNote ? "\(look.text)\n{{note}}\n" : "\(look.text)\n"
      let template = try CellTemplate(source, file: "look.md", fields: ["note"])
      cells.register(kind, template: template) { row in
        { _ in .text(row.note) }
      } configurator: { cell, row in
        note(row)
        (cell.title, cell.target) = (row.title, row.objectID)
      }
    }
  }

  /// A document of the rows.
  func document(_ frame: HistoryProgram.Frame) -> Document<ProgramRow> {
    let listing: any DataSource<DocumentCell> =
      frame.hasBanner
      ? Transform(
        of: [cards, banner], by: .insert(at: ItemPath(0, 1), clampsToEnd: true)) : cards
    return Document(
      frame.info, introduction: frame.introduction, listing: listing, articles: pages, layout: frame.layout,
      guideWord: frame.hasGuideWord ? { ($0 as? ProgramRow)?.note } : nil,
      indexes: frame.indexes.map { index in
        Listing(
          index.isReversed ? cards.applying(.reverse(reversesSections: true)) : cardsByNote, folder: index.folder,
          title: index.title, layout: frame.layout)
      }, hasObjectPages: frame.hasObjectPages,
      formerKeys: frame.hasFormerKeys ? { $0.note.isEmpty ? [] : ["was \($0.note)"] } : nil)
  }
}

/// Renders all content of a page as text.
struct WholePageRenderer: PageRenderer {
  var format = "whole"
  var greeting = "Hello"
  var fingerprint: Fingerprint?

  var fileExtension: String { format == "html" ? "htm" : "txt" }

  func render(_ page: Page) -> [UInt8] {
    var page = page
    func shown(_ cell: Page.Cell) -> Page.Cell {
      var cell = cell
      cell.body = CellBody(cell.body.blocks)
      return cell
    }
    page.article = page.article.map(shown)
    for section in page.sections.indices { page.sections[section].cells = page.sections[section].cells.map(shown) }
    return Array("\(greeting)\n\(String(reflecting: page))\n".utf8)
  }
}

/// Records the files that a renderer writes.
struct WatchedRenderer: PageRenderer {
  /// The rendered files, of any thread.
  final class Log: Sendable {
    private let paths = Mutex<[String]>([])
    var files: [String] { paths.withLock { $0.sorted() } }
    func note(_ path: String) { paths.withLock { $0.append(path) } }
  }

  let base: any PageRenderer
  let log: Log

  var format: String { base.format }
  var fingerprint: Fingerprint? { base.fingerprint }
  var assets: [Artifact] { base.assets }
  var fileExtension: String { base.fileExtension }

  func render(_ page: Page) throws -> [UInt8] {
    log.note(file(of: page.path))
    return try base.render(page)
  }
}
