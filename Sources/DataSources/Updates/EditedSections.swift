import Changesets
import OrderedTrees

/// The sections of a source, and the items of those whose items were edited, after several edits.
struct EditedSections: Sendable {
  private var sections = EditedList(origin: 0)
  /// The items of a section, by its handle.
  private var items: [RankTree.Handle: EditedList<ItemPath>] = [:]
  /// What was deleted, in the order of the edits.
  private var deletedSections: [Int] = []
  private var deletedItems: [ItemPath] = []
}

extension EditedSections {
  /// The batch of all edits; not in normal form.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the places that they name.
  var batch: UpdateBatch {
    var batch = UpdateBatch(
      sections: Edits(deletes: deletedSections.sorted()), items: Edits(deletes: deletedItems.sorted()))
    sections.add(to: &batch.sections, from: 0)
    var section = 0
    for handle in sections.order {
      items[handle]?.add(to: &batch.items, from: ItemPath(section: section, item: 0))
      section += sections.order.weight(of: handle)
    }
    return batch
  }

  /// Applies one more edit.
  ///
  /// - Complexity: O(log *k*) on average, *k* being the number of edits, and O(*m*) where *m* places are deleted.
  mutating func apply(_ edit: BatchRecorder.Edit) {
    switch edit {
    case .insertItems(let count, let path):
      editItems(of: path.section) { $0.insert(.init(), length: count, at: path.item) }
    case .removeItems(let count, let path):
      removeItems(count, at: path)
    case .moveItem(let from, let to) where from.section == to.section:
      editItems(of: from.section) { $0.move(from: from.item, to: to.item) }
    case .moveItem(let from, let to):
      let item = editItems(of: from.section) { $0.take(at: from.item) }
      editItems(of: to.section) { $0.insert(item, at: to.item) }
    case .updateItem(let path):
      editItems(of: path.section) { $0.update(at: path.item) }
    case .insertSections(let count, let section):
      sections.insert(.init(), length: count, at: section)
    case .removeSections(let count, let section):
      removeSections(count, at: section)
    case .moveSection(let from, let to):
      sections.move(from: from, to: to)
    case .updateSection(let section):
      sections.update(at: section)
    }
  }

  private mutating func editItems<Result>(of section: Int, _ edit: (inout EditedList<ItemPath>) -> Result) -> Result {
    let handle = sections.element(at: section)
    let origin = sections[handle].origin.map { ItemPath(section: $0, item: 0) }
    return edit(&items[handle, default: EditedList(origin: origin)])
  }

  private mutating func removeItems(_ count: Int, at path: ItemPath) {
    for (_, run, length) in editItems(of: path.section, { $0.remove(count, at: path.item) }) {
      if let origin = run.origin { deletedItems += origin.followers(length) }
    }
  }

  /// Removes sections; the items that had moved into them are deleted where they came from.
  private mutating func removeSections(_ count: Int, at section: Int) {
    for (handle, run, length) in sections.remove(count, at: section) {
      if let origin = run.origin { deletedSections += origin.followers(length) }
      guard let list = items.removeValue(forKey: handle) else { continue }
      deletedItems += list.order.lazy.map { list[$0] }.filter(\.isMoved).compactMap(\.origin)
    }
  }
}

// MARK: - Lists

/// A list that was edited, as runs of what was side by side before.
///
/// Only the runs up to the last place that was edited are kept; what follows is as it was, however long it is. What was
/// not moved is in the order that it had before.
///
/// Invariant: a run that was moved or updated has a length of 1.
struct EditedList<Place: RecordedPlace>: Sendable {
  /// Neighbours that were neighbours before, or that are new.
  struct Run: Sendable {
    /// Where the first of them was before; nil for what is new.
    var origin: Place?
    var isMoved = false
    var isUpdated = false
  }

  typealias Handle = RankTree.Handle

  /// The order of the runs; each weighs its length.
  var order = RankTree()
  /// The run of each handle.
  var runs: [Run] = []
  /// Where what follows the runs was before; nil if it is new.
  var rest: Place?

  /// Creates a list that was not edited yet.
  ///
  /// - Parameter origin: Where its first element was before; nil for a list that is new.
  init(origin: Place?) {
    rest = origin
  }

  /// Whether the list was not there before, so that it goes without saying that its elements are new.
  var isNew: Bool { rest == nil }

  /// The run of a handle.
  subscript(handle: Handle) -> Run {
    get { runs[handle.offset] }
    set { runs[handle.offset] = newValue }
  }
}

extension EditedList {
  /// Inserts elements.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  mutating func insert(_ run: Run, length: Int = 1, at place: Int) {
    add(run, length: length, before: cut(at: place))
  }

  /// Removes elements.
  ///
  /// - Returns: The runs of them; their handles are free.
  /// - Complexity: O((*r* + 1) log *k*) for *k* runs, *r* of which are removed.
  mutating func remove(_ count: Int, at place: Int) -> [(handle: Handle, run: Run, length: Int)] {
    _ = cut(at: place + count)
    var removed: [(Handle, Run, Int)] = []
    var next = cut(at: place)
    var missing = count
    while missing > 0, let handle = next {
      next = order.handle(after: handle)
      let length = order.weight(of: handle)
      removed.append((handle, self[handle], length))
      missing -= length
      order.remove(handle)
    }
    return removed
  }

  /// Moves an element.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  mutating func move(from: Int, to: Int) {
    let handle = element(at: from)
    self[handle].isMoved = true
    order.move(handle, before: cut(at: from < to ? to + 1 : to))
  }

  /// Takes an element out, to be inserted into another list.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  mutating func take(at place: Int) -> Run {
    let handle = element(at: place)
    self[handle].isMoved = true
    order.remove(handle)
    return self[handle]
  }

  /// Updates an element.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  mutating func update(at place: Int) {
    self[element(at: place)].isUpdated = true
  }

  /// The run of one element, which is cut out of that of its neighbours.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  mutating func element(at place: Int) -> Handle {
    _ = cut(at: place + 1)
    guard let handle = cut(at: place) else { preconditionFailure("There are runs up to the last cut.") }
    return handle
  }

  /// Cuts runs such that one begins at a place.
  ///
  /// - Returns: The run; nil where the place follows all runs.
  private mutating func cut(at place: Int) -> Handle? {
    precondition(place >= 0, "A place is negative.")
    guard let (handle, offset) = order.handle(atWeight: place) else {
      let distance = place - order.weight
      if distance > 0 {
        add(Run(origin: rest), length: distance, before: nil)
        rest = rest?.advanced(by: distance)
      }
      return nil
    }
    guard offset > 0 else { return handle }
    let second = Run(origin: self[handle].origin?.advanced(by: offset))
    let length = order.weight(of: handle)
    order.setWeight(of: handle, to: offset)
    return add(second, length: length - offset, before: order.handle(after: handle))
  }

  @discardableResult
  private mutating func add(_ run: Run, length: Int, before successor: Handle?) -> Handle {
    let handle = order.insert(before: successor, weight: length)
    if handle.offset == runs.count { runs.append(run) } else { self[handle] = run }
    return handle
  }
}

extension EditedList {
  /// Adds what was inserted, moved and updated to a list of edits.
  ///
  /// - Parameter start: Where the list begins in the state after.
  /// - Complexity: O(*k*) for *k* runs and edits.
  func add(to edits: inout Edits<Place>, from start: Place) {
    var place = start
    for handle in order {
      let run = self[handle], length = order.weight(of: handle)
      if let origin = run.origin {
        if run.isMoved { edits.moves.append(Pair(origin, place)) }
        if run.isUpdated { edits.updates.append(Pair(origin, place)) }
      } else if !isNew {
        edits.inserts += place.followers(length)
      }
      place = place.advanced(by: length)
    }
  }
}

/// A place in a list, be it one of sections or one of items.
protocol RecordedPlace: Hashable, Comparable, Sendable {
  /// The place at a distance in the same list.
  func advanced(by distance: Int) -> Self
}

extension RecordedPlace {
  /// This place and those after it.
  func followers(_ count: Int) -> some Collection<Self> { (0..<count).lazy.map { advanced(by: $0) } }
}

extension Int: RecordedPlace {}

extension ItemPath: RecordedPlace {
  func advanced(by distance: Int) -> ItemPath { ItemPath(section: section, item: item + distance) }
}
