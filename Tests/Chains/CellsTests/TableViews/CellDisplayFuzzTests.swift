import Cells
import Changesets
import DataSources
import TableViews
import TestKit
import Testing

/// Random chains of cells under random edits, compared with a dictionary of the cell of each thing.
@Suite struct CellDisplayFuzzTests {
  @Test func cellsMoveWithTheirItems() {
    var survivals = 0
    let seeds = Seeds.fixed(10, fresh: 10)
    for seed in seeds {
      let scene = DisplayScene(seed: seed)
      let log = BatchLog(scene.display.cells)
      var model = Model()
      for step in 0..<30 {
        scene.configured = []
        let before = log.batches.count
        scene.act()
        let isReload = log.batches.dropFirst(before).contains { $0.isReload }
        let affected = model.carry(to: scene.appearances, isReload: isReload, in: scene.display)
        survivals += model.cells.count
        var problems = model.problems(scene, configured: affected)
        let shown = model.show(scene)
        problems += model.problems(scene, configured: affected + shown)
        guard problems.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(problems.joined(separator: "; "))")
          return
        }
      }
    }
    // Nearly all cells survive nearly all edits.
    #expect(survivals > 30 * seeds.count)
  }
}

/// A model of the display: the cell of each thing, and the text that it shows.
private struct Model {
  var cells: [Int: (cell: TextCell, appearance: DisplayScene.Appearance)] = [:]

  /// Updates the model to another state.
  ///
  /// - Returns: The things that have to be configured again.
  mutating func carry(
    to appearances: [Int: DisplayScene.Appearance], isReload: Bool, in display: CellDisplay<TextCell>
  ) -> [Int] {
    let before = isReload ? [:] : cells
    cells = [:]
    var affected: [Int] = []
    for (id, (cell, old)) in before {
      guard let appearance = appearances[id] else { continue }
      if appearance.text != old.text { affected.append(id) }
      guard appearance.identifier != old.identifier else {
        cells[id] = (cell, appearance)
        continue
      }
      // Another kind has another cell, whichever that is; the old one may show another thing already.
      if let other = display.existingCell(at: appearance.path), other !== cell { cells[id] = (other, appearance) }
    }
    return affected
  }

  /// Displays other things.
  ///
  /// - Returns: The things that have to be configured.
  mutating func show(_ scene: DisplayScene) -> [Int] {
    let appearances = scene.appearances
    let ids = appearances.keys.sorted().filter { _ in scene.number(3) == 0 }
    let before = Set(cells.keys)
    switch scene.number(3) {
    case 0:
      scene.display.show(ids.compactMap { appearances[$0]?.path })
      cells = cells.filter { ids.contains($0.key) }
    case 1:
      for id in ids {
        if let appearance = cells.removeValue(forKey: id)?.appearance {
          scene.display.endDisplaying(at: appearance.path)
        }
      }
      return []
    default: break
    }
    for id in ids {
      if let appearance = appearances[id] { cells[id] = (scene.display.cell(at: appearance.path), appearance) }
    }
    return ids.filter { !before.contains($0) }
  }

  /// The differences between the display and the model.
  func problems(_ scene: DisplayScene, configured: [Int]) -> [String] {
    let display = scene.display
    var problems: [String] = []
    if scene.configured.sorted() != configured.sorted() {
      problems.append("\(scene.configured.sorted()) were configured, not \(configured.sorted())")
    }
    let paths = cells.values.map(\.appearance.path).sorted()
    if display.displayedPaths != paths { problems.append("\(display.displayedPaths) are shown, not \(paths)") }
    if scene.counted.pool.numberOfIdleCells + cells.count != scene.counted.created { problems.append("a cell is lost") }
    for (id, (cell, appearance)) in cells {
      if display.existingCell(at: appearance.path) !== cell { problems.append("\(id) has another cell") }
      if display.path(of: cell) != appearance.path { problems.append("\(id) is elsewhere") }
      if cell.text != appearance.text { problems.append("\(id) shows \(cell.text), not \(appearance.text)") }
      // Every source upstream sees the same cells, in any number of steps.
      let source = scene.sources[appearance.source]
      for link in scene.links {
        guard let place = display.convert(appearance.path, to: link) else { continue }
        let (seen, direct) = (display.upstream(link), display.upstream(source))
        let isThere = seen.existingCell(at: place) === cell && seen.path(of: cell) == place
        let isSame =
          seen.upstream(source).existingCell(at: appearance.origin) === direct.existingCell(at: appearance.origin)
        if !isThere || !isSame || direct.path(of: cell) != appearance.origin {
          problems.append("\(id) is not seen from \(link.link.name)")
        }
      }
    }
    return problems
  }
}
