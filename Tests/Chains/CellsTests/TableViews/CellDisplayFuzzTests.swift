import Cells
import Changesets
import DataSources
import TableViews
import TestKit
import Testing

/// Random chains of cells under random edits, against a dictionary of which cell shows which thing.
@Suite struct CellDisplayFuzzTests {
  @Test func cellsGoWithTheirItems() {
    var survivals = 0
    let seeds = Seeds.fixed(10, fresh: 10)
    for seed in seeds {
      let scene = DisplayScene(seed: seed)
      let log = BatchLog(scene.display.cells)
      var model = Model()
      for step in 0..<30 {
        scene.configured = []
        let known = log.batches.count
        scene.act()
        let isReload = log.batches.dropFirst(known).contains { $0.isReload }
        let affected = model.carry(to: scene.sights, isReload: isReload, in: scene.display)
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

/// Which cell shows a thing, and what it has to show: as somebody would know it who looks at everything, all the time.
private struct Model {
  var cells: [Int: (cell: TextCell, sight: DisplayScene.Sight)] = [:]

  /// Looks at another state.
  ///
  /// - Returns: The things that had to be configured again.
  mutating func carry(
    to sights: [Int: DisplayScene.Sight], isReload: Bool, in display: CellDisplay<TextCell>
  ) -> [Int] {
    let before = isReload ? [:] : cells
    cells = [:]
    var affected: [Int] = []
    for (id, (cell, old)) in before {
      guard let sight = sights[id] else { continue }
      if sight.text != old.text { affected.append(id) }
      guard sight.identifier != old.identifier else {
        cells[id] = (cell, sight)
        continue
      }
      // Another kind has another cell, whichever that is; the old one may show another thing by now.
      if let other = display.existingCell(at: sight.path), other !== cell { cells[id] = (other, sight) }
    }
    return affected
  }

  /// Has the display show other things.
  ///
  /// - Returns: The things that had to be configured.
  mutating func show(_ scene: DisplayScene) -> [Int] {
    let sights = scene.sights
    let ids = sights.keys.sorted().filter { _ in scene.number(3) == 0 }
    let before = Set(cells.keys)
    switch scene.number(3) {
    case 0:
      scene.display.display(ids.compactMap { sights[$0]?.path })
      cells = cells.filter { ids.contains($0.key) }
    case 1:
      for id in ids {
        if let sight = cells.removeValue(forKey: id)?.sight { scene.display.endDisplaying(at: sight.path) }
      }
      return []
    default: break
    }
    for id in ids { if let sight = sights[id] { cells[id] = (scene.display.cell(at: sight.path), sight) } }
    return ids.filter { !before.contains($0) }
  }

  /// What is not as it should be.
  func problems(_ scene: DisplayScene, configured: [Int]) -> [String] {
    let display = scene.display
    var problems: [String] = []
    if scene.configured.sorted() != configured.sorted() {
      problems.append("\(scene.configured.sorted()) were configured, not \(configured.sorted())")
    }
    let paths = cells.values.map(\.sight.path).sorted()
    if display.displayedPaths != paths { problems.append("\(display.displayedPaths) are shown, not \(paths)") }
    if scene.counted.pool.numberOfIdleCells + cells.count != scene.counted.made { problems.append("a cell is lost") }
    for (id, (cell, sight)) in cells {
      if display.existingCell(at: sight.path) !== cell { problems.append("\(id) has another cell") }
      if display.path(of: cell) != sight.path { problems.append("\(id) is elsewhere") }
      if cell.text != sight.text { problems.append("\(id) shows \(cell.text), not \(sight.text)") }
      // Everybody upstream sees the same, in as many steps as you like.
      let source = scene.sources[sight.source]
      for link in scene.links {
        guard let place = display.convert(sight.path, to: link) else { continue }
        let (seen, direct) = (display.upstream(link), display.upstream(source))
        let isThere = seen.existingCell(at: place) === cell && seen.path(of: cell) == place
        let isSame = seen.upstream(source).existingCell(at: sight.origin) === direct.existingCell(at: sight.origin)
        if !isThere || !isSame || direct.path(of: cell) != sight.origin {
          problems.append("\(id) is not seen from \(link.link.name)")
        }
      }
    }
    return problems
  }
}
