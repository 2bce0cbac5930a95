import Changesets
import OrderedTrees

/// The sections of a source after several edits, and the items of the sections whose items were edited.
struct EditedSections: Sendable {
  private var sections = EditedList(origin: 0)
  /// The items of edited sections, by the handle of the section.
  private var items: [RankTree.Handle: EditedList<ItemPath>] = [:]
  /// The deleted sections and items, in the order of the edits.
  private var deletedSections: [Int] = []
  private var deletedItems: [ItemPath] = []

  /// The batch of all edits; not in normal form.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the sections and items that they name.
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

  /// Applies an edit.
  ///
  /// - Complexity: O(log *k*) on average, *k* being the number of edits, and O(*m*) more for the deletion of *m*
  ///   elements.
  mutating func apply(_ edit: BatchRecorder.Edit) {
    switch edit {
    case .insertItems(let count, let path):
      editItems(of: path.section) { $0.insert(.init(), length: count, at: path.item) }
    case .removeItems(let count, let path):
      removeItems(count, at: path)
    case .moveItem(let from, let to) where from.section == to.section:
      editItems(of: from.section) { $0.move(from: from.item, to: to.item) }
    case .moveItem(let from, let to):
      // The run keeps its former path, by which it is a move wherever it is inserted.
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
    // Without an origin, the section is new, and so are all items that do not come from elsewhere.
    let origin = sections[handle].origin.map { ItemPath(section: $0, item: 0) }
    return edit(&items[handle, default: EditedList(origin: origin)])
  }

  private mutating func removeItems(_ count: Int, at path: ItemPath) {
    for (_, run, length) in editItems(of: path.section, { $0.remove(count, at: path.item) }) {
      if let origin = run.origin { deletedItems += origin.followers(length) }
    }
  }

  /// Removes sections. Items that were moved into them are deleted at their original paths.
  private mutating func removeSections(_ count: Int, at section: Int) {
    for (handle, run, length) in sections.remove(count, at: section) {
      if let origin = run.origin { deletedSections += origin.followers(length) }
      guard let list = items.removeValue(forKey: handle) else { continue }
      deletedItems += list.order.lazy.map { list[$0] }.filter(\.isMoved).compactMap(\.origin)
    }
  }
}

// MARK: - Lists

/// An edited list, stored as runs of elements that were adjacent before.
///
/// Only the runs up to the last edited position are stored. The rest of the list is as it was, whatever its length.
/// Elements that were not moved keep their relative order. The weights of an order-statistic tree are the lengths of
/// the runs, so a position is found in logarithmic time:
///
///     unedited                  rest from 0
///     3 removed                 (0 1 2)              rest from 4
///     one inserted at 0         (new) (0 1 2)        rest from 4
///     2 updated                 (new) (0) (1*) (2)   rest from 4
///
/// The last line updates the element that is at position 2 then, which was at 1 before: the run is cut on both sides of
/// it.
///
/// Invariant: a run that was moved or updated has a length of 1.
///
/// - Complexity: An edit takes O(log *k*), *k* being the number of runs, unless another cost is stated.
struct EditedList<Place: RecordedPlace>: Sendable {
  /// Elements that were adjacent before, or that are new.
  struct Run: Sendable {
    /// The former position of the first of them; `nil` for new elements.
    var origin: Place?
    var isMoved = false
    var isUpdated = false
  }

  typealias Handle = RankTree.Handle

  /// The order of the runs, whose weights are their lengths.
  var order = RankTree()
  var runs: [Run] = []
  /// The former position of the rest of the list, behind the runs; `nil` if it is new.
  var rest: Place?

  /// Creates an unedited list.
  ///
  /// - Parameter origin: The former position of its first element; `nil` for a new list.
  init(origin: Place?) { rest = origin }

  /// Whether the list did not exist before, so that its elements need not be reported as new.
  var isNew: Bool { rest == nil }

  subscript(handle: Handle) -> Run {
    get { runs[handle.offset] }
    set { runs[handle.offset] = newValue }
  }

  mutating func insert(_ run: Run, length: Int = 1, at place: Int) {
    add(run, length: length, before: cut(at: place))
  }

  /// Removes elements.
  ///
  /// - Returns: The removed runs, whose handles are free.
  /// - Complexity: O((*r* + 1) log *k*) for *k* runs, *r* of which are removed.
  mutating func remove(_ count: Int, at place: Int) -> [(handle: Handle, run: Run, length: Int)] {
    // The end is cut first: then there are runs up to it, and the second cut finds one.
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

  mutating func move(from: Int, to: Int) {
    let handle = element(at: from)
    self[handle].isMoved = true
    // An element that moves towards the end counts among those before its new place until it is taken out.
    order.move(handle, before: cut(at: from < to ? to + 1 : to))
  }

  /// Removes an element, to be inserted into another list.
  mutating func take(at place: Int) -> Run {
    let handle = element(at: place)
    self[handle].isMoved = true
    order.remove(handle)
    return self[handle]
  }

  mutating func update(at place: Int) { self[element(at: place)].isUpdated = true }

  /// Returns the run of a single element, which is cut from its neighbours.
  mutating func element(at place: Int) -> Handle {
    _ = cut(at: place + 1)
    guard let handle = cut(at: place) else { preconditionFailure("There are runs up to the last cut.") }
    return handle
  }

  /// Splits a run, if necessary, so that one begins at a position.
  ///
  /// - Returns: The run, or `nil` if the position is behind all runs.
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
    // A run that is cut has several elements, so it is neither moved nor updated.
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

  /// Adds the insertions, moves and updates to a list of edits.
  ///
  /// - Parameter start: The position of the list's first element in the state after the edits.
  /// - Complexity: O(*k*) for *k* runs and edits.
  func add(to edits: inout Edits<Place>, from start: Place) {
    var place = start
    for handle in order {
      let run = self[handle], length = order.weight(of: handle)
      if let origin = run.origin {
        if run.isMoved { edits.moves.append(PlacePair(origin, place)) }
        if run.isUpdated { edits.updates.append(PlacePair(origin, place)) }
      } else if !isNew {
        edits.inserts += place.followers(length)
      }
      place = place.advanced(by: length)
    }
  }
}

/// A position in a list of sections or of items.
protocol RecordedPlace: Hashable, Comparable, Sendable {
  /// Returns the position at a distance in the same list.
  func advanced(by distance: Int) -> Self
}

extension RecordedPlace {
  /// Returns this position and those after it.
  func followers(_ count: Int) -> some Collection<Self> { (0..<count).lazy.map { advanced(by: $0) } }
}

extension Int: RecordedPlace {}

extension ItemPath: RecordedPlace {
  func advanced(by distance: Int) -> ItemPath { ItemPath(section: section, item: item + distance) }
}
