import CatalogKit
import Cells
import DataSources
import Fingerprints
import Foundation
import Publishing
import Rendering
import TestKit
import Testing

/// Random histories of programs that build documents: whatever was built before, a folder has the bytes of a clean
/// build, and no page is prepared without a reason.
@Suite struct ProgramHistoryTests {
  /// The state of a program, and the output of a clean build of it.
  private struct State {
    var program = HistoryProgram()
    var pages: [PagePath: Page] = [:]
    /// The declarations of the cells of each page, in order; `nil` for a cell without one.
    var declarations: [PagePath: [[Fingerprint?]?]] = [:]
    var tree = OutputTree.empty

    init() {}

    init(_ program: HistoryProgram, _ rows: [ProgramRow], into folder: String) throws {
      self.program = program
      let cells = try ProgramCells(rows, program.looks)
      let document = cells.document(program.frame)
      try document.build(into: folder, renderers: program.formats.renderers)
      tree = try OutputTree(folder)
      let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
      for page in document.pages {
        pages[page.path] = page
        declarations[page.path] = page.cells.map { cell in
          guard let row = known[cell.title], let look = program.looks[cell.identifier], look.form == .declared,
            let content = row.fingerprint
          else { return nil }
          return [Fingerprint(cell.identifier.rawValue), look.origin, content]
        }
      }
    }

    /// Whether a page has changed.
    func isNew(_ path: PagePath, since old: State) -> Bool { pages[path] != old.pages[path] }

    /// Whether a page has to be prepared, because it may have changed as far as is known before its cells are created.
    /// That is more than the changed pages:
    ///
    /// - a page with cells without declarations always is;
    /// - one with cells whose declared dependencies have changed is, even if their content is the same;
    /// - one with a row that has changed is, even if no cell shows the change.
    func isPrepared(_ path: PagePath, since old: State) -> Bool {
      isNew(path, since: old) || declarations[path] != old.declarations[path]
        || declarations[path]?.contains { $0 == nil } ?? true
    }

    /// Whether cells of a page have declarations again after builds without: their file may still have an earlier
    /// declaration.
    func declaresAgain(_ path: PagePath, since old: State) -> Bool {
      old.declarations[path]?.contains { $0 == nil } ?? false
    }
  }

  /// An edit of the rows.
  private enum RowEdit {
    case insert(ProgramRow, at: Int)
    case remove(at: Int)
    case update(ProgramRow, at: Int)
    case move(from: Int, to: Int)

    init(of rows: [ProgramRow], number: Int, _ random: inout SeededGenerator) {
      let place = Int.random(in: 0..<rows.count, using: &random)
      var row = rows[place]
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        let row = ProgramRow(name: "New \(number)", group: row.group, note: "N\(number)")
        self = .insert(row, at: place)
        return
      case 2 where rows.count > 3:
        self = .remove(at: place)
        return
      case 3:
        self = .move(from: place, to: Int.random(in: 0..<rows.count, using: &random))
        return
      case 4: row.group = ["A", "B", "C"].randomElement(using: &random) ?? ""
      case 5: row.isSpecial.toggle()
      case 6: row.secret += 1
      case 7: row.name = "Renamed \(number)"
      case 8: row.hasFingerprint.toggle()
      default: row.note = ["red", "blue", "bland"].randomElement(using: &random) ?? ""
      }
      self = .update(row, at: place)
    }

    func apply(to rows: inout [ProgramRow]) {
      switch self {
      case .insert(let row, let place): rows.insert(row, at: place)
      case .remove(let place): rows.remove(at: place)
      case .update(let row, let place): rows[place] = row
      case .move(let place, let target): rows.insert(rows.remove(at: place), at: target)
      }
    }

    func apply(to rows: ArraySource<ProgramRow>) {
      switch self {
      case .insert(let row, let place): rows.insert(row, at: place)
      case .remove(let place): rows.remove(at: place)
      case .update(let row, let place): rows.update(row, at: place)
      case .move(let place, let target): rows.move(from: place, to: target)
      }
    }
  }

  /// Histories in which each build is like one of a new process, as far as documents go.
  @Test(arguments: Seeds.fixed(1, fresh: 1))
  func buildOfANewDocumentIsACleanBuild(seed: UInt64) throws { try follow(seed: seed, isLive: false) }

  /// Histories of one process: rows are edited, cells registered again, and the document is kept as long as nothing
  /// else changes.
  @Test(arguments: Seeds.fixed(1, fresh: 1))
  func buildOfALiveDocumentIsACleanBuild(seed: UInt64) throws { try follow(seed: seed, isLive: true) }

  private func follow(seed: UInt64, isLive: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try CatalogFolder(["empty/.keep": ""])
    var program = HistoryProgram()
    var rows = (0..<9).map { ProgramRow(name: "Row \($0)", group: ["A", "B"][$0 % 2], note: "N\($0)") }
    var cells = try ProgramCells(rows, program.looks)
    var document = cells.document(program.frame)
    var old = State()
    var edit = "beginning"
    for step in 0..<24 {
      let comment: Comment = "seed \(seed), \(isLive ? "live" : "new"), step \(step): \(edit)"
      let state = try State(program, rows, into: folder.path + "/clean")
      try FileManager.default.removeItem(atPath: folder.path + "/clean")

      let renderers = try program.formats.renderers
      let logs = renderers.map { _ in WatchedRenderer.Log() }
      cells.counts.created = [:]
      let report = try document.build(
        into: folder.path + "/out", renderers: zip(renderers, logs).map { WatchedRenderer(base: $0, log: $1) },
        options: PublishingOptions(jobs: Bool.random(using: &random) ? 1 : nil))
      let created = cells.counts.created
      try #require(try OutputTree(folder.path + "/out").differences(from: state.tree) == [], comment)
      try expect(logs, created, report, of: state, since: old, comment)

      old = state
      edit = "nothing"
      // Sometimes nothing has changed.
      guard Int.random(in: 0..<8, using: &random) > 0 else { continue }
      let frame = program.frame
      if Int.random(in: 0..<2, using: &random) == 0 {
        edit = program.edit(&random)
        try cells.register(program.looks)
      } else {
        let change = RowEdit(of: rows, number: step, &random)
        edit = "\(change)"
        change.apply(to: &rows)
        change.apply(to: cells.rows)
      }
      if !isLive { cells = try ProgramCells(rows, program.looks) }
      if !isLive || frame != program.frame { document = cells.document(program.frame) }
    }
  }

  /// Expects that exactly the pages with a reason were prepared and rendered.
  private func expect(
    _ logs: [WatchedRenderer.Log], _ created: [ProgramCells.CreatedCell: Int], _ report: BuildReport, of state: State,
    since old: State, _ comment: Comment
  ) throws {
    let renderers = try state.program.formats.renderers
    let before = try old.pages.isEmpty ? [] : old.program.formats.renderers
    var (cells, uncertain): ([ProgramCells.CreatedCell: Int], [ProgramCells.CreatedCell: Int]) = ([:], [:])
    for (renderer, log) in zip(renderers, logs) {
      let isSame =
        renderer.fingerprint != nil
        && before.contains { $0.format == renderer.format && $0.fingerprint == renderer.fingerprint }
      let rendered = state.pages.keys.filter { !isSame || state.isNew($0, since: old) }
      #expect(log.files == rendered.map(renderer.file).sorted(), comment)
      for path in state.pages.keys where !isSame || state.isPrepared(path, since: old) {
        for cell in state.pages[path]?.cells ?? [] where cell.identifier != "banner" {
          let created = ProgramCells.CreatedCell(kind: cell.identifier, row: cell.title)
          cells[created, default: 0] += 1
          // The content of a page may be known without creating its cells, if these were created before.
          if state.declaresAgain(path, since: old) || !rendered.contains(path) { uncertain[created, default: 0] += 1 }
        }
      }
      // Everything on a page is visible in this format: pages that were rendered have other bytes, or another form, as
      // of a template.
      guard renderer.format == "whole", isSame else { continue }
      let looks = state.program.looks
      for path in rendered {
        let file = renderer.file(of: path)
        let isWritten = old.tree.files[file]?.bytes != state.tree.files[file]?.bytes
        let isReformed =
          state.pages[path]?.cells.contains { looks[$0.identifier]?.form != old.program.looks[$0.identifier]?.form }
          ?? false
        #expect(isWritten || isReformed, "\(file), \(comment)")
      }
    }
    #expect(created.allSatisfy { $0.value <= cells[$0.key] ?? 0 }, comment)
    // A card of several listings is created once for all of them.
    if state.program.frame.indexes.isEmpty {
      #expect(cells.allSatisfy { created[$0.key] ?? 0 >= $0.value - (uncertain[$0.key] ?? 0) }, comment)
    }
    #expect(report.pages.rendered == logs.reduce(0) { $0 + $1.files.count }, comment)
  }
}

extension Page {
  /// All cells that the page shows.
  var cells: [Cell] { sections.flatMap(\.cells) + (article.map { [$0] } ?? []) }
}
