import Allocations
import Cells
import Changesets
import DataSources
import Delegation
public import Measuring
import Messages
import TableViews

/// Measures messages against calls through a protocol, and the memory that displaying many objects one after the other
/// retains.
public func run(_ report: (Measurement) -> Void) {
  messages(report)
  cells(report)
}

/// A cell with a title.
private final class Label: ReusableCell {
  var title = ""

  override func prepareForReuse() { title = "" }
}

/// A delegate that counts selections.
private final class Counter: SelectionDelegate {
  private(set) var count = 0
  private var last = ItemPath(0, 0)

  func didSelectItem(at path: ItemPath) {
    count += 1
    last = path
  }
}

/// Returns a source of labels.
private func labels(_ objects: [Int]) -> CellSource<Int, Label> {
  let cells = CellSource<Int, Label>(ArraySource(objects)) { _ in "label" }
  cells.register("label") { cell, number in cell.title = "Number \(number)" }
  return cells
}

/// Returns two sources behind five transforms.
private func arranged(_ fruits: CellSource<Int, Label>, _ banner: CellSource<Int, Label>) -> some DataSource {
  let page = Transform(of: [fruits, banner], by: .insert(at: ItemPath(0, 2)))
  let list = Transform(of: [page, labels([0])], by: .showPlaceholder())
  let catalog = Transform(of: [labels([1, 2]), list], by: .concatenate())
  return catalog.applying(.switch()).applying(.flatten())
}

/// A selection through five transforms, whose work is counted.
public let countedMessage = CountedWork("message", repetitions: 1_000) {
  let fruits = labels(Array(0..<1_000)), shown = arranged(fruits, labels([-1])), counter = Counter()
  fruits.on(.didSelectItem) { counter.didSelectItem(at: $0) }
  var item = 2
  return {
    try? shown.send(.didSelectItem, ItemPath(0, item))
    item = (item + 7) % 900 + 2
  }
}

/// Measures a selection: called directly, sent to a source, sent through five transforms that translate its path, and
/// sent through filter and sort.
private func messages(_ report: (Measurement) -> Void) {
  let counter = Counter()
  let select = MessageSelector.didSelectItem
  let fruits = labels(Array(0..<1_000)), banner = labels([-1])
  let shown = arranged(fruits, banner)
  let million = ArraySource(Array(0..<1_000_000))
  // The order is unrelated to that of the source.
  let sorted = million.applying(.filter { $0 % 10 != 0 }).applying(.sort(by: scrambled))
  fruits.on(select) { counter.didSelectItem(at: $0) }
  banner.on(select) { counter.didSelectItem(at: $0) }
  million.on(select) { counter.didSelectItem(at: $0) }

  var random = Random(state: 11)
  func paths(below count: Int) -> [ItemPath] {
    (0..<4_096).map { _ in ItemPath(section: 0, item: Int.random(in: 2..<count, using: &random)) }
  }
  let few = paths(below: 1_000), many = paths(below: sorted.numberOfItems(inSection: 0))
  func repeated(_ paths: [ItemPath], _ select: (ItemPath) -> Void) -> Int {
    for path in paths { select(path) }
    return counter.count
  }
  let times = medians(
    501,
    [
      { repeated(few) { Delegation.select($0, counter) } },
      { repeated(few) { try? fruits.send(select, $0) } },
      { repeated(few) { try? shown.send(select, $0) } },
      { repeated(many) { try? sorted.send(select, $0) } },
    ]
  ).map { $0 * 1e6 / Double(few.count) }
  let base = "a call through a protocol"
  // A message is an event of a reader or of an application, so that a microsecond or two are enough. Each link counts
  // its references beside the object, because it is also referenced weakly, so that transforms may be released on any
  // thread.
  report(Measurement("a selection sent to a source", times[1], against: times[0], base, unit: "ns", goal: 260))
  report(
    Measurement("a selection sent through five transforms", times[2], against: times[0], base, unit: "ns", goal: 750))
  report(
    Measurement(
      "a selection sent through filter and sort of 1M", times[3], against: times[0], base, unit: "ns", goal: 600))

  let before = pomona_allocations()
  for path in few { try? shown.send(select, path) }
  for path in many { try? sorted.send(select, path) }
  report(
    Measurement(
      "allocations of a selection", Double(pomona_allocations() - before) / Double(few.count + many.count), against: 1,
      "message", unit: "", goal: 0))
}

/// Returns the sort key of a number, which makes the order look random.
private func scrambled(_ number: Int) -> Int { (number &* 2_654_435_761) & 0xffff_ffff }

/// Measures the display of a million objects, one after the other.
private func cells(_ report: (Measurement) -> Void) {
  let source = labels(Array(0..<1_000_000))
  let display = CellDisplay(source)
  var shown: Set<ObjectIdentifier> = []
  /// Returns the number of bytes that displaying objects retains.
  func held(_ count: Int) -> Double {
    let before = pomona_bytes()
    for item in 0..<count {
      let path = ItemPath(section: 0, item: item)
      shown.insert(ObjectIdentifier(display.cell(at: path)))
      display.endDisplaying(at: path)
    }
    return Double(pomona_bytes() - before)
  }
  let few = held(1_000), many = held(1_000_000)
  report(Measurement("bytes held by showing 1M objects", many, against: max(few, 1), "1k", unit: "byte", goal: 1))
  report(
    Measurement(
      "cells made for 1M objects", Double(shown.count), against: 1, "one", unit: "", goal: 1))
}
