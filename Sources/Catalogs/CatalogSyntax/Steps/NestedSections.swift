import DataSources
import Rendering

/// Orders nested sections. Sections within the same section stay together.
///
/// The names of nested sections are paths. `rank` traverses the tree of their components depth first, and sorts the
/// children of each node:
///
///     (root) ─┬─ Citrus ─┬─ Italy   rank 0
///             │          └─ Spain   rank 1
///             └─ Stone ──── Spain   rank 2
enum NestedSections {
  /// Returns whether one section has to come before another one in the same section. The count of a section is the sum
  /// of the counts of all sections within it.
  typealias Order = (SectionInfo, SectionInfo) -> Bool

  /// Returns the ranks of sections.
  ///
  /// - Parameters:
  ///   - sections: The sections. Sections that compare as equal keep this order.
  ///   - order: Returns the order of sections at a depth, which is the number of sections around them.
  /// - Returns: The position of each section in the sorted order.
  static func ranks(of sections: [SectionInfo], by order: (_ depth: Int) -> Order) -> [Int] {
    let paths = sections.map { SectionName.components($0.name ?? "") }
    var ranks = [Int](repeating: 0, count: sections.count)
    var next = 0
    func rank(_ members: [Int], _ depth: Int) {
      for group in groups(of: members, paths, depth, sections).stablySorted(by: order(depth)) {
        var inner: [Int] = []
        for member in group.members {
          // A section that ends at this depth comes before those that are within it.
          if paths[member].count > depth + 1 {
            inner.append(member)
          } else {
            ranks[member] = next
            next += 1
          }
        }
        if !inner.isEmpty { rank(inner, depth + 1) }
      }
    }
    rank(Array(sections.indices), 0)
    return ranks
  }

  /// Returns a function from a name to its position in a list. Names that are not listed come last.
  static func ranks(listedAs names: [String]) -> (String) -> Int {
    let ranks = Dictionary(zip(names, names.indices), uniquingKeysWith: min)
    return { ranks[$0] ?? names.count }
  }

  /// Selects the outermost sections with the most items, and all sections within them. Of sections of the same size,
  /// earlier ones are preferred.
  ///
  /// - Returns: Whether each section is selected.
  static func largest(_ count: Int, of sections: [SectionInfo]) -> [Bool] {
    let paths = sections.map { SectionName.components($0.name ?? "") }
    var selection = [Bool](repeating: false, count: sections.count)
    let groups = groups(of: Array(sections.indices), paths, 0, sections).stablySorted { $0.count > $1.count }
    for member in groups.prefix(count).flatMap(\.members) { selection[member] = true }
    return selection
  }

  /// The sections that share the first components of their names.
  fileprivate struct Group {
    var info: SectionInfo
    var members: [Int]
  }

  private static func groups(
    of members: [Int], _ paths: [[String]], _ depth: Int, _ sections: [SectionInfo]
  ) -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for member in members {
      let name = paths[member][depth]
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append(Group(info: SectionInfo(name: name, count: 0), members: []))
      }
      groups[place].members.append(member)
      groups[place].info = SectionInfo(name: name, count: groups[place].info.count + sections[member].count)
    }
    return groups
  }
}

extension [NestedSections.Group] {
  /// Returns the groups in sorted order. Groups that compare as equal keep their order.
  fileprivate func stablySorted(by areInOrder: NestedSections.Order) -> Self {
    indices.sorted { first, second in
      if areInOrder(self[first].info, self[second].info) { return true }
      return first < second && !areInOrder(self[second].info, self[first].info)
    }.map { self[$0] }
  }
}
