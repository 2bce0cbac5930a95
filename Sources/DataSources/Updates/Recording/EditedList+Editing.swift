import OrderedTrees

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
  /// - Returns: The run; nothing where the place follows all runs.
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
