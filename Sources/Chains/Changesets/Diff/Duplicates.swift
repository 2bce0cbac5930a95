/// Returns the places of each identity that occurs more than once.
///
/// ```swift
/// print(duplicates(in: rows, matching: IdentifiableMatching()))   // [[2, 7]]: rows 2 and 7 have the same id
/// ```
///
/// - Complexity: O(*n*) on average, *n* being the number of elements.
public func duplicates<M: Matching>(in list: [M.Element], matching: M) -> [[Int]] {
  duplicatePaths([list], matching).map { $0.map(\.item) }
}

/// Throws an error if two elements of a list have the same identity.
///
/// ```swift
/// try requireUniqueIdentities(in: rows, matching: IdentifiableMatching())
/// ```
///
/// - Throws: An ``UpdateError`` of the code `duplicateIdentity`, whose message lists the first duplicates with their
///   places.
/// - Complexity: O(*n*) on average, *n* being the number of elements.
public func requireUniqueIdentities<M: Matching>(in list: [M.Element], matching: M) throws(UpdateError) {
  try requireUnique([list], matching) { "\($0.item)" }
}

/// Throws an error if two items have the same identity, in the same section or in different ones.
///
/// - Throws: An ``UpdateError`` of the code `duplicateIdentity`, whose message lists the first duplicates with their
///   paths.
/// - Complexity: O(*n*) on average, *n* being the number of items.
public func requireUniqueIdentities<M: Matching>(in sections: [[M.Element]], matching: M) throws(UpdateError) {
  try requireUnique(sections, matching) { "\($0)" }
}

private func requireUnique<M: Matching>(
  _ lists: [[M.Element]], _ matching: M, describe: (ItemPath) -> String
) throws(UpdateError) {
  let groups = duplicatePaths(lists, matching)
  if groups.isEmpty { return }
  let examples = groups.prefix(3).map { paths in
    let id = matching.id(of: lists[paths[0].section][paths[0].item])
    let places = paths.prefix(5).map(describe).joined(separator: ", ") + (paths.count > 5 ? " …" : "")
    return "“\(id)” occurs \(paths.count) times, at \(places)"
  }
  throw UpdateError(
    .duplicateIdentity,
    "\(groups.count == 1 ? "An identity is" : "\(groups.count) identities are") not unique: "
      + "\(examples.joined(separator: "; ")). Give each item a unique identity.")
}

/// Returns the paths of each identity that occurs more than once, in the order of its first path.
private func duplicatePaths<M: Matching>(
  _ lists: [[M.Element]], _ matching: M
) -> [[ItemPath]] {
  // The capacity suffices for every element, so the table is never rehashed and a key that is not equal to itself does
  // no harm.
  var first = [M.ID: ItemPath](minimumCapacity: lists.reduce(0) { $0 + $1.count })
  var groups: [ItemPath: [ItemPath]] = [:]
  for (section, list) in lists.enumerated() {
    for (item, element) in list.enumerated() {
      let path = ItemPath(section: section, item: item)
      let twin = first[matching.id(of: element)]
      if let twin { groups[twin, default: [twin]].append(path) } else { first[matching.id(of: element)] = path }
    }
  }
  return groups.keys.sorted().compactMap { groups[$0] }
}

/// Returns the edits of a diff in which only the first element of an identity is matched, or `nil` if there are no
/// duplicates.
///
/// This case is rare, so it is not inlined into clients.
@usableFromInline func diffKeepingFirst<M: Matching>(
  from old: [M.Element], to new: [M.Element], _ matching: M, _ options: DiffOptions
) -> Edits<Int>? {
  guard let (old, new) = firstOnly([old], [new], matching) else { return nil }
  return diff(from: old[0], to: new[0], matching: FirstOnlyMatching(matching), options: options.pairingInOrder)
}

/// Returns the batch of such a diff for the items of sections whose edits are known, or `nil` if there are no
/// duplicates.
@usableFromInline func itemDiffKeepingFirst<M: Matching>(
  from old: [[M.Element]], to new: [[M.Element]], sections: Edits<Int>, _ matching: M, _ options: DiffOptions
) -> UpdateBatch? {
  guard let (old, new) = firstOnly(old, new, matching) else { return nil }
  return itemDiff(
    from: old, to: new, sections: sections, matching: FirstOnlyMatching(matching), options: options.pairingInOrder)
}

/// Returns the lists with the ranks by which ``FirstOnlyMatching`` distinguishes duplicates, or `nil` if there are
/// none.
private func firstOnly<M: Matching>(
  _ old: [[M.Element]], _ new: [[M.Element]], _ matching: M
) -> (old: [[FirstOnlyMatching<M>.Element]], new: [[FirstOnlyMatching<M>.Element]])? {
  let oldGroups = duplicatePaths(old, matching)
  let newGroups = duplicatePaths(new, matching)
  if oldGroups.isEmpty, newGroups.isEmpty { return nil }
  func ranked(_ lists: [[M.Element]], _ groups: [[ItemPath]], sign: Int) -> [[FirstOnlyMatching<M>.Element]] {
    let later = Set(groups.flatMap { $0.dropFirst() })
    var rank = 0
    return lists.enumerated().map { section, list in
      list.enumerated().map { item, element in
        guard later.contains(ItemPath(section: section, item: item)) else { return .init(element: element, rank: 0) }
        rank += sign
        return .init(element: element, rank: rank)
      }
    }
  }
  return (ranked(old, oldGroups, sign: -1), ranked(new, newGroups, sign: 1))
}

/// A matching in which only the first element of an identity has a partner.
private struct FirstOnlyMatching<M: Matching>: Matching {
  struct Element {
    var element: M.Element
    /// 0 for the first element of an identity. Other elements have unique ranks: negative in the old state and positive
    /// in the new one.
    var rank: Int
  }

  struct ID: Hashable {
    var id: M.ID
    var rank: Int
  }

  let matching: M

  init(_ matching: M) { self.matching = matching }

  func id(of element: Element) -> ID { ID(id: matching.id(of: element.element), rank: element.rank) }

  func hasSameContent(_ old: Element, _ new: Element) -> Bool {
    matching.hasSameContent(old.element, new.element)
  }
}
