public import Changesets
import OrderedTrees
import PomonaSupport

/// The keys by which an item is grouped.
@usableFromInline enum GroupKeys: Sendable {
  /// One key; `nil` for the group of items without a key.
  case one(String?)
  /// Any number of keys, of which duplicates count once. An item without keys belongs to the group of items without a
  /// key.
  case each([String])
}

/// The items of a sectioned source, arranged in groups by their keys. An item appears in the group of each of its keys.
///
/// Each group has a number, which does not change while the group exists. The arrangement has the appearances group by
/// group, in the order of the groups' numbers. So no appearance moves when groups are inserted, removed or reordered;
/// the positions at which groups are shown are a separate list of numbers. Within a group, appearances are in the order
/// of the source:
///
///     source order         a:x   b:y   c:x   d:y   e:z       item:key
///     group numbers        x = 0, y = 1, z = 2
///     arranged             a c | b d | e                     sizes 2, 2, 1
///     shown                [2, 0, 1]                         the sections are z, x, y
///
/// To find the item at a path, `shown` leads to the group's number, the sum of the sizes before it to the arranged
/// position, and `appearances` from there to the position in the source. Positions are counted in trees, so each
/// conversion takes logarithmic time.
@usableFromInline struct Groups: Sendable {
  /// The appearances of all items, in the order of the source and arranged. Those of one item are in the order of its
  /// keys.
  private var appearances = DualOrderList()
  /// The assignment of appearances to items.
  private var repetitions = Repetitions()
  /// The number of the group of each appearance, by its offset.
  private var groupOfAppearance: [UInt32] = []

  /// The key of each group, by number.
  private var keys: [String?] = []
  /// The number of appearances in each group, by number.
  private var sizes = SectionCounts()
  /// The position at which each group is shown, by number; `nil` for a group without items.
  private var places: [Int?] = []
  /// The number of the group that is shown at each position.
  private var shown: [Int] = []
  private var numbers: [String?: Int] = [:]
  private var freeNumbers: [Int] = []
  /// The numbers of groups that may have been added, removed or reordered since the groups were last settled.
  private var touched: Set<Int> = []
  /// The offset of the appearance that determined the spelling of a group's key, by the group's number, for keys that
  /// were spelled since then.
  private var spellers: [Int: Int] = [:]

  /// The groups whose key has another spelling than the one that is shown.
  private var respelled: Set<Int> = []

  @usableFromInline init() {}

  /// Groups all items of a source.
  ///
  /// - Parameters:
  ///   - counts: The number of items in each of the source's sections.
  ///   - comparison: Returns for the keys of all groups a closure that returns whether one must come before another,
  ///     given their indices. If neither must, the key that appears first comes first.
  /// - Complexity: O(*n* + *g* log *g*) on average, *n* being the number of appearances and *g* that of groups.
  @usableFromInline init(
    keys: [GroupKeys], counts: SectionCounts, comparison: ([String?]) -> (Int, Int) -> Bool
  ) {
    var members: [[UInt32]] = []
    var others: [Int]?
    groupOfAppearance.reserveCapacity(keys.count)
    for (item, keys) in keys.enumerated() {
      let start = UInt32(groupOfAppearance.count)
      // Numbers are given in the order of first appearance, so the group of a new key is the next one in `members`.
      func add(_ key: String?) {
        let group = number(of: key)
        if group == members.count { members.append([]) }
        // If the item has had this key already, it is the last member of the key's group.
        if let last = members[group].last, last >= start { return }
        members[group].append(UInt32(groupOfAppearance.count))
        groupOfAppearance.append(UInt32(group))
      }
      switch keys {
      case .one(let key): add(key)
      case .each([]): add(nil)
      case .each(let keys): for key in keys { add(key) }
      }
      let count = groupOfAppearance.count - Int(start)
      // Most sources have one key for each item, and need no list of further ones.
      if count > 1, others == nil { others = Array(repeating: 0, count: counts.total) }
      if count > 1 { others?[item] = count - 1 }
    }
    appearances = DualOrderList(order: Array(members.joined()))
    repetitions = Repetitions(counts: counts, others: others)
    sizes = SectionCounts(members.map(\.count))
    // Numbers are in the order of first appearance.
    let areInOrder = comparison(self.keys)
    shown = members.indices.sorted { first, second in
      if areInOrder(first, second) { return true }
      return first < second && !areInOrder(second, first)
    }
    for (place, group) in shown.enumerated() { places[group] = place }
    touched = []
  }

  @usableFromInline var count: Int { shown.count }

  @usableFromInline func numberOfItems(in place: Int) -> Int { sizes[shown[place]] }

  func key(of place: Int) -> String? { keys[shown[place]] }

  @usableFromInline func sourcePath(for path: ItemPath) -> ItemPath? {
    guard shown.indices.contains(path.section),
      let place = sizes.offset(of: ItemPath(section: shown[path.section], item: path.item)),
      let position = appearances.sourcePosition(of: place)
    else { return nil }
    return repetitions.path(at: position)
  }

  /// Returns the source paths of the items in the group at a position, in order.
  func sourcePaths(inSection place: Int) -> [ItemPath] {
    repetitions.paths(at: appearances.sourcePositions(of: positions(of: shown[place])))
  }

  /// The source paths of the items in all groups, group by group as they are shown.
  ///
  /// - Complexity: O(*n*) in the number of appearances, and O(log *n*) for each group and each section.
  var sourcePaths: [ItemPath] {
    let positions = appearances.sourcePositions
    return repetitions.paths(at: shown.flatMap { positions[self.positions(of: $0)] })
  }

  /// Returns the first path of an item.
  @usableFromInline func path(for sourcePath: ItemPath) -> ItemPath? {
    guard repetitions.contains(sourcePath) else { return nil }
    var first: ItemPath?
    for position in repetitions.positions(of: sourcePath) {
      guard let path = appearance(at: position)?.path else { continue }
      first = first.map { min($0, path) } ?? path
    }
    return first
  }

  /// Returns all appearances of an item, in order.
  func appearances(of sourcePath: ItemPath) -> [Appearance] {
    guard repetitions.contains(sourcePath) else { return [] }
    return repetitions.positions(of: sourcePath).compactMap { appearance(at: $0) }.sorted { $0.path < $1.path }
  }

  private func appearance(at position: Int) -> Appearance? {
    guard let offset = appearances.offset(at: position) else { return nil }
    let group = Int(groupOfAppearance[offset])
    guard let place = places[group] else { return nil }
    let item = appearances.arrangedPosition(ofElement: offset) - sizes.sum(before: group)
    return Appearance(id: group, path: ItemPath(section: place, item: item))
  }

  // MARK: - Editing

  /// Removes the items at some paths of the source, in descending order.
  @usableFromInline mutating func remove(_ paths: EditList<ItemPath>) {
    if paths[...].areMany(among: appearances.count) {
      removeAppearances(at: paths.flatMap { repetitions.positions(of: $0) })
    } else {
      for path in paths {
        // The positions are those of `repetitions`, which still contains all items. From the end, so that those
        // before stay valid.
        for position in repetitions.positions(of: path).reversed() { removeAppearance(at: position) }
      }
    }
    repetitions.remove(paths)
  }

  private mutating func removeAppearances(at positions: [Int]) {
    // Only groups that lose their first item may change their spelling or their position.
    let firsts = Set(keys.indices.compactMap(first))
    var removed = [Int](repeating: 0, count: keys.count)
    for offset in positions.compactMap({ appearances.offset(at: $0) }) {
      let group = Int(groupOfAppearance[offset])
      removed[group] += 1
      if firsts.contains(offset) { noteDeparture(from: group) }
    }
    for (group, count) in removed.enumerated() where count > 0 { sizes.add(-count, to: group) }
    let remaining = appearances.remove(at: positions)
    groupOfAppearance = remaining.map { groupOfAppearance[$0] }
  }

  @usableFromInline mutating func insert(_ keys: GroupKeys, at path: ItemPath) {
    let members = members(keys)
    let start = repetitions.insert(members.count, at: path)
    for (number, member) in members.enumerated() { insert(member, at: start + number) }
  }

  /// Replaces the keys of the item at a path of the source.
  @usableFromInline mutating func update(_ keys: GroupKeys, at path: ItemPath) {
    let members = members(keys), positions = repetitions.positions(of: path)
    // The appearances take over the new keys in order. Then superfluous ones are removed, or missing ones inserted.
    for (position, member) in zip(positions, members) { update(member, at: position) }
    for position in positions.dropFirst(members.count).reversed() { removeAppearance(at: position) }
    for (number, member) in members.enumerated().dropFirst(positions.count) {
      insert(member, at: positions.lowerBound + number)
    }
    repetitions.update(members.count, at: path)
  }

  /// A group that an item belongs to, by one of its keys.
  private typealias Member = (group: Int, key: String?)

  /// Returns the groups of an item, without duplicates.
  private mutating func members(_ keys: GroupKeys) -> EditList<Member> {
    switch keys {
    case .one(let key): return EditList(one: (number(of: key), key))
    case .each(let keys) where keys.count < 2: return EditList(one: (number(of: keys.first), keys.first))
    case .each(let keys):
      var known: Set<Int> = []
      return EditList(keys.map { (number(of: $0), $0) }.filter { known.insert($0.group).inserted })
    }
  }

  private mutating func insert(_ member: Member, at position: Int) {
    let group = member.group
    // The range is that of the group without the new appearance; what is noted below depends on its size with it.
    let offset = appearances.insert(at: position, within: positions(of: group))
    if offset == groupOfAppearance.count { groupOfAppearance.append(0) }
    groupOfAppearance[offset] = UInt32(group)
    sizes.add(1, to: group)
    noteArrival(of: offset, by: member)
  }

  private mutating func update(_ member: Member, at position: Int) {
    guard let offset = appearances.offset(at: position) else { return }
    let old = Int(groupOfAppearance[offset])
    let group = member.group
    if group != old {
      // Noted while the appearance is still in its old group. `rearrange` expects ranges without it, so the old group
      // shrinks before, and the new one grows afterwards.
      noteDeparture(of: offset, from: old)
      sizes.add(-1, to: old)
      groupOfAppearance[offset] = UInt32(group)
      appearances.rearrange(offset, within: positions(of: group))
      sizes.add(1, to: group)
    }
    noteArrival(of: offset, by: member)
  }

  private mutating func removeAppearance(at position: Int) {
    guard let offset = appearances.offset(at: position) else { return }
    let group = Int(groupOfAppearance[offset])
    noteDeparture(of: offset, from: group)
    appearances.remove(element: offset)
    sizes.add(-1, to: group)
  }

  /// Returns the arranged positions of a group's appearances.
  private func positions(of group: Int) -> Range<Int> { sizes.offsets(ofSection: group) }

  /// Removes a section of the source, with the remaining items.
  @usableFromInline mutating func removeSection(at section: Int) {
    let items = (0..<repetitions.numberOfItems(inSection: section)).reversed()
    remove(EditList(items.lazy.map { ItemPath(section: section, item: $0) }))
    repetitions.removeSection(at: section)
  }

  /// Inserts an empty section into the source.
  @usableFromInline mutating func insertSection(at section: Int) { repetitions.insertSection(at: section) }

  /// Whether every group is shown at its correct position.
  @usableFromInline var isSettled: Bool { touched.isEmpty }

  /// The groups whose first item may have changed, and is not one that was inserted or updated, each with the source
  /// path of that item.
  @usableFromInline var newFirstItems: [(group: Int, path: ItemPath)] {
    touched.sorted().compactMap { group in
      guard sizes[group] > 0, let first = first(of: group), spellers[group] != first else { return nil }
      return repetitions.path(at: appearances.position(of: first)).map { (group, $0) }
    }
  }

  /// Adopts the spelling of a group's key from its first item.
  ///
  /// Equal keys may have different spellings. This rule makes the name of a group independent of previous states.
  ///
  /// - Parameter keys: The keys of its first item. Nothing happens if none of them is the key of the group.
  @usableFromInline mutating func spell(_ group: Int, _ keys: GroupKeys) {
    switch keys {
    case .one(let key): spell(group, key)
    case .each(let keys):
      let old = self.keys[group]
      spell(group, keys.first { $0 == old })
    }
  }

  private mutating func spell(_ group: Int, _ key: String?) {
    guard let key, let old = keys[group], key == old, !key.utf8.elementsEqual(old.utf8) else { return }
    keys[group] = key
    respelled.insert(group)
  }

  /// Shows new groups, hides empty ones, and moves those whose position has changed because they have another first
  /// item.
  ///
  /// - Parameter areInOrder: Returns whether one group must come before another, by their keys.
  /// - Returns: The edits of the shown groups.
  /// - Complexity: O(*t* log *n*) for *t* groups whose position may have changed; O(*g*) more, *g* being the number of
  ///   groups, if any did, and O(*t* *g*) for the insertions into the list of shown groups.
  @usableFromInline mutating func settle(areInOrder: (String?, String?) -> Bool) -> Edits<Int> {
    defer {
      touched.removeAll(keepingCapacity: true)
      spellers.removeAll(keepingCapacity: true)
      respelled.removeAll(keepingCapacity: true)
    }
    // The positions before, which `rearrange` replaces. A group that was not shown is not updated, but inserted.
    let renamed = respelled.compactMap { group in places[group].map { (group, $0) } }
    var edits = touched.allSatisfy { standsInOrder($0, areInOrder) } ? Edits() : rearrange(areInOrder)
    edits.updates += renamed.compactMap { group, old in places[group].map { PlacePair(old, $0) } }.sorted()
    return edits
  }

  /// Moves the touched groups to their correct positions.
  private mutating func rearrange(_ areInOrder: (String?, String?) -> Bool) -> Edits<Int> {
    let old = shown
    // The groups that were not touched are in order among themselves. The touched ones, sorted, are merged into them.
    let settled = shown.filter { !touched.contains($0) }
    let moved = touched.filter { sizes[$0] > 0 }.sorted { stands($0, before: $1, areInOrder) }
    shown.removeAll(keepingCapacity: true)
    var start = 0
    for group in moved {
      let place = settled[start...].partitioningIndex { !stands($0, before: group, areInOrder) }
      shown += settled[start..<place] + [group]
      start = place
    }
    shown += settled[start...]
    for group in old { places[group] = nil }
    for (place, group) in shown.enumerated() { places[group] = place }
    // Sorted, because the order of a set differs from run to run, and with it the numbers of the next groups would.
    for group in touched.sorted() where sizes[group] == 0 {
      numbers[keys[group]] = nil
      freeNumbers.append(group)
    }
    return diff(from: old, to: shown, matching: ClosureMatching(id: \.self, content: ==))
  }

  /// Returns whether a group is at its correct position between its neighbours.
  private func standsInOrder(_ group: Int, _ areInOrder: (String?, String?) -> Bool) -> Bool {
    guard sizes[group] > 0, let place = places[group] else { return false }
    return (place == 0 || stands(shown[place - 1], before: group, areInOrder))
      && (place == shown.count - 1 || stands(group, before: shown[place + 1], areInOrder))
  }

  private func stands(_ group: Int, before other: Int, _ areInOrder: (String?, String?) -> Bool) -> Bool {
    if areInOrder(keys[group], keys[other]) { return true }
    if areInOrder(keys[other], keys[group]) { return false }
    guard let offset = first(of: group), let otherOffset = first(of: other) else { return false }
    return appearances.precedes(offset, otherOffset)
  }

  private func first(of group: Int) -> Int? { appearances.offset(atArranged: sizes.sum(before: group)) }

  /// Records the group that an appearance leaves, if its first item changes and with it perhaps its position.
  private mutating func noteDeparture(of offset: Int, from group: Int) {
    if first(of: group) == offset { noteDeparture(from: group) }
  }

  private mutating func noteDeparture(from group: Int) {
    touched.insert(group)
    spellers[group] = nil
  }

  /// Records the group that an appearance enters, or stays in with an updated item, if it is the first one there.
  private mutating func noteArrival(of offset: Int, by member: Member) {
    guard first(of: member.group) == offset else { return }
    touched.insert(member.group)
    spellers[member.group] = offset
    spell(member.group, member.key)
  }

  /// Returns the number of a key's group, which is created if it does not exist.
  private mutating func number(of key: String?) -> Int {
    if let number = numbers[key] { return number }
    let number = freeNumbers.popLast() ?? keys.count
    numbers[key] = number
    // A number that is used again has no items and no position already.
    guard number == keys.count else {
      keys[number] = key
      return number
    }
    keys.append(key)
    places.append(nil)
    sizes.insert(0, at: number)
    return number
  }
}
