import Changesets
import DataSources
import Testing

/// The state after a batch, applied literally to the state before.
///
/// The state after is read at inserted and updated places only.
///
/// - Returns: `nil` if the batch does not lead to a state of that shape.
func mirrored<Item>(
  _ before: [SectionState<String?, Item>], _ batch: UpdateBatch, _ after: [SectionState<String?, Item>]
) -> [SectionState<String?, Item>]? {
  if batch.isReload { return after }
  guard let origins = origins(of: after.count, among: before.count, batch.sections) else {
    return nil
  }
  let changedNames = Set(batch.sections.updates.map(\.after))
  var sections: [SectionState<String?, Item>] = []
  for (target, origin) in origins.enumerated() {
    let count = after[target].items.count
    let inserts = Set(batch.items.inserts.filter { $0.section == target }.map(\.item))
    let arrivals = batch.items.moves.filter { $0.after.section == target }
    var section = after[target]
    var items: [Item?] = Array(repeating: nil, count: count)
    var stays: [Item] = []
    if let origin {
      let departed = Set(
        (batch.items.deletes + batch.items.moves.map(\.before)).filter { $0.section == origin }.map(\.item))
      let old = before[origin].items
      guard departed.allSatisfy(old.indices.contains) else { return nil }
      stays = old.indices.filter { !departed.contains($0) }.map { old[$0] }
      section.value = changedNames.contains(target) ? section.value : before[origin].value
    }
    for move in arrivals {
      guard items.indices.contains(move.after.item), items[move.after.item] == nil else { return nil }
      items[move.after.item] = before[move.before.section].items[move.before.item]
    }
    var rest = stays[...]
    for place in items.indices where items[place] == nil {
      items[place] = origin == nil || inserts.contains(place) ? section.items[place] : rest.popFirst()
    }
    for update in batch.items.updates where update.after.section == target {
      guard items.indices.contains(update.after.item) else { return nil }
      items[update.after.item] = section.items[update.after.item]
    }
    section.items = items.compactMap(\.self)
    guard rest.isEmpty, section.items.count == count else { return nil }
    sections.append(section)
  }
  return sections
}

/// Which section before each section after was; `nil` for an inserted one.
private func origins(of count: Int, among old: Int, _ edits: Edits<Int>) -> [Int?]? {
  let gone = Set(edits.deletes + edits.moves.map(\.before))
  let fresh = Set(edits.inserts + edits.moves.map(\.after))
  var origins: [Int?] = Array(repeating: nil, count: count)
  for move in edits.moves {
    guard origins.indices.contains(move.after), move.before < old else { return nil }
    origins[move.after] = move.before
  }
  let (stays, places) = ((0..<old).filter { !gone.contains($0) }, (0..<count).filter { !fresh.contains($0) })
  guard stays.count == places.count else { return nil }
  for (before, after) in zip(stays, places) { origins[after] = before }
  return origins
}
