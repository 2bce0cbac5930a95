extension Edits where Place == Int {
  /// Makes the state after of the state before. What is retained or moved is taken from the state before.
  ///
  /// ```swift
  /// let new = try edits.applied(to: old, count: source.count) { source[$0] }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - count: How many elements there are after.
  ///   - element: The element at a place after; asked only for what is inserted or updated, of a reload for everything.
  /// - Throws: ``UpdateError`` where the edits do not fit, see ``validate(before:after:link:)``; what `element` throws.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of elements, *k* that of edits.
  public func applied<Element>(
    to old: [Element], count: Int, taking element: (Int) throws -> Element
  ) throws -> [Element] {
    try validate(before: old.count, after: count)
    return try Correspondence(self).applied(to: [old], counts: [count], taking: element).first ?? []
  }
}

extension UpdateBatch {
  /// Makes the state after of the state before. What is retained or moved is taken from the state before.
  ///
  /// - Parameters:
  ///   - old: The items of each section before.
  ///   - counts: How many items each section has after.
  ///   - item: The item at a path after; asked only for what is inserted or updated, of a reload for everything.
  /// - Throws: ``UpdateError`` where the batch does not fit, see ``validate(before:after:link:)``; what `item` throws.
  /// - Complexity: O(*n* + *k* log *k*), *n* being the greater number of sections and items, *k* that of edits.
  public func applied<Item>(
    to old: [[Item]], counts: [Int], taking item: (ItemPath) throws -> Item
  ) throws -> [[Item]] {
    try validate(before: old.map(\.count), after: counts)
    return try itemCorrespondence.applied(to: old, counts: counts, taking: item)
  }
}

extension Correspondence {
  /// Makes the lists after of the lists before, which have to fit.
  fileprivate func applied<Element>(
    to old: [[Element]], counts: [Int], taking element: (Place) throws -> Element
  ) rethrows -> [[Element]] {
    let back = inverted.spelledOut(in: counts.indices)
    var new: [[Element]] = []
    for (list, count) in counts.enumerated() {
      var elements: [Element] = []
      for run in back.runs.leaving(list) {
        while elements.count < run.before.index {
          elements.append(try element(Place(list: list, index: elements.count)))
        }
        let length = min(run.length, count - elements.count)
        elements += old[run.after.list][run.after.index..<run.after.index + length]
      }
      while elements.count < count { elements.append(try element(Place(list: list, index: elements.count))) }
      new.append(elements)
    }
    for update in updates { new[update.after.list][update.after.index] = try element(update.after) }
    return new
  }
}
