import Cells
import Changesets
import DataSources
import Messages
import TableViews
import TestKit
import Testing

/// Sources are notified when their cells are displayed, and when that ends.
@Suite struct DisplayEventTests {
  private let fruits = SectionedArraySource([
    SectionState("A", items: ["apple", "apricot"]), SectionState("B", items: ["banana"]),
  ])
  private let cells: CellSource<String, TextCell>
  private let display: CellDisplay<TextCell>
  private let log = Log()

  init() {
    cells = CellSource(fruits) { $0.hasPrefix("b") ? "berry" : "fruit" }
    for kind: CellIdentifier in ["berry", "fruit"] { cells.register(kind) { cell, fruit in cell.show(fruit) } }
    for kind: CellIdentifier in ["header", "footer"] {
      let register = kind == "header" ? cells.registerHeader : cells.registerFooter
      register(kind) { cell, section in cell.show("\(kind) \(section.name ?? "")") }
    }
    display = CellDisplay(cells.applying(.reverse(reversesSections: true)))
    let items = [("+", MessageSelector.willDisplayItem), ("-", MessageSelector.didEndDisplayingItem)]
    for (sign, selector) in items {
      cells.on(selector) { [log, display] _, path, delivery in
        let isSender = delivery.sender === display
        log.events.append("\(sign)\((delivery.cell as? TextCell)?.text ?? "?") \(path)\(isSender ? "" : "!")")
      }
    }
    let sections = [
      ("+", MessageSelector.willDisplayHeader), ("-", MessageSelector.didEndDisplayingHeader),
      ("+", MessageSelector.willDisplayFooter), ("-", MessageSelector.didEndDisplayingFooter),
    ]
    for (sign, selector) in sections {
      cells.on(selector) { [log] _, section, delivery in
        log.events.append("\(sign)\((delivery.cell as? TextCell)?.text ?? "?") \(section)")
      }
    }
  }

  @Test func aCellBeginsAndEndsOnce() {
    _ = display.cell(at: ItemPath(0, 0))
    _ = display.cell(at: ItemPath(0, 0))
    _ = display.existingCell(at: ItemPath(1, 0))
    #expect(log.take() == ["+banana (1, 0)"])
    display.show([ItemPath(0, 0), ItemPath(1, 1)])
    #expect(log.take() == ["+apple (0, 0)"])
    display.endDisplaying(at: ItemPath(0, 0))
    display.endDisplaying(at: ItemPath(0, 0))
    #expect(log.take() == ["-banana (1, 0)"])
    display.show([])
    #expect(log.take() == ["-apple (0, 0)"])
  }

  @Test func endsPrecedeBeginningsInTheOrderOfPlaces() {
    display.show(display.cells.paths)
    #expect(log.take() == ["+banana (1, 0)", "+apricot (0, 1)", "+apple (0, 0)"])
    display.show([])
    #expect(log.take() == ["-banana (1, 0)", "-apricot (0, 1)", "-apple (0, 0)"])
  }

  @Test func aDeletedItemEndsAtItsFormerOwnerAndPlace() {
    display.show(display.cells.paths)
    _ = log.take()
    fruits.transaction {
      fruits.insert("acai", at: ItemPath(0, 0))
      fruits.remove(at: ItemPath(0, 2))
      fruits.removeSection(at: 1)
    }
    #expect(log.take() == ["-banana (1, 0)", "-apricot (0, 1)"])
    fruits.reload([])
    #expect(log.take() == ["-apple (0, 1)"])
  }

  @Test func movedAndUpdatedItemsStayOnDisplay() {
    display.show(display.cells.paths)
    _ = log.take()
    fruits.move(from: ItemPath(0, 0), to: ItemPath(1, 1))
    fruits.update("Apricot", at: ItemPath(0, 0))
    #expect(log.take().isEmpty)
    // A cell of another kind is another cell.
    fruits.update("blueberry", at: ItemPath(0, 0))
    #expect(log.take() == ["-Apricot (0, 0)", "+blueberry (0, 0)"])
  }

  @Test func aRemovedSourceIsNotifiedOfTheEnd() throws {
    let onOff = cells.applying(.switch())
    let display = CellDisplay(onOff)
    display.show([ItemPath(0, 1)])
    _ = log.take()
    onOff.configure { $0.isOn = false }
    #expect(log.take() == ["-apricot (0, 1)!"])
    onOff.configure { $0.isOn = true }
    display.show([ItemPath(1, 0)])
    let other = CellSource<String, TextCell>(ArraySource(["x"])) { _ in "fruit" }
    _ = log.take()
    try onOff.setSources([other])
    #expect(log.take() == ["-banana (1, 0)!"])
  }

  @Test func headersAndFootersBeginAndEnd() {
    _ = display.supplementaryCell(.header, ofSection: 0)
    _ = display.supplementaryCell(.footer, ofSection: 1)
    _ = display.supplementaryCell(.header, ofSection: 0)
    #expect(log.take() == ["+header B 1", "+footer A 0"])
    fruits.renameSection(at: 1, "C")
    fruits.moveSection(from: 0, to: 1)
    #expect(log.take().isEmpty)
    fruits.removeSection(at: 0)
    #expect(log.take() == ["-header C 0"])
    display.endDisplayingSupplementaryCell(.footer, ofSection: 0)
    display.endDisplayingSupplementaryCell(.footer, ofSection: 0)
    #expect(log.take() == ["-footer A 0"])
  }

  @Test func aHandlerReceivesTheUnchangedCell() {
    _ = display.cell(at: ItemPath(0, 0))
    var texts: [String?] = []
    cells.on(.didEndDisplayingItem) { [display] _, _, delivery in
      texts.append((delivery.cell as? TextCell)?.text)
      // Its place is that of another item now.
      texts.append(display.cell(at: ItemPath(0, 0)).text)
    }
    fruits.insert("blackberry", at: ItemPath(1, 1))
    fruits.remove(at: ItemPath(1, 0))
    #expect(texts == ["banana", "blackberry"])
  }

  @Test func handlersMayEditTheChain() {
    display.show(display.cells.paths)
    _ = log.take()
    cells.on(.didEndDisplayingItem, in: .cells("berry")) { [fruits, log] path in
      log.events.append("-berry \(path)")
      fruits.remove(at: ItemPath(0, 0))
    }
    display.show([])
    // Both were found before the edit.
    #expect(log.take() == ["-berry (1, 0)", "-apricot (0, 1)", "-apple (0, 0)"])
    #expect(fruits.itemsBySection == [["apricot"], ["banana"]])
  }

  @Test func aHandlerOfABeginningMayEditTheChainBeforeTheNext() {
    cells.on(.willDisplayItem) { [fruits, log] source, path in
      log.events.append("+\(source.object(at: path)) \(path)")
      if fruits.numberOfItems == 3 { fruits.remove(at: ItemPath(0, 1)) }
    }
    display.show(display.cells.paths)
    #expect(log.take() == ["+banana (1, 0)", "+apple (0, 0)"])
    #expect(display.displayedPaths == [ItemPath(0, 0), ItemPath(1, 0)])
    cells.on(.didEndDisplayingItem) { [fruits] (_: ItemPath) in
      fruits.insert("apricot", at: ItemPath(0, 0))
    }
    display.show([ItemPath(1, 0)])
    #expect(display.displayedPaths == [ItemPath(1, 0)])
    #expect(display.existingCell(at: ItemPath(1, 0))?.text == "apple")
  }

  @Test func aCellDisplayedBeforeAnUpdateEnds() {
    _ = fruits.addObserver(display) { display, event in
      if event == .willUpdate { _ = display.cell(at: ItemPath(0, 0)) }
    }
    // The last observer, so that ends are determined before it.
    display.link.addObserver(display) { display, event in
      if event == .willUpdate { _ = display.cell(at: ItemPath(1, 0)) }
    }
    fruits.removeAll()
    #expect(log.take() == ["+banana (1, 0)", "+apricot (0, 1)", "-banana (1, 0)", "-apricot (0, 1)"])
  }

  @Test func aHandlerReleasedDuringAnUpdateMayReadTheDisplay() {
    final class Guest {
      let display: CellDisplay<TextCell>, log: Log
      init(_ display: CellDisplay<TextCell>, _ log: Log) { (self.display, self.log) = (display, log) }
      deinit { log.events.append("bye \(display.existingCell(at: ItemPath(1, 0))?.text ?? "")") }
    }
    var guest: Guest? = Guest(display, log)
    var registration: HandlerRegistration?
    registration = cells.on(.didEndDisplayingItem) { [guest] (_: ItemPath) in _ = guest }
    guest = nil
    _ = display.cell(at: ItemPath(1, 0))
    display.link.addObserver(display) { _, event in
      guard event == .willUpdate else { return }
      registration?.cancel()
      registration = nil
    }
    _ = log.take()
    fruits.removeSection(at: 1)
    #expect(log.take() == ["bye "])
  }

  @Test func errorsOfHandlersAreReported() {
    struct Failure: Error {}
    var errors: [String] = []
    display.onDisplayError = { errors.append($0.selector) }
    fruits.on(.willDisplayItem) { (_: ItemPath) in }
    for selector in [MessageSelector.willDisplayItem, MessageSelector.didEndDisplayingItem] {
      cells.on(selector) { (_: ItemPath) throws in throw Failure() }
    }
    _ = display.cell(at: ItemPath(0, 0))
    fruits.removeSection(at: 1)
    #expect(errors == ["catalog:willDisplayItemAtPath:", "catalog:didEndDisplayingItemAtPath:"])
  }

  @Test func theErrorOfAnEndHasTheWholeRoute() {
    struct Failure: Error {}
    cells.on(.didEndDisplayingItem) { (_: ItemPath) throws in throw Failure() }
    var routes: [[String]] = []
    display.onDisplayError = { routes.append($0.route.map(\.description)) }
    _ = display.cell(at: ItemPath(0, 0))
    fruits.removeSection(at: 1)
    #expect(routes == [["Reverse (0, 0)", "CellSource<String> (1, 0)"]])
  }

  @Test func aReleasedDisplaySendsNothingAndNothingLeaks() {
    weak var gone: CellDisplay<TextCell>?
    do {
      let display = CellDisplay(cells)
      display.show(cells.paths)
      gone = display
    }
    #expect(gone == nil && log.take().count == 3)
    #expect(cells.pool.numberOfIdleCells == 3)
  }
}

/// Random chains under random edits: every cell that begins ends once, at its owner.
@Suite struct DisplayEventFuzzTests {
  @Test func everyCellThatBeginsEndsAtItsOwner() {
    var ends = 0
    let seeds = Seeds.fixed(7, fresh: 7)
    for seed in seeds {
      let scene = DisplayScene(seed: seed)
      let watch = Watch(scene)
      for step in 0..<30 {
        let before = scene.appearances
        scene.act()
        let after = scene.appearances
        let paths = scene.display.cells.paths.filter { _ in scene.number(2) == 0 }
        if scene.number(2) == 0 { scene.display.show(paths) }
        watch.check(before, after)
        let shown = Set(scene.display.displayedPaths.map { ObjectIdentifier(scene.display.cell(at: $0)) })
        if shown != Set(watch.begun.keys) { watch.problems.append("\(watch.begun.count) begun, \(shown.count) shown") }
        guard watch.problems.isEmpty else {
          Issue.record("seed \(seed), step \(step): \(watch.problems.joined(separator: "; "))")
          return
        }
      }
      ends += watch.ends
    }
    #expect(ends > 10 * seeds.count)
  }

  private final class Watch {
    /// The things whose cells are displayed according to the notifications, by cell.
    var begun: [ObjectIdentifier: Int] = [:]
    var problems: [String] = []
    var ends = 0
    private var ended: [(id: Int, source: Int, path: ItemPath)] = []

    init(_ scene: DisplayScene) {
      for (index, source) in scene.sources.enumerated() {
        source.on(.willDisplayItem) { [unowned self] source, path, delivery in
          guard let cell = delivery.cell else { return problems.append("no cell") }
          if begun.updateValue(source.object(at: path).id, forKey: ObjectIdentifier(cell)) != nil {
            problems.append("\(path) of \(index) begins twice")
          }
        }
        source.on(.didEndDisplayingItem) { [unowned self] _, path, delivery in
          guard let cell = delivery.cell, let id = begun.removeValue(forKey: ObjectIdentifier(cell)) else {
            return problems.append("\(path) of \(index) ends and never began")
          }
          ended.append((id, index, path))
        }
      }
    }

    /// Checks that the cells whose display ended since the last check belong to things that were displayed before, or
    /// are now, at that place.
    func check(_ before: [Int: DisplayScene.Appearance], _ after: [Int: DisplayScene.Appearance]) {
      for end in ended {
        let places = [before[end.id], after[end.id]].compactMap { $0 }
        if !places.contains(where: { $0.source == end.source && $0.origin == end.path }) {
          problems.append("\(end) is at none of \(places.map(\.origin))")
        }
      }
      ends += ended.count
      ended = []
    }
  }
}
