/// The places at which each identity occurs that is found more than once.
///
/// ```swift
/// duplicates(in: rows, matching: IdentifiableMatching())   // [[2, 7]]: rows 2 and 7 have the same id
/// ```
///
/// - Complexity: O(*n*) on average, *n* being the number of elements.
public func duplicates<M: Matching>(in list: [M.Element], matching: M) -> [[Int]] {
  duplicatePaths([list], matching, check: {}).map { $0.map(\.item) }
}

/// The paths at which each identity occurs that is found more than once, in the order of the first.
private func duplicatePaths<M: Matching>(
  _ lists: [[M.Element]], _ matching: M, check: () throws -> Void
) rethrows -> [[ItemPath]] {
  // With room for all, a key that is not equal to itself does no harm.
  var first = [M.ID: ItemPath](minimumCapacity: lists.reduce(0) { $0 + $1.count })
  var groups: [ItemPath: [ItemPath]] = [:]
  for (section, list) in lists.enumerated() {
    for (item, element) in list.enumerated() {
      let path = ItemPath(section: section, item: item)
      if item & 0x3FFF == 0 { try check() }
      let twin = first[matching.id(of: element)]
      if let twin { groups[twin, default: [twin]].append(path) } else { first[matching.id(of: element)] = path }
    }
  }
  return groups.keys.sorted().compactMap { groups[$0] }
}

/// The edits under a policy that wants to know of duplicates; nil if there are none.
///
/// This is rare, and not compiled into clients.
@usableFromInline func diffByPolicy<M: Matching>(
  from old: [M.Element], to new: [M.Element], _ matching: M, _ options: DiffOptions
) throws -> Edits<Int>? {
  guard let (old, new) = try keepingFirst([old], [new], matching, options) else { return nil }
  return try diff(from: old[0], to: new[0], matching: FirstOnlyMatching(matching), options: options.pairingInOrder)
}

/// The same for the items of sections, of which the edits are known.
@usableFromInline func diffByPolicy<M: Matching>(
  from old: [[M.Element]], to new: [[M.Element]], sections: Edits<Int>, _ matching: M, _ options: DiffOptions
) throws -> UpdateBatch? {
  guard let (old, new) = try keepingFirst(old, new, matching, options) else { return nil }
  var diff = SectionDiff(old, new, sections, FirstOnlyMatching(matching), options.pairingInOrder)
  return try diff.run()
}

/// Does what a policy asks for where there are duplicates.
///
/// - Returns: The lists as ``FirstOnlyMatching`` knows them, if there are duplicates and only the first is to be kept.
/// - Throws: A report, if the policy asks for one.
private func keepingFirst<M: Matching>(
  _ old: [[M.Element]], _ new: [[M.Element]], _ matching: M, _ options: DiffOptions
) throws -> (old: [[FirstOnlyMatching<M>.Element]], new: [[FirstOnlyMatching<M>.Element]])? {
  let states = try [("before", old), ("after", new)].map { name, lists in
    (name, lists, try duplicatePaths(lists, matching, check: options.checkCancellation))
  }
  guard states.contains(where: { !$2.isEmpty }) else { return nil }
  if options.duplicates == .report {
    let report = states.flatMap { name, lists, groups in
      groups.prefix(3).map { paths in
        let id = matching.id(of: lists[paths[0].section][paths[0].item])
        let places = paths.prefix(5).map { lists.count == 1 ? "\($0.item)" : "\($0)" }.joined(separator: ", ")
        return "“\(id)” occurs \(paths.count) times in the state \(name), at \(places)\(paths.count > 5 ? " …" : "")"
      }
    }
    let count = states.reduce(0) { $0 + $1.2.count }
    throw UpdateError(
      .duplicateIdentity,
      "\(count == 1 ? "An identity is" : "\(count) identities are") not unique: "
        + "\(report.joined(separator: "; ")). Give each item an identity of its own, or choose another policy for duplicates."
    )
  }
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
  return (ranked(old, states[0].2, sign: -1), ranked(new, states[1].2, sign: 1))
}

/// A matching under which only the first element of an identity has a partner.
private struct FirstOnlyMatching<M: Matching>: Matching {
  struct Element {
    var element: M.Element
    /// 0 for the first of an identity; negative in the old and positive in the new state, and never twice the same, else.
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
