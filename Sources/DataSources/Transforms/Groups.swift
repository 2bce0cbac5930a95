public import Changesets
import OrderedTrees

/// The items of a sectioned source, arranged in groups by their keys.
///
/// A group keeps its number for life. Arranged, the items stand group by group in the order of the groups' numbers, so that nothing
/// moves when groups come, go or change places; which group is shown where is a list of numbers of its own.
@usableFromInline struct Groups: Sendable {
  private var items = Rearrangement()
  /// How many items each of the source's sections has.
  private var counts = SectionCounts()
  /// For each handle the number of its group.
  private var groupOfItem: [UInt32] = []

  /// For each number the key of its group.
  private var keys: [String?] = []
  /// For each number how many items its group has.
  private var sizes = SectionCounts()
  /// For each number where its group is shown; nothing for a group without items.
  private var places: [Int?] = []
  /// For each place the number of the group that is shown there.
  private var shown: [Int] = []
  private var numbers: [String?: Int] = [:]
  private var freeNumbers: [Int] = []
  /// The numbers of groups that may have come, gone or changed places since the last time that all was settled.
  private var touched: Set<Int> = []

  /// The groups whose key is spelled in another way than it was shown.
  private var respelled: Set<Int> = []

  @usableFromInline init() {}

  /// Groups all items of a source.
  ///
  /// - Parameters:
  ///   - keys: The keys of all items, in order.
  ///   - counts: How many items each of the source's sections has.
  ///   - areInOrder: Whether one group has to stand before another, by their keys; where neither has to, the first to appear does.
  /// - Complexity: O(*n* + *g* log *g*), *n* being the number of items and *g* that of groups.
  @usableFromInline init(keys: [String?], counts: SectionCounts, areInOrder: (String?, String?) -> Bool) {
    var members: [[UInt32]] = []
    groupOfItem.reserveCapacity(keys.count)
    for (offset, key) in keys.enumerated() {
      let group = number(of: key)
      if group == members.count { members.append([]) }
      members[group].append(UInt32(offset))
      groupOfItem.append(UInt32(group))
    }
    items = Rearrangement(order: Array(members.joined()))
    self.counts = counts
    sizes = SectionCounts(members.map(\.count))
    // Numbers are in the order of first appearance.
    shown = members.indices.sorted { first, second in
      if areInOrder(self.keys[first], self.keys[second]) { return true }
      return first < second && !areInOrder(self.keys[second], self.keys[first])
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
      let position = items.sourcePosition(of: sizes.sum(before: shown[path.section]) + path.item)
    else { return nil }
    return counts.section(at: position).map { ItemPath(section: $0.section, item: $0.item) }
  }

  /// Where the items of the group at a place are in the source, in order.
  func sourcePaths(inSection place: Int) -> [ItemPath] {
    // They are in the order of the source: its sections are looked for where one ends, and not for each item.
    var (section, positions) = (0, 0..<0)
    return items.sourcePositions(of: self.positions(of: shown[place])).map { position in
      if !positions.contains(position), let found = counts.section(at: position) {
        section = found.section
        positions = position - found.item..<position - found.item + counts[section]
      }
      return ItemPath(section: section, item: position - positions.lowerBound)
    }
  }

  func path(for sourcePath: ItemPath) -> ItemPath? {
    guard counts.contains(sourcePath) else { return nil }
    guard let item = items.offset(at: position(of: sourcePath)) else { return nil }
    let group = Int(groupOfItem[item])
    guard let place = places[group] else { return nil }
    return ItemPath(section: place, item: items.arrangedPosition(ofElement: item) - sizes.sum(before: group))
  }

  private func position(of path: ItemPath) -> Int { counts.sum(before: path.section) + path.item }
}

// MARK: - Editing

extension Groups {
  /// Takes the item at a place of the source out.
  @usableFromInline mutating func remove(at path: ItemPath) {
    guard let item = items.offset(at: position(of: path)) else { return }
    let group = Int(groupOfItem[item])
    touch(group, by: item)
    items.remove(element: item)
    sizes.add(-1, to: group)
    counts.add(-1, to: path.section)
  }

  /// Puts an item with a key into a place of the source.
  @usableFromInline mutating func insert(_ key: String?, at path: ItemPath) {
    let group = number(of: key)
    let item = items.insert(at: position(of: path), within: positions(of: group))
    if item == groupOfItem.count { groupOfItem.append(UInt32(group)) } else { groupOfItem[item] = UInt32(group) }
    sizes.add(1, to: group)
    counts.add(1, to: path.section)
    touch(group, by: item)
  }

  /// Gives the item at a place of the source another key.
  @usableFromInline mutating func update(_ key: String?, at path: ItemPath) {
    guard let item = items.offset(at: position(of: path)) else { return }
    let (old, group) = (Int(groupOfItem[item]), number(of: key))
    guard group != old else { return touch(group, by: item) }
    touch(old, by: item)
    sizes.add(-1, to: old)
    groupOfItem[item] = UInt32(group)
    items.rearrange(item, within: positions(of: group))
    sizes.add(1, to: group)
    touch(group, by: item)
  }

  /// Where the items of a group are arranged.
  private func positions(of group: Int) -> Range<Int> {
    let start = sizes.sum(before: group)
    return start..<start + sizes[group]
  }

  /// Takes a section of the source out, with what is left in it.
  @usableFromInline mutating func removeSection(at section: Int) {
    for item in (0..<counts[section]).reversed() { remove(at: ItemPath(section: section, item: item)) }
    counts.remove(at: section)
  }

  /// Puts a section into the source.
  @usableFromInline mutating func insertSection(at section: Int, keys: some Sequence<String?>) {
    counts.insert(0, at: section)
    for (item, key) in keys.enumerated() { insert(key, at: ItemPath(section: section, item: item)) }
  }

  /// Whether every group is shown where it belongs.
  @usableFromInline var isSettled: Bool { touched.isEmpty }

  /// The groups that may have another first item than before, each with the place of that item in the source.
  @usableFromInline var newFirstItems: [(group: Int, path: ItemPath)] {
    touched.sorted().compactMap { group in
      guard sizes[group] > 0, let item = first(of: group) else { return nil }
      return counts.section(at: items.position(of: item)).map {
        (group, ItemPath(section: $0.section, item: $0.item))
      }
    }
  }

  /// Spells the key of a group as its first item does.
  ///
  /// Keys that are equal may be spelled with other characters: what a group is called does not depend on what came before.
  ///
  /// - Parameters:
  ///   - group: A group.
  ///   - key: The key of its first item; nothing happens if it is another one than that of the group.
  @usableFromInline mutating func spell(_ group: Int, _ key: String?) {
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
    guard let item = first(of: group), let otherItem = first(of: other) else { return false }
    return items.precedes(item, otherItem)
  }

  private func first(of group: Int) -> Int? { items.offset(atArranged: sizes.sum(before: group)) }

  /// Remembers a group that an item comes to or goes from, if that may change where the group is shown: its first item is another one.
  private mutating func touch(_ group: Int, by item: Int) {
    if first(of: group) == item { touched.insert(group) }
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
