import Changesets
import OrderedTrees

extension EditedList {
  /// Writes down what was inserted, moved and updated.
  ///
  /// - Parameter start: Where the list begins in the state after.
  /// - Complexity: O(*k*) for *k* runs and edits.
  func write(to edits: inout Edits<Place>, from start: Place) {
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
