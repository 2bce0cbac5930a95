public import Changesets
import OrderedTrees

/// What an item is grouped by.
@usableFromInline enum GroupKeys: Sendable {
  /// One key; nil for the group of the rest.
  case one(String?)
  /// Any number of keys, equal ones of which count once. An item without keys stands in the group of the rest.
  case each([String])
}

/// The items of a sectioned source, arranged in groups by their keys: an item appears in the group of each of its keys.
///
/// A group keeps its number for life. Arranged, the items stand group by group in the order of the groups' numbers, so that nothing
/// moves when groups come, go or change places; which group is shown where is a list of numbers of its own.
@usableFromInline struct Groups: Sendable {
  /// The appearances of all items, by the order of the source, and arranged. Those of one item are in the order of its keys.
  private var appearances = Rearrangement()
  /// Which of them are those of an item.
  private var repetitions = Repetitions()
  /// For each offset the number of its group.
  private var groupOfAppearance: [UInt32] = []

  /// For each number the key of its group.
  private var keys: [String?] = []
  /// For each number how many appearances its group has.
  private var sizes = SectionCounts()
  /// For each number where its group is shown; nothing for a group without items.
  private var places: [Int?] = []
  /// For each place the number of the group that is shown there.
  private var shown: [Int] = []
  private var numbers: [String?: Int] = [:]
  private var freeNumbers: [Int] = []
  /// The numbers of groups that may have come, gone or changed places since the last time that all was settled.
  private var touched: Set<Int> = []
  /// For numbers of groups whose key was spelled since then, the offset of the appearance that it was spelled by.
  private var spellers: [Int: Int] = [:]

  /// The groups whose key is spelled in another way than it was shown.
  private var respelled: Set<Int> = []

  @usableFromInline init() {}

  /// Groups all items of a source.
  ///
  /// - Parameters:
  ///   - keys: What each of the items is grouped by, in order.
  ///   - counts: How many items each of the source's sections has.
  ///   - comparison: Returns for the keys of all groups whether one has to stand before another, by their indices; where neither has to,
  ///     the first to appear does.
  /// - Complexity: O(*n* + *g* log *g*), *n* being the number of items and *g* that of groups.
  @usableFromInline init(
    keys: [GroupKeys], counts: SectionCounts, comparison: ([String?]) -> (Int, Int) -> Bool
  ) {
    var members: [[UInt32]] = []
    var others: [Int]?
    groupOfAppearance.reserveCapacity(keys.count)
    for (item, keys) in keys.enumerated() {
      let start = UInt32(groupOfAppearance.count)
      func add(_ key: String?) {
        let group = number(of: key)
        if group == members.count { members.append([]) }
        // A key that was there before has the item as the last member of its group.
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
      if count > 1, others == nil { others = Array(repeating: 0, count: counts.total) }
      if count > 1 { others?[item] = count - 1 }
    }
    appearances = Rearrangement(order: Array(members.joined()))
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

  /// How many groups are shown.
  var count: Int { shown.count }

  func numberOfItems(in place: Int) -> Int { sizes[shown[place]] }

  func key(of place: Int) -> String? { keys[shown[place]] }

  func sourcePath(for path: ItemPath) -> ItemPath? {
    guard shown.indices.contains(path.section), (0..<sizes[shown[path.section]]).contains(path.item),
      let position = appearances.sourcePosition(of: sizes.sum(before: shown[path.section]) + path.item)
    else { return nil }
    return repetitions.path(at: position)
  }

  /// Where the items of the group at a place are in the source, in order.
  func sourcePaths(inSection place: Int) -> [ItemPath] {
    repetitions.paths(at: appearances.sourcePositions(of: positions(of: shown[place])))
  }

  /// Where the items of all groups are in the source, group by group as they are shown.
  ///
  /// - Complexity: O(*n*) in the number of appearances, and O(log *n*) for each group and each section.
  var sourcePaths: [ItemPath] {
    let positions = appearances.sourcePositions
    return repetitions.paths(at: shown.flatMap { positions[self.positions(of: $0)] })
  }

  /// The first place of an item.
  func path(for sourcePath: ItemPath) -> ItemPath? {
    guard repetitions.contains(sourcePath) else { return nil }
    return repetitions.positions(of: sourcePath).lazy.compactMap { appearance(at: $0)?.path }.min()
  }

  /// All places of an item, in order.
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
}

// MARK: - Editing

extension Groups {
  /// Takes the item at a place of the source out.
  @usableFromInline mutating func remove(at path: ItemPath) {
    for position in repetitions.positions(of: path).reversed() { removeAppearance(at: position) }
    repetitions.remove(at: path)
  }

  /// Puts an item with some keys into a place of the source.
  @usableFromInline mutating func insert(_ keys: GroupKeys, at path: ItemPath) {
    let members = members(keys)
    let start = repetitions.insert(members.count, at: path)
    for (number, member) in members.enumerated() { insert(member, at: start + number) }
  }

  /// Gives the item at a place of the source other keys.
  @usableFromInline mutating func update(_ keys: GroupKeys, at path: ItemPath) {
    let members = members(keys), positions = repetitions.positions(of: path)
    for (position, member) in zip(positions, members) { update(member, at: position) }
    for position in positions.dropFirst(members.count).reversed() { removeAppearance(at: position) }
    for (number, member) in members.enumerated().dropFirst(positions.count) {
      insert(member, at: positions.lowerBound + number)
    }
    repetitions.update(members.count, at: path)
  }

  /// A group that an item belongs to, by one of its keys.
  private typealias Member = (group: Int, key: String?)

  /// The groups of an item, each once.
  private mutating func members(_ keys: GroupKeys) -> [Member] {
    switch keys {
    case .one(let key): return [(number(of: key), key)]
    case .each(let keys) where keys.count < 2: return [(number(of: keys.first), keys.first)]
    case .each(let keys):
      var known: Set<Int> = []
      return keys.map { (number(of: $0), $0) }.filter { known.insert($0.group).inserted }
    }
  }

  private mutating func insert(_ member: Member, at position: Int) {
    let group = member.group
    let offset = appearances.insert(at: position, within: positions(of: group))
    if offset == groupOfAppearance.count { groupOfAppearance.append(0) }
    groupOfAppearance[offset] = UInt32(group)
    sizes.add(1, to: group)
    noteArrival(of: offset, by: member)
  }

  private mutating func update(_ member: Member, at position: Int) {
    guard let offset = appearances.offset(at: position) else { return }
    let (old, group) = (Int(groupOfAppearance[offset]), member.group)
    if group != old {
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

  /// Where the appearances of a group are arranged.
  private func positions(of group: Int) -> Range<Int> {
    let start = sizes.sum(before: group)
    return start..<start + sizes[group]
  }

  /// Takes a section of the source out, with what is left in it.
  @usableFromInline mutating func removeSection(at section: Int) {
    for item in (0..<repetitions.numberOfItems(inSection: section)).reversed() {
      remove(at: ItemPath(section: section, item: item))
    }
    repetitions.removeSection(at: section)
  }

  /// Puts an empty section into the source.
  @usableFromInline mutating func insertSection(at section: Int) { repetitions.insertSection(at: section) }

  /// Whether every group is shown where it belongs.
  @usableFromInline var isSettled: Bool { touched.isEmpty }

  /// The groups whose first item, which is not one that was inserted or updated, may be another one than before, each with the place of
  /// that item in the source.
  @usableFromInline var newFirstItems: [(group: Int, path: ItemPath)] {
    touched.sorted().compactMap { group in
      guard sizes[group] > 0, let first = first(of: group), spellers[group] != first else { return nil }
      return repetitions.path(at: appearances.position(of: first)).map { (group, $0) }
    }
  }

  /// Spells the key of a group as its first item does.
  ///
  /// Keys that are equal may be spelled with other characters: what a group is called does not depend on what came before.
  ///
  /// - Parameters:
  ///   - group: A group.
  ///   - keys: What its first item is grouped by; nothing happens if none of that is the key of the group.
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

  /// Shows the groups that have come, hides those that have gone, and puts those elsewhere whose first item is another one.
  ///
  /// - Parameter areInOrder: Whether one group has to stand before another, by their keys.
  /// - Returns: What happened to the groups as they are shown.
  /// - Complexity: O(*t* log *n*) for *t* groups that may have changed places; O(*g*) more, *g* being the number of groups, where some have.
  @usableFromInline mutating func settle(areInOrder: (String?, String?) -> Bool) -> Edits<Int> {
    defer {
      touched.removeAll(keepingCapacity: true)
      spellers.removeAll(keepingCapacity: true)
      respelled.removeAll(keepingCapacity: true)
    }
    let renamed = respelled.compactMap { group in places[group].map { (group, $0) } }
    var edits = touched.allSatisfy { standsInOrder($0, areInOrder) } ? Edits() : rearrange(areInOrder)
    edits.updates += renamed.compactMap { group, old in places[group].map { Pair(old, $0) } }.sorted()
    return edits
  }

  /// Puts the groups that were touched where they belong.
  private mutating func rearrange(_ areInOrder: (String?, String?) -> Bool) -> Edits<Int> {
    let old = shown
    shown.removeAll { touched.contains($0) }
    for group in touched.sorted() where sizes[group] > 0 {
      // A binary search among those that are in order.
      var (low, high) = (0, shown.count)
      while low < high {
        let middle = (low + high) / 2
        if stands(shown[middle], before: group, areInOrder) { low = middle + 1 } else { high = middle }
      }
      shown.insert(group, at: low)
    }
    for group in old { places[group] = nil }
    for (place, group) in shown.enumerated() { places[group] = place }
    for group in touched.sorted() where sizes[group] == 0 {
      numbers[keys[group]] = nil
      freeNumbers.append(group)
    }
    return diff(from: old, to: shown, matching: ClosureMatching(id: \.self, content: ==))
  }

  /// Whether a group is shown between neighbours where it belongs.
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

  /// Remembers the group that an appearance goes from, if that may change where the group is shown: its first item is another one.
  private mutating func noteDeparture(of offset: Int, from group: Int) {
    guard first(of: group) == offset else { return }
    touched.insert(group)
    spellers[group] = nil
  }

  /// Remembers the group that an appearance came to, or stays in with an item that was updated, if it is the first one there.
  private mutating func noteArrival(of offset: Int, by member: Member) {
    guard first(of: member.group) == offset else { return }
    touched.insert(member.group)
    spellers[member.group] = offset
    spell(member.group, member.key)
  }

  /// The number of a key's group, which is made where there is none.
  private mutating func number(of key: String?) -> Int {
    if let number = numbers[key] { return number }
    let number = freeNumbers.popLast() ?? keys.count
    numbers[key] = number
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
