/// Pairs deleted and inserted elements of equal identity, the first with the first, the second with the second.
///
/// - Parameters:
///   - deletes: Places of deleted elements, in order.
///   - inserts: Places of inserted elements, in order.
///   - matching: What tells elements apart.
///   - old: The deleted element at a place.
///   - new: The inserted element at a place.
/// - Returns: The pairs, in the order of the inserts.
/// - Complexity: O(*k*) on average, *k* being the number of places.
@inlinable func pairInOrder<Place, M: Matching>(
  _ deletes: [Place], _ inserts: [Place], _ matching: M, old: (Place) -> M.Element, new: (Place) -> M.Element
) -> [Pair<Place>] {
  guard !deletes.isEmpty, !inserts.isEmpty else { return [] }
  func hash(_ id: M.ID) -> UInt64 { KeyTable.spread(matching.hash(of: id)) }
  // The first of each identity is in the table, and leads to the others in their order.
  let table = KeyTable(count: deletes.count, places: deletes.count)
  var next = Array(repeating: -1, count: deletes.count)
  var last = Array(deletes.indices)
  for index in deletes.indices {
    let id = matching.id(of: old(deletes[index]))
    let first = table.insert(index, hash: hash(id)) { matching.id(of: old(deletes[$0])) == id }
    if first >= 0 {
      next[last[first]] = index
      last[first] = index
    }
  }
  // Which one of an identity comes next.
  var head = Array(deletes.indices)
  var pairs: [Pair<Place>] = []
  for place in inserts {
    let id = matching.id(of: new(place))
    let first = table.find(hash: hash(id)) { matching.id(of: old(deletes[$0])) == id }
    guard first >= 0, head[first] >= 0 else { continue }
    pairs.append(Pair(deletes[head[first]], place))
    head[first] = next[head[first]]
  }
  return pairs
}
