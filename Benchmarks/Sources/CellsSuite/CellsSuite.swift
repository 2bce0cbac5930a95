import Allocations
import Cells
import Changesets
import DataSources
import Delegation
public import Measuring
import Messages

/// Messages against calls through a protocol, and what showing many objects one after the other holds.
public func run(_ report: (Measurement) -> Void) {
  messages(report)
  cells(report)
}

/// A cell with a title.
private final class Label: ReusableCell {
  var title = ""

  override func prepareForReuse() { title = "" }
}

/// Counts what is selected.
private final class Counter: SelectionDelegate {
  private(set) var count = 0
  private var last = ItemPath(section: 0, item: 0)

  func didSelectItem(at path: ItemPath) {
    count += 1
    last = path
  }
}

/// A source of labels.
private func labels(_ objects: [Int]) -> CellSource<Int, Label> {
  let cells = CellSource<Int, Label>(ArraySource(objects)) { _ in "label" }
  cells.register("label") { cell, number in cell.title = "Number \(number)" }
  return cells
}

/// A selection, called directly, sent to a source, and sent through five transforms that are nested in each other.
private func messages(_ report: (Measurement) -> Void) {
  let counter = Counter()
  let select = MessageSelector.didSelectItem
  let fruits = labels(Array(0..<1_000)), banner = labels([-1])
  fruits.on(select) { counter.didSelectItem(at: $0) }
  banner.on(select) { counter.didSelectItem(at: $0) }
  let page = Transform(of: [fruits, banner], by: Insert(at: ItemPath(section: 0, item: 2)))
  let list = Transform(of: [page, labels([0])], by: Placeholder())
  let catalog = Transform(of: [list, labels([1, 2])], by: ConcatenatedSections())
  let shown = catalog.applying(Switch()).applying(EmptySectionFilter())
  // Neighbours do not come from neighbours in the same order here, so that no way is known before.
  let reversed = catalog.applying(Reverse()).applying(EmptySectionFilter())

  var random = Random(state: 11)
  let paths = (0..<4_096).map { _ in ItemPath(section: 0, item: Int.random(in: 0..<1_000, using: &random)) }
  let rounds = 50
  func repeated(_ select: (ItemPath) -> Void) -> Int {
    for _ in 0..<rounds { for path in paths { select(path) } }
    return counter.count
  }
  let times = medians(
    31,
    [
      { repeated { Delegation.select($0, counter) } },
      { repeated { try? fruits.send(select, $0) } },
      { repeated { try? shown.send(select, $0) } },
      { repeated { try? reversed.send(select, $0) } },
    ]
  ).map { $0 * 1e6 / Double(rounds * paths.count) }
  let base = "a call through a protocol"
  report(Measurement("a selection sent to a source", times[1], against: times[0], base, unit: "ns", goal: 4))
  report(
    Measurement("a selection sent through five transforms", times[2], against: times[0], base, unit: "ns", goal: 6))
  report(Measurement("the same where one of them reverses", times[3], against: times[0], base, unit: "ns"))

  let before = pomona_allocations()
  for path in paths { try? shown.send(select, path) }
  report(
    Measurement(
      "allocations of a selection", Double(pomona_allocations() - before) / Double(paths.count), against: 1, "message",
      unit: "", goal: 0))
}

/// A million objects, shown one after the other.
private func cells(_ report: (Measurement) -> Void) {
  let source = labels(Array(0..<1_000_000))
  let display = CellDisplay(source)
  /// The bytes that showing objects leaves behind.
  func held(_ count: Int) -> Double {
    let before = pomona_bytes()
    for item in 0..<count {
      let path = ItemPath(section: 0, item: item)
      _ = display.cell(at: path)
      display.endDisplaying(at: path)
    }
    return Double(pomona_bytes() - before)
  }
  let few = held(1_000), many = held(1_000_000)
  report(Measurement("bytes held by showing 1M objects", many, against: max(few, 1), "1k", unit: "byte", goal: 1))
  report(
    Measurement(
      "cells made for 1M objects", Double(source.pool.numberOfIdleCells), against: 1, "one", unit: "", goal: 1))
}
